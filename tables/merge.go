package tables

import (
	"context"
	"errors"

	"github.com/evercart/evercart"
)

// Pairs is what the run of a Merge asks of a store besides.
type Pairs interface {
	Sessions
	// CommitBoth writes what was decided on two states, in one transaction, and gives what it left of the second. As Commit.
	CommitBoth(ctx context.Context, from, into Half) (evercart.Committed, error)
}

// Half is one side of a Merge.
type Half struct {
	Writing Writing
	On      evercart.State
	Change  evercart.Change
	Done    evercart.Committed
}

// Merge runs m until it is committed or refused.
func (r Runner) Merge(ctx context.Context, who evercart.Caller, m evercart.Merge, s Pairs) (evercart.Committed, error) {
	if m.Do == nil {
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, r.Op, "a merge has a Do")
	}
	if m.Write == "" {
		m.Write = NewWrite()
	}
	for run := range MaxRuns {
		done, again, err := r.merge(ctx, who, m, s)
		if !again {
			return done, err
		}
		r.Stale()
		if err := Pause(ctx, r.Clock, run); err != nil {
			return evercart.Committed{}, err
		}
	}
	return evercart.Committed{}, evercart.Errorf(evercart.Conflict, r.Op, "lost the race for the sessions")
}

// merge is one attempt; again says that the sessions have moved meanwhile.
func (r Runner) merge(ctx context.Context, who evercart.Caller, m evercart.Merge, s Pairs) (done evercart.Committed, again bool, err error) {
	from, err := r.side(ctx, who, m.From, s)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	into, err := r.side(ctx, who, m.Into, s)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	to, err := m.Run(from, into, r.Now())
	if err != nil {
		return evercart.Committed{State: into}, false, Own{err}
	}
	if to.Again {
		return evercart.Committed{State: into}, false, nil
	}
	half := func(id evercart.SessionID, on evercart.State, change evercart.Change, done evercart.Committed) Half {
		return Half{Writing: Writing{Update: evercart.Update{Session: id, Write: m.Write}, Named: true}, On: on, Change: change, Done: done}
	}
	second := half(m.Into, into, to.IntoChange, to.Into)
	done, err = s.CommitBoth(ctx, half(m.From, from, to.FromChange, to.From), second)
	switch {
	case errors.Is(err, ErrLost):
		found, err := s.Found(ctx, second.Writing, done)
		return done, err == nil && !found, err
	case errors.Is(err, ErrStale), errors.Is(err, ErrRepeat):
		return evercart.Committed{}, true, nil
	case err != nil:
		return evercart.Committed{State: into}, false, err
	}
	return done, false, nil
}

// side loads one of the two. NotFound.
func (r Runner) side(ctx context.Context, who evercart.Caller, id evercart.SessionID, s Sessions) (evercart.State, error) {
	state, err := s.Load(ctx, id)
	if err == nil && (state.Life == "" || !who.May(state.Subject)) {
		err = r.notFound()
	}
	return state, err
}
