package litedb

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
)

// Bare is a file with one table that is written one row at a time, flushed each time: what a commit costs here, for
// measurements.
type Bare struct{ db *sql.DB }

// OpenBare makes the file.
func OpenBare(ctx context.Context, path string) (*Bare, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	db, err := open(abs, writing(nil), 1)
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, v BLOB)`); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &Bare{db}, nil
}

var bareRow = make([]byte, 200)

// Insert commits one row.
func (b *Bare) Insert(ctx context.Context) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO bare(v) VALUES(?)`, bareRow)
	return err
}

// Close closes the file.
func (b *Bare) Close() error { return b.db.Close() }
