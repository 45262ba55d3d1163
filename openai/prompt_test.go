package openai_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/openai"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	warm := 0.3
	b, server := scripted(t, openai.Config{MaxTokens: 300, Temperature: &warm, Effort: "low"}, `{"answer":{"text":"Yes."}}`)
	think(t, b, says("hello"))
	var got struct {
		Max    int     `json:"max_tokens"`
		Warm   float64 `json:"temperature"`
		Effort string  `json:"reasoning_effort"`
	}
	if err := json.Unmarshal(server.Requests()[0].Body, &got); err != nil || got.Max != 300 || got.Warm != 0.3 || got.Effort != "low" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAlternate(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, openai.Config{Alternate: true}, `{"answer":{"text":"Yes."}}`)
	p := says("and now?")
	p.History = []evercart.Exchange{{Words: "one"}, {Words: "two", Heard: "Two", How: evercart.Interrupted}, {What: evercart.SayGreeting, Heard: "Hello."}}
	think(t, b, p)
	var got struct{ Messages []struct{ Role string } }
	if err := json.Unmarshal(server.Requests()[0].Body, &got); err != nil {
		t.Fatal(err)
	}
	var roles []string
	for _, m := range got.Messages {
		roles = append(roles, m.Role)
	}
	if want := []string{"system", "user", "assistant", "user", "assistant", "user"}; !slices.Equal(roles, want) {
		t.Errorf("roles %v, want %v", roles, want)
	}
}

// TestOpaque: what a server wants back with its calls goes back as it came, in this turn, to this model alone.
func TestOpaque(t *testing.T) {
	t.Parallel()
	signed := `{"choices":[{"delta":{"reasoning_content":"hm","tool_calls":[{"index":0,"id":"a","extra_content":{"vendor":{"signature":"c2ln"}},"function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`
	var body []byte
	b := bench(t, openai.Config{}, func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		stream(signed)(w, r)
	})
	first := think(t, b, says("hello"))
	if len(first.calls) != 1 || first.last.Opaque == nil || strings.Contains(first.text, "hm") {
		t.Fatalf("%+v", first)
	}
	taken := evercart.Step{Brain: b.Name(), Calls: first.calls, Results: []evercart.Result{{Call: first.calls[0].ID, Say: "Done."}}, Opaque: first.last.Opaque}
	other := taken
	other.Brain = "another"
	p := says("hello")
	for name, c := range map[string]struct {
		now, past []evercart.Step
		back      bool
	}{
		"this turn":     {[]evercart.Step{taken}, nil, true},
		"another brain": {[]evercart.Step{other}, nil, false},
		"an older turn": {nil, []evercart.Step{taken}, false},
	} {
		p.Now.Steps, p.History = c.now, []evercart.Exchange{{Words: "before", Steps: c.past}}
		think(t, b, p)
		if has := bytes.Contains(body, []byte(`"extra_content":{"vendor":{"signature":"c2ln"}}`)) && bytes.Contains(body, []byte(`"reasoning_content":"hm"`)); has != c.back {
			t.Errorf("%s: given back = %v: %s", name, has, body)
		}
	}
}

func TestShortened(t *testing.T) {
	t.Parallel()
	for n := range 12 {
		b, server := scripted(t, openai.Config{MaxResult: 700 + n}, `{"answer":{"text":"Yes."}}`)
		p := says("hello")
		text, err := json.Marshal(strings.Repeat("👩‍👩‍👧", 100))
		if err != nil {
			t.Fatal(err)
		}
		p.Now.Steps = []evercart.Step{{Calls: []evercart.ToolCall{{ID: "1.1", Tool: "f"}}, Results: []evercart.Result{{Call: "1.1", Data: text}}}}
		think(t, b, p)
		var got struct{ Messages []struct{ Content string } }
		if err := json.Unmarshal(server.Requests()[0].Body, &got); err != nil {
			t.Fatal(err)
		}
		content := got.Messages[len(got.Messages)-1].Content
		whole, _, cut := strings.Cut(content, " … [shortened")
		if rest := strings.ReplaceAll(strings.TrimPrefix(whole, `{"ok":true,"data":"`), "👩‍👩‍👧", ""); !cut || rest != "" || len(content) > 700+n || len(content) < 600 {
			t.Errorf("%d bytes: %d, rest %q", 700+n, len(content), rest)
		}
	}
}
