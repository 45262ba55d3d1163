// Package patience speaks up while something takes long.
package patience

import (
	"context"
	"sync"
	"time"
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
	var asking sync.WaitGroup
	defer asking.Wait()
	defer done() // also where do panics
	asking.Go(func() {
		for pause := p.First; clock.Sleep(ctx, pause) == nil; pause = p.Again {
			say(said)
			said++
		}
	})
	err = do()
	done()
	asking.Wait()
	return said, err
}
