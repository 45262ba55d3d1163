package sqlite

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// Merge implements evercart.Sessions. A SessionMerged that Do leaves out is added: it is what makes a repeat change nothing.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	const op = "sqlite.Merge"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	if m.Do == nil || m.ID == "" || m.From == m.Into {
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, op, "a merge has two sessions, an id and a Do")
	}
	if m.Write == "" {
		m.Write = newWrite()
	}
	for run := range maxRuns {
		done, again, err := s.merge(ctx, who, m)
		if !again {
			return done, errorOf(err, op)
		}
		if err := s.pause(ctx, run); err != nil {
			return evercart.Committed{}, errorOf(err, op)
		}
	}
	return evercart.Committed{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the sessions")
}

// merge is one attempt.
func (s *Store) merge(ctx context.Context, who evercart.Caller, m evercart.Merge) (done evercart.Committed, again bool, err error) {
	from, err := s.side(ctx, who, m.From)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	into, err := s.side(ctx, who, m.Into)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	if slices.Contains(into.Merged, m.ID) {
		return evercart.Committed{State: into}, false, nil
	}
	if from.Active != nil || into.Active != nil {
		return evercart.Committed{State: into}, false, &evercart.Error{Code: evercart.Busy, Op: "sqlite.Merge", Message: "a turn is running", RetryAfter: time.Second}
	}
	gives, takes, err := m.Do(from, into)
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	first, _, err := s.half(ctx, m, from, gives, &evercart.SessionMerged{Merge: m.ID, Into: m.Into})
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	second, done, err := s.half(ctx, m, into, takes, &evercart.SessionMerged{Merge: m.ID, From: m.From})
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	err = s.db.Write(ctx, litedb.Place{Alone: true}, func(tx *litedb.Tx) error {
		if err := first.run(tx); err != nil {
			return err
		}
		return second.run(tx)
	})
	if errors.Is(err, litedb.ErrLost) {
		found, err := s.found(ctx, second.update)
		return done, err == nil && !found, err
	}
	return done, errors.Is(err, errStale) || errors.Is(err, errRepeat), err
}

// side loads one of the two. NotFound.
func (s *Store) side(ctx context.Context, who evercart.Caller, id evercart.SessionID) (evercart.State, error) {
	state, _, err := s.load(ctx, id)
	if err == nil && (state.Life == "" || !who.May(state.Subject)) {
		err = notFound("sqlite.Merge", "session")
	}
	return state, err
}

// half makes the commit of one of the two.
func (s *Store) half(ctx context.Context, m evercart.Merge, state evercart.State, change evercart.Change, mark *evercart.SessionMerged) (*commit, evercart.Committed, error) {
	marked := slices.ContainsFunc(change.Facts, func(f evercart.Fact) bool {
		_, ok := f.(*evercart.SessionMerged)
		return ok
	})
	if !marked {
		change.Facts = append(slices.Clone(change.Facts), mark)
	}
	u := evercart.Update{Session: state.Session, Write: m.Write, By: m.By, Do: func(evercart.State) (evercart.Change, error) { return change, nil }}
	change, done, err := u.Run(state, s.clock.Now())
	if err != nil {
		return nil, done, err
	}
	c, err := s.prepare(ctx, u, state, change, done)
	return c, done, err
}
