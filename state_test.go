package evercart_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
)

// after folds facts of one turn.
func after(t testing.TB, s evercart.State, turn evercart.TurnID, facts ...evercart.Fact) evercart.State {
	t.Helper()
	before := asJSON(t, s)
	next, _, err := s.After(noon.UTC(), turn, "shopper", facts...)
	if err != nil {
		t.Fatal(err)
	}
	if asJSON(t, s) != before {
		t.Fatalf("%T changed the state it was folded into", facts[0])
	}
	return next
}

func TestFold(t *testing.T) {
	t.Parallel()
	s := begun(t)
	if s.Shop != "default" || s.Subject != "u" || s.Life != "l1" || s.Locale != "en-US" || s.Cart.Currency != "USD" || s.Fold != evercart.FoldVersion {
		t.Fatalf("%+v", s)
	}
	s = after(t, s, "t1", &evercart.TurnOpened{Node: "n"})
	if s.Active == nil || s.Active.Turn != "t1" || s.Active.No != 2 || s.Active.Node != "n" || s.Turns != 1 || s.Tail() != 2 {
		t.Fatalf("%+v", s)
	}
	s = after(t, s, "t1", &evercart.StepThought{Calls: []evercart.CallMark{{ID: "1.1"}, {ID: "1.2"}}})
	s = after(t, s, "t1", &evercart.CallDone{Call: evercart.CallMark{ID: "1.2", Code: evercart.OutOfStock}})
	if s.Calls[0].Code != evercart.CallOpen || s.Calls[1].Code != evercart.OutOfStock {
		t.Fatalf("%+v", s.Calls)
	}
	s = after(t, s, "t1", &evercart.TurnTaken{Node: "m"})
	if s.Active.Node != "m" || s.Active.No != 5 || s.Turns != 1 || len(s.Calls) != 2 {
		t.Fatalf("%+v", s.Active)
	}
	s = after(t, s, "t1", &evercart.QuestionAsked{Question: evercart.Question{Kind: "variant"}}, &evercart.TurnClosed{})
	if s.Active != nil || s.Calls != nil || s.Question == nil || s.Question.Turn != "t1" {
		t.Fatalf("%+v", s)
	}
	open := after(t, s, "t2", &evercart.TurnOpened{})
	if open.Question == nil {
		t.Fatal("the question is open for the next turn")
	}
	if closed := after(t, open, "t2", &evercart.TurnClosed{}); closed.Question != nil {
		t.Fatal("a yes that comes later is a yes to something else")
	}
	s = after(t, s, "", &evercart.SessionMerged{Merge: "m1", Into: "z"})
	if s.Into != "z" || len(s.Merged) != 1 {
		t.Fatalf("%+v", s)
	}
}

func TestContext(t *testing.T) {
	t.Parallel()
	set := func(values map[string]evercart.Personal) *evercart.ContextSet {
		f := &evercart.ContextSet{}
		f.Personal.Values = values
		return f
	}
	s := after(t, begun(t), "t", &evercart.ContextSet{Intent: "browse"}, set(map[string]evercart.Personal{"size": "M", "color": "ivory"}))
	next := after(t, s, "t", set(map[string]evercart.Personal{"size": "L", "color": ""}))
	if next.Personal.Context["size"] != "L" || len(next.Personal.Context) != 1 || next.Intent != "browse" {
		t.Fatalf("%d values, intent %s", len(next.Personal.Context), next.Intent)
	}
	if s.Personal.Context["size"] != "M" || len(s.Personal.Context) != 2 {
		t.Fatal("folding wrote into the state it came from")
	}
}

// The last search stands until another one is made: looking at one thing does not end it.
func TestLooked(t *testing.T) {
	t.Parallel()
	terms := make([]string, 100)
	looked := &evercart.Looked{Terms: terms, Without: terms, Under: 5000, Sale: true, Told: 3, All: 15}
	s := after(t, begun(t), "t1", &evercart.TurnOpened{}, &evercart.FocusSet{SKUs: []evercart.SKU{"A", "B"}, Looked: looked})
	one := after(t, s, "t1", &evercart.FocusSet{SKUs: []evercart.SKU{"B"}}, &evercart.TurnClosed{})
	if l := one.Looked; l == nil || l.Under != 5000 || !l.Sale || l.Told != 3 || l.All != 15 || len(l.Terms) != 24 || len(l.Without) != 24 || len(one.Focus) != 1 {
		t.Fatalf("looked = %+v, focus %v", l, one.Focus)
	}
	if s = after(t, one, "t2", &evercart.TurnOpened{}, &evercart.FocusSet{Looked: &evercart.Looked{Terms: []string{"mug"}}}); s.Looked.Under != 0 || one.Looked.Under != 5000 {
		t.Fatalf("a new search keeps %+v of the old one, which is now %+v", s.Looked, one.Looked)
	}
}

// What grows without end stays in events.
func TestStateIsBounded(t *testing.T) {
	t.Parallel()
	s := begun(t)
	size := 0
	for i := range 400 {
		turn := evercart.TurnID(fmt.Sprint("t", i))
		values := &evercart.ContextSet{}
		values.Personal.Values = map[string]evercart.Personal{fmt.Sprint("k", i): "v"}
		var focus []evercart.SKU
		for n := range 40 {
			focus = append(focus, evercart.SKU(fmt.Sprint(n)))
		}
		line := evercart.Line{No: 1, SKU: "A", Quantity: 1 + i%5}
		s = after(t, s, turn, &evercart.TurnOpened{}, values, &evercart.FocusSet{SKUs: focus}, &evercart.SessionMerged{Merge: fmt.Sprintf("m%03d", i)},
			&evercart.CartChanged{Command: evercart.Command{Verb: evercart.SetQuantity}, Lines: []evercart.Line{line}, Version: int64(i)}, &evercart.TurnClosed{})
		sealed, err := evercart.RevealJSON(s.Personal)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(asJSON(t, s)) + len(sealed); i == 100 {
			size = n
		} else if i > 100 && n > size+200 { // digits grow
			t.Fatalf("turn %d: %d bytes, turn 100: %d", i, n, size)
		}
	}
	if len(s.Recent) != 20 || len(s.Focus) != 10 || len(s.Personal.Context) != 32 || len(s.Merged) != 32 || len(s.Cart.Undo) != 5 || s.Turns != 400 {
		t.Fatalf("%d recent, %d focus, %d context, %d merged, %d undo", len(s.Recent), len(s.Focus), len(s.Personal.Context), len(s.Merged), len(s.Cart.Undo))
	}
}

func TestEventsFollow(t *testing.T) {
	t.Parallel()
	s := begun(t)
	for _, seq := range []evercart.Seq{0, 1, 3, -1} {
		_, err := s.Apply(evercart.Event{Seq: seq, Fact: &evercart.Noted{}})
		code(t, fmt.Sprint(seq), err, evercart.Damaged)
	}
}

// A state that a newer program wrote keeps what this one does not know.
func TestStateKeepsWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	s := after(t, begun(t), "t1", &evercart.TurnOpened{}, &evercart.FocusSet{SKUs: []evercart.SKU{"A"}})
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(asJSON(t, s)), &m); err != nil {
		t.Fatal(err)
	}
	m["gift"] = json.RawMessage(`{"paper":"red","n":12345678901234567890}`)
	newer, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var read evercart.State
	if err := json.Unmarshal(newer, &read); err != nil {
		t.Fatal(err)
	}
	read = after(t, read, "t1", &evercart.TurnClosed{})
	var again map[string]json.RawMessage
	if err := json.Unmarshal([]byte(asJSON(t, read)), &again); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(string(again["gift"])), ""); got != string(m["gift"]) {
		t.Fatalf("got %s", got)
	}
	if _, there := again["active"]; there {
		t.Fatal("a field of ours that is empty now came back from the stored one")
	}
	read.Extra = nil
	var plain evercart.State
	if err := json.Unmarshal([]byte(asJSON(t, s)), &plain); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(s, plain); d != "" {
		t.Fatalf("a state does not read back (-was +is):\n%s", d)
	}
}

func FuzzState(f *testing.F) {
	f.Add([]byte(asJSON(f, begun(f, &evercart.TurnOpened{Node: "n"}, &evercart.FocusSet{SKUs: []evercart.SKU{"A"}}))))
	for _, s := range []string{`{}`, `null`, `{"Seq":5,"seq":6,"x":1}`, `{"cart":{"lines":[{"line":1,"sku":"A","quantity":2}],"undo":[{"seq":1}]}}`, `{"question":{"kind":"x","pending":{"verb":"add"}}}`} {
		f.Add([]byte(s))
	}
	shelf := evercart.Shelf{"a": {Variant: evercart.Variant{SKU: "A", Price: 1, Stock: 3, Active: true}}}
	f.Fuzz(func(t *testing.T, b []byte) {
		var s, again, third evercart.State
		if json.Unmarshal(b, &s) != nil {
			return
		}
		if err := json.Unmarshal([]byte(asJSON(t, s)), &again); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if err := json.Unmarshal([]byte(asJSON(t, again)), &third); err != nil || asJSON(t, again) != asJSON(t, third) {
			t.Fatalf("a state changes on its way: %v\n%s", err, cmp.Diff(asJSON(t, again), asJSON(t, third)))
		}
		for _, v := range verbs { // whatever was stored, the rules hold their ground
			if fact, err := s.Cart.Decide(evercart.Command{Verb: v, SKU: "A", To: "A", Quantity: 1}, shelf, evercart.DefaultShop()); err == nil && fact != nil {
				_, _, _ = s.After(noon, "t", "shopper", fact)
			}
		}
		_ = s.Tail()
		_ = s.Cart.News()
	})
}

// What models took adds up over the turns that are over, and is not there where none was asked.
func TestStateKnowsWhatModelsTook(t *testing.T) {
	t.Parallel()
	s := evercart.State{}
	for _, u := range []evercart.Usage{{In: 100, Cached: 40, Out: 10, MicroUSD: 7}, {}, {In: 50, Out: 5, MicroUSD: 3}} {
		next, _, err := s.After(noon.UTC(), "t", "agent", &evercart.TurnClosed{How: evercart.Done, Usage: u})
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if s.Spent != (evercart.Usage{In: 150, Cached: 40, Out: 15, MicroUSD: 10}) {
		t.Errorf("spent %+v", s.Spent)
	}
	b, err := json.Marshal(evercart.State{})
	if err != nil || strings.Contains(string(b), "spent") {
		t.Errorf("%s, %v", b, err)
	}
}
