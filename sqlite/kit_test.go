package sqlite_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/sqlite"
)

var system = evercart.Caller{Shop: "default", Role: evercart.RoleSystem}

// stubborn are keys of which some cannot be destroyed for a while.
type stubborn struct {
	evercart.Keys
	lives sync.Map // evercart.Life → true
}

func (s *stubborn) Destroy(ctx context.Context, life evercart.Life) error {
	if _, refused := s.lives.Load(life); refused {
		return evercart.Errorf(evercart.Unavailable, "test", "away")
	}
	return s.Keys.Destroy(ctx, life)
}

// refuse keeps the key of a life until mend is called.
func (s *stubborn) refuse(life evercart.Life) (mend func()) {
	s.lives.Store(life, true)
	return func() { s.lives.Delete(life) }
}

func sys() context.Context { return evercart.As(context.Background(), system) }

func newSession() evercart.SessionID {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	return evercart.SessionID(fmt.Sprintf("%x-%x-4%03x-a%03x-%x", b[:4], b[4:6], b[6], b[7], b[10:]))
}

func newWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

func facts(f ...evercart.Fact) func(evercart.State) (evercart.Change, error) {
	return func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: f}, nil }
}

func note(what string) *evercart.Noted { return &evercart.Noted{What: what} }

func code(tb testing.TB, what string, err error, want evercart.Code) {
	tb.Helper()
	if got := evercart.CodeOf(err); got != want {
		tb.Fatalf("%s: got code %q (%v), want %q", what, got, err, want)
	}
}

// begin opens a session of a new shopper.
func begin(tb testing.TB, s *sqlite.Store) (evercart.State, evercart.Shopper) {
	tb.Helper()
	p, err := s.Identify(sys(), "guest", "")
	code(tb, "identify", err, "")
	return beginFor(tb, s, p), p
}

func beginFor(tb testing.TB, s *sqlite.Store, p evercart.Shopper) evercart.State {
	tb.Helper()
	c, err := s.Update(sys(), evercart.Update{Session: newSession(), Open: true, Write: newWrite(), By: "shopper", Do: facts(
		&evercart.SessionOpened{Shop: "default", Subject: p.Subject, Life: p.Life, Channel: "test", Locale: "en-US", Currency: "USD"})})
	code(tb, "begin", err, "")
	return c.State
}

// turn runs one turn as the agent does: words and claim, an effect, the reply; three commits.
func turn(tb testing.TB, s *sqlite.Store, st evercart.State, n int, words, reply string) evercart.State {
	tb.Helper()
	id := evercart.TurnID(fmt.Sprint("t", n))
	open := &evercart.TurnOpened{Node: "n", Channel: "test", MAC: []byte("0123456789abcdef")}
	open.Personal.Words = evercart.Personal(words)
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Write: newWrite(), Turn: id, By: "shopper", Do: facts(open)})
	code(tb, "open", err, "")
	c, err = s.Update(sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: setQuantity(n%5 + 1)})
	code(tb, "effect", err, "")
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "rules", Shown: []evercart.SKU{"A"}}
	closed.Personal.Generated = evercart.Personal(reply)
	c, err = s.Update(sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: facts(closed)})
	code(tb, "close", err, "")
	return c.State
}

func setQuantity(n int) func(evercart.State) (evercart.Change, error) {
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
