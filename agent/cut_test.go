package agent_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// heads are those of the double.
type heads struct{ b *bench }

func (h heads) Heads(ctx context.Context, ids ...evercart.SessionID) (out []evercart.Head, err error) {
	for _, id := range ids {
		s, err := h.b.store.Load(ctx, id)
		if evercart.CodeOf(err) == evercart.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, evercart.Head{Session: id, Seq: s.Seq, At: s.Touched, Life: s.Life, Subject: s.Subject})
	}
	return out, nil
}

func (heads) Epoch(context.Context) (string, error) { return "double", nil }

// wire is a bus: notes reach all that listen.
type wire struct {
	mu    sync.Mutex
	ears  []func(evercart.Note)
	there chan struct{} // one for each listener
}

func (w *wire) Publish(_ context.Context, notes ...evercart.Note) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, f := range w.ears {
		for _, n := range notes {
			f(n)
		}
	}
	return nil
}

func (w *wire) Listen(ctx context.Context, f func(evercart.Note)) error {
	w.mu.Lock()
	w.ears = append(w.ears, f)
	w.mu.Unlock()
	f(evercart.Note{What: evercart.NoteLost})
	w.there <- struct{}{}
	<-ctx.Done()
	return ctx.Err()
}

// The shopper speaks over a reply on another node than the one that runs it: the turn ends there, what was heard is what is
// remembered, a question that was not heard is withdrawn. By the bus, by looking, and where neither came in time, when the turn closes.
func TestTalkedOverElsewhere(t *testing.T) {
	t.Parallel()
	part := evercart.Personal("The ivory silk blouse is eighty-nine")
	line := &wire{there: make(chan struct{}, 1)}
	for name, how := range map[string]setup{
		"by looking":   func(c *agentConfig) { c.Limits.Look = time.Millisecond },
		"by the bus":   func(c *agentConfig) { c.Bus = line },
		"when it ends": func(c *agentConfig) { c.Heads = nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked, blind := make(chan struct{}), name == "when it ends"
			model := offering(asked)
			if blind {
				think := model.think
				model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
					if p.Now.Words != "blouses" {
						think(ctx, p, yield)
					} else if yield(evercart.Thought{Text: offer + " ", Ask: &evercart.Question{Kind: "product", Choices: []evercart.SKU{"LOF-BRN-9"}}}, nil) {
						asked <- struct{}{}
						<-asked
						yield(stop(evercart.StopSaid), nil)
					}
				}
			}
			b := newBench(t)
			b.begin()
			runs := b.another(with(model), func(c *agentConfig) { c.Heads = heads{b} }, how)
			if err := runs.Start(b.ctx); err != nil {
				t.Fatal(err)
			}
			if name == "by the bus" {
				<-line.there
			}
			first := make(chan heard, 1)
			go func() { first <- b.say(runs, "t-1", "blouses") }()
			<-asked
			other := b.another(with(model), func(c *agentConfig) { c.Heads = heads{b} }, how)
			if err := other.Interrupt(b.ctx, evercart.Interruption{Session: session, Heard: &part}); err != nil {
				t.Fatal(err)
			}
			if blind {
				asked <- struct{}{}
			}
			if h := <-first; h.err != nil || h.reply.How != evercart.Interrupted {
				t.Errorf("ended %+v, %v", h.reply, h.err)
			}
			v := b.transcript()[0]
			if v.Heard == nil || *v.Heard != part || v.How != evercart.Interrupted {
				t.Errorf("heard is %v, ended %s", v.Heard, v.How)
			}
			b.say(other, "t-2", "yes")
			p := model.prompts()[1]
			if p.State.Question != nil || strings.Contains(p.Facts, "LOF") {
				t.Error("a question that was not heard is still open")
			}
			if h := p.History[0]; h.Heard != part || h.How != evercart.Interrupted {
				t.Errorf("the model is told %q, %s", h.Heard.Reveal(), h.How)
			}
		})
	}
}

// The node that ran the turn dies before it sees that it was spoken over: who takes the turn over ends it, and adds nothing.
func TestTalkedOverAndDied(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	m := &mortal{Store: b.store}
	m.left.Store(1)
	b.say(b.another(with(wanting("model", "SCF-RED")), func(c *agentConfig) { c.Store = m }), "t-1", "add")
	model := wanting("model", "SCF-RED")
	b.agent = b.another(with(model), limits(quickBeat))
	if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t-1"}); err != nil {
		t.Fatal(err)
	}
	if err := b.agent.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.untilClosed()
	b.wantCart(nil)
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Interrupted {
		t.Errorf("transcript is %+v", v)
	}
	if n := len(model.prompts()); n != 0 {
		t.Errorf("the model was asked %d times for a turn that nobody wants", n)
	}
}

// A follower on one node hears of what another wrote: by the bus at once, else by comparing heads, with one question for all.
func TestFollowElsewhere(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]setup{
		"by looking": limits(func(l *agent.Limits) { l.Look = time.Millisecond }),
		"by the bus": func(c *agentConfig) { c.Bus = &wire{there: make(chan struct{}, 1)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.begin()
			var line evercart.Bus
			here := b.another(func(c *agentConfig) { c.Heads = heads{b} }, how, func(c *agentConfig) { line = c.Bus })
			if err := here.Start(b.ctx); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(b.ctx)
			defer cancel()
			ahead, over := make(chan evercart.Seq, 64), make(chan struct{})
			go func() {
				defer close(over)
				for e, err := range here.Follow(ctx, session, 0) {
					if err != nil {
						t.Error(err)
						return
					}
					ahead <- e.Seq
				}
			}()
			<-ahead
			b.answered("t-1", "hello") // by another node
			if line != nil {
				<-line.(*wire).there
				s, _ := b.store.Load(b.ctx, session)
				_ = line.Publish(b.ctx, evercart.Note{What: evercart.NoteSession, Session: session, Seq: s.Seq})
			}
			for want := evercart.Seq(2); want <= 3; want++ {
				select {
				case got := <-ahead:
					if got != want {
						t.Errorf("event %d, want %d", got, want)
					}
				case <-time.After(time.Minute):
					t.Fatal("what another node wrote is not heard of")
				}
			}
			cancel()
			<-over
		})
	}
}
