package openai_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/openai"
)

func TestRetries(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		script string
		asked  int
		code   evercart.Code
		atMost time.Duration
		least  time.Duration
	}{
		"overloaded, then well":    {`{"times":2,"answer":{"status":529}} {"answer":{"text":"Yes."}}`, 3, "", 2 * time.Second, 100 * time.Millisecond},
		"asked to wait a second":   {`{"times":1,"answer":{"status":429,"retry_after":"1"}} {"answer":{"text":"Yes."}}`, 2, "", time.Second, time.Second},
		"overloaded for ever":      {`{"answer":{"status":529}}`, 3, evercart.Unavailable, 2 * time.Second, 100 * time.Millisecond},
		"asked to wait three days": {`{"answer":{"status":429,"retry_after":"274579"}}`, 1, evercart.RateLimited, 0, 0},
		"a bug of ours":            {`{"answer":{"status":400}}`, 1, evercart.Invalid, 0, 0},
		"after the first word":     {`{"answer":{"text":"Yes","cut":"reset"}}`, 1, evercart.Unavailable, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cl := new(clock)
			b, server := scripted(t, openai.Config{Retries: 2, Clock: cl}, c.script)
			s := think(t, b, says("hello"))
			if n := len(server.Requests()); n != c.asked || evercart.CodeOf(s.err) != c.code {
				t.Errorf("asked %d times, want %d; %v", n, c.asked, s.err)
			}
			for _, p := range cl.pauses {
				if p < c.least || p > c.atMost {
					t.Errorf("a pause of %s", p)
				}
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"Retry-After: 3":   3 * time.Second,
		"Retry-After: 0.5": 500 * time.Millisecond,
		"Retry-After: Tue, 01 Jan 2030 12:00:07 GMT": 7 * time.Second,
		"Retry-After: Tue, 01 Jan 2030 11:00:00 GMT": 0,
		"Retry-After: soon":                          0,
		"Retry-After: NaN":                           0,
		"Retry-After: -4":                            0,
		"Retry-After: 1e300":                         time.Minute,
		"Retry-After-Ms: 1500":                       1500 * time.Millisecond,
	} {
		name, value, _ := strings.Cut(header, ": ")
		b := bench(t, openai.Config{Clock: new(clock)}, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(name, value)
			w.WriteHeader(429)
		})
		if s := think(t, b, says("hello")); evercart.AsError(s.err).RetryAfter != want {
			t.Errorf("%s is %s, want %s", header, evercart.AsError(s.err).RetryAfter, want)
		}
	}
}

func TestErrorsTellNoWords(t *testing.T) {
	t.Parallel()
	b := bench(t, openai.Config{}, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(400)
		_, _ = io.WriteString(w, `{"error":{"message":"messages[1] is wrong: my secret wish","type":"invalid_request_error","param":"messages[1]","code":null}}`)
	})
	s := think(t, b, says("my secret wish"))
	if text := s.err.Error(); strings.Contains(text, "secret") || !strings.Contains(text, "messages[1]") {
		t.Errorf("the error tells %q", text)
	}
}

func TestQuotaIsNoRateLimit(t *testing.T) {
	t.Parallel()
	b, _ := scripted(t, openai.Config{}, `{"answer":{"status":429,"error":{"message":"You exceeded your quota","code":"insufficient_quota"}}}`)
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.Unauthorized {
		t.Errorf("an empty account: %v", s.err)
	}
}

func TestErrorEvents(t *testing.T) {
	t.Parallel()
	for event, want := range map[string]evercart.Code{
		`{"error":{"message":"x","code":429}}`:                            evercart.RateLimited,
		`{"error":{"message":"x","code":"rate_limit_exceeded"}}`:          evercart.RateLimited,
		`{"error":{"message":"x","code":502}}`:                            evercart.Unavailable,
		`{"error":{"message":"x","code":401}}`:                            evercart.Unauthorized,
		`{"error":"overloaded"}`:                                          evercart.Unavailable,
		`{"error":{}}`:                                                    evercart.Unavailable,
		`{"choices":[{"delta":{"content":"a"},"finish_reason":"error"}]}`: evercart.Unavailable,
		`no JSON`:            evercart.Unavailable,
		`{"choices":"none"}`: evercart.Unavailable,
	} {
		b := bench(t, openai.Config{}, stream(event))
		if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != want || s.last.Stop != "" {
			t.Errorf("%s: %v, want %s", event, s.err, want)
		}
	}
}

func TestNoRedirect(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	t.Cleanup(elsewhere.Close)
	b := bench(t, openai.Config{APIKey: "sk-example"}, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
	})
	if s := think(t, b, says("hello")); evercart.CodeOf(s.err) != evercart.Invalid || asked.Load() > 0 {
		t.Errorf("followed %d times, %v", asked.Load(), s.err)
	}
}
