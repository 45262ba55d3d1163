package agent_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

const offer = "The ivory silk blouse is eighty-nine dollars and fifty cents. Shall I also bring the brown loafers in size nine?"

// offering is a brain that offers something, asks, and goes on until it is cut.
func offering(asked chan<- struct{}) *brain {
	return &brain{name: "model", think: func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if p.Now.Words != "blouses" {
			_ = yield(text("Mhm, yes to what?"), nil) && yield(stop(evercart.StopSaid), nil)
			return
		}
		if yield(evercart.Thought{Text: offer + " ", Ask: &evercart.Question{Kind: "product", Choices: []evercart.SKU{"LOF-BRN-9"}}}, nil) {
			asked <- struct{}{}
			<-ctx.Done()
		}
	}}
}

// What was heard is what is remembered: in the log, and in what the model is told. A question not heard is no question.
func TestTalkedOver(t *testing.T) {
	t.Parallel()
	part, none, odd := evercart.Personal("The ivory silk blouse is eighty-nine"), evercart.Personal(""), evercart.Personal("The ivory purple elephant and much more, and more, and more of what was never said by anyone at all in this conversation ever")
	for name, c := range map[string]struct {
		heard *evercart.Personal
		want  string
	}{"part": {&part, "The ivory silk blouse is eighty-nine"}, "nothing": {&none, ""}, "odd": {&odd, "The ivory"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asked := make(chan struct{})
			model := offering(asked)
			b := newBench(t, with(model))
			b.begin()
			first := make(chan heard, 1)
			go func() { first <- b.say(b.agent, "t-1", "blouses") }()
			<-asked
			if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t-1", Heard: c.heard}); err != nil {
				t.Fatal(err)
			}
			if h := <-first; h.err != nil || h.reply.How != evercart.Interrupted {
				t.Errorf("ended %+v, %v", h.reply, h.err)
			}
			v := b.transcript()[0]
			if v.Heard == nil || v.Heard.Reveal() != c.want || v.How != evercart.Interrupted {
				t.Errorf("heard is %v, ended %s", v.Heard, v.How)
			}
			b.answered("t-2", "yes")
			p := model.prompts()[1]
			if p.State.Question != nil || strings.Contains(p.Facts, "LOF") {
				t.Error("a question that was not heard is still open")
			}
			if h := p.History[0]; h.Heard.Reveal() != c.want || h.How != evercart.Interrupted {
				t.Errorf("the model is told %q, %s", h.Heard.Reveal(), h.How)
			}
		})
	}
}

// An interruption that cannot say where, of a turn that is over, and of none.
func TestCorrections(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	wantCode(t, b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session}), evercart.NotFound)
	b.answered("t-1", "tell me a long story")
	heard := evercart.Personal("You said tell")
	if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Heard: &heard}); err != nil {
		t.Fatal(err)
	}
	if v := b.transcript()[0]; v.Heard == nil || *v.Heard != "You said: tell" {
		t.Errorf("heard is %v", v.Heard)
	}
	if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t-1"}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t-9"}), evercart.NotFound)
}

// What was heard is recorded once: a repeat writes nothing, nor does what knows less; words that were never said are refused, and what was
// recorded before stays.
func TestHeardIsRecordedOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	b.answered("t-1", "tell me a long story")
	interrupt := func(words ...evercart.Personal) error {
		i := evercart.Interruption{Session: session, Turn: "t-1"}
		if len(words) > 0 {
			i.Heard = &words[0]
		}
		return b.agent.Interrupt(b.ctx, i)
	}
	seq := func() evercart.Seq {
		s, err := b.agent.View(b.ctx, session)
		if err != nil {
			t.Fatal(err)
		}
		return s.Seq
	}
	if err := interrupt("You said tell"); err != nil {
		t.Fatal(err)
	}
	at := seq()
	for range 3 {
		if err := interrupt("You said tell"); err != nil {
			t.Fatal(err)
		}
		err := interrupt("purple elephants dance")
		wantCode(t, err, evercart.Invalid)
		if say := evercart.AsError(err).Message; !strings.Contains(say, "what was reported before stays") {
			t.Errorf("told %q, and the report stays", say)
		}
		if err := interrupt(); err != nil {
			t.Fatal(err)
		}
	}
	if now := seq(); now != at {
		t.Errorf("%d more events were written", now-at)
	}
	if v := b.transcript()[0]; v.Heard == nil || *v.Heard != "You said: tell" {
		t.Errorf("heard is %v", v.Heard)
	}
	if err := interrupt("You said"); err != nil { // a correction is one
		t.Fatal(err)
	}
	if v := b.transcript()[0]; v.Heard == nil || strings.TrimSuffix(v.Heard.Reveal(), ":") != "You said" || seq() != at+1 {
		t.Errorf("corrected to %v, %d events", v.Heard, seq()-at)
	}
}

// Talked over while a tool runs: the running call finishes and is recorded, the one not begun is "not done".
func TestTalkedOverDuringCalls(t *testing.T) {
	t.Parallel()
	started, release := make(chan struct{}, 2), make(chan struct{})
	model := script("model", []evercart.Thought{call("slow", `{"sku":"SCF-RED"}`), adds("CND-CAF"), stop(evercart.StopCalls)},
		[]evercart.Thought{text("Done."), stop(evercart.StopSaid)})
	var b = newBench(t, with(model))
	b.agent = b.another(with(model), func(c *agentConfig) {
		c.Tools = append(c.Tools, slow{add{b.goods}, started, release})
	})
	b.begin()
	first := make(chan heard, 1)
	go func() { first <- b.say(b.agent, "t-1", "both") }()
	<-started
	over := make(chan error, 1)
	none := evercart.Personal("")
	go func() { over <- b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Heard: &none}) }()
	time.Sleep(20 * time.Millisecond) // the interruption arrives while the tool runs; if later, both calls are done: also right
	close(release)
	if err := <-over; err != nil {
		t.Fatal(err)
	}
	h := <-first
	switch n := len(b.cart()); {
	case h.err != nil:
		t.Error(h.err)
	case h.reply.How == evercart.Interrupted && n != 1, h.reply.How == evercart.Done && n != 2:
		t.Errorf("ended %s with %d lines", h.reply.How, n)
	}
	for _, c := range b.transcript()[0].Calls {
		if c.Code == evercart.CallOpen {
			t.Errorf("call %s is left open", c.ID)
		}
	}
	b.answered("t-2", "hello")
	last := model.prompts()[len(model.prompts())-1]
	for i, r := range last.History[0].Steps[0].Results {
		if r.Call != last.History[0].Steps[0].Calls[i].ID {
			t.Errorf("call %d has no result", i)
		}
	}
	if r := last.History[0].Steps[0].Results[0]; r.Code != "" {
		t.Errorf("the call that ran is told as %q", r.Code)
	}
}

// A turn called off while it waits is not stored.
func TestCalledOffWhileWaiting(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	b := newBench(t, with(offering(asked)))
	b.begin()
	first, second := make(chan heard, 1), make(chan heard, 1)
	go func() { first <- b.say(b.agent, "t-1", "blouses") }()
	<-asked
	go func() { second <- b.say(b.agent, "t-2", "a guess") }()
	b.until(func() string {
		if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "t-2"}); err != nil {
			return err.Error()
		}
		return ""
	})
	wantCode(t, (<-second).err, evercart.Canceled)
	if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session}); err != nil {
		t.Fatal(err)
	}
	<-first
	if v := b.transcript(); len(v) != 1 {
		t.Errorf("%d turns are stored, want 1", len(v))
	}
}

// A question that is in the log already is withdrawn when its words did not all reach the ear, at once or by a correction.
func TestQuestionNotHeard(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	model := &brain{name: "model"}
	model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		switch {
		case len(p.Now.Steps) == 0:
			_ = yield(call("look", `{}`), nil) && yield(stop(evercart.StopCalls), nil)
		case p.Now.Words == "cut" && yield(text("It comes in ivory and black, and there is more. "), nil):
			close(asked)
			<-ctx.Done()
		default:
			_ = yield(text("Which one is it?"), nil) && yield(stop(evercart.StopSaid), nil)
		}
	}
	b := newBench(t, with(model))
	b.begin()
	open := func() bool {
		s, err := b.agent.View(b.ctx, session)
		if err != nil {
			t.Fatal(err)
		}
		return s.Question != nil
	}
	hear := func(words evercart.Personal) {
		if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Heard: &words}); err != nil {
			t.Fatal(err)
		}
	}
	b.answered("whole", "look")
	if hear("which one is it"); !open() {
		t.Error("a question that was heard is withdrawn")
	}
	if hear("which one"); open() {
		t.Error("half a question is still open")
	}
	first := make(chan heard, 1)
	go func() { first <- b.say(b.agent, "cut", "cut") }()
	<-asked
	if hear("it comes in ivory"); open() {
		t.Error("a question that was never said is open")
	}
	<-first
}

// A card number in what a model says, or passes to a tool, goes nowhere.
func TestCardFromTheModel(t *testing.T) {
	t.Parallel()
	model := script("model", []evercart.Thought{call("add", `{"sku":"4111 1111 1111 1111"}`), stop(evercart.StopCalls)},
		[]evercart.Thought{text("The number is 4111 "), text("1111 1111 1111, right?"), stop(evercart.StopSaid)})
	b := newBench(t, with(model))
	b.begin()
	h := b.answered("t", "hello")
	all := h.text() + h.reply.Display.Reveal()
	for _, p := range h.pieces {
		all += p.Text
	}
	for _, p := range model.prompts() {
		for _, s := range p.Now.Steps {
			all += string(s.Calls[0].Args.Reveal()) + string(s.Results[0].Data.Reveal())
		}
	}
	if strings.Contains(strings.ReplaceAll(all, " ", ""), "41111111") || strings.Contains(all, "one one one one") {
		t.Errorf("a card number is kept: %s", all)
	}
}
