package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

var unknown = []acase{
	{"the answer is lost after the commit", func(t *testing.T, k *kit) { lostAnswer(t, k, true) }},
	{"the answer is lost before the commit", func(t *testing.T, k *kit) { lostAnswer(t, k, false) }},
	{"a lost answer of a take", lostTake},
	{"the same write again is the same write", sameWrite},
	{"the same write again, of one who knows since when it may be there", sameWriteAfter},
}

func (k *kit) lose(t testing.TB, id evercart.SessionID, committed bool) {
	t.Helper()
	if k.f.LoseAnswer == nil {
		t.Skip("this store has no seam to lose an answer")
	}
	k.f.LoseAnswer(k.Store, id, committed)
}

func lostAnswer(t *testing.T, k *kit, committed bool) {
	id, _ := k.begin(t)
	k.lose(t, id, committed)
	c := k.must(t, evercart.Update{Session: id, Do: add("A", 2)})
	equal(t, "quantity told", mustLine(t, c.State, "A").Quantity, 2)
	equal(t, "events told", len(c.Events), 1)
	s := k.load(t, id)
	equal(t, "quantity kept", mustLine(t, s, "A").Quantity, 2)
	equal(t, "events kept", len(k.events(t, id, 0)), 2)

	k.lose(t, id, committed)
	turn := openTurn(id, "t1", "hello", "n")
	c = k.must(t, turn)
	if c.State.Active == nil || c.State.Active.Turn != "t1" {
		t.Fatalf("own turn not told as opened: %+v", c.State.Active)
	}
	k.lose(t, id, committed)
	c = k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: c.State.Active, Do: facts(closing("Hello."))})
	equal(t, "closed", c.State.Active == nil, true)
	r, err := k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, "")
	equal(t, "reply", r.Reply.Text.Reveal(), "Hello.")
}

func lostTake(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	sku := k.stock(t, 5)
	k.lose(t, id, true)
	k.must(t, evercart.Update{Session: id, Do: taking(stockOf(sku, 2))})
	equal(t, "stock", k.stockOf(t, sku), 3)
	equal(t, "events", len(k.events(t, id, 0)), 2)
}

func sameWrite(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	u := evercart.Update{Session: id, Write: newWrite(), Do: add("A", 2)}
	first := k.must(t, u)
	k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	again := k.must(t, u)
	equal(t, "events", len(again.Events), 1)
	equal(t, "seq", again.Events[0].Seq, first.Events[0].Seq)
	equal(t, "quantity", mustLine(t, k.load(t, id), "A").Quantity, 3)
}

func sameWriteAfter(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	base := k.load(t, id)
	u := evercart.Update{Session: id, Write: newWrite(), After: base.Seq, Base: &base, Do: add("A", 2)}
	first := k.must(t, u)
	for range 2 {
		again := k.must(t, u) // nothing came between, then something did
		equal(t, "events", len(again.Events), 1)
		equal(t, "seq", again.Events[0].Seq, first.Events[0].Seq)
		k.must(t, evercart.Update{Session: id, Do: add("A", 1)})
	}
	u.Do = func(evercart.State) (evercart.Change, error) {
		return evercart.Change{}, evercart.Errorf(evercart.Busy, "test", "not now")
	}
	again := k.must(t, u)
	equal(t, "seq of one that would be refused now", again.Events[0].Seq, first.Events[0].Seq)
	equal(t, "quantity", mustLine(t, k.load(t, id), "A").Quantity, 4)

	newest := k.load(t, id)
	other := k.must(t, evercart.Update{Session: id, Write: newWrite(), After: newest.Seq, Base: &newest, Do: add("A", 1)})
	equal(t, "seq of another write", other.Events[0].Seq, newest.Seq+1)
	if k.f.LoseAnswer == nil {
		return
	}
	for _, committed := range []bool{true, false} {
		now := k.load(t, id)
		k.lose(t, id, committed)
		k.must(t, evercart.Update{Session: id, Write: newWrite(), After: now.Seq, Base: &now, Do: add("A", 1)})
	}
	equal(t, "quantity after lost answers", mustLine(t, k.load(t, id), "A").Quantity, 7)
}

var refusal = []acase{
	{"an error of Do's own saves nothing", ownError},
	{"a failing take saves nothing", failingTake},
	{"a refused change beside accepted ones leaves no turn behind", besideAccepted},
	{"a change that cannot be stored harms no other", badNeighbour},
}

func ownError(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	before := k.load(t, id)
	own := errors.New("own")
	_, err := k.do(evercart.Update{Session: id, Do: func(s evercart.State) (evercart.Change, error) {
		ch, _ := add("A", 1)(s)
		return ch, own
	}})
	if !errors.Is(err, own) {
		t.Fatalf("got %v, want the function's own error", err)
	}
	sameState(t, "after an error", k.load(t, id), before)

	// Do's own comes before Invalid, Busy and TurnKnown.
	k.claim(t, id, "t1", "n")
	u := openTurn(id, "t1", "x", "n")
	u.Do = func(evercart.State) (evercart.Change, error) { return evercart.Change{}, own }
	if _, err = k.do(u); !errors.Is(err, own) {
		t.Fatalf("got %v, want the function's own error", err)
	}
}

func failingTake(t *testing.T, k *kit) {
	id, p := k.begin(t)
	sku, kind := k.stock(t, 3), random("job")
	before := k.load(t, id)
	full := func(s evercart.State) (evercart.Change, error) {
		open := openTurn(id, "t1", "buy", "n")
		ch, err := open.Do(s)
		more, _ := add("A", 1)(s)
		ch.Facts = append(ch.Facts, more.Facts...)
		ch.Facts = append(ch.Facts, closing("Bought."))
		ch.Jobs = []evercart.Job{{Kind: kind, Key: "k", Session: id, Life: p.Life}}
		ch.Takes = []evercart.Take{stockOf(sku, 2), stockOf(sku, 2)}
		return ch, err
	}
	_, err := k.do(evercart.Update{Session: id, Turn: "t1", Do: full})
	code(t, "four of three", err, evercart.OutOfStock)
	sameState(t, "after a refused take", k.load(t, id), before)
	equal(t, "stock", k.stockOf(t, sku), 3)
	equal(t, "jobs", len(k.lease(t, kind)), 0)
	_, err = k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, evercart.NotFound)
	equal(t, "events", len(k.events(t, id, 0)), 1)
	equal(t, "sessions", k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}})[0].Seq, evercart.Seq(1))

	fresh := newSession()
	_, err = k.do(evercart.Update{Session: fresh, Open: true, Do: func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{opened(p)}, Takes: []evercart.Take{stockOf(sku, 9)}}, nil
	}})
	code(t, "a first change with a failing take", err, evercart.OutOfStock)
	_, err = k.Load(k.ctx, fresh)
	code(t, "its session", err, evercart.NotFound)
}

// besideAccepted brings many changes to their commit at one moment; one of them, whose state has moved, is refused there and
// run again. Had its turn been written beside the accepted ones, the second run would be told TurnKnown.
func besideAccepted(t *testing.T, k *kit) {
	const others, rounds = 8, 4
	id, _ := k.begin(t)
	var ids []evercart.SessionID
	for range others {
		o, _ := k.begin(t)
		ids = append(ids, o)
	}
	for round := range rounds {
		turn := evercart.TurnID(random("t"))
		var ready, all sync.WaitGroup
		ready.Add(others + 1)
		for _, o := range ids {
			all.Go(func() {
				once := sync.OnceFunc(ready.Done)
				if _, err := k.do(evercart.Update{Session: o, Do: func(s evercart.State) (evercart.Change, error) {
					once()
					ready.Wait()
					return add("A", 1)(s)
				}}); err != nil {
					t.Errorf("a neighbour: %v", err)
				}
			})
		}
		all.Go(func() {
			runs := 0
			u := openTurn(id, turn, "hello", "n")
			open := u.Do
			u.Do = func(s evercart.State) (evercart.Change, error) {
				if runs++; runs == 1 {
					k.must(t, evercart.Update{Session: id, Do: facts(note("moved"))})
					ready.Done()
					ready.Wait()
				}
				ch, err := open(s)
				ch.Facts = append(ch.Facts, closing("Hello."))
				return ch, err
			}
			if _, err := k.do(u); err != nil {
				t.Errorf("round %d: the change that was refused once: %v", round, err)
			}
			if runs != 2 {
				t.Errorf("round %d: %d runs, want 2", round, runs)
			}
		})
		all.Wait()
		r, err := k.Turn(k.ctx, id, turn)
		code(t, "turn", err, "")
		if e := k.events(t, id, r.Opened-1)[0]; e.Turn != turn || e.Fact.Kind() != "turn.opened" {
			t.Fatalf("the row of the turn points to %s of %q", e.Fact.Kind(), e.Turn)
		}
	}
	for _, o := range ids {
		equal(t, "a neighbour's quantity", mustLine(t, k.load(t, o), "A").Quantity, rounds)
	}
}

func badNeighbour(t *testing.T, k *kit) {
	const good = 8
	bad, _ := k.begin(t)
	var ids []evercart.SessionID
	for range good {
		o, _ := k.begin(t)
		ids = append(ids, o)
	}
	var ready, all sync.WaitGroup
	ready.Add(good + 1)
	meet := func(first evercart.Fact) func(evercart.State) (evercart.Change, error) {
		once := sync.OnceFunc(ready.Done)
		return func(evercart.State) (evercart.Change, error) {
			once()
			ready.Wait()
			return evercart.Change{Facts: []evercart.Fact{first}}, nil
		}
	}
	for _, o := range ids {
		all.Go(func() {
			if _, err := k.do(evercart.Update{Session: o, Do: meet(note("good"))}); err != nil {
				t.Errorf("a good neighbour: %v", err)
			}
			if _, err := k.do(evercart.Update{Session: o, Do: facts(note("after"))}); err != nil {
				t.Errorf("a good neighbour, afterwards: %v", err)
			}
		})
	}
	all.Go(func() {
		_, err := k.do(evercart.Update{Session: bad, Do: meet(&evercart.Noted{What: "a\x00b"})})
		if got := evercart.CodeOf(err); got != evercart.Invalid {
			t.Errorf("U+0000 in a fact: got %q (%v), want %q", got, err, evercart.Invalid)
		}
	})
	all.Wait()
	equal(t, "events of the bad one", len(k.events(t, bad, 0)), 1)
	for _, o := range ids {
		equal(t, "events of a good one", len(k.events(t, o, 0)), 3)
	}
	k.must(t, evercart.Update{Session: bad, Do: facts(note("good again"))})
}
