package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/movable"
	"github.com/evercart/evercart/internal/pgtest"
	"github.com/evercart/evercart/postgres"
)

// written collects a log.
type written struct {
	mu  sync.Mutex // guards b
	b   bytes.Buffer
	log *slog.Logger
}

func newWritten() *written {
	w := &written{}
	w.log = slog.New(slog.NewTextHandler(w, nil))
	return w
}

func (w *written) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *written) count(what string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Count(w.b.String(), what)
}

// comes asks until there is the answer that is waited for: a setting is read again by each process of the server in its own time.
func comes(t *testing.T, what string, want evercart.Code, ask func() error) error {
	t.Helper()
	end := time.Now().Add(2 * time.Minute)
	for {
		err := ask()
		if evercart.CodeOf(err) == want {
			return err
		}
		if time.Now().After(end) {
			t.Fatalf("%s: got %v, want %q", what, err, want)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// A server that stops keeping what it acknowledges is found out by the next check, beat or new connection. Then changes are refused and
// sessions are read, until it keeps them again.
func TestStopsKeeping(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	p := newPlaceAt(t, pg.URL(db, "evercart_app")+"&pool_max_conns=8", pg.URL(db, "postgres"))
	said := newWritten()
	c := p.config()
	c.Log = said.log
	s, err := postgres.Open(context.Background(), c)
	code(t, "open", err, "")
	t.Cleanup(func() { _ = s.Close() })
	beating := p.open(t)
	st, sh := begin(t, s)
	change := func(s *postgres.Store) error {
		_, err := s.Update(sys(), evercart.Update{Session: st.Session, Do: facts(note("x"))})
		return err
	}
	refused := func(s *postgres.Store) {
		t.Helper()
		code(t, "a change", change(s), evercart.Unavailable)
		_, err := s.Update(sys(), evercart.Update{Session: newSession(), Open: true, Do: facts(
			&evercart.SessionOpened{Shop: "default", Subject: sh.Subject, Life: sh.Life, Currency: "USD"})})
		code(t, "a session that begins", err, evercart.Unavailable)
		_, err = s.Load(sys(), st.Session)
		code(t, "reading", err, "")
		_, err = s.Beat(sys(), "n")
		code(t, "a beat", err, "")
	}
	check := func() error { return s.Check(sys()) }
	for round := 1; round <= 2; round++ {
		pg.SQL(t, "postgres", `ALTER SYSTEM SET fsync = off`, `SELECT pg_reload_conf()`)
		err := comes(t, "check", evercart.Unavailable, check)
		if how := evercart.AsError(err).Arg("how").String(); how != "fsync is off" {
			t.Errorf("the check says %q", how)
		}
		refused(s)
		comes(t, "a change after a beat", evercart.Unavailable, func() error {
			_, err := beating.Beat(sys(), "n2")
			code(t, "beat", err, "")
			return change(beating)
		})
		refused(beating)
		pg.SQL(t, "postgres", `ALTER SYSTEM RESET fsync`, `SELECT pg_reload_conf()`)
		comes(t, "check", "", check)
		code(t, "a change", change(s), "")
		comes(t, "a change after a beat", "", func() error {
			_, err := beating.Beat(sys(), "n2")
			code(t, "beat", err, "")
			return change(beating)
		})
		if began, ended := said.count("would not keep"), said.count("keeps what it acknowledges again"); began != round || ended != round {
			t.Errorf("after %d such times the log says %d times that one began, %d times that it ended", round, began, ended)
		}
	}
	// Another server at the old address: nobody has looked yet, and the first change meets it.
	pg.SQL(t, "postgres", `ALTER SYSTEM SET fsync = off`)
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := change(s); evercart.CodeOf(err) != evercart.Unavailable && evercart.CodeOf(err) != evercart.OutcomeUnknown {
			t.Fatalf("a change right after a restart without fsync: %v", err)
		}
	}
	refused(s)
}

// A server whose disk is full still rewrites a row in its place, and takes nothing new: it is not ready, until there is room again.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	p := newPlaceAt(t, pg.URL(db, "evercart_app")+"&pool_max_conns=8", pg.URL(db, "postgres"))
	clock := &movable.Clock{}
	c := p.config()
	c.Clock = clock
	s, err := postgres.Open(context.Background(), c)
	code(t, "open", err, "")
	t.Cleanup(func() { _ = s.Close() })
	code(t, "check", s.Check(sys()), "")
	for round := range 2 {
		// A file stands where the server would make the folder of its own: it rewrites rows, and can make no other file.
		pg.SQL(t, "postgres", `COPY (SELECT 1) TO PROGRAM 'rm -rf base/pgsql_tmp && cat > base/pgsql_tmp'`)
		clock.Move(time.Minute)
		err = s.Check(sys())
		code(t, "check without room", err, evercart.Unavailable)
		if how := evercart.AsError(err).Arg("how").String(); how != "full" {
			t.Errorf("round %d: the check says %q", round, how)
		}
		pg.SQL(t, "postgres", `COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; rm base/pgsql_tmp'`)
		code(t, "check with room", s.Check(sys()), "")
	}
}

// A server that no longer waits for the standbys that are wanted is one that would not keep it.
func TestStopsWaitingForStandbys(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	p := newPlaceAt(t, pg.URL(db, "evercart_app")+"&pool_max_conns=8", pg.URL(db, "postgres"))
	st, _ := begin(t, p.open(t))
	pg.SQL(t, "postgres", `ALTER SYSTEM SET synchronous_standby_names = 'other'`, `SELECT pg_reload_conf()`)
	c := p.config()
	c.Replicas = 1
	var s *postgres.Store
	comes(t, "open", "", func() (err error) {
		s, err = postgres.Open(context.Background(), c)
		return err
	})
	t.Cleanup(func() { _ = s.Close() })
	pg.SQL(t, "postgres", `ALTER SYSTEM RESET synchronous_standby_names`, `SELECT pg_reload_conf()`)
	err := comes(t, "check", evercart.Unavailable, func() error {
		err := s.Check(sys())
		if err != nil && evercart.AsError(err).Arg("how").Kind() != slog.KindString {
			return nil // it still waits for the standby
		}
		return err
	})
	if how := evercart.AsError(err).Arg("how").String(); !strings.Contains(how, "0 standbys") {
		t.Errorf("the check says %q", how)
	}
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Do: facts(note("x"))})
	code(t, "a change", err, evercart.Unavailable)
	_, err = s.Load(sys(), st.Session)
	code(t, "reading", err, "")
}

// A setting that is changed under a running server is found out by the first change after it, without a beat or a check, whether it is written with
// others or alone; and settings that are others and do as well refuse nothing.
func TestSettingsChangeBetweenBeats(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare}
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	p := newPlaceAt(t, pg.URL(db, "evercart_app")+"&pool_max_conns=8", pg.URL(db, "postgres"))
	st, sh := begin(t, p.open(t))
	change := func(s *postgres.Store) error {
		_, err := s.Update(sys(), evercart.Update{Session: st.Session, Do: facts(note("x"))})
		return err
	}
	alone := func(s *postgres.Store) error {
		_, err := s.Update(sys(), evercart.Update{Session: newSession(), Open: true, Do: facts(
			&evercart.SessionOpened{Shop: "default", Subject: sh.Subject, Life: sh.Life, Currency: "USD"})})
		return err
	}
	for name, do := range map[string]func(*postgres.Store) error{"together": change, "alone": alone} {
		s := p.open(t)
		for range 3 {
			s.SawStandbys("others")
			code(t, name+", with settings that do as well", do(s), "")
		}
		pg.SQL(t, "postgres", `ALTER SYSTEM SET fsync = off`, `SELECT pg_reload_conf()`)
		err := comes(t, name, evercart.Unavailable, func() error { return do(s) })
		if how := evercart.AsError(err).Arg("how").String(); how != "fsync is off" {
			t.Errorf("%s: the refusal says %q", name, how)
		}
		before, err := s.Load(sys(), st.Session)
		code(t, "load", err, "")
		for range 3 {
			code(t, name+" again", do(s), evercart.Unavailable)
		}
		if after, err := s.Load(sys(), st.Session); err != nil || after.Seq != before.Seq {
			t.Errorf("%s: what was refused was written: version %d, then %d (%v)", name, before.Seq, after.Seq, err)
		}
		pg.SQL(t, "postgres", `ALTER SYSTEM RESET fsync`, `SELECT pg_reload_conf()`)
		comes(t, "the check", "", func() error { return s.Check(sys()) })
		comes(t, name+", kept again", "", func() error { return do(s) })
	}
}
