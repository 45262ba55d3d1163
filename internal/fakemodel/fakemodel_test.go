package fakemodel_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/internal/sse"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type bench struct {
	t      *testing.T
	ctx    context.Context
	server *fakemodel.Server
	url    string
	client *http.Client
}

func setup(t *testing.T, script string) bench {
	t.Helper()
	server, err := fakemodel.New(strings.NewReader(script))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(func() { cancel(); web.CloseClientConnections(); web.Close() })
	return bench{t, ctx, server, web.URL, web.Client()}
}

func (b bench) do(method, path, body string) *http.Response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.ctx, method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	res, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func (b bench) ask(messages string) *http.Response {
	b.t.Helper()
	return b.do("POST", "/v1/chat/completions", `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[`+messages+`]}`)
}

// told is a stream taken apart.
type told struct {
	text, finish, fault string
	tools, args         []string
	done                bool
	err                 error
}

func read(res *http.Response) told {
	var out told
	for in := sse.NewReader(res.Body, 1<<22); ; {
		e, err := in.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				out.err = err
			}
			return out
		}
		if e.Data == "[DONE]" {
			out.done = true
			continue
		}
		var c struct {
			Error   *fakemodel.Fault
			Choices []struct {
				Delta struct {
					Content string
					Calls   []struct {
						Index    int
						Function struct{ Name, Arguments string }
					} `json:"tool_calls"`
				}
				Finish string `json:"finish_reason"`
			}
		}
		if out.err = json.Unmarshal([]byte(e.Data), &c); out.err != nil {
			return out
		}
		if c.Error != nil {
			out.fault = c.Error.Message
		}
		for _, ch := range c.Choices {
			out.text += ch.Delta.Content
			out.finish += ch.Finish
			for _, call := range ch.Delta.Calls {
				if call.Function.Name != "" {
					out.tools, out.args = append(out.tools, call.Function.Name), append(out.args, "")
				}
				out.args[call.Index] += call.Function.Arguments
			}
		}
	}
}

const (
	system  = `{"role":"system","content":"Be brief."},`
	hello   = `{"role":"user","content":"hello"}`
	oneCall = `{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	oneDone = `{"role":"tool","tool_call_id":"a","content":"{}"}`
)

func TestRefuses(t *testing.T) {
	t.Parallel()
	messages := func(list string) string { return `{"model":"m","messages":[` + list + `]}` }
	tools := func(list string) string { return `{"model":"m","messages":[` + hello + `],"tools":` + list + `}` }
	call := func(c string) string {
		return messages(hello + `,{"role":"assistant","tool_calls":[` + c + `]},` + oneDone)
	}
	for name, body := range map[string]string{
		"no JSON":                   `{"model":`,
		"two bodies":                messages(hello) + messages(hello),
		"not UTF-8":                 "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"\xff\"}]}",
		"unknown member":            `{"model":"m","messages":[` + hello + `],"cache":true}`,
		"wrong type":                `{"model":"m","messages":"hello"}`,
		"no model":                  `{"messages":[` + hello + `]}`,
		"no messages":               messages(""),
		"unknown role":              messages(`{"role":"shopper","content":"hello"}`),
		"assistant first":           messages(`{"role":"assistant","content":"hello"},` + hello),
		"result first":              messages(oneDone),
		"system in the middle":      messages(hello + `,{"role":"system","content":"x"},` + hello),
		"assistant last":            messages(hello + `,{"role":"assistant","content":"x"}`),
		"system alone":              messages(`{"role":"system","content":"x"}`),
		"empty user text":           messages(`{"role":"user","content":""}`),
		"no user content":           messages(`{"role":"user"}`),
		"empty assistant text":      messages(hello + `,{"role":"assistant","content":""},` + hello),
		"assistant says nothing":    messages(hello + `,{"role":"assistant","content":null},` + hello),
		"empty text beside calls":   messages(hello + `,` + strings.Replace(oneCall, "null", `""`, 1) + `,` + oneDone),
		"no calls":                  messages(hello + `,{"role":"assistant","content":"x","tool_calls":[]},` + hello),
		"call without result":       messages(hello + `,` + oneCall + `,` + hello),
		"last call without result":  messages(hello + `,` + oneCall),
		"result without call":       messages(hello + `,` + oneDone),
		"result of an older call":   messages(hello + `,` + oneCall + `,` + oneDone + `,` + hello + `,` + oneDone),
		"result twice":              messages(hello + `,` + oneCall + `,` + oneDone + `,` + oneDone),
		"result without id":         messages(hello + `,` + oneCall + `,{"role":"tool","content":"{}"}`),
		"result without content":    messages(hello + `,` + oneCall + `,{"role":"tool","tool_call_id":"a"}`),
		"result of empty content":   messages(hello + `,` + oneCall + `,{"role":"tool","tool_call_id":"a","content":""}`),
		"call without id":           call(`{"type":"function","function":{"name":"f","arguments":"{}"}}`),
		"call without type":         call(`{"id":"a","function":{"name":"f","arguments":"{}"}}`),
		"call without name":         call(`{"id":"a","type":"function","function":{"arguments":"{}"}}`),
		"call with a cut argument":  call(`{"id":"a","type":"function","function":{"name":"f","arguments":"{\"a\":1"}}`),
		"call with two arguments":   call(`{"id":"a","type":"function","function":{"name":"f","arguments":"{}{}"}}`),
		"call with a list":          call(`{"id":"a","type":"function","function":{"name":"f","arguments":"[]"}}`),
		"call with null":            call(`{"id":"a","type":"function","function":{"name":"f","arguments":"null"}}`),
		"call with empty arguments": call(`{"id":"a","type":"function","function":{"name":"f","arguments":""}}`),
		"two calls of one id":       call(`{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}`),
		"user with calls":           messages(strings.Replace(oneCall, `"assistant","content":null`, `"user","content":"x"`, 1)),
		"empty tools":               tools(`[]`),
		"tool without type":         tools(`[{"function":{"name":"f"}}]`),
		"tool with a bad name":      tools(`[{"type":"function","function":{"name":"add to cart"}}]`),
		"tool twice":                tools(`[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"f"}}]`),
		"tool without a schema":     tools(`[{"type":"function","function":{"name":"f","parameters":{"properties":{}}}}]`),
		"tool with bad properties":  tools(`[{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":[]}}}]`),
		"choice without tools":      `{"model":"m","messages":[` + hello + `],"tool_choice":"auto"}`,
		"parallel without tools":    `{"model":"m","messages":[` + hello + `],"parallel_tool_calls":true}`,
		"usage without stream":      `{"model":"m","messages":[` + hello + `],"stream_options":{"include_usage":true}}`,
		"hot":                       `{"model":"m","messages":[` + hello + `],"temperature":3}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, `{"answer":{"text":"yes"}}`)
			if res := b.do("POST", "/v1/chat/completions", body); res.StatusCode != 400 {
				t.Errorf("answered %d", res.StatusCode)
			}
			if k := b.server.Requests(); len(k) != 1 || k[0].Why == "" {
				t.Errorf("the refusal is not on record: %+v", k)
			}
		})
	}
}

func TestAccepts(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"words":            hello,
		"system":           system + hello,
		"parts":            `{"role":"user","content":[{"type":"text","text":"hello"}]}`,
		"users in a row":   hello + `,` + hello,
		"call and result":  system + hello + `,` + oneCall + `,` + oneDone,
		"same ids later":   hello + `,` + oneCall + `,` + oneDone + `,` + oneCall + `,` + oneDone,
		"text beside call": hello + `,` + strings.Replace(oneCall, "null", `"One moment."`, 1) + `,` + oneDone,
	} {
		b := setup(t, `{"answer":{"text":"yes"}}`)
		if res := b.ask(list); res.StatusCode != 200 {
			t.Errorf("%s: answered %d: %+v", name, res.StatusCode, b.server.Requests()[0].Why)
		} else if got := read(res); got.text != "yes" || got.finish != "stop" || !got.done {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		want   told
		broken bool
		ended  string
	}{
		"byte by byte":     {`{"text":"a 👩‍👩‍👧 b","chunk":1,"bytes":1}`, told{text: "a 👩‍👩‍👧 b", finish: "stop", done: true}, false, "whole"},
		"own pieces":       {`{"pieces":["a","b"]}`, told{text: "ab", finish: "stop", done: true}, false, "whole"},
		"nothing":          {`{}`, told{finish: "stop", done: true}, false, "whole"},
		"no finish":        {`{"text":"a","no_finish":true}`, told{text: "a", done: true}, false, "whole"},
		"no done":          {`{"text":"a","no_done":true}`, told{text: "a", finish: "stop"}, false, "whole"},
		"length":           {`{"text":"a","finish":"length"}`, told{text: "a", finish: "length", done: true}, false, "whole"},
		"ends early":       {`{"text":"abcd","chunk":1,"cut":"end","cut_at":3}`, told{text: "ab"}, false, "cut"},
		"reset":            {`{"text":"abcd","chunk":1,"cut":"reset","cut_at":3}`, told{text: "ab"}, true, "cut"},
		"error event":      {`{"text":"ab","chunk":1,"cut_at":2,"error":{"message":"Overloaded"}}`, told{text: "a", fault: "Overloaded"}, false, "cut"},
		"broken arguments": {`{"calls":[{"tool":"f","raw":"{\"n\":1"}]}`, told{finish: "tool_calls", tools: []string{"f"}, args: []string{`{"n":1`}, done: true}, false, "whole"},
		"parallel": {`{"calls":[{"tool":"f","args":{"a":"bcdefghijkl"}},{"tool":"g"}],"chunk":3}`,
			told{finish: "tool_calls", tools: []string{"f", "g"}, args: []string{`{"a":"bcdefghijkl"}`, `{}`}, done: true}, false, "whole"},
		"comments": {`{"text":"a","comment":"working","pause":"1ms"}`, told{text: "a", finish: "stop", done: true}, false, "whole"},
		"invalid":  {`{"text":"a\ufffdb","bad_utf8":true}`, told{text: "a\ufffdb", finish: "stop", done: true}, false, "whole"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, `{"answer":`+c.answer+`}`)
			got := read(b.ask(hello))
			if (got.err != nil) != c.broken {
				t.Errorf("the stream ended with %v", got.err)
			}
			got.err = nil
			if d := cmp.Diff(c.want, got, cmp.AllowUnexported(told{})); d != "" {
				t.Error(d)
			}
			if err := b.server.Until(b.ctx, func(k []fakemodel.Kept) bool { return k[0].Ended == c.ended }); err != nil {
				t.Errorf("on record: %+v", b.server.Requests())
			}
		})
	}
}

func TestStatusAndTimes(t *testing.T) {
	t.Parallel()
	b := setup(t, `{"times":2,"answer":{"status":429,"retry_after":"2"}} {"answer":{"text":"yes"}}`)
	for range 2 {
		if res := b.ask(hello); res.StatusCode != 429 || res.Header.Get("Retry-After") != "2" {
			t.Errorf("answered %d, retry after %q", res.StatusCode, res.Header.Get("Retry-After"))
		}
	}
	if got := read(b.ask(hello)); got.text != "yes" {
		t.Errorf("a rule that is used up still answers: %+v", got)
	}
	if err := b.server.Play(strings.NewReader(`{"when":{"says":"bye"},"answer":{}}`)); err != nil {
		t.Fatal(err)
	}
	if res := b.ask(hello); res.StatusCode != 400 {
		t.Errorf("without a rule that fits: %d", res.StatusCode)
	}
}

func TestHold(t *testing.T) {
	t.Parallel()
	b := setup(t, `{"answer":{"text":"ab","chunk":1,"hold":"slow","hold_at":3}}`)
	res := b.ask(hello)
	if got := b.do("GET", "/control/held?hold=slow", ""); got.StatusCode != 204 {
		t.Fatalf("held: %d", got.StatusCode)
	}
	if k := b.server.Requests(); k[0].Ended != "" {
		t.Errorf("a held answer has ended: %+v", k[0])
	}
	var n struct{ Released int }
	if err := json.NewDecoder(b.do("POST", "/control/release?hold=slow", "").Body).Decode(&n); err != nil || n.Released != 1 {
		t.Errorf("released %d, %v", n.Released, err)
	}
	if got := read(res); got.text != "ab" {
		t.Errorf("%+v", got)
	}
	b.server.Release("slow", true)
	if got := read(b.ask(hello)); got.text != "ab" {
		t.Errorf("after a release for good: %+v", got)
	}
}

func TestSeesTheClientGo(t *testing.T) {
	t.Parallel()
	b := setup(t, `{"answer":{"text":"ab","hold":"ever","hold_at":2}}`)
	res := b.ask(hello)
	if err := b.server.Held(b.ctx, "ever", 1); err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if err := b.server.Until(b.ctx, func(k []fakemodel.Kept) bool { return k[0].Ended == fakemodel.EndedLeft }); err != nil {
		t.Error(err)
	}
}

// TestDocs runs the examples of docs/fake-model.md.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/fake-model.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)<!-- script: (\\w+) -->\n```\n(.*?)```").FindAllSubmatch(page, -1) {
		scripts[string(m[1])] = string(m[2])
	}
	user := func(s string) string { return `{"role":"user","content":"` + s + `"}` }
	call := func(tool, result string) string {
		return `,` + strings.Replace(oneCall, `"f"`, `"`+tool+`"`, 1) + `,{"role":"tool","tool_call_id":"a","content":"` + result + `"}`
	}
	found := call("search_products", `{\"count\":2,\"hits\":[{\"sku\":\"SCF-RED\"}]}`)
	for _, c := range []struct{ script, messages, text, args string }{
		{"scarf", user("a red Scarf please"), "", `{"sku": "SCF-RED", "quantity": 1}`},
		{"scarf", user("a red scarf please") + call("add_to_cart", `{}`), "Your scarf is in the cart.", ""},
		{"scarf", user("hello"), "How can I help?", ""},
		{"search", user("Find me a scarf"), "", `{"query":"scarf"}`},
		{"search", user("find me a scarf") + found, "", `{"quantity":2,"sku":"SCF-RED"}`},
		{"search", user("find me a scarf") + found + call("add_to_cart", `{}`), "Done: find me a scarf.", ""},
		{"trouble", user("the total"), "The total is thirty-", ""},
	} {
		got := read(setup(t, scripts[c.script]).ask(c.messages))
		if got.text != c.text || strings.Join(got.args, "") != c.args {
			t.Errorf("%s, %s: said %q, called with %q", c.script, c.messages, got.text, got.args)
		}
	}
	b := setup(t, scripts["trouble"])
	if a, c, d := b.ask(user("socks")), b.ask(user("socks")), b.ask(user("socks")); a.StatusCode != 529 || c.StatusCode != 529 || d.StatusCode != 200 {
		t.Errorf("overloaded twice: %d %d %d", a.StatusCode, c.StatusCode, d.StatusCode)
	}
	b = setup(t, scripts["settings"])
	if res := b.ask(hello); res.StatusCode != 401 {
		t.Errorf("without the key: %d", res.StatusCode)
	}
	if res := b.do("GET", "/v1/models", ""); res.StatusCode != 401 {
		t.Errorf("models without the key: %d", res.StatusCode)
	}
	b = setup(t, strings.Replace(scripts["settings"], `"key": "sk-example", `, "", 1))
	if got, _ := io.ReadAll(b.do("GET", "/v1/models", "").Body); !bytes.Contains(got, []byte(`"id":"small"`)) {
		t.Errorf("models: %s", got)
	}
}

func TestBadScripts(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		`{"answer":{"txt":"a"}}`, `{}`, `{"answer":{"text":"a"}`, `{"when":{"match":"("},"answer":{}}`, `{"answer":{"cut":"hard"}}`,
		`{"answer":{"text":"a","pieces":["a"]}}`, `{"answer":{"pause":"-1s"}}`, `{"answer":{"status":200}}`,
	} {
		if _, err := fakemodel.New(strings.NewReader(s)); err == nil {
			t.Errorf("%s was taken", s)
		}
	}
}

func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"model":"m","stream":true,"messages":[` + hello + `]}`))
	f.Add([]byte(`{"model":"m","messages":[` + hello + `,` + oneCall + `,` + oneDone + `],"tools":[{"type":"function","function":{"name":"f"}}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		server, err := fakemodel.New(strings.NewReader(`{"when":{"match":"(h)"},"answer":{"text":"${1} ${said}","calls":[{"tool":"f","args":{"a":"${said}"}}]}} {"answer":{"text":"${find:x}"}}`))
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("POST", "/v1/chat/completions", bytes.NewReader(body)))
		if w.Code != 200 && (w.Code != 400 || server.Requests()[0].Why == "") {
			t.Errorf("answered %d: %s", w.Code, w.Body)
		}
	})
}
