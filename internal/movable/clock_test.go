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
	before, woken := c.Now(), make(chan error, 1)
	go func() { woken <- c.Sleep(t.Context(), time.Hour) }()
	c.Move(59 * time.Minute)
	select {
	case err := <-woken:
		t.Fatalf("woke a minute too early: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	c.Move(2 * time.Minute)
	if err := <-woken; err != nil {
		t.Fatal(err)
	}
	if d := c.Now().Sub(before); d < 61*time.Minute || d > 62*time.Minute {
		t.Errorf("%v passed, not 61 minutes", d)
	}
	c.Move(-time.Hour)
	if c.Now().Before(before.Add(61 * time.Minute)) {
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
