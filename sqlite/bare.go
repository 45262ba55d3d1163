package sqlite

import (
	"context"

	"github.com/evercart/evercart/internal/litedb"
)

// Bare is what the disk does without us: one row in a flushed transaction of its own, one at a time. Measurements stand
// beside it.
type Bare struct{ db *litedb.Bare }

// OpenBare makes a file of its own.
func OpenBare(ctx context.Context, path string) (*Bare, error) {
	db, err := litedb.OpenBare(ctx, path)
	if err != nil {
		return nil, errorOf(err, "sqlite.OpenBare")
	}
	return &Bare{db}, nil
}

// Insert commits one row.
func (b *Bare) Insert(ctx context.Context) error {
	return errorOf(b.db.Insert(ctx), "sqlite.Bare.Insert")
}

// Written is 0: SQLite's log is written over.
func (*Bare) Written(context.Context) (int64, error) { return 0, nil }

// Close closes the file.
func (b *Bare) Close(context.Context) error { return errorOf(b.db.Close(), "sqlite.Bare.Close") }
