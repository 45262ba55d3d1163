package rules

import (
	"slices"
	"strconv"

	"github.com/evercart/evercart"
)

// anew reads a change of nothing that is there: with an empty cart, or right after something was shown that is not in it, "make it a
// medium", "I'd better have the small" and "swap to those" speak of what was shown. False = the cart has what is to be changed.
func (t *turn) anew(c clause) (outcome, bool) {
	if c.want != wantChange && c.want != wantSwap || t.said != "" || t.memory.Lost {
		return outcome{}, false
	}
	hits := t.focus()
	if len(hits) != 1 || c.want == wantChange && (t.inCart(hits[0].Product) || len(t.state.Cart.Lines) > 0 && !t.justShown()) {
		return outcome{}, false
	}
	if c.want == wantSwap {
		return t.swapToShown(c, hits[0])
	}
	if c.y != "" && !t.onlyIt(c.x) && !t.onlyOptions(c.x) { // "large would be too big, medium then"
		return outcome{}, false
	}
	if c.y != "" {
		c.x = c.y
	}
	items := t.items(c)
	if len(items) != 1 || items[0].empty() || items[0].onlyPoints() || !items[0].bare() && !t.pointsAtFocus(items[0]) || len(items[0].ordinals) > 0 {
		return outcome{}, false
	}
	if n := strconv.Itoa(items[0].qty); items[0].qty > 0 && len(items[0].nums)+len(items[0].sizes) == 0 && t.isValue(hits, n) && t.hasNumbers(hits[0].Product) { // "make that 34", of jeans that were shown in 32
		items[0].qty, items[0].sizes = 0, []string{n}
	}
	return t.addItems(items), true
}

// justShown says that what was last done was to look at goods.
func (t *turn) justShown() bool { return t.lastCall() == "get_product" }

// swapToShown puts what was shown in the place of what is in the cart; where there is nothing, it is wanted.
func (t *turn) swapToShown(c clause, shown evercart.Hit) (outcome, bool) {
	value := t.read(c.y)
	if !t.onlyIt(c.x) || !value.onlyPoints() {
		return outcome{}, false
	}
	ch := t.choose(value)
	if ch.miss != "" || t.failed != nil || len(ch.hits) != 1 {
		return outcome{}, false
	}
	if len(t.state.Cart.Lines) == 0 {
		return t.settle(ch.hits, evercart.Command{Verb: evercart.Add, Quantity: 1}), true
	}
	lines := t.givingWay(shown.Product, ch.hits[0].Variants)
	switch {
	case len(lines) == 0:
		return outcome{}, false
	case len(lines) > 1:
		return t.askLine(lines, func(l evercart.Line) evercart.Command {
			if to := t.carried(slices.Clone(ch.hits[0].Variants), l); len(to) == 1 {
				return evercart.Command{Verb: evercart.Swap, Line: l.No, To: to[0].SKU}
			}
			return evercart.Command{}
		}), true
	}
	ch.hits[0].Variants = t.carried(slices.Clone(ch.hits[0].Variants), lines[0])
	return t.settle(ch.hits, evercart.Command{Verb: evercart.Swap, Line: lines[0].No}), true
}

// givingWay finds what something else may take the place of: the same otherwise, goods of its kind, the only thing, what last changed.
func (t *turn) givingWay(p evercart.Product, variants []evercart.Variant) []evercart.Line {
	var same, kind []evercart.Line
	for _, l := range t.state.Cart.Lines {
		own, ok := t.productOf(l.SKU)
		switch {
		case len(variants) == 1 && fits(variants, evercart.Variant{SKU: l.SKU}):
		case l.Product == p.ID:
			same = append(same, l)
		case ok && own.Type == p.Type && p.Type != "":
			kind = append(kind, l)
		}
	}
	switch {
	case len(same) > 0:
		return same
	case len(kind) > 0:
		return kind
	case len(t.state.Cart.Lines) == 1:
		return t.state.Cart.Lines
	}
	return t.lastChanged(t.state.Cart.Lines)
}
