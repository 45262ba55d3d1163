package movable_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/movable"
)

func TestMoveWakesWhoSleeps(t *testing.T) {
	t.Parallel()
	var c movable.Clock
	before, woken := c.Now(), make(chan time.Time, 1)
	go func() {
		if err := c.Sleep(t.Context(), time.Hour); err != nil {
			t.Error(err)
		}
		woken <- c.Now()
	}()
	for { // it may fall asleep after some of the moves: however many it takes, an hour has passed when it wakes
		c.Move(20 * time.Minute)
		select {
		case now := <-woken:
			if d := now.Sub(before); d < time.Hour {
				t.Errorf("woken after %v", d)
			}
			c.Move(-time.Hour)
			if c.Now().Before(now) {
				t.Error("time went back")
			}
			return
		case <-time.After(time.Millisecond):
		}
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
