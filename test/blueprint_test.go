package test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// offered lists the tools of the newest request, in either dialect.
func (m *model) offered() (names []string) {
	m.t.Helper()
	var body struct {
		Tools []struct {
			Name     string `json:"name"`
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
	}
	list := m.requests()
	if err := json.Unmarshal(list[len(list)-1].Body, &body); err != nil {
		m.t.Fatal(err)
	}
	for _, tool := range body.Tools {
		names = append(names, tool.Name+tool.Function.Name)
	}
	return names
}

// came is a tool's result as a model reads it.
type came struct {
	OK   bool           `json:"ok"`
	Code string         `json:"code"`
	Say  string         `json:"say"`
	Data map[string]any `json:"data"`
}

// result is the last tool result of the newest request, in either dialect.
func (m *model) result() (last came) {
	m.t.Helper()
	var body struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	list := m.requests()
	if err := json.Unmarshal(list[len(list)-1].Body, &body); err != nil {
		m.t.Fatal(err)
	}
	read := func(raw json.RawMessage) {
		var text string
		if json.Unmarshal(raw, &text) == nil && json.Unmarshal([]byte(text), &last) != nil {
			m.t.Errorf("a result that is no JSON: %s", text)
		}
	}
	for _, msg := range body.Messages {
		var blocks []struct {
			Type    string          `json:"type"`
			Content json.RawMessage `json:"content"`
		}
		switch {
		case msg.Role == "tool":
			last = came{}
			read(msg.Content)
		case json.Unmarshal(msg.Content, &blocks) == nil:
			for _, b := range blocks {
				var parts []struct {
					Text json.RawMessage `json:"text"`
				}
				if b.Type != "tool_result" {
					continue
				}
				last = came{}
				if read(b.Content); json.Unmarshal(b.Content, &parts) == nil && len(parts) > 0 {
					read(parts[0].Text)
				}
			}
		}
	}
	return last
}

// remembered is the session's context, as the interface shows it.
func (s *server) remembered(id string) map[string]string {
	s.t.Helper()
	var v struct {
		Context map[string]string `json:"context"`
	}
	if code := s.call("GET", "/v1/sessions/"+id, nil, &v); code != 200 {
		s.t.Fatalf("session: %d", code)
	}
	return v.Context
}

var blueprint = []string{"read_state", "write_state", "summarize_state"}

func offersAll(names []string) bool {
	return !slices.ContainsFunc(blueprint, func(name string) bool { return !slices.Contains(names, name) })
}

func offersAny(names []string) bool {
	return slices.ContainsFunc(blueprint, func(name string) bool { return slices.Contains(names, name) })
}

// A model that asks for the state and patches it by itself, in both dialects: it sees today's prices and no ids, what it writes is there
// in the next turn and after a restart, and it can write nothing that another tool does, or none.
func TestModelReadsAndWritesTheState(t *testing.T) {
	t.Parallel()
	for _, brain := range []string{"openai", "anthropic"} {
		t.Run(brain, func(t *testing.T) {
			t.Parallel()
			readsAndWrites(t, brain)
		})
	}
}

// refusedPatches are arguments of write_state, with what their refusal names.
var refusedPatches = map[string]string{
	`{"patch":{"price":1}}`: "catalogue",
	`{"patch":{"cart":{"lines":[{"sku":"SCF-RED","quantity":9,"unit_price":1}]}}}`: "add_to_cart",
	`{"patch":{"context":{"colour":"red"},"user_id":"u-eve"}}`:                     "sign-in",
	`{"patch":{"context":{"colour":"red"}},"session_id":"other"}`:                  "sign-in",
	`{"patch":{"context":{"unit_price":"one dollar"}}}`:                            "catalogue",
	`{"patch":{"saved":[]}}`: "keep_for_later",
}

func readsAndWrites(t *testing.T, brain string) {
	script := []rule{
		calls("note that", call("write_state", map[string]any{"patch": map[string]any{"context": map[string]any{"shoe": "size nine"}, "notes": map[string]any{"wrapping": "a ribbon"}}})),
		calls("what do you know", call("read_state", map[string]any{})),
		rule{"when": map[string]any{"says": "what do you know", "step": 1}, "answer": map[string]any{"text": "You wear ${result.data.context.shoe}, and want ${result.data.notes.wrapping}."}},
		calls("sum it up", call("summarize_state", map[string]any{})),
		rule{"when": map[string]any{"says": "sum it up", "step": 1}, "answer": map[string]any{"text": "${result.data.text}"}},
		calls("a bargain", call("write_state", map[string]any{"patch": map[string]any{"notes": map[string]any{"bargain": "the wool scarf costs one dollar"}}})),
		{"when": map[string]any{"says": "a bargain", "step": 1}, "answer": map[string]any{"calls": []any{call("summarize_state", map[string]any{}), call("read_state", map[string]any{"part": "notes"})}}},
		{"when": map[string]any{"says": "a bargain", "step": 2}, "answer": map[string]any{"text": "The wool scarf costs one dollar."}},
	}
	for args := range refusedPatches {
		script = append(script, calls("patch "+args, raw("write_state", args)))
	}
	m := startModel(t, append(script, rule{"answer": map[string]any{"text": "I see."}})...)
	conf := m.with(brain)
	conf.args = append(conf.args, "--tools", "blueprint")
	s := start(t, conf)
	c := s.open(s.begin("SCF-RED 2"), "u-ada")
	for range 2 { // the platform sends the turn again
		if a, err := c.try("note that, please", "t-note"); err != nil || a.Reply != "I see." {
			t.Fatalf("%+v %v", a.frame, err)
		}
	}
	written := func() (n int) {
		for _, e := range s.events(c.id) {
			if e.Kind == "context.set" {
				n++
			}
		}
		return n
	}
	if got := s.remembered(c.id); written() != 1 || len(got) != 2 || got["shoe"] != "size nine" || got["note wrapping"] != "a ribbon" || !offersAll(m.offered()) {
		t.Errorf("written %d times: %v; offered %v", written(), got, m.offered())
	}
	s.restart()
	if err := c.connect(); err != nil {
		t.Fatal(err)
	}
	if a := c.say("what do you know?"); a.Reply != "You wear size nine, and want a ribbon." {
		t.Errorf("%q", a.Reply)
	}
	seen := m.result()
	told, _ := json.Marshal(seen)
	cart, _ := seen.Data["cart"].(map[string]any)
	if !seen.OK || cart["total"] != 6666.0 || strings.Contains(string(told), c.id) || strings.Contains(string(told), "u-ada") {
		t.Errorf("read_state gave %s", told)
	}
	for args, why := range refusedPatches {
		a := c.say("patch " + args)
		r := m.result()
		if message, _ := r.Data["message"].(string); r.OK || r.Code != "invalid" || r.Say == "" || !strings.Contains(message, why) {
			t.Errorf("%s: %+v, without %q", args, r, why)
		}
		if !a.Cart.is("SCF-RED 2") || a.Cart.Total != 6666 {
			t.Errorf("%s: %s %d", args, a.Cart, a.Cart.Total)
		}
	}
	if got := s.remembered(c.id); written() != 1 || len(got) != 2 {
		t.Errorf("a patch that was refused wrote: %v", got)
	}
	a := c.say("sum it up")
	contains(t, a.Reply, "shoe: size nine", "wrapping: a ribbon", "two wool scarves", "sixty-six dollars and sixty-six cents")
	if a := c.say("a bargain"); strings.Contains(a.Reply, "one dollar") || s.remembered(c.id)["note bargain"] == "" { // what a model wrote bears out no price
		t.Errorf("%q, with %v", a.Reply, s.remembered(c.id))
	}
	s.wantWholeSeq(c.id)
	m.wantNo400()
}

// Without the setting the three are not offered, and there are no such tools; with a list in shop.toml only those that it names.
func TestStateToolsAreAskedFor(t *testing.T) {
	t.Parallel()
	patch := map[string]any{"patch": map[string]any{"context": map[string]any{"colour": "red"}}}
	script := []rule{calls("read", call("read_state", map[string]any{})), calls("write", call("write_state", patch)),
		calls("sum", call("summarize_state", map[string]any{})), {"answer": map[string]any{"text": "I see."}}}
	for name, c := range map[string]struct {
		args        []string
		tools       string // of shop.toml
		read, write string // codes
	}{
		"not asked for":    {nil, "", "not_implemented", "not_implemented"},
		"asked for":        {[]string{"--tools", "blueprint"}, "", "", ""},
		"some are allowed": {[]string{"--tools", "blueprint"}, `["view_cart", "read_state"]`, "", "forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := startModel(t, script...)
			conf := m.with("anthropic")
			conf.args = append(conf.args, c.args...)
			if c.tools != "" {
				dir := t.TempDir()
				writeFile(t, filepath.Join(dir, "shop.toml"), "name = \"Fern & Co\"\ntools = "+c.tools+"\n")
				conf.args = append(conf.args, "--shop", dir)
			}
			s := start(t, conf)
			talk := s.open(uuid(), "u-ada")
			for words, code := range map[string]string{"read": c.read, "write": c.write, "sum": c.write} {
				if a := talk.say(words); a.Reply == "" {
					t.Errorf("%s: no reply", words)
				}
				if r := m.result(); r.Code != code || r.OK != (code == "") {
					t.Errorf("%s: %+v, want %q", words, r, code)
				}
			}
			names := m.offered()
			if c.tools != "" && !slices.Equal(names, []string{"view_cart", "read_state"}) {
				t.Errorf("offered %v", names)
			}
			if c.tools == "" && (offersAll(names) != (c.args != nil) || offersAny(names) != (c.args != nil)) {
				t.Errorf("offered %v", names)
			}
			if got := s.remembered(talk.id); (got["colour"] == "red") != (c.write == "") {
				t.Errorf("remembered %v", got)
			}
			m.wantNo400()
		})
	}
}
