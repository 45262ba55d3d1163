package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// slowly makes commits of notes of a kind take a while: the server decides at the very end, when nothing can be told apart any more.
func slowly(t *testing.T, p *place, what, how string) {
	t.Helper()
	err := run(context.Background(), p.root, `CREATE OR REPLACE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN `+how+`; RETURN NULL; END $$`,
		`CREATE CONSTRAINT TRIGGER slowly AFTER INSERT ON change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
		WHEN (position('`+what+`'::bytea IN NEW.clear) > 0) EXECUTE FUNCTION slowly()`)
	code(t, "trigger", err, "")
}

// once is the seq of the only event of a write.
func once(t *testing.T, s *postgres.Store, id evercart.SessionID, w evercart.WriteID) {
	t.Helper()
	events, err := s.Events(sys(), id, 0, 0)
	code(t, "events", err, "")
	n := 0
	for _, e := range events {
		if e.Write == w {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the write is there %d times", n)
	}
}

// The connection is cut while the server commits: the store does not know, looks, and the change is there once.
func TestCutMidCommit(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	slowly(t, p, "slow", `IF (SELECT value FROM meta WHERE name = 'shelf') = 0 THEN PERFORM pg_sleep(60); END IF`)
	s := p.open(t)
	st, _ := begin(t, s)
	u := evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("slow"))}
	done := make(chan error, 1)
	go func() {
		_, err := s.Update(sys(), u)
		done <- err
	}()
	root := connect(t, p.root)
	for ask[int](t, root, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`) == 0 { // the server is the signal
		time.Sleep(5 * time.Millisecond)
	}
	_, err := root.Exec(context.Background(), `UPDATE meta SET value = 1 WHERE name = 'shelf'`) // the next one is not slow
	code(t, "let the next pass", err, "")
	if ask[int](t, root, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`) != 1 {
		t.Fatal("nobody was cut")
	}
	code(t, "the change", <-done, "")
	if n := s.Stats().Lost; n != 1 {
		t.Errorf("%d commits were looked up", n)
	}
	once(t, s, st.Session, u.Write)
}

// A node that has waited long enough gives the connection up while the server still commits. Whatever comes of that, what is
// told is true, and the change is there once.
func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	slowly(t, p, "slow", `IF (SELECT value FROM meta WHERE name = 'shelf') = 0 THEN BEGIN PERFORM pg_sleep(1.5); EXCEPTION WHEN query_canceled THEN PERFORM pg_sleep(1); END; END IF`)
	config := p.config()
	config.Patience = 300 * time.Millisecond
	s, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	reader := p.open(t)
	st, _ := begin(t, reader)
	u := evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("slow"))}
	for end := time.Now().Add(time.Minute); s.Stats().Lost == 0; {
		if time.Now().After(end) {
			t.Fatal("no commit was given up: this test proves nothing")
		}
		c, err := s.Update(sys(), u)
		switch evercart.CodeOf(err) {
		case "", evercart.OutcomeUnknown:
		case evercart.Unavailable, evercart.Timeout: // a slow machine's patience ends before there is a commit to give up
			st, err := reader.Load(sys(), st.Session)
			if code(t, "load", err, ""); st.Seq != 1 {
				t.Fatalf("told as refused, and there: seq %d", st.Seq)
			}
		default:
			t.Fatalf("told %v", err)
		}
		if err == nil && c.State.Seq != 2 {
			t.Errorf("seq %d", c.State.Seq)
		}
	}
	code(t, "let others pass", run(context.Background(), p.root, `UPDATE meta SET value = 1 WHERE name = 'shelf'`), "")
	_, err = reader.Update(sys(), u)
	code(t, "again, by the same write id", err, "")
	once(t, reader, st.Session, u.Write)
}

// Connections are cut at random moments, many times: what was acknowledged is there, once; what was refused is not.
func TestConnectionsCut(t *testing.T) {
	t.Parallel()
	const cuts, writers = 30, 8
	p := newPlace(t)
	s := p.open(t)
	var (
		l     ledger
		all   sync.WaitGroup
		ended atomic.Bool
		told  = make(chan struct{}, 1)
	)
	for range writers {
		st, _ := begin(t, s)
		all.Go(func() {
			for again := (evercart.Update{}); !ended.Load() || again.Write != ""; {
				u := again
				if u.Write == "" {
					u = evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("x"))}
				}
				switch _, err := s.Update(sys(), u); evercart.CodeOf(err) {
				case "":
					again.Write = ""
					l.add(u.Session, u.Write)
					select {
					case told <- struct{}{}:
					default:
					}
				case evercart.OutcomeUnknown: // asked for by its write id, until it is known
					again = u
				case evercart.Unavailable, evercart.Timeout:
					again.Write = ""
				default:
					t.Errorf("update: %v", err)
					return
				}
			}
		})
	}
	root := connect(t, p.root)
	for range cuts {
		<-told
		<-told
		ask[int](t, root, `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'evercart_app'`)
	}
	ended.Store(true)
	all.Wait()
	acked, lost, doubled, others := l.check(t, s)
	if lost+doubled+others > 0 {
		t.Errorf("acknowledged %d, lost %d, doubled %d, told as refused and there %d", acked, lost, doubled, others)
	}
	t.Logf("%d changes acknowledged over %d cuts, %d commits were looked up", acked, cuts, s.Stats().Lost)
}

// Nodes that start at once migrate once; a program that finds no tables, or a newer program's, does not serve.
func TestMigrate(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	owner := s.URL(db, "evercart_owner")
	p := newPlaceAt(t, s.URL(db, "evercart_app"), s.URL(db, "postgres"))
	empty(t, p)
	_, err := postgres.Open(context.Background(), p.config())
	code(t, "no tables", err, evercart.NotFound)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := postgres.Migrate(context.Background(), owner); err != nil {
				t.Errorf("migrate: %v", err)
			}
		})
	}
	all.Wait()
	root := connect(t, p.root)
	if n := ask[int](t, root, `SELECT count(*) FROM migration`); n != 4 {
		t.Errorf("%d migrations ran", n)
	}
	code(t, "check", p.open(t).Check(sys()), "")
	other := newPlaceAt(t, p.url, p.root)
	_, err = postgres.Open(context.Background(), other.config())
	code(t, "other keys", err, evercart.Invalid)
	code(t, "a newer program", run(context.Background(), p.root, `INSERT INTO migration(n) VALUES(99)`), "")
	code(t, "migrate", postgres.Migrate(context.Background(), owner), evercart.Damaged)
	_, err = postgres.Open(context.Background(), p.config())
	code(t, "open", err, evercart.Damaged)
	_, err = postgres.Open(context.Background(), postgres.Config{URL: "postgres://u:secret@%zz/", Keys: p.ring})
	code(t, "no URL", err, evercart.Invalid)
}

// An error of a caller's function is not the store's to judge: it comes back as it is.
func TestOwnErrors(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	from, sh := begin(t, s)
	into, _ := begin(t, s)
	own := errors.New("own")
	_, errs := s.Update(sys(), evercart.Update{Session: from.Session, Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{}, own }})
	_, errm := s.Merge(sys(), evercart.Merge{From: from.Session, Into: into.Session, ID: "m", Do: func(_, _ evercart.State) (a, b evercart.Change, err error) { return a, b, own }})
	_, erru := s.UpdateShopper(sys(), sh.Subject, func(sh evercart.Shopper) (evercart.Shopper, error) { return sh, own })
	_, errp := s.PutProducts(sys(), "feed", func(yield func(evercart.Product, error) bool) { yield(evercart.Product{}, own) })
	for i, err := range []error{errs, errm, erru, errp} {
		if err != own { //nolint:errorlint // the very same
			t.Errorf("%d: %v", i, err)
		}
	}
}

// A database that loses every commit is told as it is, and soon.
func TestEveryCommitLost(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	var lose sync.Map
	s, err := postgres.Open(context.Background(), p.config().WithFault(func(sessions []string) postgres.Fault {
		for _, id := range sessions {
			if f, ok := lose.Load(id); ok {
				return f.(postgres.Fault)
			}
		}
		return postgres.NoFault
	}))
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	st, _ := begin(t, s)
	lose.Store(string(st.Session), postgres.LoseCommit)
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
