package anthropic_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/internal/sse"
	"github.com/evercart/evercart/internal/testdata"
)

// asked is a request as it went out.
type asked struct {
	Model    string
	Max      int `json:"max_tokens"`
	System   json.RawMessage
	Tools    json.RawMessage
	Choice   *struct{ Type string } `json:"tool_choice"`
	Thinking *struct{ Type string }
	Output   *struct{ Effort string } `json:"output_config"`
	Messages []struct {
		Role    string
		Content []struct {
			Type      string
			Text      string
			ID        string
			CallID    string `json:"tool_use_id"`
			IsError   bool   `json:"is_error"`
			Thinking  string
			Signature string
			Data      string
			Cache     json.RawMessage `json:"cache_control"`
		}
	}
}

func request(t *testing.T, server *fakemodel.Server, no int) asked {
	t.Helper()
	var a asked
	list := server.Requests()
	if no < 0 {
		no = len(list) + no
	}
	if err := json.Unmarshal(list[no].Body, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// kinds tells the blocks of the messages: "user: text text | assistant: tool_use | …"; * = cached up to here.
func (a asked) kinds() string {
	var out []string
	for _, m := range a.Messages {
		var list []string
		for _, b := range m.Content {
			kind := b.Type
			if len(b.Cache) > 0 {
				kind += "*"
			}
			list = append(list, kind)
		}
		out = append(out, m.Role+": "+strings.Join(list, " "))
	}
	return strings.Join(out, " | ")
}

func taken(b *anthropic.Brain, s step, results ...evercart.Result) evercart.Step {
	return evercart.Step{Brain: b.Name(), Text: evercart.Private(s.text), Calls: s.calls, Opaque: s.last.Opaque, Results: results}
}

// The prefix is the same bytes over turns, sessions, languages and starts: what comes before the conversation, and the marks.
func TestPrefix(t *testing.T) {
	t.Parallel()
	var prefixes []string
	for start := range 2 {
		b, server := scripted(t, anthropic.Config{}, `{"answer":{"text":"Yes."}}`)
		for turn := range 20 {
			p := says(fmt.Sprint("words ", turn))
			p.Shop, p.Locale = "We sell <scarves> & more.", []string{"en-US", "de-DE"}[turn%2]
			p.State.Session, p.Facts, p.NoCalls = evercart.SessionID(fmt.Sprint("s-", start, turn)), fmt.Sprintf(`{"total":%d}`, turn), turn%5 == 4
			for i := range turn {
				p.History = append(p.History, evercart.Exchange{Words: "before", Heard: evercart.Private(fmt.Sprint("said ", i)), How: evercart.Done})
			}
			if s := think(t, b, p); s.text != "Yes." {
				t.Fatal(s.err)
			}
			a := request(t, server, -1)
			prefixes = append(prefixes, string(a.Tools)+string(a.System))
			if !bytes.Contains(a.System, []byte(`"cache_control":{"type":"ephemeral"}`)) {
				t.Errorf("the prefix is not marked: %s", a.System)
			}
		}
		noRefusal(t, server)
	}
	if list := slices.Compact(prefixes); len(list) != 1 || !strings.Contains(list[0], `{"b":{"type":"string"},"a":{"type":"string"}}`) {
		t.Errorf("%d prefixes: %q", len(list), list)
	}
}

// History grows at its end alone, so that what was cached with a turn serves the next one.
func TestHistoryIsCached(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{}, `{"answer":{"text":"Yes."}}`)
	p := says("now")
	one := evercart.Exchange{Words: "one", Heard: "First.", How: evercart.Done}
	two := evercart.Exchange{Words: "two", Heard: "Second.", How: evercart.Done}
	for _, h := range [][]evercart.Exchange{nil, {one}, {one, two}} {
		p.History = h
		think(t, b, p)
	}
	for i, want := range []string{"user: text text", "user: text | assistant: text* | user: text text", "user: text | assistant: text | user: text | assistant: text* | user: text text"} {
		if got := request(t, server, i).kinds(); got != want {
			t.Errorf("with %d turns: %s, want %s", i, got, want)
		}
	}
	noRefusal(t, server)
}

// Parallel calls are answered in one user message, in their order, before all text, the failed one marked.
func TestParallelResults(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{}, `{"when":{"step":0},"answer":{"text":"Hm.","calls":[{"tool":"f"},{"tool":"f"},{"tool":"f"}]}} {"answer":{"text":"Yes."}}`)
	p := says("three")
	s := think(t, b, p)
	r := func(i int, code evercart.Code) evercart.Result {
		return evercart.Result{Call: s.calls[i].ID, Say: "So.", Code: code}
	}
	p.Now.Steps = []evercart.Step{taken(b, s, r(2, ""), r(0, ""), r(1, evercart.NotFound))} // as they came in
	if got := think(t, b, p); got.text != "Yes." {
		t.Error(got.err)
	}
	a := request(t, server, -1)
	if got, want := a.kinds(), "user: text text | assistant: text tool_use tool_use tool_use | user: tool_result tool_result tool_result*"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, block := range a.Messages[2].Content {
		if block.CallID != s.calls[i].Vendor || block.IsError != (i == 1) {
			t.Errorf("result %d answers %s, error %v", i, block.CallID, block.IsError)
		}
	}
	p.NoCalls = true
	think(t, b, p)
	if a := request(t, server, -1); a.Choice == nil || a.Choice.Type != "none" || len(a.Tools) == 0 {
		t.Errorf("without calls: %+v", a.Choice)
	}
	noRefusal(t, server)
}

// Thoughts go back byte for byte while their loop runs, to the same model alone, and are nowhere else.
func TestThoughts(t *testing.T) {
	t.Parallel()
	const thought = `A zero\u0000, a 👩‍👩‍👧, <b> & 4111 1111 1111 1111.`
	script := `{"when":{"step":0},"answer":{"thinks":"` + thought + `","hides":"deep","text":"Hm.","calls":[{"tool":"f"}]}}
		{"when":{"step":1},"answer":{"thinks":"Again.","calls":[{"tool":"f"},{"tool":"f"}]}} {"answer":{"thinks":"Well.","text":"Yes."}}`
	b, server := scripted(t, anthropic.Config{Thinking: anthropic.ThinkingOn, Models: []string{"m"}}, script)
	p := says("think")
	first := think(t, b, p)
	if first.text != "Hm." || first.last.Opaque == nil {
		t.Fatalf("%+v", first)
	}
	p.Now.Steps = append(p.Now.Steps, taken(b, first, evercart.Result{Call: "1.1", Say: "So."}))
	second := think(t, b, p)
	p.Now.Steps = append(p.Now.Steps, taken(b, second))
	last := think(t, b, p)
	if last.text != "Yes." || last.last.Opaque != nil {
		t.Errorf("%+v", last)
	}
	a := request(t, server, -1)
	if got, want := a.kinds(), "user: text text | assistant: thinking redacted_thinking text tool_use | user: tool_result | assistant: thinking tool_use tool_use | user: tool_result tool_result*"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var plain string
	if err := json.Unmarshal([]byte(`"`+thought+`"`), &plain); err != nil || a.Messages[1].Content[0].Thinking != plain {
		t.Errorf("the thought came back as %q", a.Messages[1].Content[0].Thinking)
	}
	noRefusal(t, server)

	for name, c := range map[string]struct {
		config anthropic.Config
		change func(*evercart.Prompt)
	}{
		"restart":           {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(*evercart.Prompt) {}},
		"another model":     {anthropic.Config{Thinking: anthropic.ThinkingOn, Models: []string{"n"}}, func(*evercart.Prompt) {}},
		"switched off":      {anthropic.Config{Thinking: anthropic.ThinkingOff}, func(*evercart.Prompt) {}},
		"another brain":     {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(p *evercart.Prompt) { p.Now.Steps[1].Brain = "rules"; p.NoCalls = true }},
		"the text was lost": {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(p *evercart.Prompt) { p.Now.Steps[0].Text = "" }},
		"a call more": {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(p *evercart.Prompt) {
			p.Now.Steps[0].Calls = append(p.Now.Steps[0].Calls, evercart.ToolCall{ID: "1.2", Tool: "f"})
		}},
		"the turn is over": {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(p *evercart.Prompt) {
			p.History = []evercart.Exchange{p.Now}
			p.History[0].How = evercart.Interrupted
			p.Now = evercart.Exchange{Words: "and?"}
		}},
		"opaque was damaged": {anthropic.Config{Thinking: anthropic.ThinkingOn}, func(p *evercart.Prompt) { p.Now.Steps[1].Opaque = []byte{0xff} }},
	} {
		again := bench(t, c.config, server.ServeHTTP)
		q := p
		q.Now.Steps = slices.Clone(p.Now.Steps)
		q.Now.Steps[0].Calls = slices.Clone(p.Now.Steps[0].Calls)
		c.change(&q)
		if s := think(t, again, q); s.err != nil {
			t.Errorf("%s: %v", name, s.err)
		}
		for range 3 {
			if s := think(t, again, q); s.err != nil {
				t.Errorf("%s, later: %v", name, s.err)
			}
		}
	}
	noRefusal(t, server)
}

func TestThoughtsTooLong(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{Thinking: anthropic.ThinkingOn, Budget: 1_000_000},
		`{"when":{"step":0},"answer":{"chunk":-1,"thinks":"`+strings.Repeat("long ", 60_000)+`","calls":[{"tool":"f"}]}} {"answer":{"text":"Yes."}}`)
	p := says("think")
	s := think(t, b, p)
	if len(s.last.Opaque) == 0 || len(s.last.Opaque) > 200 {
		t.Errorf("%d bytes are kept", len(s.last.Opaque))
	}
	p.Now.Steps = append(p.Now.Steps, taken(b, s))
	if s := think(t, b, p); s.text != "Yes." {
		t.Error(s.err)
	}
	if a := request(t, server, -1); a.Thinking == nil || a.Thinking.Type != "disabled" {
		t.Errorf("thinking %+v after a thought was lost", a.Thinking)
	}
	noRefusal(t, server)
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config   anthropic.Config
		max      int
		thinking string
		effort   string
	}{
		"by default": {anthropic.Config{}, 1024, "disabled", "low"},
		"thinking":   {anthropic.Config{Thinking: anthropic.ThinkingOn, Effort: "high"}, 8192, "adaptive", "high"},
		"its own":    {anthropic.Config{Thinking: anthropic.ThinkingAuto, Effort: "none", MaxTokens: 300}, 300, "", ""},
	} {
		b, server := scripted(t, c.config, `{"answer":{"text":"Yes."}}`)
		think(t, b, says("hello"))
		a := request(t, server, 0)
		thinking, effort := "", ""
		if a.Thinking != nil {
			thinking = a.Thinking.Type
		}
		if a.Output != nil {
			effort = a.Output.Effort
		}
		if a.Max != c.max || thinking != c.thinking || effort != c.effort || a.Model != "m" {
			t.Errorf("%s: %d, %q, %q, %q", name, a.Max, thinking, effort, a.Model)
		}
	}
}

// Without tools, calls of the past can still be told of.
func TestCallsWithoutTools(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{}, `{"answer":{"text":"Yes."}}`)
	p := says("and?")
	p.Tools = nil
	p.History = []evercart.Exchange{{Words: "before", How: evercart.Done, Heard: "So.", Steps: []evercart.Step{{Brain: "rules", Calls: []evercart.ToolCall{{ID: "1.1", Tool: "größer"}, {ID: "1.2", Tool: "g"}, {ID: "1.3", Tool: "g"}}}}}}
	if s := think(t, b, p); s.text != "Yes." {
		t.Error(s.err)
	}
	if a := request(t, server, 0); a.Choice == nil || a.Choice.Type != "none" {
		t.Errorf("%+v", a)
	}
	noRefusal(t, server)
}

// The recorded answer of the real server.
func TestRecorded(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile(filepath.Join(testdata.Path(t), "..", "reference", "voice-samples", "anthropic-stream-tool-use.json"))
	if err != nil {
		t.Skipf("the recording is not there: %v", err)
	}
	var file struct {
		Raw    string `json:"raw_sse"`
		Events []struct {
			Event string
			Data  string `json:"data_raw"`
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	var rebuilt []byte
	for _, e := range file.Events {
		rebuilt = sse.Append(rebuilt, sse.Event{Name: e.Event, Data: e.Data})
	}
	for name, body := range map[string]string{"as it came": file.Raw, "event by event": string(rebuilt)} {
		b, err := anthropic.New(anthropic.Config{BaseURL: "http://model.example.com", APIKey: "k", Transport: canned(body)})
		if err != nil {
			t.Fatal(err)
		}
		s := think(t, b, says("the weather?"))
		want := `{"city": "San Francisco"}`
		if !strings.HasPrefix(s.text, "I'd be happy to check the weather in San Francisco for you. Let me get that information for you right") || len(s.calls) != 1 ||
			string(s.calls[0].Args.Reveal()) != want || s.last.Stop != evercart.StopCalls || s.last.Usage.In != 394 || s.last.Usage.Out != 79 || s.err != nil {
			t.Errorf("%s: %q, %+v, %+v, %v", name, s.text, s.calls, s.last, s.err)
		}
	}
}
