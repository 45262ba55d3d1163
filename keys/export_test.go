package keys

import (
	"bytes"
	"compress/flate"
	"context"

	"github.com/evercart/evercart"
)

// Keep is how long an unwrapped key may stay in memory.
const Keep = keep

// MaxPlain bounds a sealed part.
const MaxPlain = maxPlain

// Wrapped gives tests the stored form of a key.
func (r *Ring) Wrapped(ctx context.Context, life evercart.Life) ([]byte, error) {
	return r.chest.wrapped(ctx, life)
}

// SealBomb seals what unpacks to more than any part may have.
func (r *Ring) SealBomb(ctx context.Context, life evercart.Life, aad []byte) ([]byte, error) {
	k, err := r.key(ctx, life, "test")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestCompression)
	_, _ = w.Write(make([]byte, maxPlain+1))
	_ = w.Close()
	return seal(k.seal, []byte{version, packed}, b.Bytes(), aad), nil
}
