package rules

import (
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules/roles"
)

// eachBecomes makes of all lines what was said: "make them both large", "two of each". Those that cannot be that are left as they are, unless
// none can.
func (t *turn) eachBecomes(found []evercart.Line, value item) outcome {
	value.ref = refIt
	var o, none outcome
	for _, l := range found {
		one := t.becomeOne(l, value)
		o.commands = append(o.commands, one.commands...)
		if len(one.commands) == 0 && none.say == "" && none.ask == nil {
			none = one
		}
	}
	if len(o.commands) == 0 {
		return none
	}
	return o
}

// thatCanBe is the one line that comes in the size said, where the one that was pointed at does not: "let's make it a seven".
func (t *turn) thatCanBe(found []evercart.Line, value item) []evercart.Line {
	sizes := append(slices.Clone(value.sizes), sizesOf(value.sizedNums())...)
	if !value.bare() || len(sizes) == 0 {
		return found
	}
	can := slices.DeleteFunc(slices.Clone(t.state.Cart.Lines), func(l evercart.Line) bool {
		p, ok := t.productOf(l.SKU)
		return !ok || slices.ContainsFunc(sizes, func(s string) bool { return !hasValue(t, p, s) })
	})
	if len(can) != 1 || slices.ContainsFunc(found, func(l evercart.Line) bool { return len(l.Options) > 0 && t.sameOption(l, can[0]) }) {
		return found
	}
	return can
}

// sameOption says that both lines come in sizes of the same kind: one that is not there is said to be missing.
func (t *turn) sameOption(a, b evercart.Line) bool {
	for _, o := range a.Options {
		if !t.isColor(o) && slices.ContainsFunc(b.Options, func(x evercart.Option) bool { return x.Name == o.Name }) {
			return true
		}
	}
	return false
}

// countEach is how many of each thing there are to be: "make all of that one each"; 0 = that is not said.
func (t *turn) countEach(c clause) int {
	m := soManyEach.FindStringSubmatch(c.text)
	if m == nil || len(t.state.Cart.Lines) == 0 || !t.read(c.x+" "+c.y).bare() {
		return 0
	}
	return t.count(m[1])
}

var soManyEach = sift.Of(`\b(\w+) (?:of )?each$`)

// ofEach says that a value is given to "it", where all things of the cart are pointed at.
func ofEach(l labelled, given []roles.Role) bool {
	return slices.Contains(given, roles.Value) && !slices.Contains(given, roles.Change) && slices.ContainsFunc(l.slots, func(s slot) bool { return s.letter == slotPoint && s.it.ref == refEach })
}

// ownOptions keeps of several lines those that have an option said already: "the black one to large".
func (t *turn) ownOptions(found []evercart.Line, it item) []evercart.Line {
	if len(found) < 2 {
		return found
	}
	var own []evercart.Line
	for _, l := range found {
		for _, o := range l.Options {
			if t.saidValue(t.lang.Value(o.Value), o.Value, wishes{words: it.words}) > 0 {
				own = append(own, l)
				break
			}
		}
	}
	if len(own) > 0 {
		return own
	}
	return found
}
