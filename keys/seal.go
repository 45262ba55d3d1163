package keys

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"errors"
	"io"
	"sync"

	"github.com/evercart/evercart"
)

// A sealed part is: version, packing, nonce (12 bytes), then AES-256-GCM of the packed text. The head is bound with the aad.
const (
	version = 1
	asIs    = 0
	packed  = 1

	headLen  = 2
	nonceLen = 12
	tagLen   = 16

	minPack  = 512     // a shorter text gets shorter by some hundred bytes, and packing takes longer than all else that is done to it
	maxPlain = 8 << 20 // also bounds what a sealed part may unpack to
)

var errShort = errors.New("sealed part too short, or of another version")

// Seal implements evercart.Keys. TooLarge over 8 MiB.
func (r *Ring) Seal(ctx context.Context, of evercart.Life, plain, aad []byte) ([]byte, error) {
	const op = "keys.Seal"
	if len(plain) > maxPlain {
		return nil, evercart.Errorf(evercart.TooLarge, op, "a sealed part has at most %d bytes", maxPlain)
	}
	k, err := r.key(ctx, of, op)
	if err != nil {
		return nil, err
	}
	text, packing := pack(plain)
	return seal(k.seal, []byte{version, packing}, text, aad), nil
}

// Open implements evercart.Keys.
func (r *Ring) Open(ctx context.Context, of evercart.Life, sealed, aad []byte) ([]byte, error) {
	const op = "keys.Open"
	k, err := r.key(ctx, of, op)
	if err != nil {
		return nil, err
	}
	text, packing, err := open(k.seal, sealed, aad)
	if err == nil && packing == packed {
		text, err = unpack(text)
	}
	return text, evercart.Wrap(err, evercart.Damaged, op)
}

func (r *Ring) wrap(key []byte, name string) ([]byte, error) {
	return seal(r.master, []byte{version, asIs}, key, []byte(name)), nil
}

func (r *Ring) unwrap(wrapped []byte, name string) ([]byte, error) {
	key, _, err := open(r.master, wrapped, []byte(name))
	return key, err
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

func seal(with cipher.AEAD, head, text, aad []byte) []byte {
	out := make([]byte, headLen+nonceLen, headLen+nonceLen+len(text)+tagLen)
	copy(out, head)
	_, _ = rand.Read(out[headLen:]) // never fails
	return with.Seal(out, out[headLen:], text, bound(head, aad))
}

func open(with cipher.AEAD, sealed, aad []byte) (text []byte, packing byte, err error) {
	if len(sealed) < headLen+nonceLen+tagLen || sealed[0] != version || sealed[1] > packed {
		return nil, 0, errShort
	}
	head, nonce, body := sealed[:headLen], sealed[headLen:headLen+nonceLen], sealed[headLen+nonceLen:]
	text, err = with.Open(nil, nonce, body, bound(head, aad))
	return text, head[1], err
}

// bound is what a sealed part is bound to.
func bound(head, aad []byte) []byte { return append(append(make([]byte, 0, 96), head...), aad...) }

// packers and unpackers are kept: making one costs more than using it.
var (
	packers = sync.Pool{New: func() any {
		w, _ := flate.NewWriter(io.Discard, flate.BestSpeed) // the level is a good one
		return w
	}}
	unpackers = sync.Pool{New: func() any { return flate.NewReader(bytes.NewReader(nil)) }}
)

// pack compresses where that pays.
func pack(plain []byte) (text []byte, packing byte) {
	if len(plain) < minPack {
		return plain, asIs
	}
	var b bytes.Buffer
	b.Grow(len(plain))
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&b)
	if _, err := w.Write(plain); err != nil {
		return plain, asIs
	}
	if err := w.Close(); err != nil || b.Len() >= len(plain) {
		return plain, asIs
	}
	return b.Bytes(), packed
}

func unpack(text []byte) ([]byte, error) {
	r := unpackers.Get().(io.ReadCloser)
	defer unpackers.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(text), nil); err != nil {
		return nil, err
	}
	var plain bytes.Buffer
	plain.Grow(4 * len(text)) // most are shorter
	n, err := plain.ReadFrom(io.LimitReader(r, maxPlain+1))
	if err == nil && n > maxPlain {
		err = errors.New("unpacks to more than any part may have")
	}
	return plain.Bytes(), err
}
