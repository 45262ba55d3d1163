// Package bigfeed writes catalogues of any size for tests and measurements: the same size gives the same bytes.
package bigfeed

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// family is a kind of goods with what its kinds are made of and come in.
type family struct {
	name                            string
	things, stuffs, sizes, features []string
	worn                            bool // it is made for men, women, kids or anybody
}

var (
	makers   = []string{"Arden", "Bexley", "Corrow", "Dunmere", "Elsing", "Farrow", "Gannet", "Hollin", "Iver", "Juniper", "Kestrel", "Larkin", "Merrow", "Norden", "Ostler", "Pell"}
	styles   = []string{"Classic", "Relaxed", "Slim", "Heavy", "Light", "Woven", "Striped", "Quilted", "Brushed", "Washed", "Padded", "Printed", "Ribbed", "Tailored", "Vintage", "Everyday"}
	colors   = []string{"ivory", "black", "navy", "grey", "olive", "rust", "sage", "red"}
	audience = []string{"men", "women", "kids", "unisex"}

	families = []family{
		{name: "clothing", things: []string{"Shirt", "Blouse", "Jacket", "Coat", "Sweater", "Cardigan", "Dress", "Skirt", "Trousers", "Shorts", "Hoodie", "Vest", "Scarf", "Gloves", "Beanie", "Socks", "Pyjamas", "Raincoat", "Leggings", "Polo"},
			stuffs:   []string{"Cotton", "Linen", "Wool", "Silk", "Denim", "Merino", "Flannel", "Corduroy", "Velvet", "Fleece", "Cashmere", "Tweed"},
			sizes:    []string{"XS", "S", "M", "L", "XL"},
			features: []string{"waterproof", "breathable", "machine washable", "organic", "windproof", "stretchy", "reflective"}, worn: true},
		{name: "footwear", things: []string{"Boots", "Loafers", "Sneakers", "Sandals", "Slippers", "Clogs"},
			stuffs:   []string{"Leather", "Suede", "Canvas", "Rubber", "Felt", "Mesh", "Nubuck", "Denim", "Cork", "Nylon", "Wool", "Velvet"},
			sizes:    []string{"7", "8", "9", "10", "11"},
			features: []string{"waterproof", "insulated", "vegan", "non-slip", "lightweight"}, worn: true},
		{name: "bags", things: []string{"Tote", "Backpack", "Wallet", "Duffel"},
			stuffs:   []string{"Leather", "Canvas", "Nylon", "Suede", "Felt", "Denim", "Cork", "Jute", "Rubber", "Cotton", "Tweed", "Velvet"},
			sizes:    []string{"Mini", "Small", "Medium", "Large", "Giant"},
			features: []string{"waterproof", "foldable", "vegan", "lockable"}},
		{name: "textiles", things: []string{"Cushion", "Throw", "Rug", "Towel", "Curtain"},
			stuffs:   []string{"Cotton", "Linen", "Wool", "Silk", "Jute", "Merino", "Flannel", "Corduroy", "Velvet", "Fleece", "Bamboo", "Hemp"},
			sizes:    []string{"40 cm", "50 cm", "60 cm", "80 cm", "120 cm"},
			features: []string{"machine washable", "organic", "hypoallergenic", "reversible"}},
		{name: "decor", things: []string{"Lamp", "Bowl", "Vase", "Mug", "Mirror"},
			stuffs:   []string{"Oak", "Walnut", "Steel", "Glass", "Marble", "Ceramic", "Stoneware", "Bamboo", "Copper", "Porcelain", "Brass", "Concrete"},
			sizes:    []string{"Mini", "Small", "Medium", "Large", "Giant"},
			features: []string{"dishwasher safe", "handmade", "recycled", "unbreakable"}},
	}
)

// PerProduct is how many variants a product of Shopify has; the last one may have fewer.
const PerProduct = 40 // 8 colors in 5 sizes

// kinds is how many things the families have together.
var kinds = func() (n int) {
	for _, f := range families {
		n += len(f.things)
	}
	return n
}()

// Shopify writes a Shopify product CSV with so many variants. Titles repeat no earlier than after 120,000 products; SKUs are
// "BIG-0000001" and so on; prices run from 5.00 to 404.99, stocks from 0 to 49; every fifth product is reduced. What is worn
// is for men, women, kids or anybody: said in half of the titles, and in the tags of the others. What a product can do
// ("waterproof") stands in the tags of one half and in the text of the other.
func Shopify(w io.Writer, variants int) error {
	out := bufio.NewWriterSize(w, 64<<10)
	if _, err := out.WriteString("Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Image Src,Status\n"); err != nil {
		return err
	}
	var p product
	for n := range variants {
		within := n % PerProduct
		head, name, image, status := ",,,,,,", "", "", "" // title to option 1's name are said once
		if within == 0 {
			p = productAt(n / PerProduct)
			head = fmt.Sprintf("%s,<p>%s</p>,%s,%s,\"%s\",true,Color", p.title, p.text, p.maker, p.thing, strings.Join(p.tags, ", "))
			name, image, status = "Size", "https://example.com/"+p.handle+".jpg", "active"
		}
		was := ""
		if p.reduced {
			was = fmt.Sprintf("%d.%02d", p.price+p.price/4+1, n%100)
		}
		if _, err := fmt.Fprintf(out, "%s,%s,%s,%s,%s,BIG-%07d,shopify,%d,deny,%d.%02d,%s,%s,%s\n", p.handle, head, pick(colors, within/5), name, pick(p.sizes, within),
			n+1, n*31%50, p.price, n%100, was, image, status); err != nil {
			return err
		}
	}
	return out.Flush()
}

// product is what the rows of one product share.
type product struct {
	handle, title, text, maker, thing string
	tags, sizes                       []string
	price                             int // whole units
	reduced                           bool
}

func productAt(n int) product {
	f, thing := familyOf(n % kinds)
	round := n / kinds
	style, lap := pick(styles, round), round/len(styles)
	stuff := pick(f.stuffs, n%kinds*5+round*5+lap*7)
	p := product{maker: pick(makers, n*7+round*3+n/7680), thing: thing, sizes: f.sizes, price: 5 + (n*37+round*11)%400, reduced: (n+round)%5 == 0}
	p.title = strings.Join([]string{p.maker, style, stuff, thing}, " ")
	p.handle = fmt.Sprintf("%s-%d", strings.ToLower(strings.ReplaceAll(p.title, " ", "-")), n)
	p.text = fmt.Sprintf("A %s %s of %s by %s. Made to last.", strings.ToLower(style), strings.ToLower(thing), strings.ToLower(stuff), p.maker)
	p.tags = []string{strings.ToLower(stuff), strings.ToLower(style), f.name}
	if f.worn {
		who := audienceOf(thing, round)
		if p.tags = append(p.tags, who); round%2 == 0 && who != "unisex" {
			p.title = strings.ToUpper(who[:1]) + who[1:] + map[bool]string{true: "'", false: "'s"}[who == "kids"] + " " + p.title
		}
	}
	feature := pick(f.features, n+round)
	if (n+round)%2 == 0 {
		p.tags = append(p.tags, feature)
	} else {
		p.text += " It is " + feature + "."
	}
	return p
}

func familyOf(kind int) (family, string) {
	for _, f := range families {
		if kind < len(f.things) {
			return f, f.things[kind]
		}
		kind -= len(f.things)
	}
	return families[0], families[0].things[0]
}

func audienceOf(thing string, round int) string {
	switch thing {
	case "Dress", "Skirt", "Blouse":
		return pick([]string{"women", "kids"}, round/2)
	}
	return pick(audience, round/2+len(thing))
}

func pick(from []string, n int) string { return from[n%len(from)] }
