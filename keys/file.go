package keys

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

const fileSchema = `
CREATE TABLE life (                -- one key a life; destroyed ones stay, empty, so that they never come back
  life      TEXT PRIMARY KEY,
  wrapped   BLOB,                  -- under the master key; NULL = destroyed
  begun     INTEGER NOT NULL,      -- Unix ms
  destroyed INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE shop (                -- keys of the whole shop
  name      TEXT PRIMARY KEY,
  wrapped   BLOB NOT NULL
) STRICT, WITHOUT ROWID;`

// file is a chest in a SQLite file.
type file struct {
	db    *litedb.DB
	clock evercart.Clock
}

var _ chest = (*file)(nil)

func openFile(ctx context.Context, path string, clock evercart.Clock) (*file, error) {
	db, err := litedb.Open(ctx, litedb.Config{Path: path, Readers: 4, Migrations: []string{fileSchema}})
	if err != nil {
		return nil, fileError(err, "keys.Open")
	}
	return &file{db: db, clock: clock}, nil
}

// close implements chest.
func (f *file) close() error { return f.db.Close() }

// backup implements chest.
func (f *file) backup(ctx context.Context, path string) error {
	return fileError(f.db.CopyTo(ctx, path), "keys.Backup")
}

// lives implements chest.
func (f *file) lives(ctx context.Context) (n int, err error) {
	err = f.db.Row(ctx, `SELECT count(*) FROM life WHERE wrapped IS NOT NULL`).Scan(&n)
	return n, fileError(err, "keys.Lives")
}

// destroyed implements chest.
func (f *file) destroyed(ctx context.Context, lives []string) (out []evercart.Life, err error) {
	const op = "keys.Destroyed"
	list, err := json.Marshal(lives)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Invalid, op)
	}
	rows, err := f.db.Rows(ctx, `SELECT life FROM life WHERE wrapped IS NULL AND life IN (SELECT value FROM json_each(?))`, string(list))
	if err != nil {
		return nil, fileError(err, op)
	}
	defer rows.Close() //nolint:errcheck // read to its end, or given up
	for rows.Next() {
		var life evercart.Life
		if err := rows.Scan(&life); err != nil {
			return nil, fileError(err, op)
		}
		out = append(out, life)
	}
	return out, fileError(rows.Err(), op)
}

// begin implements chest.
func (f *file) begin(ctx context.Context, life evercart.Life, wrapped []byte, now time.Time) error {
	const op = "keys.Begin"
	err := f.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		n, err := tx.Exec(`INSERT INTO life(life, wrapped, begun) VALUES(?, ?, ?) ON CONFLICT DO NOTHING`, string(life), wrapped, now.UnixMilli())
		if err != nil || n == 1 {
			return err
		}
		var gone bool
		if err := tx.Row(`SELECT wrapped IS NULL FROM life WHERE life = ?`, string(life)).Scan(&gone); err != nil {
			return err
		}
		if gone {
			return destroyed(op)
		}
		return nil
	})
	return fileError(err, op)
}

// wrapped implements chest.
func (f *file) wrapped(ctx context.Context, life evercart.Life) ([]byte, error) {
	const op = "keys.Open"
	var wrapped []byte
	err := f.db.Row(ctx, `SELECT wrapped FROM life WHERE life = ?`, string(life)).Scan(&wrapped)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, unknown(op)
	case err != nil:
		return nil, fileError(err, op)
	case wrapped == nil:
		return nil, destroyed(op)
	}
	return wrapped, nil
}

// check implements chest.
func (f *file) check(ctx context.Context) error {
	_, err := f.wrapped(ctx, "") // the life of nobody: Begin refuses it
	if evercart.CodeOf(err) == evercart.NotFound {
		return nil
	}
	return err
}

// destroy implements chest. When it returns nil, the key is in neither the file nor its log.
func (f *file) destroy(ctx context.Context, life evercart.Life, now time.Time) error {
	const op = "keys.Destroy"
	err := f.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO life(life, wrapped, begun, destroyed) VALUES(?, NULL, ?, ?)
			ON CONFLICT(life) DO UPDATE SET wrapped = NULL, destroyed = coalesce(destroyed, excluded.destroyed)`, string(life), now.UnixMilli(), now.UnixMilli())
		return err
	})
	if err != nil {
		return fileError(err, op)
	}
	for try := range 5 {
		if err = f.db.Checkpoint(ctx); err == nil {
			return nil
		}
		if serr := f.clock.Sleep(ctx, time.Duration(try+1)*20*time.Millisecond); serr != nil {
			break
		}
	}
	return fileError(err, op)
}

// shop implements chest.
func (f *file) shop(ctx context.Context, name string, fresh []byte) (wrapped []byte, err error) {
	err = f.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		if _, err := tx.Exec(`INSERT INTO shop(name, wrapped) VALUES(?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return tx.Row(`SELECT wrapped FROM shop WHERE name = ?`, name).Scan(&wrapped)
	})
	return wrapped, fileError(err, "keys.Open")
}

// fileError gives a code to what the file said; what has one keeps it.
func fileError(err error, op string) error {
	var ours *evercart.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ours):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	case errors.Is(err, os.ErrExist):
		return evercart.Wrap(err, evercart.Conflict, op)
	case errors.Is(err, litedb.ErrNewer), litedb.KindOf(err) == litedb.Corrupt:
		return evercart.Wrap(err, evercart.Damaged, op)
	}
	return evercart.Wrap(err, evercart.Unavailable, op)
}
