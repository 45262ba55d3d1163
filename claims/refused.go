package claims

import "slices"

// exhausted are words for what a shop has no more of.
var exhausted = words("sold agotado agotada agotados agotadas ausverkauft vergriffen")

// refusals checks what a sentence that claims no deed says of one that was refused: that a code takes something off, or that goods are sold out.
func (c *checker) refusals(sp span) string {
	if sp.s.asks || sp.has(c.lex, negations) || sp.has(c.lex, conditions) || slices.ContainsFunc(sp.words(), func(w word) bool { return w.key != "to" && c.lex.is(modals, w.key) }) {
		return ""
	}
	if len(c.facts.all([]Kind{CouponRefused})) > 0 && len(c.facts.all([]Kind{CouponApplied})) == 0 && c.nounsIn(sp)&nCode != 0 {
		if what := c.reason(sp); what != "" {
			return what
		}
		for i, f := range sp.figures {
			if (f.amounts != nil || f.percent) && c.near(sp, i, discounts) {
				return "deed"
			}
		}
	}
	refused := c.facts.all([]Kind{Refused})
	if len(refused) == 0 || !c.lacks(sp) || slices.ContainsFunc(refused, func(d Deed) bool { return reasonOf(d.Of) == "" || reasonOf(d.Of) == "stock" }) {
		return ""
	}
	if m := c.heads(sp); len(m) > 0 && slices.ContainsFunc(refused, func(d Deed) bool { return m[0].fits(d, nil) == "" }) {
		return "reason"
	}
	return ""
}

// lacks says that a sentence tells that something is sold out.
func (c *checker) lacks(sp span) bool {
	ws := sp.words()
	for i, w := range ws {
		if exhausted[w.key] || w.key == "stock" && i > 1 && ws[i-1].key == "of" && ws[i-2].key == "out" {
			return true
		}
	}
	return false
}
