package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a runner over the double, on a clock that only the test moves.
type bench struct {
	t     *testing.T
	ctx   context.Context
	clock *fake.Clock
	store *fake.Store
	r     *jobs.Runner
}

const lease = 30 * time.Second

func setup(t *testing.T, h jobs.Handler, change func(*jobs.Config)) *bench {
	t.Helper()
	ctx, cancel := context.WithTimeout(evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleSystem}), 3*time.Minute)
	b := &bench{t: t, ctx: ctx, clock: fake.NewClock(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))}
	b.store = fake.NewStore(fake.NewKeys(), b.clock, fake.Flaws{})
	cfg := jobs.Config{Jobs: b.store, Node: "n", Clock: b.clock, Handlers: map[string]jobs.Handler{"k": h}, Lease: lease, Backoff: func(int) time.Duration { return time.Minute }}
	if change != nil {
		change(&cfg)
	}
	b.r = jobs.New(cfg)
	t.Cleanup(func() {
		if err := b.r.Stop(ctx); err != nil {
			t.Errorf("stop: %v", err)
		}
		cancel()
	})
	return b
}

func (b *bench) start() {
	b.t.Helper()
	if err := b.r.Start(context.Background()); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) enqueue(jobs ...evercart.Job) {
	b.t.Helper()
	if err := b.store.Enqueue(b.ctx, jobs...); err != nil {
		b.t.Fatal(err)
	}
}

// asleep waits until the runner's loop, and n handlers' heartbeats, rest.
func (b *bench) asleep(n int) {
	b.t.Helper()
	if err := b.clock.Asleep(b.ctx, n+1); err != nil {
		b.t.Fatal("the runner does not come to rest")
	}
}

func receive[T any](b *bench, c <-chan T, what string) T {
	b.t.Helper()
	select {
	case v := <-c:
		return v
	case <-b.ctx.Done():
		b.t.Fatalf("never: %s", what)
		panic("unreachable")
	}
}

// counts waits until the runner's statistics are as wanted, waking it so that nothing is waited for.
func (b *bench) counts(want jobs.Stats) {
	b.t.Helper()
	for b.r.Stats() != want {
		if b.ctx.Err() != nil {
			b.t.Fatalf("stats %+v, want %+v", b.r.Stats(), want)
		}
		time.Sleep(time.Millisecond) // the counter has no signal
	}
}

func TestJobIsDoneOnce(t *testing.T) {
	t.Parallel()
	got := make(chan evercart.Job, 9)
	b := setup(t, func(ctx context.Context, j evercart.Job) error {
		if c, ok := evercart.CallerOf(ctx); !ok || c.Role != evercart.RoleSystem {
			t.Error("a handler works in the system's name")
		}
		got <- j
		return nil
	}, nil)
	b.enqueue(evercart.Job{Kind: "k", Key: "a", Session: "s", Body: []byte(`{"n":1}`)}, evercart.Job{Kind: "other"})
	b.start()
	if j := receive(b, got, "the job is run"); j.Key != "a" || j.Session != "s" || string(j.Body) != `{"n":1}` || j.Attempt != 1 {
		t.Fatalf("%+v", j)
	}
	b.counts(jobs.Stats{Done: 1})
	b.asleep(0)
	b.clock.Advance(time.Hour)
	b.asleep(0)
	b.counts(jobs.Stats{Done: 1})
	if len(got) != 0 {
		t.Fatal("a job that is done runs again")
	}
}

func TestWakeAndPoll(t *testing.T) {
	t.Parallel()
	got := make(chan evercart.Job, 9)
	b := setup(t, func(_ context.Context, j evercart.Job) error {
		got <- j
		return nil
	}, nil)
	b.start()
	b.asleep(0)
	b.enqueue(evercart.Job{Kind: "k", Key: "woken"})
	b.r.Wake() // the clock stands still
	if j := receive(b, got, "the job that we were woken for"); j.Key != "woken" {
		t.Fatal(j.Key)
	}
	b.counts(jobs.Stats{Done: 1})
	b.enqueue(evercart.Job{Kind: "k", Key: "polled"})
	for len(got) == 0 && b.ctx.Err() == nil {
		b.asleep(0)
		b.clock.Advance(time.Second)
	}
	if j := receive(b, got, "the job that was polled for"); j.Key != "polled" {
		t.Fatal(j.Key)
	}
}

func TestHowAnAttemptEnds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want jobs.Stats
	}{
		"unavailable": {evercart.Errorf(evercart.Unavailable, "x", "away"), jobs.Stats{Retried: 1}},
		"unknown":     {errors.New("x"), jobs.Stats{Retried: 1}},
		"gone":        {evercart.Errorf(evercart.Gone, "x", "erased"), jobs.Stats{Done: 1}},
		"invalid":     {evercart.Errorf(evercart.Invalid, "x", "bad"), jobs.Stats{Parked: 1}},
		"not known":   {evercart.Errorf(evercart.OutcomeUnknown, "x", "?"), jobs.Stats{Retried: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(context.Context, evercart.Job) error { return c.err }, nil)
			b.enqueue(evercart.Job{Kind: "k"})
			b.start()
			b.counts(c.want)
			if c.want.Retried == 1 {
				return
			}
			b.asleep(0)
			b.clock.Advance(24 * time.Hour)
			b.asleep(0)
			b.counts(c.want)
		})
	}
}

func TestRetriesThenParks(t *testing.T) {
	t.Parallel()
	attempts := make(chan int, 9)
	b := setup(t, func(_ context.Context, j evercart.Job) error {
		attempts <- j.Attempt
		return &evercart.Error{Code: evercart.Internal, RetryAfter: 2 * time.Minute}
	}, func(c *jobs.Config) { c.Attempts = 3 })
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	for n := 1; n <= 3; n++ {
		if got := receive(b, attempts, "the next attempt"); got != n {
			t.Fatalf("attempt %d, want %d", got, n)
		}
		if n == 3 {
			break
		}
		b.counts(jobs.Stats{Retried: int64(n)})
		b.asleep(0)
		b.clock.Advance(time.Minute + time.Second) // the backoff is over, the error's own pause is not
		b.asleep(0)
		if len(attempts) != 0 {
			t.Fatal("tried again before RetryAfter")
		}
		b.clock.Advance(time.Minute)
		b.r.Wake()
	}
	b.counts(jobs.Stats{Retried: 2, Parked: 1})
}

// Where something else is away, the job is not to blame, however often that is met; a promise is kept whatever is met.
func TestNeverParked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err     error
		lasting []string
	}{
		"away":              {evercart.Errorf(evercart.Unavailable, "x", "away"), nil},
		"not known":         {evercart.Errorf(evercart.OutcomeUnknown, "x", "?"), nil},
		"promised":          {errors.New("x"), []string{"k"}},
		"promised, refused": {evercart.Errorf(evercart.Damaged, "x", "bad"), []string{"k"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const attempts, tries = 3, 12
			away, got := atomic.Bool{}, make(chan int, 2*tries)
			away.Store(true)
			b := setup(t, func(_ context.Context, j evercart.Job) error {
				got <- j.Attempt
				if away.Load() {
					return c.err
				}
				return nil
			}, func(cfg *jobs.Config) { cfg.Attempts, cfg.Lasting = attempts, c.lasting })
			b.enqueue(evercart.Job{Kind: "k"})
			b.start()
			for n := range tries {
				if at := receive(b, got, "the next attempt"); at != min(n+1, attempts) {
					t.Fatalf("attempt %d counts as the %dth", n+1, at)
				}
				b.counts(jobs.Stats{Retried: int64(n + 1)})
				b.asleep(0)
				away.Store(n+2 < tries)
				b.clock.Advance(time.Minute)
				b.r.Wake()
				if n+2 == tries {
					break
				}
			}
			b.counts(jobs.Stats{Retried: tries - 1, Done: 1})
		})
	}
}

// What was promised and is parked, by a program that knew no better, goes on.
func TestPromisedAndParked(t *testing.T) {
	t.Parallel()
	b := setup(t, func(context.Context, evercart.Job) error { return nil }, func(c *jobs.Config) {
		c.Handlers["other"], c.Lasting = c.Handlers["k"], []string{"k"}
	})
	b.enqueue(evercart.Job{Kind: "k"}, evercart.Job{Kind: "other"})
	got, err := b.store.Lease(b.ctx, "dead", []string{"k", "other"}, 2, time.Second)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	for _, j := range got {
		if err := b.store.Settle(b.ctx, j, evercart.Settlement{Park: true}); err != nil {
			t.Fatal(err)
		}
	}
	b.start()
	b.counts(jobs.Stats{Done: 1})
	b.asleep(0)
	b.counts(jobs.Stats{Done: 1})
}

func TestPanicIsAFailedAttempt(t *testing.T) {
	t.Parallel()
	b := setup(t, func(_ context.Context, j evercart.Job) error {
		if j.Key == "bad" {
			panic("words")
		}
		return nil
	}, nil)
	b.enqueue(evercart.Job{Kind: "k", Key: "bad"}, evercart.Job{Kind: "k", Key: "good"})
	b.start()
	b.counts(jobs.Stats{Retried: 1, Done: 1})
}

// A job that takes its process down with it comes back by itself, attempt after attempt; it must not do so for ever.
func TestJobThatKillsIsParked(t *testing.T) {
	t.Parallel()
	ran := atomic.Bool{}
	b := setup(t, func(context.Context, evercart.Job) error {
		ran.Store(true)
		return nil
	}, func(c *jobs.Config) { c.Attempts = 2 })
	b.enqueue(evercart.Job{Kind: "k"})
	for range 2 {
		if got, err := b.store.Lease(b.ctx, "dead", []string{"k"}, 1, time.Second); err != nil || len(got) != 1 {
			t.Fatal(got, err)
		}
		b.clock.Advance(time.Minute)
	}
	b.start()
	b.counts(jobs.Stats{Parked: 1})
	if ran.Load() {
		t.Fatal("run once more")
	}
}

func TestHeartbeatKeepsTheLease(t *testing.T) {
	t.Parallel()
	began, finish := make(chan struct{}), make(chan struct{})
	b := setup(t, func(ctx context.Context, _ evercart.Job) error {
		close(began)
		<-finish
		return ctx.Err()
	}, nil)
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	receive(b, began, "the handler begins")
	for range 9 { // three leases long
		b.asleep(1)
		b.clock.Advance(lease / 3)
	}
	b.asleep(1)
	if got, err := b.store.Lease(b.ctx, "other", []string{"k"}, 1, lease); err != nil || len(got) != 0 {
		t.Fatalf("another leased %v (%v)", got, err)
	}
	close(finish)
	b.counts(jobs.Stats{Done: 1})
}

func TestDisplacedHolderSettlesNothing(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}), make(chan error, 1)
	var once sync.Once
	b := setup(t, func(ctx context.Context, _ evercart.Job) error {
		once.Do(func() { close(began) })
		<-ctx.Done()
		ended <- ctx.Err()
		return nil // it believes that it has done the job
	}, func(c *jobs.Config) { c.Limit = 1000 * time.Hour })
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	receive(b, began, "the handler begins")
	b.asleep(1)
	b.clock.Advance(2 * lease) // this node stood still, beyond its lease
	var stolen []evercart.Job
	for len(stolen) == 0 && b.ctx.Err() == nil {
		var err error
		if stolen, err = b.store.Lease(b.ctx, "other", []string{"k"}, 1, 24*time.Hour); err != nil {
			t.Fatal(err)
		}
		if len(stolen) == 0 { // our own heartbeat was faster: stand still again
			b.asleep(1)
			b.clock.Advance(2 * lease)
		}
	}
	for len(ended) == 0 && b.ctx.Err() == nil {
		b.clock.Advance(lease / 3)
		time.Sleep(time.Millisecond)
	}
	receive(b, ended, "the handler's context ends with its lease")
	b.counts(jobs.Stats{Lost: 1})
	if err := b.store.Settle(b.ctx, stolen[0], evercart.Settlement{Done: true}); err != nil {
		t.Fatalf("the new holder: %v", err)
	}
}

func TestAttemptIsBounded(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	b := setup(t, func(ctx context.Context, _ evercart.Job) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	}, func(c *jobs.Config) { c.Limit = time.Minute })
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	receive(b, began, "the handler begins")
	for b.r.Stats().Retried == 0 && b.ctx.Err() == nil {
		b.clock.Advance(lease / 3)
		time.Sleep(time.Millisecond)
	}
	b.counts(jobs.Stats{Retried: 1})
}

func TestAtOnce(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int64
	began, finish := make(chan struct{}, 9), make(chan struct{})
	b := setup(t, func(context.Context, evercart.Job) error {
		n := now.Add(1)
		defer now.Add(-1)
		for have := most.Load(); n > have && !most.CompareAndSwap(have, n); have = most.Load() {
		}
		began <- struct{}{}
		<-finish
		return nil
	}, func(c *jobs.Config) { c.AtOnce = 2 })
	for range 5 {
		b.enqueue(evercart.Job{Kind: "k"})
	}
	b.start()
	receive(b, began, "one begins")
	receive(b, began, "two begin")
	b.asleep(2)
	close(finish) // room is taken at once: the clock stands still
	b.counts(jobs.Stats{Done: 5})
	if most.Load() != 2 {
		t.Fatalf("%d at once", most.Load())
	}
}

// outage is a table that cannot be read for a while.
type outage struct {
	evercart.Jobs
	away  atomic.Bool
	asked atomic.Int32
}

func (o *outage) Lease(ctx context.Context, by evercart.NodeID, kinds []string, most int, lasting time.Duration) ([]evercart.Job, error) {
	o.asked.Add(1)
	if o.away.Load() {
		return nil, evercart.Errorf(evercart.Unavailable, "test", "somebody pulled the plug")
	}
	return o.Jobs.Lease(ctx, by, kinds, most, lasting)
}

// A table that is away is told of when that begins, with why, and when it ends, however often it is asked meanwhile.
func TestOutageIsToldOnce(t *testing.T) {
	t.Parallel()
	var (
		out  *outage
		said bytes.Buffer // written by the loop alone, which sleeps while it is read
	)
	b := setup(t, func(context.Context, evercart.Job) error { return nil }, func(c *jobs.Config) {
		out = &outage{Jobs: c.Jobs}
		c.Jobs, c.Log = out, slog.New(slog.NewTextHandler(&said, nil))
	})
	b.start()
	for round := 1; round <= 2; round++ {
		out.away.Store(true)
		for range 3 {
			b.asleep(0)
			b.clock.Advance(time.Minute)
		}
		b.asleep(0)
		out.away.Store(false)
		b.clock.Advance(time.Minute)
		b.asleep(0)
		if began, why, ended := strings.Count(said.String(), "cannot be read"), strings.Count(said.String(), "pulled the plug"), strings.Count(said.String(), "can be read again"); began != round || why != round || ended != round {
			t.Errorf("round %d: begun %d times, with why %d times, ended %d times", round, began, why, ended)
		}
	}
	if n := out.asked.Load(); n < 6 {
		t.Errorf("asked %d times: this test proves nothing", n)
	}
}
