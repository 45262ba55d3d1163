package chaos

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/fakemodel"
)

// The brains of the nodes.
const (
	brainRules = "rules"
	brainModel = "model"
	brainMixed = "mixed"
)

// act is what somebody wants: a good one more, all of it away, or to look.
type act struct {
	verb evercart.Verb // Add, Remove; "" = looks
	good int           // of goods
}

func (a act) changes() bool { return a.verb != "" }

// goods are two of the sample shop, and the words for them.
var goods = [2]struct {
	sku  evercart.SKU
	one  string
	them string
}{{"SOC-3PK", "one pack of socks", "the socks"}, {"CND-CAF", "one candle", "the candle"}}

// words are what is said. A shopper who says please meets a model that thinks for longer.
func (a act) words(patient bool) string {
	said := "what's in my cart"
	switch a.verb {
	case evercart.Add:
		said = "add " + goods[a.good].one
	case evercart.Remove:
		said = "remove " + goods[a.good].them
	}
	if patient {
		said += ", please"
	}
	return said
}

const full = 6 // of one good: far from the shop's stock, whatever two devices add at once

// choose takes an act that the cart, as it was last seen, allows.
func choose(rng *rand.Rand, seen cart) act {
	a := act{verb: evercart.Add, good: rng.IntN(len(goods))}
	switch {
	case rng.IntN(8) == 0:
		return act{}
	case seen[a.good] >= full, seen[a.good] > 1 && rng.IntN(3) == 0:
		a.verb = evercart.Remove
	}
	return a
}

// brainOf is what the nth start of a process thinks with.
func (w *world) brainOf(n int) string {
	if w.c.Brain == brainRules || w.c.Brain == brainMixed && n%2 == 1 {
		return "rules"
	}
	return "openai,rules"
}

const (
	thinks = 20 * time.Millisecond
	slow   = 1200 * time.Millisecond
)

// script makes the model do as it is told, and say nothing of it: the tools' own words are enough.
func script() string {
	var b strings.Builder
	rule := func(when, answer map[string]any) {
		j, _ := json.Marshal(map[string]any{"when": when, "answer": answer}) // of strings and numbers: never fails
		b.Write(append(j, '\n'))
	}
	for _, patient := range []bool{true, false} {
		first := thinks
		if patient {
			first = slow
		}
		for good, g := range goods {
			for verb, call := range map[evercart.Verb]map[string]any{
				evercart.Add:    {"tool": "add_to_cart", "args": map[string]any{"sku": g.sku, "quantity": 1}},
				evercart.Remove: {"tool": "remove_from_cart", "args": map[string]any{"sku": g.sku}},
			} {
				rule(map[string]any{"says": act{verb, good}.words(patient), "step": 0}, map[string]any{"calls": []any{call}, "first": first.String()})
			}
		}
	}
	rule(map[string]any{}, map[string]any{"text": "Anything else?", "first": thinks.String()})
	return b.String()
}

// startModel serves the script, where a node thinks with it.
func (w *world) startModel(ctx context.Context) error {
	if w.c.Brain == brainRules {
		return nil
	}
	handler, err := fakemodel.New(strings.NewReader(script()))
	if err != nil {
		return fmt.Errorf("script: %w", err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	s := &http.Server{Handler: w.strict(handler), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	w.onClose(func() error {
		err := s.Close()
		if served := <-ended; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return err
	})
	w.brains = "http://" + l.Addr().String() + "/v1"
	return nil
}

// strict counts the requests that the model had to refuse: also after a take-over, a node sends what a vendor would accept.
func (w *world) strict(model http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		model.ServeHTTP(&watched{rw, w}, r)
	})
}

// watched is an answer of the model; 400 is noticed.
type watched struct {
	http.ResponseWriter
	w *world
}

func (a *watched) WriteHeader(status int) {
	if status == http.StatusBadRequest {
		a.w.unfit.Add(1)
	}
	a.ResponseWriter.WriteHeader(status)
}

// Unwrap lets the answer be streamed.
func (a *watched) Unwrap() http.ResponseWriter { return a.ResponseWriter }
