package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// checkClaim holds a claim against the deeds of its kinds; "" = it is borne out.
func (c *checker) checkClaim(sp span, kinds []Kind) string {
	deeds := slices.DeleteFunc(c.facts.all(kinds), func(d Deed) bool { return c.opposite(sp, d) })
	if sp.trigger.class == change && len(deeds) == 0 && len(c.facts.all([]Kind{Added})) > 0 && len(c.facts.all([]Kind{Removed})) > 0 {
		deeds = c.facts.all([]Kind{Added, Removed}) // the one for the other
	}
	if sp.trigger.told || c.lex.is(nows, "") || sp.has(c.lex, nows) {
		deeds = append(deeds, c.standing(sp)...)
	}
	if len(deeds) == 0 && !c.emptied(sp) {
		if deeds = c.evident(sp); len(deeds) > 0 {
			kinds = kindsAmong(deeds)
		}
	}
	if len(deeds) == 0 {
		if c.emptied(sp) || c.soldOut(sp) {
			return ""
		}
		if k := sp.trigger.class; !c.facts.Known && (c.facts.NoTotal || c.facts.Total > 0) && (k == have && slices.Contains(kinds, Added) || k == in && c.sumOnly(sp)) {
			return c.worth(sp)
		}
		return "deed"
	}
	if sp.trigger.class == empty && !c.facts.NoTotal && c.facts.Total != 0 && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind == Cleared }) {
		return "deed"
	}
	if what := c.whole(sp, deeds); what != "" {
		return what
	}
	if len(c.heads(sp)) > 0 && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind != Cleared }) && slices.ContainsFunc(sp.words(), func(w word) bool { return onlyThese[w.key] }) {
		return "count"
	}
	fitting := deeds
	if !slices.ContainsFunc(kinds, aboutNoItems) || slices.ContainsFunc(deeds, func(d Deed) bool { return d.Title != "" }) {
		for _, m := range c.mentions(sp) {
			these, what := c.fitting(sp, m, deeds)
			if what != "" {
				return what
			}
			if fitting = these; c.oneOfMany(sp, m, these) {
				return "count"
			}
		}
		if what := c.olds(sp, fitting); what != "" {
			return what
		}
		if what := c.notSo(sp, fitting); what != "" {
			return what
		}
	}
	if len(c.facts.all([]Kind{Ordered, OrderCanceled})) == 0 && c.inventsOrder(sp) {
		return "number"
	}
	for _, check := range []func(span, []Kind, []Deed) string{c.numbers, c.codes, c.labels} {
		if what := check(sp, kinds, deeds); what != "" {
			return what
		}
	}
	return c.amounts(sp, kinds, fitting)
}

// sumOnly says that a sentence tells what the cart comes to, and nothing of what is in it.
func (c *checker) sumOnly(sp span) bool {
	return len(c.heads(sp)) == 0 && slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts != nil }) && !slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts == nil })
}

// worth checks what the cart is said to hold in all: "you have forty dollars' worth in your cart".
func (c *checker) worth(sp span) string {
	if len(c.heads(sp)) > 0 || c.facts.NoTotal {
		return ""
	}
	for _, f := range sp.figures {
		if f.amounts != nil && !c.bound(sp, f) && !slices.Contains(f.amounts, c.facts.Total) {
			return "total"
		}
	}
	return ""
}

// opposite says that a deed is the other way from what a claim says was done: more is not fewer, and what was changed was not
// added.
func (c *checker) opposite(sp span, d Deed) bool {
	switch k := sp.trigger.class; {
	case d.Kind == Quantity && d.Was > 0 && d.Count > d.Was:
		return k == remove || k == take || k == count && c.lowers(sp)
	case d.Kind == Quantity && d.Was > 0 && d.Count < d.Was:
		return k == add || k == count && c.raises(sp)
	case d.Kind == Options:
		return k == add && !sp.trigger.told && !sp.has(c.lex, olds)
	}
	return false
}

func (c *checker) lowers(sp span) bool { return lowering[sp.s.words[sp.trigger.from].key] }

func (c *checker) raises(sp span) bool { return raising[sp.s.words[sp.trigger.from].key] }

// lowering and raising are words for a number that became less, and more.
var lowering, raising = words("halved reduced lowered decreased reducido bajado reduje baje reduziert verringert gesenkt"), words("increased raised bumped upped doubled tripled aumentado subido aumente subi erhoht verdoppelt")

func aboutNoItems(k Kind) bool {
	return slices.Contains([]Kind{CouponApplied, Ordered, OrderCanceled, Refunded, Mailed, Texted, AddressSet, DeliverySet, HandedOff}, k)
}

// whole checks that all is gone where "everything" is said to be.
func (c *checker) whole(sp span, deeds []Deed) string {
	k := sp.trigger.class
	if k != out && k != remove && k != take && (k != add && k != put || !c.flung(sp, c.nounsIn(sp))) || !c.allTold(sp) || c.facts.NoTotal || c.facts.Total == 0 || len(c.heads(sp)) > 0 {
		return ""
	}
	if slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind == Cleared }) {
		return ""
	}
	return "count"
}

// allTold says that all is spoken of: not "all right".
func (c *checker) allTold(sp span) bool {
	for i := sp.from; i < sp.to; i++ {
		if c.lex.is(wholes, sp.s.words[i].key) && c.lex.at(sp.s.words, i+1) != "right" {
			return true
		}
	}
	return false
}

// onlyThese say that nothing else was meant.
var onlyThese = words("just only nur bloss solo solamente unicamente")

// standing is what stands in the cart, for a claim that tells how things are.
func (c *checker) standing(sp span) []Deed {
	if k := sp.trigger.class; (k == nowis || k == set || k == have) && sp.way(c.lex) != nil && len(c.heads(sp)) == 0 {
		return nil // "you now have free express shipping"
	}
	switch k := sp.trigger.class; k {
	case in, have, back, nowis, add, put, set, change:
		if k != have && k != nowis && len(c.heads(sp)) == 0 && len(c.facts.all([]Kind{Refused})) > 0 {
			return nil // "it's in" is said of what was just refused, not of what was there before
		}
		return c.facts.Lines
	case aside, save:
		return c.facts.Saved
	}
	return nil
}

// soldOut says that what is told to be gone is so from the shop: "the jacket's gone in medium".
func (c *checker) soldOut(sp span) bool {
	if sp.trigger.class != out && !slices.ContainsFunc(sp.words(), func(w word) bool { return w.key == "gone" }) {
		return false
	}
	return slices.ContainsFunc(c.facts.all([]Kind{Refused}), func(d Deed) bool {
		return reasonOf(d.Of) == "stock" && !slices.ContainsFunc(c.mentions(sp), func(m mention) bool {
			return len(m.head) == 0 && m.size == "" && len(m.colors) == 0 && !pronounced(sp) || m.fits(d, nil) != ""
		})
	})
}

// oneOfMany says that all of some things are told to be gone, where only one went: "all the towels are out".
func (c *checker) oneOfMany(sp span, m mention, deeds []Deed) bool {
	if len(m.head) == 0 || m.from < sp.from+1 || c.lex.tag != "en" || len(deeds) != 1 || deeds[0].Kind != Removed || deeds[0].Count != 1 {
		return false
	}
	all := c.lex.at(sp.s.words, m.from-1) == "all" || m.from > sp.from+1 && c.lex.at(sp.s.words, m.from-2) == "all"
	last := sp.s.words[m.at].low
	return all && strings.HasSuffix(last, "s") && !slices.ContainsFunc(strings.Fields(strings.ToLower(deeds[0].Title)), func(t string) bool { return t == last })
}

// emptied says that the cart is as empty as a claim has it.
func (c *checker) emptied(sp span) bool {
	return sp.trigger.class == empty && sp.trigger.told && !c.facts.NoTotal && c.facts.Total == 0
}

// olds checks what a claim says that there was before, and that it does not give that for what is now.
func (c *checker) olds(sp span, deeds []Deed) string {
	for i := sp.from; i < sp.to; i++ {
		if !c.isOld(sp, i) {
			if !c.lex.toldApart(sp.s.words, i) && c.turnedBack(sp.s.words[i], deeds) {
				return "option"
			}
			continue
		}
		if f := c.figureAt(sp, i); f != nil && f.from == i && f.amounts == nil && !f.percent {
			if !slices.ContainsFunc(deeds, func(d Deed) bool {
				return d.Was == f.n || d.Kind == Options && hasSize(f.text, Deed{Options: d.From}) || d.Kind != Quantity && d.Kind != Options
			}) {
				return "count"
			}
		}
		color := c.color(sp.s.words, i)
		size, _ := c.letterSize(sp, i)
		for _, old := range []struct {
			v   string
			has func(Deed) bool
		}{{color, func(d Deed) bool { return hasColor(color, nil, d.From) }}, {size, func(d Deed) bool { return hasSize(size, Deed{Options: d.From}) }}} {
			if old.v != "" && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind != Options || old.has(d) }) {
				return "option"
			}
		}
	}
	return ""
}

// turnedBack says that a word is a value that is there no more: "king size", where they are queen size now.
func (c *checker) turnedBack(w word, deeds []Deed) bool {
	changed := false
	for _, d := range deeds {
		if d.Kind != Options {
			return false
		}
		for _, e := range w.eng {
			if len(e) < 3 || slices.Contains(stems(d.Title), e) {
				continue
			}
			is := func(o evercart.Option) bool { return slices.Contains(stems(o.Value), e) }
			changed = changed || slices.ContainsFunc(d.From, is) && !slices.ContainsFunc(d.Options, is)
		}
	}
	return changed
}

// checkDenial holds "nothing was changed" against what was; "" = it is so.
func (c *checker) checkDenial(sp span, kinds []Kind) string {
	if only(kinds, Ordered) && len(c.facts.all([]Kind{OrderUnknown})) > 0 {
		return "deed" // it may well have been placed
	}
	for _, d := range c.facts.all(kinds) {
		if !d.Kind.Changes() || sp.trigger.failed && c.refusedToo(d) {
			continue
		}
		if d.Title == "" {
			return "deed"
		}
		differs := false
		for _, m := range c.heads(sp) {
			differs = differs || m.fits(d, nil) != ""
		}
		ms := c.mentions(sp)
		for _, m := range ms {
			if sp.trigger.failed && m.count > 0 && d.Count > 0 && m.count != d.Count {
				differs = true // "I couldn't add two"
			}
			m.count = 0
			differs = differs || (len(m.head) > 0 || len(m.colors) > 0 || m.size != "") && m.fits(d, nil) != ""
		}
		if !differs {
			return "deed"
		}
	}
	return c.reason(sp)
}

// refusedToo says that more of the same was refused: "I couldn't add the second tray".
func (c *checker) refusedToo(d Deed) bool {
	return slices.ContainsFunc(c.facts.all([]Kind{Refused}), func(r Deed) bool { return r.Title != "" && r.Title == d.Title })
}

// reason checks why something was refused.
func (c *checker) reason(sp span) string {
	var why []string
	for _, d := range c.facts.Deeds {
		if d.Kind == Refused || d.Kind == CouponRefused {
			if r := reasonOf(d.Of); r != "" {
				why = append(why, r)
			}
		}
	}
	if len(why) == 0 {
		return ""
	}
	var said []string
	for _, w := range sp.s.words {
		if r := c.lex.labels[w.key]; slices.Contains(reasons, r) {
			said = append(said, r)
		}
	}
	for _, r := range said {
		if !slices.Contains(why, r) {
			return "reason"
		}
	}
	return ""
}

// amountsOf are the prices that a claim may give of these deeds.
func amountsOf(deeds []Deed) []evercart.Minor {
	var out []evercart.Minor
	for _, d := range deeds {
		if d.Price > 0 || d.Kind == DeliverySet {
			out = append(out, d.Price, d.Price*evercart.Minor(max(d.Count, 1)))
		}
		if d.Amount > 0 {
			out = append(out, d.Amount)
		}
	}
	return out
}
