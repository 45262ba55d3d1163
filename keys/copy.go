package keys

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// backup implements chest: the copy is a file of keys, as one node alone would have it. It is there whole or not at all.
func (d *shared) backup(ctx context.Context, path string) error {
	const op = "keys.Backup"
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return evercart.Wrap(errors.Join(fmt.Errorf("%s: %w", filepath.Base(path), os.ErrExist), err), evercart.Unavailable, op)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), ".keys-*")
	if err != nil {
		return evercart.Wrap(err, evercart.Unavailable, op)
	}
	defer os.RemoveAll(dir) //nolint:errcheck // what is in it is renamed, or of no use
	f, err := openFile(ctx, filepath.Join(dir, "keys.db"), evercart.SystemClock{})
	if err != nil {
		return err
	}
	if err := errors.Join(d.fill(ctx, f), f.close()); err != nil {
		return sharedError(err, op)
	}
	// The copy is made by the file's own means: flushed, whole, and without a log beside it.
	return fileError(litedb.Copy(ctx, filepath.Join(dir, "keys.db"), path), op)
}

// fill copies all rows, as they are at one moment.
func (d *shared) fill(ctx context.Context, f *file) error {
	return pgx.BeginTxFunc(ctx, d.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		return f.db.Write(ctx, litedb.Place{Alone: true}, func(to *litedb.Tx) error {
			var (
				life, name       string
				wrapped          []byte
				begun, destroyed *time.Time
			)
			rows, err := tx.Query(ctx, `SELECT life, wrapped, begun, destroyed FROM evercart_keys.life`)
			if err != nil {
				return err
			}
			_, err = pgx.ForEachRow(rows, []any{&life, &wrapped, &begun, &destroyed}, func() error {
				_, err := to.Exec(`INSERT INTO life(life, wrapped, begun, destroyed) VALUES(?, ?, ?, ?)`, life, wrapped, begun.UnixMilli(), milli(destroyed))
				return err
			})
			if err != nil {
				return err
			}
			if rows, err = tx.Query(ctx, `SELECT name, wrapped FROM evercart_keys.shop`); err != nil {
				return err
			}
			_, err = pgx.ForEachRow(rows, []any{&name, &wrapped}, func() error {
				_, err := to.Exec(`INSERT INTO shop(name, wrapped) VALUES(?, ?)`, name, wrapped)
				return err
			})
			return err
		})
	})
}

func milli(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.UnixMilli()
}

// Import brings a file of keys into a shared database, as its owner, after Migrate: that of a shop that is going to have several
// nodes, or a backup. A key that is destroyed on either side stays so. Invalid when the database has other keys.
func Import(ctx context.Context, ownerURL, path string) error {
	const op = "keys.Import"
	if _, err := os.Stat(path); err != nil {
		return evercart.Wrap(err, evercart.NotFound, op)
	}
	f, err := openFile(ctx, path, evercart.SystemClock{})
	if err != nil {
		return err
	}
	err = owning(ctx, ownerURL, func(tx pgx.Tx) error {
		if err := f.pourShop(ctx, tx); err != nil {
			return err
		}
		return f.pourLives(ctx, tx)
	})
	return sharedError(errors.Join(err, f.close()), op)
}

func (f *file) pourShop(ctx context.Context, tx pgx.Tx) error {
	rows, err := f.db.Rows(ctx, `SELECT name, wrapped FROM shop`)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // read to its end, or given up
	for rows.Next() {
		var (
			name    string
			wrapped []byte
			same    bool
		)
		if err := rows.Scan(&name, &wrapped); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `INSERT INTO evercart_keys.shop AS s (name, wrapped) VALUES($1, $2)
			ON CONFLICT (name) DO UPDATE SET wrapped = s.wrapped RETURNING s.wrapped = $2`, name, wrapped).Scan(&same)
		if err == nil && !same {
			err = evercart.Errorf(evercart.Invalid, "keys.Import", "the database has other keys than this file")
		}
		if err != nil {
			return err
		}
	}
	return rows.Err()
}

func (f *file) pourLives(ctx context.Context, tx pgx.Tx) error {
	rows, err := f.db.Rows(ctx, `SELECT life, wrapped, begun, destroyed FROM life`)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // read to its end, or given up
	b := &pgx.Batch{}
	for rows.Next() {
		var (
			life      string
			wrapped   []byte
			begun     int64
			destroyed *int64
		)
		if err := rows.Scan(&life, &wrapped, &begun, &destroyed); err != nil {
			return err
		}
		b.Queue(`INSERT INTO evercart_keys.life AS l (life, wrapped, begun, destroyed)
			VALUES($1, $2, to_timestamp($3::bigint / 1000.0), to_timestamp($4::bigint / 1000.0)) ON CONFLICT (life) DO UPDATE SET
			wrapped = CASE WHEN excluded.wrapped IS NOT NULL THEN l.wrapped END, destroyed = coalesce(l.destroyed, excluded.destroyed)`, life, wrapped, begun, destroyed)
		if b.Len() == 500 {
			if err := tx.SendBatch(ctx, b).Close(); err != nil {
				return err
			}
			b = &pgx.Batch{}
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return tx.SendBatch(ctx, b).Close()
}
