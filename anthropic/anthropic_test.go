package anthropic_test

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
	"github.com/evercart/evercart/anthropic"
	"github.com/evercart/evercart/braintest"
	"github.com/evercart/evercart/internal/fakemodel"
	"github.com/evercart/evercart/internal/sse"
	"github.com/evercart/evercart/model"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	t.Parallel()
	for _, thinking := range []string{anthropic.ThinkingOff, anthropic.ThinkingOn} {
		t.Run("thinking "+thinking, func(t *testing.T) {
			t.Parallel()
			braintest.Run(t, braintest.Features{Idle: time.Second, Budget: 32_000}, func(baseURL string, idle time.Duration) (evercart.Brain, error) {
				return anthropic.New(anthropic.Config{BaseURL: baseURL, APIKey: "sk-example", Models: []string{"scripted"}, Thinking: thinking, Idle: idle, Budget: 8_000})
			})
		})
	}
}

// bench is a brain before a server that the test writes itself.
func bench(t *testing.T, c anthropic.Config, serve http.HandlerFunc) *anthropic.Brain {
	t.Helper()
	web := httptest.NewServer(serve)
	c.BaseURL, c.APIKey = web.URL, "sk-example"
	if c.Models == nil {
		c.Models = []string{"m"}
	}
	b, err := anthropic.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.CloseClientConnections(); web.Close(); b.Close() })
	return b
}

// scripted is a brain before the scripted model.
func scripted(t *testing.T, c anthropic.Config, script string) (*anthropic.Brain, *fakemodel.Server) {
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

func think(t *testing.T, b *anthropic.Brain, p evercart.Prompt) step {
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
	return evercart.Prompt{Policy: "Be brief.", Tools: []evercart.ToolSpec{{Name: "f", About: "It does.", Schema: json.RawMessage(`{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}}}`)}},
		Now: evercart.Exchange{Words: evercart.Private(words)}}
}

// noRefusal: the strict server took everything.
func noRefusal(t *testing.T, server *fakemodel.Server) {
	t.Helper()
	for _, k := range server.Requests() {
		if k.Why != "" {
			t.Errorf("request %d was refused: %s\n%s", k.No, k.Why, k.Body)
		}
	}
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

// stream serves these events, each named by its type.
func stream(events ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, e := range events {
			var v struct{ Type string }
			_ = json.Unmarshal([]byte(e), &v)
			_, _ = w.Write(sse.Append(nil, sse.Event{Name: v.Type, Data: e}))
		}
	}
}

const (
	starts = `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m-1","content":[],"usage":{"input_tokens":5,"output_tokens":1}}}`
	says0  = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
	yes0   = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Yes."}}`
	ends0  = `{"type":"content_block_stop","index":0}`
	calls1 = `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"f","input":{}}}`
	args1  = `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`
	ends1  = `{"type":"content_block_stop","index":1}`
	over   = `{"type":"message_stop"}`
)

func stops(reason string) string {
	return `{"type":"message_delta","delta":{"stop_reason":"` + reason + `","stop_sequence":null},"usage":{"output_tokens":9}}`
}

// TestEnds: every reason for which a message may stop, and messages that have no end.
func TestEnds(t *testing.T) {
	t.Parallel()
	said := []string{starts, says0, yes0, ends0}
	called := append(append([]string{}, said...), calls1, args1, ends1)
	for name, c := range map[string]struct {
		events []string
		text   string
		calls  int
		stop   evercart.Stop
		code   evercart.Code
	}{
		"the end":                  {append(said[:4:4], stops("end_turn"), over), "Yes.", 0, evercart.StopSaid, ""},
		"calls":                    {append(called[:7:7], stops("tool_use"), over), "Yes.", 1, evercart.StopCalls, ""},
		"calls under another end":  {append(called[:7:7], stops("end_turn"), over), "Yes.", 1, evercart.StopCalls, ""},
		"a stop sequence":          {append(said[:4:4], stops("stop_sequence"), over), "Yes.", 0, evercart.StopSaid, ""},
		"the length":               {append(called[:7:7], stops("max_tokens"), over), "Yes.", 0, evercart.StopLength, ""},
		"the context":              {append(called[:7:7], stops("model_context_window_exceeded"), over), "Yes.", 0, evercart.StopLength, ""},
		"a refusal":                {append(called[:7:7], stops("refusal"), over), "Yes.", 0, evercart.StopRefused, ""},
		"something new":            {append(called[:7:7], stops("coffee"), over), "Yes.", 0, evercart.StopLength, ""},
		"no reason":                {append(said[:4:4], over), "Yes.", 0, "", evercart.Unavailable},
		"words without their end":  {append(said[:4:4], stops("end_turn")), "Yes.", 0, evercart.StopSaid, ""},
		"calls without their end":  {append(called[:7:7], stops("tool_use")), "Yes.", 0, "", evercart.Unavailable},
		"nothing":                  {nil, "", 0, "", evercart.Unavailable},
		"a start alone":            {[]string{starts}, "", 0, "", evercart.Unavailable},
		"a piece of nothing":       {[]string{starts, yes0, stops("end_turn"), over}, "", 0, "", evercart.Unavailable},
		"no JSON":                  {append(said[:4:4], `{"type":"message_delta",`), "Yes.", 0, "", evercart.Unavailable},
		"new events and blocks":    {[]string{starts, `{"type":"content_block_start","index":0,"content_block":{"type":"song","tune":"la"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"song_delta","tune":"la"}}`, ends0, `{"type":"applause"}`, strings.ReplaceAll(says0, `"index":0`, `"index":1`), strings.ReplaceAll(yes0, `"index":0`, `"index":1`), stops("end_turn"), over}, "Yes.", 0, evercart.StopSaid, ""},
		"woven calls":              {[]string{starts, strings.ReplaceAll(calls1, `"index":1`, `"index":0`), strings.ReplaceAll(calls1, "toolu_1", "toolu_2"), args1, strings.ReplaceAll(args1, `"index":1`, `"index":0`), ends1, ends0, stops("tool_use"), over}, "", 2, evercart.StopCalls, ""},
		"overloaded in the middle": {append(called[:7:7], `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), "Yes.", 0, "", evercart.Unavailable},
		"too fast in the middle":   {append(said[:2:2], `{"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}`), "", 0, "", evercart.RateLimited},
		"an error of no kind":      {append(said[:2:2], `{"type":"error","error":{"type":"strange_error","message":"?"}}`), "", 0, "", evercart.Unavailable},
		"an error of ours":         {append(said[:2:2], `{"type":"error","error":{"type":"invalid_request_error","message":"?"}}`), "", 0, "", evercart.Invalid},
		"too long in the middle":   {append(said[:2:2], `{"type":"error","error":{"type":"request_too_large","message":"?"}}`), "", 0, "", evercart.TooLarge},
		"a zero in the text":       {[]string{starts, says0, strings.ReplaceAll(yes0, "Yes.", `a\u0000b\ud83dc`), stops("end_turn"), over}, "ab\ufffdc", 0, evercart.StopSaid, ""},
	} {
		s := think(t, bench(t, anthropic.Config{}, stream(c.events...)), says("hello"))
		if s.text != c.text || len(s.calls) != c.calls || s.last.Stop != c.stop || evercart.CodeOf(s.err) != c.code {
			t.Errorf("%s: text %q, %d calls, stop %q, %v", name, s.text, len(s.calls), s.last.Stop, s.err)
		}
	}
}

// TestPaused: a message that the server paused is gone on with, and no more than a few times.
func TestPaused(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{Prices: map[string]model.Price{"m": {In: 1_000_000, Out: 1_000_000}}},
		`{"times":2,"answer":{"text":"One. ","finish":"pause_turn","usage":{"prompt":10,"completion":5}}} {"answer":{"text":"Two.","usage":{"prompt":20,"completion":6}}}`)
	s := think(t, b, says("hello"))
	if s.text != "One. One. Two." || s.last.Stop != evercart.StopSaid || s.last.Usage != (evercart.Usage{In: 40, Out: 16, MicroUSD: 56}) || len(server.Requests()) != 3 {
		t.Errorf("%+v after %d requests", s, len(server.Requests()))
	}
	noRefusal(t, server)
	b, server = scripted(t, anthropic.Config{}, `{"answer":{"text":"One. ","finish":"pause_turn"}}`)
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.Unavailable || len(server.Requests()) != 4 {
		t.Errorf("paused for ever: %v after %d requests", s.err, len(server.Requests()))
	}
}

func TestTooMuch(t *testing.T) {
	t.Parallel()
	b, _ := scripted(t, anthropic.Config{}, `{"answer":{"calls":[`+strings.TrimSuffix(strings.Repeat(`{"tool":"f"},`, 33), ",")+`]}}`)
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.TooLarge || len(s.calls) > 0 {
		t.Errorf("%d calls, %v", len(s.calls), s.err)
	}
	b = bench(t, anthropic.Config{}, func(w http.ResponseWriter, _ *http.Request) {
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

func TestRetries(t *testing.T) {
	t.Parallel()
	c := &clock{}
	b, server := scripted(t, anthropic.Config{Retries: 2, MaxPause: 2 * time.Second, Clock: c},
		`{"times":1,"answer":{"status":429,"retry_after":"2"}} {"times":1,"answer":{"status":529}} {"answer":{"text":"Yes."}}`)
	if s := think(t, b, says("hello")); s.text != "Yes." || len(c.pauses) != 2 || c.pauses[0] != 2*time.Second || c.pauses[1] > 2*time.Second {
		t.Errorf("%+v after %v", s, c.pauses)
	}
	noRefusal(t, server)
	b, server = scripted(t, anthropic.Config{Retries: 2, Clock: &clock{}}, `{"answer":{"status":429,"retry_after":"274579"}}`)
	if s := think(t, b, says("hello")); evercart.AsError(s.err).RetryAfter != time.Minute || len(server.Requests()) != 1 {
		t.Errorf("asked to wait for days: %v after %d requests", s.err, len(server.Requests()))
	}
	spent := `{"type":"error","error":{"type":"rate_limit_error","message":"?","details":{"error_code":"enforced_spend_limit_reached"}}}`
	b = bench(t, anthropic.Config{Retries: 2, Clock: &clock{}}, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = io.WriteString(w, spent)
	})
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.Unauthorized {
		t.Errorf("an account that is used up: %v", s.err)
	}
}

// The vendor's text may quote the shopper: no error has it.
func TestErrorsQuoteNobody(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"status":400,"error":{"message":"you said: my secret","type":"invalid_request_error"}}`, `{"error":{"message":"you said: my secret","type":"api_error"}}`} {
		b, _ := scripted(t, anthropic.Config{}, `{"answer":`+answer+`}`)
		if s := think(t, b, says("my secret")); s.err == nil || strings.Contains(s.err.Error(), "secret") {
			t.Errorf("%v", s.err)
		}
	}
}

func TestUsageAndKey(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{Prices: map[string]model.Price{"m": {In: 2_000_000, Cached: 200_000, Written: 2_500_000, Out: 8_000_000}}},
		`{"settings":{"key":"sk-example"}} {"answer":{"text":"Yes.","usage":{"prompt":100,"cached":40,"written":20,"completion":10}}}`)
	if s := think(t, b, says("hello")); s.last.Usage != (evercart.Usage{In: 100, Cached: 40, Out: 10, MicroUSD: 80 + 8 + 50 + 80}) || s.last.Model != "m" {
		t.Errorf("usage %+v of %q, %v", s.last.Usage, s.last.Model, s.err)
	}
	if k := server.Requests()[0]; !k.Key || bytes.Contains(k.Body, []byte("sk-example")) {
		t.Errorf("%+v", k)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]anthropic.Config{
		"no key": {}, "no scheme": {APIKey: "k", BaseURL: "localhost:1"}, "no host": {APIKey: "k", BaseURL: "http://"}, "a query": {APIKey: "k", BaseURL: "http://example.com?a=b"},
		"a user": {APIKey: "k", BaseURL: "http://u:p@example.com"}, "thinking": {APIKey: "k", Thinking: "hard"}, "effort": {APIKey: "k", Effort: "some"},
	} {
		if _, err := anthropic.New(c); evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzStream(f *testing.F) {
	for _, events := range [][]string{{starts, says0, yes0, ends0, stops("end_turn"), over}, {starts, calls1, args1, ends1, stops("tool_use"), over}} {
		var b []byte
		for _, e := range events {
			var v struct{ Type string }
			_ = json.Unmarshal([]byte(e), &v)
			b = sse.Append(b, sse.Event{Name: v.Type, Data: e})
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		b, err := anthropic.New(anthropic.Config{BaseURL: "http://model.example.com", APIKey: "k", Transport: canned(body)})
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
