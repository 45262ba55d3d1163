package sqlite_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/sqlite"
)

// An error of a caller's function is not the store's to judge: it comes back as it is.
func TestOwnErrors(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	from, sh := begin(t, s)
	into, _ := begin(t, s)
	own := errors.New("own")
	_, err := s.Update(sys(), evercart.Update{Session: from.Session, Write: newWrite(), Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{}, own }})
	if err != own { //nolint:errorlint // the very same
		t.Errorf("Update: %v", err)
	}
	_, err = s.Merge(sys(), evercart.Merge{From: from.Session, Into: into.Session, ID: "m", Do: func(_, _ evercart.State) (a, b evercart.Change, err error) { return a, b, own }})
	if err != own { //nolint:errorlint // the very same
		t.Errorf("Merge: %v", err)
	}
	_, err = s.UpdateShopper(sys(), sh.Subject, func(sh evercart.Shopper) (evercart.Shopper, error) { return sh, own })
	if err != own { //nolint:errorlint // the very same
		t.Errorf("UpdateShopper: %v", err)
	}
	_, err = s.PutProducts(sys(), "feed", func(yield func(evercart.Product, error) bool) { yield(evercart.Product{}, own) })
	if err != own { //nolint:errorlint // the very same
		t.Errorf("PutProducts: %v", err)
	}
}

// With no room on the disk a change is surely not saved, and the store goes on when there is room again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	st, _ := begin(t, s)
	pages := func(most string) {
		err := s.Raw(t.Context(), func(c *sql.Conn) error {
			var n int
			return c.QueryRowContext(context.Background(), "PRAGMA max_page_count = "+most).Scan(&n)
		})
		code(t, "max_page_count", err, "")
	}
	pages("1") // SQLite takes the present size
	big := &evercart.Noted{What: "searched", With: map[string]string{"terms": string(make([]byte, 0, 1))}}
	for i := range 400 {
		big.With[fmt.Sprint("k", i)] = "a value that takes room"
	}
	var all sync.WaitGroup
	for range 4 { // neighbours of one group share its fate
		all.Go(func() {
			for range 4 {
				if _, err := s.Update(sys(), evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(big)}); evercart.CodeOf(err) != evercart.Unavailable {
					t.Errorf("a full disk: got %q (%v), want %q", evercart.CodeOf(err), err, evercart.Unavailable)
				}
			}
		})
	}
	all.Wait()
	got, err := s.Load(sys(), st.Session)
	code(t, "load", err, "")
	if got.Seq != st.Seq {
		t.Errorf("seq %d, want %d: what was refused is there", got.Seq, st.Seq)
	}
	pages("1000000")
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(big)})
	code(t, "with room again", err, "")
	if c.State.Seq != st.Seq+1 {
		t.Errorf("seq %d", c.State.Seq)
	}
}

// A disk that loses every commit is told as it is, and soon.
func TestEveryCommitLost(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var lose sync.Map
	s, err := sqlite.Open(t.Context(), p.config().WithFault(func(sessions []string) litedb.Fault {
		for _, id := range sessions {
			if f, ok := lose.Load(id); ok {
				return f.(litedb.Fault)
			}
		}
		return litedb.NoFault
	}))
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	st, _ := begin(t, s)
	lose.Store(string(st.Session), litedb.LoseCommit)
	u := evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("x"))}
	_, err = s.Update(sys(), u)
	code(t, "update", err, evercart.OutcomeUnknown)
	lose.Delete(string(st.Session))
	c, err := s.Update(sys(), u)
	code(t, "again, by the same write id", err, "")
	if c.State.Seq != 2 || s.Stats().Lost != 3 {
		t.Errorf("seq %d, %+v", c.State.Seq, s.Stats())
	}
}

func TestExamine(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	var states []evercart.State
	for n := range 4 {
		st, _ := begin(t, s)
		c, err := s.Update(sys(), evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(set)})
		code(t, "context", err, "")
		states = append(states, turn(t, s, c.State, n, "hello", "Hello."))
	}
	code(t, "redact", s.Redact(sys(), states[3].Session, 2, "asked"), "")
	h, err := sqlite.Examine(t.Context(), p.path(), p.ring)
	code(t, "examine", err, "")
	if !h.OK() || h.Sessions != 4 || h.Events != 4*5+1 {
		t.Fatalf("%+v", h)
	}
	err = s.Raw(t.Context(), func(c *sql.Conn) error {
		_, err := c.ExecContext(context.Background(), `UPDATE snapshot SET facts = CAST(json_set(facts, '$.cart.version', 77) AS BLOB)
			WHERE session = (SELECT id FROM head WHERE session = ?)`, string(states[0].Session))
		return err
	})
	code(t, "raw", err, "")
	damage(t, s, states[1].Session)
	h, err = sqlite.Examine(t.Context(), p.path(), p.ring)
	code(t, "examine", err, "")
	code(t, "close", s.Close(), "")
	closed, err := sqlite.Examine(t.Context(), p.path(), p.ring)
	code(t, "examine what nobody holds", err, "")
	if closed.Events != h.Events || len(closed.Damaged) != len(h.Damaged) {
		t.Errorf("%+v while nobody holds the file, %+v before", closed, h)
	}
	if h.OK() || len(h.Differ) != 1 || h.Differ[0] != string(states[0].Session) || len(h.Damaged) != 1 || h.Damaged[0] != string(states[1].Session) || h.Why[h.Damaged[0]] == "" {
		t.Fatalf("%+v", h)
	}
}

// damage makes unreadable the second event of a session.
func damage(t *testing.T, s *sqlite.Store, id evercart.SessionID) {
	t.Helper()
	rewrite(t, s, id, 2, func(r *evercart.Record) { r.Facts = json.RawMessage(`{"intent":`) })
}

// Writers of many sessions beside an erasure: each of its late writers is told Gone or was before it, and nothing is left.
func TestErasureBesideWriters(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
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
				c, err := s.Update(sys(), evercart.Update{Session: st.Session, Life: sh.Life, Base: &st, Write: newWrite(), Do: facts(note("x"))})
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
	if !r.Done || r.Parts["sessions"] != len(ids) {
		t.Errorf("%+v", r)
	}
	for table, want := range map[string]int{"head": 1, "session_list": 1, "snapshot": 0, "turn": 0, "event": 1, "shopper": 1, "outside": 0, "job": 0} {
		var n int
		if err := s.Reader().QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n != want {
			t.Errorf("%d rows of %s (%v), want %d", n, table, err, want)
		}
	}
	_, err = s.Load(sys(), neighbour.Session)
	code(t, "a neighbour", err, "")
	for name, u := range map[string]evercart.Update{"by its life": {Life: sh.Life}, "by its base": {Base: &ids[0]}} {
		u.Session, u.Write, u.Do = ids[0].Session, newWrite(), facts(note("late"))
		_, err = s.Update(sys(), u)
		code(t, "when all is gone, "+name, err, evercart.Gone)
	}
}
