// Package startstop is the one contract of everything with a goroutine: Start begins, Stop ends it and waits. Stop is
// idempotent, works before Start, and what was stopped stays so.
package startstop

import (
	"context"
	"errors"
	"sync"

	"github.com/evercart/evercart/internal/mishap"
)

// ErrStopped is what Start answers after Stop, ErrStarted what it answers twice.
var (
	ErrStopped = errors.New("startstop: stopped for good")
	ErrStarted = errors.New("startstop: started already")
)

// Service is embedded or held by a component. The zero value is ready.
type Service struct {
	mu      sync.Mutex // guards all below
	stopped bool
	cancel  context.CancelFunc
	running sync.WaitGroup
	done    chan struct{} // made by Start, closed when all goroutines have ended
}

// Start runs each function in a goroutine. Their context has the values of ctx, not its end: it ends with Stop. One that panics is
// begun again.
func (s *Service) Start(ctx context.Context, run ...func(context.Context)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped:
		return ErrStopped
	case s.cancel != nil:
		return ErrStarted
	}
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	s.done = make(chan struct{})
	for _, f := range run {
		s.running.Go(func() { mishap.Keep(ctx, nil, "upkeep", func() { f(ctx) }) })
	}
	go func() {
		s.running.Wait()
		close(s.done)
	}()
	return nil
}

// Stop cancels the goroutines' context and waits until they have ended, or until ctx ends: then its error.
func (s *Service) Stop(ctx context.Context) error {
	s.mu.Lock()
	s.stopped = true
	cancel, done := s.cancel, s.done
	s.mu.Unlock()
	if cancel == nil {
		return nil
	}
	cancel()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
