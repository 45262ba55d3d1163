package agent_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// flaky is a store that is away for some calls. What it remembers comes with the error.
type flaky struct {
	evercart.Store
	away    atomic.Int32 // updates that fail; below zero = all, reads too
	lose    atomic.Int32 // updates that are done, and whose answer is lost
	updates atomic.Int32
	loads   atomic.Int32
	last    atomic.Pointer[evercart.State]
}

func gone() error { return evercart.Errorf(evercart.Unavailable, "flaky", "away") }

func (f *flaky) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	f.updates.Add(1)
	if n := f.away.Load(); n < 0 || n > 0 && f.away.Add(-1) >= 0 {
		return evercart.Committed{}, gone()
	}
	done, err := f.Store.Update(ctx, u)
	if err == nil {
		f.last.Store(&done.State)
		if f.lose.Load() > 0 && f.lose.Add(-1) >= 0 {
			return evercart.Committed{}, evercart.Errorf(evercart.OutcomeUnknown, "flaky", "the answer is lost")
		}
	}
	return done, err
}

func (f *flaky) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	f.loads.Add(1)
	if f.away.Load() >= 0 {
		return f.Store.Load(ctx, id)
	}
	if s := f.last.Load(); s != nil {
		return *s, gone()
	}
	return evercart.State{}, gone()
}

func (f *flaky) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	if f.away.Load() < 0 {
		return nil, gone()
	}
	return f.Store.Events(ctx, id, after, n)
}

func onFlaky(f *flaky, how ...setup) []setup {
	return append([]setup{func(c *agentConfig) { c.Store = f }, limits(func(l *agent.Limits) { l.Away = time.Hour })}, how...)
}

// A store that comes back in time: the change waits, is written once, and is said as if nothing had been. The same where the answer of a
// commit is lost, which must not become a second one, nor "not saved".
func TestStoreComesBack(t *testing.T) {
	t.Parallel()
	for name, brain := range map[string]*brain{"at once": echo(), "model": wanting("model", "SCF-RED")} {
		for what, fail := range map[string]func(*flaky){"away": func(f *flaky) { f.away.Store(2) }, "lost answers": func(f *flaky) { f.lose.Store(2) }} {
			t.Run(name+"/"+what, func(t *testing.T) {
				t.Parallel()
				b := newBench(t)
				b.begin()
				f := &flaky{Store: b.store}
				fail(f)
				h := b.say(b.another(append(onFlaky(f), with(brain))...), "t-1", "add SCF-RED")
				if h.err != nil || !h.reply.Durable || h.reply.How != evercart.Done {
					t.Fatalf("got %+v, %v", h.reply, h.err)
				}
				b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
				if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Done {
					t.Errorf("transcript is %+v", v)
				}
			})
		}
	}
}

// With the store away a question is answered from what is remembered, marked as such and not remembered; a change is refused.
func TestAnsweredFromMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // tries are counted: time is a double
		b := newBench(t)
		b.begin()
		f := &flaky{Store: b.store}
		a := b.another(append(onFlaky(f), limits(func(l *agent.Limits) { l.Away = 200 * time.Millisecond }))...)
		if h := b.say(a, "t-1", "add SCF-RED"); h.err != nil {
			t.Fatal(h.err)
		}
		f.away.Store(-1)
		h := b.say(a, "t-2", "what is in my cart?")
		if h.err != nil || h.reply.Durable || h.reply.Cart.Totals.Total != 3333 {
			t.Errorf("a question got %+v, %v", h.reply, h.err)
		}
		before, asked := f.updates.Load(), f.loads.Load()
		h = b.say(a, "t-3", "add SCF-RED")
		wantCode(t, h.err, evercart.Unavailable)
		wantHas(t, h.pieces[len(h.pieces)-1].Text, "nothing was changed")
		if n := f.loads.Load() - asked; n < 3 {
			t.Errorf("asked %d times: nothing was waited for", n)
		}
		if n := f.updates.Load() - before; n != 0 {
			t.Errorf("%d changes were sent to a store that does not answer: who was refused may find them done", n)
		}
		f.away.Store(0)
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		if v := b.transcript(); len(v) != 1 {
			t.Errorf("remembered are %d turns", len(v))
		}
		if h := b.say(a, "t-3", "add SCF-RED"); h.err != nil || h.reply.Cart.Totals.Total != 6666 {
			t.Errorf("said again it is %+v, %v", h.reply, h.err)
		}
	})
}

// Of a session that nobody here remembers there is nothing to tell: the caller hears "one moment", then that it did not work.
func TestNothingToTell(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	f := &flaky{Store: b.store}
	f.away.Store(-1)
	h := b.say(b.another(append(onFlaky(f), limits(func(l *agent.Limits) { l.Away = 200 * time.Millisecond }))...), "t-1", "hello")
	wantCode(t, h.err, evercart.Unavailable)
	if len(h.pieces) != 2 || !h.pieces[0].Hold || !h.pieces[1].Hold {
		t.Fatalf("heard %+v", h.pieces)
	}
	wantHas(t, h.pieces[1].Text, "nothing was changed")
}

// locked are keys that are away for some calls; below zero = all.
type locked struct {
	evercart.Keys
	away  atomic.Int32
	asked atomic.Int32
}

func (l *locked) MAC(ctx context.Context, of evercart.Life, data []byte) ([]byte, error) {
	l.asked.Add(1)
	if n := l.away.Load(); n < 0 || n > 0 && l.away.Add(-1) >= 0 {
		return nil, gone()
	}
	return l.Keys.MAC(ctx, of, data)
}

// Keys that are away are waited for as the store is, and a turn that they came back for is one like any other.
func TestKeysComeBack(t *testing.T) {
	t.Parallel()
	for name, brain := range map[string]*brain{"at once": echo(), "model": wanting("model", "SCF-RED")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // likewise
				b := newBench(t)
				b.begin()
				l := &locked{Keys: b.keys}
				l.away.Store(3)
				h := b.say(b.another(func(c *agentConfig) { c.Keys = l }, limits(func(l *agent.Limits) { l.Away = 10 * time.Second }), with(brain)), "t-1", "add SCF-RED")
				if h.err != nil || !h.reply.Durable || h.reply.How != evercart.Done {
					t.Fatalf("got %+v, %v", h.reply, h.err)
				}
				b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
				l.away.Store(-1)
				before := l.asked.Load()
				h = b.say(b.another(func(c *agentConfig) { c.Keys = l }, limits(func(l *agent.Limits) { l.Away = 300 * time.Millisecond }), with(echo())), "t-2", "add SCF-RED")
				if code := evercart.CodeOf(h.err); code != evercart.Unavailable || l.asked.Load()-before < 2 {
					t.Errorf("with the keys away: %v, after %d tries", h.err, l.asked.Load()-before)
				}
				b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
			})
		})
	}
}
