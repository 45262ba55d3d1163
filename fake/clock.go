package fake

import (
	"context"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

var _ evercart.Clock = (*Clock)(nil)

// Clock stands still until a test moves it.
type Clock struct {
	mu       sync.Mutex // guards all below
	now      time.Time
	sleepers []sleeper
	asleep   chan struct{} // closed and made anew whenever somebody falls asleep
}

type sleeper struct {
	until time.Time
	wake  chan struct{}
}

// NewClock makes a clock that shows now.
func NewClock(now time.Time) *Clock { return &Clock{now: now, asleep: make(chan struct{})} }

// Now implements evercart.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Sleep implements evercart.Clock.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	c.mu.Lock()
	s := sleeper{until: c.now.Add(d), wake: make(chan struct{})}
	c.sleepers = append(c.sleepers, s)
	close(c.asleep)
	c.asleep = make(chan struct{})
	c.mu.Unlock()
	select {
	case <-s.wake:
		return nil
	case <-ctx.Done():
		c.leave(s)
		return ctx.Err()
	}
}

func (c *Clock) leave(s sleeper) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.sleepers[:0]
	for _, o := range c.sleepers {
		if o.wake != s.wake {
			kept = append(kept, o)
		}
	}
	c.sleepers = kept
}

// Advance moves the clock and wakes those whose time has come.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	kept := c.sleepers[:0]
	for _, s := range c.sleepers {
		if s.until.After(c.now) {
			kept = append(kept, s)
			continue
		}
		close(s.wake)
	}
	c.sleepers = kept
}

// Asleep waits until n sleep, or gives ctx's error: the signal that a loop has come to rest.
func (c *Clock) Asleep(ctx context.Context, n int) error {
	for {
		c.mu.Lock()
		have, more := len(c.sleepers), c.asleep
		c.mu.Unlock()
		if have >= n {
			return nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
