package hot

import (
	"context"
	"slices"
	"time"

	"github.com/evercart/evercart"
)

// Turn implements evercart.Sessions. What was said last is remembered: when a node dies, hundreds of callers say again what they had said.
func (s *Store) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	c := s.have(ctx, id)
	if c.ok && s.heads != nil && !c.covers(ctx) {
		var err error
		if _, c.ok, err = s.checked(ctx, id, c); err != nil {
			return evercart.TurnRecord{}, err
		}
	}
	if t := s.turn(ctx, id, c, turn); t.Opened > 0 {
		return t, nil
	}
	return s.Store.Turn(ctx, id, turn)
}

var _ evercart.Recalls = (*Store)(nil)

// Recall implements evercart.Recalls.
func (s *Store) Recall(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, bool) {
	c := s.have(ctx, id)
	if !c.ok || !c.isRecent(turn) {
		return evercart.TurnRecord{}, false
	}
	ctx, cancel := context.WithTimeout(ctx, recallIn)
	defer cancel()
	t := s.turn(ctx, id, c, turn)
	return t, t.Opened > 0
}

// recallIn is how long what is closed may take to be opened for a recall: its key is here, most likely.
const recallIn = 250 * time.Millisecond

// turn is the record of a turn that was opened within the events that are remembered; Opened 0 = it was not.
func (s *Store) turn(ctx context.Context, id evercart.SessionID, c remembered, turn evercart.TurnID) evercart.TurnRecord {
	if !c.ok {
		return evercart.TurnRecord{}
	}
	if c.before != nil {
		if at := c.before.Find(turn); at > 0 {
			if events, ok := s.since(ctx, id, c, at-1); ok {
				c.events = events
			}
		}
	}
	return c.turn(turn)
}

// isRecent says that a turn is one of the last: it is looked for where those begin, since every turn that comes is asked for.
func (c remembered) isRecent(turn evercart.TurnID) bool {
	if c.before != nil && c.before.Find(turn) > 0 {
		return true
	}
	if len(c.events) == 0 {
		return false
	}
	first := c.events[0].Seq // they have no gap
	return slices.ContainsFunc(c.state.Recent, func(at evercart.Seq) bool {
		return at >= first && int(at-first) < len(c.events) && c.events[at-first].Turn == turn
	})
}

// turn is the record of a turn that was opened within the events that are open; Opened 0 = it was not.
func (c remembered) turn(id evercart.TurnID) evercart.TurnRecord {
	t := evercart.TurnRecord{Turn: id}
	for i := range c.events {
		e := &c.events[i]
		if e.Turn != id {
			continue
		}
		switch f := e.Fact.(type) {
		case *evercart.TurnOpened:
			t.Opened, t.MAC = e.Seq, f.MAC
		case *evercart.TurnClosed:
			if t.Closed == 0 {
				t.Closed, t.Reply = e.Seq, evercart.ReplyOf(*e, c.state.Cart)
			}
		}
	}
	return t
}
