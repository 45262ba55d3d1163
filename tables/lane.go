package tables

import (
	"context"
	"sync"

	"github.com/evercart/evercart"
)

// Lanes let those of this node that lost a race for one session try again one after the other. Without them, of a hundred
// that run for it each commit makes ninety-nine run again. They are no lock of the session: nobody's word depends on them, and
// other nodes have lanes of their own. A session has its own: one that is held for long keeps nobody else waiting.
type Lanes struct {
	mu sync.Mutex // guards of, and users of each lane; never held while one waits
	of map[evercart.SessionID]*lane
}

type lane struct {
	free  chan struct{}
	users int // in it, or waiting for it
}

// NewLanes makes them.
func NewLanes() *Lanes { return &Lanes{of: map[evercart.SessionID]*lane{}} }

// Enter waits for the lane of a session, or gives ctx's error; leave is never nil.
func (l *Lanes) Enter(ctx context.Context, id evercart.SessionID) (leave func(), err error) {
	at := l.use(id)
	select {
	case at.free <- struct{}{}:
		return func() {
			<-at.free
			l.left(id, at)
		}, nil
	case <-ctx.Done():
		l.left(id, at)
		return func() {}, ctx.Err()
	}
}

func (l *Lanes) use(id evercart.SessionID) *lane {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, there := l.of[id]
	if !there {
		at = &lane{free: make(chan struct{}, 1)}
		l.of[id] = at
	}
	at.users++
	return at
}

func (l *Lanes) left(id evercart.SessionID, at *lane) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if at.users--; at.users == 0 {
		delete(l.of, id)
	}
}

// Len counts the sessions that somebody waits for.
func (l *Lanes) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.of)
}
