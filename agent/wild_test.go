package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/openai"
	"pgregory.net/rapid"
)

// closer is a brain that asks a server.
type closer interface {
	evercart.Brain
	Close()
}

// dialects are the brains that ask a model, each with the scripted server behind it.
var dialects = map[string]func(base string, budget int) (closer, error){
	"anthropic": func(base string, budget int) (closer, error) {
		return anthropic.New(anthropic.Config{BaseURL: base, APIKey: "k", Models: []string{"fake"}, Thinking: anthropic.ThinkingOn, Budget: budget})
	},
	"openai": func(base string, budget int) (closer, error) {
		return openai.New(openai.Config{BaseURL: base + "/v1", Model: "fake", Budget: budget})
	},
}

// What may become of a turn.
const (
	fateWhole    = "whole"
	fateSpoken   = "spoken over"                  // at an event of the model's stream; it is known what was heard
	fateGuessed  = "spoken over, nobody knows"    // where
	fateUnheard  = "spoken over, nothing heard"   //
	fateInTool   = "spoken over in a tool"        //
	fateLate     = "told later what was heard"    //
	fateCrashed  = "its node died"                // after so many commits
	fateReset    = "its stream was reset"         //
	fateEnded    = "its stream ended"             //
	fateError    = "an error in its stream"       //
	fateLength   = "cut for its length"           //
	fateRefused  = "declined"                     //
	fateOverload = "overloaded before its stream" //
)

var fates = []string{fateWhole, fateSpoken, fateGuessed, fateUnheard, fateInTool, fateLate, fateCrashed, fateReset, fateEnded, fateError, fateLength, fateRefused, fateOverload}

// happening is one turn of a wild conversation, and what becomes of it. It reads well when rapid prints it.
type happening struct {
	Words string
	Steps []string // calls of each step: "add look", "huge", "broken", "unknown"
	Fate  string
	In    int // the step in which it comes
	At    int // the event, or after how many commits
	SumUp bool
}

func (h happening) String() string {
	return fmt.Sprintf("{%q %q %s, in step %d at %d, summed up: %v}", h.Words, h.Steps, h.Fate, h.In, h.At, h.SumUp)
}

// wilds draws happenings; words are in three languages.
func wilds() *rapid.Generator[happening] {
	return rapid.Custom(func(t *rapid.T) happening {
		h := happening{
			Words: rapid.SampledFrom([]string{"what have you", "add it, and add some more of it please", "ich hätte gern den Schal", "quiero la bufanda", "I am allergic to wool"}).Draw(t, "words"),
			Steps: rapid.SliceOfN(rapid.SampledFrom([]string{"add", "twin twin", "look", "huge", "add huge look boom", "broken", "unknown", "think add", "think look add", "hide boom", "add look add look add"}), 0, 3).Draw(t, "steps"),
			Fate:  rapid.SampledFrom(fates).Draw(t, "fate"),
			At:    rapid.IntRange(0, 7).Draw(t, "at"),
			SumUp: rapid.Bool().Draw(t, "sum up"),
		}
		h.In = rapid.IntRange(0, len(h.Steps)).Draw(t, "in")
		return h
	})
}

// A property of whatever may happen to a conversation: the request for its next turn is always one that the vendor takes, its prefix is the
// same bytes, it keeps within its budget, thoughts are in it only while their loop runs, what was not heard is not in it, and the next turn
// is answered. A failure is shrunk to the few turns that it takes.
func TestWildConversations(t *testing.T) {
	t.Parallel()
	for name, make := range dialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, base := wildServer(t)
			most, done, failed := 20, 0, false
			if os.Getenv("EVERCART_TEST_SOAK") != "" {
				most = 500
			}
			rapid.Check(t, func(t *rapid.T) {
				if done++; done > most && !failed {
					return // the library has no count for one test; shrinking needs as many as it needs
				}
				budget := rapid.SampledFrom([]int{16_000, 3_500}).Draw(t, "budget")
				happenings := rapid.SliceOfN(wilds(), 1, 8).Draw(t, "happenings")
				defer func() { failed = failed || t.Failed() }()
				brain, err := make(base, budget)
				if err != nil {
					t.Fatal(err)
				}
				defer brain.Close()
				failed = true // a panic leaves it so
				w := &wild{bench: newBench(t, with(brain)), t: t, server: server, brain: brain, budget: budget}
				w.begin()
				w.live()
				for _, h := range happenings {
					w.happens(h)
				}
				w.settled()
				failed = false
			})
		})
	}
}

func wildServer(t *testing.T) (*fakemodel.Server, string) {
	t.Helper()
	server, err := fakemodel.New(strings.NewReader(`{"answer":{"text":"So it is."}}`))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	return server, web.URL
}

// wild is a conversation to which anything may happen.
type wild struct {
	*bench
	t      *rapid.T
	server *fakemodel.Server
	brain  evercart.Brain
	budget int

	node   *agent.Agent // that has the turns now
	store  *mortal      // as that node sees it
	turns  int
	prefix string
	silent []string // words that no request may have: they were not heard

	inTool, goOn chan struct{}
}

// live begins another node.
func (w *wild) live() {
	w.inTool, w.goOn = make(chan struct{}, 1), make(chan struct{}, 1)
	w.store = &mortal{Store: w.bench.store}
	w.store.left.Store(1 << 30)
	w.node = w.another(with(w.brain), limits(quickBeat), func(c *agentConfig) {
		c.Store = w.store
		c.Limits.Apology, c.Limits.Requests = 100*time.Millisecond, 1
		c.Tools = append(c.Tools, huge{}, waits{w.inTool, w.goOn})
	})
	if err := w.node.Start(w.ctx); err != nil {
		w.t.Fatal(err)
	}
	w.agent = w.node
}

// happens takes one turn with its fate, then one that must be answered.
func (w *wild) happens(h happening) {
	w.turns++
	words := fmt.Sprintf("%s, turn %d.", h.Words, w.turns)
	w.play(h)
	if h.Fate == fateCrashed {
		w.store.left.Store(int32(h.At))
	}
	id := evercart.TurnID(fmt.Sprint("t-", w.turns))
	over := make(chan heard, 1)
	go func() { over <- w.say(w.node, id, words) }()
	var got heard
	switch h.Fate {
	case fateSpoken, fateGuessed, fateUnheard:
		got = w.speakOver(h, id, over)
	case fateInTool:
		select {
		case <-w.inTool:
			cut := make(chan error, 1)
			go func() { cut <- w.node.Interrupt(w.ctx, evercart.Interruption{Session: session, Turn: id}) }()
			w.goOn <- struct{}{}
			got = <-over
			<-cut
		case got = <-over:
		}
	default:
		got = <-over
	}
	switch {
	case h.Fate == fateCrashed:
		w.die()
	case got.err != nil && evercart.CodeOf(got.err) != evercart.Canceled:
		w.t.Fatalf("turn %d %s: %v", w.turns, h, got.err)
	case h.Fate == fateLate && got.reply != nil:
		part := firstWords(got.text(), h.At)
		if err := w.node.Interrupt(w.ctx, evercart.Interruption{Session: session, Turn: id, Heard: &part}); err != nil {
			w.t.Fatalf("turn %d %s: %v", w.turns, h, err)
		}
		w.unheard(part.Reveal())
	}
	if h.SumUp {
		w.summed(w.node)
	}
	w.next(h)
}

// next is an ordinary turn: it is answered, whatever came before it.
func (w *wild) next(h happening) {
	w.server.Release("here", true)
	w.playAll(map[string]any{"text": "So it is."})
	a := w.say(w.node, evercart.TurnID(fmt.Sprint("n-", w.turns)), "hello")
	w.told(h)
	w.check(h)
	if a.err != nil || a.reply == nil || a.reply.How != evercart.Done || a.text() != "So it is." {
		w.t.Fatalf("after turn %d %s: %+v %v", w.turns, h, a.reply, a.err)
	}
}

// speakOver interrupts the turn at an event of the model's stream.
func (w *wild) speakOver(h happening, id evercart.TurnID, over chan heard) heard {
	ctx, cancel := context.WithCancel(w.ctx)
	held := make(chan error, 1)
	go func() { held <- w.server.Held(ctx, "here", 1) }()
	var got heard
	var at *evercart.Personal
	select {
	case <-held:
		nothing := evercart.Personal("")
		if h.Fate == fateUnheard {
			at = &nothing
		} else if h.Fate == fateSpoken {
			part := evercart.Personal("So")
			at = &part
		}
		err := w.node.Interrupt(w.ctx, evercart.Interruption{Session: session, Turn: id, Heard: at})
		for end := time.Now().Add(time.Minute); evercart.CodeOf(err) == evercart.NotFound && time.Now().Before(end); time.Sleep(time.Millisecond) { // the words have not come yet
			err = w.node.Interrupt(w.ctx, evercart.Interruption{Session: session, Turn: id, Heard: at})
		}
		if err != nil && evercart.CodeOf(err) != evercart.Invalid { // that was not said yet
			w.t.Fatalf("turn %d %s: %v", w.turns, h, err)
		}
		got = <-over
	case got = <-over:
	}
	cancel()
	w.server.Release("here", true)
	if at != nil {
		w.unheard("So")
	}
	return got
}

// unheard notes that the last words of this turn did not reach the ear.
func (w *wild) unheard(heard string) {
	if tail := w.tail(); !strings.Contains(heard, tail) {
		w.silent = append(w.silent, tail)
	}
}

func (w *wild) tail() string { return fmt.Sprintf("tail%dend", w.turns) }

// die lets the node be dead, and another one find what it left.
func (w *wild) die() {
	w.store.left.Store(0)
	dead := w.node
	w.live()
	w.untilClosed()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = dead.Stop(ctx)
}

func firstWords(text string, n int) evercart.Personal {
	list := strings.Fields(text)
	return evercart.Personal(strings.Join(list[:min(n, len(list))], " "))
}

// play writes the script of a turn: its steps, what goes wrong in one of them, then its words.
func (w *wild) play(h happening) {
	var rules []map[string]any
	says := func(step int) map[string]any {
		return map[string]any{"says": fmt.Sprintf("turn %d.", w.turns), "step": step}
	}
	for i := range len(h.Steps) + 1 {
		answer := map[string]any{"text": fmt.Sprintf("So said I. There is more of it. %s.", w.tail())}
		if i < len(h.Steps) {
			answer = answerOf(h.Steps[i])
			if h.Fate == fateInTool && i == h.In {
				answer["calls"] = append(answer["calls"].([]any), map[string]any{"tool": "waits"}, map[string]any{"tool": "add", "args": map[string]any{"sku": "SOC-3PK"}})
			}
		}
		if i == h.In {
			if bad := troubled(answer, h); bad != nil {
				rules = append(rules, map[string]any{"when": says(i), "times": 1, "answer": bad})
			}
		}
		rules = append(rules, map[string]any{"when": says(i), "answer": answer})
	}
	w.playAll(map[string]any{"text": "So it is."}, rules...)
}

func (w *wild) playAll(last map[string]any, rules ...map[string]any) {
	var b bytes.Buffer
	for _, r := range append(rules, map[string]any{"when": map[string]any{"says": "account"}, "answer": map[string]any{"text": "They talk."}}, map[string]any{"answer": last}) {
		if err := json.NewEncoder(&b).Encode(r); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := w.server.Play(&b); err != nil {
		w.t.Fatal(err)
	}
	w.server.Release("here", false)
}

// answerOf is the model's message with these calls.
func answerOf(step string) map[string]any {
	answer := map[string]any{}
	calls := []any{}
	for i, word := range strings.Fields(step) {
		call := map[string]any{"tool": word}
		switch word {
		case "think":
			answer["thinks"], answer["text"] = "Deep \u0000 👩‍👩‍👧 thoughts.", "One moment. "
			continue
		case "hide":
			answer["hides"] = "deeper"
			continue
		case "add":
			call["args"] = map[string]any{"sku": []string{"SCF-RED", "CND-CAF", "NO-SUCH"}[i%3]}
		case "twin": // two calls of one name
			call["tool"], call["id"], call["args"] = "add", "twin", map[string]any{"sku": "SOC-3PK"}
		case "broken":
			call["tool"], call["raw"] = "add", `{"sku":"SCF-R`
		}
		calls = append(calls, call)
	}
	answer["calls"] = calls
	return answer
}

// troubled is an answer with what goes wrong in it; nil = nothing does.
func troubled(answer map[string]any, h happening) map[string]any {
	out := map[string]any{}
	for k, v := range answer {
		out[k] = v
	}
	switch h.Fate {
	case fateSpoken, fateGuessed, fateUnheard:
		out["hold"], out["hold_at"] = "here", h.At
	case fateReset:
		out["cut"], out["cut_at"] = "reset", h.At
	case fateEnded:
		out["cut"], out["cut_at"] = "end", h.At
	case fateError:
		out["error"], out["cut_at"] = map[string]any{"message": "Overloaded", "type": "overloaded_error"}, h.At
	case fateLength:
		out["finish"] = "length"
	case fateRefused:
		out["finish"] = "content_filter"
	case fateOverload:
		return map[string]any{"status": 529}
	default:
		return nil
	}
	return out
}

// huge is a tool that says far too much.
type huge struct{}

func (huge) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "huge"} }
func (huge) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		all, err := json.Marshal(strings.Repeat("👩‍👩‍👧 burns long. ", 300<<10/31))
		return evercart.Change{}, evercart.Result{Say: "It is long.", Data: all}, err
	}, nil
}

// waits is a tool that is not done until it is told to go on.
type waits struct{ started, goOn chan struct{} }

func (waits) Spec() evercart.ToolSpec { return evercart.ToolSpec{Name: "waits"} }
func (x waits) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	x.started <- struct{}{}
	<-x.goOn
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "It has waited."}, nil
	}, nil
}
