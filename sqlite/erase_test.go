package sqlite_test

import (
	"context"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/sqlite"
)

// What a person said stands nowhere in the files in the clear; after an erasure, nothing that names the person does.
func TestErasedFromDisk(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	const said, user = "my grandmother's zephyrine scarf", "zephyrine@example.com"
	sh, err := s.Identify(sys(), "user", user)
	code(t, "identify", err, "")
	st := beginFor(t, s, sh)
	for n := range 30 {
		st = turn(t, s, st, n, said, "About "+said+".")
	}
	other, _ := begin(t, s)
	for _, words := range []string{said, "zephyrine"} {
		if where := onDisk(t, p.dir, words); where != "" {
			t.Fatalf("%q stands in %s in the clear", words, where)
		}
	}
	names := []string{string(st.Session), string(sh.Subject)}
	for _, name := range names {
		if onDisk(t, p.dir, name) == "" {
			t.Fatalf("%q is nowhere on the disk: this test proves nothing", name)
		}
	}
	r, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase", err, "")
	if !r.Done || r.Parts["sessions"] != 1 || r.Parts["turns"] != 30 || r.Parts["events"] != 91 || r.Parts["keys"] != 1 || r.Parts["outside"] != 1 {
		t.Fatalf("%+v", r)
	}
	for _, name := range names {
		if where := onDisk(t, p.dir, name); where != "" {
			t.Errorf("%q still stands in %s", name, where)
		}
	}
	_, err = s.Load(sys(), other.Session)
	code(t, "another's session", err, "")
	jobs, err := s.Lease(sys(), "n", []string{sqlite.EraseJob}, 9, time.Minute)
	code(t, "lease", err, "")
	if len(jobs) != 0 {
		t.Errorf("%d jobs of an erasure that is done", len(jobs))
	}
}

// onDisk names the file of a folder in which these bytes stand; "" = none.
func onDisk(t *testing.T, dir, words string) (where string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), words) {
			where = d.Name()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return where
}

// A backup brings rows back, never a person: the keys know who was erased.
func TestRestoredAndForgotten(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	known, err := s.Identify(sys(), "user", "u1")
	code(t, "identify", err, "")
	guest, err := s.Identify(sys(), "guest", "")
	code(t, "identify", err, "")
	_, err = s.Join(sys(), guest.Subject, known.Subject)
	code(t, "join", err, "")
	st := turn(t, s, beginFor(t, s, known), 1, "hello", "Hello.")
	turn(t, s, beginFor(t, s, guest), 1, "hello", "Hello.")
	other, _ := begin(t, s)
	to := filepath.Join(t.TempDir(), "copy.db")
	code(t, "backup", s.Backup(t.Context(), to), "")
	second := filepath.Join(t.TempDir(), "second.db")
	code(t, "backup", s.Backup(t.Context(), second), "")
	_, err = s.Erase(sys(), evercart.Erasure{Subject: known.Subject, By: "shopper"})
	code(t, "erase", err, "")

	restored, err := sqlite.Open(t.Context(), sqlite.Config{Path: to, Keys: p.ring})
	code(t, "open the copy", err, "")
	defer restored.Close() //nolint:errcheck // a test
	events, err := restored.Events(sys(), st.Session, 0, 0)
	code(t, "events", err, "")
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.TurnOpened); ok && (!e.Faded || f.Personal.Words != "") {
			t.Errorf("a backup says what a forgotten person said: %+v", e)
		}
	}
	_, err = restored.Lookup(sys(), "user", "u1")
	code(t, "lookup", err, evercart.NotFound)
	again, err := restored.Identify(sys(), "user", "u1")
	code(t, "who comes back after a restore", err, "")
	if again.Life == known.Life || again.Subject == known.Subject {
		t.Errorf("%+v has what was erased", again)
	}
	_, err = restored.Load(sys(), st.Session)
	code(t, "load", err, evercart.NotFound)

	restored, err = sqlite.Open(t.Context(), sqlite.Config{Path: second, Keys: p.ring}) // and of those who do not come back
	code(t, "open the copy", err, "")
	defer restored.Close() //nolint:errcheck // a test
	for _, want := range []int{2, 0} {
		receipts, err := restored.ForgetDestroyed(sys())
		code(t, "forget", err, "")
		sessions, shoppers := 0, 0
		for _, r := range receipts {
			if sessions, shoppers = sessions+r.Parts["sessions"], shoppers+r.Parts["shoppers"]; !r.Done {
				t.Errorf("%+v", r)
			}
		}
		if sessions != want || shoppers != want {
			t.Errorf("%d sessions of %d shoppers are forgotten again, want %d of both", sessions, shoppers, want)
		}
	}
	_, err = restored.Load(sys(), st.Session)
	code(t, "load", err, evercart.NotFound)
	_, err = restored.Load(sys(), other.Session)
	code(t, "another's", err, "")
}

// broken are keys that cannot be destroyed for a while.
type broken struct {
	evercart.Keys
	mu   sync.Mutex
	away bool
}

func (b *broken) set(away bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.away = away
}

func (b *broken) Destroy(ctx context.Context, l evercart.Life) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.away {
		return evercart.Errorf(evercart.Unavailable, "test", "away")
	}
	return b.Keys.Destroy(ctx, l)
}

// An erasure that was cut short is forgotten by nobody: the life has ended, and the job carries it on, also in a new process.
func TestErasureResumes(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	k := &broken{Keys: p.ring, away: true}
	config := p.config()
	config.Keys = k
	s, err := sqlite.Open(t.Context(), config)
	code(t, "open", err, "")
	sh, err := s.Identify(sys(), "user", "u1")
	code(t, "identify", err, "")
	st := turn(t, s, beginFor(t, s, sh), 1, "hello", "Hello.")
	r, err := s.Erase(sys(), evercart.Erasure{Subject: sh.Subject, By: "shopper"})
	code(t, "erase", err, "")
	if r.Done || r.Parts["keys"] != -1 {
		t.Fatalf("%+v", r)
	}
	_, err = s.Load(sys(), st.Session)
	code(t, "load", err, evercart.NotFound)
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Life: st.Life, Base: &st, Write: newWrite(), Do: facts(note("late"))})
	code(t, "a late write", err, evercart.Gone)
	_, err = s.Lookup(sys(), "user", "u1")
	code(t, "lookup", err, evercart.NotFound)
	list, err := s.Sessions(sys(), evercart.Filter{})
	code(t, "sessions", err, "")
	if len(list) != 0 {
		t.Errorf("listed: %+v", list)
	}

	// The same id begins again in the life after it, before the rows are gone.
	again, err := s.Identify(sys(), "user", "u1")
	code(t, "identify again", err, "")
	if again.Life == sh.Life {
		t.Fatal("who comes back has the life that ended")
	}
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Open: true, Write: newWrite(), Do: facts(
		&evercart.SessionOpened{Shop: "default", Subject: again.Subject, Life: again.Life, Currency: "USD"})})
	code(t, "begin again", err, "")

	code(t, "close", s.Close(), "")
	k.set(false)
	s, err = sqlite.Open(t.Context(), config)
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	job := leaseErasure(t, s)
	for range 2 {
		_, err = s.ResumeErasure(t.Context(), job)
		code(t, "resume", err, "")
		r, err = s.Receipt(sys(), r.ID)
		code(t, "receipt", err, "")
		if !r.Done || r.Parts["keys"] != 1 || r.Parts["shoppers"] != 1 || r.Parts["outside"] != 1 {
			t.Fatalf("%+v", r)
		}
	}
	code(t, "settle", s.Settle(sys(), job, evercart.Settlement{Done: true}), "")
	now, err := s.Load(sys(), st.Session)
	code(t, "the session begun again", err, "")
	if now.Life != again.Life || now.Seq != 1 {
		t.Errorf("%+v", now)
	}
	_, err = s.ResumeErasure(t.Context(), evercart.Job{Body: []byte(`{}`)})
	code(t, "no body", err, evercart.Damaged)
	_, err = s.Receipt(sys(), "none")
	code(t, "no receipt", err, evercart.NotFound)
}

// leaseErasure takes the job of an erasure, which gives the caller of Erase a head start.
func leaseErasure(t *testing.T, s *sqlite.Store) evercart.Job {
	t.Helper()
	err := s.Raw(t.Context(), func(c *sql.Conn) error {
		_, err := c.ExecContext(context.Background(), `UPDATE job SET due = 0`)
		return err
	})
	code(t, "raw", err, "")
	jobs, err := s.Lease(sys(), "n", []string{sqlite.EraseJob}, 9, time.Minute)
	code(t, "lease", err, "")
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	return jobs[0]
}
