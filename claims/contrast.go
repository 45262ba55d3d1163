package claims

import (
	"slices"

	"github.com/evercart/evercart"
)

// opposites are words of which goods can only bear one: what is round is not oval.
var opposites = []map[string]bool{
	words("round oval square rectangular hexagonal heart-shaped"),
	words("long short cropped"),
	words("tall short"),
	words("oak walnut beech pine maple cherry bamboo teak ash birch"),
	words("silk linen cotton wool cashmere velvet denim leather suede felt"),
	words("brass copper steel gold silver iron pewter bronze"),
	words("ceramic glass porcelain stoneware plastic wooden marble granite"),
	words("small large"),
	words("little large"),
	words("matte glossy"),
	words("thick thin"),
	words("scented unscented"),
	words("salted unsalted"),
	words("hooded collarless"),
}

// contrasts says that a word is the opposite of what goods are.
func contrasts(w string, title []string, options []evercart.Option) bool {
	for _, group := range opposites {
		if !group[w] || named(w, title, options) {
			continue
		}
		is := func(s string) bool { return group[s] }
		if slices.ContainsFunc(title, is) || slices.ContainsFunc(options, func(o evercart.Option) bool { return slices.ContainsFunc(stems(o.Value), is) }) {
			return true
		}
	}
	return false
}

// opposed says that a word has an opposite.
func opposed(w word) bool {
	return slices.ContainsFunc(opposites, func(group map[string]bool) bool {
		return slices.ContainsFunc(w.eng, func(e string) bool { return group[e] })
	})
}
