package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/wire"
)

// Before a server opens its address is alive and not ready, and says why; who wants more waits for the opening, or is refused after a while.
func TestWaiting(t *testing.T) {
	t.Parallel()
	clock := fake.NewClock(time.Now())
	q := gateway.NewWaiting(clock, 5*time.Second)
	ask := func(method, path string) (int, wire.Problem) {
		t.Helper()
		w := httptest.NewRecorder()
		q.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		var p wire.Problem
		if w.Code == http.StatusOK {
			return w.Code, p
		}
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return w.Code, p
	}
	if status, _ := ask("GET", "/healthz"); status != http.StatusOK {
		t.Errorf("alive: %d", status)
	}
	if status, p := ask("GET", "/readyz"); status != http.StatusServiceUnavailable || p.Code != evercart.Unavailable {
		t.Errorf("while it starts: %d %+v", status, p)
	}
	q.Because(nil, errors.New("no route to a host that nobody is to read of"))
	if _, p := ask("GET", "/readyz"); p.Args["keys"] != "away" || p.Args["store"] != nil {
		t.Errorf("without keys: %+v", p)
	}
	q.Because(errors.New("no route"), nil)
	if _, p := ask("GET", "/readyz"); p.Args["store"] != "away" || p.Detail != "the store cannot commit" {
		t.Errorf("without a store: %+v", p)
	}

	asked := func() <-chan int {
		got := make(chan int, 1)
		go func() {
			w := httptest.NewRecorder()
			q.ServeHTTP(w, httptest.NewRequest("POST", "/webhook", nil))
			got <- w.Code
		}()
		if err := clock.Asleep(context.Background(), 1); err != nil {
			t.Fatal(err)
		}
		return got
	}
	tired := asked()
	clock.Advance(5 * time.Second)
	if status := <-tired; status != http.StatusServiceUnavailable {
		t.Errorf("after the wait: %d", status)
	}
	patient := asked()
	q.Open(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
	if status := <-patient; status != http.StatusTeapot {
		t.Errorf("who waited for the opening: %d", status)
	}
	for _, path := range []string{"/healthz", "/readyz", "/webhook"} {
		w := httptest.NewRecorder()
		if q.ServeHTTP(w, httptest.NewRequest("GET", path, nil)); w.Code != http.StatusTeapot {
			t.Errorf("%s once it is open: %d", path, w.Code)
		}
	}
}
