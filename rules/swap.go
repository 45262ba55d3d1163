package rules

import (
	"github.com/evercart/evercart"
	"slices"
	"strconv"
	"strings"
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
	case part > 0 && part < found[0].Quantity: // "one of the lemonades": the whole line would be swapped
		return t.askLine(found, func(l evercart.Line) evercart.Command {
			if o := t.becomeOne(l, value); len(o.commands) == 1 {
				return o.commands[0]
			}
			return evercart.Command{}
		})
	}
	return t.becomeOne(found[0], value)
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
	found, why := t.lines(t.withoutOld(t.first(c.x)), t.state.Cart.Lines)
	switch {
	case len(found) == 0:
		return outcome{say: why, lost: true}
	case len(found) > 1:
		return t.askLine(found, func(l evercart.Line) evercart.Command { return t.stepped(l, up) })
	}
	cmd := t.stepped(found[0], up)
	if strings.Contains(c.text, "half") && !t.halfApart(found[0], cmd.To) {
		cmd.To = ""
	}
	if cmd.To == "" {
		return outcome{say: t.sayOwn("edge.size"), lost: true}
	}
	return outcome{commands: []evercart.Command{cmd}}
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

// halfApart says that the sizes of a line and of another variant are half a size apart.
func (t *turn) halfApart(l evercart.Line, to evercart.SKU) bool {
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
			return errA == nil && errB == nil && (a-b == 0.5 || b-a == 0.5)
		}
	}
	return false
}
