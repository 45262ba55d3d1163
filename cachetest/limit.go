package cachetest

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// RunLimiter runs the suite of limiters; age lets time pass for it.
func RunLimiter(t *testing.T, l evercart.Limiter, age func(time.Duration)) {
	ctx := context.Background()
	take := func(key string, r evercart.Rate) (evercart.Code, time.Duration) {
		err := l.Take(ctx, key, r)
		e, _ := errors.AsType[*evercart.Error](err)
		if e == nil {
			return evercart.CodeOf(err), 0
		}
		return e.Code, e.RetryAfter
	}
	slow := evercart.Rate{PerSecond: 0.001, Burst: 3} // nothing comes back while this runs, however slow the machine is
	t.Run("a burst, then one by one", func(t *testing.T) {
		key := rand.Text()
		for i := range slow.Burst {
			if code, _ := take(key, slow); code != "" {
				t.Fatalf("token %d of %d: %s", i+1, slow.Burst, code)
			}
		}
		code, wait := take(key, slow)
		if code != evercart.RateLimited || wait < 800*time.Second || wait > 1000*time.Second {
			t.Fatalf("one too many: %q, again after %s", code, wait)
		}
		age(wait + time.Second)
		if code, _ = take(key, slow); code != "" {
			t.Errorf("after the wait: %s", code)
		}
		if code, _ = take(key, slow); code != evercart.RateLimited {
			t.Errorf("two for one wait: %q", code)
		}
		if code, _ = take(rand.Text(), slow); code != "" {
			t.Errorf("another key: %s", code)
		}
	})
	t.Run("exactly the burst, whoever asks at once", func(t *testing.T) {
		key, r := rand.Text(), evercart.Rate{PerSecond: 0.001, Burst: 20}
		var got, refused atomic.Int32
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 10 {
					switch code, _ := take(key, r); code {
					case "":
						got.Add(1)
					case evercart.RateLimited:
						refused.Add(1)
					}
				}
			})
		}
		all.Wait()
		if got.Load() != 20 || refused.Load() != 60 {
			t.Errorf("%d taken and %d refused, want 20 and 60", got.Load(), refused.Load())
		}
	})
	t.Run("no rate at all", func(t *testing.T) {
		if code, _ := take(rand.Text(), evercart.Rate{}); code != evercart.Invalid {
			t.Errorf("%q", code)
		}
	})
}
