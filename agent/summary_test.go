package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// summed does the jobs that are due, by these agents in turn; it gives how many there were.
func (b *bench) summed(by ...*agent.Agent) int {
	b.t.Helper()
	jobs, err := b.store.Lease(b.ctx, "test", []string{agent.SummaryKind}, 10, time.Minute)
	if err != nil {
		b.t.Fatal(err)
	}
	for i, j := range jobs {
		if err := by[i%len(by)].Summarize(b.ctx, j); err != nil {
			b.t.Fatal(err)
		}
		if err := by[i%len(by)].Summarize(b.ctx, j); err != nil { // a job may be done twice
			b.t.Fatal(err)
		}
		if err := b.store.Settle(b.ctx, j, evercart.Settlement{Done: true}); err != nil {
			b.t.Fatal(err)
		}
	}
	return len(jobs)
}

// told are the facts of a session's newest prompt.
func earlier(t *testing.T, p evercart.Prompt) (said []string, account string) {
	t.Helper()
	var f struct {
		Earlier struct {
			Said    []string `json:"the_shopper_said"`
			Account string   `json:"account"`
		} `json:"earlier_in_this_conversation"`
	}
	if err := json.Unmarshal([]byte(p.Facts), &f); err != nil {
		t.Fatal(err)
	}
	return f.Earlier.Said, f.Earlier.Account
}

// What a shopper told early is still before the model after many turns: over several summaries, made by different servers, with a model
// that gives an account and with one that fails at it.
func TestToldEarlyIsKnownLate(t *testing.T) {
	t.Parallel()
	early := []string{"My shoe size is nine.", "I'm allergic to wool, by the way.", "It is a gift for somebody called Noor.", "It must arrive before the 14th. The budget is two hundred dollars."}
	for name, account := range map[string]evercart.Thought{"with an account": text("She looks for a gift."), "without one": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := &brain{name: "model"}
			model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
				if p.Now.Turn == "summary" {
					if account.Text == "" {
						yield(evercart.Thought{}, trouble(evercart.Unavailable, 0))
						return
					}
					thoughts(account, stop(evercart.StopSaid))(ctx, p, yield)
					return
				}
				thoughts(text("We open at nine."), stop(evercart.StopSaid))(ctx, p, yield)
			}
			b := newBench(t, with(model))
			b.begin()
			other := b.another(with(model))
			rounds, servers := 0, []*agent.Agent{b.agent, other}
			for i := range 64 {
				words := "When do you open on Monday?"
				if i < len(early) {
					words = early[i]
				}
				b.answered(evercart.TurnID(fmt.Sprintf("t-%d", i)), words)
				if n := b.summed(servers[rounds%2]); n > 0 {
					rounds += n
				}
				if i == 40 {
					b.agent = b.another(with(model)) // a restart between two summaries
				}
			}
			b.answered("last", "Which size do I wear, what am I allergic to, who is it for, by when, and what may it cost?")
			said, got := earlier(t, model.prompts()[len(model.prompts())-1])
			all := strings.Join(said, "\n")
			for _, value := range []string{"nine", "wool", "Noor", "14th", "two hundred dollars"} {
				if !strings.Contains(all, value) {
					t.Errorf("%s is not known any more: %q", value, said)
				}
			}
			if rounds < 3 || strings.Contains(all, "open") || got != strings.TrimSpace(account.Text) {
				t.Errorf("%d rounds, %q, account %q", rounds, said, got)
			}
		})
	}
}

// A model's prompts do not grow with the conversation, and no turn is in neither the summary nor the turns that are sent.
func TestPromptsStayFlat(t *testing.T) {
	t.Parallel()
	const turns = 300
	model := &brain{name: "model"}
	model.think = func(ctx context.Context, p evercart.Prompt, yield func(evercart.Thought, error) bool) {
		thoughts(text("It comes in red, in blue and in green."), stop(evercart.StopSaid))(ctx, p, yield)
	}
	b := newBench(t, with(model))
	b.begin()
	sizes := map[int]int{}
	for i := range turns {
		b.answered(evercart.TurnID(fmt.Sprintf("t-%d", i)), fmt.Sprintf("I prefer it in colour number %03d, which is my favourite. What else is there?", i%7))
		b.summed(b.agent)
		p := model.prompts()[len(model.prompts())-1]
		if p.Now.Turn == "summary" {
			p = model.prompts()[len(model.prompts())-2]
		}
		raw, err := json.Marshal(p.History)
		if err != nil {
			t.Fatal(err)
		}
		sizes[i] = len(p.Policy) + len(p.Facts) + len(raw) + len(p.Shop)
		if i > 20 && len(p.History) < 19 {
			t.Fatalf("turn %d is sent with %d turns", i, len(p.History))
		}
	}
	if a, z := sizes[50], sizes[turns-1]; z > a+a/50 {
		t.Errorf("%d bytes at turn 50, %d at turn %d", a, z, turns)
	}
}

// A summary that no longer fits is dropped, and one that is late leaves nothing out.
func TestSummaryIsLate(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	b.answered("first", "My shoe size is nine.")
	for i := range 45 {
		b.answered(evercart.TurnID(fmt.Sprintf("t-%d", i)), "hello again")
	}
	jobs, err := b.store.Lease(b.ctx, "test", []string{agent.SummaryKind}, 10, time.Minute)
	if err != nil || len(jobs) < 2 || len(jobs) > 5 {
		t.Fatalf("%d jobs wait, %v", len(jobs), err)
	}
	for _, j := range jobs {
		if err := b.agent.Summarize(b.ctx, j); err != nil {
			t.Fatal(err)
		}
	}
	s, err := b.store.Load(b.ctx, session)
	if err != nil || len(s.Personal.Summary.Told) != 1 || s.Personal.Summary.Told[0] != "My shoe size is nine." || s.SummedUp() != s.Recent[10]-1 {
		t.Errorf("summed up to %d of %v: %d told, %v", s.SummedUp(), s.Recent, len(s.Personal.Summary.Told), err)
	}
	n := 0
	events, err := b.store.Events(b.ctx, session, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if _, ok := e.Fact.(*evercart.SummaryMade); ok {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d summaries of the same turns", n)
	}
}
