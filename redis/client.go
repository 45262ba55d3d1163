package redis

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/startstop"
)

// Config is what a Client stands on. URL is needed.
type Config struct {
	URL   string // see Forms
	Name  string // of the store: nodes of one store share what is in Redis, others see nothing of it
	Clock evercart.Clock
	Log   *slog.Logger

	Patience time.Duration // the longest that one call waits; 0 = 50 ms
	Keep     time.Duration // how long a copy stays after its last use; 0 = 5 min
	Retry    time.Duration // how often a Redis that does not answer is probed; 0 = 1 s
	Secret   []byte        // key of the hash by which rates are counted: their names are addresses of people
}

// Client speaks to Redis.
type Client struct {
	config Config
	redis  redis.UniversalClient
	clock  evercart.Clock
	log    *slog.Logger
	run    startstop.Service

	open    atomic.Bool   // the breaker: nobody asks
	refuses atomic.Bool   // it answers, and we may not do there what we do
	missed  atomic.Bool   // notes did not get out, and nobody was told so
	trip    chan struct{} // wakes the prober
	count   struct{ calls, failed, opened, skipped, refused, corrupt, badNotes atomic.Uint64 }
}

// Stats counts what the client did.
type Stats struct {
	Calls   uint64 // asked of Redis
	Failed  uint64 // not answered in time, or the connection broke
	Skipped uint64 // not asked: the breaker was open
	Refused uint64 // answered with an error: out of memory, loading, read only, …
	Opened  uint64 // how often the breaker opened
	Corrupt uint64 // entries and notes that could not be read
	Up      bool   // the breaker is closed
}

// Open prepares a client; it connects when it is used, so a Redis that is away is no reason not to start. Invalid.
func Open(c Config) (*Client, error) {
	quiet()
	o, err := parse(c.URL)
	if err != nil {
		return nil, err
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	for p, d := range map[*time.Duration]time.Duration{&c.Patience: 50 * time.Millisecond, &c.Keep: 5 * time.Minute, &c.Retry: time.Second} {
		if *p <= 0 {
			*p = d
		}
	}
	// A call is bounded by its context alone, and never repeated by the library: a second try would double the wait.
	o.ContextTimeoutEnabled, o.MaxRetries = true, -1
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = time.Second, time.Second, time.Second, c.Patience
	o.DialerRetries = 1
	o.PoolSize, o.ConnMaxIdleTime = 32, 5*time.Minute
	o.Protocol, o.DisableIdentity, o.ClientName = 2, true, "evercart" // the least that a Redis must know
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return &Client{config: c, redis: redis.NewUniversalClient(o), clock: c.Clock, log: c.Log, trip: make(chan struct{}, 1)}, nil
}

// The library prints each failed connection to a logger that the whole process shares; the breaker tells the same once.
var quiet = sync.OnceFunc(func() { redis.SetLogger(silent{}) })

type silent struct{}

func (silent) Printf(context.Context, string, ...any) {}

// Start begins to watch over the connection.
func (c *Client) Start(ctx context.Context) error { return c.run.Start(ctx, c.probe) }

// Stop ends it and closes all connections; again = no change.
func (c *Client) Stop(ctx context.Context) error {
	err := c.run.Stop(ctx)
	if closed := c.redis.Close(); !errors.Is(closed, redis.ErrClosed) {
		err = errors.Join(err, closed)
	}
	return err
}

// Stats gives the counts so far.
func (c *Client) Stats() Stats {
	n := &c.count
	return Stats{Calls: n.calls.Load(), Failed: n.failed.Load(), Skipped: n.skipped.Load(), Refused: n.refused.Load(), Opened: n.opened.Load(),
		Corrupt: n.corrupt.Load() + n.badNotes.Load(), Up: c.Up()}
}

// do makes one call within the patience, unless the breaker is open. Unavailable, or the end of the caller's own context.
func (c *Client) do(ctx context.Context, op string, call func(context.Context) error) error {
	if c.open.Load() {
		c.count.skipped.Add(1)
		return evercart.Errorf(evercart.Unavailable, op, "Redis does not answer")
	}
	c.count.calls.Add(1)
	short, cancel := context.WithTimeout(ctx, c.config.Patience)
	defer cancel()
	err := call(short)
	if err == nil || errors.Is(err, redis.Nil) {
		return nil
	}
	if ctx.Err() != nil {
		return evercart.Wrap(err, evercart.CodeOf(ctx.Err()), op)
	}
	if answered(err) { // it refused, and quickly: ask again next time
		if unwelcome(err) && !c.refuses.Swap(true) {
			c.wake()
		}
		if n := c.count.refused.Add(1); n&(n-1) == 0 { // the 1st, 2nd, 4th, … : it may be each call
			c.log.Warn("redis: refused", slog.String("op", op), slog.Uint64("times", n), slog.Any("error", err))
		}
		return evercart.Wrap(err, evercart.Unavailable, op)
	}
	c.count.failed.Add(1)
	c.breaks(op, err)
	return evercart.Wrap(err, evercart.Unavailable, op)
}

// breaks opens the breaker.
func (c *Client) breaks(op string, err error) {
	if c.open.Swap(true) {
		return
	}
	c.count.opened.Add(1)
	c.log.Warn("redis: does not answer; going on without it", slog.String("op", op), slog.Any("error", err))
	c.wake()
}

// wake has the prober look.
func (c *Client) wake() {
	select {
	case c.trip <- struct{}{}:
	default:
	}
}

// flapping is how soon after it was closed a breaker that opens again is left open for longer: each try costs a caller.
const flapping = 10 * time.Second

// probe closes the breaker when Redis answers again, finds out when it does again what it is asked, and makes up for notes that did not get
// out. It waits longer than a turn would: a slow Redis is no hanging one, and if it is too slow for the next call, the breaker opens again.
func (c *Client) probe(ctx context.Context) {
	first := c.config.Retry / 8
	if unwelcome(c.ping(ctx)) { // a wrong password is known before anybody asks for anything
		c.refuses.Store(true)
		c.wake()
	}
	var closed time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.trip:
		}
		wait := first
		if c.clock.Now().Sub(closed) < flapping {
			wait = c.config.Retry
		}
		for ; c.open.Load() || c.refuses.Load() || c.missed.Load(); wait = min(2*wait, c.config.Retry) {
			if c.clock.Sleep(ctx, wait) != nil {
				return
			}
			err := c.ping(ctx)
			if err == nil && c.open.Swap(false) {
				closed = c.clock.Now()
				c.log.Info("redis: answers again")
			}
			if c.looks(ctx, err); err == nil {
				c.makeUp(ctx)
			}
		}
	}
}

func (c *Client) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.redis.Ping(ctx).Err()
}
