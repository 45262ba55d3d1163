package postgres

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// Merge implements evercart.Sessions: both sessions change in one transaction, which they share with nobody.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	const op = "postgres.Merge"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	done, err := s.runner(op).Merge(ctx, who, m, desk{s, who, officeOf(who), nil})
	return done, errorOf(err, op)
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
	return writeBeyond(x, tables.Takes(slices.Concat(first.takes, second.takes)), jobs, b.subject)
}
