package keys

import (
	"context"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

const (
	keep   = 60 * time.Second // how long an unwrapped key may stay in memory
	most   = 20_000           // unwrapped keys in memory
	keyLen = 32
)

// chest is where wrapped keys lie. What it says has a code.
type chest interface {
	// begin keeps a key, unless there is one; Gone once destroyed.
	begin(ctx context.Context, life evercart.Life, wrapped []byte, now time.Time) error
	// wrapped finds a key. NotFound, Gone.
	wrapped(ctx context.Context, life evercart.Life) ([]byte, error)
	// destroy ends a key for good; again = no change.
	destroy(ctx context.Context, life evercart.Life, now time.Time) error
	// shop finds a key of the whole shop, or keeps this one.
	shop(ctx context.Context, name string, fresh []byte) ([]byte, error)
	// destroyed gives those of these lives whose key is destroyed.
	destroyed(ctx context.Context, lives []string) ([]evercart.Life, error)
	// check says whether keys can be read where they lie, and begun and destroyed there.
	check(ctx context.Context) error
	// lives counts the keys that are not destroyed.
	lives(ctx context.Context) (int, error)
	// backup copies everything to a new file of keys.
	backup(ctx context.Context, path string) error
	close() error
}

// Ring implements evercart.Keys on a file, or on a database that several nodes share.
type Ring struct {
	chest  chest
	master cipher.AEAD
	hash   []byte // of the whole shop
	clock  evercart.Clock

	mu    sync.Mutex // guards what follows; never held over I/O
	cache map[evercart.Life]held
	drops uint64 // how many keys were dropped
}

var (
	_ evercart.Keys      = (*Ring)(nil)
	_ evercart.Destroyed = (*Ring)(nil)
)

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
	return openRing(ctx, master, options, func(c evercart.Clock) (chest, error) { return openFile(ctx, path, c) })
}

func openRing(ctx context.Context, master []byte, options []Option, open func(evercart.Clock) (chest, error)) (*Ring, error) {
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
	if r.chest, err = open(r.clock); err != nil {
		return nil, err
	}
	if r.hash, err = r.Shop(ctx, "hash"); err != nil {
		return nil, errors.Join(err, r.chest.close())
	}
	return r, nil
}

// Close ends the use of the keys; again = no change.
func (r *Ring) Close() error {
	r.mu.Lock()
	clear(r.cache)
	r.mu.Unlock()
	return r.chest.close()
}

// Backup writes a copy of the keys to a new file, which Open opens with the same master key. Keep it apart from the data, and
// no longer than an erasure may take. Conflict when there is a file of that name.
func (r *Ring) Backup(ctx context.Context, path string) error { return r.chest.backup(ctx, path) }

// Check asks whether keys can be read where they lie, and none of those in memory, and whether they can be begun and would be kept there.
// Unavailable, with how it is of no use where it is there; Internal.
func (r *Ring) Check(ctx context.Context) error { return r.chest.check(ctx) }

// Lives counts the keys that are not destroyed.
func (r *Ring) Lives(ctx context.Context) (n int, err error) { return r.chest.lives(ctx) }

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
	return r.chest.begin(ctx, life, wrapped, r.clock.Now())
}

// Destroy implements evercart.Keys. When it returns nil, no process can read the key any more, but those that hold it
// unwrapped; a file of keys, and its log, have not got its bytes either.
func (r *Ring) Destroy(ctx context.Context, life evercart.Life) error {
	err := r.chest.destroy(ctx, life, r.clock.Now())
	r.drop(life)
	return err
}

// Destroyed implements evercart.Destroyed.
func (r *Ring) Destroyed(ctx context.Context, lives ...evercart.Life) ([]evercart.Life, error) {
	names := make([]string, len(lives))
	for i, l := range lives {
		names[i] = string(l)
	}
	return r.chest.destroyed(ctx, names)
}

// Drop forgets an unwrapped key: another process has destroyed it.
func (r *Ring) Drop(life evercart.Life) { r.drop(life) }

func (r *Ring) drop(life evercart.Life) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.cache, life)
	r.drops++
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

// key finds the key of a life, in memory or where it lies.
func (r *Ring) key(ctx context.Context, of evercart.Life, op string) (held, error) {
	now := r.clock.Now()
	r.mu.Lock()
	k, ok := r.cache[of]
	drops := r.drops
	r.mu.Unlock()
	if ok && now.Before(k.till) {
		return k, nil
	}
	k, err := r.fetch(ctx, of, op)
	if err != nil {
		return held{}, err
	}
	k.till = now.Add(keep)
	if r.hold(of, k, drops) {
		return k, nil
	}
	// A Destroy since the first reading has dropped nothing, perhaps of this key: look once more, and do not keep it.
	return r.fetch(ctx, of, op)
}

// hold keeps a key in memory, unless one was dropped since the count was taken.
func (r *Ring) hold(of evercart.Life, k held, drops uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.drops != drops {
		return false
	}
	if len(r.cache) >= most {
		clear(r.cache) // rare, and cheap to fill again
	}
	r.cache[of] = k
	return true
}

func (r *Ring) fetch(ctx context.Context, of evercart.Life, op string) (held, error) {
	wrapped, err := r.chest.wrapped(ctx, of)
	if err != nil {
		return held{}, err
	}
	raw, err := r.unwrap(wrapped, "life/"+string(of))
	if err != nil {
		return held{}, evercart.Wrap(err, evercart.Damaged, op)
	}
	aead, err := newAEAD(derive(raw, "seal"))
	return held{seal: aead, mac: derive(raw, "mac")}, err
}

// Shop gives a key of the whole shop, which it makes when it is first asked for. Every node that shares the keys gets the same.
func (r *Ring) Shop(ctx context.Context, name string) ([]byte, error) {
	fresh, err := r.wrap(random(), "shop/"+name)
	if err != nil {
		return nil, err
	}
	wrapped, err := r.chest.shop(ctx, name, fresh)
	if err != nil {
		return nil, err
	}
	raw, err := r.unwrap(wrapped, "shop/"+name)
	if err != nil {
		return nil, &evercart.Error{Code: evercart.Unauthorized, Op: "keys.Open", Message: "the master key is not the one that these keys were wrapped with", Err: err}
	}
	return raw, nil
}

func unknown(op string) error {
	return evercart.Errorf(evercart.NotFound, op, "no key of this life")
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
