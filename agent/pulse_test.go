package agent_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// frozen is a node that others take for dead: it beats once, and looks at nothing by itself. Its turn is held at asked until it goes on.
func (b *bench) frozen(model *brain) *agent.Agent {
	b.t.Helper()
	a := b.another(with(model), func(c *agentConfig) { c.Heads = heads{b} }, limits(func(l *agent.Limits) {
		l.Beat, l.Look, l.Dead, l.Words = time.Hour, time.Hour, time.Nanosecond, time.Hour
	}))
	if err := a.Start(b.ctx); err != nil {
		b.t.Fatal(err)
	}
	return a
}

// A node that was stopped where it stood, and goes on after its turn was taken over, says nothing more of its own: not what its model goes on
// to say, not that it failed, not that it was cut off. Its caller gets what the other node committed.
func TestWakesAfterTakeOver(t *testing.T) {
	t.Parallel()
	type yield = func(evercart.Thought, error) bool
	for name, c := range map[string]struct {
		before string // said before it stopped
		after  func(ctx context.Context, say yield)
	}{
		"the model goes on": {"Let me think. ", func(_ context.Context, say yield) { say(text("Shipping is free today. "), nil) }},
		"the model ends": {"", func(_ context.Context, say yield) {
			_ = say(text("Shipping is free today."), nil) && say(stop(evercart.StopSaid), nil)
		}},
		"the model fails": {"Let me think. ", func(_ context.Context, say yield) { say(evercart.Thought{}, gone()) }},
		"the model fails unheard": {"", func(_ context.Context, say yield) {
			say(evercart.Thought{}, evercart.Errorf(evercart.Invalid, "model", "no"))
		}},
		"the model wants to act": {"", func(_ context.Context, say yield) {
			_ = say(adds("CND-CAF"), nil) && say(stop(evercart.StopCalls), nil)
		}},
		"the model has had enough": {"", func(ctx context.Context, say yield) { say(stop(evercart.StopRefused), nil) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, woken := make(chan struct{}), make(chan struct{})
			model := &brain{name: "model", think: func(ctx context.Context, _ evercart.Prompt, say func(evercart.Thought, error) bool) {
				if c.before != "" && !say(text(c.before), nil) {
					return
				}
				close(asked)
				<-woken
				c.after(ctx, say)
			}}
			b := newBench(t)
			b.begin()
			sleeper := b.frozen(model)
			got := make(chan heard, 1)
			go func() { got <- b.say(sleeper, "t-1", "add") }()
			<-asked
			b.agent = b.another(with(wanting("model", "SCF-RED")), limits(quickBeat))
			if err := b.agent.Start(b.ctx); err != nil {
				t.Fatal(err)
			}
			b.untilClosed()
			close(woken)
			h, stored := <-got, b.answered("t-1", "add")
			if h.err != nil || h.text() != stored.text() {
				t.Fatalf("the caller of the node that woke got %+v, %v; kept is %q", h.reply, h.err, stored.text())
			}
			var said []string
			for _, p := range h.pieces {
				if p.Text != "" && !p.Hold {
					said = append(said, p.Text)
				}
			}
			if want := []string{strings.TrimSpace(c.before)}; c.before != "" && !slices.Equal(said, want) || c.before == "" && !slices.Equal(said, []string{"It is in."}) {
				t.Errorf("said %q", said)
			}
			b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
			if v := b.transcript(); len(v) != 1 {
				t.Errorf("transcript is %+v", v)
			}
		})
	}
}
