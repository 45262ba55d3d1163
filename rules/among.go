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
