package evercart_test

import (
	"slices"
	"testing"

	"github.com/evercart/evercart"
)

// Each kind of fact either does something that can be told, or nothing at all: a new one asks for the decision here.
func TestEveryFactTellsItsDeeds(t *testing.T) {
	t.Parallel()
	tells := map[evercart.Kind][]evercart.DeedKind{
		"cart.changed": {evercart.DeedAdded},
		"context.set":  {evercart.DeedNoted},
		"handed.off":   {evercart.DeedHandedOff},
	}
	silent := []evercart.Kind{"session.opened", "session.merged", "turn.opened", "turn.taken", "step.thought", "call.done", "focus.set", "question.asked", "words.sent",
		"turn.closed", "reply.heard", "noted", "summary.made", "redacted"}
	for _, k := range evercart.Kinds() {
		f := k.Empty
		if c, ok := f.(*evercart.CartChanged); ok {
			c.Command, c.Lines = evercart.Command{Verb: evercart.Add}, []evercart.Line{{No: 1, SKU: "A", Title: "Vase", Quantity: 2, UnitPrice: 500}}
		}
		var got []evercart.DeedKind
		for _, d := range (evercart.State{}).Deeds(f) {
			got = append(got, d.Kind)
		}
		want, told := tells[f.Kind()]
		if !told && !slices.Contains(silent, f.Kind()) {
			t.Errorf("%s: nobody has said what it does; see State.Deeds", f.Kind())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s did %v, not %v", f.Kind(), got, want)
		}
	}
}

// What a command did is told against what was there before it.
func TestDeedsOfCommands(t *testing.T) {
	t.Parallel()
	line := func(no evercart.LineNo, title string, n int) evercart.Line {
		return evercart.Line{No: no, SKU: evercart.SKU(title), Title: title, Quantity: n, UnitPrice: 100}
	}
	s := evercart.State{Cart: evercart.Cart{Lines: []evercart.Line{line(1, "Vase", 2), line(2, "Bowl", 1)}, Saved: []evercart.Line{line(3, "Lamp", 1)}}}
	did := func(verb evercart.Verb, lines, saved []evercart.Line) (out []evercart.DeedKind) {
		for _, d := range s.Deeds(&evercart.CartChanged{Command: evercart.Command{Verb: verb}, Lines: lines, Saved: saved}) {
			out = append(out, d.Kind)
		}
		return out
	}
	for name, c := range map[string]struct{ got, want []evercart.DeedKind }{
		"more":       {did(evercart.SetQuantity, []evercart.Line{line(1, "Vase", 5)}, nil), []evercart.DeedKind{evercart.DeedQuantity, evercart.DeedAdded}},
		"fewer":      {did(evercart.SetQuantity, []evercart.Line{line(1, "Vase", 1)}, nil), []evercart.DeedKind{evercart.DeedQuantity, evercart.DeedRemoved}},
		"gone":       {did(evercart.Remove, []evercart.Line{line(2, "Bowl", 0)}, nil), []evercart.DeedKind{evercart.DeedRemoved}},
		"put aside":  {did(evercart.Save, []evercart.Line{line(2, "Bowl", 0)}, []evercart.Line{line(2, "Bowl", 1)}), []evercart.DeedKind{evercart.DeedSaved}},
		"back":       {did(evercart.Restore, []evercart.Line{line(3, "Lamp", 1)}, []evercart.Line{line(3, "Lamp", 0)}), []evercart.DeedKind{evercart.DeedRestored}},
		"swapped":    {did(evercart.Swap, []evercart.Line{line(2, "Bowl", 0), line(4, "Cup", 1)}, nil), []evercart.DeedKind{evercart.DeedOptions, evercart.DeedRemoved, evercart.DeedAdded}},
		"new prices": {did(evercart.Refresh, []evercart.Line{line(2, "Bowl", 1)}, nil), nil},
		"forgotten":  {did(evercart.Remove, nil, []evercart.Line{line(3, "Lamp", 0)}), []evercart.DeedKind{evercart.DeedRemoved}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, not %v", name, c.got, c.want)
		}
	}
}
