package group_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/evercart/evercart/internal/group"
)

// gate is a run function that tells when a batch begins and lets it end when told.
type gate struct {
	begun chan []string
	end   chan struct{}
}

func newGate() *gate { return &gate{begun: make(chan []string, 16), end: make(chan struct{}, 16)} }

func (g *gate) run(batch []string) {
	g.begun <- batch
	<-g.end
}

// line puts items into the queue, one after the other, while a first batch runs.
func line(t *testing.T, b *group.Batcher[string], wg *sync.WaitGroup, items []string, place func(string) group.Place) {
	t.Helper()
	for _, it := range items {
		before := b.Waiting()
		wg.Go(func() {
			if err := b.Do(context.Background(), it, place(it)); err != nil {
				t.Errorf("Do(%s) = %v", it, err)
			}
		})
		for b.Waiting() == before { //nolint:revive // the queue is the signal
		}
	}
}

func TestBatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		items []string
		place func(string) group.Place
		want  [][]string
	}{
		{"all that is ready", []string{"a", "b", "c"}, func(string) group.Place { return group.Place{} }, [][]string{{"a", "b", "c"}}},
		{"one of a key", []string{"a1", "b1", "a2", "a3"}, func(s string) group.Place { return group.Place{Key: s[:1]} },
			[][]string{{"a1", "b1"}, {"a2"}, {"a3"}}},
		{"a loner", []string{"a", "!", "b", "c"}, func(s string) group.Place { return group.Place{Alone: s == "!"} },
			[][]string{{"a"}, {"!"}, {"b", "c"}}},
		{"at most four", []string{"a", "b", "c", "d", "e"}, func(string) group.Place { return group.Place{} },
			[][]string{{"a", "b", "c", "d"}, {"e"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := newGate()
			b := group.New(g.run, group.Options{Most: 4})
			var wg sync.WaitGroup
			wg.Go(func() { _ = b.Do(context.Background(), "first", group.Place{}) })
			<-g.begun
			line(t, b, &wg, c.items, c.place)
			g.end <- struct{}{}
			for _, want := range c.want {
				if got := <-g.begun; !slices.Equal(got, want) {
					t.Errorf("batch %v, want %v", got, want)
				}
				g.end <- struct{}{}
			}
			wg.Wait()
			b.Close()
			b.Close()
		})
	}
}

func TestTakenBack(t *testing.T) {
	t.Parallel()
	g := newGate()
	b := group.New(g.run, group.Options{})
	var wg sync.WaitGroup
	wg.Go(func() { _ = b.Do(context.Background(), "first", group.Place{}) })
	<-g.begun
	ctx, cancel := context.WithCancel(context.Background())
	got := make(chan error, 1)
	go func() { got <- b.Do(ctx, "second", group.Place{}) }()
	for b.Waiting() == 0 { //nolint:revive // the queue is the signal
	}
	cancel()
	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Errorf("a waiting item with a done ctx: %v, want canceled", err)
	}
	g.end <- struct{}{}
	wg.Wait()
	b.Close()
	if len(g.begun) != 0 {
		t.Errorf("the item that was taken back ran: %v", <-g.begun)
	}
}

func TestBegunIsWaitedFor(t *testing.T) {
	t.Parallel()
	g := newGate()
	b := group.New(g.run, group.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	got := make(chan error, 1)
	go func() { got <- b.Do(ctx, "first", group.Place{}) }()
	<-g.begun
	cancel()
	select {
	case err := <-got:
		t.Fatalf("Do returned %v while its batch ran", err)
	default:
	}
	g.end <- struct{}{}
	if err := <-got; err != nil {
		t.Errorf("Do = %v, want nil: the batch ran", err)
	}
	b.Close()
}

func TestBounds(t *testing.T) {
	t.Parallel()
	g := newGate()
	b := group.New(g.run, group.Options{Queue: 1})
	var wg sync.WaitGroup
	wg.Go(func() { _ = b.Do(context.Background(), "first", group.Place{}) })
	<-g.begun
	line(t, b, &wg, []string{"second"}, func(string) group.Place { return group.Place{} })
	if err := b.Do(context.Background(), "third", group.Place{}); !errors.Is(err, group.Full) {
		t.Errorf("over the bound: %v, want Full", err)
	}
	g.end <- struct{}{}
	g.end <- struct{}{}
	wg.Wait()
	b.Close()
	if err := b.Do(context.Background(), "late", group.Place{}); !errors.Is(err, group.Closed) {
		t.Errorf("after Close: %v, want Closed", err)
	}
}

// Two batches may be in flight, and what is of one key is in one of them alone: it goes when that has landed.
func TestFlights(t *testing.T) {
	t.Parallel()
	g := newGate()
	b := group.New(g.run, group.Options{Flights: 2})
	var all sync.WaitGroup
	do := func(item string) {
		all.Go(func() {
			if err := b.Do(context.Background(), item, group.Place{Key: item[:1]}); err != nil {
				t.Errorf("Do(%s) = %v", item, err)
			}
		})
	}
	want := func(batch ...string) {
		t.Helper()
		if got := <-g.begun; !slices.Equal(got, batch) {
			t.Errorf("%v went, want %v", got, batch)
		}
	}
	do("a1")
	want("a1")
	do("b1")
	want("b1")
	line(t, b, &all, []string{"a2", "c1", "b2"}, func(item string) group.Place { return group.Place{Key: item[:1]} })
	g.end <- struct{}{} // either lands: its key may go, and what has none in flight
	switch got := <-g.begun; {
	case slices.Equal(got, []string{"a2", "c1"}):
		g.end <- struct{}{}
		g.end <- struct{}{}
		want("b2")
	case slices.Equal(got, []string{"c1", "b2"}):
		g.end <- struct{}{}
		g.end <- struct{}{}
		want("a2")
	default:
		t.Errorf("%v went", got)
	}
	g.end <- struct{}{}
	all.Wait()
	b.Close()
}

// While many items fly, what comes waits and goes in one batch; while few do, it goes at once.
func TestFewInFlight(t *testing.T) {
	t.Parallel()
	type flight struct {
		batch []string
		land  chan struct{}
	}
	begun := make(chan flight, 16)
	b := group.New(func(batch []string) {
		f := flight{batch, make(chan struct{})}
		begun <- f
		<-f.land
	}, group.Options{Flights: 2, Few: 1})
	var wg sync.WaitGroup
	anywhere := func(string) group.Place { return group.Place{} }
	next := func(want ...string) flight {
		t.Helper()
		f := <-begun
		if !slices.Equal(f.batch, want) {
			t.Errorf("batch %v, want %v", f.batch, want)
		}
		return f
	}
	do := func(it string) { wg.Go(func() { _ = b.Do(context.Background(), it, group.Place{}) }) }
	do("a")
	one := next("a")
	do("b")
	two := next("b") // though one flies
	line(t, b, &wg, []string{"c", "d", "e"}, anywhere)
	close(one.land)
	many := next("c", "d", "e")
	line(t, b, &wg, []string{"f"}, anywhere)
	close(two.land) // three still fly
	line(t, b, &wg, []string{"g"}, anywhere)
	close(many.land)
	more := next("f", "g")
	line(t, b, &wg, []string{"h"}, anywhere)
	closed := make(chan struct{})
	go func() { b.Close(); close(closed) }()
	close(more.land)
	close(next("h").land)
	<-closed
	wg.Wait()
}
