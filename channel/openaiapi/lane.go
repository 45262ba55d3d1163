package openaiapi

import (
	"context"
	"sync"

	"github.com/evercart/evercart"
)

// lanes let one turn of a session run at a time; the newest one cuts what runs, and what waits. Copies of one request share a turn.
type lanes struct {
	mu sync.Mutex // guards all below
	of map[evercart.SessionID]*lane
}

type lane struct {
	turn      evercart.TurnID // that runs; "" = none
	newest    evercart.TurnID // that was asked for
	listeners int             // of the turn that runs
	cut       chan struct{}   // closed when a newer turn was asked for
	whole     chan struct{}   // the cut of the turn that somebody has got to its end
	changed   chan struct{}   // closed, and made anew, with each change
	users     int             // requests that hold or wait for this lane
}

func (l *lane) change() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// seat is a request's place in a lane.
type seat struct {
	lanes   *lanes
	session evercart.SessionID
	lane    *lane
	cut     chan struct{} // closed when a newer turn was asked for; it also tells this holding of the lane from later ones
	joined  bool          // another request listens to this turn, or has
}

// sit waits until a turn may run, or joins those who listen to it. Canceled when a newer turn was asked for meanwhile, or ctx ends.
func (s *lanes) sit(ctx context.Context, session evercart.SessionID, turn evercart.TurnID) (*seat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil { // who has left already cuts nobody
		return nil, evercart.AsError(context.Cause(ctx))
	}
	l := s.of[session]
	if l == nil {
		if s.of == nil {
			s.of = map[evercart.SessionID]*lane{}
		}
		l = &lane{changed: make(chan struct{})}
		s.of[session] = l
	}
	l.users++
	l.newest = turn
	l.change()
	for {
		switch {
		case l.newest != turn:
			s.drop(session, l)
			return nil, evercart.Errorf(evercart.Canceled, "openaiapi", "the person said something else meanwhile")
		case l.turn == "":
			l.turn, l.listeners, l.cut = turn, 1, make(chan struct{})
			return &seat{s, session, l, l.cut, false}, nil
		case l.turn == turn && !closed(l.cut):
			l.listeners++
			l.change()
			return &seat{s, session, l, l.cut, true}, nil
		case !closed(l.cut):
			close(l.cut)
		}
		changed := l.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
		s.mu.Lock()
		if ctx.Err() != nil {
			s.drop(session, l)
			return nil, evercart.AsError(context.Cause(ctx))
		}
	}
}

// drop forgets one user of a lane. mu is held.
func (s *lanes) drop(session evercart.SessionID, l *lane) {
	if l.users--; l.users == 0 {
		delete(s.of, session)
	}
}

// away says that this request listens no more, since it has got the whole answer or has left before. True = nobody listens, nor has got the
// whole: the caller ends the turn, or waits for somebody, and rises.
func (p *seat) away(whole bool) bool {
	p.lanes.mu.Lock()
	defer p.lanes.mu.Unlock()
	p.lane.listeners--
	if whole {
		p.lane.whole = p.cut
	}
	return p.lane.listeners == 0 && p.lane.whole != p.cut
}

// wait waits until somebody else listens to the turn, or it is over, which is true; false = it was cut, or ctx ended.
func (p *seat) wait(ctx context.Context) bool {
	p.lanes.mu.Lock()
	defer p.lanes.mu.Unlock()
	for p.left() && !closed(p.cut) && ctx.Err() == nil {
		changed := p.lane.changed
		p.lanes.mu.Unlock()
		select {
		case <-changed:
		case <-p.cut:
		case <-ctx.Done():
		}
		p.lanes.mu.Lock()
	}
	if !p.left() {
		return true
	}
	if !closed(p.cut) {
		close(p.cut) // nobody joins a turn that is being ended
	}
	return false
}

// left says that the turn holds the lane still, and nobody listens to it. mu is held.
func (p *seat) left() bool { return p.lane.cut == p.cut && p.lane.turn != "" && p.lane.listeners == 0 }

// rise gives the place up; when nobody listens any more the lane is free.
func (p *seat) rise() {
	p.lanes.mu.Lock()
	defer p.lanes.mu.Unlock()
	if p.left() {
		p.lane.turn = ""
		p.lane.change()
	}
	p.lanes.drop(p.session, p.lane)
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
