package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/evercart/evercart"
)

// Merge implements evercart.Sessions: both sessions change in one transaction, which they share with nobody.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	const op = "postgres.Merge"
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
	r, err := m.Run(from, into, s.now())
	if err != nil {
		return evercart.Committed{State: into}, false, own{err}
	}
	if r.Again {
		return evercart.Committed{State: into}, false, nil
	}
	first, err := s.prepare(ctx, who, writing{Update: evercart.Update{Session: m.From, Write: m.Write}, named: true}, from, r.FromChange, r.From)
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	second, err := s.prepare(ctx, who, writing{Update: evercart.Update{Session: m.Into, Write: m.Write}, named: true}, into, r.IntoChange, r.Into)
	if err != nil {
		return evercart.Committed{State: into}, false, err
	}
	err = s.alone(ctx, ownerOf(from.Subject, into.Subject), []string{string(m.Into)}, func(x *tx) error { return both(x, first, second) })
	switch {
	case errors.Is(err, errLost):
		found, err := s.found(ctx, second)
		return second.done(), err == nil && !found, err
	case errors.Is(err, errStale), errors.Is(err, errRepeat), collided(err):
		return evercart.Committed{}, true, nil
	case err != nil:
		return evercart.Committed{State: into}, false, err
	}
	return second.done(), false, nil
}

// both writes two changes: first all heads are held, in the order of their numbers, then everything that comes after sessions
// in the order of locks is written of both at once.
func both(x *tx, first, second *commit) error {
	_, err := x.exec(`SELECT 1 FROM head WHERE session = ANY ($1::uuid[]) ORDER BY id FOR UPDATE`, []string{string(first.update.Session), string(second.update.Session)})
	if err != nil {
		return err
	}
	a, err := first.lock(x)
	if err != nil {
		return err
	}
	b, err := second.lock(x)
	if err != nil {
		return err
	}
	if err := first.writeRows(x, a); err != nil {
		return err
	}
	if err := second.writeRows(x, b); err != nil {
		return err
	}
	jobs, err := checkJobs(slices.Concat(first.jobs, second.jobs))
	if err != nil {
		return err
	}
	return writeBeyond(x, sorted(slices.Concat(first.takes, second.takes)), jobs, second.now, b.subject)
}

// side loads one of the two. NotFound.
func (s *Store) side(ctx context.Context, who evercart.Caller, id evercart.SessionID) (evercart.State, error) {
	state, err := s.load(ctx, officeOf(who), id)
	if err == nil && (state.Life == "" || !who.May(state.Subject)) {
		err = notFound("postgres.Merge", "session")
	}
	return state, err
}
