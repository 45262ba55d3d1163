package agent_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
)

// behind is a store that is written by another node right after it was read for the first time.
type behind struct {
	evercart.Store
	once   sync.Once
	writes func()
}

func (s *behind) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	st, err := s.Store.Load(ctx, id)
	if err == nil {
		s.once.Do(s.writes)
	}
	return st, err
}

// next waits for a value.
func next[T any](t *testing.T, c <-chan T, what string) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(time.Minute):
		t.Fatalf("%s is not heard of", what)
	}
	return v
}

// The news of what is written comes once: also what is written between the first look at a session and the first events of it is not missed.
func TestFollowMissesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	line := &wire{there: make(chan struct{}, 1)}
	store := &behind{Store: b.store}
	here := b.another(func(c *agentConfig) { c.Heads, c.Bus, c.Store = heads{b}, line, store })
	store.writes = func() {
		b.answered("t-1", "hello") // by another node, which tells of it at once, and never again
		s, err := b.store.Load(b.ctx, session)
		if err != nil {
			t.Error(err)
		}
		_ = line.Publish(b.ctx, evercart.Note{What: evercart.NoteSession, Session: session, Seq: s.Seq})
	}
	if err := here.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	next(t, line.there, "the bus")
	ctx, cancel := context.WithCancel(b.ctx)
	seen, over := make(chan evercart.Seq, 64), make(chan struct{})
	go func() {
		defer close(over)
		for e, err := range here.Follow(ctx, session, 0) {
			if err != nil {
				t.Error(err)
				return
			}
			seen <- e.Seq
		}
	}()
	for want := evercart.Seq(1); want <= 3; want++ {
		if got := next(t, seen, "what another node wrote"); got != want {
			t.Errorf("event %d, want %d", got, want)
		}
	}
	cancel()
	<-over
}

// A session that nobody has begun is watched, and its beginning at another node is heard of.
func TestWatchFromTheBeginning(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	line := &wire{there: make(chan struct{}, 1)}
	here := b.another(func(c *agentConfig) { c.Heads, c.Bus = heads{b}, line })
	if err := here.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	next(t, line.there, "the bus")
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	news := here.Watch(ctx, session)
	select {
	case <-news:
		t.Error("news of what is not there")
	default:
	}
	b.begin()
	_ = line.Publish(b.ctx, evercart.Note{What: evercart.NoteSession, Session: session, Seq: 1})
	next(t, news, "the beginning")
}

// unanswered is a store in which something happens when a commit is done and its answer is on its way.
type unanswered struct {
	evercart.Store
	between func()
}

func (s unanswered) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	done, err := s.Store.Update(ctx, u)
	if err == nil {
		s.between()
	}
	return done, err
}

// asked tells each time that heads are asked for.
type asked struct {
	heads
	tell chan struct{}
}

func (a asked) Heads(ctx context.Context, ids ...evercart.SessionID) ([]evercart.Head, error) {
	select {
	case a.tell <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return a.heads.Heads(ctx, ids...)
}

// What this node commits is told of when the commit has been answered, and remembered: heads that are compared before do not wake who would
// find nothing new in memory.
func TestOwnCommitIsNewsOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	line, looks := &wire{there: make(chan struct{}, 1)}, asked{heads{b}, make(chan struct{})}
	var news <-chan struct{}
	here := b.another(func(c *agentConfig) {
		c.Heads, c.Bus, c.Limits.Look = looks, line, time.Hour
		c.Store = unanswered{b.store, func() {
			for range 2 { // when the second look begins, the first one is over
				_ = line.Publish(b.ctx, evercart.Note{What: evercart.NoteLost})
				<-looks.tell
			}
			select {
			case <-news:
				t.Error("news of a commit that was not answered yet")
			default:
			}
		}}
	})
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	news = here.Watch(ctx, session)
	if err := here.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	next(t, line.there, "the bus")
	next(t, looks.tell, "the first look") // which comes with the bus
	next(t, news, "the beginning")
	if h := b.say(here, "t-1", "hello"); h.err != nil || h.reply == nil {
		t.Fatalf("reply %v, error %v", h.reply != nil, h.err)
	}
	next(t, news, "the commit")
}

// What a note says of how far a session is, is a hint: one that says too much keeps nobody from hearing of what comes after it, nor does a store
// that has lost what it had.
func TestANoteThatSaysTooMuch(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.begin()
	line, looks := &wire{there: make(chan struct{}, 1)}, asked{heads{b}, make(chan struct{})}
	here := b.another(func(c *agentConfig) { c.Heads, c.Bus, c.Limits.Look = looks, line, time.Hour })
	ctx, cancel := context.WithCancel(b.ctx)
	defer cancel()
	news := here.Watch(ctx, session)
	if err := here.Start(b.ctx); err != nil {
		t.Fatal(err)
	}
	next(t, line.there, "the bus")
	next(t, looks.tell, "the first look") // which comes with the bus
	next(t, news, "the beginning")
	tell := func(seq evercart.Seq) {
		_ = line.Publish(b.ctx, evercart.Note{What: evercart.NoteSession, Session: session, Seq: seq})
	}
	for range 2 {
		tell(1 << 50)
		next(t, news, "a note")
	}
	tell(2)
	next(t, news, "what comes after a note that said too much")
}
