package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// swap puts another thing in a line's place.
func (t *turn) swap(c clause) outcome {
	target := t.first(c.x)
	part := target.qty
	target = t.withoutOld(target)
	switch f := t.fit(c.y); {
	case !t.isNamed(c.x) && f.want == wantChange: // "make that four instead of three"
		return t.change(clause{found: f, more: c.more, text: c.text})
	case t.onlyCounts(c.x):
		if f.want == wantAdd {
			c.y = f.x
		}
		return t.changeBag(clause{found: found{want: wantChange, x: c.y}, more: c.more, text: c.text})
	case f.want == wantAdd:
		c.y = f.x
	}
	value := t.read(c.y)
	for _, p := range c.more {
		o := t.read(p.text)
		if p.fix {
			value = t.corrected(value, o)
		} else {
			value = value.join(o)
		}
	}
	if shown, ok := t.shownAs(value); ok { // "one of those instead of one of the figs"
		value = shown
	}
	found, why := t.lines(target, t.state.Cart.Lines)
	switch {
	case t.failed != nil:
		return outcome{}
	case len(found) == 0 && (c.either || strings.Contains(c.text, "instead of")): // a choice between two, neither of them there yet
		return t.addItems([]item{value})
	case len(found) == 0:
		return outcome{say: why, lost: true}
	case len(found) > 1:
		return t.become(found, value)
	case part > 0 && part < found[0].Quantity:
		return t.swapSome(found[0], value, part)
	}
	return t.becomeOne(found[0], value)
}

// shownAs names what was just shown, where nothing but "those" is said and it is not in the cart.
func (t *turn) shownAs(value item) (item, bool) {
	if !value.bare() || value.ref != refIt && value.ref != refThem || len(value.sizes)+len(value.nums)+len(value.ordinals) > 0 || !t.justShown() {
		return value, false
	}
	ch := t.choose(item{ref: refThem})
	if ch.miss != "" || t.failed != nil || len(ch.hits) != 1 || len(ch.hits[0].Variants) != 1 || t.inCart(ch.hits[0].Product) {
		return value, false
	}
	out := t.read(t.lineWords(evercart.Line{SKU: ch.hits[0].Variants[0].SKU, Options: ch.hits[0].Variants[0].Options}))
	out.qty = value.qty
	return out, true
}

// swapSome puts another thing in the place of some of a line: "swap two of them for natural ones", of six.
func (t *turn) swapSome(l evercart.Line, value item, part int) outcome {
	o := t.becomeOne(l, value)
	if len(o.commands) != 1 || o.commands[0].Verb != evercart.Swap || o.commands[0].To == "" {
		return t.askLine([]evercart.Line{l}, func(evercart.Line) evercart.Command {
			if len(o.commands) == 1 {
				return o.commands[0]
			}
			return evercart.Command{}
		})
	}
	n := part
	if o.commands[0].Quantity > 0 {
		n = o.commands[0].Quantity
	}
	o.commands = []evercart.Command{{Verb: evercart.Remove, Line: l.No, Quantity: part}, {Verb: evercart.Add, SKU: o.commands[0].To, Quantity: n}}
	return o
}

// swapFor finds the other thing and carries over what was not mentioned: quantity, size, colour.
func (t *turn) swapFor(l evercart.Line, value item) outcome {
	it := value
	it.ref, it.same, it.more = refNone, false, false
	c := t.byName(it)
	if c.miss != "" {
		return outcome{say: c.miss, lost: true}
	}
	if c.hits = t.sameKind(c.hits, l); len(c.hits) > 1 {
		c = t.narrowed(c, it)
	} else {
		c.base = evercart.Variant{}
		c = t.narrowed(c, it)
	}
	if c.miss != "" {
		return outcome{say: c.miss, lost: true}
	}
	if len(c.hits) == 1 {
		c.hits[0].Variants = t.carried(c.hits[0].Variants, l)
	}
	return t.settle(c.hits, evercart.Command{Verb: evercart.Swap, Line: l.No, Quantity: c.qty})
}

// sameKind keeps of several products those of the line's own type: "the silk one" for a linen blouse is a blouse.
func (t *turn) sameKind(hits []evercart.Hit, l evercart.Line) []evercart.Hit {
	p, ok := t.productOf(l.SKU)
	if !ok || len(hits) < 2 {
		return hits
	}
	kept := slices.DeleteFunc(slices.Clone(hits), func(h evercart.Hit) bool { return h.Product.Type != p.Type || h.Product.ID == p.ID })
	if len(kept) == 0 {
		return hits
	}
	return kept
}

// carried keeps the variants that have the line's values, option by option, as far as there are any.
func (t *turn) carried(variants []evercart.Variant, l evercart.Line) []evercart.Variant {
	for _, o := range l.Options {
		own := t.lang.Value(o.Value)
		same := slices.DeleteFunc(slices.Clone(variants), func(v evercart.Variant) bool {
			return !slices.ContainsFunc(v.Options, func(x evercart.Option) bool { return t.lang.Value(x.Value) == own })
		})
		if len(same) > 0 {
			variants = same
		}
	}
	return variants
}

// sizeStep goes one size up or down.
func (t *turn) sizeStep(c clause) outcome {
	up := c.y == "up" || c.y == "bigger" || c.y == "larger"
	it := t.withoutOld(t.first(c.x))
	found, why := t.lines(it, t.state.Cart.Lines)
	switch {
	case len(found) == 0 && it.bare() && len(t.state.Focus) > 0:
		return t.addStepped(c.text, up)
	case len(found) == 0:
		return outcome{say: why, lost: true}
	case len(found) > 1:
		return t.askLine(found, func(l evercart.Line) evercart.Command { return t.steppedAs(c.text, l, up) })
	}
	cmd := t.steppedAs(c.text, found[0], up)
	if cmd.To == "" {
		return outcome{say: t.sayOwn("edge.size"), lost: true}
	}
	if t.clauses == 1 && besides.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal()))) {
		return outcome{commands: []evercart.Command{{Verb: evercart.Add, SKU: cmd.To, Quantity: 1}}}
	}
	return outcome{commands: []evercart.Command{cmd}}
}

// besides says that what is there stays, and one more is wanted: "same thing, one size bigger, as well".
var besides = sift.Of(`\b(?:as well|also|in addition|same again|another(?: one| pair)?)\b|\btoo(?: please| thanks)?$`)

// addStepped puts in what is spoken of, a size up or down: it is not in the cart.
func (t *turn) addStepped(said string, up bool) outcome {
	hits := t.focus()
	if len(hits) != 1 || t.memory.Lost {
		return openAsk(t.sayOwn("which.size"))
	}
	base := t.exact(hits[0].Product)
	if base.SKU == "" {
		return t.askVariant(hits[0].Product, hits[0].Variants, evercart.Command{Verb: evercart.Add, Quantity: 1})
	}
	cmd := t.steppedAs(said, evercart.Line{SKU: base.SKU, Options: base.Options}, up)
	if cmd.To == "" {
		return outcome{say: t.sayOwn("edge.size"), lost: true}
	}
	return outcome{commands: []evercart.Command{{Verb: evercart.Add, SKU: cmd.To, Quantity: 1}}}
}

// steppedAs is a step as long as was said: "two sizes down", "half a size up", "a full size smaller".
func (t *turn) steppedAs(said string, l evercart.Line, up bool) evercart.Command {
	cmd := t.stepped(l, up)
	switch {
	case strings.Contains(said, "half"):
		if !t.apart(l, cmd.To, 0.5) {
			cmd.To = ""
		}
	case strings.Contains(said, "two sizes"), (strings.Contains(said, "full size") || strings.Contains(said, "whole size")) && t.apart(l, cmd.To, 0.5):
		if p, ok := t.productOf(cmd.To); cmd.To != "" && ok {
			next := l
			next.SKU = cmd.To
			for _, v := range p.Variants {
				if v.SKU.Fold() == cmd.To.Fold() {
					next.Options = v.Options
				}
			}
			cmd.To = t.stepped(next, up).To
		}
	}
	return cmd
}

// stepped is the swap to the next size in the feed's order, all else as it is; To is "" where there is none.
func (t *turn) stepped(l evercart.Line, up bool) evercart.Command {
	cmd := evercart.Command{Verb: evercart.Swap, Line: l.No}
	p, ok := t.productOf(l.SKU)
	if !ok {
		return cmd
	}
	for _, o := range l.Options {
		if t.isColor(o) {
			continue
		}
		said := map[string][]string{}
		for _, other := range l.Options {
			if other.Name != o.Name {
				said[other.Name] = []string{t.lang.Value(other.Value)}
			}
		}
		row := having(t, active(p.Variants), said)
		i := slices.IndexFunc(row, func(v evercart.Variant) bool { return v.SKU.Fold() == l.SKU.Fold() })
		if up {
			i++
		} else {
			i--
		}
		if i >= 0 && i < len(row) {
			cmd.To = row[i].SKU
		}
	}
	return cmd
}

// apart says that the sizes of a line and of another variant are so far apart.
func (t *turn) apart(l evercart.Line, to evercart.SKU, by float64) bool {
	p, ok := t.productOf(to)
	if !ok {
		return false
	}
	for _, v := range p.Variants {
		for i, o := range v.Options {
			if v.SKU != to || i >= len(l.Options) || o.Value == l.Options[i].Value {
				continue
			}
			a, errA := strconv.ParseFloat(t.lang.Value(l.Options[i].Value), 64)
			b, errB := strconv.ParseFloat(t.lang.Value(o.Value), 64)
			return errA == nil && errB == nil && (a-b == by || b-a == by)
		}
	}
	return false
}
