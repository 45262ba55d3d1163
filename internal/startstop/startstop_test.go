package startstop_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart/internal/startstop"
)

func TestStopWaits(t *testing.T) {
	t.Parallel()
	var s startstop.Service
	var ended atomic.Int64
	run := func(ctx context.Context) {
		<-ctx.Done()
		ended.Add(1)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := s.Start(ctx, run, run); err != nil {
		t.Fatal(err)
	}
	cancel() // who started it may leave
	if ended.Load() != 0 {
		t.Fatal("ended with the caller's context")
	}
	for range 2 {
		if err := s.Stop(context.Background()); err != nil || ended.Load() != 2 {
			t.Fatal(err, ended.Load())
		}
	}
	if err := s.Start(context.Background(), run); !errors.Is(err, startstop.ErrStopped) {
		t.Fatal(err)
	}
}

func TestStopBeforeStart(t *testing.T) {
	t.Parallel()
	var s startstop.Service
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); !errors.Is(err, startstop.ErrStopped) {
		t.Fatal(err)
	}
}

func TestStartTwice(t *testing.T) {
	t.Parallel()
	var s startstop.Service
	if err := s.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(context.Background()); !errors.Is(err, startstop.ErrStarted) {
		t.Fatal(err)
	}
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestStopGivesUp(t *testing.T) {
	t.Parallel()
	var s startstop.Service
	release := make(chan struct{})
	if err := s.Start(context.Background(), func(context.Context) { <-release }); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := s.Stop(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(release)
	if err := s.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
}
