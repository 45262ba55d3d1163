package agent_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/hot"
)

// lingers is a log that keeps the first turn it reports from leaving: all is said by then.
type lingers struct {
	slog.Handler
	once  *sync.Once
	leave chan struct{}
}

func (l lingers) Enabled(context.Context, slog.Level) bool { return true }
func (l lingers) WithAttrs([]slog.Attr) slog.Handler       { return l }

func (l lingers) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "turn" {
		l.once.Do(func() { <-l.leave })
	}
	return nil
}

// Who says a turn again gets the cart as it is, also when the turn has been said and has not left yet: another device may have changed
// the cart at another node meanwhile. With the store away nothing is promised.
func TestSaidAgainBeforeItLeft(t *testing.T) {
	t.Parallel()
	leave := make(chan struct{})
	f := &flaky{}
	b := newBench(t)
	f.Store = b.store
	a := b.another(onFlaky(f, func(c *agentConfig) { c.Log = slog.New(lingers{slog.DiscardHandler, &sync.Once{}, leave}) },
		limits(func(l *agent.Limits) { l.Read = time.Second }))...)
	b.t.Cleanup(sync.OnceFunc(func() { close(leave) }))
	b.begin()
	if h := b.say(a, "E1", "add SCF-RED"); h.err != nil || h.reply.Cart.Totals.Total != 3333 {
		t.Fatalf("got %+v, %v", h.reply, h.err)
	}
	b.answered("E2", "add SCF-RED") // at the other node
	h := b.say(a, "E1", "add SCF-RED")
	if h.err != nil || !h.reply.Durable || h.text() != "One Red Scarf is in." || h.reply.Cart.Totals.Total != 6666 {
		t.Errorf("said again it is %+v, %v", h.reply, h.err)
	}
	f.away.Store(-1)
	if h := b.say(a, "E1", "add SCF-RED"); h.err != nil || h.reply.Durable {
		t.Errorf("with the store away it is %+v, %v", h.reply, h.err)
	}
	f.away.Store(0)
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 2})
}

// A turn that is remembered as over is not thought again to find that it is known: its words come back with the cart as it is, once the head
// says how that is. Other words are refused.
func TestToldBefore(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	brain := echo()
	f := &flaky{Store: b.store}
	near := hot.New(f, hot.Config{Heads: heads{b}})
	t.Cleanup(func() { _ = near.Stop(context.Background()) })
	a := b.another(with(brain), func(c *agentConfig) { c.Store = near })
	b.begin()
	if h := b.say(a, "E1", "add SCF-RED"); h.err != nil || h.reply.Cart.Totals.Total != 3333 {
		t.Fatalf("got %+v, %v", h.reply, h.err)
	}
	asked, updates := brain.asked.Load(), f.updates.Load()
	if h := b.say(a, "E1", "add SCF-RED"); h.err != nil || h.text() != "One Red Scarf is in." || h.reply.Cart.Totals.Total != 3333 || !h.reply.Durable {
		t.Errorf("said again it is %+v, %v", h.reply, h.err)
	}
	wantCode(t, b.say(a, "E1", "add two scarves").err, evercart.TurnMismatch)
	if brain.asked.Load() != asked || f.updates.Load() != updates {
		t.Errorf("it was thought %d times and written %d times more", brain.asked.Load()-asked, f.updates.Load()-updates)
	}
	b.answered("E2", "add SCF-RED") // at the other node
	if h := b.say(a, "E1", "add SCF-RED"); h.err != nil || h.reply.Cart.Totals.Total != 6666 {
		t.Errorf("after a change elsewhere it is %+v, %v", h.reply, h.err)
	}
}

// closes is a store that takes its time to close a turn; late counts what is written after.
type closes struct {
	evercart.Store
	mu     sync.Mutex
	closed bool
	late   int
}

func (c *closes) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	c.mu.Lock()
	if c.closed {
		c.late++
	}
	c.mu.Unlock()
	closes, do := false, u.Do
	u.Do = func(s evercart.State) (evercart.Change, error) {
		change, err := do(s)
		for _, f := range change.Facts {
			_, ok := f.(*evercart.TurnClosed)
			closes = closes || ok
		}
		return change, err
	}
	done, err := c.Store.Update(ctx, u)
	if closes {
		time.Sleep(50 * time.Millisecond) // the watch would save the words by now
		c.mu.Lock()
		c.closed = true
		c.mu.Unlock()
	}
	return done, err
}

// A turn that is being closed has no words to save any more: were they to wait for its last commit, it would keep the next one waiting.
func TestNoWordsAreSavedAfterTheEnd(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	c := &closes{Store: b.store}
	b.begin()
	model := &brain{name: "model", think: func(_ context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
		_ = yield(text("A scarf it is. "), nil) && yield(text("Anything else?"), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	a := b.another(with(model), func(cfg *agentConfig) { cfg.Store = c }, limits(func(l *agent.Limits) { l.Words = time.Millisecond }))
	if h := b.say(a, "t-1", "hello"); h.err != nil || h.reply.How != evercart.Done {
		t.Fatalf("got %+v, %v", h.reply, h.err)
	}
	_ = a.Stop(context.Background()) // all that runs has ended
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.late != 0 {
		t.Errorf("%d changes were written after the end", c.late)
	}
}
