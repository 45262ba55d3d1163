package redis_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/bustest"
	"github.com/evercart/evercart/cachetest"
	"github.com/evercart/evercart/internal/redistest"
	"github.com/evercart/evercart/redis"
)

func TestCache(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(t *testing.T) cachetest.Kit {
		s := redistest.Start(t)
		c := open(t, s.URL())
		return cachetest.Kit{Cache: c, Keep: 5 * time.Minute, Flush: func() { s.Must(t, "FLUSHALL") }, Age: func(d time.Duration) { age(t, s, d) }}
	})
}

func TestBus(t *testing.T) {
	t.Parallel()
	bustest.Run(t, func(t *testing.T) bustest.Kit {
		s := redistest.Start(t)
		name := func(c *redis.Config) { c.Name = "one" }
		return bustest.Kit{Nodes: []evercart.Bus{open(t, s.URL(), name), open(t, s.URL(), name)}, Cut: func() error { s.Kill(); return s.Begin() }}
	})
}

func TestLimiter(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	c := open(t, s.URL())
	// The clock of Redis cannot be moved; what it stands for can: the moment at which a bucket is full again.
	cachetest.RunLimiter(t, c, func(d time.Duration) {
		s.Must(t, "EVAL", `for _, k in ipairs(redis.call('KEYS', '*')) do redis.call('SET', k, string.format('%.0f', redis.call('GET', k) - ARGV[1]), 'KEEPTTL') end`, "0", itoa(d.Microseconds()))
	})
	keys := s.Must(t, "KEYS", "*")
	if keys == "" || strings.Contains(keys, "198.51.100.7") {
		t.Error("no keys")
	}
	_ = c.Take(context.Background(), "address 198.51.100.7", evercart.Rate{PerSecond: 1, Burst: 1})
	if keys := s.Must(t, "KEYS", "*"); strings.Contains(keys, "198.51") {
		t.Error("an address stands in Redis")
	}
}

// Nodes of another store neither hear nor see anything.
func TestApart(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t), context.Background()
	a, b := open(t, s.URL()), open(t, s.URL())
	k := evercart.CacheKey{Epoch: "e", Life: "l", Session: "s"}
	_, lease, _ := a.Get(ctx, k, 0)
	if err := a.Fill(ctx, k, lease, evercart.Cached{Seq: 1, Body: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.Get(ctx, k, 0); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("another store's copy: %v", err)
	}
	one := evercart.Rate{PerSecond: 0.001, Burst: 1}
	if err := errors.Join(a.Take(ctx, "k", one), b.Take(ctx, "k", one)); err != nil {
		t.Errorf("another store's rate: %v", err)
	}
}

// What cannot be read is a miss, counted, and replaced; also where another program wrote over the key.
func TestCorrupt(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t), context.Background()
	c := open(t, s.URL())
	k := evercart.CacheKey{Epoch: "e", Life: "l", Session: "s"}
	fill := func() {
		t.Helper()
		_, lease, err := c.Get(ctx, k, 0)
		if evercart.CodeOf(err) != evercart.NotFound || lease == "" {
			t.Fatalf("lease %q, %v", lease, err)
		}
		if err := c.Fill(ctx, k, lease, evercart.Cached{Seq: 7, Body: []byte("good")}); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	key := s.Must(t, "KEYS", "*")
	for i, damage := range [][]string{{"SET", key, "words"}, {"HSET", key, "s", "seven"}, {"HDEL", key, "b"}, {"HDEL", key, "s"}} {
		if damage[0] == "SET" {
			s.Must(t, "DEL", key)
		}
		s.Must(t, damage...)
		fill()
		if n := c.Stats().Corrupt; n != uint64(i+1) {
			t.Errorf("after %v: %d corrupt, want %d", damage, n, i+1)
		}
		if got, _, err := c.Get(ctx, k, 7); err != nil || !bytes.Equal(got.Body, []byte("good")) {
			t.Errorf("after %v: %q, %v", damage, got.Body, err)
		}
	}
	s.Must(t, "SET", key, "words")
	if _, err := c.Wrote(ctx, evercart.CacheWrite{Key: k, Seq: 8}); err != nil {
		t.Errorf("a write over another program's key: %v", err)
	}
	s.Must(t, "DEL", key)
	s.Must(t, "HSET", key, "s", "8", "b", "x")
	if _, err := c.Wrote(ctx, evercart.CacheWrite{Key: k, Seq: 9}); err != nil {
		t.Error(err)
	}
	if _, _, err := c.Get(ctx, k, 9); evercart.CodeOf(err) != evercart.NotFound {
		t.Errorf("%v", err)
	}
}

// A copy in a Redis that is full or read only is not kept, quickly, and the breaker stays closed.
func TestFull(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t, "--maxmemory", "2mb", "--maxmemory-policy", "noeviction"), context.Background()
	c := open(t, s.URL())
	var refused bool
	for n := range 200 {
		_, err := c.Wrote(ctx, evercart.CacheWrite{Key: evercart.CacheKey{Session: evercart.SessionID(itoa(int64(n)))}, Seq: 1, Lease: "x", Body: make([]byte, 60<<10)})
		_, lease, err2 := c.Get(ctx, evercart.CacheKey{Session: evercart.SessionID(itoa(int64(n)))}, 0)
		if err == nil && evercart.CodeOf(err2) == evercart.NotFound {
			err = c.Fill(ctx, evercart.CacheKey{Session: evercart.SessionID(itoa(int64(n)))}, lease, evercart.Cached{Seq: 1, Body: make([]byte, 60<<10)})
		}
		refused = refused || evercart.CodeOf(err) == evercart.Unavailable
	}
	if st := c.Stats(); !refused || st.Refused == 0 || st.Opened != 0 || !st.Up || c.State() != redis.OK {
		t.Errorf("refused %v, %+v", refused, st)
	}
}

// A Redis that hangs is waited for once, not by each; everybody goes on without it, and it is used again when it answers.
func TestHanging(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t), context.Background()
	c := open(t, s.URL(), func(c *redis.Config) { c.Patience = 300 * time.Millisecond })
	k := evercart.CacheKey{Session: "s"}
	asked := func() bool { // on a slow machine a Redis that is well can take longer than this one waits
		_, _, err := c.Get(ctx, k, 0)
		return evercart.CodeOf(err) == evercart.NotFound
	}
	until(t, "Redis is used", asked)
	if err := s.Hang(); err != nil {
		t.Fatal(err)
	}
	before := c.Stats()
	const together = 50
	var all sync.WaitGroup
	for range together {
		all.Go(func() {
			for range 20 {
				if _, _, err := c.Get(ctx, k, 0); evercart.CodeOf(err) != evercart.Unavailable {
					t.Errorf("%v", err)
				}
			}
		})
	}
	all.Wait()
	st := c.Stats()
	failed, skipped := st.Failed-before.Failed, st.Skipped-before.Skipped
	if failed < 1 || failed > together || skipped < 19*together || st.Up || st.Opened != before.Opened+1 {
		t.Errorf("of %d calls: %+v, before them %+v", 20*together, st, before)
	}
	if err := s.Resume(); err != nil {
		t.Fatal(err)
	}
	until(t, "Redis is used again", asked)
}

// A Redis that is away at the start is used when it comes, by the bus too.
func TestAwayAtStart(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t), context.Background()
	s.Kill()
	c := open(t, s.URL())
	if err := c.Publish(ctx, evercart.Note{What: evercart.NoteGoods}); evercart.CodeOf(err) != evercart.Unavailable || c.Up() {
		t.Fatalf("%v", err)
	}
	if err := s.Begin(); err != nil {
		t.Fatal(err)
	}
	until(t, "Redis is used", c.Up)
	if err := c.Publish(ctx, evercart.Note{What: evercart.NoteGoods}); err != nil {
		t.Error(err)
	}
}

// Where a node's notes do not get out, the others are told that they may have missed some, though their own subscriptions stand: with Redis too
// slow for that node alone, and with a right of it missing for a while.
func TestNotesThatDidNotGetOut(t *testing.T) {
	t.Parallel()
	for how, c := range map[string]struct {
		change      func(*redis.Config)
		takes, back []string
	}{
		"too slow":    {change: func(c *redis.Config) { c.Patience = time.Nanosecond }},
		"not allowed": {takes: []string{"ACL", "SETUSER", "default", "-publish"}, back: []string{"ACL", "SETUSER", "default", "+publish"}},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			s, ctx := redistest.Start(t), context.Background()
			name := func(c *redis.Config) { c.Name = "one" }
			node, other := open(t, s.URL(), name, func(conf *redis.Config) {
				if c.change != nil {
					c.change(conf)
				}
			}), open(t, s.URL(), name)
			var lost atomic.Int32
			ctx, leave := context.WithCancel(ctx)
			done := make(chan struct{})
			go func() {
				defer close(done)
				_ = other.Listen(ctx, func(n evercart.Note) {
					if n.What == evercart.NoteLost {
						lost.Add(1)
					}
				})
			}()
			t.Cleanup(func() { leave(); <-done })
			until(t, "the subscription stands", func() bool { return lost.Load() > 0 })
			before := lost.Load()
			if c.takes != nil {
				s.Must(t, c.takes...)
			}
			if err := node.Publish(ctx, evercart.Note{What: evercart.NoteGoods}); evercart.CodeOf(err) != evercart.Unavailable {
				t.Fatalf("%v", err)
			}
			if c.back != nil {
				s.Must(t, c.back...)
			}
			until(t, "the other node is told", func() bool { return lost.Load() > before })
		})
	}
}

// Who leaves while Redis is slow breaks nothing for the others.
func TestCallerLeaves(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	c := open(t, s.URL())
	if err := s.Hang(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	ctx, end := context.WithTimeout(ctx, 200*time.Millisecond)
	defer end()
	if _, _, err := c.Get(ctx, evercart.CacheKey{}, 0); evercart.CodeOf(err) != evercart.Canceled && evercart.CodeOf(err) != evercart.Timeout {
		t.Errorf("%v", err)
	}
	if !c.Up() {
		t.Error("the breaker opened because a caller left")
	}
}

// A Redis that answers and refuses is neither away nor well: with a wrong password, before anybody asked for anything, or without a right. It
// is well again as soon as it does what it is asked, though nobody asks.
func TestRefusing(t *testing.T) {
	t.Parallel()
	s := redistest.Start(t)
	c := open(t, strings.Replace(s.URL(), "redis://", "redis://shop:wrong@", 1))
	until(t, "a wrong password is noticed", func() bool { return c.State() == redis.Refused })
	if c.Stats().Calls != 0 {
		t.Error("somebody asked")
	}
	s.Must(t, "ACL", "SETUSER", "shop", "on", ">wrong", "~*", "&*", "+@all")
	until(t, "it is the right one", func() bool { return c.State() == redis.OK })
	s.Must(t, "ACL", "SETUSER", "shop", "-eval")
	if err := c.Take(context.Background(), "a", evercart.Rate{PerSecond: 1, Burst: 1}); evercart.CodeOf(err) != evercart.Unavailable || c.State() != redis.Refused {
		t.Errorf("without a right: %v, %s", err, c.State())
	}
	s.Must(t, "ACL", "SETUSER", "shop", "+eval")
	until(t, "it has the right", func() bool { return c.State() == redis.OK })
	if st := c.Stats(); st.Opened != 0 || !st.Up {
		t.Errorf("%+v", st)
	}
	s.Kill()
	_ = c.Take(context.Background(), "a", evercart.Rate{PerSecond: 1, Burst: 1})
	until(t, "it is away", func() bool { return c.State() == redis.Away })
}
