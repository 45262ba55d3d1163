package agent_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// Silence is broken by a filler that is no part of the reply.
func TestFiller(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	model := &brain{name: "model", think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		<-held
		_ = yield(text("Here you are."), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Filler, l.Again = 20*time.Millisecond, 40*time.Millisecond }))
	b.begin()
	var fillers []string
	for p, err := range b.agent.Take(b.ctx, evercart.Utterance{Session: session, Turn: "t", Text: "hello"}) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Hold {
			if fillers = append(fillers, p.Text); len(fillers) == 2 {
				close(held)
			}
		}
		if p.Reply != nil && p.Reply.Text != "Here you are." {
			t.Errorf("the reply is %q", p.Reply.Text.Reveal())
		}
	}
	if len(fillers) < 2 || fillers[0] == "" || fillers[0] == fillers[1] {
		t.Errorf("fillers are %q", fillers)
	}
}

// What went to the ear is in the store before the turn is over.
func TestWordsAreSaved(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	model := &brain{name: "model", think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if yield(text("The candle smells of coffee and wood. "), nil) {
			<-held
			_ = yield(stop(evercart.StopSaid), nil)
		}
	}}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Words = 20 * time.Millisecond }))
	b.begin()
	done := make(chan heard, 1)
	go func() { done <- b.say(b.agent, "t", "tell me") }()
	b.until(func() string {
		if v := b.transcript(); len(v) == 0 || v[0].Spoken != "The candle smells of coffee and wood." || v[0].Closed != 0 {
			return "the words are not saved"
		}
		return ""
	})
	close(held)
	<-done
}

// until polls a reason until there is none.
func (b *bench) until(why func() string) {
	b.t.Helper()
	end := time.Now().Add(time.Minute)
	for {
		reason := why()
		if reason == "" {
			return
		}
		if time.Now().After(end) {
			b.t.Fatal(reason)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// A turn that takes too long ends itself, and says so.
func TestTurnLimit(t *testing.T) {
	t.Parallel()
	model := &brain{name: "model", think: func(ctx context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
		<-ctx.Done()
		yield(evercart.Thought{}, ctx.Err())
	}}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Turn, l.Words = 30*time.Millisecond, 20*time.Millisecond }))
	b.begin()
	if h := b.answered("t", "think"); h.reply.How != evercart.Failed || !strings.Contains(h.text(), "too long") {
		t.Errorf("ended %s with %q", h.reply.How, h.text())
	}
}

// Stop waits for the turns that run, cuts those that take too long, and takes no new ones.
func TestStop(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	model := &brain{name: "model", think: func(ctx context.Context, _ evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if yield(text("The candle smells of coffee and wood. "), nil) {
			close(asked)
			<-ctx.Done()
			yield(evercart.Thought{}, ctx.Err())
		}
	}}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Drain = 20 * time.Millisecond }))
	b.begin()
	if err := b.agent.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	done := make(chan heard, 1)
	go func() { done <- b.say(b.agent, "t", "tell me") }()
	<-asked
	for range 2 {
		if err := b.agent.Stop(b.ctx); err != nil {
			t.Fatal(err)
		}
	}
	if h := <-done; h.err != nil || h.reply.How != evercart.Broken {
		t.Errorf("ended %+v, %v", h.reply, h.err)
	}
	wantCode(t, b.say(b.agent, "t2", "hello").err, evercart.Unavailable)
	wantCode(t, b.agent.Start(b.ctx), evercart.Invalid)
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Broken {
		t.Errorf("transcript is %+v", v)
	}
}

// A request that fails after the tools is made again with their results; the tools are not run again.
func TestToolsRunOnce(t *testing.T) {
	t.Parallel()
	model := &brain{name: "model"}
	model.think = func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		switch {
		case len(p.Now.Steps) == 0:
			_ = yield(adds("SCF-RED"), nil) && yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
		case model.asked.Load() == 2:
			yield(evercart.Thought{}, trouble(evercart.Unavailable, 0))
		default:
			_ = yield(text("Two scarves."), nil) && yield(stop(evercart.StopSaid), nil)
		}
	}
	b := newBench(t, with(model))
	b.begin()
	if h := b.answered("t", "two scarves"); h.text() != "Two scarves." || model.asked.Load() != 3 {
		t.Errorf("said %q after %d requests", h.text(), model.asked.Load())
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 2})
	if p := model.prompts(); len(p[1].Now.Steps[0].Results) != 2 || len(p[2].Now.Steps[0].Results) != 2 {
		t.Error("the second request lacks the results")
	}
}
