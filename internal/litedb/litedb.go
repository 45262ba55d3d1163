// Package litedb is one SQLite file as a process should hold it: one connection that writes, in groups, each change in a
// savepoint and flushed to disk before anybody is answered; and a pool of connections that can only read.
package litedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"

	"github.com/evercart/evercart/internal/group"
)

// Config opens a file.
type Config struct {
	Path       string
	Readers    int                       // connections that read; 0 = 8
	Queue      int                       // writes waiting; 0 = 4096
	Migrations []string                  // SQL, in order; the file's user_version counts those that ran
	Fault      func(keys []string) Fault // tests lose answers here: the keys of a group that is about to be committed
	Pragmas    map[string]string         // more pragmas for the writing connection, or other values
	Committed  func(changes int)         // told of each group; nil = nobody
}

// Fault is what a test does to a commit.
type Fault int

// The faults.
const (
	NoFault    Fault = iota
	LoseAnswer       // the commit happens, its answer is lost
	LoseCommit       // it does not happen, and nobody is told
)

// DB is an open file.
type DB struct {
	config Config
	path   string      // absolute
	was    os.FileInfo // of the file that was opened; nil = opened to be read
	write  *sql.DB
	read   *sql.DB
	tx     *Tx // of the group in flight; only the batcher's goroutine touches it
	group  *group.Batcher[*change]
	closed atomic.Bool

	statements sync.Map // query → *sql.Stmt of the reading pool; closed with it
}

// Open opens or makes the file, and brings its tables up to date. ErrNewer when a newer program did that already.
func Open(ctx context.Context, c Config) (*DB, error) {
	abs, err := filepath.Abs(c.Path)
	if err != nil {
		return nil, err
	}
	if err := private(abs); err != nil {
		return nil, err
	}
	sqlite.StrictPragmas(true)
	if c.Readers <= 0 {
		c.Readers = 8
	}
	d := &DB{config: c, path: abs}
	if d.was, err = os.Stat(abs); err != nil {
		return nil, err
	}
	if d.write, err = open(abs, writing(c.Pragmas), 1); err != nil {
		return nil, err
	}
	if err := d.migrate(ctx); err != nil {
		return nil, errors.Join(err, d.write.Close())
	}
	if d.read, err = open(abs, reading, c.Readers); err != nil {
		return nil, errors.Join(err, d.write.Close())
	}
	d.group = group.New(d.runWhole, group.Options{Queue: c.Queue})
	return d, nil
}

// private makes the file readable for its owner alone before SQLite would make it readable for all; SQLite gives the log
// the rights of the file.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

var reading = url.Values{"_pragma": {"busy_timeout(5000)", "query_only(1)", "foreign_keys(1)"}, "_defensive": {"1"}}

// writing: FULL, since an answer means "on disk"; secure_delete, since what is erased must leave the file too.
func writing(more map[string]string) url.Values {
	pragmas := map[string]string{
		"busy_timeout": "5000", "journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "1", "secure_delete": "1",
		"journal_size_limit": "67108864",
	}
	maps.Copy(pragmas, more)
	v := url.Values{"_defensive": {"1"}, "_txlock": {"immediate"}}
	for k, p := range pragmas {
		v.Add("_pragma", k+"("+p+")")
	}
	return v
}

func open(abs string, options url.Values, connections int) (*sql.DB, error) {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: options.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func (d *DB) migrate(ctx context.Context) error {
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // back into the pool
	var version int
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(d.config.Migrations) {
		return fmt.Errorf("%w: tables of version %d, this program knows %d", ErrNewer, version, len(d.config.Migrations))
	}
	for n := version; n < len(d.config.Migrations); n++ {
		script := fmt.Sprintf("BEGIN IMMEDIATE;\n%s\n;PRAGMA user_version = %d;\nCOMMIT;", d.config.Migrations[n], n+1)
		if _, err := conn.ExecContext(ctx, script); err != nil {
			_, _ = conn.ExecContext(ctx, "ROLLBACK")
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
	}
	return nil
}

// Row reads one row; scanning gives sql.ErrNoRows where there is none. Statements are kept prepared: their texts must be few.
func (d *DB) Row(ctx context.Context, query string, args ...any) Scanner {
	s, err := d.prepared(ctx, query)
	if err != nil {
		return failed{err}
	}
	return s.QueryRowContext(ctx, args...)
}

// Rows reads rows, as Row.
func (d *DB) Rows(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := d.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

func (d *DB) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if s, ok := d.statements.Load(query); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := d.read.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, there := d.statements.LoadOrStore(query, s); there {
		return first.(*sql.Stmt), s.Close()
	}
	return s, nil
}

// there says whether what is written lands where it will be looked for. A file that is deleted or replaced stays open, and takes all that is
// written to it along; so does its log.
func (d *DB) there() error {
	is, err := os.Stat(d.path)
	if err == nil && !os.SameFile(d.was, is) {
		err = os.ErrNotExist
	}
	if err == nil && d.config.Pragmas["journal_mode"] == "" { // in a transaction the log is there
		_, err = os.Stat(d.path + "-wal")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return nil
}

// Read is the pool of connections that read.
func (d *DB) Read() *sql.DB { return d.read }

// Waiting counts the writes that wait for a group.
func (d *DB) Waiting() int { return d.group.Waiting() }

// Close ends the running group, writes the log back into the file, and closes; again = no change.
func (d *DB) Close() error {
	if d.closed.Swap(true) {
		return nil
	}
	if d.write == nil { // opened to be read
		return d.read.Close()
	}
	d.group.Close()
	if d.tx != nil {
		d.tx.close()
	}
	return errors.Join(d.read.Close(), d.write.Close())
}

// Checkpoint writes the whole log back into the file and empties it, so that nothing that was deleted is left in either.
// ErrBusy when readers would not let it.
func (d *DB) Checkpoint(ctx context.Context) error {
	return d.Raw(ctx, func(conn *sql.Conn) error {
		var busy, pages, done int
		if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &done); err != nil {
			return err
		}
		if busy != 0 {
			return ErrBusy
		}
		return nil
	})
}

// CopyTo writes a whole, consistent copy to a new file. The file must not be there.
func (d *DB) CopyTo(ctx context.Context, path string) error { return Copy(ctx, d.config.Path, path) }

// Copy is CopyTo of a file that this or another process may be writing.
func Copy(ctx context.Context, from, path string) error {
	abs, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	part := path + ".part"
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), os.ErrExist)
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Remove(part); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := private(part); err != nil {
		return err
	}
	db, err := open(abs, url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(5000)"}}, 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", part)
	if err = errors.Join(err, db.Close()); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	if err := errors.Join(flush(part), os.Rename(part, path)); err != nil {
		return err
	}
	return flush(filepath.Dir(path))
}

func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
