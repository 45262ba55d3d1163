// Package sqlite keeps everything in one file: the store of a single process, flushed to disk before it answers.
package sqlite

import (
	"context"
	_ "embed"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

//go:embed migrations/0001_start.sql
var start string

// Config opens a Store.
type Config struct {
	Path  string         // the file; beside it stand its log and its lock
	Keys  evercart.Keys  // what sealed parts are sealed with
	Clock evercart.Clock // nil = the machine's
	Log   *slog.Logger   // nil = silent

	fault   func(sessions []string) litedb.Fault // tests lose answers here
	pragmas map[string]string                    // tests weaken the file here
	watch   func(changes int)                    // tests hear of commits here
}

// Store implements evercart.Store.
type Store struct {
	db    *litedb.DB
	keys  evercart.Keys
	clock evercart.Clock
	log   *slog.Logger
	lock  *flock.Flock
	count counters
	lanes *tables.Lanes
	feeds chan struct{} // holds the feed that is being taken over
	watch func(changes int)
}

var _ evercart.Store = (*Store)(nil)

type counters struct {
	groups, changes, stale, lost, damaged atomic.Int64
}

// Stats is what a store did since it was opened.
type Stats struct {
	Groups  int64 `json:"groups"`  // transactions
	Changes int64 `json:"changes"` // committed in them
	Stale   int64 `json:"stale"`   // runs that met a newer version
	Lost    int64 `json:"lost"`    // commits whose outcome had to be looked up
	Damaged int64 `json:"damaged"` // rows met that cannot be read
	Waiting int   `json:"waiting"` // changes that wait for a group
}

// lockWait outlasts those who only look whether the file is held.
const lockWait = 200 * time.Millisecond

// Held says whether a process holds the file of a store.
func Held(path string) (bool, error) {
	const op = "sqlite.Held"
	path += ".lock"
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	lock := flock.New(path)
	free, err := lock.TryLock()
	if err == nil && free {
		err = lock.Unlock()
	}
	return !free, evercart.Wrap(err, evercart.Unavailable, op)
}

// Open opens or makes the file and brings its tables up to date. Unavailable when another process holds it or it cannot be
// opened, Damaged when it is no such file or a newer program's, Invalid when it was begun with other keys.
func Open(ctx context.Context, c Config) (*Store, error) {
	const op = "sqlite.Open"
	if c.Keys == nil {
		return nil, evercart.Errorf(evercart.Invalid, op, "a store needs keys")
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{keys: c.Keys, clock: c.Clock, log: c.Log, lock: flock.New(c.Path + ".lock"), watch: c.watch, lanes: tables.NewLanes(), feeds: make(chan struct{}, 1)}
	waiting, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	switch held, err := s.lock.TryLockContext(waiting, lockWait/10); {
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return nil, evercart.Wrap(err, evercart.Unavailable, op)
	case !held:
		return nil, evercart.Errorf(evercart.Unavailable, op, "another process holds %s; stop it, or use another data folder", filepath.Base(c.Path))
	}
	var err error
	s.db, err = litedb.Open(ctx, litedb.Config{Path: c.Path, Migrations: []string{start}, Fault: c.fault, Pragmas: c.pragmas, Committed: s.committed})
	if err == nil {
		err = s.sameKeys(ctx)
	}
	if err == nil {
		err = s.alone(ctx)
	}
	if err != nil {
		return nil, errors.Join(errorOf(err, op), s.Close())
	}
	return s, nil
}

// alone buries the nodes of earlier processes: whoever holds the lock is the only one. Those that hold claims keep a row
// with beat 0, so that nobody has to watch them being silent first.
func (s *Store) alone(ctx context.Context) error {
	return s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		if _, err := tx.Exec(`DELETE FROM node`); err != nil {
			return err
		}
		_, err := tx.Exec(`INSERT INTO node(node, beat, since) SELECT DISTINCT claim_node, 0, 0 FROM head WHERE claim_no IS NOT NULL`)
		return err
	})
}

// Close waits for the running group, closes the file and lets it go; again = no change.
func (s *Store) Close() error {
	var err error
	if s.db != nil {
		err = s.db.Close()
	}
	return errors.Join(err, s.lock.Unlock())
}

// Backup writes a whole, consistent copy of the data to a new file, while the store goes on. The keys are a file of their own.
// Conflict when there is a file of that name.
func (s *Store) Backup(ctx context.Context, path string) error {
	return errorOf(s.db.CopyTo(ctx, path), "sqlite.Backup")
}

// Stats tells what the store did.
func (s *Store) Stats() Stats {
	c := &s.count
	return Stats{Groups: c.groups.Load(), Changes: c.changes.Load(), Stale: c.stale.Load(), Lost: c.lost.Load(), Damaged: c.damaged.Load(), Waiting: s.db.Waiting()}
}

func (s *Store) committed(changes int) {
	s.count.groups.Add(1)
	s.count.changes.Add(int64(changes))
	if s.watch != nil {
		s.watch(changes)
	}
}

// caller takes the caller out of the context. Forbidden.
func caller(ctx context.Context, op string) (evercart.Caller, error) {
	c, ok := evercart.CallerOf(ctx)
	if !ok {
		return c, evercart.Errorf(evercart.Forbidden, op, "no caller")
	}
	return c, nil
}
