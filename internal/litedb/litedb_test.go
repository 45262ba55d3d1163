package litedb_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/evercart/evercart/internal/litedb"
)

const table = `CREATE TABLE t(k TEXT PRIMARY KEY, v INTEGER) STRICT;`

func open(t *testing.T, path string, c litedb.Config) *litedb.DB {
	t.Helper()
	c.Path = path
	if c.Migrations == nil {
		c.Migrations = []string{table}
	}
	d, err := litedb.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func file(t *testing.T) string { return filepath.Join(t.TempDir(), "a b?#%.db") }

func put(k string) func(*litedb.Tx) error {
	return func(tx *litedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO t(k, v) VALUES(?, 1)`, k)
		return err
	}
}

func count(t *testing.T, d *litedb.DB) (n int) {
	t.Helper()
	if err := d.Row(context.Background(), `SELECT count(*) FROM t`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// held runs changes as one group: they wait behind a first one until all are there.
func held(t *testing.T, d *litedb.DB, changes ...func(*litedb.Tx) error) []error {
	t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_ = d.Raw(context.Background(), func(*sql.Conn) error {
			close(begun)
			<-end
			return nil
		})
	})
	<-begun
	errs := make([]error, len(changes))
	for i, do := range changes {
		before := d.Waiting()
		all.Go(func() { errs[i] = d.Write(context.Background(), litedb.Place{Key: fmt.Sprint(i)}, do) })
		for d.Waiting() == before { //nolint:revive // the queue is the signal
		}
	}
	close(end)
	all.Wait()
	return errs
}

func TestErrorHarmsNoOther(t *testing.T) {
	t.Parallel()
	groups := 0
	d := open(t, file(t), litedb.Config{Committed: func(int) { groups++ }})
	own := errors.New("own")
	errs := held(t, d, put("a"), func(tx *litedb.Tx) error {
		return errors.Join(put("undone")(tx), own)
	}, put("b"), put("a"), put("c"))
	for i, want := range []error{nil, own, nil, nil, nil} {
		if i != 3 && !errors.Is(errs[i], want) {
			t.Errorf("change %d: %v, want %v", i, errs[i], want)
		}
	}
	if litedb.KindOf(errs[3]) != litedb.Twice {
		t.Errorf("a key that is there already: %v", errs[3])
	}
	if n := count(t, d); n != 3 {
		t.Errorf("%d rows, want a, b and c", n)
	}
	if groups != 1 {
		t.Errorf("%d groups, want one", groups)
	}
}

func TestLost(t *testing.T) {
	t.Parallel()
	next := litedb.NoFault
	d := open(t, file(t), litedb.Config{Fault: func([]string) litedb.Fault { return next }})
	for i, c := range []struct {
		fault litedb.Fault
		rows  int
	}{{litedb.LoseAnswer, 1}, {litedb.LoseCommit, 1}, {litedb.LoseAnswer, 2}} {
		next = c.fault
		if err := d.Write(t.Context(), litedb.Place{}, put(fmt.Sprint("k", i))); !errors.Is(err, litedb.ErrLost) {
			t.Errorf("%v, want ErrLost", err)
		}
		if n := count(t, d); n != c.rows {
			t.Errorf("fault %d: %d rows, want %d", c.fault, n, c.rows)
		}
	}
	next = litedb.NoFault
	if err := d.Write(t.Context(), litedb.Place{}, put("after")); err != nil {
		t.Errorf("after lost answers: %v", err)
	}
}

// What was opened and is not there any more, or has another in its place, takes no change; with the file back all is well.
func TestGone(t *testing.T) {
	t.Parallel()
	path := file(t)
	d := open(t, path, litedb.Config{})
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	write := func(k string) error { return d.Write(t.Context(), litedb.Place{}, put(k)) }
	if err := write("before"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		move(name, name+".away")
		if err := write("away"); !errors.Is(err, litedb.ErrGone) {
			t.Errorf("without the file: %v", err)
		}
		move(name+".away", name)
	}
	move(path, path+".away")
	if err := os.WriteFile(path, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := write("away"); !errors.Is(err, litedb.ErrGone) {
		t.Errorf("with another file in its place: %v", err)
	}
	move(path+".away", path)
	if n := count(t, d); n != 1 {
		t.Errorf("%d rows, want the one from before", n)
	}
	if err := write("back"); err != nil {
		t.Errorf("with the file back: %v", err)
	}
}

// A change that ends the transaction under the others takes them with it, and says so to each; the next group works.
func TestTransactionGone(t *testing.T) {
	t.Parallel()
	d := open(t, file(t), litedb.Config{})
	errs := held(t, d, put("a"), func(tx *litedb.Tx) error {
		_, err := tx.Exec(`ROLLBACK`)
		return errors.Join(err, errors.New("own"))
	}, put("b"))
	for i, err := range errs {
		if err == nil {
			t.Errorf("change %d was told that it is saved", i)
		}
	}
	if n := count(t, d); n != 0 {
		t.Errorf("%d rows, want none", n)
	}
	if err := d.Write(t.Context(), litedb.Place{}, put("after")); err != nil || count(t, d) != 1 {
		t.Errorf("the next group: %v", err)
	}
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	path := file(t)
	if err := open(t, path, litedb.Config{}).Close(); err != nil {
		t.Fatal(err)
	}
	bad := litedb.Config{Path: path, Migrations: []string{table, `ALTER TABLE t ADD COLUMN w; INSERT INTO nowhere VALUES(1);`}}
	if _, err := litedb.Open(t.Context(), bad); err == nil {
		t.Fatal("a migration that fails is not told")
	}
	d := open(t, path, litedb.Config{Migrations: []string{table, `ALTER TABLE t ADD COLUMN w INTEGER;`}}) // the failed one left nothing
	if err := d.Row(t.Context(), `SELECT count(w) FROM t`).Scan(new(int)); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := litedb.Open(t.Context(), litedb.Config{Path: path, Migrations: []string{table}}); !errors.Is(err, litedb.ErrNewer) {
		t.Errorf("a newer file: %v, want ErrNewer", err)
	}
}

func TestCopyAndReadOnly(t *testing.T) {
	t.Parallel()
	path := file(t)
	d := open(t, path, litedb.Config{})
	if err := d.Write(t.Context(), litedb.Place{}, put("a")); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := d.CopyTo(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	if err := d.CopyTo(t.Context(), to); !errors.Is(err, os.ErrExist) {
		t.Errorf("onto a file that is there: %v, want ErrExist", err)
	}
	for _, p := range []string{path, to} {
		r, err := litedb.OpenReadOnly(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, r); n != 1 {
			t.Errorf("%d rows, want 1", n)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(p); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v (%v), want 0600", info.Mode(), err)
		}
	}
	noise := file(t)
	if err := os.WriteFile(noise, make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := litedb.Open(t.Context(), litedb.Config{Path: noise, Migrations: []string{table}})
	if litedb.KindOf(err) != litedb.Corrupt {
		t.Errorf("no database: %v, want Corrupt", err)
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	d := open(t, file(t), litedb.Config{})
	for range 2 {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := d.Write(t.Context(), litedb.Place{}, put("late")); !errors.Is(err, litedb.ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}
