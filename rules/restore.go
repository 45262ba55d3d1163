package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/sift"
)

// restore brings saved lines back. What is not saved is not put in: it is not what was meant.
func (t *turn) restore(c clause) outcome {
	items := t.orIt(c)
	back := func(l evercart.Line, _ item) evercart.Command {
		return evercart.Command{Verb: evercart.Restore, Line: l.No}
	}
	saved := t.state.Cart.Saved
	if c.y != "" {
		items = []item{t.read(c.y)}
	}
	if items[0].empty() || items[0].bare() && len(items[0].ordinals) == 0 && c.y != "" || t.isAll(strings.TrimPrefix(c.x, "all ")) {
		items = []item{{ref: refEach}}
	}
	if len(saved) > 0 {
		if o := t.onEach(items, saved, back); len(o.commands) > 0 || o.ask != nil {
			return o
		}
	}
	if len(saved) == 0 && t.onlyIt(c.x) && len(t.state.Cart.Undo) > 0 && strings.Contains(c.text, "back") { // "no, put it back"
		return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}
	}
	if strings.HasPrefix(c.text, "take ") { // "take the tote back": the shop shall
		return t.remove(c)
	}
	if shelved.MatchString(c.text) && !t.onlyIt(c.x) { // "put back the cushions", which are in the cart
		if found, _ := t.lines(items[0], t.state.Cart.Lines); len(found) > 0 {
			return t.remove(c)
		}
	}
	if t.onlyIt(c.x) || items[0].ref == refEach && items[0].bare() {
		return outcome{say: t.sayOwn("not.saved"), lost: true}
	}
	if o, ok := t.backAgain(items); ok {
		return o
	}
	if strings.HasSuffix(c.text, " after all") { // "I would like the scarf in ivory after all"
		return t.add(clause{found: found{want: wantAdd, rule: true, x: c.x}, more: c.more, text: c.text, again: true})
	}
	return outcome{say: t.sayOwn("not.among", items[0].spoken()), lost: true}
}

// shelved are the ways to give back what is in the cart.
var shelved = sift.Of(`^(?:put|return|give)\b`)

// keptAfterAll puts back what was just taken out: "actually keep it", "keep the mug after all". False = it is about what is there.
func (t *turn) keptAfterAll(c clause) (outcome, bool) {
	if t.lastCall() != "remove_from_cart" || len(t.state.Cart.Undo) == 0 || t.openQuestion() != nil || !holdsOn.MatchString(c.text) || len(c.more) > 0 {
		return outcome{}, false
	}
	it := t.read(c.x)
	if it.onlyPoints() && it.ref != refEach || c.x == "" {
		second := t.denied || t.hesitated || t.beginsWithNo(t.prompt.Now.Words.Reveal()) || len(t.state.Cart.Lines) == 0 || strings.Contains(c.text, " after all")
		return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}, second && t.fresh
	}
	if it.bare() {
		return outcome{}, false
	}
	if lines, _ := t.lines(it, t.state.Cart.Lines); len(lines) > 0 {
		return outcome{}, false
	}
	return t.backAgain([]item{it})
}

// holdsOn are the ways to say that something stays.
var holdsOn = sift.Of(`^(?:(?:actually|no|wait|oh|okay|but|please|on second thoughts?|i will|i would like to|let us|let me|we will) )*(?:keep|keeping|leave|hold on to|hang on to)\b`)

// backAgain puts in again what the last change took out: "put the blouse back".
func (t *turn) backAgain(items []item) (outcome, bool) {
	n := len(t.state.Cart.Undo)
	if n == 0 {
		return outcome{}, false
	}
	var gone []evercart.Line
	for _, l := range t.state.Cart.Undo[n-1].Lines {
		if _, there := t.state.Cart.LineOf(l.SKU); !there && l.Quantity > 0 {
			gone = append(gone, l)
		}
	}
	var o outcome
	for _, it := range items {
		found := t.namedLines(it, gone)
		if it.bare() || len(gone) == 0 || len(found) != 1 {
			return outcome{}, false
		}
		o.commands = append(o.commands, evercart.Command{Verb: evercart.Add, SKU: found[0].SKU, Quantity: found[0].Quantity})
	}
	return o, true
}
