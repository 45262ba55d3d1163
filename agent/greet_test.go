package agent_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
)

// meeting commits nothing before two have read.
type meeting struct {
	*fake.Store
	loads atomic.Int32
	both  chan struct{}
}

func (m *meeting) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	s, err := m.Store.Load(ctx, id)
	if m.loads.Add(1) == 2 {
		close(m.both)
	}
	return s, err
}

func (m *meeting) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	<-m.both
	return m.Store.Update(ctx, u)
}

// Two devices that are opened at once are greeted with the same words, and only one greeting is kept; more of them, while nobody says
// anything, are said and not kept.
func TestGreetedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	store := &meeting{Store: b.store, both: make(chan struct{})}
	b.agent = b.another(func(c *agentConfig) { c.Store = store })
	greet := func(id evercart.TurnID) heard {
		return take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: id, What: evercart.SayGreeting})
	}
	both := make(chan heard, 2)
	for _, id := range []evercart.TurnID{"g-1", "g-2"} {
		go func() { both <- greet(id) }()
	}
	one, two := <-both, <-both
	if one.err != nil || two.err != nil || one.text() != two.text() || !strings.Contains(one.text(), "Hello") {
		t.Errorf("at once: %q %v, %q %v", one.text(), one.err, two.text(), two.err)
	}
	for _, id := range []evercart.TurnID{"g-3", "g-4", "g-4"} {
		if h := greet(id); h.text() != "Welcome back." || h.reply.Turn != id || !h.reply.Durable {
			t.Errorf("again: %q %+v", h.text(), h.reply)
		}
	}
	if turns := b.transcript(); len(turns) != 1 {
		t.Errorf("%d greetings are kept", len(turns))
	}
	b.answered("t-1", "hello")
	if greet("g-5"); len(b.transcript()) != 3 {
		t.Errorf("%d turns after one more greeting behind words", len(b.transcript()))
	}
}
