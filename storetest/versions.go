package storetest

import (
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
)

var versions = []acase{
	{"what was committed is what is loaded", committedIsLoaded},
	{"a session begins once", beginsOnce},
	{"nobody there", nobodyThere},
	{"a stale base costs a second run", staleBase},
	{"a refusal counts on the newest state", staleRefusal},
	{"a change decided between is merged", mergedByIntent},
	{"parallel writers", parallelWriters},
	{"parallel first writers", parallelFirst},
	{"no facts write nothing", noFacts},
	{"times are in UTC to the millisecond", timePrecision},
	{"it is still there after reopening", reopened},
}

// asJSON is a state as comparable text, with its sealed part.
func asJSON(t testing.TB, s evercart.State) string {
	t.Helper()
	clear, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := evercart.RevealJSON(s.Personal)
	if err != nil {
		t.Fatal(err)
	}
	return string(clear) + string(sealed)
}

func sameState(t testing.TB, what string, got, want evercart.State) {
	t.Helper()
	if d := cmp.Diff(asJSON(t, want), asJSON(t, got)); d != "" {
		t.Fatalf("%s (-want +got):\n%s", what, d)
	}
}

func committedIsLoaded(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	ctxSet := &evercart.ContextSet{Intent: "browse"}
	ctxSet.Personal.Values = map[string]evercart.Personal{"shoe size": "nine"}
	c := k.must(t, evercart.Update{Session: id, Turn: "t1", By: "shopper", Do: func(s evercart.State) (evercart.Change, error) {
		open := &evercart.TurnOpened{Node: "n"}
		open.Personal.Words = "two of A and nine is my size"
		ch, err := add("A", 2)(s)
		ch.Facts = append([]evercart.Fact{open}, ch.Facts...)
		ch.Facts = append(ch.Facts, ctxSet, &evercart.FocusSet{SKUs: []evercart.SKU{"A", "B"}},
			&evercart.QuestionAsked{Question: evercart.Question{Kind: "variant", Options: []string{"ivory"}}}, closing("Done."))
		return ch, err
	}})
	got := k.load(t, id)
	sameState(t, "the loaded state", got, c.State)
	equal(t, "quantity", got.Cart.Lines[0].Quantity, 2)
	equal(t, "total", got.Cart.Totals.Total, 2*price)
	equal(t, "context", got.Personal.Context["shoe size"].Reveal(), "nine")
	if got.Question == nil || got.Active != nil {
		t.Fatalf("question %v, active %v", got.Question, got.Active)
	}
	events := k.events(t, id, 0)
	equal(t, "events", evercart.Seq(len(events)), got.Seq)
	folded := evercart.State{}
	for i, e := range events {
		equal(t, "seq", e.Seq, evercart.Seq(i+1))
		var err error
		if folded, err = folded.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	sameState(t, "the fold of the events", folded, got)
	equal(t, "words", events[1].Fact.(*evercart.TurnOpened).Personal.Words.Reveal(), "two of A and nine is my size")
	for i, e := range c.Events {
		stored := events[int(c.Events[0].Seq)-1+i]
		if e.Write == "" || e.Write != stored.Write || e.Actor != stored.Actor || e.Turn != stored.Turn || !e.At.Equal(stored.At) || e.Fact.Kind() != stored.Fact.Kind() {
			t.Fatalf("event %d: committed %+v, stored %+v", e.Seq, e, stored)
		}
	}
}

func beginsOnce(t *testing.T, k *kit) {
	id, p := k.begin(t)
	_, err := k.do(evercart.Update{Session: id, Open: true, Do: facts(opened(p))})
	code(t, "opened twice", err, evercart.Invalid)
	_, err = k.do(evercart.Update{Session: newSession(), Open: true, Do: facts(note("x"))})
	code(t, "begun without session.opened", err, evercart.Invalid)
	equal(t, "events", len(k.events(t, id, 0)), 1)
}

func nobodyThere(t *testing.T, k *kit) {
	id := newSession()
	ran := false
	_, err := k.do(evercart.Update{Session: id, Do: func(evercart.State) (evercart.Change, error) {
		ran = true
		return evercart.Change{}, nil
	}})
	code(t, "update", err, evercart.NotFound)
	equal(t, "Do ran", ran, false)
	_, err = k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
	_, err = k.Events(k.ctx, id, 0, 0)
	code(t, "events", err, evercart.NotFound)
	_, err = k.Turn(k.ctx, id, "t")
	code(t, "turn", err, evercart.NotFound)
	code(t, "redact", k.Redact(k.ctx, id, 1, "asked"), evercart.NotFound)
	known, _ := k.begin(t)
	_, err = k.Turn(k.ctx, known, "t")
	code(t, "turn of a session that is there", err, evercart.NotFound)
}

func staleBase(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	old := k.load(t, id)
	k.must(t, evercart.Update{Session: id, Do: add("A", 2)})
	c := k.must(t, evercart.Update{Session: id, Base: &old, Do: add("A", 3)})
	equal(t, "quantity", c.State.Cart.Lines[0].Quantity, 5)
	equal(t, "lines", len(c.State.Cart.Lines), 1)
	equal(t, "cart version", c.State.Cart.Version, int64(2))
	sameState(t, "loaded", k.load(t, id), c.State)
}

func staleRefusal(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	empty := k.load(t, id)
	k.must(t, evercart.Update{Session: id, Do: add("A", 2)})
	c, err := k.do(evercart.Update{Session: id, Base: &empty, Do: command(evercart.Command{Verb: evercart.Remove, SKU: "A"})})
	code(t, "remove what the stale base does not hold", err, "")
	equal(t, "lines", len(c.State.Cart.Lines), 0)

	claim := k.claim(t, id, "t1", "n")
	busy := k.load(t, id)
	k.must(t, evercart.Update{Session: id, Claim: &claim, Turn: "t1", Do: facts(closing("Done."))})
	u := openTurn(id, "t2", "again", "n")
	u.Base = &busy
	_, err = k.do(u)
	code(t, "a turn opened on a base whose turn has closed since", err, "")
}

func mergedByIntent(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	runs := 0
	c := k.must(t, evercart.Update{Session: id, Do: func(s evercart.State) (evercart.Change, error) {
		if runs++; runs == 1 { // another device, between our decision and our commit
			k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
		}
		return add("A", 2)(s)
	}})
	equal(t, "runs", runs, 2)
	equal(t, "quantity", c.State.Cart.Lines[0].Quantity, 3)
	equal(t, "total", c.State.Cart.Totals.Total, 3*price)
	equal(t, "events", len(k.events(t, id, 0)), 3)
}

func parallelWriters(t *testing.T, k *kit) {
	const sessions, writers, each = 3, 8, 6
	var ids []evercart.SessionID
	for range sessions {
		id, _ := k.begin(t)
		ids = append(ids, id)
	}
	var all sync.WaitGroup
	met := make([]sync.WaitGroup, sessions) // all writers decide for the first time on the same state
	for n := range met {
		met[n].Add(writers)
	}
	for w := range writers {
		for n, id := range ids {
			all.Go(func() {
				once := sync.OnceFunc(func() {
					met[n].Done()
					met[n].Wait()
				})
				decide := add(evercart.SKU(fmt.Sprintf("S%d", w%2)), 1)
				for range each {
					if _, err := k.do(evercart.Update{Session: id, Do: func(s evercart.State) (evercart.Change, error) {
						once()
						return decide(s)
					}}); err != nil {
						t.Errorf("writer %d: %v", w, err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	for _, id := range ids {
		s := k.load(t, id)
		equal(t, "lines", len(s.Cart.Lines), 2)
		equal(t, "S0", mustLine(t, s, "S0").Quantity, writers*each/2)
		equal(t, "S1", mustLine(t, s, "S1").Quantity, writers*each/2)
		equal(t, "total", s.Cart.Totals.Total, writers*each*price)
		equal(t, "seq", s.Seq, evercart.Seq(1+writers*each))
		equal(t, "events", len(k.events(t, id, 0)), 1+writers*each)
		equal(t, "cart version", s.Cart.Version, int64(writers*each))
	}
}

func mustLine(t testing.TB, s evercart.State, sku evercart.SKU) evercart.Line {
	t.Helper()
	l, ok := s.Cart.LineOf(sku)
	if !ok {
		t.Fatalf("no line of %s", sku)
	}
	return l
}

func parallelFirst(t *testing.T, k *kit) {
	p, id := k.guest(t), newSession()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			_, err := k.do(evercart.Update{Session: id, Open: true, Do: func(s evercart.State) (evercart.Change, error) {
				if s.Life != "" {
					return add("A", 1)(s)
				}
				first := opened(p)
				next, _, err := s.After(time.Time{}, "", "", first)
				if err != nil {
					return evercart.Change{}, err
				}
				ch, err := add("A", 1)(next)
				ch.Facts = append([]evercart.Fact{first}, ch.Facts...)
				return ch, err
			}})
			if err != nil {
				t.Errorf("first writer: %v", err)
			}
		})
	}
	all.Wait()
	s := k.load(t, id)
	equal(t, "quantity", mustLine(t, s, "A").Quantity, 6)
	equal(t, "seq", s.Seq, evercart.Seq(7))
}

func noFacts(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	kind := random("job")
	c := k.must(t, evercart.Update{Session: id, Do: func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Jobs: []evercart.Job{{Kind: kind}}}, nil
	}})
	equal(t, "events", len(c.Events), 0)
	equal(t, "seq", c.State.Seq, evercart.Seq(1))
	equal(t, "stored", len(k.events(t, id, 0)), 1)
	equal(t, "jobs", len(k.lease(t, kind)), 0)
}

func timePrecision(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	before := time.Now().Add(-time.Minute)
	var stamps []time.Time
	for range 4 {
		c := k.must(t, evercart.Update{Session: id, Do: facts(note("x"))})
		stamps = append(stamps, c.Events[0].At)
		<-time.After(3 * time.Millisecond)
	}
	events := k.events(t, id, 1)
	for i, e := range events {
		if !e.At.Equal(stamps[i]) || e.At.Location() != time.UTC || !e.At.Equal(e.At.Truncate(time.Millisecond)) {
			t.Fatalf("event %d: stored %v, committed %v", e.Seq, e.At, stamps[i])
		}
		if e.At.Before(before) {
			t.Fatalf("event %d is of %v", e.Seq, e.At)
		}
		if i > 0 && !e.At.After(events[i-1].At) {
			t.Fatalf("3 ms apart, and not told apart: %v, %v", events[i-1].At, e.At)
		}
	}
	s := k.load(t, id)
	if !s.Touched.Equal(events[len(events)-1].At) || s.Touched.Location() != time.UTC {
		t.Fatalf("touched %v, last event %v", s.Touched, events[len(events)-1].At)
	}
}

func reopened(t *testing.T, k *kit) {
	if k.f.Reopen == nil {
		t.Skip("this store cannot be reopened")
	}
	id, p := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: add("A", 2)})
	want := k.load(t, id)
	k.Store = k.f.Reopen(t, k.Store)
	sameState(t, "after reopening", k.load(t, id), want)
	k.must(t, evercart.Update{Session: id, Life: p.Life, Turn: "t1", Claim: &claim, Do: facts(closing("Done."))})
}
