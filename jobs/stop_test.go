package jobs_test

import (
	"context"
	"errors"
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
