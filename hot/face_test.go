package hot_test

import (
	"context"
	"sync/atomic"
	"testing"

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
	ada, ben := meet("ada"), meet("ben")
	if a, b := remembers(ada, "ada"); !a || !b {
		t.Errorf("just met: %v by name, %v by id", a, b)
	}
	inner.away.Store(true)
	if who, _ := here.Shopper(evercart.As(ctx, evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{ben}}), ada); who.Subject != "" {
		t.Error("another shopper is told who it is")
	}
	inner.away.Store(false)

	if _, err := there.UpdateShopper(ctx, ada, func(s evercart.Shopper) (evercart.Shopper, error) { s.Tier = "gold"; return s, nil }); err != nil {
		t.Fatal(err)
	}
	g := &together{T: t}
	g.until("what another node changed is forgotten", func() bool { a, b := remembers(ada, "ada"); return !a && !b })
	meet("ada")
	if err := here.Release(ctx, "user", "ada", ada); err != nil {
		t.Fatal(err)
	}
	if a, b := remembers(ada, "ada"); a || b {
		t.Errorf("an id that was taken away: %v %v", a, b)
	}
	if _, err := here.Erase(ctx, evercart.Erasure{Subject: ben, By: "operator:test"}); err != nil {
		t.Fatal(err)
	}
	if a, b := remembers(ben, "ben"); a || b {
		t.Errorf("erased: %v %v", a, b)
	}
}
