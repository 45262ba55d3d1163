package agent_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// mortal is a store whose process dies: after so many commits nothing reaches it any more.
type mortal struct {
	evercart.Store
	left atomic.Int32
}

func (m *mortal) dead() error {
	if m.left.Load() <= 0 {
		return evercart.Errorf(evercart.Unavailable, "mortal", "dead")
	}
	return nil
}

func (m *mortal) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	if err := m.dead(); err != nil {
		return evercart.Committed{}, err
	}
	m.left.Add(-1)
	return m.Store.Update(ctx, u)
}

func (m *mortal) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	if err := m.dead(); err != nil {
		return nil, err
	}
	return m.Store.Events(ctx, id, after, n)
}

func (m *mortal) Beat(ctx context.Context, id evercart.NodeID) ([]evercart.NodeID, error) {
	if err := m.dead(); err != nil {
		return nil, err
	}
	return m.Store.Beat(ctx, id)
}

// wanting is a brain that adds what has no result yet, one step for all, then says so.
func wanting(name string, skus ...string) *brain {
	b := &brain{name: name}
	b.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		have := map[string]bool{}
		for _, s := range p.Now.Steps {
			for i, r := range s.Results {
				have[string(s.Calls[i].Args.Reveal())] = r.Code == "" || have[string(s.Calls[i].Args.Reveal())]
			}
		}
		calls := 0
		for _, sku := range skus {
			if c := adds(sku); !have[string(c.Call.Args.Reveal())] && !p.NoCalls {
				if calls++; !yield(c, nil) {
					return
				}
			}
		}
		if calls > 0 {
			yield(stop(evercart.StopCalls), nil)
			return
		}
		say := "Both are in."
		if len(skus) == 1 || p.NoCalls {
			say = "It is in."
		}
		_ = yield(text(say), nil) && yield(stop(evercart.StopSaid), nil)
	}
	return b
}

// Killed after each commit of a turn: another node goes on from there; nothing is done twice, nothing is lost.
func TestTakenOver(t *testing.T) {
	t.Parallel()
	for commits := int32(1); commits <= 4; commits++ {
		t.Run(fmt.Sprint("after commit ", commits), func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.begin()
			m := &mortal{Store: b.store}
			m.left.Store(commits)
			first := b.another(with(wanting("model", "SCF-RED", "CND-CAF")), func(c *agentConfig) { c.Store = m })
			b.say(first, "t-1", "both")
			second := b.another(with(wanting("model", "SCF-RED", "CND-CAF")), limits(quickBeat))
			if err := second.Start(b.ctx); err != nil {
				t.Fatal(err)
			}
			b.agent = second
			b.untilClosed()
			b.wantCart(map[evercart.SKU]int{"SCF-RED": 1, "CND-CAF": 1})
			v := b.transcript()
			if len(v) != 1 || v[0].How != evercart.Done || v[0].Spoken != "Both are in." {
				t.Errorf("transcript is %+v", v)
			}
			if h := b.answered("t-1", "both"); h.text() != "Both are in." {
				t.Errorf("the repeat got %q", h.text())
			}
			for _, c := range v[0].Calls {
				if c.Code == evercart.CallOpen {
					t.Errorf("call %s is open", c.ID)
				}
			}
		})
	}
}

// lagging is a store that lets something happen between a turn being read and its claim being taken over.
type lagging struct {
	evercart.Store
	first sync.Once
	then  func()
}

func (l *lagging) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	if u.Displace != nil {
		l.first.Do(l.then)
	}
	return l.Store.Update(ctx, u)
}

// A node that seemed dead goes on while another reads its turn: what it did meanwhile is not done again.
func TestTakenOverWhileItGoesOn(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	went, goes, over, still := make(chan struct{}), make(chan struct{}), make(chan struct{}), new(atomic.Bool)
	defer close(over)
	slow := wanting("model", "SCF-RED")
	think := slow.think
	slow.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if len(p.Now.Steps) > 0 { // what it wanted is done
			close(went)
			select {
			case <-over:
			case <-ctx.Done():
			}
			return
		}
		<-goes
		think(ctx, p, yield)
	}
	first := b.another(with(slow))
	go b.say(first, "t-1", "a scarf")
	whole := wanting("rules", "SCF-RED") // which would think the turn anew
	whole.once = true
	second := b.another(with(whole), limits(quickBeat), func(c *agentConfig) {
		c.Store = &lagging{Store: b.store, then: func() {
			still.Store(true)
			close(goes)
			<-went
			still.Store(false)
		}}
	})
	b.agent = second
	b.until(func() string {
		if s, err := b.store.Load(b.ctx, session); err != nil || s.Active == nil {
			return fmt.Sprint("the turn is not open: ", err)
		}
		return ""
	})
	if err := second.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.untilNoTurn(func() (evercart.State, error) {
		if !still.Load() { // the first one's turn is not to end for its time
			b.clock.Advance(100 * time.Millisecond)
		}
		return b.store.Load(b.ctx, session)
	})
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Done || len(v[0].Calls) != 1 {
		t.Errorf("transcript is %+v", v)
	}
}

func quickBeat(l *agent.Limits) { l.Beat = time.Millisecond }

// untilClosed moves the store's clock until no turn is open.
func (b *bench) untilClosed() {
	b.t.Helper()
	b.untilNoTurn(func() (evercart.State, error) {
		b.clock.Advance(200 * time.Millisecond)
		return b.agent.View(b.ctx, session)
	})
}

// untilNoTurn looks until no turn is open.
func (b *bench) untilNoTurn(look func() (evercart.State, error)) {
	b.t.Helper()
	b.until(func() string {
		s, err := look()
		switch {
		case err != nil:
			return err.Error()
		case s.Active != nil:
			return "the turn is still open"
		}
		return ""
	})
}

// Another kind of brain may only speak of what the dead one did; a turn that had begun to speak is closed as it was heard.
func TestTakenOverByAnother(t *testing.T) {
	t.Parallel()
	t.Run("only speaks", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		m := &mortal{Store: b.store}
		m.left.Store(2)
		b.say(b.another(with(wanting("one", "SCF-RED")), func(c *agentConfig) { c.Store = m }), "t-1", "add")
		other := wanting("other", "SCF-RED", "CND-CAF")
		b.agent = b.another(with(other), limits(quickBeat))
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		b.untilClosed()
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		if p := other.prompts(); len(p) != 1 || !p[0].NoCalls {
			t.Errorf("it was asked %d times", len(p))
		}
	})
	t.Run("which thinks whole turns", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		m := &mortal{Store: b.store}
		m.left.Store(2)
		b.say(b.another(with(wanting("one", "SCF-RED")), func(c *agentConfig) { c.Store = m }), "t-1", "add SCF-RED")
		b.agent = b.another(limits(quickBeat))
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		b.untilClosed()
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
		if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Done || v[0].Spoken != "One Red Scarf is in." {
			t.Errorf("transcript is %+v", v)
		}
	})
	t.Run("had spoken", func(t *testing.T) {
		t.Parallel()
		b := newBench(t)
		b.begin()
		m := &mortal{Store: b.store}
		m.left.Store(2)
		mute := &brain{name: "model", think: func(ctx context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
			if yield(text("The candle smells of coffee and wood. "), nil) {
				for m.left.Load() > 0 && ctx.Err() == nil { // until its words are written, which is the last that it can
					time.Sleep(time.Millisecond)
				}
			}
		}}
		dying := b.another(with(mute), func(c *agentConfig) {
			c.Store = m
			c.Limits.Words = 20 * time.Millisecond
		})
		b.say(dying, "t-1", "tell me")
		b.agent = b.another(with(wanting("model")), limits(quickBeat))
		if err := b.agent.Start(b.ctx); err != nil {
			t.Fatal(err)
		}
		b.untilClosed()
		if v := b.transcript()[0]; v.How != evercart.Broken || v.Spoken.Reveal()[:37] != "The candle smells of coffee and wood." {
			t.Errorf("ended %s, spoken %q", v.How, v.Spoken.Reveal())
		}
	})
}

// A displaced writer writes nothing, and gives its caller the answer of who took the turn over.
func TestDisplaced(t *testing.T) {
	t.Parallel()
	held, asked := make(chan struct{}), make(chan struct{})
	model := wanting("model", "SCF-RED")
	think := model.think
	model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if model.asked.Load() == 1 {
			close(asked)
			<-held
		}
		think(ctx, p, yield)
	}
	b := newBench(t, with(model))
	b.begin()
	frozen := b.agent
	got := make(chan heard, 1)
	go func() { got <- b.say(frozen, "t-1", "add") }()
	<-asked
	b.agent = b.another(with(model), limits(quickBeat))
	if err := b.agent.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.untilClosed()
	close(held)
	if h := <-got; h.err != nil || h.text() != "It is in." {
		t.Errorf("the caller of the frozen node got %+v, %v", h.reply, h.err)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Done {
		t.Errorf("transcript is %+v", v)
	}
}

// With the store away nothing is called saved: the caller hears so, and the turn is closed when the store is back.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	m := &mortal{Store: b.store}
	for _, c := range []struct {
		name  string
		brain *brain
	}{{"at once", echo()}, {"model", wanting("model", "SCF-RED")}} {
		h := b.say(b.another(with(c.brain), func(cfg *agentConfig) { cfg.Store = m }), "t-1", "add SCF-RED")
		wantCode(t, h.err, evercart.Unavailable)
		if len(h.pieces) != 1 || !h.pieces[0].Hold {
			t.Errorf("%s: said %+v", c.name, h.pieces)
		}
	}
	m.left.Store(1)
	h := b.say(b.another(with(wanting("model", "SCF-RED")), func(cfg *agentConfig) { cfg.Store = m }), "t-2", "add")
	if h.err != nil || h.reply.Durable || h.reply.How != evercart.Failed {
		t.Errorf("got %+v, %v", h.reply, h.err)
	}
	b.wantCart(nil)
	m.left.Store(100)
	b.until(func() string {
		if s, err := b.store.Load(b.ctx, session); err != nil || s.Active != nil {
			return "the turn is not closed"
		}
		return ""
	})
	if h := b.answered("t-3", "add SCF-RED"); h.reply.Cart.Totals.Total != 3333 {
		t.Errorf("afterwards the cart is %+v", h.reply.Cart)
	}
}
