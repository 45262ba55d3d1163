package pgtest_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart/internal/pgtest"
)

var lazy pgtest.Lazy

func TestMain(m *testing.M) {
	code := m.Run()
	lazy.Stop()
	os.Exit(code)
}

func ask(t *testing.T, url, question string) (answer string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.QueryRow(context.Background(), question).Scan(&answer), c.Close(context.Background())); err != nil {
		t.Fatal(err)
	}
	return answer
}

// Each test has a database of its own, on a server that flushes, and what was committed outlives a crash.
func TestServer(t *testing.T) {
	s := lazy.Server(t)
	db := lazy.Database(t)
	if db == lazy.Database(t) {
		t.Fatal("two databases of one name")
	}
	if got := ask(t, s.URL(db, "evercart_owner"), `SHOW fsync`); got != "on" {
		t.Errorf("fsync %s", got)
	}
	s.SQL(t, db, `CREATE TABLE t(v text)`, `INSERT INTO t VALUES('kept')`)
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	if got := ask(t, s.URL(db, "postgres"), `SELECT v FROM t`); got != "kept" {
		t.Errorf("after a crash: %q", got)
	}
	b := s.Bouncer(t, 2)
	if got := ask(t, b.URL(db, "postgres")+"&default_query_exec_mode=exec", `SELECT v FROM t`); got != "kept" {
		t.Errorf("through the bouncer: %q", got)
	}
}
