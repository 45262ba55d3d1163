// Package storetest is the suite that every store passes. A store that cannot do a part does not exist: parts are left out
// only where a seam that the test needs (Features) is not there.
package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// Features are the seams of a store that the suite cannot reach through the contract. A nil one skips what needs it.
type Features struct {
	// LoseAnswer makes the next commit of the session one whose outcome the store does not learn, as when a connection
	// breaks: committed says whether it was. The store must find out by itself.
	LoseAnswer func(s evercart.Store, id evercart.SessionID, committed bool)
	// Rewrite changes the stored row of one event, as a newer program or a failing disk would, and drops what the store
	// derives from it (snapshot, memory).
	Rewrite func(t testing.TB, s evercart.Store, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record))
	// Coupon sets how often a coupon can still be used.
	Coupon func(t testing.TB, s evercart.Store, code string, uses int)
	// CutErasure makes the keys of a life refuse to be destroyed, so that its erasure stops after the first of its commits. mend
	// lets them, and carries the erasure to its end, as the runner of jobs would.
	CutErasure func(t testing.TB, s evercart.Store, life evercart.Life) (mend func(context.Context) (evercart.Receipt, error))
	// Reopen closes the store and opens the same data again.
	Reopen func(t *testing.T, s evercart.Store) evercart.Store
}

// Run runs the whole suite; open gives an empty store, or one shared by all: every test has ids of its own. The store's
// clock must run.
func Run(t *testing.T, f Features, open func(t *testing.T) evercart.Store) {
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			for _, c := range p.cases {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					ctx, cancel := context.WithTimeout(evercart.As(context.Background(), system), patience)
					t.Cleanup(cancel)
					c.run(t, &kit{Store: open(t), f: f, ctx: ctx})
				})
			}
		})
	}
}

// Parts names the parts of the suite, as its subtests are named.
func Parts() []string {
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

type part struct {
	name  string
	cases []acase
}

type acase struct {
	name string
	run  func(*testing.T, *kit)
}

var parts = []part{
	{"versions", versions},
	{"unknown", unknown},
	{"refusal", refusal},
	{"turns", turns},
	{"claims", claims},
	{"takes", takes},
	{"resume", resume},
	{"text", poison},
	{"rows", rows},
	{"callers", callers},
	{"lists", lists},
	{"tails", tails},
	{"redact", redaction},
	{"shoppers", shoppers},
	{"erasure", erasure},
	{"merge", merging},
	{"jobs", jobs},
	{"goods", goods},
	{"nodes", nodes},
}

// patience bounds one test: a store that hangs fails instead of standing still.
const patience = 3 * time.Minute

var system = evercart.Caller{Shop: "default", Role: evercart.RoleSystem}

// kit is one test's store, with what tests do over and over.
type kit struct {
	evercart.Store
	f   Features
	ctx context.Context
}

func random(prefix string) string { return prefix + rand.Text() }

// newSession makes a session id, a UUID of version 4.
func newSession() evercart.SessionID {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return evercart.SessionID(fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]))
}

func newWrite() evercart.WriteID { return evercart.WriteID(random("w")) }

// as is the context of a shopper who reaches these subjects.
func (k *kit) as(subjects ...evercart.Subject) context.Context {
	return evercart.As(k.ctx, evercart.Caller{Shop: "default", Role: evercart.RoleShopper, Subjects: subjects})
}

// guest begins a shopper.
func (k *kit) guest(t testing.TB) evercart.Shopper {
	t.Helper()
	p, err := k.Identify(k.ctx, "guest", "")
	if err != nil {
		t.Fatalf("begin a guest: %v", err)
	}
	return p
}

func opened(p evercart.Shopper) *evercart.SessionOpened {
	return &evercart.SessionOpened{Shop: "default", Subject: p.Subject, Life: p.Life, Channel: "test", Locale: "en-US", Currency: "USD"}
}

// begin opens a session of a new guest.
func (k *kit) begin(t testing.TB) (evercart.SessionID, evercart.Shopper) {
	t.Helper()
	p := k.guest(t)
	return k.beginFor(t, p), p
}

func (k *kit) beginFor(t testing.TB, p evercart.Shopper) evercart.SessionID {
	t.Helper()
	id := newSession()
	k.must(t, evercart.Update{Session: id, Open: true, Do: facts(opened(p))})
	return id
}

// do is Update with a write id of its own.
func (k *kit) do(u evercart.Update) (evercart.Committed, error) {
	if u.Write == "" {
		u.Write = newWrite()
	}
	if u.By == "" {
		u.By = "shopper"
	}
	return k.Update(k.ctx, u)
}

func (k *kit) must(t testing.TB, u evercart.Update) evercart.Committed {
	t.Helper()
	c, err := k.do(u)
	if err != nil {
		t.Fatalf("update: %v", err)
	}
	return c
}

func (k *kit) load(t testing.TB, id evercart.SessionID) evercart.State {
	t.Helper()
	s, err := k.Load(k.ctx, id)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return s
}

func (k *kit) events(t testing.TB, id evercart.SessionID, after evercart.Seq) []evercart.Event {
	t.Helper()
	e, err := k.Events(k.ctx, id, after, 0)
	if err != nil {
		t.Fatalf("events: %v", err)
	}
	return e
}

// facts is a Do that always says the same.
func facts(f ...evercart.Fact) func(evercart.State) (evercart.Change, error) {
	return func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: f}, nil }
}

// note is a fact that changes nothing.
func note(what string) *evercart.Noted { return &evercart.Noted{What: what} }

// add is a Do that adds n of a SKU by the cart's own rules.
func add(sku evercart.SKU, n int) func(evercart.State) (evercart.Change, error) {
	return command(evercart.Command{Verb: evercart.Add, SKU: sku, Quantity: n})
}

func command(cmd evercart.Command) func(evercart.State) (evercart.Change, error) {
	return func(s evercart.State) (evercart.Change, error) {
		f, err := s.Cart.Decide(cmd, shelf(s.Cart.SKUs(cmd.SKU, cmd.To)...), evercart.DefaultShop())
		if err != nil || f == nil {
			return evercart.Change{}, err
		}
		return evercart.Change{Facts: []evercart.Fact{f}}, nil
	}
}

// price is that of everything on the suite's shelf: a prime, so that sums tell how often they were made.
const price = 3373

func shelf(skus ...evercart.SKU) evercart.Shelf {
	out := evercart.Shelf{}
	for _, sku := range skus {
		out[sku.Fold()] = evercart.Shelved{Product: "p-" + string(sku), Title: "Thing " + string(sku), Variant: evercart.Variant{
			SKU: sku, Price: price, Currency: "USD", Stock: evercart.Uncounted, Active: true, Version: 1,
		}}
	}
	return out
}

// open is an update that opens a turn, and the session with it where p is given.
func openTurn(id evercart.SessionID, turn evercart.TurnID, words string, node evercart.NodeID) evercart.Update {
	f := &evercart.TurnOpened{Node: node, Channel: "test", MAC: []byte("mac of " + turn)}
	f.Personal.Words = evercart.Personal(words)
	return evercart.Update{Session: id, Turn: turn, Do: facts(f)}
}

func closing(text string) *evercart.TurnClosed {
	f := &evercart.TurnClosed{How: evercart.Done, Brain: "test", Shown: []evercart.SKU{"A"}}
	f.Personal.Generated = evercart.Personal("**" + text + "**")
	f.Personal.Played = evercart.Personal(text)
	return f
}

// claim opens a turn and gives its claim.
func (k *kit) claim(t testing.TB, id evercart.SessionID, turn evercart.TurnID, node evercart.NodeID) evercart.Claim {
	t.Helper()
	c := k.must(t, openTurn(id, turn, "hello", node))
	if c.State.Active == nil {
		t.Fatal("a turn that was opened is not active")
	}
	return *c.State.Active
}

// code fails unless err has that code.
func code(t testing.TB, what string, err error, want evercart.Code) {
	t.Helper()
	if got := evercart.CodeOf(err); got != want {
		t.Fatalf("%s: got code %q (%v), want %q", what, got, err, want)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
}

// eventually asks until ok, which says what is missing, gives "".
func (k *kit) eventually(t testing.TB, ok func() string) {
	t.Helper()
	for {
		missing := ok()
		if missing == "" {
			return
		}
		select {
		case <-k.ctx.Done():
			t.Fatalf("never: %s", missing)
		case <-time.After(5 * time.Millisecond):
		}
	}
}
