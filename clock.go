package evercart

import (
	"context"
	"time"
)

// Clock is the seam for time.
type Clock interface {
	Now() time.Time
	// Sleep waits, or gives ctx's error.
	Sleep(context.Context, time.Duration) error
}

// SystemClock is the machine's.
type SystemClock struct{}

// Now implements Clock.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep implements Clock.
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// AfterFunc calls f in a goroutine of its own once d has passed; stop says whether it will not be called.
func (SystemClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}
