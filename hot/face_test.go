package hot_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/hot"
)

// leaving is a store whose shoppers cannot be asked for while it is away.
type leaving struct {
	evercart.Store
	away atomic.Bool
}

func (s *leaving) Shopper(ctx context.Context, id evercart.Subject) (evercart.Shopper, error) {
	if s.away.Load() {
		return evercart.Shopper{}, evercart.Errorf(evercart.Unavailable, "leaving", "away")
	}
	return s.Store.Shopper(ctx, id)
}

func (s *leaving) Lookup(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	if s.away.Load() {
		return evercart.Shopper{}, evercart.Errorf(evercart.Unavailable, "leaving", "away")
	}
	return s.Store.Lookup(ctx, by, id)
}

// Who was asked for a moment ago is remembered while the store is away, with the error that says so; not for another caller, not once it was
// changed at another node or erased here, and an id that was taken away leads to nobody.
func TestFaces(t *testing.T) {
	t.Parallel()
	ctx := evercart.As(t.Context(), evercart.Caller{Role: evercart.RoleSystem})
	inner := &leaving{Store: fake.NewStore(fake.NewKeys(), nil, fake.Flaws{})}
	bus, truth := &fake.Bus{}, &truth{}
	store := evercart.Store(inner)
	truth.store.Store(&store)
	node := func(id evercart.NodeID) *hot.Store {
		n := hot.New(inner, hot.Config{Heads: truth, Bus: bus, Node: id})
		if err := n.Start(ctx); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = n.Stop(context.Background()) })
		return n
	}
	here, there := node("here"), node("there")
	remembers := func(s evercart.Subject, user evercart.Personal) (bySubject, byUser bool) {
		t.Helper()
		inner.away.Store(true)
		defer inner.away.Store(false)
		a, err := here.Shopper(ctx, s)
		b, err2 := here.Lookup(ctx, "user", user)
		if evercart.CodeOf(err) != evercart.Unavailable || evercart.CodeOf(err2) != evercart.Unavailable {
			t.Fatalf("away: %v %v", err, err2)
		}
		return a.Subject == s && s != "", b.Subject == s && s != ""
	}
	meet := func(user evercart.Personal) evercart.Subject {
		t.Helper()
		who, err := here.Identify(ctx, "user", user)
		if err == nil {
			_, err = here.Shopper(ctx, who.Subject)
		}
		if err != nil {
			t.Fatal(err)
		}
		return who.Subject
	}
	g := &together{T: t}
	known := func(user evercart.Personal) (s evercart.Subject) {
		t.Helper()
		g.until("who was just met is remembered", func() bool { // again and again: the first subscription may come between, and makes unsure
			s = meet(user)
			a, b := remembers(s, user)
			return a && b
		})
		return s
	}
	ada, ben := known("ada"), known("ben")
	inner.away.Store(true)
	if who, _ := here.Shopper(evercart.As(ctx, evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{ben}}), ada); who.Subject != "" {
		t.Error("another shopper is told who it is")
	}
	inner.away.Store(false)

	if _, err := there.UpdateShopper(ctx, ada, func(s evercart.Shopper) (evercart.Shopper, error) { s.Tier = "gold"; return s, nil }); err != nil {
		t.Fatal(err)
	}
	g.until("what another node changed is forgotten", func() bool { a, b := remembers(ada, "ada"); return !a && !b })
	known("ada")
	if err := here.Release(ctx, "user", "ada", ada); err != nil {
		t.Fatal(err)
	}
	if a, b := remembers(ada, "ada"); a || b {
		t.Errorf("an id that was taken away: %v %v", a, b)
	}
	known("ben")
	if _, err := here.Erase(ctx, evercart.Erasure{Subject: ben, By: "operator:test"}); err != nil {
		t.Fatal(err)
	}
	if a, b := remembers(ben, "ben"); a || b {
		t.Errorf("erased: %v %v", a, b)
	}
}

// A shopper who was changed here is remembered as he is then; not where another change of him came between, of which nobody can tell which was the last.
func TestFaceChangedHere(t *testing.T) {
	t.Parallel()
	ctx := evercart.As(t.Context(), evercart.Caller{Role: evercart.RoleSystem})
	inner := &leaving{Store: fake.NewStore(fake.NewKeys(), nil, fake.Flaws{})}
	truth := &truth{}
	store := evercart.Store(inner)
	truth.store.Store(&store)
	node := hot.New(inner, hot.Config{Heads: truth, Node: "here"})
	opens := func() evercart.SessionID {
		inner.away.Store(true)
		defer inner.away.Store(false)
		who, _ := node.Lookup(ctx, "phone", "+15550100100")
		return who.Open
	}
	open := func(s evercart.Subject, id evercart.SessionID, meanwhile func()) {
		t.Helper()
		_, err := node.UpdateShopper(ctx, s, func(s evercart.Shopper) (evercart.Shopper, error) {
			meanwhile()
			s.Open = id
			return s, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	who, err := node.Identify(ctx, "phone", "+15550100100")
	if err != nil {
		t.Fatal(err)
	}
	const first, second = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
	open(who.Subject, first, func() {})
	if id := opens(); id != first {
		t.Errorf("remembered with %q", id)
	}
	open(who.Subject, second, func() {
		if err := node.Release(ctx, "phone", "+15550100199", who.Subject); evercart.CodeOf(err) != evercart.NotFound {
			t.Error(err)
		}
	})
	if id := opens(); id != "" {
		t.Errorf("remembered with %q, though something came between", id)
	}
}

// sometimes are heads that cannot be asked for while they are away.
type sometimes struct {
	*truth
	away atomic.Bool
}

func (s *sometimes) Heads(ctx context.Context, ids ...evercart.SessionID) ([]evercart.Head, error) {
	if s.away.Load() {
		return nil, evercart.Errorf(evercart.Unavailable, "sometimes", "away")
	}
	return s.truth.Heads(ctx, ids...)
}

// Where notes were lost, who was found before that is forgotten as soon as the store can be asked, and kept until then.
func TestFacesOfLostNotes(t *testing.T) {
	t.Parallel()
	ctx := evercart.As(t.Context(), evercart.Caller{Role: evercart.RoleSystem})
	inner := &leaving{Store: fake.NewStore(fake.NewKeys(), nil, fake.Flaws{})}
	bus, heads := &fake.Bus{}, &sometimes{truth: &truth{}}
	store := evercart.Store(inner)
	heads.store.Store(&store)
	node := hot.New(inner, hot.Config{Heads: heads, Bus: bus, Node: "here"})
	if err := node.Start(ctx); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = node.Stop(context.Background()) })
	remembered := func(s evercart.Subject) bool {
		inner.away.Store(true)
		defer inner.away.Store(false)
		who, _ := node.Shopper(ctx, s)
		return who.Subject == s
	}
	g := &together{T: t}
	g.until("the first subscription is looked after", func() bool { return heads.heads.Load() > 0 }) // whoever is met from now on is not forgotten for it
	who, err := node.Identify(ctx, "user", "ada")
	if err == nil {
		_, err = node.Shopper(ctx, who.Subject)
	}
	if err != nil {
		t.Fatal(err)
	}
	ada := who.Subject
	heads.away.Store(true)
	bus.Lose()
	for end := time.Now().Add(100 * time.Millisecond); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if !remembered(ada) {
			t.Fatal("forgotten while nobody can be asked")
		}
	}
	heads.away.Store(false)
	g.until("what may have changed unheard is forgotten", func() bool { return !remembered(ada) })
}
