package claims

import (
	"slices"

	"github.com/evercart/evercart"
)

// amounts checks each amount of money of a span by what it is said to be; deeds are those that its claim speaks of.
func (c *checker) amounts(sp span, kinds []Kind, deeds []Deed) string {
	for i, f := range sp.figures {
		if c.bound(sp, f) {
			continue
		}
		amounts := f.amounts
		if amounts == nil {
			if !c.bareTotal(sp, f) {
				continue
			}
			amounts = []evercart.Minor{f.cents()}
		}
		known, what := c.expected(sp, i, kinds, deeds)
		if f.amounts == nil && len(known) > 0 {
			known = append(known, c.total()...)
		}
		if len(known) > 0 && !slices.ContainsFunc(amounts, func(a evercart.Minor) bool { return slices.Contains(known, a) }) {
			return what
		}
		if what == "discount" && known != nil && len(known) == 0 {
			return what
		}
		if len(known) > 0 {
			c.verdict.Borne++
		}
	}
	if (sp.has(c.lex, frees) || c.lex.phrased(sp, frees)) && c.freeOfDelivery(sp, kinds) {
		return "price"
	}
	return ""
}

// bound says that an amount is one from which on or up to which something goes: "orders over fifty dollars".
func (c *checker) bound(sp span, f figure) bool {
	at := f.from - 1
	return at >= sp.from && (bounding[sp.s.words[at].key] || at > sp.from && sp.s.words[at].key == "de" && sp.s.words[at-1].key == "partir")
}

var bounding = words("over under above below least than beyond uber unter ab mindestens desde minimo")

// bareTotal says that a number without a currency is a total: "your total is now forty-five".
func (c *checker) bareTotal(sp span, f figure) bool {
	if f.percent || c.isNumber(sp, f) || c.lex.nounAt(sp.s.words, f.to) || c.lex.is(plain, c.lex.at(sp.s.words, f.to)) {
		return false
	}
	ws := sp.s.words
	if c.cameTo(sp, f) || f.n >= 5 && toPay(ws, f.to) {
		return true
	}
	for k := f.from - 1; k >= max(sp.from, f.from-3); k-- {
		if key := ws[k].key; c.lex.is(totals, key) && key != "macht" && key != "makes" && key != "son" && !c.lex.is(boths, key) && (key == "total" || key == "summe" || key == "gesamtsumme") {
			return true
		}
	}
	return c.summedUp(sp, f)
}

// cameTo says that a number without a currency is what is to be paid: "you're at twenty-two even", "it's in at ninety-eight".
func (c *checker) cameTo(sp span, f figure) bool {
	ws, prev := sp.s.words, c.lex.at(sp.s.words, f.from-1)
	if c.facts.Total == evercart.Minor(f.n*100) && f.n >= 20 && !c.facts.NoTotal && (f.to == len(ws) || ws[f.to].sep || c.lex.is(nows, ws[f.to].key)) && (ws[f.from].sep || sums[c.lex.at(ws, f.from-2)] || c.lex.at(ws, f.from-2) == "it") && !slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Count == f.n }) {
		return true // "that's eighty-seven now"
	}
	if c.lex.tag != "en" || f.n < 10 || f.from == sp.from || f.to < len(ws) && !ws[f.to].sep && !afterSum[ws[f.to].key] && !c.lex.is(ands, ws[f.to].key) {
		return false
	}
	if slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Kind == Quantity && (d.Count == f.n || d.Was == f.n) }) || c.numberSizes() && f.n < 60 {
		return false
	}
	if prev == "at" {
		return true
	}
	return prev == "to" && slices.ContainsFunc(ws[sp.from:f.from], func(w word) bool {
		return w.key == "brings" || w.key == "bringing" || w.noun&nPrice != 0 || c.lex.is(totals, w.key)
	})
}

// afterSum may stand behind what is to be paid.
var afterSum = words("even flat each apiece now for altogether total all so far")

// summedUp says that a number is what something comes to: "express is set, that's forty-five".
func (c *checker) summedUp(sp span, f figure) bool {
	ws := sp.s.words
	if f.n < 10 || f.from < sp.from+2 || !sums[ws[f.from-2].key] || !summing[ws[f.from-1].key] || f.to < len(ws) && !ws[f.to].sep {
		return false
	}
	return !slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Count == f.n || d.Was == f.n })
}

// expected are the amounts that the i-th figure of a span may be; none = it is not known. A list that is empty but not nil
// says that there is nothing that it may be.
func (c *checker) expected(sp span, i int, kinds []Kind, deeds []Deed) (known []evercart.Minor, what string) {
	f := sp.figures[i]
	coupons := c.facts.all([]Kind{CouponApplied})
	switch {
	case only(kinds, Refunded):
		return amountsOf(c.facts.all([]Kind{Refunded})), "price"
	case len(kinds) == 0 && c.nounsIn(sp)&(nBack|nRefund) != 0 && len(c.facts.all([]Kind{Refunded})) > 0 && len(c.facts.Deeds) == 1:
		return amountsOf(c.facts.Deeds), "price"
	case c.near(sp, i, discounts) && !c.paid(sp, f) && (len(coupons) > 0 || only(kinds, CouponApplied)):
		known = []evercart.Minor{}
		for _, d := range coupons {
			known = append(known, d.Amount)
		}
		return known, "discount"
	case c.lessBy(sp, f) && len(coupons) > 0:
		return amountsOf(coupons), "discount"
	case len(c.facts.Deeds) > 0 && (c.concludes(sp, f) || c.nounsIn(sp)&nPrice != 0 && c.cameTo(sp, f)) && len(c.heads(sp)) == 0 && len(kinds) == 0:
		return slices.Concat(c.total(), amountsOf(slices.Concat(c.facts.Deeds, c.facts.Lines, c.facts.Goods)), c.facts.Told), "total"
	case c.near(sp, i, totals) && c.ofTheCart(sp, kinds), c.paid(sp, f), f.amounts == nil && toPay(sp.s.words, f.to), c.fell(sp, f), only(kinds, Ordered) && len(c.mentioned(sp)) == 0:
		known = append(c.total(), c.sums(sp)...)
		if c.ofDelivery(sp) {
			known = append(known, amountsOf(c.facts.all([]Kind{DeliverySet}))...)
		}
		return known, "total"
	case len(kinds) > 0 && kinds[len(kinds)-1] == DeliverySet:
		return amountsOf(c.facts.all([]Kind{DeliverySet})), "price"
	}
	if len(kinds) == 0 && len(c.heads(sp)) == 0 {
		switch {
		case len(c.facts.all([]Kind{Ordered})) > 0 && c.nounsIn(sp)&nOrder != 0:
			return append(c.total(), amountsOf(c.facts.Deeds)...), "total"
		case len(coupons) > 0 && c.nounsIn(sp)&nCode != 0: // "with the code it's seventy"
			return append(amountsOf(coupons), c.total()...), "discount"
		case len(c.facts.all([]Kind{DeliverySet})) > 0 && c.ofDelivery(sp):
			return append(amountsOf(c.facts.all([]Kind{DeliverySet})), c.total()...), "price"
		}
	}
	if m := c.mentioned(sp); len(m) > 0 || len(deeds) > 0 && !slices.ContainsFunc(kinds, aboutNoItems) {
		if known = c.prices(sp, deeds, f); len(known) > 0 {
			return known, "price"
		}
	}
	if len(kinds) > 0 {
		return append(amountsOf(c.facts.Deeds), c.total()...), "price"
	}
	return nil, ""
}

// lessBy says that an amount is by how much a price came down.
func (c *checker) lessBy(sp span, f figure) bool {
	return c.lex.tag == "en" && f.from > sp.from && sp.s.words[f.from-1].key == "by"
}

// fell says that an amount is what the cart came down to: "your cart is down to eleven dollars".
func (c *checker) fell(sp span, f figure) bool {
	ws := sp.s.words
	return c.lex.tag == "en" && len(c.facts.Deeds) > 0 && f.from > sp.from+1 && (ws[f.from-1].key == "to" || ws[f.from-1].key == "at") && (ws[f.from-2].key == "down" || ws[f.from-2].key == "up" || ws[f.from-2].key == "back")
}

// paid says that an amount is what is to be paid in all: "with the code you pay eighty", not what is paid for one thing.
func (c *checker) paid(sp span, f figure) bool {
	ws := sp.s.words
	if c.lex.is(atFor, c.lex.at(ws, f.to)) || c.lex.is(generics, c.lex.at(ws, f.to)) || len(c.facts.Deeds) == 0 {
		return false
	}
	for k := f.from - 1; k >= max(sp.from, f.from-2); k-- {
		if paying[ws[k].key] {
			return f.to == len(ws) || ws[f.to].sep || c.lex.is(nows, ws[f.to].key) || c.lex.is(ands, ws[f.to].key)
		}
	}
	return false
}

// paying are words for what one has to give.
var paying = words("pay spend owe paying paga pagara pagas zahlen bezahlen")

// near says that the words of a list stand in the part of a span in which the figure does, up to the next figure.
func (c *checker) near(sp span, i int, of list) bool {
	from, to := sp.from, sp.to
	ws := sp.s.words
	apart := func(k int) bool { return ws[k].sep || c.lex.is(ands, ws[k].key) }
	if i > 0 && sp.figures[i-1].amounts != nil {
		from = sp.figures[i-1].to
		for k := sp.figures[i].from; k > from; k-- {
			if apart(k) {
				from = k
			}
		}
	}
	if i+1 < len(sp.figures) && sp.figures[i+1].amounts != nil {
		to = sp.figures[i+1].from
		for k := sp.figures[i].to; k < to; k++ {
			if apart(k) {
				to = k
			}
		}
	}
	for k := from; k < to; k++ {
		if c.lex.is(of, ws[k].key) && !(ws[k].key == "comes" && k+1 < to && (ws[k+1].key == "in" || ws[k+1].key == "with" || ws[k+1].key == "from")) { // "it comes in brass"
			return true
		}
	}
	return c.lex.phrased(span{s: sp.s, from: from, to: to}, of)
}

// ofTheCart says that a total is the cart's: one told of goods that nobody has put anywhere is not.
func (c *checker) ofTheCart(sp span, kinds []Kind) bool {
	if len(kinds) > 0 || len(c.facts.Goods) == 0 || len(c.heads(sp)) == 0 {
		return true
	}
	return sp.has(c.lex, cartings) || len(c.facts.Deeds) > 0 && slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Kind.Changes() && d.Title != "" })
}

// sums are what the things that a span names cost together, by their numbers.
func (c *checker) sums(sp span) []evercart.Minor {
	var sum evercart.Minor
	var out []evercart.Minor
	n := 0
	for _, m := range c.mentions(sp) {
		if len(m.head) == 0 {
			continue
		}
		count := m.count
		m.count = 0
		for _, d := range slices.Concat(c.facts.Deeds, c.facts.Lines, c.facts.Goods) {
			if d.Title != "" && d.Price > 0 && m.fits(d, nil) == "" {
				sum, n = sum+d.Price*evercart.Minor(max(count, 1)), n+1
				out = append(out, d.Price*evercart.Minor(max(count, 1)))
				break
			}
		}
	}
	if n < 2 || !c.facts.Known {
		if c.facts.Known {
			return out
		}
		return nil
	}
	return append(out, sum)
}

// only says that a claim is of one kind of deed.
func only(kinds []Kind, k Kind) bool { return len(kinds) == 1 && kinds[0] == k }

// total is what a total may be.
func (c *checker) total() []evercart.Minor {
	var out []evercart.Minor
	for _, d := range c.facts.all([]Kind{Ordered}) {
		if d.Amount > 0 {
			out = append(out, d.Amount)
		}
	}
	if !c.facts.NoTotal {
		out = append(out, c.facts.Total)
	}
	return out
}

// mentioned are the goods that a span names and that the facts know.
func (c *checker) mentioned(sp span) []Deed {
	var out []Deed
	for _, m := range c.heads(sp) {
		if m.unknown {
			continue
		}
		for _, d := range slices.Concat(c.facts.Deeds, c.facts.Lines, c.facts.Goods) {
			if d.Title != "" && d.Price > 0 && m.fits(d, nil) == "" {
				out = append(out, d)
			}
		}
	}
	return out
}

// prices are what the goods of a span cost; where the amount is not said to be a price, the total too.
func (c *checker) prices(sp span, deeds []Deed, f figure) []evercart.Minor {
	goods := slices.Concat(deeds, c.mentioned(sp))
	for _, d := range goods {
		for _, l := range slices.Concat(c.facts.Lines, c.facts.Goods) {
			if l.Title == d.Title && (len(d.Options) == 0 || slices.Equal(l.Options, d.Options)) {
				goods = append(goods, l)
			}
		}
	}
	known := amountsOf(goods)
	if len(known) == 0 {
		return nil
	}
	known = append(append(known, c.sums(sp)...), c.facts.Told...)
	if !c.lex.is(atFor, c.lex.at(sp.s.words, f.from-1)) || c.concludes(sp, f) {
		known = append(known, c.total()...)
		known = append(known, amountsOf(withoutGoods(c.facts.Deeds))...) // what a thing costs is no other thing's price
	}
	for _, l := range c.facts.Lines {
		for _, d := range deeds {
			if l.Title == d.Title {
				known = append(known, l.Price*evercart.Minor(l.Count))
			}
		}
	}
	for _, g := range c.facts.Goods {
		if g.Amount > 0 { // a price before a sale
			known = append(known, g.Amount)
		}
	}
	return known
}

// concludes says that what a sentence comes to stands in the part of it in which the figure does: "so that's the set complete at forty".
func (c *checker) concludes(sp span, f figure) bool {
	ws := sp.s.words
	for i := f.from - 1; i > sp.from; i-- {
		if sums[ws[i-1].key] && summing[ws[i].key] {
			return true
		}
		if ws[i].sep {
			return false
		}
	}
	return false
}

// withoutGoods are the deeds that are about no goods.
func withoutGoods(list []Deed) []Deed {
	return slices.DeleteFunc(slices.Clone(list), func(d Deed) bool { return d.Title != "" })
}

// ofDelivery says that a span speaks of the delivery that was set.
func (c *checker) ofDelivery(sp span) bool {
	if c.nounsIn(sp)&nDelivery == 0 && !sp.s.labeled(c.lex) {
		return false
	}
	for _, w := range sp.words() {
		if l, ok := c.lex.labels[w.key]; ok && slices.Contains(groups[l], DeliverySet) && !slices.ContainsFunc(c.facts.all([]Kind{DeliverySet}), func(d Deed) bool { return labelOf(d.Of) == l }) {
			return false // another one, for its price
		}
	}
	return true
}

// freeOfDelivery says that a delivery is said to cost nothing, and does not.
func (c *checker) freeOfDelivery(sp span, kinds []Kind) bool {
	deliveries := c.facts.all([]Kind{DeliverySet})
	return len(deliveries) > 0 && !slices.ContainsFunc(sp.figures, func(f figure) bool { return c.bound(sp, f) }) && (slices.Contains(kinds, DeliverySet) || len(kinds) == 0 && c.ofDelivery(sp)) && !slices.ContainsFunc(deliveries, func(d Deed) bool { return d.Price == 0 })
}
