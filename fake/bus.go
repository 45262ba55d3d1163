package fake

import (
	"context"
	"slices"
	"sync"

	"github.com/evercart/evercart"
)

var _ evercart.Bus = (*Bus)(nil)

// Bus implements evercart.Bus. The zero value is ready.
type Bus struct {
	mu  sync.Mutex // guards what follows
	all map[*listener]struct{}
}

// listener holds the notes that one Listen has not yet handed over.
type listener struct {
	wake chan struct{}

	mu    sync.Mutex // guards what follows
	notes []evercart.Note
}

// waiting bounds the notes that wait for one listener. Beyond, they are lost, and it is told so.
const waiting = 1024

// Publish implements evercart.Bus.
func (b *Bus) Publish(ctx context.Context, notes ...evercart.Note) error {
	if err := over(ctx, "fake.Publish"); err != nil {
		return err
	}
	b.mu.Lock() // held throughout, so that all listeners hear in one order
	defer b.mu.Unlock()
	for l := range b.all {
		l.add(notes)
	}
	return nil
}

// Lose tells all listeners that notes may have been missed.
func (b *Bus) Lose() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for l := range b.all {
		l.add([]evercart.Note{{What: evercart.NoteLost}})
	}
}

// Listen implements evercart.Bus.
func (b *Bus) Listen(ctx context.Context, f func(evercart.Note)) error {
	l := &listener{wake: make(chan struct{}, 1)}
	b.mu.Lock()
	if b.all == nil {
		b.all = map[*listener]struct{}{}
	}
	b.all[l] = struct{}{}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.all, l)
	}()
	f(evercart.Note{What: evercart.NoteLost})
	for {
		select {
		case <-ctx.Done():
			return over(ctx, "fake.Listen")
		case <-l.wake:
		}
		for _, n := range l.take() {
			if ctx.Err() != nil {
				break
			}
			f(n)
		}
	}
}

func (l *listener) add(notes []evercart.Note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.notes)+len(notes) > waiting {
		l.notes = []evercart.Note{{What: evercart.NoteLost}}
	} else {
		l.notes = slices.Concat(l.notes, notes)
	}
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *listener) take() []evercart.Note {
	l.mu.Lock()
	defer l.mu.Unlock()
	notes := l.notes
	l.notes = nil
	return notes
}
