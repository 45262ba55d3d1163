package sqlite

import (
	"context"
	"errors"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// Merge implements evercart.Sessions: both sessions change in one transaction, which they share with nobody.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	const op = "sqlite.Merge"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	if m.Do == nil {
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, op, "a merge has a Do")
	}
	if m.Write == "" {
		m.Write = newWrite()
	}
	for run := range maxRuns {
		done, again, err := s.merge(ctx, who, m)
		if !again {
			return done, errorOf(err, op)
		}
		s.count.stale.Add(1)
		if err := s.pause(ctx, run); err != nil {
			return evercart.Committed{}, errorOf(err, op)
		}
	}
	return evercart.Committed{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the sessions")
}

// merge is one attempt; again says that the sessions have moved meanwhile.
func (s *Store) merge(ctx context.Context, who evercart.Caller, m evercart.Merge) (done evercart.Committed, again bool, err error) {
	from, err := s.side(ctx, who, m.From)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	into, err := s.side(ctx, who, m.Into)
	if err != nil {
		return evercart.Committed{}, false, err
	}
	r, err := m.Run(from, into, s.clock.Now())
	if err != nil {
		return evercart.Committed{State: into}, false, own{err}
	}
	if r.Again {
		return evercart.Committed{State: into}, false, nil
	}
	first, err := s.prepare(ctx, evercart.Update{Session: m.From, Write: m.Write}, from, r.FromChange, r.From)
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	second, err := s.prepare(ctx, evercart.Update{Session: m.Into, Write: m.Write}, into, r.IntoChange, r.Into)
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	err = s.db.Write(ctx, litedb.Place{Key: string(m.Into), Alone: true}, func(tx *litedb.Tx) error {
		if err := first.run(tx); err != nil {
			return err
		}
		return second.run(tx)
	})
	switch {
	case errors.Is(err, litedb.ErrLost):
		found, err := s.found(ctx, second.update)
		return second.done(), err == nil && !found, err
	case errors.Is(err, errStale), errors.Is(err, errRepeat):
		return evercart.Committed{}, true, nil
	case err != nil:
		return evercart.Committed{State: into}, false, err
	}
	return second.done(), false, nil
}

// side loads one of the two. NotFound.
func (s *Store) side(ctx context.Context, who evercart.Caller, id evercart.SessionID) (evercart.State, error) {
	state, err := s.load(ctx, id)
	if err == nil && (state.Life == "" || !who.May(state.Subject)) {
		err = notFound("sqlite.Merge", "session")
	}
	return state, err
}
