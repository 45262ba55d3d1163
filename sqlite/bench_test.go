package sqlite_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/sqlite"
)

// BenchmarkUpdate is one change of one session, by so many writers at once, beside what the file itself can do: one row in
// a transaction of its own, with the same care (WAL, synchronous=FULL).
func BenchmarkUpdate(b *testing.B) {
	b.Run("bare insert", bareInsert)
	for _, writers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) { parallelUpdates(b, writers) })
	}
}

func bareInsert(b *testing.B) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "bare.db")+"?_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	code(b, "open", err, "")
	defer db.Close() //nolint:errcheck // a test
	db.SetMaxOpenConns(1)
	_, err = db.Exec(`CREATE TABLE t(id INTEGER PRIMARY KEY, v BLOB)`)
	code(b, "create", err, "")
	insert, err := db.Prepare(`INSERT INTO t(v) VALUES(?)`)
	code(b, "prepare", err, "")
	v := make([]byte, 200)
	for b.Loop() {
		if _, err := insert.Exec(v); err != nil {
			b.Fatal(err)
		}
	}
}

func parallelUpdates(b *testing.B, writers int) {
	s := newPlace(b).open(b)
	states := make([]evercart.State, writers)
	for i := range states {
		states[i], _ = begin(b, s)
	}
	before := s.Stats()
	share := make(chan struct{}, b.N)
	for range b.N {
		share <- struct{}{}
	}
	close(share)
	b.ResetTimer()
	var all sync.WaitGroup
	for i := range states {
		all.Go(func() {
			for range share {
				c, err := s.Update(sys(), evercart.Update{Session: states[i].Session, Base: &states[i], Write: newWrite(), By: "agent", Do: facts(note("searched"))})
				if err != nil {
					b.Error(err)
					return
				}
				states[i] = c.State
			}
		})
	}
	all.Wait()
	b.StopTimer()
	after := s.Stats()
	b.ReportMetric(float64(after.Changes-before.Changes)/float64(after.Groups-before.Groups), "changes/group")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "changes/s")
}

// BenchmarkTurn is a whole turn (words, effect, reply: three commits) of a young session and of one with a thousand turns.
func BenchmarkTurn(b *testing.B) {
	for _, age := range []int{20, 1000} {
		b.Run(fmt.Sprintf("at=%d", age), func(b *testing.B) {
			s := newPlace(b).open(b)
			st, _ := begin(b, s)
			reply := strings.Repeat("Of course, the blouse. ", 6)
			for n := range age {
				st = turn(b, s, st, n, "make it three", reply)
			}
			for n := age; b.Loop(); n++ {
				st = turn(b, s, st, n, "make it three", reply)
			}
		})
	}
}

// BenchmarkOpen is the time from nothing to ready, and that of a file with sessions in it.
func BenchmarkOpen(b *testing.B) {
	p := newPlace(b)
	s := p.open(b)
	for range 100 {
		begin(b, s)
	}
	code(b, "close", s.Close(), "")
	b.Run("new", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			s, err := sqlite.Open(context.Background(), sqlite.Config{Path: filepath.Join(p.dir, fmt.Sprint("new", n, ".db")), Keys: p.ring})
			code(b, "open", err, "")
			code(b, "close", s.Close(), "")
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			s, err := sqlite.Open(context.Background(), p.config())
			code(b, "open", err, "")
			code(b, "close", s.Close(), "")
		}
	})
}

// BenchmarkLoad reads the newest state of a session of 200 turns.
func BenchmarkLoad(b *testing.B) {
	s := newPlace(b).open(b)
	st, _ := begin(b, s)
	for n := range 200 {
		st = turn(b, s, st, n, "make it three", "Three.")
	}
	for b.Loop() {
		if _, err := s.Load(sys(), st.Session); err != nil {
			b.Fatal(err)
		}
	}
}
