package storetest

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/evercart/evercart"
)

var shoppers = []acase{
	{"identify and look up", identify},
	{"parallel first calls begin one shopper", identifyRace},
	{"guests", guests},
	{"a shopper is updated", shopperUpdated},
	{"a guest is joined", joined},
	{"who is known by a number alone is joined, and the number released", byNumber},
	{"export", exported},
}

func identify(t *testing.T, k *kit) {
	user := evercart.Personal(random("user-"))
	_, err := k.Lookup(k.ctx, "user", user)
	code(t, "before", err, evercart.NotFound)
	p, err := k.Identify(k.ctx, "user", user)
	code(t, "identify", err, "")
	if p.Subject == "" || p.Life == "" || p.Guest {
		t.Fatalf("%+v", p)
	}
	for range 2 {
		again, err := k.Identify(k.ctx, "user", user)
		code(t, "again", err, "")
		equal(t, "subject", again.Subject, p.Subject)
		equal(t, "life", again.Life, p.Life)
	}
	found, err := k.Lookup(k.ctx, "user", user)
	code(t, "lookup", err, "")
	equal(t, "subject", found.Subject, p.Subject)
	other, err := k.Identify(k.ctx, "phone", user)
	code(t, "by another name", err, "")
	if other.Subject == p.Subject {
		t.Fatal("the same id of another kind is another's")
	}
	k.beginFor(t, p)
	_, err = k.Shopper(k.ctx, evercart.Subject(random("s")))
	code(t, "no such subject", err, evercart.NotFound)
}

func identifyRace(t *testing.T, k *kit) {
	user := evercart.Personal(random("user-"))
	var all sync.WaitGroup
	got := make([]evercart.Shopper, 6)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = k.Identify(k.ctx, "user", user); err != nil {
				t.Errorf("identify: %v", err)
			}
		})
	}
	all.Wait()
	for _, p := range got {
		equal(t, "subject", p.Subject, got[0].Subject)
		equal(t, "life", p.Life, got[0].Life)
	}
}

func guests(t *testing.T, k *kit) {
	a, b := k.guest(t), k.guest(t)
	if a.Subject == b.Subject || a.Life == b.Life || !a.Guest {
		t.Fatalf("%+v, %+v", a, b)
	}
	_, err := k.Lookup(k.ctx, "guest", "")
	code(t, "look up a guest", err, evercart.NotFound)
	got, err := k.Shopper(k.ctx, a.Subject)
	code(t, "shopper", err, "")
	equal(t, "guest", got.Guest, true)
	k.beginFor(t, a) // its key is there
}

func shopperUpdated(t *testing.T, k *kit) {
	p := k.guest(t)
	_, err := k.UpdateShopper(k.ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		s.Tier, s.Locale, s.Open, s.Demographics = "gold", "de-DE", "s", map[string]string{"age": "30-39"}
		s.Personal = evercart.ShopperPersonal{Name: "Someone", Email: "someone@example.com", Phone: "555-0100"}
		return s, nil
	})
	code(t, "update", err, "")
	got, err := k.Shopper(k.ctx, p.Subject)
	code(t, "shopper", err, "")
	if got.Tier != "gold" || got.Locale != "de-DE" || got.Open != "s" || got.Demographics["age"] != "30-39" || got.Life != p.Life {
		t.Fatalf("%+v", got)
	}
	equal(t, "name", got.Personal.Name.Reveal(), "Someone")
	equal(t, "email", got.Personal.Email.Reveal(), "someone@example.com")
	_, err = k.UpdateShopper(k.ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		s.Tier = "none"
		return s, evercart.Errorf(evercart.RateLimited, "test", "own")
	})
	code(t, "own error", err, evercart.RateLimited)
	_, err = k.UpdateShopper(k.ctx, evercart.Subject(random("s")), func(s evercart.Shopper) (evercart.Shopper, error) { return s, nil })
	code(t, "nobody", err, evercart.NotFound)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if _, err := k.UpdateShopper(k.ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
				n, _ := strconv.Atoi(s.Demographics["n"])
				s.Demographics["n"] = strconv.Itoa(n + 1)
				return s, nil
			}); err != nil {
				t.Errorf("update: %v", err)
			}
		})
	}
	all.Wait()
	got, err = k.Shopper(k.ctx, p.Subject)
	code(t, "shopper", err, "")
	equal(t, "updates", got.Demographics["n"], "6")
	equal(t, "tier", got.Tier, "gold")
}

func joined(t *testing.T, k *kit) {
	user, p, known := k.person(t)
	g := k.guest(t)
	id := k.beginFor(t, g)
	for range 2 {
		got, err := k.Join(k.ctx, g.Subject, p.Subject)
		code(t, "join", err, "")
		equal(t, "subject", got.Subject, p.Subject)
		equal(t, "aliases", fmt.Sprint(got.Aliases), fmt.Sprint([]evercart.Subject{g.Subject}))
	}
	alias, err := k.Shopper(k.ctx, g.Subject)
	code(t, "an alias", err, "")
	equal(t, "leads to", alias.Subject, p.Subject)
	s := k.load(t, id)
	equal(t, "nothing is re-owned", s.Subject, g.Subject)
	equal(t, "nothing is re-keyed", s.Life, g.Life)
	k.must(t, evercart.Update{Session: id, Life: g.Life, Do: facts(note("x"))})
	all, err := k.Lookup(k.ctx, "user", user)
	code(t, "lookup", err, "")
	ctx := k.as(all.Subjects()...)
	for _, own := range []evercart.SessionID{id, known} {
		_, err = k.Load(ctx, own)
		code(t, "both sessions are the shopper's", err, "")
	}
	_, err = k.Join(k.ctx, evercart.Subject(random("s")), p.Subject)
	code(t, "join nobody", err, evercart.NotFound)
}

// byNumber is somebody whom only a telephone number names: known, and yet to be joined to a user.
func byNumber(t *testing.T, k *kit) {
	user, p, _ := k.person(t)
	number := evercart.Private(random("+1555"))
	caller, err := k.Identify(k.ctx, "phone", number)
	code(t, "identify", err, "")
	_, other, _ := k.person(t)
	code(t, "another's number", k.Release(k.ctx, "phone", number, p.Subject), evercart.NotFound)
	_, err = k.Join(k.ctx, caller.Subject, p.Subject)
	code(t, "join", err, "")
	got, err := k.Identify(k.ctx, "phone", number)
	code(t, "identify", err, "")
	equal(t, "the number leads to", got.Subject, p.Subject)
	_, err = k.Join(k.ctx, other.Subject, p.Subject)
	code(t, "join a user", err, evercart.Invalid)
	code(t, "not of this one", k.Release(k.ctx, "phone", number, other.Subject), evercart.NotFound)
	code(t, "release", k.Release(k.ctx, "phone", number, p.Subject), "")
	code(t, "again", k.Release(k.ctx, "phone", number, p.Subject), evercart.NotFound)
	code(t, "of nobody", k.Release(k.ctx, "phone", number, evercart.Subject(random("s"))), evercart.NotFound)
	_, err = k.Lookup(k.ctx, "phone", number)
	code(t, "lookup", err, evercart.NotFound)
	next, err := k.Identify(k.ctx, "phone", number)
	code(t, "identify", err, "")
	if slices.Contains(append(p.Subjects(), caller.Subject), next.Subject) {
		t.Error("the next caller is the one before")
	}
	got, err = k.Lookup(k.ctx, "user", user)
	code(t, "lookup", err, "")
	equal(t, "aliases stay", fmt.Sprint(got.Aliases), fmt.Sprint([]evercart.Subject{caller.Subject}))
}

func exported(t *testing.T, k *kit) {
	_, p, id := k.person(t)
	g := k.guest(t)
	other := k.beginFor(t, g)
	_, err := k.Join(k.ctx, g.Subject, p.Subject)
	code(t, "join", err, "")
	out, err := k.Export(k.ctx, p.Subject)
	code(t, "export", err, "")
	equal(t, "shopper", out.Shopper.Subject, p.Subject)
	equal(t, "sessions", len(out.Sessions), 2)
	for _, s := range out.Sessions {
		equal(t, "events", evercart.Seq(len(s.Events)), s.State.Seq)
		switch s.State.Session {
		case id:
			equal(t, "words", s.Events[1].Fact.(*evercart.TurnOpened).Personal.Words.Reveal(), "hello")
		case other:
		default:
			t.Fatalf("%s is not this shopper's", s.State.Session)
		}
	}
	_, err = k.Export(k.ctx, evercart.Subject(random("s")))
	code(t, "nobody", err, evercart.NotFound)
}
