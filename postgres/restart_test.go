package postgres_test

import (
	"context"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/pgtest"
	"github.com/evercart/evercart/postgres"
)

// crashes is how often the server goes down; where more is asked for (make soak), more often.
func crashes() int {
	if n, err := strconv.Atoi(os.Getenv("EVERCART_TEST_KILLS")); err == nil {
		return n
	}
	return 4
}

// A server that goes down under load, as in a crash, and comes back: the store refuses meanwhile, heals by itself, and has lost nothing.
// At three in ten of the crashes, and more, a commit was on its way.
func TestServerRestarts(t *testing.T) {
	t.Parallel()
	own := pgtest.Lazy{Prepare: prepare} // a restart is felt by all
	t.Cleanup(own.Stop)
	pg, db := own.Server(t), own.Database(t)
	p := newPlaceAt(t, pg.URL(db, "evercart_app")+"&pool_max_conns=8", pg.URL(db, "postgres"))
	s := p.open(t)
	var (
		l     ledger
		all   sync.WaitGroup
		ended atomic.Bool
		told  = make(chan struct{}, 64)
	)
	for range 8 {
		st, _ := begin(t, s)
		all.Go(func() {
			for !ended.Load() {
				u := evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("x"))}
				switch _, err := s.Update(sys(), u); evercart.CodeOf(err) {
				case "":
					l.add(u.Session, u.Write)
					select {
					case told <- struct{}{}:
					default:
					}
				case evercart.Unavailable, evercart.Timeout, evercart.OutcomeUnknown:
					time.Sleep(10 * time.Millisecond) // as a caller told to come again
				default:
					t.Errorf("update: %v", err)
					return
				}
			}
		})
	}
	during, looked := 0, int64(0)
	for range crashes() {
		for range cap(told) + 8 {
			<-told
		}
		if err := pg.Restart(); err != nil {
			t.Fatal(err)
		}
		if now := s.Stats().Lost; now > looked { // commits whose outcome had to be looked up
			during, looked = during+1, now
		}
	}
	for range cap(told) + 8 {
		<-told
	}
	ended.Store(true)
	all.Wait()
	code(t, "check", s.Check(sys()), "")
	acked, lost, doubled, others := l.check(t, s)
	if lost+doubled > 0 {
		t.Errorf("acknowledged %d, lost %d, doubled %d", acked, lost, doubled)
	}
	t.Logf("%d changes acknowledged over %d crashes, %d of them during a commit; %d more were left open and are there", acked, crashes(), during, others)
	if during*10 < crashes()*3 {
		t.Errorf("%d of %d crashes met a commit", during, crashes())
	}
	weakened(t, pg, p, s)
	refusedServers(t, pg, p)
}

// weakened shows that the check above can fail: commits that do not wait for the disk are lost in a crash.
func weakened(t *testing.T, pg *pgtest.Server, p *place, s *postgres.Store) {
	t.Helper()
	pg.SQL(t, "postgres", `ALTER SYSTEM SET wal_writer_delay = '10s'`)
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	weak, err := postgres.Open(context.Background(), p.config().WithAsync())
	code(t, "open", err, "")
	defer weak.Close() //nolint:errcheck // a test
	var control ledger
	for st, _ := begin(t, s); control.count() < 50; {
		u := evercart.Update{Session: st.Session, Write: newWrite(), Do: facts(note("x"))}
		_, err := weak.Update(sys(), u)
		code(t, "update", err, "")
		control.add(u.Session, u.Write)
	}
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	if _, lost, _, _ := control.check(t, s); lost == 0 {
		t.Error("nothing was lost although nothing was flushed: this test proves nothing")
	}
}

// refusedServers are those that do not flush, or wait for too few standbys.
func refusedServers(t *testing.T, pg *pgtest.Server, p *place) {
	t.Helper()
	config := p.config()
	config.Replicas = 1
	_, err := postgres.Open(context.Background(), config)
	code(t, "no standby", err, evercart.Invalid)
	pg.SQL(t, "postgres", `ALTER SYSTEM SET fsync = off`)
	if err := pg.Restart(); err != nil {
		t.Fatal(err)
	}
	_, err = postgres.Open(context.Background(), p.config())
	code(t, "fsync off", err, evercart.Invalid)
}
