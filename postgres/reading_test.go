package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// patient opens a store whose readers are held by a test for as long as a loaded machine needs.
func patient(t *testing.T, p *place) *postgres.Store {
	t.Helper()
	config := p.config()
	config.Patience = 5 * time.Minute
	s, err := postgres.Open(context.Background(), config)
	code(t, "open", err, "")
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// held are connections that a test keeps from a store; free gives them back.
func held(t *testing.T, pool *pgxpool.Pool, n int) (free func()) {
	t.Helper()
	var all []*pgxpool.Conn
	for range n {
		c, err := pool.Acquire(context.Background())
		code(t, "a connection", err, "")
		all = append(all, c)
	}
	return func() {
		for _, c := range all {
			c.Release()
		}
	}
}

// Many come at one moment and want to know their sessions whole: they are read together.
func TestTailsAreReadTogether(t *testing.T) {
	t.Parallel()
	p := newPlace(t) // of ten connections
	s := patient(t, p)
	const many = 60
	st, _ := begin(t, s)
	before := s.Stats().Looks
	free := held(t, s.Pool(), 10)
	var all sync.WaitGroup
	look := func(begun int64, waiting int) {
		t.Helper()
		all.Go(func() {
			if got, _, events, err := s.Tail(sys(), st.Session); err != nil || got.Seq != st.Seq || len(events) != 1 {
				t.Errorf("version %d, %d events (%v)", got.Seq, len(events), err)
			}
		})
		for end := time.Now().Add(time.Minute); s.Stats().Looks-before != begun || s.Looks() != waiting; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d readings have begun, %d wait; want %d, %d", s.Stats().Looks-before, s.Looks(), begun, waiting)
			}
		}
	}
	look(1, 0)
	look(2, 0)
	for n := range many - 2 {
		look(2, n+1)
	}
	free()
	all.Wait()
	if n := s.Stats().Looks - before; n > 4 {
		t.Errorf("%d were read in %d round trips", many, n)
	}
}

// Likewise who wants the state of a session, how a turn of it ended, or its events.
func TestReadsShareRoundTrips(t *testing.T) {
	t.Parallel()
	p := newPlace(t) // of ten connections
	s := patient(t, p)
	const many = 30
	st, _ := begin(t, s)
	looks, questions := s.Stats().Looks, s.Stats().Questions
	free := held(t, s.Pool(), 10)
	var all sync.WaitGroup
	ask := func() {
		all.Go(func() {
			if got, err := s.Load(sys(), st.Session); err != nil || got.Seq != st.Seq {
				t.Errorf("version %d (%v)", got.Seq, err)
			}
		})
		all.Go(func() {
			_, err := s.Turn(sys(), st.Session, "t-1")
			code(t, "a turn that is not there", err, evercart.NotFound)
		})
		all.Go(func() {
			if events, err := s.Events(sys(), st.Session, 0, 0); err != nil || len(events) != 1 {
				t.Errorf("%d events (%v)", len(events), err)
			}
		})
	}
	wait := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !ok(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal(what)
			}
		}
	}
	for n := range int64(2) { // the round trips that may be in flight
		ask()
		wait("they do not begin", func() bool { return s.Stats().Looks-looks > n && s.Stats().Questions-questions > n })
	}
	before := s.Looks() + s.Questions()
	for range many {
		ask()
	}
	wait("they do not wait", func() bool { return s.Looks()+s.Questions() == before+3*many })
	free()
	all.Wait()
	if n, m := s.Stats().Looks-looks, s.Stats().Questions-questions; n > 4 || m > 8 {
		t.Errorf("%d states were read in %d round trips, %d turns and events in %d", many, n, 2*many, m)
	}
}

// However many come to read, and whatever keeps the database from answering them: who writes finds a connection, and so do the reads that
// many wait for.
func TestReadersLeaveRoom(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := patient(t, p)
	st, who := begin(t, s)
	root := connect(t, p.root)
	tx, err := root.Begin(context.Background())
	code(t, "begin", err, "")
	_, err = tx.Exec(context.Background(), `LOCK TABLE shopper IN ACCESS EXCLUSIVE MODE`)
	code(t, "lock", err, "")
	var readers sync.WaitGroup
	own := evercart.As(context.Background(), evercart.Caller{Shop: "default", Role: evercart.RoleShopper, Subjects: []evercart.Subject{who.Subject}})
	for n := range 30 {
		as := own
		if n%2 == 0 { // those are read together
			as = sys()
		}
		readers.Go(func() {
			if _, err := s.Shopper(as, who.Subject); err != nil {
				t.Error(err)
			}
		})
	}
	watcher := connect(t, p.root)
	for ask[int](t, watcher, `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) < 3 { // all that may
		time.Sleep(5 * time.Millisecond)
	}
	for range 5 {
		c, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Write: newWrite(), By: "agent", Do: facts(note("x"))})
		code(t, "a change while all readers wait", err, "")
		st = c.State
		if _, _, _, err := s.Tail(sys(), st.Session); err != nil {
			t.Error(err)
		}
		if heads, err := s.Heads(sys(), st.Session); err != nil || len(heads) != 1 {
			t.Errorf("%v, %v", heads, err)
		}
	}
	code(t, "unlock", tx.Rollback(context.Background()), "")
	readers.Wait()
	if n := s.Stats().Faces; n > 8 { // the shopper begun, the first who asked, and all others
		t.Errorf("15 asked at one moment, and were read in %d round trips", n)
	}
}
