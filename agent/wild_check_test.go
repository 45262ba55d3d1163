package agent_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/fakemodel"
)

// check looks at every request since the last time, then forgets them.
func (w *wild) check(h happening) {
	for _, k := range w.server.Requests() {
		body := string(k.Body)
		switch {
		case k.Why != "":
			w.t.Fatalf("turn %d %s: the vendor refuses the request: %s\n%.6000s", w.turns, h, k.Why, body)
		case len(body) > 4*w.budget+512:
			w.t.Fatalf("turn %d %s: a request of %d bytes on a budget of %d tokens", w.turns, h, len(body), w.budget)
		}
		if err := thoughtsInLoop(k.Body); err != nil {
			w.t.Fatalf("turn %d %s: %v\n%.6000s", w.turns, h, err, body)
		}
		for _, words := range w.silent {
			if strings.Contains(body, words) {
				w.t.Fatalf("turn %d %s: %s was not heard, and the model is told it\n%.6000s", w.turns, h, words, body)
			}
		}
		if strings.Contains(body, "account_so_far") {
			continue // who sums up has instructions of their own
		}
		prefix := prefixOf(k)
		if w.prefix == "" {
			w.prefix = prefix
		}
		if prefix != w.prefix {
			w.t.Fatalf("turn %d %s: another prefix:\n%s\n%s", w.turns, h, prefix, w.prefix)
		}
	}
	w.server.Forget()
}

// told: what the newest request tells of the calls of this turn is what the log has of them. A turn that there is no room for is not told at all.
func (w *wild) told(h happening) {
	list := w.server.Requests()
	if len(list) == 0 {
		return
	}
	asked, words, inTurn := list[len(list)-1].Sent(), fmt.Sprintf(", turn %d.", w.turns), false
	done, told := 0, 0
	for _, m := range asked.Messages {
		switch {
		case m.Role == "user" && strings.HasSuffix(m.Text, words):
			inTurn = true
		case m.Role == "tool" && inTurn && strings.HasPrefix(m.Text, `{"ok":true`):
			told++
		}
	}
	views, err := w.node.Transcript(w.ctx, session, 0, 2)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, v := range views {
		if !strings.HasSuffix(v.Said.Reveal(), words) {
			continue
		}
		for _, c := range v.Calls {
			if c.Code == evercart.CallOpen {
				w.t.Fatalf("turn %d %s: call %s is open for ever", w.turns, h, c.ID)
			}
			if c.Code == "" {
				done++
			}
		}
	}
	if inTurn && told != done {
		w.t.Fatalf("turn %d %s: %d calls were done, the model is told of %d\n%.6000s", w.turns, h, done, told, list[len(list)-1].Body)
	}
}

// settled: the cart holds what the log says was added.
func (w *wild) settled() {
	views, err := w.node.Transcript(w.ctx, session, 0, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	added, has := 0, 0
	for _, v := range views {
		for _, c := range v.Calls {
			if c.Tool == "add" && c.Code == "" {
				added++
			}
		}
	}
	for _, n := range w.cart() {
		has += n
	}
	if added != has {
		w.t.Fatalf("%d were added, the cart holds %d", added, has)
	}
}

// prefixOf is what stands before all conversation, byte for byte.
func prefixOf(k fakemodel.Kept) string {
	var top struct {
		Tools    json.RawMessage   `json:"tools"`
		System   json.RawMessage   `json:"system"`
		Messages []json.RawMessage `json:"messages"`
	}
	if json.Unmarshal(k.Body, &top) != nil {
		return "no JSON"
	}
	if top.System == nil && len(top.Messages) > 0 {
		top.System = top.Messages[0]
	}
	return string(top.Tools) + string(top.System)
}

// thoughtsInLoop: thoughts stand only behind the last thing that the shopper said.
func thoughtsInLoop(body []byte) error {
	var top struct {
		Messages []struct {
			Role    string `json:"role"`
			Content json.RawMessage
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &top); err != nil {
		return err
	}
	lastSaid, lastThought := -1, len(top.Messages)
	for i, m := range top.Messages {
		var blocks []struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(m.Content, &blocks) != nil {
			continue
		}
		for _, b := range blocks {
			switch {
			case m.Role == "user" && b.Type == "text":
				lastSaid = i
			case strings.HasSuffix(b.Type, "thinking"):
				lastThought = min(lastThought, i)
			}
		}
	}
	if lastThought < lastSaid {
		return fmt.Errorf("a thought of message %d is kept beyond what the shopper said in message %d", lastThought, lastSaid)
	}
	return nil
}

// A prompt is flat: the request of turn 1,000 is no longer than that of turn 50, with the same bytes before the conversation, whatever was
// done in between.
func TestPromptIsFlat(t *testing.T) {
	t.Parallel()
	for name, make := range dialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, base := wildServer(t)
			brain, err := make(base, 0)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(brain.Close)
			if err := server.Play(strings.NewReader(`{"when":{"says":"look","step":0},"answer":{"calls":[{"tool":"look"},{"tool":"look"}]}}
				{"when":{"says":"account"},"answer":{"text":"They talk of this and that."}} {"answer":{"text":"So it is."}}`)); err != nil {
				t.Fatal(err)
			}
			b := newBench(t, with(brain))
			b.begin()
			words := []string{"look at the scarf number %d", "und was kostet Nummer %d?", "I need size %d", "¿y el número %d?"}
			var at50, most int
			prefix := ""
			for i := range 1000 {
				b.answered(evercart.TurnID(fmt.Sprint("t-", i)), fmt.Sprintf(words[i%len(words)], i))
				for _, k := range server.Requests() {
					if k.Why != "" {
						t.Fatalf("turn %d: %s", i, k.Why)
					}
					if strings.Contains(string(k.Body), "account_so_far") {
						continue
					}
					if got := prefixOf(k); prefix == "" {
						prefix = got
					} else if got != prefix {
						t.Fatalf("turn %d has another prefix", i)
					}
					switch n := len(k.Body); {
					case i < 50:
					case i < 100:
						at50 = max(at50, n)
					default:
						most = max(most, n)
					}
				}
				server.Forget()
				if i%10 == 9 {
					b.summed(b.agent)
				}
			}
			if most > at50+at50/20 {
				t.Errorf("the longest request after turn 100 has %d bytes, around turn 50 it had %d", most, at50)
			}
			t.Logf("%s: %d bytes around turn 50, at most %d from turn 100 to 1,000", name, at50, most)
		})
	}
}
