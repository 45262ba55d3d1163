package rules

import "github.com/evercart/evercart/hear"

// englishJoins are phrases that are read as one word or as other ones: what only lists, what takes a place, colours in two words, and
// what a recogniser writes for them.
var englishJoins = map[string]string{
	"want change": "want to change", "want remove": "want to remove", "want delete": "want to delete", "want cancel": "want to cancel", "want swap": "want to swap", "want exchange": "want to exchange", "want replace": "want to replace",
	"like change": "like to change", "like remove": "like to remove", "like exchange": "like to exchange", "can i become": "can i get",
	"second to last": "last but one", "next to last": "last but one", "second from last": "last but one", "second last": "last but one",
	"every day": "everyday", "in its place": "instead", "in their place": "instead", "in place of it": "instead", "in place of that": "instead", "in place of them": "instead",
	"navy blue": "navy", "blue navy": "navy", "emerald green": "emerald", "green emerald": "emerald", "mustard yellow": "mustard", "yellow mustard": "mustard",
	"charcoal grey": "charcoal", "charcoal gray": "charcoal", "grey charcoal": "charcoal", "sage green": "sage", "green sage": "sage", "khaki green": "khaki",
	"teal blue": "teal", "teal green": "teal", "ivory white": "ivory", "cream white": "cream", "jet black": "black", "pitch black": "black",
	"bright red": "red", "bright yellow": "yellow", "snow white": "white", "tea shirt": "t-shirt", "tea shirts": "t-shirts", "whatever is": "the one",
	"a pear of": "a pair of", "a pare of": "a pair of", "as well as": "and", "along with": "and", "together with": "and", "and also": "and",
	"in addition to": "and", "followed by": "and",
}

// englishMild praises or tells nothing.
var englishMild = set("normal", "regular", "ordinary", "plain", "standard", "usual", "simple", "basic", "beautiful", "pretty", "cute", "fancy", "gorgeous", "stunning", "elegant", "stylish", "delicious", "tasty", "yummy", "cosy", "cozy", "comfy", "comfortable",
	"favourite", "favorite", "famous", "wonderful", "amazing", "fabulous", "charming", "marvellous", "delightful", "splendid", "brilliant", "awesome", "fantastic", "cool", "fine", "proper", "actual", "entire", "whole", "exact", "particular", "certain",
	"different", "various", "current", "existing", "smallest", "largest", "biggest", "bigger", "larger", "smaller", "lovely", "nice", "darling", "adorable", "handsome", "smart", "popular", "new", "brand", "respective", "aforementioned", "said", "darn", "silly", "stupid", "wretched", "bloody", "little")

// englishPaired are goods of which a pair is one.
var englishPaired = set("shoe", "boot", "loafer", "sneaker", "slipper", "trainer", "sandal", "heel", "pump", "sock", "stocking", "tight", "legging", "glove", "mitten", "jean", "trouser", "pant", "short", "glass", "sunglass", "earring", "cufflink", "scissor", "pyjama", "pajama", "skate", "ski", "headphone", "earphone", "flop", "clog", "brogue", "moccasin", "espadrille", "runner")

func isIt(it *item)         { it.ref = max(it.ref, refIt) }
func isThem(it *item)       { it.ref = max(it.ref, refThem) }
func isEach(it *item)       { it.ref = refEach }
func isOneEach(it *item)    { it.ref, it.qty = refEach, 1 }
func isOther(it *item)      { it.ref = refOther }
func isMore(it *item)       { it.more = true }
func isOneMore(it *item)    { it.more, it.qty = true, 1 }
func isSame(it *item)       { it.same = true }
func isCheap(it *item)      { it.rank = -1 }
func isDear(it *item)       { it.rank = 1 }
func isLast(it *item)       { it.ordinals = append(it.ordinals, hear.Last) }
func isLastButOne(it *item) { it.ordinals = append(it.ordinals, lastButOne) }
func isTop(it *item)        { it.ordinals = append(it.ordinals, 1) }
func isMiddle(it *item)     { it.ordinals = append(it.ordinals, middle) }

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}
