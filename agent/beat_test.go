package agent_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// deaths believes in a death when it is told of it for the third time.
type deaths struct {
	told atomic.Int32
	of   atomic.Value // string
}

func (d *deaths) Died(_ context.Context, _ time.Duration, n ...evercart.NodeID) (bool, error) {
	d.of.Store(fmt.Sprint(n))
	switch d.told.Add(1) {
	case 1:
		return false, evercart.Errorf(evercart.Unavailable, "deaths", "away")
	case 2:
		return false, nil
	}
	return true, nil
}

// beats counts those of nodes.
type beats struct {
	evercart.Store
	n atomic.Int32
}

func (b *beats) Beat(ctx context.Context, id evercart.NodeID) ([]evercart.NodeID, error) {
	b.n.Add(1)
	return b.Store.Beat(ctx, id)
}

// Who has the place of a process that is over tells so until it is believed, and no longer.
func TestBuriesItsFormer(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	d, counted := &deaths{}, &beats{Store: b.store}
	a := b.another(limits(quickBeat), func(c *agentConfig) { c.Store, c.Deaths, c.Formers = counted, d, []evercart.NodeID{"n-1", "n-2"} })
	if err := a.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.until(func() string {
		if counted.n.Load() < 8 {
			return "it beats on"
		}
		return ""
	})
	if n := d.told.Load(); n != 3 || d.of.Load() != "[n-1 n-2]" {
		t.Errorf("told %d times, of %v", n, d.of.Load())
	}
}

// unhurried is a store that takes long to tell of the turns of dead nodes.
type unhurried struct {
	evercart.Store
	beats chan struct{}
	tell  chan struct{}
}

func (s *unhurried) Beat(ctx context.Context, id evercart.NodeID) ([]evercart.NodeID, error) {
	select {
	case s.beats <- struct{}{}:
	case <-ctx.Done():
	}
	return s.Store.Beat(ctx, id)
}

func (s *unhurried) Orphans(ctx context.Context, id evercart.NodeID, dead, limit time.Duration) ([]evercart.Orphan, error) {
	<-s.tell
	return s.Store.Orphans(ctx, id, dead, limit)
}

// However long it takes to look after the turns of others, a node that lives is heard of: else it would be taken for dead itself.
func TestBeatsWhileItLooks(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	s := &unhurried{b.store, make(chan struct{}, 1), make(chan struct{})}
	a := b.another(limits(quickBeat), func(c *agentConfig) { c.Store = s })
	defer close(s.tell)
	if err := a.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		select {
		case <-s.beats:
		case <-time.After(time.Minute):
			t.Fatalf("%d beats, and no more", n)
		}
	}
}

// lines are those of a log.
type lines struct {
	mu   sync.Mutex // guards said
	said strings.Builder
}

func (n *lines) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.said.Write(p)
}

func (n *lines) count(what string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Count(n.said.String(), what)
}

// deaf is a store that takes no beats for a while.
type deaf struct {
	evercart.Store
	off   atomic.Bool
	beats chan bool // one for each beat; whether it was taken
}

func (d *deaf) Beat(ctx context.Context, id evercart.NodeID) ([]evercart.NodeID, error) {
	off := d.off.Load()
	select {
	case d.beats <- !off:
	case <-ctx.Done():
	}
	if off {
		return nil, evercart.Errorf(evercart.Unavailable, "deaf", "somebody pulled the plug")
	}
	return d.Store.Beat(ctx, id)
}

// A store that takes no beats is told of when that begins, with why, and when it ends.
func TestMissedBeatsAreToldOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	d, said := &deaf{Store: b.store, beats: make(chan bool)}, &lines{}
	a := b.another(func(c *agentConfig) { c.Store, c.Log = d, slog.New(slog.NewTextHandler(said, nil)) }, limits(func(l *agent.Limits) { l.Beat = time.Millisecond }))
	if err := a.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	until := func(taken bool, times int) {
		for times > 0 {
			if <-d.beats == taken {
				times--
			}
		}
	}
	for round := 1; round <= 2; round++ {
		until(true, 2)
		d.off.Store(true)
		until(false, 4)
		d.off.Store(false)
		until(true, 2)
		if began, why, ended := said.count("no beat"), said.count("pulled the plug"), said.count("beats again"); began != round || why != round || ended != round {
			t.Errorf("round %d: begun %d times, with why %d times, ended %d times", round, began, why, ended)
		}
	}
	go func() {
		for range d.beats {
		}
	}()
	if err := a.Stop(context.Background()); err != nil {
		t.Error(err)
	}
	close(d.beats)
}
