package storetest

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

var turns = []acase{
	{"a repeated turn is known", turnKnown},
	{"its twin at the same moment", runningTwin},
	{"a turn's record", turnRecord},
	{"a turn id belongs to its session", turnPerSession},
	{"a whole turn in one change", wholeTurn},
}

func turnKnown(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: add("A", 1)})
	_, err := k.do(openTurn(id, "t1", "hello", "n"))
	code(t, "while it runs", err, evercart.Busy)
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("Done."))})
	want := k.load(t, id)
	c, err := k.do(openTurn(id, "t1", "hello", "n"))
	code(t, "afterwards", err, evercart.TurnKnown)
	equal(t, "the newest state comes with it", c.State.Seq, want.Seq)
	sameState(t, "after a repeat", k.load(t, id), want)
}

func runningTwin(t *testing.T, k *kit) {
	for round := range 4 {
		id, _ := k.begin(t)
		turn := evercart.TurnID(fmt.Sprintf("t%d", round))
		var ready, all sync.WaitGroup
		var won, known atomic.Int64
		const twins = 4
		ready.Add(twins)
		for range twins {
			all.Go(func() {
				once := sync.OnceFunc(ready.Done)
				u := openTurn(id, turn, "hello", "n")
				open := u.Do
				u.Do = func(s evercart.State) (evercart.Change, error) {
					once()
					ready.Wait()
					ch, err := open(s)
					more, _ := add("A", 1)(s)
					ch.Facts = append(append(ch.Facts, more.Facts...), closing("Done."))
					return ch, err
				}
				switch _, err := k.do(u); evercart.CodeOf(err) {
				case "":
					won.Add(1)
				case evercart.TurnKnown:
					known.Add(1)
				default:
					t.Errorf("a twin: %v", err)
				}
			})
		}
		all.Wait()
		equal(t, "twins that did it", won.Load(), 1)
		equal(t, "twins that were told so", known.Load(), twins-1)
		equal(t, "quantity", mustLine(t, k.load(t, id), "A").Quantity, 1)
	}
}

func turnRecord(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	r, err := k.Turn(k.ctx, id, "t1")
	code(t, "running", err, "")
	if r.Turn != "t1" || r.Opened != claim.No || r.Closed != 0 || r.Reply != nil || !bytes.Equal(r.MAC, []byte("mac of t1")) {
		t.Fatalf("running: %+v", r)
	}
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: add("A", 1)})
	c := k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("I added one."))})
	k.must(t, evercart.Update{Session: id, Do: add("A", 4)})
	if r, err = k.Turn(k.ctx, id, "t1"); err != nil {
		t.Fatal(err)
	}
	if r.Opened != claim.No || r.Closed != c.State.Seq || r.Reply == nil || !bytes.Equal(r.MAC, []byte("mac of t1")) {
		t.Fatalf("closed: %+v, want closed at %d", r, c.State.Seq)
	}
	equal(t, "text", r.Reply.Text.Reveal(), "I added one.")
	equal(t, "display", r.Reply.Display.Reveal(), "**I added one.**")
	equal(t, "how", r.Reply.How, evercart.Done)
	equal(t, "turn", r.Reply.Turn, "t1")
	equal(t, "seq", r.Reply.Seq, c.State.Seq)
	equal(t, "durable", r.Reply.Durable, true)
	equal(t, "shown", len(r.Reply.Shown), 1)
	equal(t, "the cart is today's", mustLine(t, evercart.State{Cart: r.Reply.Cart}, "A").Quantity, 5)
}

func turnPerSession(t *testing.T, k *kit) {
	a, _ := k.begin(t)
	b, _ := k.begin(t)
	k.claim(t, a, "t1", "n")
	k.claim(t, b, "t1", "n")
	r, err := k.Turn(k.ctx, b, "t1")
	code(t, "turn", err, "")
	equal(t, "opened", r.Opened, evercart.Seq(2))
}

func wholeTurn(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	u := openTurn(id, "t1", "two", "n")
	open := u.Do
	u.Do = func(s evercart.State) (evercart.Change, error) {
		ch, err := open(s)
		if err != nil {
			return ch, err
		}
		for _, sku := range []evercart.SKU{"A", "B"} {
			now, _, err := s.After(time.Time{}, "t1", "agent", ch.Facts...)
			if err != nil {
				return ch, err
			}
			more, err := add(sku, 1)(now)
			if err != nil {
				return ch, err
			}
			ch.Facts = append(ch.Facts, more.Facts...)
		}
		ch.Facts = append(ch.Facts, closing("Two things."))
		return ch, nil
	}
	c := k.must(t, u)
	equal(t, "events", len(c.Events), 4)
	equal(t, "lines", len(c.State.Cart.Lines), 2)
	equal(t, "undos: one a turn", len(c.State.Cart.Undo), 1)
	r, err := k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, "")
	if r.Opened != 2 || r.Closed != 5 || r.Reply == nil {
		t.Fatalf("%+v", r)
	}
}

var claims = []acase{
	{"a turn waits for another", busyTurn},
	{"one of many turns at one moment", oneOfMany},
	{"a frozen writer whose claim is taken over writes nothing", frozenWriter},
	{"a claim that was lost", lostClaim},
	{"a turn taken over goes on", takenOver},
	{"one of two takes over", oneTakesOver},
	{"changes without a claim merge", withoutClaim},
}

func busyTurn(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	before := k.load(t, id)
	c, err := k.do(openTurn(id, "t2", "me too", "m"))
	code(t, "another turn", err, evercart.Busy)
	if e := evercart.AsError(err); e.RetryAfter <= 0 {
		t.Fatal("Busy says when to come again")
	}
	equal(t, "the newest state comes with it", c.State.Seq, before.Seq)
	sameState(t, "after Busy", k.load(t, id), before)
	_, err = k.Turn(k.ctx, id, "t2")
	code(t, "the turn that was busy", err, evercart.NotFound)
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("Done."))})
	second := k.claim(t, id, "t2", "m")
	if second.No <= claim.No {
		t.Fatalf("claims grow: %d after %d", second.No, claim.No)
	}
}

func oneOfMany(t *testing.T, k *kit) {
	const nodes = 6
	id, _ := k.begin(t)
	var met, all sync.WaitGroup
	met.Add(nodes)
	var won, busy atomic.Int64
	for i := range nodes {
		all.Go(func() {
			once := sync.OnceFunc(func() {
				met.Done()
				met.Wait()
			})
			u := openTurn(id, evercart.TurnID(fmt.Sprint("t", i)), "me", evercart.NodeID(fmt.Sprint("n", i)))
			open := u.Do
			u.Do = func(s evercart.State) (evercart.Change, error) {
				once()
				return open(s)
			}
			switch _, err := k.do(u); evercart.CodeOf(err) {
			case "":
				won.Add(1)
			case evercart.Busy:
				busy.Add(1)
			default:
				t.Errorf("node %d: %v", i, err)
			}
		})
	}
	all.Wait()
	equal(t, "turns that run", won.Load(), 1)
	equal(t, "turns that wait", busy.Load(), nodes-1)
	s := k.load(t, id)
	equal(t, "turns", s.Turns, 1)
	equal(t, "events", s.Seq, evercart.Seq(2))
}

func taking(takes ...evercart.Take) func(evercart.State) (evercart.Change, error) {
	return func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{note("took")}, Takes: takes}, nil
	}
}

func taken(id evercart.SessionID, dead evercart.Claim, node evercart.NodeID) evercart.Update {
	return evercart.Update{Session: id, Turn: dead.Turn, By: "agent", Displace: &dead, Do: facts(&evercart.TurnTaken{Node: node})}
}

func frozenWriter(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	decided, goOn := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() {
		close(decided)
		<-goOn
	})
	frozen := make(chan error, 1)
	w := newWrite()
	go func() {
		_, err := k.do(evercart.Update{Session: id, Write: w, Turn: "t1", Claim: &claim, Do: func(s evercart.State) (evercart.Change, error) {
			once()
			return add("A", 5)(s)
		}})
		frozen <- err
	}()
	<-decided
	c, err := k.do(taken(id, claim, "m"))
	close(goOn)
	code(t, "take-over", err, "")
	code(t, "the frozen writer", <-frozen, evercart.ClaimLost)
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: c.State.Active, Do: facts(closing("Done."))})
	s := k.load(t, id)
	equal(t, "lines", len(s.Cart.Lines), 0)
	for _, e := range k.events(t, id, 0) {
		if e.Write == w {
			t.Fatalf("event %d (%s) is of the displaced writer", e.Seq, e.Fact.Kind())
		}
	}
}

func lostClaim(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	old := k.load(t, id)
	k.must(t, taken(id, claim, "m"))
	want := k.load(t, id)
	u := evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: add("A", 1)}
	c, err := k.do(u)
	code(t, "with the old claim", err, evercart.ClaimLost)
	equal(t, "the newest state comes with it", c.State.Seq, want.Seq)
	u.Base = &old
	c, err = k.do(u)
	code(t, "with the old claim, on the old state", err, evercart.ClaimLost)
	equal(t, "the newest state comes with it", c.State.Seq, want.Seq)
	sameState(t, "afterwards", k.load(t, id), want)
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: want.Active, Do: facts(closing("Done."))})
	_, err = k.do(evercart.Update{Session: id, Turn: "t1", Claim: want.Active, Do: add("A", 1)})
	code(t, "after the turn was closed", err, evercart.ClaimLost)
}

func takenOver(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	mark := evercart.CallMark{ID: "1.1", Tool: "add_to_cart"}
	thought := &evercart.StepThought{Calls: []evercart.CallMark{mark, {ID: "1.2", Tool: "add_to_cart"}}}
	thought.Personal.Step = evercart.Step{Brain: "b", Text: "One moment.", Opaque: []byte{0, 1, 2}}
	done := &evercart.CallDone{Call: mark}
	done.Personal.Result = evercart.Result{Call: "1.1", Say: "Added.", Data: evercart.PersonalJSON(`{"n":1}`)}
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: func(s evercart.State) (evercart.Change, error) {
		ch, err := add("A", 1)(s)
		ch.Facts = append(append([]evercart.Fact{thought}, ch.Facts...), done)
		return ch, err
	}})
	c := k.must(t, taken(id, claim, "m"))
	s := c.State
	if s.Active == nil || s.Active.Node != "m" || s.Active.Turn != "t1" || s.Active.No <= claim.No {
		t.Fatalf("claim %+v after %+v", s.Active, claim)
	}
	equal(t, "turns", s.Turns, 1)
	equal(t, "calls", len(s.Calls), 2)
	equal(t, "the call that is done", s.Calls[0].Code, "")
	equal(t, "the call that is not", s.Calls[1].Code, evercart.CallOpen)
	r, err := k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, "")
	equal(t, "opened where it was", r.Opened, claim.No)
	for _, e := range k.events(t, id, claim.No) {
		if f, ok := e.Fact.(*evercart.StepThought); ok && (f.Personal.Step.Text != "One moment." || !bytes.Equal(f.Personal.Step.Opaque, []byte{0, 1, 2})) {
			t.Fatalf("the step reads back as %q, %v", f.Personal.Step.Text.Reveal(), f.Personal.Step.Opaque)
		}
	}
}

func oneTakesOver(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	var all sync.WaitGroup
	var won atomic.Int64
	for i := range 4 {
		all.Go(func() {
			switch _, err := k.do(taken(id, claim, evercart.NodeID(fmt.Sprint("m", i)))); evercart.CodeOf(err) {
			case "":
				won.Add(1)
			case evercart.Busy:
			default:
				t.Errorf("taking over: %v", err)
			}
		})
	}
	all.Wait()
	equal(t, "take-overs", won.Load(), 1)
	s := k.load(t, id)
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: s.Active, Do: facts(closing("Done."))})
	_, err := k.do(taken(id, claim, "late"))
	code(t, "taking over what was closed", err, evercart.ClaimLost)
}

func withoutClaim(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	claim := k.claim(t, id, "t1", "n")
	k.must(t, evercart.Update{Session: id, By: "operator:1", Do: add("A", 1)})
	c := k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: add("A", 2)})
	equal(t, "quantity", mustLine(t, c.State, "A").Quantity, 3)
	equal(t, "claim", c.State.Active.No, claim.No)
}
