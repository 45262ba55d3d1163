package storetest

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
)

var erasure = []acase{
	{"everything is gone, and a receipt tells", erased},
	{"a first insert in flight", firstInFlight},
	{"a late writer", lateWriter},
	{"an erased session begins again", beginsAgain},
	{"aliases go with the shopper", aliasesErased},
	{"two erasures at once", erasedTwice},
	{"cut short after its first commit", erasureCut},
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

// An erasure that was cut short has ended the life for good: nobody is found, nothing is written, who comes back begins anew. What
// is left of it is done later, and takes nothing of the life after it.
func erasureCut(t *testing.T, k *kit) {
	if k.f.CutErasure == nil {
		t.Skip("this store has no seam to cut an erasure short")
	}
	user, p, id := k.person(t)
	kind := random("job")
	code(t, "enqueue", k.Enqueue(k.ctx, evercart.Job{Kind: kind, Session: id, Life: p.Life}), "")
	mend := k.f.CutErasure(t, k.Store, p.Life)
	first := k.erase(t, p.Subject)
	if first.ID == "" || first.Done {
		t.Fatalf("receipt %+v", first)
	}
	failed := 0
	for _, n := range first.Parts {
		if n < 0 {
			failed++
		}
	}
	if failed == 0 {
		t.Fatalf("the receipt does not say what failed: %+v", first)
	}
	_, err := k.Load(k.ctx, id)
	code(t, "load", err, evercart.NotFound)
	_, err = k.Events(k.ctx, id, 0, 0)
	code(t, "events", err, evercart.NotFound)
	_, err = k.Shopper(k.ctx, p.Subject)
	code(t, "shopper", err, evercart.NotFound)
	_, err = k.Lookup(k.ctx, "user", user)
	code(t, "lookup", err, evercart.NotFound)
	_, err = k.do(evercart.Update{Session: id, Life: p.Life, Do: facts(note("late"))})
	code(t, "a late writer", err, evercart.Gone)
	again, err := k.Erase(k.ctx, evercart.Erasure{Subject: p.Subject}) // carries it on as far as it comes
	code(t, "again", err, "")
	if again.ID != first.ID || again.Done || again.Parts["keys"] != first.Parts["keys"] {
		t.Fatalf("receipt %+v, again %+v", first, again)
	}
	whose, err := k.Erasing(k.ctx, "user", user)
	code(t, "whose erasure is not done", err, "")
	equal(t, "of", whose, p.Subject)
	_, err = k.Erasing(k.ctx, "user", evercart.Personal(random("user-")))
	code(t, "nobody's erasure", err, evercart.NotFound)
	me := k.guest(t)
	_, err = k.Erasing(k.as(me.Subject), "user", user)
	code(t, "another's erasure", err, evercart.NotFound)
	_, err = k.Erase(k.as(me.Subject), evercart.Erasure{Subject: p.Subject})
	code(t, "another's erasure, carried on", err, evercart.NotFound)

	next, err := k.Identify(k.ctx, "user", user)
	code(t, "who comes back", err, "")
	if next.Life == p.Life {
		t.Fatal("who comes back has the old life")
	}
	code(t, "begin again", func() error {
		_, err := k.do(evercart.Update{Session: id, Life: next.Life, Open: true, Do: facts(opened(next))})
		return err
	}(), "")

	r, err := mend(k.ctx)
	code(t, "mend", err, "")
	if r.ID != first.ID || !r.Done {
		t.Fatalf("receipt %+v, first %+v", r, first)
	}
	for part, n := range r.Parts {
		if n < 0 {
			t.Fatalf("part %s failed", part)
		}
	}
	_, err = k.Erasing(k.ctx, "user", user)
	code(t, "whose erasure is done", err, evercart.NotFound)
	equal(t, "the life after it", k.load(t, id).Life, next.Life)
	equal(t, "events of it", len(k.events(t, id, 0)), 1)
	equal(t, "jobs of the old life", len(k.lease(t, kind)), 0)
	_, err = k.do(evercart.Update{Session: id, Life: p.Life, Do: facts(note("late"))})
	code(t, "a late writer, afterwards", err, evercart.Gone)
}
