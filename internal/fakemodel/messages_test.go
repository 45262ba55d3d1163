package fakemodel_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/internal/sse"
)

const (
	hi       = `{"role":"user","content":"hello"}`
	tooled   = `"tools":[{"name":"f","input_schema":{"type":"object","properties":{}}}],`
	useF     = `{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}`
	resultF  = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"{}"}]}`
	endless  = `{"type":"ephemeral","ttl":"1h"}`
	shortly  = `{"type":"ephemeral"}`
	markedHi = `{"role":"user","content":[{"type":"text","text":"hello","cache_control":` + shortly + `}]}`
)

// post asks in the dialect of messages; more are further members, each with a comma at its end.
func (b bench) post(more, messages string) *http.Response {
	b.t.Helper()
	return b.raw(`{"model":"m","max_tokens":100,"stream":true,` + more + `"messages":[` + messages + `]}`)
}

func (b bench) raw(body string) *http.Response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.ctx, http.MethodPost, b.url+"/v1/messages", strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Anthropic-Version", "2026-10-21")
	res, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// heard is a stream of messages taken apart.
type heard struct {
	text, thinks, signature, hides, stop, fault string
	tools, ids, args                            []string
	usage                                       map[string]int
	done                                        bool
	err                                         error
}

func listen(res *http.Response) heard {
	var out heard
	for in := sse.NewReader(res.Body, 1<<22); ; {
		e, err := in.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				out.err = err
			}
			return out
		}
		var v struct {
			Type    string
			Message struct{ Usage map[string]any }
			Block   struct{ Type, ID, Name, Data string } `json:"content_block"`
			Delta   struct {
				Text, Thinking, Signature string
				JSON                      string `json:"partial_json"`
				Stop                      string `json:"stop_reason"`
			}
			Usage struct {
				In      int `json:"input_tokens"`
				Cached  int `json:"cache_read_input_tokens"`
				Written int `json:"cache_creation_input_tokens"`
				Out     int `json:"output_tokens"`
			}
			Error struct{ Type, Message string }
		}
		if out.err = json.Unmarshal([]byte(e.Data), &v); out.err != nil || v.Type != e.Name {
			return out
		}
		out.text, out.thinks, out.signature = out.text+v.Delta.Text, out.thinks+v.Delta.Thinking, out.signature+v.Delta.Signature
		out.hides, out.stop, out.done = out.hides+v.Block.Data, out.stop+v.Delta.Stop, v.Type == "message_stop"
		if v.Error.Type != "" {
			out.fault = v.Error.Type + ": " + v.Error.Message
		}
		if v.Block.Type == "tool_use" {
			out.tools, out.ids, out.args = append(out.tools, v.Block.Name), append(out.ids, v.Block.ID), append(out.args, "")
		}
		if n := len(out.args); n > 0 {
			out.args[n-1] += v.Delta.JSON
		}
		if v.Type == "message_delta" {
			out.usage = map[string]int{"in": v.Usage.In, "cached": v.Usage.Cached, "written": v.Usage.Written, "out": v.Usage.Out}
		}
	}
}

func blocks(role, list string) string { return `{"role":"` + role + `","content":[` + list + `]}` }

func malformedMessages() map[string]string {
	body := func(more, list string) string {
		return `{"model":"m","max_tokens":9,` + more + `"messages":[` + list + `]}`
	}
	use := func(block string) string {
		return body(tooled, hi+`,`+blocks("assistant", block)+`,`+resultF)
	}
	result := func(block string) string { return body(tooled, hi+`,`+useF+`,`+blocks("user", block)) }
	tools := func(list string) string { return body(`"tools":`+list+`,`, hi) }
	mark := `{"type":"text","text":"x","cache_control":` + shortly + `}`
	return map[string]string{
		"no JSON":                   `{`,
		"no UTF-8":                  body("", "{\"role\":\"user\",\"content\":\"a\xff\"}"),
		"unknown member":            body(`"temprature":1,`, hi),
		"a temperature":             body(`"temperature":0,`, hi),
		"no model":                  `{"max_tokens":9,"messages":[` + hi + `]}`,
		"no max_tokens":             `{"model":"m","messages":[` + hi + `]}`,
		"max_tokens of nothing":     strings.Replace(body("", hi), "9", "0", 1),
		"max_tokens as text":        strings.Replace(body("", hi), "9", `"9"`, 1),
		"max_tokens beyond all":     strings.Replace(body("", hi), "9", `900000`, 1),
		"no messages":               body("", ""),
		"a system message":          body("", `{"role":"system","content":"x"},`+hi),
		"the assistant first":       body("", `{"role":"assistant","content":"x"},`+hi),
		"the assistant last":        body("", hi+`,{"role":"assistant","content":"x"}`),
		"a number said":             body("", `{"role":"user","content":1}`),
		"nothing said":              body("", `{"role":"user","content":[]}`),
		"an empty text":             body("", `{"role":"user","content":""}`),
		"an empty block":            body("", blocks("user", `{"type":"text","text":""}`)),
		"blanks":                    body("", blocks("user", `{"type":"text","text":"hm"},{"type":"text","text":" \n"}`)),
		"a text without text":       body("", blocks("user", `{"type":"text"}`)),
		"a block of no kind":        body("", blocks("user", `{"text":"x"}`)),
		"a block of another kind":   body("", blocks("user", `{"type":"song","text":"x"}`)),
		"an empty system text":      body(`"system":"",`, hi),
		"an empty system block":     body(`"system":[{"type":"text","text":" "}],`, hi),
		"a call without result":     body(tooled, hi+`,`+useF+`,`+hi),
		"a last call unanswered":    body(tooled, hi+`,`+useF),
		"a result without call":     body(tooled, hi+`,`+resultF),
		"a result of another call":  result(`{"type":"tool_result","tool_use_id":"b","content":"{}"}`),
		"a result of an older call": body(tooled, hi+`,`+useF+`,`+resultF+`,{"role":"assistant","content":"x"},`+resultF),
		"a result twice":            result(`{"type":"tool_result","tool_use_id":"a","content":"{}"},{"type":"tool_result","tool_use_id":"a","content":"{}"}`),
		"a result not first":        result(`{"type":"text","text":"x"},{"type":"tool_result","tool_use_id":"a","content":"{}"}`),
		"a result after a message":  body(tooled, hi+`,`+useF+`,`+hi+`,`+resultF),
		"a result by the assistant": body(tooled, hi+`,`+useF+`,`+strings.Replace(resultF, "user", "assistant", 1)+`,`+hi),
		"a result of a number":      result(`{"type":"tool_result","tool_use_id":"a","content":1}`),
		"a result of empty text":    result(`{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":""}]}`),
		"one of two results":        body(tooled, hi+`,`+strings.Replace(useF, `]`, `,{"type":"tool_use","id":"b","name":"f","input":{}}]`, 1)+`,`+resultF),
		"calls of one id":           use(`{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"a","name":"f","input":{}}`),
		"a call by the user":        body(tooled, hi+`,`+strings.Replace(useF, "assistant", "user", 1)+`,`+resultF),
		"a call without id":         use(`{"type":"tool_use","name":"f","input":{}}`),
		"a call with an odd id":     use(`{"type":"tool_use","id":"a.b","name":"f","input":{}}`),
		"a call without a name":     use(`{"type":"tool_use","id":"a","input":{}}`),
		"a call without input":      use(`{"type":"tool_use","id":"a","name":"f"}`),
		"a call with a list":        use(`{"type":"tool_use","id":"a","name":"f","input":[]}`),
		"a call with null":          use(`{"type":"tool_use","id":"a","name":"f","input":null}`),
		"a call with text":          use(`{"type":"tool_use","id":"a","name":"f","input":"{}"}`),
		"calls, but no tools":       body("", hi+`,`+useF+`,`+resultF),
		"a tool with a bad name":    tools(`[{"name":"add to cart","input_schema":{"type":"object"}}]`),
		"a tool twice":              tools(`[{"name":"f","input_schema":{"type":"object"}},{"name":"f","input_schema":{"type":"object"}}]`),
		"a tool without a schema":   tools(`[{"name":"f"}]`),
		"a tool of a list":          tools(`[{"name":"f","input_schema":{"type":"array"}}]`),
		"a tool of either":          tools(`[{"name":"f","input_schema":{"type":"object","anyOf":[]}}]`),
		"a choice without tools":    body(`"tool_choice":{"type":"auto"},`, hi),
		"a choice of no kind":       body(tooled+`"tool_choice":{"type":"some"},`, hi),
		"thinking with a budget":    body(`"thinking":{"type":"enabled","budget_tokens":1024},`, hi),
		"an effort of no kind":      body(`"output_config":{"effort":"some"},`, hi),
		"a blank stop":              body(`"stop_sequences":[" "],`, hi),
		"a thought of the user":     body("", blocks("user", `{"type":"thinking","thinking":"x","signature":"y"}`)),
		"a thought unsigned":        body("", hi+`,`+blocks("assistant", `{"type":"thinking","thinking":"x"}`)+`,`+hi),
		"a thought signed falsely":  body("", hi+`,`+blocks("assistant", `{"type":"thinking","thinking":"x","signature":"y"}`)+`,`+hi),
		"a hidden thought emptied":  body("", hi+`,`+blocks("assistant", `{"type":"redacted_thinking","data":""}`)+`,`+hi),
		"five marks":                body("", blocks("user", mark+strings.Repeat(`,`+mark, 4))),
		"a mark of another kind":    body("", blocks("user", `{"type":"text","text":"x","cache_control":{"type":"forever"}}`)),
		"a long mark after a short": body("", markedHi+`,`+strings.Replace(markedHi, shortly, endless, 1)),
	}
}

func TestMessagesRefused(t *testing.T) {
	t.Parallel()
	for name, body := range malformedMessages() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, `{"answer":{"text":"yes"}}`)
			res := b.raw(body)
			var v struct {
				Type  string
				Error struct{ Type, Message string }
			}
			if err := json.NewDecoder(res.Body).Decode(&v); err != nil || res.StatusCode != 400 || v.Type != "error" || v.Error.Type != "invalid_request_error" || v.Error.Message == "" {
				t.Errorf("answered %d: %+v, %v", res.StatusCode, v, err)
			}
			if k := b.server.Requests(); len(k) != 1 || k[0].Why == "" {
				t.Errorf("the refusal is not on record: %+v", k)
			}
		})
	}
	b := setup(t, `{"answer":{"text":"yes"}}`)
	if res := b.do("POST", "/v1/messages", `{"model":"m","max_tokens":9,"messages":[`+hi+`]}`); res.StatusCode != 400 {
		t.Errorf("without a version: %d", res.StatusCode)
	}
}

func TestMessagesTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ more, list string }{
		"words":              {"", hi},
		"a system":           {`"system":"Be brief.",`, hi},
		"a marked system":    {`"system":[{"type":"text","text":"Be brief.","cache_control":` + endless + `}],`, markedHi},
		"users in a row":     {"", hi + `,` + hi},
		"call and result":    {tooled, hi + `,` + useF + `,` + resultF},
		"then words":         {tooled, hi + `,` + useF + `,` + resultF + `,` + hi},
		"an empty result":    {tooled, hi + `,` + useF + `,` + blocks("user", `{"type":"tool_result","tool_use_id":"a"}`)},
		"text and two calls": {tooled, hi + `,` + blocks("assistant", `{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"b","name":"f","input":{}}`) + `,` + resultF + `,` + blocks("user", `{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"x"}],"is_error":true},{"type":"text","text":"x"}`)},
		"same ids later":     {tooled, hi + `,` + useF + `,` + resultF + `,` + useF + `,` + resultF},
		"no thinking":        {tooled + `"tool_choice":{"type":"none"},"thinking":{"type":"disabled"},"output_config":{"effort":"low"},`, hi},
	} {
		b := setup(t, `{"answer":{"text":"yes"}}`)
		if res := b.post(c.more, c.list); res.StatusCode != 200 {
			t.Errorf("%s: answered %d: %s", name, res.StatusCode, b.server.Requests()[0].Why)
		} else if got := listen(res); got.text != "yes" || got.stop != "end_turn" || !got.done || got.err != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestMessagesStreams(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		want   heard
	}{
		"words":           {`{"text":"a 👩‍👩‍👧 b","chunk":1,"bytes":1}`, heard{text: "a 👩‍👩‍👧 b", stop: "end_turn", done: true}},
		"nothing":         {`{}`, heard{stop: "end_turn", done: true}},
		"length":          {`{"text":"a","finish":"length"}`, heard{text: "a", stop: "max_tokens", done: true}},
		"a pause":         {`{"text":"a","finish":"pause_turn"}`, heard{text: "a", stop: "pause_turn", done: true}},
		"a refusal":       {`{"refusal":"I"}`, heard{text: "I", stop: "refusal", done: true}},
		"no end":          {`{"text":"a","no_finish":true,"no_done":true}`, heard{text: "a"}},
		"overloaded":      {`{"text":"ab","chunk":1,"cut_at":2,"error":{"message":"Overloaded","type":"overloaded_error"}}`, heard{text: "a", fault: "overloaded_error: Overloaded"}},
		"cut":             {`{"text":"abc","chunk":1,"cut":"end","cut_at":3}`, heard{text: "ab"}},
		"half a call":     {`{"calls":[{"id":"x","tool":"f","raw":"{\"n\":1"}]}`, heard{stop: "tool_use", tools: []string{"f"}, ids: []string{"x"}, args: []string{`{"n":1`}, done: true}},
		"parallel calls":  {`{"text":"hm","calls":[{"id":"x","tool":"f","args":{"a":"bcdefghijkl"}},{"id":"y","tool":"g"}],"chunk":3}`, heard{text: "hm", stop: "tool_use", tools: []string{"f", "g"}, ids: []string{"x", "y"}, args: []string{`{"a":"bcdefghijkl"}`, `{}`}, done: true}},
		"with its tokens": {`{"text":"a","usage":{"prompt":90,"cached":60,"written":20,"completion":7}}`, heard{text: "a", stop: "end_turn", done: true, usage: map[string]int{"in": 10, "cached": 60, "written": 20, "out": 7}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, `{"answer":`+c.answer+`}`)
			got := listen(b.post(tooled, hi))
			if c.want.usage == nil {
				got.usage = nil
			}
			if d := cmp.Diff(c.want, got, cmp.AllowUnexported(heard{})); d != "" {
				t.Error(d)
			}
		})
	}
}

// A thought comes signed, and has to come back as it was while its loop runs.
func TestMessagesThink(t *testing.T) {
	t.Parallel()
	b := setup(t, `{"when":{"step":0},"answer":{"thinks":"A zero\u0000, a 👩‍👩‍👧.","hides":"deep","text":"Hm.","calls":[{"tool":"f"}]}} {"answer":{"text":"yes"}}`)
	got := listen(b.post(tooled, hi))
	if got.thinks != "A zero\x00, a 👩‍👩‍👧." || got.signature == "" || got.hides == "" || got.text != "Hm." || len(got.ids) != 1 {
		t.Fatalf("%+v", got)
	}
	if next := listen(b.post(tooled, hi)); next.ids[0] == got.ids[0] {
		t.Errorf("the id %q was given out twice", got.ids[0])
	}
	if mute := listen(b.post(tooled+`"thinking":{"type":"disabled"},`, hi)); mute.thinks != "" || mute.hides != "" {
		t.Errorf("it thinks where it may not: %+v", mute)
	}
	text, err := json.Marshal(got.thinks)
	if err != nil {
		t.Fatal(err)
	}
	thought := `{"type":"thinking","thinking":` + string(text) + `,"signature":"` + got.signature + `"},`
	hidden := `{"type":"redacted_thinking","data":"` + got.hides + `"},`
	use, done := `{"type":"tool_use","id":"`+got.ids[0]+`","name":"f","input":{}}`, strings.Replace(resultF, `"a"`, `"`+got.ids[0]+`"`, 1)
	loop := func(more, before string) int {
		return b.post(tooled+more, hi+`,`+blocks("assistant", before+use)+`,`+done).StatusCode
	}
	for name, c := range map[string]struct {
		more, before string
		want         int
	}{
		"as it was":           {"", thought + hidden, 200},
		"left out":            {"", "", 400},
		"changed":             {"", strings.Replace(thought, "zero", "nero", 1), 400},
		"without its name":    {"", strings.Replace(thought, got.signature, "", 1), 400},
		"switched off":        {`"thinking":{"type":"disabled"},`, "", 200},
		"kept when off":       {`"thinking":{"type":"disabled"},`, thought, 200},
		"hidden alone counts": {"", hidden, 200},
	} {
		if got := loop(c.more, c.before); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if got := b.post(tooled, hi+`,`+blocks("assistant", use)+`,`+done+`,{"role":"assistant","content":"x"},`+hi).StatusCode; got != 200 {
		t.Errorf("left out where the loop is over: %d", got)
	}
	other := (`{"model":"n","max_tokens":100,` + tooled + `"messages":[` + hi + `,` + blocks("assistant", thought+use) + `,` + done + `]}`)
	if got := b.raw(other).StatusCode; got != 400 {
		t.Errorf("another model's thought was taken: %d", got)
	}
	if got := b.raw(strings.Replace(other, thought, "", 1)).StatusCode; got != 200 {
		t.Errorf("left out for another model: %d", got)
	}
}

func TestMessagesWhole(t *testing.T) {
	t.Parallel()
	b := setup(t, `{"settings":{"key":"sk-example","models":["small"],"context":400}} {"answer":{"text":"Hm.","calls":[{"id":"x","tool":"f","args":{"a":1}}]}}`)
	ask := func(key, model, words string) (int, string) {
		r, err := http.NewRequestWithContext(b.ctx, http.MethodPost, b.url+"/v1/messages", strings.NewReader(`{"model":"`+model+`","max_tokens":9,`+tooled+`"messages":[{"role":"user","content":"`+words+`"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Anthropic-Version", "2026-10-21")
		r.Header.Set("X-Api-Key", key)
		res, err := b.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = res.Body.Close() }()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(text)
	}
	for name, c := range map[string]struct {
		key, model, words string
		status            int
		has               string
	}{
		"fine":          {"sk-example", "small", "hi", 200, `"content":[{"text":"Hm.","type":"text"},{"id":"x","input":{"a":1},"name":"f","type":"tool_use"}]`},
		"another key":   {"sk-other", "small", "hi", 401, `"authentication_error"`},
		"another model": {"sk-example", "large", "hi", 404, `"not_found_error"`},
		"too long":      {"sk-example", "small", strings.Repeat("hi ", 200), 400, "prompt is too long"},
	} {
		if status, text := ask(c.key, c.model, c.words); status != c.status || !strings.Contains(text, c.has) {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}

func FuzzMessages(f *testing.F) {
	f.Add([]byte(`{"model":"m","max_tokens":9,"stream":true,"messages":[` + hi + `]}`))
	f.Add([]byte(`{"model":"m","max_tokens":9,` + tooled + `"system":"x","messages":[` + hi + `,` + useF + `,` + resultF + `]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		server, err := fakemodel.New(strings.NewReader(`{"when":{"match":"(h)"},"answer":{"thinks":"x","text":"${1} ${said}","calls":[{"tool":"f","args":{"a":"${said}"}}]}} {"answer":{"text":"${find:x}"}}`))
		if err != nil {
			t.Fatal(err)
		}
		r, w := httptest.NewRequest("POST", "/v1/messages", bytes.NewReader(body)), httptest.NewRecorder()
		r.Header.Set("Anthropic-Version", "2026-10-21")
		server.ServeHTTP(w, r)
		if w.Code != 200 && (w.Code != 400 || server.Requests()[0].Why == "") {
			t.Errorf("answered %d: %s", w.Code, w.Body)
		}
	})
}
