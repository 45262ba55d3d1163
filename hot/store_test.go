package hot_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/hot"
	"github.com/evercart/evercart/storetest"
)

// With a memory around it, a store keeps every promise of a store.
func TestSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Features{}, func(t *testing.T) evercart.Store {
		return hot.New(fake.NewStore(fake.NewKeys(), nil, fake.Flaws{}), hot.Config{})
	})
}

// The same with a memory that is always too small.
func TestSuiteTiny(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Features{}, func(t *testing.T) evercart.Store {
		return hot.New(fake.NewStore(fake.NewKeys(), nil, fake.Flaws{}), hot.Config{Entries: 1})
	})
}

// counting counts the reads that reach the store, and can hold one.
type counting struct {
	evercart.Store
	loads, events atomic.Int32
	erasing       func()             // called before an erasure reaches the store
	hold          chan chan struct{} // non-nil: a Load hands in what releases it, after it has read
}

func (c *counting) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	c.loads.Add(1)
	s, err := c.Store.Load(ctx, id)
	if c.hold != nil {
		release := make(chan struct{})
		c.hold <- release
		<-release
	}
	return s, err
}

func (c *counting) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	c.events.Add(1)
	return c.Store.Events(ctx, id, after, n)
}

func (c *counting) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	if c.erasing != nil {
		c.erasing()
	}
	return c.Store.Erase(ctx, e)
}

const session = evercart.SessionID("6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11")

type bench struct {
	*testing.T
	ctx  context.Context
	cold *counting
	hot  *hot.Store
	who  evercart.Shopper
	n    atomic.Int32
}

func newBench(t *testing.T, c hot.Config) *bench {
	t.Helper()
	b := &bench{T: t, ctx: evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleSystem})}
	b.cold = &counting{Store: fake.NewStore(fake.NewKeys(), nil, fake.Flaws{})}
	b.hot = hot.New(b.cold, c)
	var err error
	if b.who, err = b.hot.Identify(b.ctx, "user", "ada"); err != nil {
		t.Fatal(err)
	}
	b.open(session)
	return b
}

func (b *bench) open(id evercart.SessionID) {
	b.Helper()
	b.write(b.hot, id, &evercart.SessionOpened{Subject: b.who.Subject, Life: b.who.Life, Currency: "USD"})
}

func (b *bench) write(to evercart.Store, id evercart.SessionID, f ...evercart.Fact) evercart.State {
	b.Helper()
	done, err := to.Update(b.ctx, evercart.Update{Session: id, Life: b.who.Life, Open: true, Write: evercart.WriteID(fmt.Sprint("w-", b.n.Add(1))), By: "agent",
		Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: f}, nil }})
	if err != nil {
		b.Fatal(err)
	}
	return done.State
}

func (b *bench) note(to evercart.Store, what string) evercart.State {
	b.Helper()
	return b.write(to, session, &evercart.Noted{What: what})
}

func (b *bench) want(seq evercart.Seq) {
	b.Helper()
	s, err := b.hot.Load(b.ctx, session)
	if err != nil || s.Seq != seq {
		b.Errorf("loaded seq %d, want %d (%v)", s.Seq, seq, err)
	}
}

// A session in use is read from memory, state and events, and only by those who may.
func TestReadsFromMemory(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{})
	b.note(b.hot, "one")
	b.note(b.hot, "two")
	for range 5 {
		b.want(3)
		events, err := b.hot.Events(b.ctx, session, 0, 0)
		if err != nil || len(events) != 3 || events[2].Seq != 3 {
			t.Errorf("%d events, %v", len(events), err)
		}
	}
	if events, err := b.hot.Events(b.ctx, session, 1, 1); err != nil || len(events) != 1 || events[0].Seq != 2 {
		t.Errorf("a page is %v, %v", events, err)
	}
	if events, err := b.hot.Events(b.ctx, session, 9, 0); err != nil || len(events) != 0 {
		t.Errorf("after the end there is %v, %v", events, err)
	}
	if n, m := b.cold.loads.Load(), b.cold.events.Load(); n != 0 || m != 0 {
		t.Errorf("the store was asked %d and %d times, want 0", n, m)
	}
	ben := evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{"ben"}})
	if _, err := b.hot.Load(ben, session); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("another's load gives %v", err)
	}
	if _, err := b.hot.Events(context.Background(), session, 0, 0); evercart.CodeOf(err) != evercart.Forbidden {
		t.Errorf("nobody's read gives %v", err)
	}
}

// A copy that is behind the store costs a writer a second run, never its change.
func TestStaleCopy(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{})
	b.note(b.cold, "behind its back")
	if s := b.note(b.hot, "here"); s.Seq != 3 {
		t.Errorf("written at %d, want 3", s.Seq)
	}
	b.want(3)
	if events, err := b.hot.Events(b.ctx, session, 0, 0); err != nil || len(events) != 3 {
		t.Errorf("%d events, want 3: a gap was filled with nothing (%v)", len(events), err)
	}
}

// A slow reader's old copy does not get in after the newer one has left.
func TestLateFill(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{Entries: 1})
	b.open("11111111-2222-4333-8444-555555555555") // pushes the session out
	b.cold.hold = make(chan chan struct{})
	read := make(chan evercart.State)
	go func() {
		s, _ := b.hot.Load(b.ctx, session)
		read <- s
	}()
	release := <-b.cold.hold
	b.note(b.hot, "newer")
	b.open("11111111-2222-4333-8444-666666666666") // pushes it out again
	close(release)
	if s := <-read; s.Seq != 1 {
		t.Fatalf("the slow reader has %d: it did not read before", s.Seq)
	}
	go func() {
		for release := range b.cold.hold {
			close(release)
		}
	}()
	defer close(b.cold.hold)
	b.want(2)
}

// An erasure leaves nothing in memory.
func TestErased(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{})
	b.note(b.hot, "one")
	b.cold.erasing = func() { b.want(2) } // read, and remembered, just before it is gone
	if _, err := b.hot.Erase(b.ctx, evercart.Erasure{Subject: b.who.Subject}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.hot.Load(b.ctx, session); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("after the erasure: %v", err)
	}
	if st := b.hot.Stats(); st.Entries != 0 || st.Bytes != 0 {
		t.Errorf("%+v is left", st)
	}
}

// The memory stays within its bounds, and counts right, under many writers.
func TestBounds(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{Entries: 8, Bytes: 24 << 10})
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for n := range 30 {
				id := evercart.SessionID(fmt.Sprintf("11111111-2222-4333-8444-0000000000%02d", (w*7+n)%20))
				_, err := b.hot.Update(b.ctx, evercart.Update{Session: id, Life: b.who.Life, Open: true, Write: evercart.WriteID(fmt.Sprint(w, "-", n)), By: "agent",
					Do: func(s evercart.State) (evercart.Change, error) {
						if s.Seq == 0 {
							return evercart.Change{Facts: []evercart.Fact{&evercart.SessionOpened{Subject: b.who.Subject, Life: b.who.Life}}}, nil
						}
						return evercart.Change{Facts: []evercart.Fact{&evercart.Noted{What: "x"}}}, nil
					}})
				if err != nil {
					t.Error(err)
				}
				have, err := b.hot.Load(b.ctx, id)
				truth, err2 := b.cold.Store.Load(b.ctx, id)
				if err != nil || err2 != nil || have.Seq > truth.Seq {
					t.Errorf("%d is ahead of %d (%v, %v)", have.Seq, truth.Seq, err, err2)
				}
			}
		})
	}
	all.Wait()
	if st := b.hot.Stats(); st.Entries > 8 || st.Bytes > 24<<10 || st.Entries < 1 {
		t.Errorf("%+v is out of bounds", st)
	}
	for n := range 20 {
		id := evercart.SessionID(fmt.Sprintf("11111111-2222-4333-8444-0000000000%02d", n))
		have, err := b.hot.Load(b.ctx, id)
		truth, err2 := b.cold.Store.Load(b.ctx, id)
		if err != nil || err2 != nil || have.Seq != truth.Seq {
			t.Errorf("session %d: %d, want %d (%v, %v)", n, have.Seq, truth.Seq, err, err2)
		}
	}
}

// A refusal of the caller's own says nothing of the session: nothing is forgotten for it.
func TestOwnRefusal(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{})
	b.note(b.hot, "one")
	for range 3 {
		own := fmt.Errorf("not now")
		_, err := b.hot.Update(b.ctx, evercart.Update{Session: session, Write: "refused", By: "agent", Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{}, own }})
		if !errors.Is(err, own) {
			t.Errorf("refused with %v", err)
		}
	}
	b.want(2)
	if n := b.cold.loads.Load(); n != 0 {
		t.Errorf("the store was asked %d times, want 0", n)
	}
}

// Events that had to be read are remembered, however few, and what another session drops is of no matter to them.
func TestFewEvents(t *testing.T) {
	t.Parallel()
	b := newBench(t, hot.Config{})
	for range 9 {
		b.note(b.cold, "behind its back")
	}
	b.hot = hot.New(b.cold, hot.Config{}) // remembers nothing
	b.want(10)
	for i, want := range []struct {
		after evercart.Seq
		reads int32
	}{{7, 1}, {7, 1}, {8, 1}, {3, 2}, {7, 2}} {
		events, err := b.hot.Events(b.ctx, session, want.after, 0)
		if err != nil || len(events) != 10-int(want.after) || events[0].Seq != want.after+1 {
			t.Errorf("%d: %d events, %v", i, len(events), err)
		}
		if n := b.cold.events.Load(); n != want.reads {
			t.Errorf("%d: the store was read %d times, want %d", i, n, want.reads)
		}
	}
}
