package redis_test

import (
	"context"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/redistest"
	"github.com/evercart/evercart/redis"
)

// What each has is counted once, however often it is said; another store's, another key's, and what was lost are not.
func TestTally(t *testing.T) {
	t.Parallel()
	s, ctx := redistest.Start(t), context.Background()
	named := func(c *redis.Config) { c.Name = "one" }
	a, b, apart := open(t, s.URL(), named), open(t, s.URL(), named), open(t, s.URL())
	say := func(c *redis.Client, key, whose string, has, want int64) {
		t.Helper()
		if all, err := c.Tally(ctx, key, whose, has, time.Hour); err != nil || all != want {
			t.Errorf("%s has %d: all have %d, %v; want %d", whose, has, all, err, want)
		}
	}
	say(a, "day", "a", 100, 100)
	say(b, "day", "b", 30, 130)
	say(a, "day", "a", 100, 130)
	say(a, "day", "a", 150, 180)
	say(a, "tomorrow", "a", 1, 1)
	say(apart, "day", "x", 7, 7)
	s.Must(t, "FLUSHALL")
	say(b, "day", "b", 30, 30)
	say(a, "day", "a", 150, 180)
	for _, key := range []string{"evercart:one:t:day"} {
		s.Must(t, "SET", key, "words") // another program wrote over it
	}
	say(a, "day", "a", 150, 150)
	age(t, s, 2*time.Hour)
	say(b, "day", "b", 30, 30)
}
