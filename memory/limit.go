package memory

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/evercart/evercart"
)

var _ evercart.Limiter = (*Limiter)(nil)

// Limiter implements evercart.Limiter: one bucket a key, for as long as it matters, since one that is full again says nothing.
type Limiter struct {
	clock evercart.Clock

	mu      sync.Mutex // guards the buckets
	buckets map[string]*bucket
}

type bucket struct {
	limiter *rate.Limiter
	of      evercart.Rate
	used    time.Time
}

const maxBuckets = 20_000

// NewLimiter makes one; a nil clock is the machine's.
func NewLimiter(c evercart.Clock) *Limiter {
	if c == nil {
		c = evercart.SystemClock{}
	}
	return &Limiter{clock: c, buckets: map[string]*bucket{}}
}

// Take implements evercart.Limiter.
func (l *Limiter) Take(ctx context.Context, key string, r evercart.Rate) error {
	const op = "memory.Take"
	if r.PerSecond <= 0 || r.Burst < 1 {
		return evercart.Errorf(evercart.Invalid, op, "a rate has tokens")
	}
	if err := ctx.Err(); err != nil {
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	}
	now := l.clock.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	b, ok := l.buckets[key]
	if !ok || b.of != r {
		if len(l.buckets) >= maxBuckets {
			l.sweep(now)
		}
		b = &bucket{limiter: rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst), of: r}
		l.buckets[key] = b
	}
	b.used = now
	if b.limiter.AllowN(now, 1) {
		return nil
	}
	missing := 1 - b.limiter.TokensAt(now)
	return &evercart.Error{Code: evercart.RateLimited, Op: op, Message: "too many requests", RetryAfter: time.Duration(missing / r.PerSecond * float64(time.Second))}
}

// sweep forgets buckets that are full again, and all of them where that is not enough: a flood of keys must not cost memory.
func (l *Limiter) sweep(now time.Time) {
	for k, b := range l.buckets {
		if now.Sub(b.used).Seconds()*b.of.PerSecond >= float64(b.of.Burst) {
			delete(l.buckets, k)
		}
	}
	if len(l.buckets) >= maxBuckets {
		clear(l.buckets)
	}
}
