package keys_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
)

func TestMasterKey(t *testing.T) {
	t.Parallel()
	_, err := keys.Open(t.Context(), filepath.Join(t.TempDir(), "keys.db"), []byte("short"))
	code(t, "a short master key", err, evercart.Invalid)
	r, path := newRing(t)
	begin(t, r, "a")
	code(t, "close", r.Close(), "")
	_, err = keys.Open(t.Context(), path, bytes.Repeat([]byte{4}, 32))
	code(t, "another master key", err, evercart.Unauthorized)
	noise := filepath.Join(t.TempDir(), "keys.db")
	if err := os.WriteFile(noise, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = keys.Open(t.Context(), noise, master)
	code(t, "no file of keys", err, evercart.Damaged)
}

func TestMasterFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "master.key")
	var all sync.WaitGroup
	got := make([][]byte, 4)
	for i := range got {
		all.Go(func() {
			var err error
			if got[i], err = keys.Master(path); err != nil {
				t.Errorf("master: %v", err)
			}
		})
	}
	all.Wait()
	for _, k := range got {
		if len(k) != 32 || !bytes.Equal(k, got[0]) {
			t.Fatalf("keys of %d bytes, equal %v", len(k), bytes.Equal(k, got[0]))
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("%d files left, want the key alone", len(files))
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = keys.Master(path)
	code(t, "readable for others", err, evercart.Forbidden)
	bad := filepath.Join(t.TempDir(), "master.key")
	if err := os.WriteFile(bad, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = keys.Master(bad)
	code(t, "no key", err, evercart.Invalid)
}

func TestBackup(t *testing.T) {
	t.Parallel()
	r, _ := newRing(t)
	begin(t, r, "a")
	sealed, err := r.Seal(t.Context(), "a", []byte("x"), nil)
	code(t, "seal", err, "")
	path := filepath.Join(t.TempDir(), "copy.db")
	code(t, "backup", r.Backup(t.Context(), path), "")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("a copy of keys that others may read: %v, %v", info.Mode(), err)
	}
	code(t, "a backup over another", r.Backup(t.Context(), path), evercart.Conflict)
	got, err := openRing(t, path).Open(t.Context(), "a", sealed, nil)
	code(t, "open with the copy", err, "")
	if string(got) != "x" {
		t.Errorf("%q", got)
	}
}

func FuzzOpen(f *testing.F) {
	r, err := keys.Open(context.Background(), filepath.Join(f.TempDir(), "keys.db"), master)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = r.Close() })
	if err := r.Begin(context.Background(), "a"); err != nil {
		f.Fatal(err)
	}
	good, err := r.Seal(context.Background(), "a", []byte("words"), nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte{1, 1})
	f.Fuzz(func(t *testing.T, sealed []byte) {
		got, err := r.Open(context.Background(), "a", sealed, nil)
		if err == nil && (string(got) != "words" || !bytes.Equal(sealed, good)) {
			t.Errorf("%x opened to %q", sealed, got)
		}
		if err != nil && evercart.CodeOf(err) != evercart.Damaged {
			t.Errorf("%x: %v", sealed, err)
		}
	})
}
