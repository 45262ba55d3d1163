package keys

import (
	"context"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

const (
	keep   = 60 * time.Second // how long an unwrapped key may stay in memory
	most   = 20_000           // unwrapped keys in memory
	keyLen = 32
)

const schema = `
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

// Ring implements evercart.Keys on a SQLite file.
type Ring struct {
	db     *litedb.DB
	master cipher.AEAD
	hash   []byte // of the whole shop
	clock  evercart.Clock

	mu    sync.Mutex // guards cache; never held over I/O
	cache map[evercart.Life]held
}

var _ evercart.Keys = (*Ring)(nil)

// held is an unwrapped key.
type held struct {
	seal cipher.AEAD
	mac  []byte
	till time.Time
}

// Option changes how a Ring is opened.
type Option func(*Ring)

// WithClock sets the clock that ends the life of cached keys.
func WithClock(c evercart.Clock) Option { return func(r *Ring) { r.clock = c } }

// Open opens or makes the file of keys. master is 32 bytes (see Master). Invalid for another length, Unauthorized when it is
// not the master key of this file, Unavailable when the file cannot be opened, Damaged when it is no file of keys.
func Open(ctx context.Context, path string, master []byte, options ...Option) (*Ring, error) {
	const op = "keys.Open"
	if len(master) != keyLen {
		return nil, evercart.Errorf(evercart.Invalid, op, "a master key has %d bytes", keyLen)
	}
	aead, err := newAEAD(derive(master, "wrap"))
	if err != nil {
		return nil, err
	}
	r := &Ring{master: aead, clock: evercart.SystemClock{}, cache: map[evercart.Life]held{}}
	for _, o := range options {
		o(r)
	}
	if r.db, err = litedb.Open(ctx, litedb.Config{Path: path, Readers: 4, Migrations: []string{schema}}); err != nil {
		return nil, errorOf(err, op)
	}
	if r.hash, err = r.shopKey(ctx, "hash"); err != nil {
		return nil, errors.Join(errorOf(err, op), r.db.Close())
	}
	return r, nil
}

// Close ends the use of the file; again = no change.
func (r *Ring) Close() error {
	r.mu.Lock()
	clear(r.cache)
	r.mu.Unlock()
	return r.db.Close()
}

// Backup writes a copy of the keys to a new file. Keep it apart from the data, and no longer than an erasure may take.
func (r *Ring) Backup(ctx context.Context, path string) error {
	return errorOf(r.db.CopyTo(ctx, path), "keys.Backup")
}

// Lives counts the keys that are not destroyed.
func (r *Ring) Lives(ctx context.Context) (n int, err error) {
	err = r.db.Row(ctx, `SELECT count(*) FROM life WHERE wrapped IS NOT NULL`).Scan(&n)
	return n, errorOf(err, "keys.Lives")
}

// Begin implements evercart.Keys.
func (r *Ring) Begin(ctx context.Context, life evercart.Life) error {
	const op = "keys.Begin"
	if life == "" {
		return evercart.Errorf(evercart.Invalid, op, "a life has a name")
	}
	wrapped, err := r.wrap(random(), "life/"+string(life))
	if err != nil {
		return err
	}
	err = r.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		n, err := tx.Exec(`INSERT INTO life(life, wrapped, begun) VALUES(?, ?, ?) ON CONFLICT DO NOTHING`, string(life), wrapped, r.clock.Now().UnixMilli())
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
	return errorOf(err, op)
}

// Destroy implements evercart.Keys. When it returns nil, the key is in neither the file nor its log.
func (r *Ring) Destroy(ctx context.Context, life evercart.Life) error {
	const op = "keys.Destroy"
	err := r.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		now := r.clock.Now().UnixMilli()
		_, err := tx.Exec(`INSERT INTO life(life, wrapped, begun, destroyed) VALUES(?, NULL, ?, ?)
			ON CONFLICT(life) DO UPDATE SET wrapped = NULL, destroyed = coalesce(destroyed, excluded.destroyed)`, string(life), now, now)
		return err
	})
	r.drop(life)
	if err != nil {
		return errorOf(err, op)
	}
	for try := range 5 {
		if err = r.db.Checkpoint(ctx); err == nil {
			return nil
		}
		if serr := r.clock.Sleep(ctx, time.Duration(try+1)*20*time.Millisecond); serr != nil {
			break
		}
	}
	return errorOf(err, op)
}

// Drop forgets an unwrapped key: another process has destroyed it.
func (r *Ring) Drop(life evercart.Life) { r.drop(life) }

func (r *Ring) drop(life evercart.Life) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.cache, life)
}

// MAC implements evercart.Keys.
func (r *Ring) MAC(ctx context.Context, of evercart.Life, data []byte) ([]byte, error) {
	k, err := r.key(ctx, of, "keys.MAC")
	if err != nil {
		return nil, err
	}
	return sum(k.mac, data), nil
}

// Hash implements evercart.Keys.
func (r *Ring) Hash(_ context.Context, data []byte) ([]byte, error) { return sum(r.hash, data), nil }

// key finds the key of a life, in memory or in the file.
func (r *Ring) key(ctx context.Context, of evercart.Life, op string) (held, error) {
	now := r.clock.Now()
	r.mu.Lock()
	k, ok := r.cache[of]
	r.mu.Unlock()
	if ok && now.Before(k.till) {
		return k, nil
	}
	k, err := r.fetch(ctx, of, op)
	if err != nil {
		return held{}, err
	}
	k.till = now.Add(keep)
	r.mu.Lock()
	if len(r.cache) >= most {
		clear(r.cache) // rare, and cheap to fill again
	}
	r.cache[of] = k
	r.mu.Unlock()
	// A Destroy between the read and the line above has dropped nothing: look once more, now that a later one would.
	if _, err := r.fetch(ctx, of, op); err != nil {
		r.drop(of)
		return held{}, err
	}
	return k, nil
}

func (r *Ring) fetch(ctx context.Context, of evercart.Life, op string) (held, error) {
	var wrapped []byte
	err := r.db.Row(ctx, `SELECT wrapped FROM life WHERE life = ?`, string(of)).Scan(&wrapped)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return held{}, evercart.Errorf(evercart.NotFound, op, "no key of this life")
	case err != nil:
		return held{}, errorOf(err, op)
	case wrapped == nil:
		return held{}, destroyed(op)
	}
	raw, err := r.unwrap(wrapped, "life/"+string(of))
	if err != nil {
		return held{}, evercart.Wrap(err, evercart.Damaged, op)
	}
	aead, err := newAEAD(derive(raw, "seal"))
	return held{seal: aead, mac: derive(raw, "mac")}, err
}

// shopKey reads a key of the whole shop, or makes it.
func (r *Ring) shopKey(ctx context.Context, name string) ([]byte, error) {
	fresh, err := r.wrap(random(), "shop/"+name)
	if err != nil {
		return nil, err
	}
	var wrapped []byte
	err = r.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		if _, err := tx.Exec(`INSERT INTO shop(name, wrapped) VALUES(?, ?) ON CONFLICT DO NOTHING`, name, fresh); err != nil {
			return err
		}
		return tx.Row(`SELECT wrapped FROM shop WHERE name = ?`, name).Scan(&wrapped)
	})
	if err != nil {
		return nil, err
	}
	raw, err := r.unwrap(wrapped, "shop/"+name)
	if err != nil {
		return nil, &evercart.Error{Code: evercart.Unauthorized, Op: "keys.Open", Message: "the master key is not the one that these keys were wrapped with", Err: err}
	}
	return raw, nil
}

func destroyed(op string) error {
	return evercart.Errorf(evercart.Gone, op, "the key of this life is destroyed")
}

func random() []byte {
	b := make([]byte, keyLen)
	_, _ = rand.Read(b) // never fails
	return b
}

// derive makes a key for one purpose of another key.
func derive(key []byte, purpose string) []byte { return sum(key, []byte("evercart/"+purpose)) }

func sum(key, data []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(data)
	return h.Sum(nil)
}

// errorOf gives a code to what the file said; what has one keeps it.
func errorOf(err error, op string) error {
	var ours *evercart.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &ours):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	case errors.Is(err, litedb.ErrNewer), litedb.KindOf(err) == litedb.Corrupt:
		return evercart.Wrap(err, evercart.Damaged, op)
	}
	return evercart.Wrap(err, evercart.Unavailable, op)
}
