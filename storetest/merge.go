package storetest

import (
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

var merging = []acase{
	{"lines move in one commit", linesMove},
	{"twice", func(t *testing.T, k *kit) { mergeTwice(t, k, false) }},
	{"at once", func(t *testing.T, k *kit) { mergeTwice(t, k, true) }},
	{"refusals", mergeRefused},
	{"the answer is lost", mergeLost},
	{"a writer between", mergeBetween},
}

// move carries the lines of one session into another, as commands.
func move(from, into evercart.State) (fromChange, intoChange evercart.Change, err error) {
	for _, l := range from.Cart.Lines {
		ch, err := add(l.SKU, l.Quantity)(into)
		if err != nil {
			return fromChange, intoChange, err
		}
		if into, _, err = into.After(into.Touched, "", "", ch.Facts...); err != nil {
			return fromChange, intoChange, err
		}
		intoChange.Facts = append(intoChange.Facts, ch.Facts...)
	}
	fromChange, err = command(evercart.Command{Verb: evercart.Clear})(from)
	return fromChange, intoChange, err
}

// pair is a guest's session with two of A and one of B, and a shopper's with three of A.
func (k *kit) pair(t testing.TB) evercart.Merge {
	t.Helper()
	from, _ := k.begin(t)
	into, _ := k.begin(t)
	k.must(t, evercart.Update{Session: from, Do: add("A", 2)})
	k.must(t, evercart.Update{Session: from, Do: add("B", 1)})
	k.must(t, evercart.Update{Session: into, Do: add("A", 3)})
	return evercart.Merge{From: from, Into: into, ID: random("m"), Write: newWrite(), By: "shopper", Do: move}
}

func (k *kit) isMerged(t testing.TB, m evercart.Merge) {
	t.Helper()
	from, into := k.load(t, m.From), k.load(t, m.Into)
	equal(t, "lines left", len(from.Cart.Lines), 0)
	equal(t, "A", mustLine(t, into, "A").Quantity, 5)
	equal(t, "B", mustLine(t, into, "B").Quantity, 1)
	equal(t, "total", into.Cart.Totals.Total, 6*price)
	equal(t, "leads to", from.Into, m.Into)
	equal(t, "leads nowhere", into.Into, "")
	equal(t, "merges", len(into.Merged), 1)
	equal(t, "merge", into.Merged[0], m.ID)
	equal(t, "seq of from", from.Seq, evercart.Seq(5))
	equal(t, "seq of into", into.Seq, evercart.Seq(5))
	last := k.events(t, m.From, 4)[0].Fact.(*evercart.SessionMerged)
	equal(t, "event of from", *last, evercart.SessionMerged{Merge: m.ID, Into: m.Into})
	last = k.events(t, m.Into, 4)[0].Fact.(*evercart.SessionMerged)
	equal(t, "event of into", *last, evercart.SessionMerged{Merge: m.ID, From: m.From})
}

func linesMove(t *testing.T, k *kit) {
	m := k.pair(t)
	c, err := k.Merge(k.ctx, m)
	code(t, "merge", err, "")
	sameState(t, "what was told", c.State, k.load(t, m.Into))
	equal(t, "events told", len(c.Events), 3)
	k.isMerged(t, m)
}

func mergeTwice(t *testing.T, k *kit, atOnce bool) {
	m := k.pair(t)
	var all sync.WaitGroup
	for range 3 {
		m := m
		m.Write = newWrite()
		run := func() {
			c, err := k.Merge(k.ctx, m)
			if err != nil {
				t.Errorf("merge: %v", err)
				return
			}
			if l, _ := c.State.Cart.LineOf("A"); c.State.Session != m.Into || l.Quantity != 5 {
				t.Errorf("told %s with %d of A", c.State.Session, l.Quantity)
			}
		}
		if atOnce {
			all.Go(run)
			continue
		}
		run()
	}
	all.Wait()
	k.isMerged(t, m)
}

func mergeRefused(t *testing.T, k *kit) {
	m := k.pair(t)
	nobody := m
	nobody.From = newSession()
	_, err := k.Merge(k.ctx, nobody)
	code(t, "from nobody", err, evercart.NotFound)
	nobody = m
	nobody.Into = newSession()
	_, err = k.Merge(k.ctx, nobody)
	code(t, "into nobody", err, evercart.NotFound)
	own := m
	own.Do = func(_, _ evercart.State) (a, b evercart.Change, err error) {
		return a, b, evercart.Errorf(evercart.LimitReached, "test", "own")
	}
	_, err = k.Merge(k.ctx, own)
	code(t, "own", err, evercart.LimitReached)
	taking := m
	taking.Do = func(from, into evercart.State) (a, b evercart.Change, err error) {
		a, b, err = move(from, into)
		b.Takes = []evercart.Take{stockOf(evercart.SKU(random("NONE")), 1)}
		return a, b, err
	}
	_, err = k.Merge(k.ctx, taking)
	code(t, "a failing take", err, evercart.OutOfStock)
	equal(t, "lines of from", len(k.load(t, m.From).Cart.Lines), 2)
	claim := k.claim(t, m.From, "t1", "n")
	_, err = k.Merge(k.ctx, m)
	code(t, "while a turn runs", err, evercart.Busy)
	equal(t, "lines of from", len(k.load(t, m.From).Cart.Lines), 2)
	equal(t, "lines of into", len(k.load(t, m.Into).Cart.Lines), 1)
	k.must(t, evercart.Update{Session: m.From, Turn: "t1", Claim: &claim, Do: facts(closing("ok"))})
	_, err = k.Merge(k.ctx, m)
	code(t, "afterwards", err, "")
}

func mergeLost(t *testing.T, k *kit) {
	for _, committed := range []bool{true, false} {
		m := k.pair(t)
		k.lose(t, m.Into, committed)
		_, err := k.Merge(k.ctx, m)
		code(t, "merge", err, "")
		k.isMerged(t, m)
	}
}

func mergeBetween(t *testing.T, k *kit) {
	m := k.pair(t)
	runs := 0
	m.Do = func(from, into evercart.State) (a, b evercart.Change, err error) {
		if runs++; runs == 1 {
			k.must(t, evercart.Update{Session: m.From, Do: add("B", 1)})
		}
		return move(from, into)
	}
	c, err := k.Merge(k.ctx, m)
	code(t, "merge", err, "")
	equal(t, "runs", runs, 2)
	equal(t, "B", mustLine(t, c.State, "B").Quantity, 2)
	equal(t, "lines left", len(k.load(t, m.From).Cart.Lines), 0)
}
