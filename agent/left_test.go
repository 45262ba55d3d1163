package agent_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// gulp is a store that is lost with one commit: it is done, its answer does not arrive, and nothing can be asked until it is back.
type gulp struct {
	evercart.Store
	takes atomic.Pointer[string] // the kind of fact whose commit is the one; nil = none
	away  atomic.Bool
}

func (g *gulp) lose(kind evercart.Kind) { k := string(kind); g.takes.Store(&k) }

func (g *gulp) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	if g.away.Load() {
		return evercart.Committed{}, evercart.Errorf(evercart.OutcomeUnknown, "gulp", "away")
	}
	done, err := g.Store.Update(ctx, u)
	kind := g.takes.Load()
	if err != nil || kind == nil {
		return done, err
	}
	for _, e := range done.Events {
		if string(e.Fact.Kind()) == *kind && g.takes.CompareAndSwap(kind, nil) {
			g.away.Store(true)
			return evercart.Committed{}, evercart.Errorf(evercart.OutcomeUnknown, "gulp", "the answer is lost")
		}
	}
	return done, err
}

func (g *gulp) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	if g.away.Load() {
		return evercart.State{}, gone()
	}
	return g.Store.Load(ctx, id)
}

// untilFree waits, without the store's clock moving, until no turn is open: what is waited for is no claim that grows too old.
func (b *bench) untilFree() {
	b.t.Helper()
	b.untilNoTurn(func() (evercart.State, error) { return b.store.Load(b.ctx, session) })
}

// A node whose turn came to its end without closing it gives the session back by itself, long before its claim is too old.
func TestNoClaimIsLeftStanding(t *testing.T) {
	t.Parallel()
	t.Run("opened, and never told so", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		g := &gulp{Store: b.store}
		b.agent = b.another(with(wanting("model", "SCF-RED")), limits(quickBeat), func(c *agentConfig) { c.Store = g })
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		g.lose((*evercart.TurnOpened)(nil).Kind())
		wantCode(t, b.say(b.agent, "t-1", "add").err, evercart.OutcomeUnknown)
		if s, err := b.store.Load(b.ctx, session); err != nil || s.Active == nil {
			t.Fatalf("nothing is left standing: %v", err)
		}
		repeat := make(chan heard, 1)
		go func() { // it waits for who has the claim, and must not keep that one from being found
			for h := b.say(b.agent, "t-1", "add"); ; h = b.say(b.agent, "t-1", "add") {
				if h.err == nil {
					repeat <- h
					return
				}
			}
		}()
		g.away.Store(false)
		b.untilFree()
		if h := <-repeat; h.reply.How == evercart.Done {
			t.Errorf("what was refused is done: %+v", h.reply)
		}
		b.wantCart(nil)
		b.answered("t-2", "add")
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	})
	t.Run("taken over, and never told so", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		m := &mortal{Store: b.store}
		m.left.Store(1)
		b.say(b.another(with(wanting("model", "SCF-RED")), func(c *agentConfig) { c.Store = m }), "t-1", "add")
		g := &gulp{Store: b.store}
		g.lose((*evercart.TurnTaken)(nil).Kind())
		b.agent = b.another(with(wanting("model", "SCF-RED")), limits(quickBeat), func(c *agentConfig) { c.Store = g })
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		b.until(func() string {
			b.clock.Advance(200 * time.Millisecond)
			if !g.away.Load() {
				return "it is not taken over"
			}
			return ""
		})
		g.away.Store(false)
		b.untilFree()
		if v := b.transcript(); len(v) != 1 || v[0].Closed == 0 {
			t.Errorf("transcript is %+v", v)
		}
	})
	t.Run("a panic", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		var shaky atomic.Bool
		shaky.Store(true)
		b.agent = b.another(with(wanting("model", "SCF-RED")), limits(quickBeat), func(c *agentConfig) {
			c.Prompted = func(agent.FixedPrompt) {
				if shaky.CompareAndSwap(true, false) {
					panic("shaky")
				}
			}
		})
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		wantCode(t, b.say(b.agent, "t-1", "add").err, evercart.Internal)
		b.untilFree()
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		b.answered("t-2", "hello")
	})
}
