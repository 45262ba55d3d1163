package agent_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// A turn of a brain in memory is one commit: words, effect and reply together, nothing said before.
func TestAtOnceIsOneCommit(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	h := b.answered("t-1", "add SCF-RED")
	if h.text() != "One Red Scarf is in." || h.reply.How != evercart.Done || !h.reply.Durable {
		t.Errorf("reply is %q, %s, durable %v", h.text(), h.reply.How, h.reply.Durable)
	}
	if got := h.reply.Cart.Totals.Total; got != 3333 {
		t.Errorf("total is %d, want 3333", got)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	events, err := b.store.Events(b.ctx, session, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, string(e.Fact.Kind()))
		if e.Write != events[0].Write {
			t.Errorf("event %d was written apart from the others", e.Seq)
		}
	}
	want := "turn.opened step.thought cart.changed focus.set call.done turn.closed"
	if got := strings.Join(kinds, " "); got != want {
		t.Errorf("events are %s, want %s", got, want)
	}
	turns := b.transcript()
	if len(turns) != 1 || turns[0].Said != "add SCF-RED" || turns[0].Spoken != "One Red Scarf is in." || turns[0].Brain != "echo" {
		t.Errorf("transcript is %+v", turns)
	}
}

// Twenty turns at once on one session: each is answered, and stands in the transcript once.
func TestRush(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	var all sync.WaitGroup
	for k := range 16 {
		all.Go(func() {
			h := b.say(b.agent, evercart.TurnID(fmt.Sprint("n-", k)), fmt.Sprint("note number ", k))
			if h.err != nil || h.text() != fmt.Sprint("You said: note number ", k) {
				t.Errorf("turn %d: %v", k, h.err)
			}
		})
	}
	all.Wait()
	seen := map[evercart.Personal]bool{}
	for _, v := range b.transcript() {
		if seen[v.Said] || v.Closed == 0 {
			t.Errorf("%d is there twice, or open", v.Opened)
		}
		seen[v.Said] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d turns are kept, want 16", len(seen))
	}
}

// The same turn id again: joined while it runs, the stored reply afterwards, also after a restart; other words are refused.
func TestSameTurnAgain(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	asked := make(chan struct{})
	model := &brain{name: "model", think: func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if len(p.Now.Steps) == 0 {
			close(asked)
			<-held
			_ = yield(adds("SCF-RED"), nil) && yield(stop(evercart.StopCalls), nil)
			return
		}
		_ = yield(text("A scarf it is."), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	b := newBench(t, with(model))
	b.begin()
	first, twin := make(chan heard, 1), make(chan heard, 1)
	go func() { first <- b.say(b.agent, "E1", "add one scarf") }()
	<-asked
	wantCode(t, b.say(b.agent, "E1", "add two scarves").err, evercart.TurnMismatch)
	go func() { twin <- b.say(b.agent, "E1", "add one scarf") }()
	close(held)
	for _, h := range []heard{<-first, <-twin, b.answered("E1", "add one scarf"), b.say(b.another(), "E1", "add one scarf")} {
		if h.err != nil || h.text() != "A scarf it is." || h.reply.Cart.Totals.Total != 3333 {
			t.Errorf("a copy got %v, %v", h.reply, h.err)
		}
	}
	wantCode(t, b.say(b.another(), "E1", "add two scarves").err, evercart.TurnMismatch)
	if n := model.asked.Load(); n != 2 {
		t.Errorf("the model was asked %d times, want 2", n)
	}
	if n := len(b.transcript()); n != 1 {
		t.Errorf("%d turns, want 1", n)
	}
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
}

// Nothing said is nothing stored, and a well-formed empty answer.
func TestNoise(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	for _, words := range []string{"", "   ", "...", "uh", "Umm.", "\u0000"} {
		if h := b.answered("", words); h.text() != "" || h.reply.How != evercart.Done {
			t.Errorf("%q got %q", words, h.text())
		}
	}
	for _, words := range []string{"hello?", "a", "9", "um yes", "ham"} {
		if h := b.answered("", words); h.text() == "" {
			t.Errorf("%q was taken for noise", words)
		}
	}
	if n := len(b.transcript()); n != 5 {
		t.Errorf("%d turns are stored, want 5", n)
	}
}

// Bounds, zero bytes and card numbers, before anything is kept.
func TestReceived(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	wantCode(t, b.say(b.agent, "long", strings.Repeat("é", evercart.MaxText+1)).err, evercart.TooLarge)
	wantCode(t, b.say(b.agent, "two words", "hi").err, evercart.Invalid)
	if h := b.answered("", strings.Repeat("é", evercart.MaxText)); h.reply.How != evercart.Done {
		t.Error("the longest text is refused")
	}
	if h := b.answered("z", "a\u0000 scarf"); h.text() != "You said: a scarf" {
		t.Errorf("the zero byte gave %q", h.text())
	}
	h := b.answered("card", "my card is 4111 1111 1111 1111")
	all := h.text()
	for _, v := range b.transcript() {
		all += v.Said.Reveal() + v.Spoken.Reveal() + v.Reply.Reveal()
	}
	if strings.Contains(strings.ReplaceAll(all, " ", ""), "41111111") {
		t.Error("a card number is kept")
	}
	wantHas(t, h.text(), "never tell me card numbers")
}

// A listener that leaves does not stop the turn.
func TestLineDropped(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	model := &brain{name: "model", think: func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		if !yield(text("The candle smells of coffee and wood. "), nil) {
			return
		}
		<-held
		_ = yield(text("It burns for forty hours."), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	b := newBench(t, with(model))
	b.begin()
	line, cut := context.WithCancel(b.ctx)
	for p, err := range b.agent.Take(line, evercart.Utterance{Session: session, Turn: "t", Text: "tell me about the candle"}) {
		if err != nil || p.Text == "" {
			t.Fatal(p, err)
		}
		break
	}
	cut()
	close(held)
	if h := b.answered("t", "tell me about the candle"); h.text() != "The candle smells of coffee and wood. It burns for forty hours." {
		t.Errorf("the reply is %q", h.text())
	}
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Done {
		t.Errorf("transcript is %+v", v)
	}
}

// A session that is not there, or is another's, is not found; a caller must be named.
func TestWhoseSession(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := b.begin()
	ada := evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{s.Subject}})
	ben := evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{"ben"}})
	if _, err := b.agent.View(ada, session); err != nil {
		t.Error(err)
	}
	_, err := b.agent.View(ben, session)
	wantCode(t, err, evercart.NotFound)
	wantCode(t, take(ben, b.agent, evercart.Utterance{Session: session, Text: "hi"}).err, evercart.NotFound)
	wantCode(t, b.agent.Interrupt(ben, evercart.Interruption{Session: session}), evercart.NotFound)
	_, err = b.agent.Attach(ben, evercart.Attach{Session: session, Begin: true})
	wantCode(t, err, evercart.NotFound)
	_, err = b.agent.Attach(context.Background(), evercart.Attach{Session: session, Begin: true})
	wantCode(t, err, evercart.Forbidden)
}

// A lane has an end, and nobody waits in it for ever.
func TestQueue(t *testing.T) {
	t.Parallel()
	held, asked := make(chan struct{}), make(chan struct{}, 1)
	model := &brain{name: "model", think: func(_ context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		asked <- struct{}{}
		<-held
		_ = yield(text("Yes."), nil) && yield(stop(evercart.StopSaid), nil)
	}}
	b := newBench(t, with(model), limits(func(l *agent.Limits) { l.Queue, l.Wait = 1, 50*time.Millisecond }))
	b.begin()
	first := make(chan heard, 1)
	go func() { first <- b.say(b.agent, "t-1", "one") }()
	<-asked
	late := make(chan heard, 1)
	go func() { late <- b.say(b.agent, "t-2", "two") }()
	b.until(func() string {
		if err := b.say(b.agent, "t-3", "three").err; evercart.CodeOf(err) != evercart.Busy || evercart.AsError(err).RetryAfter == 0 {
			return "the lane is not full"
		}
		return ""
	})
	wantCode(t, (<-late).err, evercart.Busy)
	close(held)
	if h := <-first; h.err != nil {
		t.Error(h.err)
	}
	if n := len(b.transcript()); n != 1 {
		t.Errorf("%d turns are stored, want 1", n)
	}
}

// reading counts the events that a store gives out.
type reading struct {
	evercart.Store
	events atomic.Int32
}

func (r *reading) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	got, err := r.Store.Events(ctx, id, after, n)
	r.events.Add(int32(len(got)))
	return got, err
}

// A late turn reads and is told as much as an early one.
func TestLateTurnCostsTheSame(t *testing.T) {
	t.Parallel()
	model := &brain{name: "model", think: thoughts(text("Yes."), stop(evercart.StopSaid))}
	r := &reading{}
	b := newBench(t, with(model), func(c *agentConfig) { r.Store, c.Store = c.Store, r })
	b.begin()
	cost := map[int]int32{}
	for n := range 80 {
		before := r.events.Load()
		b.answered("", "hello")
		cost[n] = r.events.Load() - before
	}
	if cost[25] != cost[79] || cost[79] == 0 {
		t.Errorf("turn 25 reads %d events, turn 79 %d", cost[25], cost[79])
	}
	p := model.prompts()
	if a, z := len(p[25].History), len(p[79].History); a != z || z > 20 || z < 15 {
		t.Errorf("turn 25 is told %d turns, turn 79 %d", a, z)
	}
}
