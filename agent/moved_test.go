package agent_test

import (
	"context"
	"testing"

	"github.com/evercart/evercart"
)

// while is a brain that thinks at once, and something happens while it thinks for the first time.
func while(t *testing.T, happens func()) *brain {
	t.Helper()
	b := echo()
	answers := b.think
	b.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if b.asked.Load() == 1 {
			happens()
		}
		answers(ctx, p, yield)
	}
	return b
}

// A summary of earlier turns that comes between costs a turn nothing; whatever else happens has it thought again.
func TestSummedMeanwhile(t *testing.T) {
	t.Parallel()
	summary := &evercart.SummaryMade{From: 1, To: 1}
	summary.Personal.Told = []evercart.Personal{"My shoe size is nine."}
	for name, c := range map[string]struct {
		fact  evercart.Fact
		asked int32
	}{"a summary": {summary, 1}, "something else": {&evercart.Noted{What: "x"}, 2}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b *bench
			thinks := while(t, func() {
				_, err := b.store.Update(b.ctx, evercart.Update{Session: session, Write: "w", By: evercart.ActorSummary,
					Do: func(evercart.State) (evercart.Change, error) {
						return evercart.Change{Facts: []evercart.Fact{c.fact}}, nil
					}})
				if err != nil {
					t.Error(err)
				}
			})
			b = newBench(t, with(thinks))
			b.begin()
			h := b.answered("t-1", "hello there")
			if h.text() != "You said: hello there" || thinks.asked.Load() != c.asked {
				t.Errorf("%q after %d thoughts, want %d", h.text(), thinks.asked.Load(), c.asked)
			}
			s, err := b.store.Load(b.ctx, session)
			if err != nil || s.Turns != 1 || h.reply.Seq != s.Seq {
				t.Errorf("%d turns, the reply is of %d and the session at %d (%v)", s.Turns, h.reply.Seq, s.Seq, err)
			}
		})
	}
}

// A session that is merged while a turn of it is thought out: the turn is answered once, where the conversation goes on.
func TestMergedMeanwhile(t *testing.T) {
	t.Parallel()
	const other = evercart.SessionID("6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a22")
	var b *bench
	thinks := while(t, func() {
		_, err := b.store.Merge(b.ctx, evercart.Merge{From: session, Into: other, ID: "m", Write: "w", By: "shopper",
			Do: func(evercart.State, evercart.State) (_, _ evercart.Change, _ error) { return }})
		if err != nil {
			t.Error(err)
		}
	})
	b = newBench(t, with(thinks))
	b.begin()
	if _, err := b.agent.Attach(b.ctx, evercart.Attach{Session: other, Begin: true, Channel: "ws"}); err != nil {
		t.Fatal(err)
	}
	h := b.answered("t-1", "add SCF-RED")
	if h.text() != "One Red Scarf is in." {
		t.Errorf("the reply is %q", h.text())
	}
	for id, want := range map[evercart.SessionID]int{session: 0, other: 1} {
		s, err := b.store.Load(b.ctx, id)
		if err != nil || s.Turns != want || len(s.Cart.Lines) != want {
			t.Errorf("%d turns and %d lines in %s, want %d (%v)", s.Turns, len(s.Cart.Lines), id, want, err)
		}
	}
}
