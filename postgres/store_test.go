package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/pgtest"
	"github.com/evercart/evercart/keys"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/storetest"
)

var (
	master = bytes.Repeat([]byte{7}, 32)
	server = pgtest.Lazy{Prepare: prepare}
)

// prepare makes the template of all databases.
func prepare(ctx context.Context, ownerURL string) error {
	if err := postgres.Migrate(ctx, ownerURL); err != nil {
		return err
	}
	return run(ctx, ownerURL, `ALTER ROLE evercart_app LOGIN`)
}

func TestMain(m *testing.M) {
	code := m.Run()
	server.Stop()
	os.Exit(code)
}

func run(ctx context.Context, url string, statements ...string) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if err == nil {
			_, err = c.Exec(ctx, statement)
		}
	}
	return errors.Join(err, c.Close(ctx))
}

// place is one database with its keys, and what opens it again.
type place struct {
	url, root string // as the application, as the superuser
	grouped   bool   // each change is written as a large group is
	ring      *keys.Ring
	keys      *stubborn // the ring, as stores have it

	mu   sync.Mutex // guards lose
	lose map[string]postgres.Fault
}

// ten is the end of the URL of a place.
const ten = "&pool_max_conns=10"

func newPlace(tb testing.TB) *place {
	tb.Helper()
	db := server.Database(tb)
	s := server.Server(tb)
	return newPlaceAt(tb, s.URL(db, "evercart_app")+ten, s.URL(db, "postgres"))
}

func newPlaceAt(tb testing.TB, url, root string) *place {
	tb.Helper()
	p := &place{url: url, root: root, lose: map[string]postgres.Fault{}}
	var err error
	if p.ring, err = keys.Open(context.Background(), filepath.Join(tb.TempDir(), "keys.db"), master); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = p.ring.Close() })
	p.keys = &stubborn{Keys: p.ring}
	return p
}

func (p *place) config() postgres.Config {
	c := postgres.Config{URL: p.url, Keys: p.keys}.WithFault(p.fault)
	if p.grouped {
		c = c.WithGroups()
	}
	return c
}

func (p *place) open(tb testing.TB) *postgres.Store {
	tb.Helper()
	s, err := postgres.Open(context.Background(), p.config())
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

// fault loses the answer of a commit in which a session stands whose answer is to be lost.
func (p *place) fault(sessions []string) postgres.Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range sessions {
		if f, ok := p.lose[id]; ok {
			delete(p.lose, id)
			return f
		}
	}
	return postgres.NoFault
}

func TestStore(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	suite(t, p)
}

// What is decided of a change is the same whether it is written by itself, as in the test above, or as one of many.
func TestStoreInGroups(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.grouped = true
	suite(t, p)
}

// The same suite through a PgBouncer in transaction mode: no statement, setting or lock may outlive a transaction.
func TestStoreThroughBouncer(t *testing.T) {
	t.Parallel()
	s, db := server.Server(t), server.Database(t)
	b := s.Bouncer(t, 6)
	suite(t, newPlaceAt(t, b.URL(db, "evercart_app")+"&pool_max_conns=12", s.URL(db, "postgres")))
}

// suite runs storetest on one database that all its tests share.
func suite(t *testing.T, p *place) {
	storetest.Run(t, storetest.Features{
		LoseAnswer: func(_ evercart.Store, id evercart.SessionID, committed bool) {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.lose[string(id)] = postgres.LoseCommit; committed {
				p.lose[string(id)] = postgres.LoseAnswer
			}
		},
		Rewrite: func(t testing.TB, _ evercart.Store, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
			rewrite(t, p, id, at, change)
		},
		Coupon: func(t testing.TB, s evercart.Store, code string, uses int) {
			if err := s.(*postgres.Store).PutCoupon(sys(), code, uses); err != nil {
				t.Fatal(err)
			}
		},
		CutErasure: func(t testing.TB, s evercart.Store, life evercart.Life) func(context.Context) (evercart.Receipt, error) {
			mend := p.keys.Refuse(life)
			return func(ctx context.Context) (evercart.Receipt, error) {
				mend()
				return s.(*postgres.Store).ResumeErasure(ctx, postgres.ErasureOf(t, s.(*postgres.Store), life))
			}
		},
		Reopen: func(t *testing.T, _ evercart.Store) evercart.Store { return p.open(t) },
	}, func(shared *postgres.Store) func(*testing.T) evercart.Store {
		return func(*testing.T) evercart.Store { return shared }
	}(p.open(t)))
}

// rewrite changes a stored row as a newer program or a failing disk would, and drops the snapshot made of it.
func rewrite(t testing.TB, p *place, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, p.root)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx) //nolint:errcheck // a test
	row, err := postgres.Rewrite(ctx, c, id, at, change)
	if err != nil {
		t.Fatal(err)
	}
	_, err2 := c.Exec(ctx, `DELETE FROM snapshot WHERE session = $1`, row)
	_, err3 := c.Exec(ctx, `UPDATE session_list SET damaged = false WHERE session = $1`, row)
	if err := errors.Join(err2, err3); err != nil {
		t.Fatal(err)
	}
}
