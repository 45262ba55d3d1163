package jobs_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/jobs"
)

func TestStopWaitsThenGivesBack(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	finish := make(chan struct{})
	b := setup(t, func(ctx context.Context, _ evercart.Job) error {
		close(began)
		select {
		case <-finish:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}, nil)
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	receive(b, began, "the handler begins")
	out, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.r.Stop(out); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := b.r.Stop(b.ctx); err != nil { // now the handler was told to end
		t.Fatal(err)
	}
	if got := b.r.Stats(); got != (jobs.Stats{Retried: 1}) {
		t.Fatalf("%+v", got)
	}
	got, err := b.store.Lease(b.ctx, "other", []string{"k"}, 1, lease)
	if err != nil || len(got) != 1 {
		t.Fatalf("the job was not given back: %v %v", got, err)
	}
	if err := b.r.Start(context.Background()); err == nil {
		t.Fatal("started after it was stopped")
	}
}

// deaf is a table whose heartbeats do not come through.
type deaf struct {
	evercart.Jobs
	silent atomic.Bool
}

func (d *deaf) Extend(ctx context.Context, j evercart.Job, lasting time.Duration) error {
	if d.silent.Load() {
		return evercart.Errorf(evercart.Unavailable, "test", "away")
	}
	return d.Jobs.Extend(ctx, j, lasting)
}

// Whose heartbeats do not come through for as long as a lease lasts may be displaced without knowing, and stops; the job is
// done by whoever leases it next.
func TestHeartbeatsThatDoNotComeThrough(t *testing.T) {
	t.Parallel()
	began, ended := make(chan struct{}, 2), make(chan error, 2)
	d := &deaf{}
	b := setup(t, func(ctx context.Context, j evercart.Job) error {
		began <- struct{}{}
		if j.Attempt > 1 {
			return nil
		}
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	}, func(c *jobs.Config) {
		d.Jobs, c.Jobs = c.Jobs, d
		c.Limit = 1000 * time.Hour
	})
	b.enqueue(evercart.Job{Kind: "k"})
	b.start()
	receive(b, began, "the handler begins")
	b.asleep(1)
	d.silent.Store(true)
	for range 2 {
		b.clock.Advance(lease / 3)
		b.asleep(1)
		if len(ended) != 0 {
			t.Fatal("one heartbeat that is lost is no lease that is lost")
		}
	}
	for len(ended) == 0 && b.ctx.Err() == nil {
		b.clock.Advance(lease / 3)
		time.Sleep(time.Millisecond)
	}
	receive(b, ended, "the handler's context ends")
	for got := b.r.Stats(); got.Done != 1 || got.Retried+got.Lost != 1; got = b.r.Stats() {
		if b.ctx.Err() != nil {
			t.Fatalf("%+v", got)
		}
		b.clock.Advance(time.Minute)
		time.Sleep(time.Millisecond)
	}
}

func TestStopLetsHandlersFinish(t *testing.T) {
	t.Parallel()
	began, finish := make(chan struct{}), make(chan struct{})
	b := setup(t, func(ctx context.Context, _ evercart.Job) error {
		close(began)
		<-finish
		return ctx.Err()
	}, nil)
	b.enqueue(evercart.Job{Kind: "k"}, evercart.Job{Kind: "k", Due: b.clock.Now().Add(time.Hour)})
	b.start()
	receive(b, began, "the handler begins")
	stopped := make(chan error, 1)
	go func() { stopped <- b.r.Stop(b.ctx) }()
	select {
	case err := <-stopped:
		t.Fatalf("stopped while a job runs: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	close(finish)
	if err := receive(b, stopped, "the runner stops"); err != nil {
		t.Fatal(err)
	}
	if got := b.r.Stats(); got != (jobs.Stats{Done: 1}) {
		t.Fatalf("%+v", got)
	}
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	for attempt, most := range map[int]time.Duration{0: time.Second, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 11: 10 * time.Minute, 12: 10 * time.Minute, 99999: 10 * time.Minute} {
		for range 50 {
			if d := jobs.Backoff(attempt); d > most || d < most/2 {
				t.Fatalf("attempt %d waits %v, want %v to %v", attempt, d, most/2, most)
			}
		}
	}
}
