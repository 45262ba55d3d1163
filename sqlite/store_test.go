package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/sqlite"
	"github.com/evercart/evercart/storetest"
)

var master = bytes.Repeat([]byte{7}, 32)

// place is one data folder, and what opens it again.
type place struct {
	dir  string
	ring *keys.Ring
	keys *stubborn // the ring, as stores have it

	mu   sync.Mutex // guards lose
	lose map[string]litedb.Fault
}

func newPlace(tb testing.TB) *place {
	tb.Helper()
	p := &place{dir: tb.TempDir(), lose: map[string]litedb.Fault{}}
	var err error
	if p.ring, err = keys.Open(context.Background(), filepath.Join(p.dir, "keys.db"), master); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = p.ring.Close() })
	p.keys = &stubborn{Keys: p.ring}
	return p
}

func (p *place) path() string { return filepath.Join(p.dir, "evercart.db") }

func (p *place) config() sqlite.Config {
	return sqlite.Config{Path: p.path(), Keys: p.keys}.WithFault(p.fault)
}

func (p *place) open(tb testing.TB) *sqlite.Store {
	tb.Helper()
	s, err := sqlite.Open(context.Background(), p.config())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

// fault loses the answer of a group in which a session stands whose answer is to be lost.
func (p *place) fault(sessions []string) litedb.Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range sessions {
		if f, ok := p.lose[id]; ok {
			delete(p.lose, id)
			return f
		}
	}
	return litedb.NoFault
}

func TestStore(t *testing.T) {
	t.Parallel()
	places := sync.Map{} // *sqlite.Store → *place
	of := func(s evercart.Store) *place {
		p, _ := places.Load(s)
		return p.(*place)
	}
	storetest.Run(t, storetest.Features{
		LoseAnswer: func(s evercart.Store, id evercart.SessionID, committed bool) {
			p := of(s)
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.lose[string(id)] = litedb.LoseCommit; committed {
				p.lose[string(id)] = litedb.LoseAnswer
			}
		},
		Rewrite: func(t testing.TB, s evercart.Store, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
			rewrite(t, s.(*sqlite.Store), id, at, change)
		},
		Coupon: func(t testing.TB, s evercart.Store, code string, uses int) {
			if err := s.(*sqlite.Store).PutCoupon(evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleSystem}), code, uses); err != nil {
				t.Fatal(err)
			}
		},
		CutErasure: func(t testing.TB, s evercart.Store, life evercart.Life) func(context.Context) (evercart.Receipt, error) {
			mend := of(s).keys.Refuse(life)
			return func(ctx context.Context) (evercart.Receipt, error) {
				mend()
				return s.(*sqlite.Store).ResumeErasure(ctx, sqlite.ErasureOf(t, s.(*sqlite.Store), life))
			}
		},
		Reopen: func(t *testing.T, s evercart.Store) evercart.Store {
			p := of(s)
			if err := s.(*sqlite.Store).Close(); err != nil {
				t.Fatal(err)
			}
			again := p.open(t)
			places.Store(again, p)
			return again
		},
	}, func(t *testing.T) evercart.Store {
		p := newPlace(t)
		s := p.open(t)
		places.Store(s, p)
		return s
	})
}

// rewrite changes a stored row as a newer program or a failing disk would, and drops the snapshot made of it.
func rewrite(t testing.TB, s *sqlite.Store, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
	t.Helper()
	ctx := context.Background()
	err := s.Raw(ctx, func(c *sql.Conn) error {
		var (
			row   int64
			ms    int64
			facts []byte
			r     = evercart.Record{Session: id, Seq: at}
		)
		if err := c.QueryRowContext(ctx, `SELECT id FROM head WHERE session = ?`, string(id)).Scan(&row); err != nil {
			return err
		}
		err := c.QueryRowContext(ctx, `SELECT at, turn, write_, actor, kind, schema_, facts, sealed FROM event WHERE session = ? AND seq = ?`, row, at).
			Scan(&ms, &r.Turn, &r.Write, &r.Actor, &r.Kind, &r.Schema, &facts, &r.Sealed)
		if err != nil {
			return err
		}
		r.At, r.Facts, r.Sealed = time.UnixMilli(ms).UTC(), facts, slices.Clone(r.Sealed)
		change(&r)
		_, err = c.ExecContext(ctx, `UPDATE event SET kind = ?, schema_ = ?, facts = ?, sealed = ? WHERE session = ? AND seq = ?`,
			string(r.Kind), r.Schema, []byte(r.Facts), r.Sealed, row, at)
		_, err2 := c.ExecContext(ctx, `DELETE FROM snapshot WHERE session = ?`, row)
		_, err3 := c.ExecContext(ctx, `UPDATE session_list SET damaged = 0 WHERE session = ?`, row)
		return errors.Join(err, err2, err3)
	})
	if err != nil {
		t.Fatal(err)
	}
}
