package client_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const session = "6f1c1b6e-3b0e-4c43-9a55-5d0f6f0f7a11"

func serve(t *testing.T, h http.HandlerFunc) *client.Client {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := client.New(client.Config{URL: s.URL, Key: "the-key", HTTP: s.Client()})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func background(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func TestRequests(t *testing.T) {
	t.Parallel()
	type seen struct{ method, path, auth, body string }
	got := make(chan seen, 1)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got <- seen{r.Method, r.URL.RequestURI(), r.Header.Get("Authorization"), string(b)}
		_, _ = io.WriteString(w, `{}`)
	})
	ctx := background(t)
	for _, one := range []struct {
		do   func() error
		want seen
	}{
		{func() error {
			_, err := c.Say(ctx, client.Turn{Session: session, User: "u", Text: "a<b", Turn: "t"})
			return err
		},
			seen{"POST", "/webhook", "Bearer the-key", `{"session_id":"` + session + `","user_id":"u","text":"a<b","turn_id":"t"}`}},
		{func() error {
			_, err := c.Begin(ctx, client.Begin{User: "u", Cart: []client.SeedLine{{SKU: "A", Quantity: 2}}})
			return err
		},
			seen{"POST", "/v1/sessions", "Bearer the-key", `{"user_id":"u","cart":[{"sku":"A","quantity":2}]}`}},
		{func() error { _, err := c.Identify(ctx, session, "u"); return err }, seen{"POST", "/v1/sessions/" + session + "/identify", "Bearer the-key", `{"user_id":"u"}`}},
		{func() error { _, err := c.Session(ctx, session); return err }, seen{"GET", "/v1/sessions/" + session, "Bearer the-key", ""}},
		{func() error { _, err := c.Transcript(ctx, session, 4); return err }, seen{"GET", "/v1/sessions/" + session + "/transcript?after=4", "Bearer the-key", ""}},
		{func() error { _, err := c.Events(ctx, session, 4); return err }, seen{"GET", "/v1/sessions/" + session + "/events?after=4", "Bearer the-key", ""}},
		{func() error { _, err := c.Sessions(ctx, client.Page{After: "x", Limit: 5}); return err }, seen{"GET", "/v1/sessions?after=x&limit=5", "Bearer the-key", ""}},
		{func() error { _, err := c.SessionsOf(ctx, client.Person{User: "a/b"}); return err }, seen{"GET", "/v1/users/a%2Fb/sessions", "Bearer the-key", ""}},
		{func() error { _, err := c.Export(ctx, client.Person{Subject: "s"}); return err }, seen{"GET", "/v1/users/s/export?by=subject", "Bearer the-key", ""}},
		{func() error { _, err := c.Erase(ctx, client.Person{User: "u"}); return err }, seen{"DELETE", "/v1/users/u", "Bearer the-key", ""}},
		{func() error { _, err := c.Find(ctx, "silk blouse", 3); return err }, seen{"GET", "/v1/catalog?limit=3&q=silk+blouse", "Bearer the-key", ""}},
		{func() error { _, err := c.Patch(ctx, "A/1", map[string]any{"stock": nil}); return err }, seen{"PATCH", "/v1/catalog/A%2F1", "Bearer the-key", `{"stock":null}`}},
		{func() error { return c.Drop(ctx, "A") }, seen{"DELETE", "/v1/catalog/A", "Bearer the-key", ""}},
		{func() error {
			_, err := c.Put(ctx, client.Feed{Source: "feed"}, strings.NewReader("id,title"))
			return err
		}, seen{"PUT", "/v1/catalog?source=feed", "Bearer the-key", "id,title"}},
		{func() error { return c.With("").Ready(ctx) }, seen{"GET", "/readyz", "", ""}},
	} {
		if err := one.do(); err != nil {
			t.Errorf("%s %s: %v", one.want.method, one.want.path, err)
		}
		if s := <-got; s != one.want {
			t.Errorf("sent %+v, want %+v", s, one.want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/webhook" {
			w.WriteHeader(http.StatusBadGateway)
			_, _ = io.WriteString(w, "<html>a proxy speaks")
			return
		}
		w.WriteHeader(http.StatusServiceUnavailable)
		_ = json.NewEncoder(w).Encode(wire.Problem{Code: evercart.Busy, Detail: "wait", RetryAfter: 1500})
	})
	ctx := background(t)
	_, err := c.Session(ctx, session)
	if e := evercart.AsError(err); e.Code != evercart.Busy || e.RetryAfter != 1500*time.Millisecond || e.Message != "wait" {
		t.Errorf("a problem: %v", err)
	}
	if _, err := c.Say(ctx, client.Turn{}); evercart.CodeOf(err) != evercart.Unavailable {
		t.Errorf("no problem of ours: %v", err)
	}
	if _, err := c.Dial(ctx, session, client.Dial{}); evercart.CodeOf(err) != evercart.Busy {
		t.Errorf("a refused socket: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Session(ended, session); evercart.CodeOf(err) != evercart.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := client.New(client.Config{URL: "127.0.0.1:8080"}); evercart.CodeOf(err) != evercart.Invalid {
		t.Errorf("no address: %v", err)
	}
}

func TestSocket(t *testing.T) {
	t.Parallel()
	frames := make(chan string, 10)
	c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RequestURI() != "/ws/"+session+"?after=3&channel=chat" || r.Header.Get("Authorization") != "Bearer the-key" {
			t.Errorf("asked for %s", r.URL)
		}
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		write := func(s string) { _ = conn.Write(r.Context(), websocket.MessageText, []byte(s)) }
		write(`{"type":"ready","session_id":"` + session + `","seq":7}`)
		for {
			_, b, err := conn.Read(r.Context())
			if err != nil {
				return
			}
			frames <- string(b)
			if strings.Contains(string(b), "hello") {
				write(`{"type":"delta","turn_id":"other","text":"x"}`)
				write(`{"type":"state","seq":8}`)
				write(`{"type":"delta","turn_id":"t","text":"Hi."}`)
				write(`{"type":"reply","turn_id":"t","reply":"Hi.","seq":9}`)
			} else if strings.Contains(string(b), "bad") {
				write(`{"type":"error","code":"too_large","message":"m","turn_id":"t2"}`)
			}
		}
	})
	ctx := background(t)
	conn, err := c.Dial(ctx, session, client.Dial{After: 3, Channel: "chat"})
	if err != nil {
		t.Fatal(err)
	}
	if conn.Ready.Seq != 7 {
		t.Errorf("ready %+v", conn.Ready)
	}
	if err := conn.Say(ctx, client.Turn{Session: "not sent", Text: "hello", Turn: "t"}); err != nil {
		t.Fatal(err)
	}
	var types []string
	for f, err := range conn.Answer(ctx, "t") {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, f.Type)
	}
	if got := strings.Join(types, " "); got != "delta reply" {
		t.Errorf("frames %s", got)
	}
	if err := conn.Say(ctx, client.Turn{Text: "bad", Turn: "t2"}); err != nil {
		t.Fatal(err)
	}
	for _, err := range conn.Answer(ctx, "t2") {
		if evercart.CodeOf(err) != evercart.TooLarge {
			t.Errorf("answer %v", err)
		}
	}
	heard := "Hi"
	for _, do := range []func() error{
		func() error { return conn.Interrupt(ctx, "t", &heard) }, func() error { return conn.Interrupt(ctx, "", nil) },
		func() error { return conn.Resume(ctx, 7) }, func() error { return conn.Greet(ctx, "u", "g") },
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		`{"text":"hello","turn_id":"t"}`, `{"text":"bad","turn_id":"t2"}`, `{"heard":"Hi","turn_id":"t","type":"interrupt"}`,
		`{"turn_id":"","type":"interrupt"}`, `{"seq":7,"type":"resume"}`, `{"turn_id":"g","type":"greet","user_id":"u"}`,
	} {
		if got := <-frames; got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
	}
	if err := conn.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	if _, err := conn.Next(ctx); evercart.CodeOf(err) != evercart.Unavailable {
		t.Errorf("after the end: %v", err)
	}
}
