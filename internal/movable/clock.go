// Package movable is a clock that can be moved forward, for trials in which hours pass. Who sleeps when it is moved sleeps so
// much less.
package movable

import (
	"context"
	"sync"
	"time"
)

// Clock is the machine's time, moved forward by what Move was told. The zero value is ready.
type Clock struct {
	mu    sync.Mutex    // guards all below
	ahead time.Duration // of the machine's time
	moved chan struct{} // closed by the next Move; made by who waits for it
}

// Now is the machine's time, moved.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// Move lets d pass at once. Time does not go back: a d below 0 is none.
func (c *Clock) Move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += max(0, d)
	if c.moved != nil {
		close(c.moved)
		c.moved = nil
	}
}

// Sleep waits until d has passed on this clock, or gives ctx's error.
func (c *Clock) Sleep(ctx context.Context, d time.Duration) error {
	for until := c.Now().Add(d); ; {
		moved, left := c.watch(until)
		if left <= 0 {
			return ctx.Err()
		}
		t := time.NewTimer(left)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-moved:
			t.Stop()
		case <-t.C:
			return nil
		}
	}
}

// watch says how long it is until then, and what tells of a move.
func (c *Clock) watch(until time.Time) (<-chan struct{}, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.moved == nil {
		c.moved = make(chan struct{})
	}
	return c.moved, until.Sub(time.Now().Add(c.ahead))
}
