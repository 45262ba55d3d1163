package fake_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/bustest"
	"github.com/evercart/evercart/cachetest"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/internal/movable"
)

func TestCache(t *testing.T) {
	t.Parallel()
	cachetest.Run(t, func(*testing.T) cachetest.Kit {
		clock := &movable.Clock{}
		c := fake.NewCache(fake.CacheConfig{Clock: clock})
		return cachetest.Kit{Cache: c, Flush: c.Flush, Age: clock.Move, Keep: 5 * time.Minute}
	})
}

// A flood of sessions pushes out those not used for longest.
func TestCacheBound(t *testing.T) {
	t.Parallel()
	ctx, c := context.Background(), fake.NewCache(fake.CacheConfig{Entries: 8})
	key := func(n int) evercart.CacheKey { return evercart.CacheKey{Session: evercart.SessionID(fmt.Sprint(n))} }
	for n := range 100 {
		_, lease, _ := c.Get(ctx, key(n), 0)
		if err := c.Fill(ctx, key(n), lease, evercart.Cached{Seq: 1, Body: []byte("x")}); err != nil {
			t.Fatal(err)
		}
		if _, _, err := c.Get(ctx, key(0), 0); err != nil {
			t.Fatalf("what is used all the time went at %d", n)
		}
	}
	if c.Len() != 8 {
		t.Errorf("%d entries, want 8", c.Len())
	}
}

func TestBus(t *testing.T) {
	t.Parallel()
	bustest.Run(t, func(*testing.T) bustest.Kit {
		b := &fake.Bus{}
		return bustest.Kit{Nodes: []evercart.Bus{b, b}, Cut: func() error { b.Lose(); return nil }}
	})
}

// Who hears too slowly loses notes, is told so, and costs nobody anything.
func TestBusSlow(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	b, entered, leave, lost := &fake.Bus{}, make(chan struct{}), make(chan struct{}), make(chan struct{})
	ended := make(chan error, 1)
	go func() {
		n := 0
		ended <- b.Listen(ctx, func(note evercart.Note) {
			switch n++; {
			case n == 1:
				close(entered)
				<-leave
			case note.What == evercart.NoteLost:
				close(lost)
			}
		})
	}()
	<-entered
	for n := range 5000 {
		if err := b.Publish(ctx, evercart.Note{What: evercart.NoteSession, Seq: evercart.Seq(n)}); err != nil {
			t.Fatal(err)
		}
	}
	close(leave)
	<-lost
	cancel()
	if err := <-ended; evercart.CodeOf(err) != evercart.Canceled {
		t.Errorf("%v", err)
	}
}
