package keys_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
)

var master = bytes.Repeat([]byte{3}, 32)

func openRing(t *testing.T, path string, options ...keys.Option) *keys.Ring {
	t.Helper()
	r, err := keys.Open(context.Background(), path, master, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func newRing(t *testing.T, options ...keys.Option) (*keys.Ring, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys.db")
	return openRing(t, path, options...), path
}

// opener opens the same keys once more, as another process would.
type opener func(t *testing.T, options ...keys.Option) *keys.Ring

// onBoth runs a test on a file of keys and on a database that is shared.
func onBoth(t *testing.T, test func(*testing.T, opener)) {
	t.Helper()
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "keys.db")
		test(t, func(t *testing.T, options ...keys.Option) *keys.Ring { return openRing(t, path, options...) })
	})
	t.Run("shared", func(t *testing.T) {
		t.Parallel()
		test(t, newShared(t))
	})
}

func begin(t *testing.T, r *keys.Ring, life evercart.Life) {
	t.Helper()
	code(t, "begin", r.Begin(t.Context(), life), "")
}

func code(t *testing.T, what string, err error, want evercart.Code) {
	t.Helper()
	if got := evercart.CodeOf(err); got != want {
		t.Fatalf("%s: got code %q (%v), want %q", what, got, err, want)
	}
}

func TestSealOpen(t *testing.T) { onBoth(t, testSealOpen) }

func testSealOpen(t *testing.T, open opener) {
	r := open(t)
	begin(t, r, "a")
	random := make([]byte, 4000)
	_, _ = rand.Read(random)
	for name, plain := range map[string][]byte{
		"empty": {}, "short": []byte("add the silk blouse"), "long": []byte(strings.Repeat("add the silk blouse ", 500)), "noise": random,
	} {
		sealed, err := r.Seal(t.Context(), "a", plain, []byte("here"))
		code(t, name, err, "")
		if len(plain) > 0 && bytes.Contains(sealed, plain[:min(len(plain), 12)]) {
			t.Errorf("%s: the text stands in the sealed part", name)
		}
		if most := len(plain) + 30; len(sealed) > most {
			t.Errorf("%s: %d bytes sealed to %d, at most %d", name, len(plain), len(sealed), most)
		}
		if name == "long" && len(sealed) > len(plain)/10 {
			t.Errorf("%d bytes of repeated words sealed to %d: not compressed", len(plain), len(sealed))
		}
		got, err := r.Open(t.Context(), "a", sealed, []byte("here"))
		code(t, name, err, "")
		if !bytes.Equal(got, plain) {
			t.Errorf("%s: %d bytes came back as %d others", name, len(plain), len(got))
		}
		again, err := r.Seal(t.Context(), "a", plain, []byte("here"))
		code(t, name, err, "")
		if bytes.Equal(again, sealed) {
			t.Errorf("%s: sealed twice, the same bytes: a nonce was used twice", name)
		}
	}
}

func TestDamaged(t *testing.T) { onBoth(t, testDamaged) }

func testDamaged(t *testing.T, open opener) {
	r := open(t)
	begin(t, r, "a")
	begin(t, r, "b")
	plain := []byte(strings.Repeat("words ", 40))
	sealed, err := r.Seal(t.Context(), "a", plain, []byte("here"))
	code(t, "seal", err, "")
	_, err = r.Open(t.Context(), "a", sealed, []byte("there"))
	code(t, "another place", err, evercart.Damaged)
	_, err = r.Open(t.Context(), "b", sealed, []byte("here"))
	code(t, "another's key", err, evercart.Damaged)
	for i := range sealed {
		bad := bytes.Clone(sealed)
		bad[i] ^= 1
		_, err = r.Open(t.Context(), "a", bad, []byte("here"))
		code(t, fmt.Sprintf("byte %d flipped", i), err, evercart.Damaged)
		_, err = r.Open(t.Context(), "a", sealed[:i], []byte("here"))
		code(t, fmt.Sprintf("cut to %d bytes", i), err, evercart.Damaged)
	}
	bomb, err := r.SealBomb(t.Context(), "a", nil)
	code(t, "seal", err, "")
	_, err = r.Open(t.Context(), "a", bomb, nil)
	code(t, "a part that unpacks without end", err, evercart.Damaged)
	_, err = r.Seal(t.Context(), "a", make([]byte, keys.MaxPlain+1), nil)
	code(t, "too long", err, evercart.TooLarge)
}

func TestLives(t *testing.T) { onBoth(t, testLives) }

func testLives(t *testing.T, open opener) {
	r := open(t)
	_, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "before begin", err, evercart.NotFound)
	code(t, "no name", r.Begin(t.Context(), ""), evercart.Invalid)
	begin(t, r, "a")
	sealed, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	begin(t, r, "a") // again = no change
	if _, err = r.Open(t.Context(), "a", sealed, nil); err != nil {
		t.Fatalf("begun again, the key is another: %v", err)
	}
	mac, err := r.MAC(t.Context(), "a", []byte("words"))
	code(t, "mac", err, "")
	hash, err := r.Hash(t.Context(), []byte("words"))
	code(t, "hash", err, "")
	if bytes.Equal(mac, hash) {
		t.Error("a life's MAC is the shop's hash")
	}
	begin(t, r, "b")
	if other, _ := r.MAC(t.Context(), "b", []byte("words")); bytes.Equal(mac, other) {
		t.Error("two lives have one MAC")
	}

	code(t, "close", r.Close(), "")
	r = open(t)
	got, err := r.Open(t.Context(), "a", sealed, nil)
	code(t, "after a restart", err, "")
	if string(got) != "x" {
		t.Errorf("after a restart: %q", got)
	}
	for what, want := range map[string][]byte{"mac": mac, "hash": hash} {
		now, err := r.Hash(t.Context(), []byte("words"))
		if what == "mac" {
			now, err = r.MAC(t.Context(), "a", []byte("words"))
		}
		code(t, what, err, "")
		if !bytes.Equal(now, want) {
			t.Errorf("%s is another after a restart", what)
		}
	}
}

func TestDestroyFile(t *testing.T) {
	t.Parallel()
	r, path := newRing(t)
	begin(t, r, "a")
	begin(t, r, "b")
	sealed, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	wrapped, err := r.Wrapped(t.Context(), "a")
	code(t, "wrapped", err, "")
	if !onDisk(t, path, wrapped) {
		t.Fatal("the wrapped key is not on the disk: this test proves nothing")
	}
	for range 2 {
		code(t, "destroy", r.Destroy(t.Context(), "a"), "")
		if onDisk(t, path, wrapped) {
			t.Fatal("the wrapped key of a life that was destroyed is still on the disk")
		}
		_, err = r.Open(t.Context(), "a", sealed, nil)
		code(t, "open", err, evercart.Gone)
		_, err = r.Seal(t.Context(), "a", []byte("x"), nil)
		code(t, "seal", err, evercart.Gone)
		_, err = r.MAC(t.Context(), "a", []byte("x"))
		code(t, "mac", err, evercart.Gone)
		code(t, "begin", r.Begin(t.Context(), "a"), evercart.Gone)
		_, err = r.Seal(t.Context(), "b", []byte("x"), nil)
		code(t, "the neighbour", err, "")
		code(t, "close", r.Close(), "")
		r = openRing(t, path)
	}
	code(t, "destroy what was never begun", r.Destroy(t.Context(), "c"), "")
	code(t, "begin it then", r.Begin(t.Context(), "c"), evercart.Gone)
}

// onDisk says whether these bytes stand in the file or beside it.
func onDisk(t *testing.T, path string, b []byte) bool {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files at %s: %v", path, err)
	}
	for _, f := range files {
		content, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(content, b) {
			return true
		}
	}
	return false
}

type hands struct {
	evercart.SystemClock
	mu  sync.Mutex
	now time.Time
}

func (h *hands) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *hands) move(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// Another process destroys a key: this one holds it no longer than Keep.
func TestForgetsUnwrapped(t *testing.T) { onBoth(t, testForgetsUnwrapped) }

func testForgetsUnwrapped(t *testing.T, open opener) {
	clock := &hands{now: time.Unix(1_800_000_000, 0)}
	r := open(t, keys.WithClock(clock))
	begin(t, r, "a")
	_, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	code(t, "destroy elsewhere", open(t).Destroy(t.Context(), "a"), "")
	_, err = r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "while it is held", err, "")
	clock.move(keys.Keep)
	_, err = r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "afterwards", err, evercart.Gone)
}

func TestDestroyedOf(t *testing.T) { onBoth(t, testDestroyedOf) }

func testDestroyedOf(t *testing.T, open opener) {
	r := open(t)
	for _, life := range []evercart.Life{"a", "b", "c"} {
		begin(t, r, life)
	}
	none, err := r.Destroyed(t.Context(), "a", "b", "c", "d")
	code(t, "none", err, "")
	code(t, "destroy", r.Destroy(t.Context(), "b"), "")
	gone, err := r.Destroyed(t.Context(), "a", "b", "c", "d")
	code(t, "one", err, "")
	if len(none) != 0 || len(gone) != 1 || gone[0] != "b" {
		t.Errorf("destroyed are %v, then %v", none, gone)
	}
}

func TestDropped(t *testing.T) { onBoth(t, testDropped) }

func testDropped(t *testing.T, open opener) {
	r := open(t)
	begin(t, r, "a")
	_, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	code(t, "destroy elsewhere", open(t).Destroy(t.Context(), "a"), "")
	r.Drop("a")
	_, err = r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "told of it", err, evercart.Gone)
}

// Keys that are wanted at one moment are read together, and each of those who want one is told of his own.
func TestManyAtOnce(t *testing.T) { onBoth(t, testManyAtOnce) }

func testManyAtOnce(t *testing.T, open opener) {
	r, sealed := open(t), map[int][]byte{}
	for i := range 24 {
		life := evercart.Life(fmt.Sprint("life", i))
		if i%4 == 3 { // never begun
			continue
		}
		begin(t, r, life)
		var err error
		sealed[i], err = r.Seal(t.Context(), life, []byte(life), nil)
		code(t, "seal", err, "")
		if i%4 == 2 {
			code(t, "destroy", r.Destroy(t.Context(), life), "")
		}
	}
	other := open(t) // which knows none of them
	var all sync.WaitGroup
	for i := range 48 {
		life := evercart.Life(fmt.Sprint("life", i%24))
		want := []evercart.Code{"", "", evercart.Gone, evercart.NotFound}[i%4]
		all.Go(func() {
			got, err := other.Open(context.Background(), life, sealed[i%24], nil)
			if evercart.CodeOf(err) != want || err == nil && string(got) != string(life) {
				t.Errorf("%s: got %q, %v, want code %q", life, got, err, want)
			}
		})
	}
	all.Wait()
}

func TestParallel(t *testing.T) { onBoth(t, testParallel) }

func testParallel(t *testing.T, open opener) {
	r := open(t)
	var all sync.WaitGroup
	for i := range 8 {
		life := evercart.Life(fmt.Sprint("life", i%4))
		all.Go(func() {
			for range 20 {
				if err := r.Begin(context.Background(), life); err != nil {
					t.Errorf("begin: %v", err)
				}
				sealed, err := r.Seal(context.Background(), life, []byte("words"), []byte(life))
				if err != nil {
					t.Errorf("seal: %v", err)
					return
				}
				if got, err := r.Open(context.Background(), life, sealed, []byte(life)); err != nil || string(got) != "words" {
					t.Errorf("open: %q, %v", got, err)
				}
			}
		})
	}
	all.Wait()
	// Sealing beside a Destroy works or is Gone; after it, it is Gone.
	var destroyed sync.WaitGroup
	destroyed.Go(func() {
		if err := r.Destroy(context.Background(), "life0"); err != nil {
			t.Errorf("destroy: %v", err)
		}
	})
	for range 50 {
		if _, err := r.Seal(context.Background(), "life0", []byte("x"), nil); err != nil && evercart.CodeOf(err) != evercart.Gone {
			t.Errorf("seal beside destroy: %v", err)
		}
	}
	destroyed.Wait()
	_, err := r.Seal(context.Background(), "life0", []byte("x"), nil)
	code(t, "after destroy", err, evercart.Gone)
}
