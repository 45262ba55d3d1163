package agent

import (
	"context"
	"crypto/rand"
	"iter"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// hub wakes those who follow a session when something was committed here. It carries no events: a follower reads them from
// the store by seq, so a slow one costs nothing, loses nothing, and need not be dropped. What other nodes commit is found by
// looking now and then.
type hub struct {
	mu sync.Mutex
	of map[evercart.SessionID]map[chan struct{}]struct{}
}

func (h *hub) join(id evercart.SessionID) chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := make(chan struct{}, 1)
	if h.of == nil {
		h.of = map[evercart.SessionID]map[chan struct{}]struct{}{}
	}
	if h.of[id] == nil {
		h.of[id] = map[chan struct{}]struct{}{}
	}
	h.of[id][c] = struct{}{}
	return c
}

func (h *hub) part(id evercart.SessionID, c chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if delete(h.of[id], c); len(h.of[id]) == 0 {
		delete(h.of, id)
	}
}

func (h *hub) wake(id evercart.SessionID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.of[id] {
		select {
		case c <- struct{}{}:
		default: // it is awake already
		}
	}
}

// update is the one way of this room to change a session.
func (a *Agent) update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	u.Write = evercart.WriteID(rand.Text())
	done, err := a.Store.Update(ctx, u)
	if err == nil && len(done.Events) > 0 {
		a.hub.wake(u.Session)
	}
	return done, err
}

const (
	followPage = 200
	lookAgain  = 2 * time.Second
)

// Follow implements evercart.Conversation.
func (a *Agent) Follow(ctx context.Context, id evercart.SessionID, after evercart.Seq) iter.Seq2[evercart.Event, error] {
	return func(yield func(evercart.Event, error) bool) {
		ctx, s, err := a.reach(ctx, id)
		if err != nil {
			yield(evercart.Event{}, err)
			return
		}
		news := a.hub.join(s.Session)
		defer a.hub.part(s.Session, news)
		look := time.NewTicker(lookAgain)
		defer look.Stop()
		for {
			events, err := a.Store.Events(ctx, s.Session, after, followPage)
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
			select {
			case <-news:
			case <-look.C:
			case <-ctx.Done():
				return
			}
		}
	}
}
