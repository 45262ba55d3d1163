package postgres_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/postgres"
)

// BenchmarkUpdate is one change of one session, by so many writers at once, beside what the server itself can do: one row in a
// transaction of its own, by sixteen clients on the same database.
func BenchmarkUpdate(b *testing.B) {
	b.Run("bare insert, clients=16", bareInsert)
	for _, writers := range []int{1, 16, 64, 200} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) { parallelUpdates(b, writers) })
	}
}

// share runs do b.N times, by so many at once, and reports how many a second, and how long each took.
func share(b *testing.B, by int, do func(i int) error) {
	todo := make(chan struct{}, b.N)
	for range b.N {
		todo <- struct{}{}
	}
	close(todo)
	took := make([][]time.Duration, by)
	var all sync.WaitGroup
	b.ResetTimer()
	ours, theirs := cpu(), server.Server(b).CPU()
	for i := range by {
		all.Go(func() {
			for range todo {
				began := time.Now()
				if err := do(i); err != nil {
					b.Error(err)
					return
				}
				took[i] = append(took[i], time.Since(began))
			}
		})
	}
	all.Wait()
	b.StopTimer()
	ours, theirs = cpu()-ours, server.Server(b).CPU()-theirs
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N), "our-cpu-us/op") // on a machine that is shared, this tells more than the time
	b.ReportMetric(float64(theirs.Microseconds())/float64(b.N), "its-cpu-us/op")
	sorted := slices.Sorted(slices.Values(slices.Concat(took...)))
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "a-second")
	if len(sorted) > 0 {
		b.ReportMetric(float64(sorted[len(sorted)/2].Microseconds()), "p50-us")
		b.ReportMetric(float64(sorted[len(sorted)*99/100].Microseconds()), "p99-us")
	}
}

// cpu is the processor time that this process has taken.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func bareInsert(b *testing.B) {
	p := newPlace(b)
	pool, err := pgxpool.New(context.Background(), strings.Replace(p.root, "sslmode=disable", "sslmode=disable&pool_max_conns=16", 1))
	code(b, "open", err, "")
	defer pool.Close()
	_, err = pool.Exec(context.Background(), `CREATE TABLE bare(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v bytea)`)
	code(b, "create", err, "")
	v := make([]byte, 200)
	share(b, 16, func(int) error {
		_, err := pool.Exec(context.Background(), `INSERT INTO bare(v) VALUES($1)`, v)
		return err
	})
}

func parallelUpdates(b *testing.B, writers int) {
	s := newPlace(b).open(b)
	states := make([]evercart.State, writers)
	for i := range states {
		states[i], _ = begin(b, s)
	}
	before := s.Stats()
	share(b, writers, func(i int) error {
		c, err := s.Update(sys(), evercart.Update{Session: states[i].Session, Base: &states[i], By: "agent", Do: facts(note("searched"))})
		states[i] = c.State
		return err
	})
	after := s.Stats()
	b.ReportMetric(float64(after.Changes-before.Changes)/float64(after.Groups-before.Groups), "changes/group")
}

// BenchmarkTurns is turns of sessions at once: in three commits (words, effect, reply), and in one.
func BenchmarkTurns(b *testing.B) {
	for _, c := range []struct{ sessions, commits int }{{16, 3}, {200, 3}, {16, 1}, {200, 1}} {
		b.Run(fmt.Sprintf("sessions=%d, commits=%d", c.sessions, c.commits), func(b *testing.B) {
			sessions := c.sessions
			s := newPlace(b).open(b)
			states, n := make([]evercart.State, sessions), make([]int, sessions)
			for i := range states {
				states[i], _ = begin(b, s)
			}
			share(b, sessions, func(i int) error {
				if n[i]++; c.commits == 1 {
					states[i] = wholeTurn(b, s, states[i], n[i])
				} else {
					states[i] = turn(b, s, states[i], n[i], "make it three", replied)
				}
				return nil
			})
		})
	}
}

var replied = strings.Repeat("Of course, the blouse. ", 6)

// wholeTurn is a turn in one change, as the offline brain makes it.
func wholeTurn(tb testing.TB, s *postgres.Store, st evercart.State, n int) evercart.State {
	tb.Helper()
	id := evercart.TurnID(fmt.Sprint("t", n))
	open := &evercart.TurnOpened{Node: "n", Channel: "test", MAC: []byte("0123456789abcdef")}
	open.Personal.Words = "make it three"
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "rules", Shown: []evercart.SKU{"A"}}
	closed.Personal.Generated = evercart.Personal(replied)
	c, err := s.Update(sys(), evercart.Update{Session: st.Session, Base: &st, Turn: id, By: "shopper", Do: func(s evercart.State) (evercart.Change, error) {
		ch, err := setQuantity(n%5 + 1)(s)
		ch.Facts = slices.Concat([]evercart.Fact{open}, ch.Facts, []evercart.Fact{closed})
		return ch, err
	}})
	code(tb, "turn", err, "")
	return c.State
}

// walOf counts the bytes of log that a turn takes.
func walOf(tb testing.TB, p *place, s *postgres.Store, st evercart.State, from, turns int) (evercart.State, float64) {
	tb.Helper()
	root := connect(tb, p.root)
	const at = `SELECT pg_current_wal_insert_lsn()::text`
	before := ask[string](tb, root, at)
	for n := range turns {
		st = turn(tb, s, st, from+n, "make it three", replied)
	}
	return st, ask[float64](tb, root, `SELECT ($1::pg_lsn - $2::pg_lsn)::float8`, ask[string](tb, root, at), before) / float64(turns)
}

// A turn costs the log the same in a young session and in one of a thousand turns, and little. It runs alone: the log is one.
func TestLogPerTurn(t *testing.T) { //nolint:paralleltest // see above
	const turns, most = 40, 12 << 10
	p := newPlace(t)
	s := p.open(t)
	quick, err := postgres.Open(context.Background(), p.config().WithAsync())
	code(t, "open", err, "")
	defer quick.Close() //nolint:errcheck // a test
	st, _ := begin(t, s)
	for n := range 20 {
		st = wholeTurn(t, quick, st, n)
	}
	st, young := walOf(t, p, s, st, 20, turns)
	for n := 20 + turns; n < 1000; n++ {
		st = wholeTurn(t, quick, st, n)
	}
	_, aged := walOf(t, p, s, st, 1000, turns)
	t.Logf("%.0f bytes of log a turn at turn 20, %.0f at turn 1,000", young, aged)
	if aged > 1.2*young || aged > most {
		t.Errorf("%.0f bytes a turn at turn 1,000, %.0f at turn 20", aged, young)
	}
}

// Nothing that a turn changes in a head is indexed: its row is rewritten in its page, and no index hears of it.
func TestHeadsStayHot(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	st, _ := begin(t, s)
	for n := range 30 {
		st = turn(t, s, st, n, "make it three", replied)
	}
	code(t, "close", s.Close(), "") // what a connection counted is told when it ends, at the latest
	root := connect(t, p.root)
	for {
		total := ask[int](t, root, `SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'head'`)
		if total < 90 {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		if hot := ask[int](t, root, `SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'head'`); hot < total*95/100 {
			t.Errorf("%d of %d updates of heads are HOT", hot, total)
		}
		return
	}
}

// BenchmarkPutProducts takes a feed of 5,000 products (15,000 variants) over: new, with every price moved, and with the same content.
func BenchmarkPutProducts(b *testing.B) {
	s := newPlace(b).open(b)
	for i := evercart.Minor(0); b.Loop(); i++ {
		if _, err := s.PutProducts(sys(), "feed", feedOf(5000, i/2)); err != nil { // every second one is known
			b.Fatal(err)
		}
	}
}
