package anthropic_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/anthropic"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	const models = `{"settings":{"key":"sk-example","models":["b","c"]}} {"answer":{"text":"Yes."}}`
	for name, c := range map[string]struct {
		script string
		models []string
		want   string
		code   evercart.Code
	}{
		"the first":       {models, []string{"b", "c"}, "b", ""},
		"the second":      {models, []string{"a", "c"}, "c", ""},
		"none":            {models, []string{"a", "d"}, "", evercart.NotFound},
		"another key":     {strings.Replace(models, "sk-example", "sk-other", 1), []string{"b"}, "", evercart.Unauthorized},
		"odd name":        {models, []string{"a/../b", "b"}, "b", ""},
		"whatever is had": {`{"answer":{"text":"Yes."}}`, []string{"a"}, "a", ""},
	} {
		b, server := scripted(t, anthropic.Config{Models: c.models}, c.script)
		got, err := b.Check(t.Context())
		if got != c.want || evercart.CodeOf(err) != c.code {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if c.want == "" {
			continue
		}
		if s := think(t, b, says("hello")); s.text != "Yes." || s.last.Model != c.want || request(t, server, 0).Model != c.want {
			t.Errorf("%s: %q answered, %v", name, s.last.Model, s.err)
		}
	}
	b := bench(t, anthropic.Config{FirstByte: 50 * time.Millisecond}, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	if _, err := b.Check(t.Context()); evercart.CodeOf(err) != evercart.Timeout {
		t.Errorf("a silent server: %v", err)
	}
	web := httptest.NewServer(nil)
	web.Close()
	b, err := anthropic.New(anthropic.Config{BaseURL: web.URL, APIKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Check(t.Context()); evercart.CodeOf(err) != evercart.Unavailable {
		t.Errorf("nobody listens: %v", err)
	}
}

// A model that is taken away while the shop is open: the next one of the list answers this very turn, and those after it.
func TestModelGoes(t *testing.T) {
	t.Parallel()
	b, server := scripted(t, anthropic.Config{Models: []string{"a", "b"}}, `{"settings":{"models":["b"]}} {"answer":{"text":"Yes."}}`)
	for range 2 {
		if s := think(t, b, says("hello")); s.text != "Yes." || s.last.Model != "b" {
			t.Errorf("%+v", s)
		}
	}
	if n := len(server.Requests()); n != 3 {
		t.Errorf("%d requests, want 3", n)
	}
}

// What a model does not take is not sent to it.
func TestAbilities(t *testing.T) {
	t.Parallel()
	plain := `{"id":"m","type":"model","lifecycle":"active","capabilities":{"effort":{"supported":false},"thinking":{"supported":true,"types":{"adaptive":{"supported":true},"disabled":{"supported":false}}}}}`
	_, server := scripted(t, anthropic.Config{}, `{"answer":{"text":"Yes."}}`)
	b := bench(t, anthropic.Config{}, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(plain))
			return
		}
		server.ServeHTTP(w, r)
	})
	if name, err := b.Check(t.Context()); name != "m" || err != nil {
		t.Fatal(name, err)
	}
	if s := think(t, b, says("hello")); s.text != "Yes." {
		t.Error(s.err)
	}
	if a := request(t, server, 0); a.Thinking != nil || a.Output != nil && a.Output.Effort != "" {
		t.Errorf("%+v", a)
	}
}
