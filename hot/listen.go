package hot

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

// again is how often all that is remembered is compared with the heads, whatever the bus tells.
// seldom is the least time between two comparisons: while a bus is away, it tells so again and again.
const (
	again  = 30 * time.Second
	seldom = 2 * time.Second
)

// listen forgets what other nodes have changed. No answer rests on it: every read asks for the head. It frees memory early, and
// what was erased is forgotten everywhere.
func (s *Store) listen(ctx context.Context) {
	_ = s.config.Bus.Listen(ctx, func(n evercart.Note) { // it ends with ctx alone
		if n.From == s.config.Node {
			return
		}
		switch n.What {
		case evercart.NoteSession:
			s.outdated(n.Session, n.Seq)
		case evercart.NoteShopper:
			s.forget([]evercart.Subject{n.Subject})
			s.unmeet(n.Subject)
		case evercart.NoteLost:
			select {
			case s.lost <- struct{}{}:
			default: // it is known
			}
		}
	})
}

// repair compares what is remembered with the heads when notes may have been missed, and now and then.
func (s *Store) repair(ctx context.Context) {
	missed := false
	for ctx.Err() == nil {
		wait := again
		if missed {
			wait = 0
		}
		timer := time.NewTimer(wait)
		select {
		case <-s.lost:
			missed = true
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
		now := s.clock.Now()
		if s.compareAll(ctx) && missed {
			// Who is who is kept until the store answers: while it does not, that is what it is kept for.
			s.faces.forgetUntil(now)
			missed = false
		}
		if s.clock.Sleep(ctx, seldom) != nil {
			return
		}
	}
}

// compareAll compares all, and asks the store though there is nothing to compare; false = it could not be asked.
func (s *Store) compareAll(ctx context.Context) bool {
	ids := s.remembers()
	for few := range slices.Chunk(ids, 500) {
		if !s.compare(ctx, few) {
			return false
		}
	}
	return len(ids) > 0 || s.compare(ctx, nil)
}

func (s *Store) remembers() []evercart.SessionID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.of))
}

// compare drops what the heads do not name; false = they could not be read.
func (s *Store) compare(ctx context.Context, ids []evercart.SessionID) bool {
	before := map[evercart.SessionID]evercart.Seq{}
	s.mu.Lock()
	for _, id := range ids {
		if at, ok := s.of[id]; ok {
			before[id] = at.Value.(*entry).state.Seq
		}
	}
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem}), patience)
	defer cancel()
	heads, err := s.config.Heads.Heads(ctx, ids...)
	if err != nil {
		return false
	}
	of := make(map[evercart.SessionID]evercart.Head, len(heads))
	for _, h := range heads {
		of[h.Session] = h
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, seq := range before {
		if at, ok := s.of[id]; ok && at.Value.(*entry).state.Seq == seq && !of[id].Of(at.Value.(*entry).state) {
			s.remove(at)
		}
	}
	return true
}

// outdated drops a copy that is older than a version; 0 = whatever it is.
func (s *Store) outdated(id evercart.SessionID, seq evercart.Seq) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.of[id]; ok && (seq == 0 || at.Value.(*entry).state.Seq < seq) {
		s.remove(at)
	}
}
