package claims

import (
	"slices"

	"github.com/evercart/evercart"
)

// unclaimed checks a sentence that claims no deed: its total, and the price of what it names.
func (c *checker) unclaimed(sp span, goesOn bool) string {
	if what := c.amounts(sp, nil, nil); what != "" {
		return what
	}
	if what := c.refusals(sp); what != "" {
		return what
	}
	if what := c.leftAs(sp); what != "" {
		return what
	}
	for _, k := range []Kind{AddressSet, DeliverySet} {
		if of := c.facts.all([]Kind{AddressSet, DeliverySet}); len(c.facts.all([]Kind{k})) > 0 && sp.s.labeled(c.lex) && !slices.ContainsFunc(sp.words(), func(w word) bool { return w.label == "days" }) {
			if what := c.labels(sp, []Kind{k}, of); what != "" && len(c.heads(sp)) == 0 {
				return what
			}
		}
	}
	placed := c.facts.all([]Kind{Ordered, OrderCanceled})
	if len(placed) > 0 && (sp.has(c.lex, numbering) || slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts == nil && len(f.text) > 4 })) {
		if what := c.orderNumber(sp, placed); what != "" {
			return what
		}
	}
	if len(placed) == 0 && c.inventsOrder(sp) {
		return "number"
	}
	if goesOn && c.pronounced(sp) {
		return "price"
	}
	if !goesOn || c.hasVerb(sp) || !c.fragment(sp) {
		return ""
	}
	deeds := slices.DeleteFunc(slices.Clone(c.facts.Deeds), func(d Deed) bool { return d.Title == "" })
	if len(deeds) == 0 {
		return ""
	}
	for _, m := range c.mentions(sp) {
		if len(m.head) == 0 {
			continue
		}
		if _, what := c.fitting(sp, m, deeds); what != "" {
			return what
		}
	}
	return ""
}

// inventsOrder says that an order is given a number in a turn that did other things and asked for nothing.
func (c *checker) inventsOrder(sp span) bool {
	if len(c.facts.Deeds) == 0 || len(c.facts.all([]Kind{Answered, OrderUnknown, Shown})) > 0 || sp.has(c.lex, negations) || !sp.has(c.lex, beings) || !ordering(sp) {
		return false
	}
	return slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts == nil && len(f.text) > 3 && c.isNumber(sp, f) })
}

func ordering(sp span) bool {
	return slices.ContainsFunc(sp.words(), func(w word) bool { return w.noun&nOrder != 0 || w.key == "bestellnummer" || w.key == "auftragsnummer" })
}

// pronounced says that a sentence behind a claim gives what was put there a price that it has not: "it costs seventy".
func (c *checker) pronounced(sp span) bool {
	ws := sp.words()
	first := 0
	for first < len(ws) && c.lex.is(ands, ws[first].key) {
		first++
	}
	if first+1 >= len(ws) || c.nounsIn(sp) != 0 || len(c.heads(sp)) > 0 || !costing[ws[first].key] && !costing[ws[first+1].key] {
		return false
	}
	known := slices.Concat(amountsOf(slices.Concat(c.facts.Deeds, c.facts.Lines, c.facts.Goods)), c.total(), c.facts.Told)
	return len(known) > 0 && slices.ContainsFunc(sp.figures, func(f figure) bool {
		return f.amounts != nil && !slices.ContainsFunc(f.amounts, func(a evercart.Minor) bool { return slices.Contains(known, a) })
	})
}

// costing are verbs before a price.
var costing = words("costs cost kostet kosten cuesta cuestan")

// labeled says that a sentence names a place or a way of delivery.
func (s sentence) labeled(l *lexicon) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { _, ok := l.labels[w.key]; return ok })
}

// fragment says that a sentence begins as a name does, so that it may go on with the one before: "two blouses, in ivory".
func (c *checker) fragment(sp span) bool {
	ws := sp.words()
	first := 0
	for first < len(ws) && (c.lex.is(ands, ws[first].key) || c.lex.is(adverbs, ws[first].key)) {
		first++
	}
	if first == len(ws) {
		return false
	}
	return c.lex.is(articles, ws[first].key) && !c.lex.is(pointing, ws[first].key) || c.figureAt(sp, sp.from+first) != nil || c.names(sp, sp.from+first) || c.lex.is(boths, ws[first].key)
}

func (c *checker) hasVerb(sp span) bool {
	return sp.has(c.lex, beings) || sp.has(c.lex, havings) || sp.has(c.lex, modals)
}
