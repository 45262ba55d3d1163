package fakemodel_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/trial/fakemodel"
)

func TestRun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ready, done := make(chan string, 1), make(chan error, 1)
	var log bytes.Buffer
	go func() {
		done <- fakemodel.Run(ctx, fakemodel.Config{Addr: "127.0.0.1:0", Script: strings.NewReader(`{"answer":{"text":"Hello."}}`), Log: &log,
			Ready: func(base string) { ready <- base }})
	}()
	var base string
	select {
	case base = <-ready:
	case err := <-done:
		t.Fatal(err)
	}
	res, err := http.Post(base+"/chat/completions", "application/json", strings.NewReader(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if b, _ := io.ReadAll(res.Body); res.StatusCode != 200 || !bytes.Contains(b, []byte(`"content":"Hello."`)) {
		t.Errorf("answered %d: %s", res.StatusCode, b)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("stopped with %v", err)
	}
	if want := "fake-model: ANTHROPIC_BASE_URL=" + strings.TrimSuffix(base, "/v1") + "\nfake-model: OPENAI_BASE_URL=" + base + "\n"; log.String() != want {
		t.Errorf("printed %q, want %q", log.String(), want)
	}
}

func TestRunFails(t *testing.T) {
	t.Parallel()
	if err := fakemodel.Run(t.Context(), fakemodel.Config{Addr: "127.0.0.1:0", Script: strings.NewReader(`{`)}); err == nil || !strings.Contains(err.Error(), "script") {
		t.Errorf("a broken script: %v", err)
	}
	if err := fakemodel.Run(t.Context(), fakemodel.Config{Addr: "127.0.0.1:-1", Script: strings.NewReader(``)}); err == nil {
		t.Error("an address that is none was taken")
	}
}
