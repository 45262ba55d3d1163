package agent_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// sick panics where something of a session is read, as a mistake in the fold of one session would.
type sick struct {
	evercart.Store
	loads, events bool
	met           atomic.Int32 // panics
}

func (s *sick) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	if s.loads {
		s.met.Add(1)
		panic("poison")
	}
	return s.Store.Load(ctx, id)
}

func (s *sick) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, n int) ([]evercart.Event, error) {
	if s.events {
		s.met.Add(1)
		panic("poison")
	}
	return s.Store.Events(ctx, id, after, n)
}

func TestAnAttachThatPanicsIsAnError(t *testing.T) {
	b := newBench(t)
	s := b.begin()
	a := b.another(func(c *agentConfig) { c.Store = &sick{Store: b.store, loads: true} })
	if _, err := a.Attach(b.ctx, evercart.Attach{Session: s.Session, Begin: true}); evercart.CodeOf(err) != evercart.Internal {
		t.Errorf("attach gave %v", err)
	}
}

// orphan leaves a turn open behind a node that is dead.
func (b *bench) orphan() {
	b.begin()
	m := &mortal{Store: b.store}
	m.left.Store(1)
	first := b.another(with(wanting("model", "SCF-RED")), func(c *agentConfig) { c.Store = m })
	b.say(first, "t-1", "both")
}

func TestAPoisonedTurnIsClosed(t *testing.T) {
	b := newBench(t)
	b.orphan()
	bad := &sick{Store: b.store, events: true}
	second := b.another(limits(quickBeat), func(c *agentConfig) { c.Store = bad })
	if err := second.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.untilClosed()
	if n := bad.met.Load(); n != 1 {
		t.Errorf("it was read %d times", n)
	}
	if v := b.transcript(); len(v) != 1 || v[0].How != evercart.Broken {
		t.Errorf("transcript is %+v", v)
	}
}

func TestATurnThatCannotEvenBeClosedIsLeftAlone(t *testing.T) {
	b := newBench(t)
	b.orphan()
	bad := &sick{Store: b.store, loads: true}
	var looks atomic.Int32
	second := b.another(limits(quickBeat), func(c *agentConfig) { c.Store = &looking{Store: bad, looks: &looks} })
	if err := second.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.until(func() string {
		b.clock.Advance(200 * time.Millisecond)
		if bad.met.Load() < 2 {
			return "nobody found it"
		}
		return ""
	})
	from := looks.Load()
	b.until(func() string {
		if looks.Load() < from+5 {
			return "no further look"
		}
		return ""
	})
	if n := bad.met.Load(); n != 2 { // once to resume, once to close
		t.Errorf("it was read %d times", n)
	}
}

// looking counts the looks at claims of dead nodes.
type looking struct {
	evercart.Store
	looks *atomic.Int32
}

func (l *looking) Orphans(ctx context.Context, node evercart.NodeID, dead, claim time.Duration) ([]evercart.Orphan, error) {
	l.looks.Add(1)
	return l.Store.Orphans(ctx, node, dead, claim)
}
