package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

var tails = []acase{
	{"what is loaded, with its last turns", tailIsLoad},
	{"also of a session of one change, and of none", tailOfLittle},
	{"with an event that cannot be read", tailOfDamaged},
	{"for those who may see it, many at once", tailsTogether},
}

func (k *kit) tails(t testing.TB) evercart.Tails {
	t.Helper()
	tails, ok := k.Store.(evercart.Tails)
	if !ok {
		t.Skip("this store has no Tail")
	}
	return tails
}

// talked is a session of so many turns of three changes each.
func (k *kit) talked(t testing.TB, turns int) (evercart.SessionID, evercart.Shopper) {
	t.Helper()
	id, who := k.begin(t)
	for n := range turns {
		turn := evercart.TurnID(fmt.Sprint("t", n))
		claim := k.claim(t, id, turn, "n")
		k.must(t, evercart.Update{Session: id, Turn: turn, Claim: &claim, Do: facts(note("x"), note("y"))})
		k.must(t, evercart.Update{Session: id, Turn: turn, Claim: &claim, Do: facts(closing(fmt.Sprint("Answer ", n)))})
	}
	return id, who
}

// wantTail holds a tail against what the store gives otherwise.
func (k *kit) wantTail(t testing.TB, id evercart.SessionID) {
	t.Helper()
	state, closed, events, err := k.tails(t).Tail(k.ctx, id)
	code(t, "tail", err, "")
	sameState(t, "the state", state, k.load(t, id))
	if closed != nil {
		k.wantClosed(t, id, closed, events)
		before, err := closed.Open(k.ctx, closed.First())
		code(t, "to open them", err, "")
		events = slices.Concat(before, events)
	}
	if len(events) == 0 || events[0].Seq > state.Tail() {
		t.Fatalf("%d events, which do not reach back to %d", len(events), state.Tail())
	}
	want := k.events(t, id, events[0].Seq-1)
	equal(t, "events", len(events), len(want))
	for i, e := range events {
		if e.Seq != want[i].Seq || e.Turn != want[i].Turn || !e.At.Equal(want[i].At) || e.Fact.Kind() != want[i].Fact.Kind() {
			t.Fatalf("event %+v, want %+v", e, want[i])
		}
	}
}

// wantClosed holds what is closed of a tail against the events: from wherever it is opened, and by whichever turn.
func (k *kit) wantClosed(t testing.TB, id evercart.SessionID, closed evercart.Closed, behind []evercart.Event) {
	t.Helper()
	next := k.load(t, id).Seq + 1
	if len(behind) > 0 {
		next = behind[0].Seq
	}
	equal(t, "the version that closed events end with", closed.Last(), next-1)
	equal(t, "they take memory", closed.Bytes() > 0, true)
	all := k.events(t, id, closed.First()-1)[:closed.Last()-closed.First()+1]
	seen := map[evercart.TurnID]bool{"": true}
	for i, e := range all {
		got, err := closed.Open(k.ctx, e.Seq)
		code(t, "to open from there on", err, "")
		if len(got) != len(all)-i || got[0].Seq != e.Seq || got[len(got)-1].Seq != closed.Last() || got[0].Fact.Kind() != e.Fact.Kind() {
			t.Fatalf("from %d on there are %d events, want %d", e.Seq, len(got), len(all)-i)
		}
		if !seen[e.Turn] {
			equal(t, "the first event of "+string(e.Turn), closed.Find(e.Turn), e.Seq)
		}
		seen[e.Turn] = true
	}
	equal(t, "a turn that never was", closed.Find("no such turn"), 0)
}

func tailIsLoad(t *testing.T, k *kit) {
	k.tails(t)
	for _, turns := range []int{3, 20, 22} { // fewer than a state remembers, as many, and more, with a snapshot in between
		id, _ := k.talked(t, turns)
		k.wantTail(t, id)
	}
}

func tailOfLittle(t *testing.T, k *kit) {
	tails := k.tails(t)
	id, _ := k.begin(t)
	state, _, events, err := tails.Tail(k.ctx, id)
	code(t, "tail", err, "")
	equal(t, "events", len(events), 1)
	sameState(t, "the state", state, k.load(t, id))
	_, _, _, err = tails.Tail(k.ctx, newSession())
	code(t, "nobody's session", err, evercart.NotFound)
	_, _, _, err = tails.Tail(k.ctx, "x")
	code(t, "no session's id", err, evercart.NotFound)
}

func tailOfDamaged(t *testing.T, k *kit) {
	tails := k.tails(t)
	if k.f.Rewrite == nil {
		t.Skip("this store's rows cannot be rewritten")
	}
	id, _ := k.talked(t, 3)
	whole := k.load(t, id)
	k.f.Rewrite(t, k.Store, id, 3, func(r *evercart.Record) { r.Sealed = nil; r.Facts = []byte(`{"broken`) })
	_, _, _, err := tails.Tail(k.ctx, id)
	code(t, "of a damaged session", err, evercart.Damaged)
	_, err = k.Load(k.ctx, id)
	code(t, "which cannot be loaded", err, evercart.Damaged)
	equal(t, "events before", whole.Seq > 3, true)
}

func tailsTogether(t *testing.T, k *kit) {
	tails := k.tails(t)
	const people = 12
	var ids [people]evercart.SessionID
	var who [people]evercart.Shopper
	for i := range ids {
		ids[i], who[i] = k.talked(t, 2)
	}
	var all sync.WaitGroup
	for i := range ids {
		all.Go(func() {
			s, _, events, err := tails.Tail(k.as(who[i].Subject), ids[i])
			if err != nil || s.Session != ids[i] || s.Subject != who[i].Subject || len(events) == 0 || events[0].Session != ids[i] {
				t.Errorf("session %d: %s of %s, %d events (%v)", i, s.Session, s.Subject, len(events), err)
			}
		})
		all.Go(func() {
			if s, _, _, err := tails.Tail(k.as(who[(i+1)%people].Subject), ids[i]); evercart.CodeOf(err) != evercart.NotFound {
				t.Errorf("another's session: %s (%v)", s.Session, err)
			}
		})
		all.Go(func() {
			if s, _, _, err := tails.Tail(k.ctx, ids[i]); err != nil || s.Session != ids[i] {
				t.Errorf("for upkeep: %s (%v)", s.Session, err)
			}
		})
	}
	all.Wait()
}
