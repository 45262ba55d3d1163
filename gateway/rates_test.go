package gateway_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/gateway"
	"github.com/evercart/evercart/memory"
)

// away is a limiter that answers with one code alone.
type away evercart.Code

func (a away) Take(context.Context, string, evercart.Rate) error {
	return evercart.Errorf(evercart.Code(a), "away", "")
}

// Rates are of all nodes together; where nobody can count, everybody may come.
func TestSharedRates(t *testing.T) {
	t.Parallel()
	together := memory.NewLimiter(nil)
	with := func(l evercart.Limiter) func(*gateway.Config) {
		return func(c *gateway.Config) { c.Limits.IPRate, c.Limiter = 1.0/3600, l }
	}
	status := func(b *bench) int {
		t.Helper()
		res, err := http.Get(b.server.URL + "/openapi.json")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		return res.StatusCode
	}
	a, b, alone := setup(t, with(together)), setup(t, with(together)), setup(t, with(away(evercart.Unavailable)))
	if first, second := status(a), status(b); first != 200 || second != 429 {
		t.Errorf("one token at two nodes: %d, then %d", first, second)
	}
	if first, second := status(alone), status(alone); first != 200 || second != 200 {
		t.Errorf("nobody counts: %d, then %d", first, second)
	}
}

// A rate that nobody would count is refused at the start, not ignored.
func TestRatesNeedALimiter(t *testing.T) {
	t.Parallel()
	d := newDouble()
	s := store{d}
	cfg := gateway.Config{Conversation: d, Catalog: d, Sessions: s, Shoppers: s, Goods: s, Nodes: s, Limits: gateway.Limits{SessionRate: 5}}
	if _, err := gateway.New(cfg); evercart.CodeOf(err) != evercart.Invalid {
		t.Errorf("%v", err)
	}
}

// What is away without harm is told, and harms not.
func TestReadyTellsParts(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *gateway.Config) {
		c.Parts = func() map[string]string { return map[string]string{"redis": "away"} }
	})
	if got := read[map[string]string](t, b.want(200, "", "GET", "/readyz", "", "")); got["redis"] != "away" || got["status"] != "ok" {
		t.Errorf("%v", got)
	}
}
