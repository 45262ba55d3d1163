package hot_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hot"
	"github.com/evercart/evercart/memory"
	"github.com/evercart/evercart/storetest"
)

// turns gives each call to the next of two nodes, so that whatever one remembers is as often as not outdated.
type turns struct {
	evercart.Store
	other evercart.Store
	n     atomic.Int32
}

func (t *turns) next() evercart.Store {
	if t.n.Add(1)%2 == 0 {
		return t.other
	}
	return t.Store
}

func (t *turns) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	return t.next().Update(ctx, u)
}
func (t *turns) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	return t.next().Load(ctx, id)
}
func (t *turns) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	return t.next().Events(ctx, id, after, n)
}
func (t *turns) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	return t.next().Erase(ctx, e)
}
func (t *turns) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	return t.next().Redact(ctx, id, at, why)
}
func (t *turns) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	return t.next().Merge(ctx, m)
}

// Two nodes, asked in turn, keep every promise of one store.
func TestSuiteOnTwoNodes(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Features{}, func(t *testing.T) evercart.Store {
		g := newTogether(t, 2)
		return &turns{Store: g.nodes[0], other: g.nodes[1]}
	})
}

// What another node wrote is seen at once, without waiting for any word of it; what is in use is read from memory all the same.
func TestAnotherNodeWrites(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	g.write(0, session, "")
	for n := range 20 {
		newest := g.write(n%2, session, fmt.Sprint(n))
		g.want(0, session, newest)
		g.want(1, session, newest)
		events, err := g.nodes[(n+1)%2].Events(g.ctx, session, newest.Seq-1, 0)
		if err != nil || len(events) != 1 || events[0].Seq != newest.Seq {
			t.Errorf("events after %d: %v, %v", newest.Seq-1, events, err)
		}
	}
	loads, heads := g.cold.loads.Load(), g.truth.heads.Load()
	newest := g.write(0, session, "mine")
	for range 50 {
		g.want(0, session, newest)
	}
	if got := g.cold.loads.Load(); got != loads {
		t.Errorf("a session in use was read %d times from the store", got-loads)
	}
	if got := g.truth.heads.Load(); got-heads != 50 {
		t.Errorf("%d heads were asked for 50 reads", got-heads)
	}
	if _, err := g.nodes[0].Events(evercart.Having(g.ctx, newest), session, 0, 0); err != nil || g.truth.heads.Load()-heads != 50 {
		t.Errorf("who has just read the state asked again (%v)", err)
	}
}

// A reads, and is held after it has read; B writes and tells. A's late copy is let in nowhere.
func TestLateCopy(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"written", "erased", "refused"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			g := newTogether(t, 3)
			g.write(2, session, "")
			first := g.write(2, session, "scarf")
			g.until("the copy has settled", func() bool { return g.cache.left.Load() == int64(first.Seq) })
			g.cache.Flush()
			g.cold.hold = make(chan chan struct{})
			read := make(chan evercart.State)
			go func() {
				s, _ := g.nodes[0].Load(g.ctx, session)
				read <- s
			}()
			release := <-g.cold.hold
			g.cold.hold = nil
			newest := first
			switch how {
			case "written":
				newest = g.write(1, session, "no scarf")
				g.until("the word is out", func() bool { return g.cache.left.Load() == int64(newest.Seq) })
			case "erased":
				if _, err := g.nodes[1].Erase(g.ctx, evercart.Erasure{Subject: g.who.Subject}); err != nil {
					t.Fatal(err)
				}
			case "refused": // nothing was written, so nothing may show
				_, err := g.nodes[1].Update(g.ctx, evercart.Update{Session: session, Write: "w", By: "agent", Do: func(evercart.State) (evercart.Change, error) {
					return evercart.Change{Facts: []evercart.Fact{&evercart.Noted{What: "x"}}, Takes: []evercart.Take{{What: evercart.TakeStock, ID: "none", Quantity: 1}}}, nil
				}})
				if evercart.CodeOf(err) == "" {
					t.Fatal("it was written")
				}
			}
			close(release)
			if s := <-read; s.Seq != first.Seq {
				t.Fatalf("the slow reader has version %d: it did not read before", s.Seq)
			}
			for range 20 {
				for node := range g.nodes {
					if how != "erased" {
						g.want(node, session, newest)
						continue
					}
					if s, err := g.nodes[node].Load(g.ctx, session); evercart.CodeOf(err) != evercart.NotFound {
						t.Errorf("node %d gives version %d of what was erased (%v)", node, s.Seq, err)
					}
				}
			}
			key := evercart.CacheKey{Epoch: "epoch", Life: g.who.Life, Session: session}
			if c, _, err := g.cache.Get(g.ctx, key, 0); err == nil && (how == "erased" || c.Seq != newest.Seq) {
				t.Errorf("the cache holds version %d", c.Seq)
			}
		})
	}
}

// Everybody comes at once to one session that nobody has.
func TestManyReadersOfOne(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	g.write(1, session, "")
	newest := g.write(1, session, "x")
	g.until("the copy has settled", func() bool { return g.cache.left.Load() == int64(newest.Seq) }) // left later, it would be read
	g.cache.Flush()
	heads := g.truth.heads.Load()
	g.cold.hold = make(chan chan struct{}, 100)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { g.want(0, session, newest) })
	}
	release := <-g.cold.hold
	g.until("the others wait for the one who reads", func() bool { return g.nodes[0].Stats().Shared == 49 })
	close(release)
	all.Wait()
	if n := g.cold.loads.Load(); n != 1 {
		t.Errorf("one session was read %d times by 50 readers", n)
	}
	if n := g.truth.heads.Load() - heads; n > 50 {
		t.Errorf("%d readings of heads", n)
	}
}

// A copy that a writer left, or a reader, is used by a node that has none; it holds no words in the clear; one that cannot be
// read is counted and replaced, and an older one loses against the head.
func TestCopies(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	g.write(0, session, "")
	old := g.write(0, session, "velvet slippers")
	key := evercart.CacheKey{Epoch: "epoch", Life: g.who.Life, Session: session}
	copied := func() (c evercart.Cached) {
		t.Helper()
		c, _, err := g.cache.Get(g.ctx, key, 0)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	left := func(s evercart.State) {
		t.Helper()
		g.until("the copy is there", func() bool { return g.cache.left.Load() == int64(s.Seq) })
	}
	left(old)
	c := copied()
	if bytes.Contains(c.Body, []byte("velvet")) || bytes.Contains(c.Body, []byte("size")) || strings.Contains(string(c.Body), string(g.who.Subject)) {
		t.Error("the copy is readable")
	}
	g.want(1, session, old)
	if st := g.nodes[1].Stats(); st.CacheHits != 1 || st.Loads != 0 {
		t.Errorf("a copy was there: %+v", st)
	}
	newest := g.write(0, session, "leather boots")
	left(newest)
	whole := copied()

	put := func(body []byte, at evercart.Seq) { // as a restored file would
		t.Helper()
		if err := g.cache.Forget(g.ctx, key); err != nil {
			t.Fatal(err)
		}
		_, lease, _ := g.cache.Get(g.ctx, key, 0)
		if err := g.cache.Fill(g.ctx, key, lease, evercart.Cached{Seq: at, Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	put(c.Body, c.Seq)
	g.want(1, session, newest)
	if st := g.nodes[1].Stats(); st.CacheHits != 1 || st.Loads != 1 {
		t.Errorf("an older copy: %+v", st)
	}
	for i, bad := range [][]byte{c.Body, []byte("{}"), slices.Concat(whole.Body, []byte{0})} {
		newest = g.write(0, session, fmt.Sprint("boots ", i)) // node 1 must look again
		left(newest)
		put(bad, newest.Seq)
		g.want(1, session, newest)
		if st := g.nodes[1].Stats(); st.CacheCorrupt != uint64(i+1) || st.CacheHits != 1 {
			t.Errorf("copy %d that cannot be read: %+v", i, st)
		}
	}
}

// The cache loses everything, again and again, under sessions that two nodes write: no read ever differs from the store.
func TestCacheVanishes(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	const sessions, steps = 12, 40
	done := make(chan struct{})
	var flushing, all sync.WaitGroup
	flushing.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				g.cache.Flush()
				time.Sleep(500 * time.Microsecond)
			}
		}
	})
	for n := range sessions {
		g.write(0, sessionID(n), "")
		all.Go(func() {
			for step := range steps {
				newest := g.write((n+step)%2, sessionID(n), fmt.Sprint(step))
				g.want(step%2, sessionID(n), newest)
				g.want((step+1)%2, sessionID(n), newest)
			}
		})
	}
	all.Wait()
	close(done)
	flushing.Wait()
}

// What was written while the cache could not be told is told when it can: it holds nothing old for long.
func TestToldLate(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 1)
	g.write(0, session, "")
	old := g.write(0, session, "old")
	g.until("the copy is left", func() bool { return g.cache.left.Load() == int64(old.Seq) })
	g.cache.away.Store(true)
	newest := g.write(0, session, "new")
	g.want(0, session, newest)
	time.Sleep(20 * time.Millisecond) // the word has failed by then, or fails later: both will do
	g.cache.away.Store(false)
	key := evercart.CacheKey{Epoch: "epoch", Life: g.who.Life, Session: session}
	g.until("the old copy is gone", func() bool {
		c, _, err := g.cache.Get(g.ctx, key, 0)
		return evercart.CodeOf(err) == evercart.NotFound || c.Seq == newest.Seq
	})
}

// A store that lost its last commits reaches a version a second time: the copy of what never was is not given out.
func TestSecondTimeAtAVersion(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 1)
	g.write(0, session, "")
	lost := g.write(0, session, "lost")
	other := newTogether(t, 1) // the standby that was promoted: the same session, another second event
	other.write(0, session, "")
	time.Sleep(2 * time.Millisecond)
	kept := other.write(0, session, "kept")
	if kept.Seq != lost.Seq {
		t.Fatal("not the same version")
	}
	g.truth.store.Store(other.truth.store.Load())
	g.cold.Store = other.cold.Store
	g.want(0, session, kept)
}

// Words of another's erasure leave the memory of every node.
func TestErasedElsewhere(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	g.write(0, session, "")
	g.want(1, session, g.write(0, session, "secret"))
	if _, err := g.nodes[0].Erase(g.ctx, evercart.Erasure{Subject: g.who.Subject}); err != nil {
		t.Fatal(err)
	}
	g.until("the other node has forgotten", func() bool { return g.nodes[1].Stats().Entries == 0 })
	if n := g.nodes[0].Stats().Entries; n != 0 {
		t.Errorf("%d entries are left", n)
	}
}

// away is a limiter that cannot be reached.
type away struct{ code evercart.Code }

func (a away) Take(context.Context, string, evercart.Rate) error {
	return evercart.Errorf(a.code, "away", "")
}

// While the shared count is away, each node counts alone; a refusal stays one.
func TestLimiterAlone(t *testing.T) {
	t.Parallel()
	one := evercart.Rate{PerSecond: 0.001, Burst: 1}
	l := hot.Limiter{Shared: away{evercart.Unavailable}, Own: memory.NewLimiter(nil)}
	if err := l.Take(t.Context(), "k", one); err != nil {
		t.Error(err)
	}
	if err := l.Take(t.Context(), "k", one); evercart.CodeOf(err) != evercart.RateLimited {
		t.Error(err)
	}
	l.Shared = away{evercart.RateLimited}
	if err := l.Take(t.Context(), "other", one); evercart.CodeOf(err) != evercart.RateLimited {
		t.Error(err)
	}
}

// Who commits before anything is said reads a session that lives here from memory alone. One that other nodes write, or a store that does
// not answer, is asked for its head.
func TestRelied(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 2)
	relying := evercart.Relying(g.ctx)
	var newest evercart.State
	read := func(node int) (seq evercart.Seq, heads int32) {
		before := g.truth.heads.Load()
		s, err := g.nodes[node].Load(relying, session)
		if err != nil {
			t.Fatal(err)
		}
		return s.Seq, g.truth.heads.Load() - before
	}
	write := func(node int) { newest = g.write(node, session, fmt.Sprint(g.n.Load())) }
	for range 4 {
		write(0)
	}
	if _, heads := read(0); heads != 1 {
		t.Errorf("a node with little to do asked for %d heads", heads)
	}
	g.until("memory will do", func() bool { // answers of the store tell for a quarter of a second: a slow machine needs more of them
		for range 8 {
			write(0)
		}
		seq, heads := read(0)
		return seq == newest.Seq && heads == 0
	})
	if _, heads := read(1); heads != 1 {
		t.Errorf("a node that did not write asked for %d heads", heads)
	}
	for range 6 { // now the session moves from node to node
		write(1)
		write(0)
		if seq, heads := read(0); seq != newest.Seq || heads != 1 {
			t.Errorf("version %d of %d after %d heads", seq, newest.Seq, heads)
		}
	}
}
