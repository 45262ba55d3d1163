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
	if _, err := os.Stat(path); err == nil {
		return fileError(fmt.Errorf("%s: %w", filepath.Base(path), os.ErrExist), op)
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
// nodes, or a backup. A key that is destroyed on either side stays so. Invalid when the database has
// other keys, and a shopper's among them.
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

// pourShop brings the keys of the whole shop. Those of a start that came too early give way, as long as no shopper's key was
// begun beside them; nodes read on meanwhile, and none begins another.
func (f *file) pourShop(ctx context.Context, tx pgx.Tx) error {
	names, wrapped, err := f.shopKeys(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `LOCK TABLE evercart_keys.shop IN SHARE ROW EXCLUSIVE MODE`); err != nil {
		return err
	}
	var others bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM evercart_keys.shop s JOIN unnest($1::text[], $2::bytea[]) AS f(name, wrapped) ON f.name = s.name WHERE s.wrapped <> f.wrapped)`,
		names, wrapped).Scan(&others)
	if err == nil && others {
		err = giveWay(ctx, tx)
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO evercart_keys.shop(name, wrapped) SELECT * FROM unnest($1::text[], $2::bytea[]) ON CONFLICT DO NOTHING`, names, wrapped)
	return err
}

// giveWay deletes the keys of the whole shop, of which others are about to come. Invalid when a shopper's key was ever begun.
func giveWay(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `LOCK TABLE evercart_keys.life IN SHARE ROW EXCLUSIVE MODE`); err != nil {
		return err
	}
	var used bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM evercart_keys.life)`).Scan(&used); err != nil {
		return err
	}
	if used {
		return evercart.Errorf(evercart.Invalid, "keys.Import", "the database has other keys than this file")
	}
	_, err := tx.Exec(ctx, `DELETE FROM evercart_keys.shop`)
	return err
}

func (f *file) shopKeys(ctx context.Context) (names []string, wrapped [][]byte, err error) {
	rows, err := f.db.Rows(ctx, `SELECT name, wrapped FROM shop`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close() //nolint:errcheck // read to its end, or given up
	for rows.Next() {
		var (
			name string
			key  []byte
		)
		if err := rows.Scan(&name, &key); err != nil {
			return nil, nil, err
		}
		names, wrapped = append(names, name), append(wrapped, key)
	}
	return names, wrapped, rows.Err()
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
