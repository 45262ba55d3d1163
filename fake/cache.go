package fake

import (
	"container/list"
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

var _ evercart.Cache = (*Cache)(nil)

// CacheConfig bounds a Cache. A zero field takes its default.
type CacheConfig struct {
	Entries int           // 10,000
	Keep    time.Duration // how long a copy stays after its last use; 5 min
	Clock   evercart.Clock
}

// Cache implements evercart.Cache.
type Cache struct {
	config CacheConfig

	mu    sync.Mutex // guards what follows
	of    map[evercart.CacheKey]*list.Element
	byUse *list.List // of *entry, the last used first
}

type entry struct {
	key   evercart.CacheKey
	copy  evercart.Cached // without a body there is none
	lease evercart.Lease
	floor evercart.Seq // the newest write known
	until time.Time
}

// NewCache makes an empty one.
func NewCache(c CacheConfig) *Cache {
	if c.Entries <= 0 {
		c.Entries = 10_000
	}
	if c.Keep <= 0 {
		c.Keep = 5 * time.Minute
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	return &Cache{config: c, of: map[evercart.CacheKey]*list.Element{}, byUse: list.New()}
}

// Get implements evercart.Cache.
func (c *Cache) Get(ctx context.Context, k evercart.CacheKey, at evercart.Seq) (evercart.Cached, evercart.Lease, error) {
	const op = "fake.Get"
	if err := over(ctx, op); err != nil {
		return evercart.Cached{}, "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entry(k)
	if e.copy.Body != nil && e.copy.Seq >= at {
		return evercart.Cached{Seq: e.copy.Seq, Body: slices.Clone(e.copy.Body)}, "", nil
	}
	e.copy, e.lease = evercart.Cached{}, token()
	return evercart.Cached{}, e.lease, evercart.Errorf(evercart.NotFound, op, "no copy")
}

// Fill implements evercart.Cache.
func (c *Cache) Fill(ctx context.Context, k evercart.CacheKey, l evercart.Lease, v evercart.Cached) error {
	const op = "fake.Fill"
	if len(v.Body) > evercart.MaxCached {
		return evercart.Errorf(evercart.TooLarge, op, "a copy is at most %d bytes", evercart.MaxCached)
	}
	if err := over(ctx, op); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.find(k)
	if !ok || l == "" || e.lease != l || e.floor > v.Seq || e.copy.Seq > v.Seq {
		return evercart.Errorf(evercart.ClaimLost, op, "the session was written since, or the lease is gone")
	}
	e.copy, e.lease = evercart.Cached{Seq: v.Seq, Body: slices.Clone(v.Body)}, ""
	return nil
}

// Wrote implements evercart.Cache.
func (c *Cache) Wrote(ctx context.Context, writes ...evercart.CacheWrite) ([]evercart.Lease, error) {
	if err := over(ctx, "fake.Wrote"); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	leases := make([]evercart.Lease, len(writes))
	for i, w := range writes {
		e := c.entry(w.Key)
		if w.Seq < e.floor || w.Seq < e.copy.Seq {
			continue
		}
		switch {
		case len(w.Body) > 0 && len(w.Body) <= evercart.MaxCached && w.Lease != "" && w.Lease == e.lease:
			e.copy = evercart.Cached{Seq: w.Seq, Body: slices.Clone(w.Body)}
		case e.copy.Seq < w.Seq:
			e.copy = evercart.Cached{}
		}
		e.floor, e.lease = w.Seq, token()
		leases[i] = e.lease
	}
	return leases, nil
}

// Forget implements evercart.Cache.
func (c *Cache) Forget(ctx context.Context, keys ...evercart.CacheKey) error {
	if err := over(ctx, "fake.Forget"); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range keys {
		if at, ok := c.of[k]; ok {
			c.remove(at)
		}
	}
	return nil
}

// Flush forgets everything, leases too.
func (c *Cache) Flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.of)
	c.byUse.Init()
}

// Len counts the entries, those with a lease alone too.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.of)
}

func token() evercart.Lease { return evercart.Lease(rand.Text()) }

// find gives an entry whose time is not over, and lengthens its stay; the lock is held.
func (c *Cache) find(k evercart.CacheKey) (*entry, bool) {
	at, ok := c.of[k]
	if !ok {
		return nil, false
	}
	e, now := at.Value.(*entry), c.config.Clock.Now()
	if !now.Before(e.until) {
		c.remove(at)
		return nil, false
	}
	e.until = now.Add(c.config.Keep)
	c.byUse.MoveToFront(at)
	return e, true
}

// entry finds one or begins it, and keeps the bound; the lock is held.
func (c *Cache) entry(k evercart.CacheKey) *entry {
	if e, ok := c.find(k); ok {
		return e
	}
	e := &entry{key: k, until: c.config.Clock.Now().Add(c.config.Keep)}
	c.of[k] = c.byUse.PushFront(e)
	for len(c.of) > c.config.Entries {
		c.remove(c.byUse.Back())
	}
	return e
}

func (c *Cache) remove(at *list.Element) { delete(c.of, c.byUse.Remove(at).(*entry).key) }

func over(ctx context.Context, op string) error {
	return evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), op)
}
