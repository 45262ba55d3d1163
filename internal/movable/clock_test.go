package movable_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/movable"
)

// Who sleeps an hour wakes when an hour was let pass, in moves that are each too short, and not before.
func TestMoveWakesWhoSleeps(t *testing.T) {
	t.Parallel()
	var c movable.Clock
	before, done := c.Now(), make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			default:
				c.Move(time.Minute)
			}
		}
	}()
	err := c.Sleep(t.Context(), time.Hour)
	close(done)
	if err != nil {
		t.Fatal(err)
	}
	now := c.Now()
	if d := now.Sub(before); d < time.Hour {
		t.Errorf("woke after %v, not an hour", d)
	}
	c.Move(-time.Hour)
	if c.Now().Before(now) {
		t.Error("time went back")
	}
}

func TestSleepEnds(t *testing.T) {
	t.Parallel()
	var c movable.Clock
	if err := c.Sleep(t.Context(), time.Millisecond); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, not canceled", err)
	}
}
