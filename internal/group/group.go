// Package group turns many small writes into few large ones: whatever is ready at one moment goes in one batch, one batch
// (or as many as one likes) is in flight, and nobody waits on a timer.
package group

import (
	"context"
	"errors"
	"sync"

	"github.com/evercart/evercart/internal/mishap"
)

// Full says that the queue is at its bound; Closed, that nothing is taken any more; Failed, that the batch panicked: what became of its items is
// not known.
var (
	Full   = errors.New("group: the queue is full")
	Closed = errors.New("group: closed")
	Failed = errors.New("group: the batch panicked")
)

// Options bound a Batcher.
type Options struct {
	Most    int // items a batch; 0 = 128
	Queue   int // items waiting; 0 = 4096
	Flights int // batches in flight at once; 0 = 1
	Few     int // a further batch begins while at most so many items are in flight: with more, its own grows meanwhile; 0 = any number
}

// Place says which items may share a batch.
type Place struct {
	Key   string // at most one item of a key in flight; "" = no such bound
	Alone bool   // shares its batch with nobody
}

// Batcher hands items to one function, batch by batch, in the order they came (items of one key wait for each other).
type Batcher[T any] struct {
	run     func([]T)
	options Options
	wake    chan struct{}
	loops   sync.WaitGroup

	mu      sync.Mutex // guards what follows; never held while a batch runs
	waiting []*item[T]
	flying  map[string]bool // keys of the batches in flight
	aloft   int             // items in flight
	closed  bool
}

type item[T any] struct {
	value T
	place Place
	begun bool  // guarded by Batcher.mu
	err   error // Failed; written before done is closed
	done  chan struct{}
}

// New begins to run batches. run is called as often at once as there are flights; what became of an item it writes into the item.
func New[T any](run func([]T), o Options) *Batcher[T] {
	if o.Most <= 0 {
		o.Most = 128
	}
	if o.Queue <= 0 {
		o.Queue = 4096
	}
	o.Flights = max(o.Flights, 1)
	b := &Batcher[T]{run: run, options: o, wake: make(chan struct{}, o.Flights), flying: map[string]bool{}}
	for range o.Flights {
		b.loops.Go(b.loop)
	}
	return b
}

// Do waits until the batch with v has run. With ctx done before that batch began, v is taken back and ctx's error returned;
// a batch that has begun is always waited for.
func (b *Batcher[T]) Do(ctx context.Context, v T, p Place) error {
	it, err := b.wait(ctx, v, p)
	if it == nil {
		return err
	}
	if b.takeBack(it) {
		return ctx.Err()
	}
	<-it.done
	return it.err
}

// Ask is Do for who only reads: with ctx done it returns ctx's error at once, though the batch may run on. v may be written until
// then and after, so whoever left does not look at it.
func (b *Batcher[T]) Ask(ctx context.Context, v T, p Place) error {
	it, err := b.wait(ctx, v, p)
	if it == nil {
		return err
	}
	b.takeBack(it)
	return ctx.Err()
}

// wait waits until the batch with v has run, or could not be taken; an item that is given is one that ctx did not wait for.
func (b *Batcher[T]) wait(ctx context.Context, v T, p Place) (*item[T], error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	it := &item[T]{value: v, place: p, done: make(chan struct{})}
	if err := b.add(it); err != nil {
		return nil, err
	}
	select {
	case <-it.done:
		return nil, it.err
	case <-ctx.Done():
		return it, nil
	}
}

// Waiting counts the items that are not in a batch yet.
func (b *Batcher[T]) Waiting() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting)
}

// Close takes nothing more, runs what is waiting, and returns when that is done; again = no change.
func (b *Batcher[T]) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.pokeAll()
	b.loops.Wait()
}

func (b *Batcher[T]) pokeAll() {
	for range b.options.Flights {
		b.poke()
	}
}

func (b *Batcher[T]) add(it *item[T]) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return Closed
	case len(b.waiting) >= b.options.Queue:
		return Full
	}
	b.waiting = append(b.waiting, it)
	b.poke()
	return nil
}

func (b *Batcher[T]) takeBack(it *item[T]) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if it.begun {
		return false
	}
	for i, o := range b.waiting {
		if o == it {
			b.waiting = append(b.waiting[:i:i], b.waiting[i+1:]...)
			return true
		}
	}
	return false
}

func (b *Batcher[T]) poke() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

func (b *Batcher[T]) loop() {
	for {
		batch, closed := b.next()
		if len(batch) == 0 {
			if closed {
				return
			}
			<-b.wake
			continue
		}
		values := make([]T, len(batch))
		for i, it := range batch {
			values[i] = it.value
		}
		if !mishap.Do(nil, "batch", func() { b.run(values) }) {
			for _, it := range batch {
				it.err = Failed
			}
		}
		b.landed(batch)
	}
}

// landed ends a batch: what waits for its keys may go.
func (b *Batcher[T]) landed(batch []*item[T]) {
	b.mu.Lock()
	for _, it := range batch {
		delete(b.flying, it.place.Key)
	}
	b.aloft -= len(batch)
	closed := b.closed
	b.mu.Unlock()
	if closed { // whoever waited for this to land may end
		b.pokeAll()
	}
	for _, it := range batch {
		close(it.done)
	}
}

// next takes a batch out of the queue: the first one that may go, and all that may go with it.
func (b *Batcher[T]) next() (batch []*item[T], closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		return nil, b.closed
	}
	if b.options.Few > 0 && b.aloft > b.options.Few { // whoever lands takes what waits
		return nil, false
	}
	if first := b.waiting[0]; first.place.Alone && b.takes(first) {
		b.waiting = b.waiting[1:]
		b.aloft++
		return []*item[T]{first}, false
	}
	var rest []*item[T]
	for i, it := range b.waiting {
		if len(batch) == b.options.Most || it.place.Alone {
			// What came after a loner stays behind it, so that a stream of small items cannot starve it.
			rest = append(rest, b.waiting[i:]...)
			break
		}
		if !b.takes(it) {
			rest = append(rest, it)
			continue
		}
		batch = append(batch, it)
	}
	b.waiting = rest
	b.aloft += len(batch)
	return batch, false
}

// takes puts an item into a batch, unless one of its key is in flight; the lock is held.
func (b *Batcher[T]) takes(it *item[T]) bool {
	key := it.place.Key
	if key != "" && b.flying[key] {
		return false
	}
	if it.begun = true; key != "" {
		b.flying[key] = true
	}
	return true
}
