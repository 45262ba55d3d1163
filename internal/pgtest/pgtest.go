// Package pgtest gives tests a throw-away PostgreSQL with a database for each, and a PgBouncer before it.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/throwaway"
)

const require = "EVERCART_TEST_REQUIRE" // "1": a server that is absent fails a test instead of skipping it

// Lazy is the server of one test binary: the first test that needs it starts it, TestMain stops it.
type Lazy struct {
	// Prepare makes the template of all databases: it gets the URL of its owner. nil = an empty one.
	Prepare func(ctx context.Context, ownerURL string) error

	once   sync.Once
	server *Server
	err    error
	count  atomic.Int64
}

// Server gives the running server. Where PostgreSQL is not installed, the test is skipped, or fails where that is required.
func (l *Lazy) Server(tb testing.TB) *Server {
	tb.Helper()
	l.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		var own *throwaway.Postgres
		if own, l.err = throwaway.StartPostgres(ctx); l.err != nil {
			return
		}
		if l.server = (&Server{own}); l.Prepare != nil {
			l.err = l.Prepare(ctx, l.server.URL("evercart", "evercart_owner"))
		}
	})
	absent(tb, l.err)
	return l.server
}

// Database makes a database of its own from the template, and gives its name. It goes with the test.
func (l *Lazy) Database(tb testing.TB) string {
	tb.Helper()
	s := l.Server(tb)
	name := fmt.Sprint("t", l.count.Add(1))
	if err := s.Postgres.SQL("postgres", `CREATE DATABASE `+name+` TEMPLATE evercart OWNER evercart_owner STRATEGY file_copy`); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Postgres.SQL("postgres", `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`) })
	return name
}

// Stop ends the server, if it was started.
func (l *Lazy) Stop() {
	if l.server != nil {
		l.server.Stop()
	}
}

func absent(tb testing.TB, err error) {
	tb.Helper()
	switch {
	case err == nil:
	case errors.Is(err, throwaway.ErrAbsent) && os.Getenv(require) != "1":
		tb.Skip(err)
	default:
		tb.Fatal(err)
	}
}

// Server is the one of a test binary.
type Server struct{ *throwaway.Postgres }

// SQL runs statements as the superuser, each for itself.
func (s *Server) SQL(tb testing.TB, database string, statements ...string) {
	tb.Helper()
	if err := s.Postgres.SQL(database, statements...); err != nil {
		tb.Fatal(err)
	}
}

// Copy dumps a database, while it is used, and restores the dump into a new one, which goes with the test.
func (s *Server) Copy(tb testing.TB, from, to string) (dump []byte) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	tb.Cleanup(func() { _ = s.Postgres.SQL("postgres", `DROP DATABASE IF EXISTS `+to+` WITH (FORCE)`) })
	dump, err := s.Dump(ctx, from)
	if err == nil {
		err = s.Restore(ctx, to, dump)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return dump
}

// Bouncer starts a PgBouncer with so many connections to each database; it goes with the test.
func (s *Server) Bouncer(tb testing.TB, connections int) *throwaway.Bouncer {
	tb.Helper()
	b, err := s.Postgres.Bouncer(connections)
	absent(tb, err)
	tb.Cleanup(b.Stop)
	return b
}
