package agent_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// A brain that says nothing is not waited for where another one could answer; its own words, once they come, are given all the time.
func TestNoFirstWord(t *testing.T) {
	t.Parallel()
	silent := &brain{name: "model"}
	silent.think = func(ctx context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
		<-ctx.Done()
		yield(evercart.Thought{}, ctx.Err())
	}
	first := limits(func(l *agent.Limits) { l.First = time.Second })
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, with(silent, echo()), first)
		b.begin()
		if h := b.answered("t", "add SCF-RED"); h.text() != "One Red Scarf is in." || h.reply.How != evercart.Done || silent.asked.Load() != 1 {
			t.Errorf("said %q after %d attempts", h.text(), silent.asked.Load())
		}
		b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	})
	synctest.Test(t, func(t *testing.T) {
		slow := timedBrain([]timed{after(900*ms, text("It is warm. ")), after(1500*ms, text("And red.")), after(0, stop(evercart.StopSaid))})
		b := newBench(t, with(slow, echo()), first)
		b.begin()
		if h := b.answered("t", "tell me of the scarf"); h.text() != "It is warm. And red." || h.reply.How != evercart.Done {
			t.Errorf("said %q, %s", h.text(), h.reply.How)
		}
	})
}

// Overload, outage, refusal, a budget that is used up: the next brain answers this turn, after one more attempt at most.
func TestChainAnswers(t *testing.T) {
	t.Parallel()
	busy, refused := trouble(evercart.Unavailable, 0), trouble(evercart.ModelRefused, 0)
	for name, c := range map[string]struct {
		errs  []error
		asked int32
		brain string
	}{
		"overloaded once":   {[]error{busy}, 2, "model"},
		"overloaded":        {[]error{busy, busy, busy, busy}, 2, "echo"},
		"wait a while":      {[]error{trouble(evercart.RateLimited, 2*time.Second)}, 1, "echo"},
		"silent":            {[]error{trouble(evercart.Timeout, 0)}, 1, "echo"},
		"it declines":       {[]error{refused}, 1, "echo"},
		"the budget is out": {[]error{trouble(evercart.LimitReached, 0)}, 1, "echo"},
		"too long":          {[]error{trouble(evercart.TooLarge, 0)}, 1, "echo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := failing("model", thoughts(text("You said: hello"), stop(evercart.StopSaid)), c.errs...)
			b := newBench(t, with(model, echo()))
			b.begin()
			if h := b.answered("t", "hello"); h.text() != "You said: hello" || h.reply.How != evercart.Done || model.asked.Load() != c.asked {
				t.Errorf("said %q after %d attempts, want %d", h.text(), model.asked.Load(), c.asked)
			}
			if v := b.transcript(); len(v) != 1 || v[0].Brain != c.brain {
				t.Errorf("%+v", v)
			}
		})
	}
}

// The language of the turn is kept, whoever answers.
func TestChainKeepsTheLanguage(t *testing.T) {
	t.Parallel()
	model := failing("model", nil, trouble(evercart.ModelRefused, 0), trouble(evercart.ModelRefused, 0))
	second := &brain{name: "second", once: true, think: thoughts(text("Ja."), stop(evercart.StopSaid))}
	b := newBench(t, with(model, second))
	b.begin()
	b.answered("t", "ich hätte gern zwei rote Schals")
	b.answered("u", "ok")
	for i, list := range [][]evercart.Prompt{model.prompts(), second.prompts()} {
		for _, p := range list {
			if p.Locale != "de" && p.Locale != "de-DE" {
				t.Errorf("brain %d was told of %q", i, p.Locale)
			}
		}
	}
}
