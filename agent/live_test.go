package agent_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// disclosures are the notices in the log: "ai,recording sent".
func (b *bench) disclosures() []string {
	b.t.Helper()
	events, err := b.store.Events(b.ctx, session, 0, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, e := range events {
		if n, ok := e.Fact.(*evercart.Noted); ok && n.What == "disclosed" {
			out = append(out, n.With["notice"]+" "+n.With["heard"])
		}
	}
	return out
}

// The shop's own greeting is said, and what it discloses is an event; so is whether that was heard.
func TestGreetingDiscloses(t *testing.T) {
	t.Parallel()
	const hello = "Hello, this is Fern. I'm an AI assistant, and this call is written down. What can I find?"
	for name, c := range map[string]struct {
		heard string
		want  string
	}{"all": {hello, "yes"}, "the notice": {"Hello, this is Fern. I'm an AI assistant, and this call is written down.", "yes"}, "too little": {"Hello, this is", "no"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, func(c *agentConfig) {
				c.Live = func() agent.Live {
					return agent.Live{Shop: evercart.DefaultShop(), Greeting: hello, GreetingBack: "Back again?"}
				}
			})
			b.begin()
			h := take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "g-1", What: evercart.SayGreeting})
			if h.err != nil || h.text() != hello {
				t.Fatalf("%v %q", h.err, h.text())
			}
			if got := b.disclosures(); !slices.Equal(got, []string{"ai,recording sent"}) {
				t.Errorf("disclosed %q", got)
			}
			heard := evercart.Private(c.heard)
			if err := b.agent.Interrupt(b.ctx, evercart.Interruption{Session: session, Turn: "g-1", Heard: &heard}); err != nil {
				t.Fatal(err)
			}
			if got := b.disclosures(); !slices.Equal(got, []string{"ai,recording sent", "ai,recording " + c.want}) {
				t.Errorf("disclosed %q", got)
			}
			if h = take(b.ctx, b.agent, evercart.Utterance{Session: session, Turn: "g-2", What: evercart.SayGreeting}); h.text() != "Back again?" {
				t.Errorf("the welcome is %q", h.text())
			}
		})
	}
}

// What the shop changes counts from the next turn on: its prompt, and which tools a brain is shown and may call.
func TestLiveShop(t *testing.T) {
	t.Parallel()
	model := script("model", []evercart.Thought{call("look", `{}`), stop(evercart.StopCalls)}, []evercart.Thought{text("There."), stop(evercart.StopSaid)},
		[]evercart.Thought{call("look", `{}`), stop(evercart.StopCalls)}, []evercart.Thought{text("Not here."), stop(evercart.StopSaid)})
	var closed atomic.Bool
	b := newBench(t, with(model), func(c *agentConfig) {
		c.Live = func() agent.Live {
			l := agent.Live{Shop: evercart.DefaultShop(), Prompt: "Be warm."}
			if closed.Load() {
				l.Prompt, l.Allows = "Be brief.", func(tool string) bool { return tool != "look" }
			}
			return l
		}
	})
	b.begin()
	b.answered("t-1", "look")
	closed.Store(true)
	b.answered("t-2", "look")
	shown := func(p evercart.Prompt) bool {
		return slices.ContainsFunc(p.Tools, func(s evercart.ToolSpec) bool { return s.Name == "look" })
	}
	p := model.prompts()
	if p[0].Shop != "Be warm." || !shown(p[0]) || p[2].Shop != "Be brief." || shown(p[2]) {
		t.Errorf("prompts %q %v, %q %v", p[0].Shop, shown(p[0]), p[2].Shop, shown(p[2]))
	}
	if r := p[1].Now.Steps[0].Results[0]; r.Code != "" {
		t.Errorf("an allowed tool: %s", r.Code)
	}
	if r := p[3].Now.Steps[0].Results[0]; r.Code != evercart.Forbidden {
		t.Errorf("a tool that is not allowed: %q", r.Code)
	}
	events, err := b.store.Events(b.ctx, session, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var hashes []string
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.TurnClosed); ok {
			hashes = append(hashes, f.Prompt)
		}
	}
	if len(hashes) != 2 || hashes[0] == hashes[1] || strings.Join(hashes, "") == "" {
		raw, _ := json.Marshal(hashes)
		t.Errorf("each prompt has a name of its own: %s", raw)
	}
}
