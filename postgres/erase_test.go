package postgres_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/tables"
)

// Writers of many sessions beside an erasure: each of its late writers is told Gone or was before it, and nothing is left.
func TestErasureBesideWriters(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	sh, err := s.Identify(sys(), "user", "u1")
	code(t, "identify", err, "")
	var ids []evercart.State
	for range 4 {
		ids = append(ids, beginFor(t, s, sh))
	}
	neighbour, _ := begin(t, s)
	var all sync.WaitGroup
	started := make(chan struct{}, len(ids))
	for _, st := range ids {
		all.Go(func() {
			for n := 0; ; n++ {
				c, err := s.Update(sys(), evercart.Update{Session: st.Session, Life: sh.Life, Base: &st, Do: facts(note("x"))})
				if err != nil {
					if got := evercart.CodeOf(err); got != evercart.Gone {
						t.Errorf("a late writer: got %q (%v), want %q", got, err, evercart.Gone)
					}
					return
				}
				if st = c.State; n == 0 {
					started <- struct{}{}
				}
			}
		})
	}
	for range ids {
		<-started
	}
	r, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase", err, "")
	all.Wait()
	if !r.Done || r.Parts["sessions"] != len(ids) || r.Parts["outside"] != 1 {
		t.Errorf("%+v", r)
	}
	root := connect(t, p.root)
	for table, want := range map[string]int{"head": 1, "session_list": 1, "snapshot": 0, "claim": 0, "change": 1, "shopper": 1, "outside": 0, "job": 0} {
		if n := ask[int](t, root, `SELECT count(*) FROM `+table); n != want {
			t.Errorf("%d rows of %s, want %d", n, table, want)
		}
	}
	_, err = s.Load(sys(), neighbour.Session)
	code(t, "a neighbour", err, "")
}

// broken are keys that cannot be destroyed for a while.
type broken struct {
	evercart.Keys
	away atomic.Bool
}

func (b *broken) Destroy(ctx context.Context, l evercart.Life) error {
	if b.away.Load() {
		return evercart.Errorf(evercart.Unavailable, "test", "away")
	}
	return b.Keys.Destroy(ctx, l)
}

// An erasure that was cut short is forgotten by nobody: the life has ended, and the job carries it on, on any node.
func TestErasureResumes(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	k := &broken{Keys: p.ring}
	k.away.Store(true)
	config := p.config()
	config.Keys = k
	s, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	st, sh := person(t, s, "u1")
	r, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase", err, "")
	if r.Done || r.Parts["keys"] != -1 {
		t.Fatalf("%+v", r)
	}
	_, err = s.Load(sys(), st.Session)
	code(t, "load", err, evercart.NotFound)
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Life: st.Life, Base: &st, Do: facts(note("late"))})
	code(t, "a late write", err, evercart.Gone)
	// The same id begins again in the life after it, before the rows are gone.
	again, err := s.Identify(sys(), "user", "u1")
	code(t, "identify again", err, "")
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Open: true, Do: facts(
		&evercart.SessionOpened{Shop: "default", Subject: again.Subject, Life: again.Life, Currency: "USD"})})
	code(t, "begin again", err, "")
	if again.Life == sh.Life || c.State.Seq != 1 {
		t.Errorf("%+v", c.State)
	}
	// Asked for once more, it is carried on, also by a name that leads to the life after it.
	r2, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase again", err, "")
	if r2.ID != r.ID || r2.Done {
		t.Errorf("%+v after %+v", r2, r)
	}
	k.away.Store(false)
	code(t, "due now", run(context.Background(), p.root, `UPDATE job SET due = 0`), "")
	other := p.open(t)
	jobs, err := other.Lease(sys(), "n", []string{postgres.EraseJob}, 9, time.Minute)
	code(t, "lease", err, "")
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for range 2 {
		_, err = other.ResumeErasure(context.Background(), jobs[0])
		code(t, "resume", err, "")
		if r, err = other.Receipt(sys(), r.ID); err != nil || !r.Done || r.Parts["keys"] != 1 || r.Parts["shoppers"] != 1 || r.Parts["outside"] != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	now, err := s.Load(sys(), st.Session)
	code(t, "the session begun again", err, "")
	if now.Life != again.Life || now.Seq != 1 {
		t.Errorf("%+v", now)
	}
	for what, todo := range map[string]tables.Erasure{
		"a life that goes on":     {Receipt: "r", Lives: []evercart.Life{again.Life}},
		"a shopper who lives on":  {Receipt: "r", Subjects: []evercart.Subject{again.Subject}},
		"one life of two is over": {Receipt: "r", Lives: []evercart.Life{sh.Life, again.Life}},
	} {
		body, err := todo.Body()
		code(t, "body", err, "")
		_, err = s.ResumeErasure(context.Background(), evercart.Job{Body: body})
		code(t, what, err, evercart.Forbidden)
	}
	found, err := s.Identify(sys(), "user", "u1")
	code(t, "identify once more", err, "")
	if now, err = s.Load(sys(), st.Session); err != nil || found.Subject != again.Subject || now.Life != again.Life {
		t.Errorf("whom nobody erased: %+v, %v", found, err)
	}
	_, err = s.ResumeErasure(context.Background(), evercart.Job{Body: json.RawMessage(`{}`)})
	code(t, "no body", err, evercart.Damaged)
}

// What a crash, a hand or a bug did to rows is found.
func TestExamine(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	var states []evercart.State
	for n := range 4 {
		st, _ := begin(t, s)
		c, err := s.Update(sys(), evercart.Update{Session: st.Session, Do: facts(set)})
		code(t, "context", err, "")
		states = append(states, turn(t, s, c.State, n, "hello", "Hello."))
	}
	for n := range 22 { // long enough for a snapshot
		states[0] = turn(t, s, states[0], 101+n, "hello", "Hello.")
	}
	code(t, "redact", s.Redact(sys(), states[3].Session, 2, "asked"), "")
	found, err := s.Examine(sys())
	code(t, "examine", err, "")
	if !found.OK() || found.Sessions != 4 || found.Events != 4*5+1+22*3 {
		t.Fatalf("%+v", found)
	}
	code(t, "spoil", run(context.Background(), p.root, `UPDATE snapshot SET facts = jsonb_set(facts::jsonb, '{cart,version}', '77')::text
		WHERE session = (SELECT id FROM head WHERE session = '`+string(states[0].Session)+`')`), "")
	rewrite(t, p, states[1].Session, 2, func(r *evercart.Record) { r.Facts = json.RawMessage(`{"intent":`) })
	found, err = s.Examine(sys())
	code(t, "examine", err, "")
	if found.OK() || len(found.Differ) != 1 || found.Differ[0] != string(states[0].Session) || len(found.Damaged) != 1 || found.Damaged[0] != string(states[1].Session) || !strings.Contains(found.Why[found.Damaged[0]], "unexpected end of JSON") {
		t.Fatalf("%+v", found)
	}
}

// An erasure that is not done is carried on by whoever asks for it again, by the name of the user or by the subject; and its job, whatever became
// of it, is not needed for that.
func TestErasureAskedForAgain(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	k := &broken{Keys: p.ring}
	k.away.Store(true)
	config := p.config()
	config.Keys = k
	s, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	_, sh := person(t, s, "u1")
	first, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase", err, "")
	code(t, "park it", run(context.Background(), p.root, `UPDATE job SET parked = true, attempt = 12, why = 'unavailable'`), "")
	counts, err := s.JobCounts(sys())
	code(t, "counts", err, "")
	if want := (evercart.JobCount{Kind: postgres.EraseJob, Open: 1, Parked: 1, Why: evercart.Unavailable}); !slices.Contains(counts, want) {
		t.Errorf("%+v, want %+v", counts, want)
	}
	k.away.Store(false)
	subject, err := s.Erasing(sys(), "user", "u1")
	code(t, "whose", err, "")
	r, err := s.Erase(sys(), evercart.Erasure{Subject: subject, By: "shopper"})
	code(t, "erase again", err, "")
	if r.ID != first.ID || !r.Done || r.Parts["keys"] != 1 || r.Parts["sessions"] != 1 || r.Parts["outside"] != 1 {
		t.Fatalf("%+v after %+v", r, first)
	}
	root := connect(t, p.root)
	for _, table := range []string{"head", "change", "shopper", "outside", "job"} {
		if n := ask[int](t, root, `SELECT count(*) FROM `+table); n != 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	_, err = s.Erasing(sys(), "user", "u1")
	code(t, "when it is done", err, evercart.NotFound)
}
