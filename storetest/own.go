package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

// What follows is for the tests that a store has of its own, beside the suite.

// Stubborn are keys of which some cannot be destroyed for a while.
type Stubborn struct {
	evercart.Keys
	lives sync.Map // evercart.Life → true
}

// Destroy implements evercart.Keys. Unavailable for those that are kept.
func (s *Stubborn) Destroy(ctx context.Context, life evercart.Life) error {
	if _, refused := s.lives.Load(life); refused {
		return evercart.Errorf(evercart.Unavailable, "test", "away")
	}
	return s.Keys.Destroy(ctx, life)
}

// Refuse keeps the key of a life until mend is called.
func (s *Stubborn) Refuse(life evercart.Life) (mend func()) {
	s.lives.Store(life, true)
	return func() { s.lives.Delete(life) }
}

// Sys is the context of upkeep.
func Sys() context.Context { return evercart.As(context.Background(), system) }

// NewSession mints the id of a session.
func NewSession() evercart.SessionID { return newSession() }

// NewWrite mints the id of a write.
func NewWrite() evercart.WriteID { return newWrite() }

// Facts is a Do that always says the same.
func Facts(f ...evercart.Fact) func(evercart.State) (evercart.Change, error) { return facts(f...) }

// Note is a fact that changes nothing.
func Note(what string) *evercart.Noted { return note(what) }

// Code fails unless err has that code.
func Code(tb testing.TB, what string, err error, want evercart.Code) {
	tb.Helper()
	code(tb, what, err, want)
}

// Begin opens a session of a new shopper.
func Begin(tb testing.TB, s evercart.Store) (evercart.State, evercart.Shopper) {
	tb.Helper()
	p, err := s.Identify(Sys(), "guest", "")
	code(tb, "identify", err, "")
	return BeginFor(tb, s, p), p
}

// BeginFor opens a session of a shopper.
func BeginFor(tb testing.TB, s evercart.Store, p evercart.Shopper) evercart.State {
	tb.Helper()
	c, err := s.Update(Sys(), evercart.Update{Session: newSession(), Open: true, Write: newWrite(), By: "shopper", Do: facts(opened(p))})
	code(tb, "begin", err, "")
	return c.State
}

// Turn runs one turn as the agent does: words and claim, an effect, the reply; three commits.
func Turn(tb testing.TB, s evercart.Store, st evercart.State, n int, words, reply string) evercart.State {
	tb.Helper()
	id := evercart.TurnID(fmt.Sprint("t", n))
	open := &evercart.TurnOpened{Node: "n", Channel: "test", MAC: []byte("0123456789abcdef")}
	open.Personal.Words = evercart.Personal(words)
	c, err := s.Update(Sys(), evercart.Update{Session: st.Session, Base: &st, Write: newWrite(), Turn: id, By: "shopper", Do: facts(open)})
	code(tb, "open", err, "")
	c, err = s.Update(Sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: SetQuantity(n%5 + 1)})
	code(tb, "effect", err, "")
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "rules", Shown: []evercart.SKU{"A"}}
	closed.Personal.Generated = evercart.Personal(reply)
	c, err = s.Update(Sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: facts(closed)})
	code(tb, "close", err, "")
	return c.State
}

// SetQuantity is a Do that leaves so many of one SKU in the cart.
func SetQuantity(n int) func(evercart.State) (evercart.Change, error) {
	shelf := evercart.Shelf{"a": {Product: "p", Title: "Silk Blouse", Variant: evercart.Variant{SKU: "A", Price: 8950, Currency: "USD", Stock: evercart.Uncounted, Active: true, Version: 1}}}
	return func(s evercart.State) (evercart.Change, error) {
		verb := evercart.SetQuantity
		if _, there := s.Cart.LineOf("A"); !there {
			verb = evercart.Add
		}
		f, err := s.Cart.Decide(evercart.Command{Verb: verb, SKU: "A", Quantity: n}, shelf, evercart.DefaultShop())
		if err != nil || f == nil {
			return evercart.Change{}, err
		}
		return evercart.Change{Facts: []evercart.Fact{f}}, nil
	}
}
