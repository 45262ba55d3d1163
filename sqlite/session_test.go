package sqlite_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
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

var system = evercart.Caller{Shop: "default", Role: evercart.RoleSystem}

func sys() context.Context { return evercart.As(context.Background(), system) }

func newSession() evercart.SessionID {
	b := make([]byte, 16)
	_, _ = rand.Read(b)
	return evercart.SessionID(fmt.Sprintf("%x-%x-4%03x-a%03x-%x", b[:4], b[4:6], b[6], b[7], b[10:]))
}

func newWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

func facts(f ...evercart.Fact) func(evercart.State) (evercart.Change, error) {
	return func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: f}, nil }
}

func note(what string) *evercart.Noted { return &evercart.Noted{What: what} }

func code(tb testing.TB, what string, err error, want evercart.Code) {
	tb.Helper()
	if got := evercart.CodeOf(err); got != want {
		tb.Fatalf("%s: got code %q (%v), want %q", what, got, err, want)
	}
}

// begin opens a session of a new shopper.
func begin(tb testing.TB, s *sqlite.Store) (evercart.State, evercart.Shopper) {
	tb.Helper()
	p, err := s.Identify(sys(), "guest", "")
	code(tb, "identify", err, "")
	return beginFor(tb, s, p), p
}

func beginFor(tb testing.TB, s *sqlite.Store, p evercart.Shopper) evercart.State {
	tb.Helper()
	c, err := s.Update(sys(), evercart.Update{Session: newSession(), Open: true, Write: newWrite(), By: "shopper", Do: facts(
		&evercart.SessionOpened{Shop: "default", Subject: p.Subject, Life: p.Life, Channel: "test", Locale: "en-US", Currency: "USD"})})
	code(tb, "begin", err, "")
	return c.State
}

// turn runs one turn as the agent does: words and claim, an effect, the reply; three commits.
func turn(tb testing.TB, s *sqlite.Store, st evercart.State, n int, words, reply string) evercart.State {
	tb.Helper()
	id := evercart.TurnID(fmt.Sprint("t", n))
	open := &evercart.TurnOpened{Node: "n", Channel: "test", MAC: []byte("0123456789abcdef")}
	open.Personal.Words = evercart.Personal(words)
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Write: newWrite(), Turn: id, By: "shopper", Do: facts(open)})
	code(tb, "open", err, "")
	c, err = s.Update(sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: setQuantity(n%5 + 1)})
	code(tb, "effect", err, "")
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "rules", Shown: []evercart.SKU{"A"}}
	closed.Personal.Generated = evercart.Personal(reply)
	c, err = s.Update(sys(), evercart.Update{Session: st.Session, Base: &c.State, Claim: c.State.Active, Write: newWrite(), Turn: id, By: "agent", Do: facts(closed)})
	code(tb, "close", err, "")
	return c.State
}

func setQuantity(n int) func(evercart.State) (evercart.Change, error) {
	shelf := evercart.Shelf{"a": {Product: "p", Title: "Silk Blouse", Variant: evercart.Variant{SKU: "A", Price: 8950, Currency: "USD", Stock: evercart.Uncounted, Active: true, Version: 1}}}
	return func(s evercart.State) (evercart.Change, error) {
		verb := evercart.SetQuantity
		if _, there := s.Cart.LineOf("A"); !there {
			verb = evercart.Add
		}
		f, err := s.Cart.Decide(evercart.Command{Verb: verb, SKU: "A", Quantity: n}, shelf, evercart.DefaultShop())
		if err != nil || f == nil {
			return evercart.Change{}, err
		}
		return evercart.Change{Facts: []evercart.Fact{f}}, nil
	}
}

// A pragma that is set through a pool holds for one connection of it: every one is looked at, all held at once.
func TestPragmas(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	want := map[string]string{"busy_timeout": "5000", "journal_mode": "wal", "query_only": "1", "foreign_keys": "1"}
	var held []*sql.Conn
	for range 8 {
		c, err := s.Reader().Conn(t.Context())
		code(t, "connection", err, "")
		held = append(held, c)
		checkPragmas(t, c, want)
		if _, err := c.ExecContext(t.Context(), `DELETE FROM head`); err == nil {
			t.Error("a connection that reads can write")
		}
	}
	for _, c := range held {
		code(t, "close", c.Close(), "")
	}
	err := s.Raw(t.Context(), func(c *sql.Conn) error {
		checkPragmas(t, c, map[string]string{
			"busy_timeout": "5000", "journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "secure_delete": "1", "query_only": "0", "journal_size_limit": "67108864",
		})
		return nil
	})
	code(t, "raw", err, "")
}

func checkPragmas(t *testing.T, c *sql.Conn, want map[string]string) {
	t.Helper()
	for name, value := range want {
		var got string
		if err := c.QueryRowContext(context.Background(), "PRAGMA "+name).Scan(&got); err != nil || got != value {
			t.Errorf("%s = %q (%v), want %q", name, got, err, value)
		}
	}
}

func TestOneProcess(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	_, err := sqlite.Open(t.Context(), p.config())
	code(t, "a second one on the same file", err, evercart.Unavailable)
	if !strings.Contains(evercart.AsError(err).Message, "another process holds evercart.db") {
		t.Errorf("message %q", evercart.AsError(err).Message)
	}
	code(t, "check", s.Check(sys()), "")
	for range 2 {
		code(t, "close", s.Close(), "")
	}
	code(t, "check after close", s.Check(sys()), evercart.Unavailable)
	code(t, "check", p.open(t).Check(sys()), "")
}

func TestNewerFile(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	err := s.Raw(t.Context(), func(c *sql.Conn) error {
		_, err := c.ExecContext(context.Background(), `PRAGMA user_version = 99`)
		return err
	})
	code(t, "raw", err, "")
	code(t, "close", s.Close(), "")
	_, err = sqlite.Open(t.Context(), p.config())
	code(t, "a newer program's file", err, evercart.Damaged)
}

// Claims of an earlier process are orphans at once: nobody else can hold the file, so nobody has to be watched.
func TestRestartBuries(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	_, err := s.Beat(sys(), "old")
	code(t, "beat", err, "")
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Turn: "t1", Write: newWrite(), Do: facts(&evercart.TurnOpened{Node: "old"})})
	code(t, "open a turn", err, "")
	code(t, "close", s.Close(), "")
	s = p.open(t)
	_, err = s.Beat(sys(), "new")
	code(t, "beat", err, "")
	got, err := s.Orphans(sys(), "new", 5*time.Second, time.Minute)
	code(t, "orphans", err, "")
	if len(got) != 1 || got[0].Session != st.Session || got[0].Claim.Node != "old" {
		t.Fatalf("%+v", got)
	}
	_, err = s.Update(sys(), evercart.Update{Session: st.Session, Turn: "t1", Write: newWrite(), Displace: &got[0].Claim, Do: facts(&evercart.TurnTaken{Node: "new"})})
	code(t, "take over", err, "")
	got, err = s.Orphans(sys(), "new", 5*time.Second, time.Minute)
	code(t, "orphans", err, "")
	if len(got) != 0 {
		t.Fatalf("taken over, still an orphan: %+v", got)
	}
}

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
	if !r.Done || r.Parts["sessions"] != 1 || r.Parts["turns"] != 30 || r.Parts["events"] != 91 || r.Parts["keys"] != 1 {
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
		if !r.Done || r.Parts["keys"] != 1 || r.Parts["shoppers"] != 1 {
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

func TestBackup(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	st = turn(t, s, st, 1, "hello", "Hello.")
	to := filepath.Join(t.TempDir(), "copy.db")
	code(t, "backup", s.Backup(t.Context(), to), "")
	turn(t, s, st, 2, "more", "More.")
	if s.Backup(t.Context(), to) == nil {
		t.Error("a backup overwrote another")
	}
	copied, err := sqlite.Open(t.Context(), sqlite.Config{Path: to, Keys: p.ring})
	code(t, "open the copy", err, "")
	defer copied.Close() //nolint:errcheck // a test
	got, err := copied.Load(sys(), st.Session)
	code(t, "load", err, "")
	if got.Seq != st.Seq {
		t.Errorf("seq %d, want %d", got.Seq, st.Seq)
	}
	r, err := copied.Turn(sys(), st.Session, "t1")
	code(t, "turn", err, "")
	if r.Reply == nil || r.Reply.Text.Reveal() != "Hello." {
		t.Errorf("%+v", r.Reply)
	}
}

// A snapshot that cannot be used costs time, never the session: it is folded again.
func TestSnapshotIsAShortcut(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	set := &evercart.ContextSet{}
	set.Personal.Values = map[string]evercart.Personal{"size": "nine"}
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(set)})
	code(t, "context", err, "")
	want := turn(t, s, c.State, 1, "hello", "Hello.")
	for name, statement := range map[string]string{
		"as it is":           `SELECT 1`,
		"of another fold":    `UPDATE snapshot SET facts = CAST(json_set(facts, '$.fold', 999, '$.cart.version', 77) AS BLOB)`,
		"no JSON":            `UPDATE snapshot SET facts = CAST('{"shop":' AS BLOB)`,
		"of another session": `UPDATE snapshot SET facts = CAST(json_set(facts, '$.session', 'other') AS BLOB)`,
		"sealed by nobody":   `UPDATE snapshot SET sealed = x'0102'`,
		"gone":               `DELETE FROM snapshot`,
	} {
		err := s.Raw(t.Context(), func(c *sql.Conn) error {
			_, err := c.ExecContext(context.Background(), statement)
			return err
		})
		code(t, name, err, "")
		got, err := s.Load(sys(), st.Session)
		code(t, name, err, "")
		if got.Seq != want.Seq || got.Cart.Version != want.Cart.Version || got.Cart.Totals != want.Cart.Totals || got.Personal.Context["size"] != "nine" {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		want = turn(t, s, got, int(want.Seq), "hello", "Hello.") // and a new one is written
	}
}

// The 1,000th turn writes what the 20th does.
func TestBytesOfATurn(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	words, reply := "please make it three of the silk blouse in ivory", strings.Repeat("Of course, the blouse. ", 6)
	measure := func(from, to int) float64 {
		err := s.Raw(t.Context(), func(c *sql.Conn) error {
			_, err := c.ExecContext(context.Background(), `PRAGMA wal_checkpoint(TRUNCATE)`)
			return err
		})
		code(t, "checkpoint", err, "")
		for n := from; n < to; n++ {
			st = turn(t, s, st, n, words, reply)
		}
		info, err := os.Stat(p.path() + "-wal")
		code(t, "stat", err, "")
		return float64(info.Size()) / float64(to-from)
	}
	measure(0, 20)
	early := measure(20, 40)
	for n := 40; n < 1000; n += 40 {
		measure(n, n+40)
	}
	late := measure(1000, 1020)
	t.Logf("%.0f bytes of log a turn at the 20th, %.0f at the 1,000th (%.2f x)", early, late, late/early)
	if late > 1.2*early {
		t.Errorf("the 1,000th turn writes %.0f bytes, the 20th %.0f: more than 1.2 x", late, early)
	}
}

func TestStats(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	before := s.Stats()
	st, _ := begin(t, s)
	turn(t, s, st, 1, "hello", "Hello.")
	if after := s.Stats(); after.Changes-before.Changes != 5 || after.Groups-before.Groups != 5 || after.Waiting != 0 {
		t.Errorf("%+v after %+v: want five changes more, in five groups", after, before)
	}
}
