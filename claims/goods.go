package claims

import (
	"strings"

	"github.com/evercart/evercart/hear"
)

// goodsKind says what a word is among the words for goods.
type goodsKind int

const (
	notGoods goodsKind = iota
	kindWord
	nounWord
)

// goods says what a word is among the words for goods; it is asked often, so a word of a sentence knows.
func goods(w word) goodsKind {
	if w.classed {
		return w.goods
	}
	return classify(w)
}

// classify finds it by the last of the word's English words.
func classify(w word) goodsKind {
	best := notGoods
	for _, e := range w.eng {
		if strings.HasPrefix(e, "=") {
			continue
		}
		name, kind := hear.Goods(e)
		switch {
		case hear.For("en").Color(e) && !name:
			return kindWord
		case name || moreGoods[e] || goodsEnglish[e]:
			best = nounWord
		case kind && best == notGoods:
			best = kindWord
		}
	}
	return best
}

// goodsEnglish are the last words of the English names of goods that stand here.
var goodsEnglish = func() map[string]bool {
	out := map[string]bool{}
	for _, of := range []map[string][]string{namesDE, namesES} {
		for _, list := range of {
			for _, name := range list {
				f := strings.Fields(name)
				out[hear.For("en").Stem(f[len(f)-1])] = true
			}
		}
	}
	return out
}()

// moreGoods name goods for which the other languages have no word yet.
var moreGoods = words(`top heel sandal trainer brogue flat clog hoodie jumper blazer waistcoat parka poncho robe bathrobe beret scarf shawl stole tights leggings short bra bikini swimsuit
	bowl plate jug pitcher teapot kettle cushion pillow blanket throw quilt towel apron napkin tablecloth tray basketball frame clock mirror notebook journal pen pencil diary planner puzzle kite tent
	lantern candle candlestick holder stool bench desk shelf drawer hook rug doormat curtain basket soap shampoo lotion balm perfume oil honey jam tea coffee cocoa chocolate biscuit cookie cracker
	earring necklace bracelet ring brooch watch wallet purse clutch satchel backpack rucksack holdall duffel suitcase tote keyring umbrella glove mitten sock stocking tie belt brace cufflink hat cap beanie`)

// shelving is where goods go that are not bought.
var shelving = words("shelf shelves regal estante estanteria")

// fused stand before a cart as an article does.
var fused = words("shopping whole entire am im ins zum vom")

// covers says which words for goods stand for others, too: who calls loafers shoes is right.
var covers = map[string]map[string]bool{
	"shoe":      words("loafer sneaker boot bootie trainer brogue sandal slipper heel pump flat oxford clog moccasin runner"),
	"loafer":    words("moccasin shoe slipper"),
	"slipper":   words("loafer"),
	"sneaker":   words("trainer shoe runner"),
	"trainer":   words("sneaker runner"),
	"boot":      words("bootie"),
	"bag":       words("tote backpack rucksack satchel holdall duffel clutch purse handbag weekender pouch"),
	"tote":      words("bag"),
	"weekender": words("bag"),
	"holdall":   words("bag"),
	"handbag":   words("bag purse"),
	"top":       words("blouse shirt tee t-shirt sweater jumper"),
	"shirt":     words("tee oxford"),
	"tee":       words("shirt"),
	"sweater":   words("jumper pullover cardigan jersey"),
	"jumper":    words("sweater pullover"),
	"pullover":  words("sweater jumper"),
	"cardigan":  words("jacket sweater"),
	"jacket":    words("blazer parka coat"),
	"coat":      words("jacket parka"),
	"trouser":   words("pant jean chino legging"),
	"pant":      words("trouser jean chino"),
	"pan":       words("skillet wok saucepan"),
	"jean":      words("denim"),
	"denim":     words("jean"),
	"skillet":   words("pan"),
	"flowerpot": words("planter pot"),
	"pot":       words("planter flowerpot saucepan"),
	"planter":   words("flowerpot pot"),
	"hoop":      words("ring"),
	"cup":       words("mug beaker"),
	"mug":       words("cup beaker"),
	"beaker":    words("mug cup"),
	"bowl":      words("dish"),
	"dish":      words("bowl plate"),
	"hat":       words("beanie cap fedora beret"),
	"cap":       words("hat beanie"),
	"beanie":    words("hat cap"),
	"blanket":   words("throw quilt plaid"),
	"throw":     words("blanket"),
	"cushion":   words("pillow"),
	"pillow":    words("cushion"),
	"scarf":     words("shawl stole"),
	"shawl":     words("scarf"),
	"notebook":  words("journal diary"),
	"journal":   words("notebook"),
	"backpack":  words("rucksack bag"),
	"rucksack":  words("backpack"),
	"wallet":    words("purse"),
	"sock":      words("stocking"),
	"stocking":  words("sock"),
	"apron":     words("pinafore"),
	"towel":     words("cloth"),
	"water":     words("bottle"),
	"bar":       words("chocolate"),
	"chocolate": words("bar"),
	"earring":   words("stud hoop"),
	"soap":      words("bar"),
}
