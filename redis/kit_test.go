package redis_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/evercart/evercart/internal/redistest"
	"github.com/evercart/evercart/redis"
)

// open gives a started client of its own name, so that tests may share a server. Its patience is long: the machine may be busy.
func open(t *testing.T, url string, change ...func(*redis.Config)) *redis.Client {
	t.Helper()
	conf := redis.Config{URL: url, Name: rand.Text(), Patience: 10 * time.Second, Retry: 100 * time.Millisecond, Secret: []byte("of a test"), Log: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&conf)
	}
	c, err := redis.Open(conf)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Stop(context.Background()) })
	return c
}

// age lets time pass for all keys of a server.
func age(t *testing.T, s *redistest.Server, d time.Duration) {
	t.Helper()
	s.Must(t, "EVAL", `for _, k in ipairs(redis.call('KEYS', '*')) do redis.call('PEXPIRE', k, redis.call('PTTL', k) - tonumber(ARGV[1])) end`, "0", strconv.FormatInt(d.Milliseconds(), 10))
}

func until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute until %s", what)
		}
	}
}
