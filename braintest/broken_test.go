package braintest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/braintest"
)

// broken is a brain as one writes it in an hour: it believes whatever the server sends, never hangs up, sends its whole past
// as it stands, and puts everything it knows into the system text.
type broken struct{ url string }

var _ evercart.Brain = broken{}

func (broken) Name() string { return "broken" }
func (broken) AtOnce() bool { return false }

func (b broken) Think(_ context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		var text string
		calls := map[int]*evercart.ToolCall{}
		res, err := http.Post(b.url+"/chat/completions", "application/json", bytes.NewReader(b.body(p)))
		if err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		doc := new(strings.Builder)
		in := bufio.NewReader(res.Body)
		for {
			line, err := in.ReadString('\n')
			doc.WriteString(line)
			if err != nil {
				break
			}
		}
		for line := range strings.Lines(doc.String()) {
			var c struct {
				Choices []struct {
					Delta struct {
						Content string
						Calls   []struct {
							Index    int
							Function struct{ Name, Arguments string }
						} `json:"tool_calls"`
					}
				}
			}
			if json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &c) != nil {
				continue
			}
			for _, ch := range c.Choices {
				for _, r := range []byte(ch.Delta.Content) {
					text += string(rune(r)) // bytes are no characters
				}
				for _, d := range ch.Delta.Calls {
					if calls[d.Index] == nil {
						calls[d.Index] = &evercart.ToolCall{ID: "1.1", Tool: d.Function.Name}
					}
					calls[d.Index].Args = append(calls[d.Index].Args, d.Function.Arguments...)
				}
			}
		}
		yield(evercart.Thought{Text: text}, nil)
		for i := range len(calls) {
			if !bytes.HasSuffix(calls[i].Args, []byte("}")) {
				calls[i].Args = append(calls[i].Args, '}') // a lenient parser closes the brackets
			}
			yield(evercart.Thought{Call: calls[i]}, nil)
		}
		yield(evercart.Thought{Stop: evercart.StopSaid}, nil)
	}
}

func (b broken) body(p evercart.Prompt) []byte {
	messages := []map[string]any{{"role": "system", "content": p.Policy + p.Shop + p.Facts + fmt.Sprint(p.State.Session)}}
	for _, x := range append(p.History, p.Now) {
		messages = append(messages, map[string]any{"role": "user", "content": x.Words.Reveal()})
		for _, s := range x.Steps {
			m := map[string]any{"role": "assistant", "content": s.Text.Reveal()}
			var calls []any
			for _, c := range s.Calls {
				calls = append(calls, map[string]any{"id": c.Vendor, "type": "function", "function": map[string]any{"name": c.Tool, "arguments": string(c.Args)}})
			}
			if calls != nil {
				m["tool_calls"] = calls
			}
			messages = append(messages, m)
			for i, r := range s.Results {
				messages = append(messages, map[string]any{"role": "tool", "tool_call_id": s.Calls[min(i, len(s.Calls)-1)].Vendor, "content": r.Say.Reveal()})
			}
		}
	}
	tools := []any{}
	for _, t := range p.Tools {
		tools = append(tools, map[string]any{"type": "function", "function": map[string]any{"name": t.Name, "parameters": t.Schema}})
	}
	out, err := json.Marshal(map[string]any{"model": "m", "stream": true, "tools": tools, "messages": messages})
	if err != nil {
		return nil
	}
	return out
}

// TestSuiteCanFail holds a brain that is wrong in every way to each promise: none may pass.
func TestSuiteCanFail(t *testing.T) {
	t.Parallel()
	f := braintest.Features{Idle: 50 * time.Millisecond, Budget: 32_000}
	for _, p := range braintest.Parts() {
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			failed := make(chan error, 1)
			go func() {
				defer func() {
					if r := recover(); r != nil {
						failed <- fmt.Errorf("panic: %v", r)
					}
				}()
				failed <- p.Check(ctx, f, func(baseURL string, _ time.Duration) (evercart.Brain, error) { return broken{baseURL}, nil })
			}()
			select {
			case err := <-failed:
				if err == nil {
					t.Error("the broken brain passed")
				}
			case <-ctx.Done(): // it never comes back from a server that holds it: that is a failure as well
			}
		})
	}
}
