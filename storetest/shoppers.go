package storetest

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
)

var shoppers = []acase{
	{"identify and look up", identify},
	{"parallel first calls begin one shopper", identifyRace},
	{"guests", guests},
	{"a shopper is updated", shopperUpdated},
	{"a guest is joined", joined},
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

var erasure = []acase{
	{"everything is gone, and a receipt tells", erased},
	{"a first insert in flight", firstInFlight},
	{"a late writer", lateWriter},
	{"an erased session begins again", beginsAgain},
	{"aliases go with the shopper", aliasesErased},
	{"two erasures at once", erasedTwice},
}

func (k *kit) erase(t testing.TB, s evercart.Subject) evercart.Receipt {
	t.Helper()
	r, err := k.Erase(k.ctx, evercart.Erasure{Subject: s, By: "shopper"})
	if err != nil {
		t.Fatalf("erase: %v", err)
	}
	return r
}

func erased(t *testing.T, k *kit) {
	user, p, id := k.person(t)
	_, bystander, safe := k.person(t)
	kind := random("job")
	code(t, "enqueue", k.Enqueue(k.ctx, evercart.Job{Kind: kind, Session: id, Life: p.Life}, evercart.Job{Kind: kind, Session: safe, Life: bystander.Life}), "")
	r := k.erase(t, p.Subject)
	if r.ID == "" || !r.Done || r.At.IsZero() || len(r.Parts) == 0 {
		t.Fatalf("receipt %+v", r)
	}
	for part, n := range r.Parts {
		if n < 0 {
			t.Fatalf("part %s failed", part)
		}
	}
	_, err := k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
	_, err = k.Events(k.ctx, id, 0, 0)
	code(t, "events", err, evercart.NotFound)
	_, err = k.Turn(k.ctx, id, "t1")
	code(t, "turn", err, evercart.NotFound)
	_, err = k.Lookup(k.ctx, "user", user)
	code(t, "lookup", err, evercart.NotFound)
	_, err = k.Shopper(k.ctx, p.Subject)
	code(t, "shopper", err, evercart.NotFound)
	_, err = k.Export(k.ctx, p.Subject)
	code(t, "export", err, evercart.NotFound)
	_, err = k.UpdateShopper(k.ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) { return s, nil })
	code(t, "update the shopper", err, evercart.NotFound)
	_, err = k.Join(k.ctx, k.guest(t).Subject, p.Subject)
	code(t, "join the shopper", err, evercart.NotFound)
	equal(t, "sessions", len(k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}})), 0)
	for range 2 {
		_, err = k.Erase(k.ctx, evercart.Erasure{Subject: p.Subject, By: "shopper"})
		code(t, "again", err, evercart.NotFound)
	}
	_, err = k.Erase(k.ctx, evercart.Erasure{Subject: evercart.Subject(random("s"))})
	code(t, "nobody", err, evercart.NotFound)
	equal(t, "another's events", len(k.events(t, safe, 0)), 2)
	left := k.lease(t, kind)
	equal(t, "jobs left", len(left), 1)
	equal(t, "job left", left[0].Life, bystander.Life)
}

func firstInFlight(t *testing.T, k *kit) {
	p, id := k.guest(t), newSession()
	decided, goOn := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() {
		close(decided)
		<-goOn
	})
	written := make(chan error, 1)
	go func() {
		_, err := k.do(evercart.Update{Session: id, Life: p.Life, Open: true, Do: func(evercart.State) (evercart.Change, error) {
			once()
			return evercart.Change{Facts: []evercart.Fact{opened(p)}}, nil
		}})
		written <- err
	}()
	<-decided
	_, err := k.Erase(k.ctx, evercart.Erasure{Subject: p.Subject})
	close(goOn)
	code(t, "erase", err, "")
	code(t, "the first insert", <-written, evercart.Gone)
	_, err = k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
	equal(t, "sessions", len(k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}})), 0)
}

func lateWriter(t *testing.T, k *kit) {
	_, p, id := k.person(t)
	base := k.load(t, id)
	k.erase(t, p.Subject)
	for name, u := range map[string]evercart.Update{
		"with its life":           {Life: p.Life},
		"with its life and state": {Life: p.Life, Base: &base},
		"with its claim":          {Life: p.Life, Claim: base.Active, Base: &base},
		"opening":                 {Life: p.Life, Open: true},
	} {
		u.Session, u.Do = id, facts(note("late"))
		if u.Open {
			u.Do = facts(opened(p))
		}
		_, err := k.do(u)
		code(t, name, err, evercart.Gone)
	}
	_, err := k.do(evercart.Update{Session: id, Do: facts(note("late"))})
	code(t, "knowing nothing", err, evercart.NotFound)
	_, err = k.do(evercart.Update{Session: newSession(), Open: true, Do: facts(opened(p))})
	code(t, "opening another session for the old life", err, evercart.Gone)
	_, err = k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
}

func beginsAgain(t *testing.T, k *kit) {
	user, p, id := k.person(t)
	old := k.load(t, id)
	k.erase(t, p.Subject)
	next, err := k.Identify(k.ctx, "user", user)
	code(t, "identify", err, "")
	if next.Life == p.Life || next.Personal.Name != "" {
		t.Fatal("who comes back gets a new life")
	}
	c, err := k.do(evercart.Update{Session: id, Life: next.Life, Open: true, Do: facts(opened(next))})
	code(t, "the erased session id", err, "")
	equal(t, "seq", c.State.Seq, evercart.Seq(1))
	k.claim(t, id, "t1", "n") // the turn id of the old life means nothing
	_, err = k.do(evercart.Update{Session: id, Life: p.Life, Do: facts(note("late"))})
	code(t, "a late writer of the old life", err, evercart.Gone)
	_, err = k.do(evercart.Update{Session: id, Base: &old, Do: facts(note("late"))})
	code(t, "a late writer that knows the old state alone", err, evercart.Gone)
	equal(t, "events", len(k.events(t, id, 0)), 2)
}

func aliasesErased(t *testing.T, k *kit) {
	_, p, known := k.person(t)
	g := k.guest(t)
	id := k.beginFor(t, g)
	_, err := k.Join(k.ctx, g.Subject, p.Subject)
	code(t, "join", err, "")
	k.erase(t, g.Subject) // an alias leads to the shopper
	for _, own := range []evercart.SessionID{id, known} {
		_, err = k.Load(k.ctx, own)
		code(t, "load", err, evercart.NotFound)
	}
	for _, s := range []evercart.Shopper{p, g} {
		_, err = k.Shopper(k.ctx, s.Subject)
		code(t, "shopper", err, evercart.NotFound)
		_, err = k.do(evercart.Update{Session: id, Life: s.Life, Open: true, Do: facts(opened(s))})
		code(t, "a late writer", err, evercart.Gone)
	}
}

func erasedTwice(t *testing.T, k *kit) {
	_, p, id := k.person(t)
	var all sync.WaitGroup
	var did atomic.Int64
	for range 4 {
		all.Go(func() {
			switch _, err := k.Erase(k.ctx, evercart.Erasure{Subject: p.Subject}); evercart.CodeOf(err) {
			case "":
				did.Add(1)
			case evercart.NotFound:
			default:
				t.Errorf("erase: %v", err)
			}
		})
	}
	all.Wait()
	if did.Load() < 1 {
		t.Fatal("nobody erased")
	}
	_, err := k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
}
