package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

var callers = []acase{
	{"nobody's call", nobodysCall},
	{"another shopper's", anothers},
	{"one's own", onesOwn},
	{"a call that is over before it began", overBefore},
	{"who leaves while it is decided is told the truth", leavesMeanwhile},
	{"who leaves at any moment is told the truth", leavesAnytime},
}

// touch calls every method that belongs to a session or a shopper, by name.
func (k *kit) touch(ctx context.Context, id evercart.SessionID, other evercart.SessionID, p evercart.Shopper, user evercart.Personal) map[string]error {
	out := map[string]error{}
	u := evercart.Update{Session: id, Write: newWrite(), Do: facts(note("x"))}
	_, out["Update"] = k.Update(ctx, u)
	u.Open, u.Write, u.Do = true, newWrite(), facts(opened(p))
	_, out["Update, opening"] = k.Update(ctx, u)
	u.Session = newSession()
	_, out["Update, another's first"] = k.Update(ctx, u)
	_, out["Merge"] = k.Merge(ctx, evercart.Merge{From: id, Into: other, ID: random("m"), Write: newWrite(), Do: func(_, _ evercart.State) (a, b evercart.Change, err error) { return }})
	_, out["Load"] = k.Load(ctx, id)
	_, out["Turn"] = k.Turn(ctx, id, "t1")
	_, out["Events"] = k.Events(ctx, id, 0, 0)
	out["Redact"] = k.Redact(ctx, id, 1, "x")
	_, out["Shopper"] = k.Shopper(ctx, p.Subject)
	_, out["UpdateShopper"] = k.UpdateShopper(ctx, p.Subject, func(s evercart.Shopper) (evercart.Shopper, error) { return s, nil })
	_, out["Lookup"] = k.Lookup(ctx, "user", user)
	_, out["Export"] = k.Export(ctx, p.Subject)
	_, out["Erase"] = k.Erase(ctx, evercart.Erasure{Subject: p.Subject, By: "test"})
	return out
}

// person begins a known shopper with a session in which a turn runs.
func (k *kit) person(t testing.TB) (evercart.Personal, evercart.Shopper, evercart.SessionID) {
	t.Helper()
	user := evercart.Personal(random("user-"))
	p, err := k.Identify(k.ctx, "user", user)
	if err != nil {
		t.Fatalf("identify: %v", err)
	}
	id := k.beginFor(t, p)
	k.claim(t, id, "t1", "n")
	return user, p, id
}

func nobodysCall(t *testing.T, k *kit) {
	user, p, id := k.person(t)
	other, _ := k.begin(t)
	nobody := context.Background()
	for name, err := range k.touch(nobody, id, other, p, user) {
		code(t, name, err, evercart.Forbidden)
	}
	_, err := k.Sessions(nobody, evercart.Filter{})
	code(t, "Sessions", err, evercart.Forbidden)
	_, err = k.Identify(nobody, "user", "u")
	code(t, "Identify", err, evercart.Forbidden)
	_, err = k.Join(nobody, p.Subject, p.Subject)
	code(t, "Join", err, evercart.Forbidden)
	_, err = k.Orphans(nobody, "n", time.Second, time.Second)
	code(t, "Orphans", err, evercart.Forbidden)
	_, err = k.Erasing(nobody, "user", user)
	code(t, "Erasing", err, evercart.Forbidden)
	code(t, "Unpark", k.Unpark(nobody, []string{"x"}), evercart.Forbidden)
	code(t, "Enqueue", k.Enqueue(nobody, evercart.Job{Kind: "x"}), evercart.Forbidden)
	equal(t, "events", len(k.events(t, id, 0)), 2)
}

func anothers(t *testing.T, k *kit) {
	user, p, id := k.person(t)
	_, me, mine := k.person(t)
	before := k.load(t, id)
	for name, err := range k.touch(k.as(me.Subject), id, mine, p, user) {
		code(t, name, err, evercart.NotFound)
	}
	sameState(t, "the other's session", k.load(t, id), before)
	_, err := k.Merge(k.as(me.Subject), evercart.Merge{From: mine, Into: id, ID: "m", Write: newWrite(), Do: func(_, _ evercart.State) (a, b evercart.Change, err error) { return }})
	code(t, "merge into another's", err, evercart.NotFound)
	ran := false
	_, err = k.Update(k.as(me.Subject), evercart.Update{Session: id, Base: &before, Write: newWrite(), Do: func(evercart.State) (evercart.Change, error) {
		ran = true
		return evercart.Change{Facts: []evercart.Fact{note("x")}}, nil
	}})
	code(t, "update on a base of another's", err, evercart.NotFound)
	equal(t, "Do ran on another's state", ran, false)
	list, err := k.Sessions(k.as(me.Subject), evercart.Filter{})
	code(t, "sessions", err, "")
	equal(t, "sessions", len(list), 1)
	equal(t, "session", list[0].Session, mine)
	list, err = k.Sessions(k.as(me.Subject), evercart.Filter{Subjects: []evercart.Subject{p.Subject}})
	code(t, "sessions of another", err, "")
	equal(t, "sessions of another", len(list), 0)
	list, err = k.Sessions(k.as(), evercart.Filter{})
	code(t, "sessions of nobody", err, "")
	equal(t, "sessions of nobody", len(list), 0)
}

func onesOwn(t *testing.T, k *kit) {
	_, p, id := k.person(t)
	ctx := k.as(random2(), p.Subject)
	_, err := k.Load(ctx, id)
	code(t, "load", err, "")
	_, err = k.Update(ctx, evercart.Update{Session: id, Write: newWrite(), Do: facts(note("x"))})
	code(t, "update", err, "")
	_, err = k.Update(ctx, evercart.Update{Session: newSession(), Open: true, Write: newWrite(), Do: facts(opened(p))})
	code(t, "open", err, "")
	_, err = k.Turn(ctx, id, "t1")
	code(t, "turn", err, "")
	_, err = k.Export(ctx, p.Subject)
	code(t, "export", err, "")
	operator := evercart.As(k.ctx, evercart.Caller{Shop: "default", Role: evercart.RoleOperator})
	_, err = k.Load(operator, id)
	code(t, "an operator", err, "")
}

func random2() evercart.Subject { return evercart.Subject(random("s")) }

func overBefore(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	ctx, cancel := context.WithCancel(k.ctx)
	cancel()
	_, err := k.Update(ctx, evercart.Update{Session: id, Write: newWrite(), Do: facts(note("x"))})
	code(t, "update", err, evercart.Canceled)
	late, cancel := context.WithDeadline(k.ctx, time.Now().Add(-time.Second))
	defer cancel()
	_, err = k.Update(late, evercart.Update{Session: id, Write: newWrite(), Do: facts(note("x"))})
	code(t, "update", err, evercart.Timeout)
	equal(t, "events", len(k.events(t, id, 0)), 1)
}

// told fails unless the answer to a write is true: done = it is there, refused = it is not, and only a code that says so may
// leave it open.
func (k *kit) told(t testing.TB, id evercart.SessionID, w evercart.WriteID, err error) {
	t.Helper()
	there := 0
	for _, e := range k.events(t, id, 0) {
		if e.Write == w {
			there++
		}
	}
	switch c := evercart.CodeOf(err); c {
	case "":
		equal(t, "events of a write that is told as done", there, 1)
	case evercart.Canceled, evercart.Timeout, evercart.Unavailable:
		equal(t, "events of a write that is told as refused with "+string(c), there, 0)
	case evercart.OutcomeUnknown:
	default:
		t.Fatalf("told %v", err)
	}
}

func leavesMeanwhile(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	for range 5 {
		ctx, cancel := context.WithCancel(k.ctx)
		w := newWrite()
		_, err := k.Update(ctx, evercart.Update{Session: id, Write: w, Do: func(evercart.State) (evercart.Change, error) {
			cancel()
			return evercart.Change{Facts: []evercart.Fact{note("x")}}, nil
		}})
		k.told(t, id, w, err)
	}
	k.must(t, evercart.Update{Session: id, Do: facts(note("after"))})
}

func leavesAnytime(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	var all sync.WaitGroup
	const writers = 24
	writes, errs := make([]evercart.WriteID, writers), make([]error, writers)
	for i := range writers {
		writes[i] = newWrite()
		all.Go(func() {
			ctx, cancel := context.WithTimeout(k.ctx, time.Duration(i)*100*time.Microsecond)
			defer cancel()
			_, errs[i] = k.Update(ctx, evercart.Update{Session: id, Write: writes[i], Do: facts(note("x"))})
		})
	}
	all.Wait()
	for i, w := range writes {
		k.told(t, id, w, errs[i])
	}
}

var lists = []acase{
	{"what a list says", listSays},
	{"page by page", listPages},
	{"since", listSince},
}

func (k *kit) list(t testing.TB, f evercart.Filter) []evercart.SessionInfo {
	t.Helper()
	list, err := k.Sessions(k.ctx, f)
	if err != nil {
		t.Fatalf("sessions: %v", err)
	}
	return list
}

func listSays(t *testing.T, k *kit) {
	id, p := k.begin(t)
	k.must(t, openAndClose(id, note("x")))
	u := openTurn(id, "t9", "two", "n")
	open := u.Do
	u.Do = func(s evercart.State) (evercart.Change, error) {
		ch, err := open(s)
		more, _ := add("A", 2)(s)
		ch.Facts = append(append(ch.Facts, more.Facts...), closing("ok"))
		return ch, err
	}
	c := k.must(t, u)
	got := k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}})
	equal(t, "sessions", len(got), 1)
	i := got[0]
	equal(t, "session", i.Session, id)
	equal(t, "subject", i.Subject, p.Subject)
	equal(t, "seq", i.Seq, c.State.Seq)
	equal(t, "turns", i.Turns, 2)
	equal(t, "lines", i.Lines, 1)
	equal(t, "total", i.Total, evercart.Money{Minor: 2 * price, Currency: "USD"})
	equal(t, "damaged", i.Damaged, false)
	if !i.Opened.Equal(c.State.Opened) || !i.Touched.Equal(c.State.Touched) {
		t.Fatalf("opened %v, touched %v; the state says %v, %v", i.Opened, i.Touched, c.State.Opened, c.State.Touched)
	}
}

func listPages(t *testing.T, k *kit) {
	p := k.guest(t)
	want := map[evercart.SessionID]bool{}
	for range 7 { // in one millisecond, as likely as not
		want[k.beginFor(t, p)] = true
	}
	f := evercart.Filter{Subjects: []evercart.Subject{p.Subject}, Limit: 3}
	seen := map[evercart.SessionID]bool{}
	var last time.Time
	for pages := 0; ; pages++ {
		page := k.list(t, f)
		if len(page) == 0 {
			break
		}
		if pages > 4 || len(page) > 3 {
			t.Fatalf("page %d has %d", pages, len(page))
		}
		for _, i := range page {
			if seen[i.Session] || !want[i.Session] {
				t.Fatalf("%s came twice, or is not asked for", i.Session)
			}
			if !last.IsZero() && i.Touched.After(last) {
				t.Fatal("not newest first")
			}
			seen[i.Session], last = true, i.Touched
		}
		f.After = page[len(page)-1].Cursor
	}
	equal(t, "sessions", len(seen), len(want))
}

func listSince(t *testing.T, k *kit) {
	p := k.guest(t)
	k.beginFor(t, p)
	<-time.After(5 * time.Millisecond)
	young := k.beginFor(t, p)
	s := k.load(t, young)
	got := k.list(t, evercart.Filter{Subjects: []evercart.Subject{p.Subject}, Since: s.Touched})
	equal(t, "sessions", len(got), 1)
	equal(t, "session", got[0].Session, young)
}
