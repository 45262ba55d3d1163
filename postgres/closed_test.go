package postgres_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hot"
	"github.com/evercart/evercart/postgres"
)

// opening counts what is opened by a shopper's key.
type opening struct {
	evercart.Keys
	n atomic.Int64
}

func (o *opening) Open(ctx context.Context, of evercart.Life, sealed, about []byte) ([]byte, error) {
	o.n.Add(1)
	return o.Keys.Open(ctx, of, sealed, about)
}

// comingBack is a session of so many turns, and a store that counts what it opens of it.
func comingBack(tb testing.TB, turns int) (*postgres.Store, *opening, evercart.SessionID) {
	tb.Helper()
	p := newPlace(tb)
	counted := &opening{Keys: p.ring}
	s, err := postgres.Open(context.Background(), postgres.Config{URL: p.url, Keys: counted})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	st, _ := begin(tb, s)
	for n := range turns {
		st = wholeTurn(tb, s, st, n)
	}
	return s, counted, st.Session
}

// Who comes back at another node is told of the turns that he asks for, and no other is opened: neither what the snapshot knows already, nor what
// was opened before.
func TestComingBackOpensWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	const turns = 45 // a snapshot was written two turns ago
	s, counted, id := comingBack(t, turns)
	node := hot.New(s, hot.Config{Heads: s})
	opened := func(do func()) int64 {
		before := counted.n.Load()
		do()
		return counted.n.Load() - before
	}
	var state evercart.State
	var all int64 // what the last twenty turns and the snapshot take
	folded := opened(func() {
		st, closed, events, err := s.Tail(sys(), id)
		code(t, "tail", err, "")
		if closed == nil || closed.First() > st.Tail() || closed.Last()+1 != events[0].Seq {
			t.Fatalf("the tail of %d is not whole", st.Seq)
		}
		all = opened(func() { _, err = closed.Open(sys(), closed.First()) })
		code(t, "open", err, "")
	})
	read := opened(func() {
		var err error
		state, err = node.Load(sys(), id)
		code(t, "load", err, "")
	})
	if read != folded-all || all < 8 {
		t.Errorf("to come back opens %d; the fold takes %d, and all that is closed %d", read, folded-all, all)
	}
	recent := func(n int) func() {
		return func() {
			having := evercart.Having(sys(), state)
			events, err := node.Events(having, id, state.Recent[len(state.Recent)-n]-1, 0)
			if code(t, "events", err, ""); len(events) == 0 || events[len(events)-1].Seq != state.Seq {
				t.Errorf("the last %d turns are %d events", n, len(events))
			}
		}
	}
	first := opened(recent(len(state.Recent)))
	if again := opened(recent(len(state.Recent))); again != 0 || first == 0 || first > all {
		t.Errorf("all that is remembered opens %d, then %d; there are %d", first, again, all)
	}
	rec, ok := node.Recall(sys(), id, evercart.TurnID(fmt.Sprint("t", turns-19)))
	if !ok || rec.Reply == nil {
		t.Errorf("a turn that was closed is recalled as %+v %v", rec, ok)
	}
}

// BenchmarkComingBack is a session that is read as when its node has died: to be shown with its last four turns, and with all twenty opened, as it was
// before. The ratio of one run is what counts.
func BenchmarkComingBack(b *testing.B) {
	for _, turns := range []int{21, 29, 37, 45} {
		s, counted, id := comingBack(b, turns)
		for name, last := range map[string]int{"asked=4": 4, "asked=20": 20} {
			b.Run(fmt.Sprintf("turns=%d, %s", turns, name), func(b *testing.B) {
				began, before := cpu(), counted.n.Load()
				for b.Loop() {
					st, closed, _, err := s.Tail(sys(), id)
					if err != nil {
						b.Fatal(err)
					}
					if from := st.Recent[max(0, len(st.Recent)-last)]; closed != nil && from <= closed.Last() {
						if _, err := closed.Open(sys(), from); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64((cpu()-began).Microseconds())/float64(b.N), "our-cpu-us/op")
				b.ReportMetric(float64(counted.n.Load()-before)/float64(b.N), "opened/op")
			})
		}
	}
}
