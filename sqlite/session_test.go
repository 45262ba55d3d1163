package sqlite_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/sqlite"
)

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

func TestBackup(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	st = turn(t, s, st, 1, "hello", "Hello.")
	to := filepath.Join(t.TempDir(), "copy.db")
	code(t, "backup", s.Backup(t.Context(), to), "")
	turn(t, s, st, 2, "more", "More.")
	code(t, "a backup over another", s.Backup(t.Context(), to), evercart.Conflict)
	code(t, "a copy over another", sqlite.Copy(t.Context(), p.path(), to), evercart.Conflict)
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
