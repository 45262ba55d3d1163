// Package patience speaks up while something takes long.
package patience

import (
	"context"
	"sync"
	"time"

	"github.com/evercart/evercart/internal/mishap"
)

// Clock is what it waits by.
type Clock interface {
	Sleep(context.Context, time.Duration) error
}

// Pauses are how long it is silent. A zero field takes its default.
type Pauses struct {
	First time.Duration // before the first word (0.9 s)
	Again time.Duration // before each further one (7 s)
}

// alarm is what a clock may also do: call f in a goroutine of its own once d has passed. Most of what is waited for here is done long before
// that, so that no goroutine need sleep through every turn.
type alarm interface {
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// After runs f in a goroutine of its own once d has passed, unless ctx has ended by then. What it gives must be called when ctx has ended: f
// is over, or will not begin, when that returns.
func After(ctx context.Context, clock Clock, d time.Duration, f func()) (over func()) {
	var running sync.WaitGroup
	a, ok := clock.(alarm)
	if !ok {
		running.Go(func() {
			if clock.Sleep(ctx, d) == nil {
				mishap.Do(nil, "patience", f)
			}
		})
		return running.Wait
	}
	running.Add(1)
	stop := a.AfterFunc(d, func() {
		defer running.Done()
		if ctx.Err() == nil {
			mishap.Do(nil, "patience", f)
		}
	})
	return func() {
		if stop() {
			running.Done()
		}
		running.Wait()
	}
}

// While runs do, and meanwhile calls say each time that it was silent for so long; n counts from 0. It gives how often it did. say is
// not called any more once While has returned, nor when ctx has ended.
func While(ctx context.Context, clock Clock, p Pauses, say func(n int), do func() error) (said int, err error) {
	if p.First <= 0 {
		p.First = 900 * time.Millisecond
	}
	if p.Again <= 0 {
		p.Again = 7 * time.Second
	}
	ctx, done := context.WithCancel(ctx)
	over := After(ctx, clock, p.First, func() {
		for ok := true; ok; ok = clock.Sleep(ctx, p.Again) == nil {
			say(said)
			said++
		}
	})
	end := func() {
		done()
		over()
	}
	defer end() // also where do panics
	err = do()
	end()
	return said, err
}

// How long Retry pauses: the pause doubles.
const (
	pauseFirst = 100 * time.Millisecond
	pauseMost  = time.Second
)

// Retry runs do again and again while what it fails with may pass, and for as long as most. It gives what do gave last.
func Retry(ctx context.Context, clock interface {
	Clock
	Now() time.Time
}, most time.Duration, passes func(error) bool, do func() error) error {
	began := clock.Now()
	for pause := pauseFirst; ; pause = min(2*pause, pauseMost) {
		err := do()
		if err == nil || !passes(err) || ctx.Err() != nil || clock.Now().Add(pause).Sub(began) > most || clock.Sleep(ctx, pause) != nil {
			return err
		}
	}
}
