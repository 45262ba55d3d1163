package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// asked is how many shoppers' keys are looked for in a file that does not know yet which keys are its own.
const asked = 64

// Begun says whether a file of data belongs to keys already, while its process runs or not; no file does not. Unavailable.
func Begun(ctx context.Context, path string) (begun bool, err error) {
	const op = "sqlite.Begun"
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return false, nil
	}
	db, err := litedb.OpenReadOnly(ctx, path)
	if err != nil {
		return false, errorOf(err, op)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.Read().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE name = 'keys') OR EXISTS (SELECT 1 FROM shopper)`).Scan(&begun)
	return begun, errorOf(err, op)
}

// sameKeys refuses a file that was begun with other keys: nobody would be found again, and what is there could not be read.
func (s *Store) sameKeys(ctx context.Context) error {
	const op = "sqlite.Open"
	hash, err := s.keys.Hash(ctx, []byte("the keys of a database"))
	if err != nil {
		return err
	}
	if len(hash) < 8 {
		return evercart.Errorf(evercart.Invalid, op, "a hash of %d bytes", len(hash))
	}
	ours := int64(binary.BigEndian.Uint64(hash))
	theirs, err := column[int64](ctx, s, `SELECT value FROM meta WHERE name = 'keys'`)
	if err != nil {
		return err
	}
	known := len(theirs) == 1 && theirs[0] == ours
	if len(theirs) == 0 {
		known, err = s.knowOurs(ctx)
	}
	switch {
	case err != nil:
		return err
	case !known:
		return evercart.Errorf(evercart.Invalid, op, "this data was begun with other keys: use the keys.db and master.key of its folder, or bring that keys.db into the database of keys")
	case len(theirs) == 1:
		return nil
	}
	return s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO meta(name, value) VALUES('keys', ?)`, ours)
		return err
	})
}

// knowOurs says whether the keys are those of a file that an earlier program wrote, without a note of them: of some shoppers
// one at least is known, were it as destroyed. Not all need be: keys that were restored from a copy lack the newest.
func (s *Store) knowOurs(ctx context.Context) (bool, error) {
	lives, err := column[evercart.Life](ctx, s, `SELECT life FROM shopper LIMIT ?`, asked)
	if err != nil {
		return false, err
	}
	for _, life := range lives {
		switch _, err := s.keys.MAC(ctx, life, nil); evercart.CodeOf(err) {
		case "", evercart.Gone:
			return true, nil
		case evercart.NotFound:
		default:
			return false, err
		}
	}
	return len(lives) == 0, nil
}

func column[T any](ctx context.Context, s *Store, query string, args ...any) (out []T, err error) {
	rows, err := s.db.Rows(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // read to its end, or given up
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
