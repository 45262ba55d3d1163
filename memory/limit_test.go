package memory_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/cachetest"
	"github.com/evercart/evercart/internal/movable"
	"github.com/evercart/evercart/memory"
)

func TestLimiter(t *testing.T) {
	t.Parallel()
	clock := &movable.Clock{}
	cachetest.RunLimiter(t, memory.NewLimiter(clock), clock.Move)
}

// A flood of keys costs no memory without bound, and the buckets in use outlive it where they can.
func TestLimiterFlood(t *testing.T) {
	t.Parallel()
	clock := &movable.Clock{}
	l, ctx, r := memory.NewLimiter(clock), context.Background(), evercart.Rate{PerSecond: 0.01, Burst: 1}
	for n := range 30_000 {
		if n == 15_000 {
			clock.Move(5 * time.Minute)
		}
		if err := l.Take(ctx, fmt.Sprint(n), r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Take(ctx, "16000", r); evercart.CodeOf(err) != evercart.RateLimited {
		t.Errorf("a bucket in use was forgotten: %v", err)
	}
}
