package fake

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"sync"

	"github.com/evercart/evercart"
)

var _ evercart.Keys = (*Keys)(nil)

// Keys keeps keys in memory.
type Keys struct {
	mu   sync.Mutex // guards live
	live map[evercart.Life][]byte
	shop []byte
}

// NewKeys makes a ring without keys.
func NewKeys() *Keys { return &Keys{live: map[evercart.Life][]byte{}, shop: random(32)} }

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}

// Begin implements evercart.Keys.
func (k *Keys) Begin(_ context.Context, life evercart.Life) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, there := k.live[life]
	switch {
	case there && key == nil:
		return evercart.Errorf(evercart.Gone, "fake.Keys", "the key was destroyed")
	case !there:
		k.live[life] = random(32)
	}
	return nil
}

func (k *Keys) key(life evercart.Life) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	key, there := k.live[life]
	switch {
	case !there:
		return nil, evercart.Errorf(evercart.NotFound, "fake.Keys", "no such key")
	case key == nil:
		return nil, evercart.Errorf(evercart.Gone, "fake.Keys", "the key was destroyed")
	}
	return key, nil
}

func (k *Keys) aead(life evercart.Life) (cipher.AEAD, error) {
	key, err := k.key(life)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Internal, "fake.Keys")
	}
	a, err := cipher.NewGCM(block)
	return a, evercart.Wrap(err, evercart.Internal, "fake.Keys")
}

// Seal implements evercart.Keys.
func (k *Keys) Seal(_ context.Context, life evercart.Life, plain, aad []byte) ([]byte, error) {
	a, err := k.aead(life)
	if err != nil {
		return nil, err
	}
	nonce := random(a.NonceSize())
	return a.Seal(nonce, nonce, plain, aad), nil
}

// Open implements evercart.Keys.
func (k *Keys) Open(_ context.Context, life evercart.Life, sealed, aad []byte) ([]byte, error) {
	a, err := k.aead(life)
	if err != nil {
		return nil, err
	}
	if len(sealed) < a.NonceSize() {
		return nil, evercart.Errorf(evercart.Damaged, "fake.Keys", "too short")
	}
	plain, err := a.Open(nil, sealed[:a.NonceSize()], sealed[a.NonceSize():], aad)
	return plain, evercart.Wrap(err, evercart.Damaged, "fake.Keys")
}

// MAC implements evercart.Keys.
func (k *Keys) MAC(_ context.Context, life evercart.Life, data []byte) ([]byte, error) {
	key, err := k.key(life)
	if err != nil {
		return nil, err
	}
	return mac(key, data), nil
}

// Hash implements evercart.Keys.
func (k *Keys) Hash(_ context.Context, data []byte) ([]byte, error) { return mac(k.shop, data), nil }

func mac(key, data []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(data)
	return h.Sum(nil)
}

// Destroy implements evercart.Keys.
func (k *Keys) Destroy(_ context.Context, life evercart.Life) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.live[life] = nil
	return nil
}
