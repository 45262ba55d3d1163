package agent_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"pgregory.net/rapid"
)

// What a channel reports as heard is cut to what was said.
func TestFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, heard, want string
		whole             bool
	}{
		{"I added the scarf.", "I added the", "I added the", false},
		{"I added the scarf.", "i ADDED, the scarf", "I added the scarf.", true},
		{"I added the scarf.", "I added the scarf. And more", "I added the scarf.", true},
		{"I added the scarf.", "I removed a hat", "", false},
		{"It is eighty-nine dollars. Shall I add it?", "it's eighty nine dollars", "It is eighty-nine dollars.", false},
		{"I added the scarf.", "One moment, please. I added", "I added", false},
		{"I added the scarf.", "I added the sca", "I added the", false},
		{"I added the scarf.", "", "", false},
		{"", "anything", "", false},
		{"Größe vierzig, bitte", "größe  vierzig", "Größe vierzig,", false},
	} {
		if got, whole, _ := agent.Fit(c.said, c.heard); got != c.want || whole != c.whole {
			t.Errorf("Fit(%q, %q) = %q, %v; want %q, %v", c.said, c.heard, got, whole, c.want, c.whole)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		said, heard := rapid.String().Draw(t, "said"), rapid.String().Draw(t, "heard")
		if got, _, _ := agent.Fit(said, heard); !strings.HasPrefix(said, got) {
			t.Fatalf("%q is not the beginning of %q", got, said)
		}
		if got, whole, _ := agent.Fit(said, said); whole != (strings.TrimSpace(said) != "") || strings.TrimSpace(got) != strings.TrimSpace(said) {
			t.Fatalf("all of %q was heard, got %q", said, got)
		}
	})
}

// Sentences that may tell of something done are seen; plain answers are not held back.
func TestMayClaim(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"I've added the scarf.", "Done!", "The scarf is now in your cart.", "Your order is confirmed.", "All set.", "I’ve removed it.", "It's been swapped."} {
		if !agent.MayClaim("en-US", s) {
			t.Errorf("%q may leave before its commit", s)
		}
	}
	for _, s := range []string{"One moment.", "Sure, let me look.", "It comes in ivory and black.", "Which size would you like?", "It costs eighty-nine dollars."} {
		if agent.MayClaim("en-US", s) {
			t.Errorf("%q is held back", s)
		}
	}
	if !agent.MayClaim("de-DE", "Ich habe das Tuch hineingelegt.") || !agent.MayClaim("es", "Ya está.") || agent.MayClaim("es-MX", "Un momento.") {
		t.Error("German or Spanish claims are not seen")
	}
	if !agent.MayClaim("fr-FR", "Un instant.") {
		t.Error("a language whose claims are not known does not wait")
	}
}

// Whatever stands in the log, the history has one result for each call and none without a call.
func TestHistoryIsHealed(t *testing.T) {
	t.Parallel()
	opened := &evercart.TurnOpened{}
	opened.Personal.Words = "two scarves"
	step := &evercart.StepThought{}
	step.Personal.Step = evercart.Step{Brain: "model", Text: "One moment.", Opaque: []byte("x"), Calls: []evercart.ToolCall{{ID: "1.1", Tool: "add"}, {ID: "1.2", Tool: "add"}}}
	ok := &evercart.CallDone{Call: evercart.CallMark{ID: "1.1", Tool: "add"}}
	ok.Personal.Result = evercart.Result{Call: "1.1", Say: "One scarf."}
	stray := &evercart.CallDone{Call: evercart.CallMark{ID: "7.7", Tool: "add"}}
	stray.Personal.Result = evercart.Result{Call: "7.7"}
	faded := &evercart.CallDone{Call: evercart.CallMark{ID: "1.2", Tool: "add", Code: evercart.OutOfStock}}
	closed := &evercart.TurnClosed{How: evercart.Broken}
	closed.Personal.Generated = "One moment. Sorry."
	for name, c := range map[string]struct {
		facts  []evercart.Fact
		second evercart.Code
	}{
		"lost":       {[]evercart.Fact{opened, step, ok, stray, closed}, evercart.OutcomeUnknown},
		"redacted":   {[]evercart.Fact{opened, step, ok, faded, closed}, evercart.OutOfStock},
		"still open": {[]evercart.Fact{opened, step, ok}, evercart.Canceled},
	} {
		var events []evercart.Event
		for i, f := range c.facts {
			events = append(events, evercart.Event{Seq: evercart.Seq(i + 1), Turn: "t", Fact: f})
		}
		got := agent.Tell(append(events, evercart.Event{Seq: 9, Turn: "lost", Fact: ok}))
		if len(got) != 1 || len(got[0].Steps) != 1 {
			t.Fatalf("%s: %+v", name, got)
		}
		r := got[0].Steps[0].Results
		if len(r) != 2 || r[0].Call != "1.1" || r[0].Code != "" || r[1].Call != "1.2" || r[1].Code != c.second {
			t.Errorf("%s: results are %+v", name, r)
		}
		if open := got[0].How == ""; (got[0].Steps[0].Text != "") != open || (got[0].Steps[0].Opaque != nil) != open {
			t.Errorf("%s: what the model wrote is kept beside what was heard", name)
		}
	}
	if len(step.Personal.Step.Results) != 0 {
		t.Error("reading wrote into the event")
	}
}

// The store goes away between two calls of a step: the turn is closed once it is back, and the call whose commit failed is answered.
func TestCallsLeftOpenAreAnswered(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	m := &mortal{Store: b.store}
	m.left.Store(2) // the words, the first call
	a := b.another(with(script("model", []evercart.Thought{adds("SCF-RED"), adds("CND-CAF"), stop(evercart.StopCalls)})), func(c *agentConfig) { c.Store = m })
	if h := b.say(a, "t-1", "both"); h.reply == nil || h.reply.Durable {
		t.Fatalf("without the store: %+v, %v", h.reply, h.err)
	}
	m.left.Store(100)
	b.untilClosed()
	b.wantCart(map[evercart.SKU]int{"SCF-RED": 1})
	if v := b.transcript(); len(v) != 1 || len(v[0].Calls) != 2 || v[0].Calls[0].Code != "" || v[0].Calls[1].Code != evercart.Canceled {
		t.Errorf("transcript is %+v", v)
	}
}
