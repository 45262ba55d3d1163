package sqlite_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/sqlite"
)

// unmark makes the file one of an earlier program, which left no note of its keys.
func unmark(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	result, err := db.Exec(`DELETE FROM meta WHERE name = 'keys'`)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := result.RowsAffected(); n != 1 {
		t.Errorf("%d notes of the keys", n)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// A file is opened with the keys that it was begun with, and with no others; one that does not know its keys is asked for
// shoppers that they know.
func TestOtherKeys(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	begun := func(what string, want bool) {
		t.Helper()
		if got, err := sqlite.Begun(context.Background(), p.path()); err != nil || got != want {
			t.Errorf("%s: begun %v, %v", what, got, err)
		}
	}
	other, err := keys.Open(context.Background(), filepath.Join(t.TempDir(), "keys.db"), master)
	code(t, "other keys", err, "")
	t.Cleanup(func() { _ = other.Close() })
	with := func(k evercart.Keys, what string, want evercart.Code) {
		t.Helper()
		s, err := sqlite.Open(context.Background(), sqlite.Config{Path: p.path(), Keys: k})
		code(t, what, err, want)
		if err == nil {
			code(t, what+", closed", s.Close(), "")
		}
	}
	begun("no file", false)
	with(p.ring, "a new file", "")
	begun("without shoppers", true)
	with(other, "other keys, no shoppers", evercart.Invalid)
	unmark(t, p.path())
	begun("an old file without shoppers", false)
	with(p.ring, "an old file without shoppers", "")

	s, err := sqlite.Open(context.Background(), sqlite.Config{Path: p.path(), Keys: p.ring})
	code(t, "open", err, "")
	_, gone := begin(t, s)
	code(t, "close", s.Close(), "")
	with(other, "other keys", evercart.Invalid)
	unmark(t, p.path())
	begun("an old file with shoppers", true)
	with(other, "an old file, other keys", evercart.Invalid)
	code(t, "destroy", p.ring.Destroy(context.Background(), gone.Life), "")
	with(p.ring, "an old file, a key that is known to be destroyed", "")
	with(other, "the note is there again", evercart.Invalid)
}
