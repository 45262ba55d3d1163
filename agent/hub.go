package agent

import (
	"context"
	"crypto/rand"
	"iter"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// hub knows how far the sessions are that somebody here has an eye on, and wakes who follows one when it moves. It carries no
// events: a follower reads them from the store by seq, so a slow one costs nothing, loses nothing, and need not be dropped.
type hub struct {
	mu sync.Mutex
	of map[evercart.SessionID]*watched
}

// watched is one session that is followed, or whose turn runs here.
type watched struct {
	seq     evercart.Seq // the newest that is known
	blind   int          // how often it moved, who knows how far
	writing int          // changes of this node that are being committed
	by      map[chan struct{}]struct{}
}

func (h *hub) join(id evercart.SessionID) chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{}, 1)
	if h.of == nil {
		h.of = map[evercart.SessionID]*watched{}
	}
	if h.of[id] == nil {
		h.of[id] = &watched{by: map[chan struct{}]struct{}{}}
	}
	h.of[id].by[c] = struct{}{}
	return c
}

func (h *hub) part(id evercart.SessionID, c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.of[id]
	if w == nil {
		return
	}
	if delete(w.by, c); len(w.by) == 0 {
		delete(h.of, id)
	}
}

// moved tells that a session has come to a seq.
func (h *hub) moved(id evercart.SessionID, to evercart.Seq) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.of[id].moved(to)
}

// seen tells of a head as it stands in the store. While this node commits, that may be its own change, which is told of when it is remembered: who
// was woken before would find that memory is behind, and read it all again.
func (h *hub) seen(head evercart.Head) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.of[head.Session]; w != nil && w.writing == 0 { // else the next look tells, if it has to
		w.moved(head.Seq)
	}
}

func (w *watched) moved(to evercart.Seq) {
	if w == nil || to <= w.seq {
		return
	}
	w.seq = to
	w.wake()
}

// writes notes that this node commits a change of a session, until what it gives is called.
func (h *hub) writes(id evercart.SessionID) (over func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.of[id]
	if w == nil {
		return func() {}
	}
	w.writing++
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		w.writing--
	}
}

// wake tells that a session has moved, who knows how far.
func (h *hub) wake(id evercart.SessionID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.of[id]; w != nil {
		w.blind++
		w.wake()
	}
}

func (w *watched) wake() {
	for c := range w.by {
		select {
		case c <- struct{}{}:
		default: // it is awake already
		}
	}
}

// at is the newest seq that is known of a session, and how often it moved who knows how far.
func (h *hub) at(id evercart.SessionID) (newest evercart.Seq, blind int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if w := h.of[id]; w != nil {
		return w.seq, w.blind
	}
	return 0, 0
}

// all lists the sessions that somebody has an eye on.
func (h *hub) all() []evercart.SessionID {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]evercart.SessionID, 0, len(h.of))
	for id := range h.of {
		out = append(out, id)
	}
	return out
}

// lookOut begins to hear of what other nodes write: from the bus where there is one, and by comparing heads.
func (a *Agent) lookOut(ctx context.Context) {
	if a.Heads == nil {
		return
	}
	lost := make(chan struct{}, 1)
	if a.Bus != nil {
		a.upkeep.Go(func() {
			mishap.Keep(ctx, a.Log, "news", func() { a.listen(ctx, lost) })
		})
	}
	a.upkeep.Go(func() {
		look := time.NewTicker(a.Limits.Look)
		defer look.Stop()
		for {
			select {
			case <-look.C:
			case <-lost:
			case <-ctx.Done():
				return
			}
			mishap.Do(a.Log, "heads", func() { a.compareHeads(ctx) })
		}
	})
}

// listen hears from the bus until ctx ends.
func (a *Agent) listen(ctx context.Context, lost chan<- struct{}) {
	_ = a.Bus.Listen(ctx, func(n evercart.Note) {
		switch n.What {
		case evercart.NoteSession, evercart.NoteInterrupt:
			a.hub.moved(n.Session, n.Seq)
		case evercart.NoteLost:
			select {
			case lost <- struct{}{}:
			default:
			}
		}
	})
}

// compareHeads asks the store how far the sessions are that somebody here has an eye on: one narrow question for hundreds.
func (a *Agent) compareHeads(ctx context.Context) {
	ids := a.hub.all()
	for len(ids) > 0 {
		n := min(len(ids), headsAtOnce)
		ask, cancel := context.WithTimeout(ctx, a.Limits.Read)
		heads, err := a.Heads.Heads(ask, ids[:n]...)
		cancel()
		if err != nil {
			if ctx.Err() == nil {
				a.Log.Warn("no look at what other nodes wrote", "code", evercart.CodeOf(err))
			}
			return // the next look asks again
		}
		for _, h := range heads {
			a.hub.seen(h)
		}
		ids = ids[n:]
	}
}

const headsAtOnce = 500

// update is the one way of this room to change a session.
func (a *Agent) update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	over := a.hub.writes(u.Session)
	done, err := a.Store.Update(ctx, u)
	over()
	if err == nil && len(done.Events) > 0 {
		a.hub.moved(u.Session, done.State.Seq)
	}
	return done, err
}

func newWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

const (
	followPage = 200
	lookAgain  = 2 * time.Second  // for news, where heads cannot be compared
	lookLater  = 30 * time.Second // where they are
)

var _ evercart.Heralds = (*Agent)(nil)

// Watch implements evercart.Heralds.
func (a *Agent) Watch(ctx context.Context, id evercart.SessionID) <-chan struct{} {
	news := a.hub.join(id)
	context.AfterFunc(ctx, func() { a.hub.part(id, news) })
	return news
}

// watchOf finds the session in which a conversation goes on, and keeps an eye on it since before it was read: nothing that is written after the
// state it gives is missed. Who is given no error parts.
func (a *Agent) watchOf(ctx context.Context, id evercart.SessionID) (context.Context, evercart.State, chan struct{}, error) {
	for at := id; ; {
		news := a.hub.join(at)
		wide, s, err := a.reach(ctx, at)
		if err == nil && s.Session == at {
			return wide, s, news, nil
		}
		a.hub.part(at, news)
		if err != nil {
			return ctx, s, nil, err
		}
		ctx, at = wide, s.Session // merged
	}
}

// Follow implements evercart.Conversation.
func (a *Agent) Follow(ctx context.Context, id evercart.SessionID, after evercart.Seq) iter.Seq2[evercart.Event, error] {
	return func(yield func(evercart.Event, error) bool) {
		ctx, s, news, err := a.watchOf(ctx, id)
		if err != nil {
			yield(evercart.Event{}, err)
			return
		}
		defer a.hub.part(s.Session, news)
		every := lookAgain
		if a.Heads != nil {
			every = lookLater
		}
		look := time.NewTicker(every)
		defer look.Stop()
		f := follower{hub: &a.hub, state: s, news: news, look: look.C}
		_, f.blind = a.hub.at(s.Session)
		for read := evercart.Having(ctx, s); ; {
			events, err := a.Store.Events(read, s.Session, after, followPage)
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
				after = e.Seq
			}
			if err != nil {
				if ctx.Err() == nil {
					yield(evercart.Event{}, err)
				}
				return
			}
			if len(events) == followPage {
				continue
			}
			if read = f.wait(ctx, after); read == nil {
				return
			}
		}
	}
}

// follower is one that has read a session up to somewhere.
type follower struct {
	hub   *hub
	state evercart.State // that it has, or knows of
	blind int
	news  <-chan struct{}
	look  <-chan time.Time
}

// wait gives the context in which to read on, once there may be more after a seq; nil = ctx ended.
func (f *follower) wait(ctx context.Context, after evercart.Seq) context.Context {
	for {
		select {
		case <-f.news:
			at, blind := f.hub.at(f.state.Session)
			known := f.blind == blind
			f.blind = blind
			switch {
			case at > after: // what was written here is remembered
				f.state.Seq = at
				return evercart.Having(ctx, f.state)
			case !known:
				return ctx
			} // else it was read with what came before
		case <-f.look:
			return ctx
		case <-ctx.Done():
			return nil
		}
	}
}
