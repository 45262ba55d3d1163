package postgres_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// nodes opens more stores on one place, as more processes would.
func nodes(t *testing.T, p *place, n int) []*postgres.Store {
	t.Helper()
	out := make([]*postgres.Store, n)
	for i := range out {
		out[i] = p.open(t)
	}
	return out
}

// ledger is what was acknowledged, by session.
type ledger struct {
	mu   sync.Mutex // guards acks
	acks map[evercart.SessionID][]evercart.WriteID
}

func (l *ledger) add(id evercart.SessionID, w evercart.WriteID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.acks == nil {
		l.acks = map[evercart.SessionID][]evercart.WriteID{}
	}
	l.acks[id] = append(l.acks[id], w)
}

func (l *ledger) count() (n int) {
	for _, writes := range l.acks {
		n += len(writes)
	}
	return n
}

// check holds what is stored against what was acknowledged; others are writes that were not acknowledged and are there.
func (l *ledger) check(t testing.TB, s *postgres.Store) (acked, lost, doubled, others int) {
	t.Helper()
	for id, writes := range l.acks {
		st, err := s.Load(sys(), id)
		code(t, "load", err, "")
		count := map[evercart.WriteID]int{}
		for after := evercart.Seq(0); after < st.Seq; {
			events, err := s.Events(sys(), id, after, 0)
			code(t, "events", err, "")
			for _, e := range events {
				if e.Seq != after+1 {
					t.Fatalf("seq %d after %d", e.Seq, after)
				}
				after = e.Seq
				count[e.Write]++
			}
		}
		for _, w := range writes {
			switch acked++; {
			case count[w] == 0:
				lost++
			case count[w] > 1:
				doubled++
			}
			delete(count, w)
		}
		others += len(count) - 1 // the opening
	}
	return acked, lost, doubled, others
}

// Six nodes of one connection each write groups over sixty hot sessions, one of which is held by another the whole time: nobody
// waits for another in a ring, no group waits for as long as 50 ms behind the one that is held, and nothing is lost.
func TestHotGroups(t *testing.T) {
	t.Parallel()
	const hot, wanted, writers = 60, 720, 10
	srv, db := server.Server(t), server.Database(t)
	// The server itself writes down who waits for a lock for longer than that.
	srv.SQL(t, "postgres", `ALTER DATABASE `+db+` SET deadlock_timeout = '50ms'`, `ALTER DATABASE `+db+` SET log_lock_waits = on`)
	p := newPlaceAt(t, srv.URL(db, "evercart_app")+"&pool_max_conns=8", srv.URL(db, "postgres"))
	root := connect(t, p.root)
	reader := p.open(t)
	p.url = p.url[:len(p.url)-1] + "1" // pool_max_conns
	config := p.config()
	config.Patience = 2 * time.Minute // who waits for the held one does so for as long as this test takes
	var stores []*postgres.Store
	for range 6 {
		s, err := postgres.Open(context.Background(), config)
		code(t, "open", err, "")
		t.Cleanup(func() { _ = s.Close() })
		stores = append(stores, s)
	}
	var ids []evercart.SessionID
	for range hot {
		st, _ := begin(t, reader)
		ids = append(ids, st.Session)
	}
	holder, err := root.Begin(context.Background())
	code(t, "begin", err, "")
	held := ask[int64](t, holder, `SELECT id FROM head WHERE session = $1 FOR UPDATE`, string(ids[0]))
	var (
		l     ledger
		all   sync.WaitGroup
		write = func(s *postgres.Store, id evercart.SessionID) {
			u := evercart.Update{Session: id, Write: newWrite(), Do: facts(note("x"))}
			if _, err := s.Update(sys(), u); err != nil {
				t.Errorf("update: %v", err)
				return
			}
			l.add(u.Session, u.Write)
		}
		behind sync.WaitGroup
	)
	for _, s := range stores {
		behind.Go(func() { write(s, ids[0]) }) // its groups try the one that is held, over and over
		for range writers {
			all.Go(func() {
				for s.Stats().Groups < wanted/6 && !t.Failed() {
					write(s, ids[1+rand.IntN(hot-1)])
				}
			})
		}
	}
	all.Wait()
	code(t, "let go", holder.Rollback(context.Background()), "")
	behind.Wait()
	acked, lost, doubled, others := l.check(t, reader)
	groups := int64(0)
	for _, s := range stores {
		groups += s.Stats().Groups
	}
	t.Logf("%d changes acknowledged in %d groups", acked, groups)
	if lost+doubled+others > 0 || groups < wanted {
		t.Errorf("lost %d, doubled %d, not acknowledged %d; %d groups", lost, doubled, others, groups)
	}
	if n := ask[int](t, root, `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
	// Were the held one waited for, each group that tries it would do so. Behind a process that a busy machine does not let run, one or another may.
	waited := lockWaits(t)
	if int64(waited)*10 > groups {
		t.Errorf("in %d groups %d waited for a lock for longer than 50 ms", groups, waited)
	}
	waitForLock(t, p, held, waited)
}

// lockWaits counts what the server wrote down of waiting for locks.
func lockWaits(t *testing.T) int {
	t.Helper()
	log, err := server.Server(t).Log()
	code(t, "log", err, "")
	return strings.Count(log, " still waiting for ")
}

// waitForLock shows that the server would have written it down: somebody waits for a head that is held.
func waitForLock(t *testing.T, p *place, head int64, before int) {
	t.Helper()
	holder, err := connect(t, p.root).Begin(context.Background())
	code(t, "begin", err, "")
	const lock = `SELECT id FROM head WHERE id = $1 FOR UPDATE`
	ask[int64](t, holder, lock, head)
	waits := make(chan error, 1)
	waiter := connect(t, p.root)
	go func() {
		_, err := waiter.Exec(context.Background(), lock, head)
		waits <- err
	}()
	for lockWaits(t) == before { // the server is the signal; the test's own time bounds it
		time.Sleep(10 * time.Millisecond)
	}
	code(t, "let go", holder.Rollback(context.Background()), "")
	code(t, "the waiter", <-waits, "")
}

// A session that another holds is left out of the group: its neighbours do not wait for it, and it is written when it is free.
func TestHeldSession(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	held, _ := begin(t, s)
	holder, err := connect(t, p.root).Begin(context.Background())
	code(t, "begin", err, "")
	_, err = holder.Exec(context.Background(), `SELECT 1 FROM head WHERE session = $1 FOR UPDATE`, string(held.Session))
	code(t, "hold", err, "")
	waits := make(chan error, 1)
	go func() {
		_, err := s.Update(sys(), evercart.Update{Session: held.Session, Do: facts(note("x"))})
		waits <- err
	}()
	slowest := time.Duration(0)
	for range 20 {
		st, _ := begin(t, s)
		began := time.Now()
		_, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Do: facts(note("x"))})
		code(t, "a neighbour, while one is held", err, "")
		slowest = max(slowest, time.Since(began))
	}
	t.Logf("slowest neighbour %v", slowest)
	code(t, "let go", holder.Rollback(context.Background()), "")
	code(t, "the held one, once it is free", <-waits, "")
}

// Two nodes and one session, from two devices each: no change is lost, none is there twice.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	const changes = 1200
	p := newPlace(t)
	stores := nodes(t, p, 2)
	st, _ := begin(t, stores[0])
	var (
		l   ledger
		all sync.WaitGroup
	)
	for i := range stores {
		all.Go(func() {
			base := st
			for range changes / len(stores) {
				u := evercart.Update{Session: st.Session, Base: &base, Write: newWrite(), Do: facts(note("x"))}
				c, err := stores[i].Update(sys(), u)
				if err != nil {
					t.Errorf("update: %v", err)
					return
				}
				base = c.State
				l.add(u.Session, u.Write)
			}
		})
	}
	all.Wait()
	acked, lost, doubled, others := l.check(t, stores[1])
	if acked != changes || lost+doubled+others > 0 {
		t.Errorf("acknowledged %d, lost %d, doubled %d, not acknowledged %d", acked, lost, doubled, others)
	}
	t.Logf("%+v, %+v", stores[0].Stats(), stores[1].Stats())
}

// Values that the server refuses are their change's own fault: its neighbours of the group are written.
func TestBadValues(t *testing.T) {
	t.Parallel()
	const good = 9
	s := newPlace(t).open(t)
	bad, _ := begin(t, s)
	var ready, all sync.WaitGroup
	ready.Add(good + 1)
	meet := func(change evercart.Change) func(evercart.State) (evercart.Change, error) {
		once := sync.OnceFunc(ready.Done)
		return func(evercart.State) (evercart.Change, error) {
			once()
			ready.Wait()
			return change, nil
		}
	}
	for range good {
		st, _ := begin(t, s)
		all.Go(func() {
			c, err := s.Update(sys(), evercart.Update{Session: st.Session, Do: meet(evercart.Change{Facts: []evercart.Fact{note("good")}})})
			if err != nil || c.State.Seq != 2 {
				t.Errorf("a good neighbour: %v", err)
			}
		})
	}
	all.Go(func() {
		_, err := s.Update(sys(), evercart.Update{Session: bad.Session, Do: meet(evercart.Change{
			Facts: []evercart.Fact{note("x")}, Jobs: []evercart.Job{{Kind: "a\x00b"}}})})
		if evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("U+0000 in a job: %v", err)
		}
	})
	all.Wait()
	st, err := s.Load(sys(), bad.Session)
	code(t, "load", err, "")
	if st.Seq != 1 {
		t.Errorf("the bad one has %d events", st.Seq)
	}
}
