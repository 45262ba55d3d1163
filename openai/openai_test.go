package openai_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"go.uber.org/goleak"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/braintest"
	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/internal/sse"
	"github.com/evercart/evercart/model"
	"github.com/evercart/evercart/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	t.Parallel()
	braintest.Run(t, braintest.Features{Idle: time.Second, Budget: 32_000}, func(baseURL string, idle time.Duration) (evercart.Brain, error) {
		return openai.New(openai.Config{BaseURL: baseURL, APIKey: "sk-example", Model: "scripted", Idle: idle, Budget: 8_000})
	})
}

// bench is a brain before a server that the test writes itself.
func bench(t *testing.T, c openai.Config, serve http.HandlerFunc) *openai.Brain {
	t.Helper()
	web := httptest.NewServer(serve)
	c.BaseURL, c.Model = web.URL+"/v1/", "m"
	b, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.CloseClientConnections(); web.Close(); b.Close() })
	return b
}

// scripted is a brain before the scripted model.
func scripted(t *testing.T, c openai.Config, script string) (*openai.Brain, *fakemodel.Server) {
	t.Helper()
	server, err := fakemodel.New(strings.NewReader(script))
	if err != nil {
		t.Fatal(err)
	}
	return bench(t, c, server.ServeHTTP), server
}

type step struct {
	text  string
	calls []evercart.ToolCall
	last  evercart.Thought
	err   error
}

func think(t *testing.T, b *openai.Brain, p evercart.Prompt) step {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var s step
	for th, err := range b.Think(ctx, p) {
		if err != nil {
			s.err = err
			break
		}
		if s.text += th.Text; th.Call != nil {
			s.calls = append(s.calls, *th.Call)
		}
		if th.Stop != "" {
			s.last = th
		}
	}
	return s
}

func says(words string) evercart.Prompt {
	return evercart.Prompt{Policy: "Be brief.", Now: evercart.Exchange{Words: evercart.Private(words)}}
}

// clock notes pauses instead of making them.
type clock struct {
	mu     sync.Mutex
	pauses []time.Duration
}

func (*clock) Now() time.Time { return time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC) }

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pauses = append(c.pauses, d)
	return ctx.Err()
}

// stream serves these events.
func stream(events ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, e := range events {
			_, _ = w.Write(sse.Append(nil, sse.Event{Data: e}))
		}
	}
}

// TestDialects holds the ways in which servers differ.
func TestDialects(t *testing.T) {
	t.Parallel()
	call := func(index, id, name, args string) string {
		return `{"choices":[{"index":0,"delta":{"tool_calls":[{` + index + id + `"type":"function","function":{` + name + `"arguments":"` + args + `"}}]}}]}`
	}
	end := `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	for name, c := range map[string]struct {
		events []string
		text   string
		calls  string
		stop   evercart.Stop
	}{
		"no index": {[]string{call("", `"id":"a",`, `"name":"f",`, `{}`), call("", `"id":"b",`, `"name":"g",`, `{}`), end}, "", "f {};g {};", evercart.StopCalls},
		"one index for all": {[]string{call(`"index":0,`, `"id":"a",`, `"name":"f",`, `{}`), call(`"index":0,`, `"id":"b",`, `"name":"g",`, `{}`), end},
			"", "f {};g {};", evercart.StopCalls},
		"neither index nor id": {[]string{call("", "", `"name":"f",`, `{}`), call("", "", `"name":"g",`, `{`), call("", "", "", `}`), end}, "", "f {};g {};", evercart.StopCalls},
		"name and id again":    {[]string{call(`"index":0,`, `"id":"a",`, `"name":"f",`, `{`), call(`"index":0,`, `"id":"a",`, `"name":"f",`, `}`), end}, "", "f {};", evercart.StopCalls},
		"woven":                {[]string{call(`"index":0,`, `"id":"a",`, `"name":"f",`, `{`), call(`"index":1,`, `"id":"b",`, `"name":"g",`, `{`), call(`"index":0,`, ``, ``, `}`), call(`"index":1,`, ``, ``, `}`), end}, "", "f {};g {};", evercart.StopCalls},
		"parts":                {[]string{`{"choices":[{"delta":{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"Yes."}]},"finish_reason":"stop"}]}`}, "Yes.", "", evercart.StopSaid},
		"null content":         {[]string{`{"choices":[{"delta":{"content":null},"finish_reason":"stop"}]}`}, "", "", evercart.StopSaid},
		"thinks aloud":         {[]string{`{"choices":[{"delta":{"reasoning_content":"hm"}}]}`, `{"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}`}, "Yes.", "", evercart.StopSaid},
		"second choice":        {[]string{`{"choices":[{"index":1,"delta":{"content":"No."}},{"index":0,"delta":{"content":"Yes."},"finish_reason":"stop"}]}`}, "Yes.", "", evercart.StopSaid},
		"text after the end":   {[]string{`{"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}`, `{"choices":[{"delta":{"content":"No."}}]}`, `[DONE]`}, "Yes.", "", evercart.StopSaid},
		"a zero in the text":   {[]string{`{"choices":[{"delta":{"content":"a\u0000b\ud83dc"},"finish_reason":"stop"}]}`}, "ab\ufffdc", "", evercart.StopSaid},
	} {
		s := think(t, bench(t, openai.Config{}, stream(c.events...)), says("hello"))
		var calls string
		for _, k := range s.calls {
			calls += k.Tool + " " + string(k.Args.Reveal()) + ";"
		}
		if s.text != c.text || calls != c.calls || s.last.Stop != c.stop {
			t.Errorf("%s: text %q, calls %q, stop %q, %v", name, s.text, calls, s.last.Stop, s.err)
		}
	}
}

func TestTooManyCalls(t *testing.T) {
	t.Parallel()
	b, _ := scripted(t, openai.Config{}, `{"answer":{"calls":[`+strings.TrimSuffix(strings.Repeat(`{"tool":"f"},`, 33), ",")+`]}}`)
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.TooLarge || len(s.calls) > 0 {
		t.Errorf("%d calls, %v", len(s.calls), s.err)
	}
}

func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	b := bench(t, openai.Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for junk := bytes.Repeat([]byte("x"), 1<<16); ; {
			if _, err := w.Write(junk); err != nil {
				return
			}
		}
	})
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.TooLarge {
		t.Errorf("a line without end: %v", s.err)
	}
}

// TestStaysOpen: a server that keeps the stream open after a whole message does not hold the answer up.
func TestStaysOpen(t *testing.T) {
	t.Parallel()
	b, _ := scripted(t, openai.Config{}, `{"answer":{"text":"Yes.","no_done":true,"hold":"ever","hold_at":9}}`)
	if s := think(t, b, says("hello")); s.text != "Yes." || s.last.Stop != evercart.StopSaid {
		t.Errorf("%+v", s)
	}
}

func TestServerWithoutStreams(t *testing.T) {
	t.Parallel()
	answer := `{"model":"m2","choices":[{"index":0,"message":{"role":"assistant","content":"One moment.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":5,"completion_tokens":2}}`
	b := bench(t, openai.Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	})
	if s := think(t, b, says("hello")); s.text != "One moment." || len(s.calls) != 1 || s.last.Stop != evercart.StopCalls || s.last.Usage.In != 5 || s.last.Model != "m2" {
		t.Errorf("%+v", s)
	}
	b = bench(t, openai.Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer[:len(answer)-60])
	})
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.Unavailable || len(s.calls) > 0 {
		t.Errorf("half a document: %+v", s)
	}
}

func TestKeyAndUsage(t *testing.T) {
	t.Parallel()
	b, _ := scripted(t, openai.Config{APIKey: "sk-example", Price: model.Price{In: 2_000_000, Cached: 500_000, Out: 8_000_000}},
		`{"settings":{"key":"sk-example"}} {"answer":{"text":"Yes.","usage":{"prompt":100,"cached":40,"completion":10}}}`)
	if s := think(t, b, says("hello")); s.last.Usage != (evercart.Usage{In: 100, Cached: 40, Out: 10, MicroUSD: 220}) {
		t.Errorf("usage %+v, %v", s.last.Usage, s.err)
	}
	b, server := scripted(t, openai.Config{NoUsage: true}, `{"answer":{"text":"Yes."}}`)
	think(t, b, says("hello"))
	if k := server.Requests()[0]; k.Key || bytes.Contains(k.Body, []byte("stream_options")) {
		t.Errorf("a key or stream_options went out: %s", k.Body)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, c := range []openai.Config{
		{}, {Model: "m", BaseURL: "localhost:1"}, {Model: "m", BaseURL: "ftp://example.com"}, {Model: "m", BaseURL: "http://"},
		{Model: "m", BaseURL: "https://u:p@example.com/v1"}, {Model: "m", BaseURL: "https://example.com/v1?key=x"},
	} {
		if _, err := openai.New(c); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s: %v", c.BaseURL, err)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n"))
	f.Add([]byte("data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":-1,\"function\":{\"arguments\":\"{\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n"))
	f.Add([]byte("data: [DONE]\n\ndata: null\n\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := openai.New(openai.Config{BaseURL: "http://model.example.com", Model: "m", Transport: canned(body)})
		if err != nil {
			t.Fatal(err)
		}
		s := think(t, b, says("hello"))
		if (s.err == nil) == (s.last.Stop == "") || len(s.calls) > 0 && s.last.Stop != evercart.StopCalls || !utf8.ValidString(s.text) {
			t.Errorf("%+v", s)
		}
		for _, c := range s.calls {
			if !json.Valid(c.Args) {
				t.Errorf("arguments %q", c.Args.Reveal())
			}
		}
	})
}

// canned answers each request with this stream.
type canned []byte

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: io.NopCloser(bytes.NewReader(c)), Request: r}, nil
}
