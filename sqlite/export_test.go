package sqlite

import (
	"context"
	"database/sql"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// WithFault gives tests the seam at which answers of commits are lost.
func (c Config) WithFault(f func(sessions []string) litedb.Fault) Config {
	c.fault = f
	return c
}

// WithPragmas gives tests a weaker file.
func (c Config) WithPragmas(p map[string]string) Config {
	c.pragmas = p
	return c
}

// WithWatch tells tests of every commit.
func (c Config) WithWatch(f func(changes int)) Config {
	c.watch = f
	return c
}

// Raw gives tests the writing connection.
func (s *Store) Raw(ctx context.Context, do func(*sql.Conn) error) error { return s.db.Raw(ctx, do) }

// Reader gives tests the connections that read.
func (s *Store) Reader() *sql.DB { return s.db.Read() }

// Keys gives tests the keys.
func (s *Store) Keys() evercart.Keys { return s.keys }

// ErasureOf finds the job that carries the erasure of a life to its end.
func ErasureOf(tb testing.TB, s *Store, life evercart.Life) evercart.Job {
	tb.Helper()
	var body []byte
	if err := s.db.Row(context.Background(), `SELECT body FROM job WHERE kind = ? AND instr(body, ?) > 0`, EraseJob, []byte(life)).Scan(&body); err != nil {
		tb.Fatal(err)
	}
	return evercart.Job{Kind: EraseJob, Body: body}
}
