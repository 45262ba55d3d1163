package claims

import "slices"

// before is what the sentence spoke of, up to a claim.
func (c *checker) before(sp span) noun {
	return c.nounsIn(span{s: sp.s, to: sp.from})
}

// way says of what a span names: of where something goes, or how; nil = of neither.
func (s span) way(l *lexicon) []Kind {
	for _, w := range s.words() {
		if of := groups[w.label]; slices.Contains(of, AddressSet) || slices.Contains(of, DeliverySet) {
			if !slices.Contains(of, DeliverySet) {
				return []Kind{AddressSet}
			}
			return []Kind{DeliverySet, AddressSet}
		}
	}
	return nil
}

// tells says that a span tells a number, a size or a color.
func (c *checker) tells(sp span) bool {
	return slices.ContainsFunc(c.mentions(sp), func(m mention) bool { return m.count > 0 || m.size != "" || len(m.colors) > 0 }) ||
		slices.ContainsFunc(sp.figures, func(f figure) bool { return c.counts(sp, f) || f.n == 1 || f.amounts != nil }) || slices.ContainsFunc(sp.words(), func(w word) bool { return c.lex.sizes[w.key] != "" })
}

// forGood says that what is gone was not kept for later.
func (c *checker) forGood(sp span) bool {
	return slices.ContainsFunc(sp.s.words, func(w word) bool { return w.key == "good" }) && c.lex.phrased(span{s: sp.s, to: len(sp.s.words)}, finally)
}

// deleting are words for what is not kept for later.
var deleting = words("deleted discarded scrapped dumped eliminated borrado eliminado geloscht")

// flung says that what was thrown was thrown away: not into anything.
func (c *checker) flung(sp span, n noun) bool {
	key := sp.s.words[sp.trigger.from].key
	if !flinging[key] || n&(nCart|nMail|nText|nLater|nCode) != 0 {
		return false
	}
	return n&nAway != 0 || key == "dropped" && !slices.ContainsFunc(sp.words(), func(w word) bool { return w.key == "in" || w.key == "into" || w.key == "off" })
}

// flinging are words for what may go in or out.
var flinging = words("tossed threw thrown dropped chucked")

// pronounced says that "it" or "that" stands before a claim, and nothing else.
func pronounced(sp span) bool {
	at := sp.trigger.from - 1
	return at >= sp.from && standIns[sp.s.words[at].key]
}

var standIns = words("it that this all everything alles das es todo")

// pulling are words for taking that need no "out".
var pulling = words("pulled yanked cut")
