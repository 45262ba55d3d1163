package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// findAmong searches among goods. Those that only their description names are left out where others bear that name: padded socks
// "for boots" are no boots.
func (t *turn) findAmong(words string, it item, skus []evercart.SKU) evercart.Finding {
	f := t.find(evercart.Query{Words: words, Among: skus, Limit: 50})
	if len(f.Hits) == 0 || len(f.Unknown) > 0 || slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool { return t.bears(h.Product, it.words) }) {
		return f
	}
	all := t.find(evercart.Query{Words: strings.Join(it.words, " "), Limit: 12})
	if len(all.Hits) == 0 || len(all.Unknown) > 0 || !t.bears(all.Hits[0].Product, it.words) {
		return f
	}
	f.Hits = slices.DeleteFunc(f.Hits, func(h evercart.Hit) bool {
		return !slices.ContainsFunc(all.Hits, func(o evercart.Hit) bool { return o.Product.ID == h.Product.ID })
	})
	return f
}

// bears says that one of the words stands in what a product is called: title, type, tags, options.
func (t *turn) bears(p evercart.Product, words []string) bool {
	called := map[string]bool{}
	for _, w := range t.wordsOf(p.Title + " " + p.Type + " " + strings.Join(p.Tags, " ")) {
		called[t.lang.Stem(w.Text)] = true
	}
	return slices.ContainsFunc(words, func(w string) bool { return called[t.lang.Stem(w)] || hasValue(t, p, t.lang.Stem(w)) })
}

// otherOption gives the one product that was just shown or put in, where words are nothing but colours that it does not come in: "medium in
// green" speaks of it, and not of all that is green. What is in the cart in such a colour is meant by that, and so are other goods of its kind.
func (t *turn) otherOption(it item) []evercart.Hit {
	hits := t.focus()
	if t.memory.Lost || len(hits) != 1 || len(t.prompt.History) == 0 || !allColors(t.lang, it.words) || t.allOptions(hits, it.words) {
		return nil
	}
	f := t.find(evercart.Query{Words: it.query(), Limit: 12})
	if slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool { return h.Whole || t.ofFocusedKind(h.Product) || t.inCart(h.Product) }) {
		return nil
	}
	return hits
}
