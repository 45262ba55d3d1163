package sqlite

import (
	"context"

	"github.com/evercart/evercart"
)

// Merge implements evercart.Sessions: both sessions change in one transaction, which they share with nobody.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	const op = "sqlite.Merge"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	done, err := s.runner(op).Merge(ctx, who, m, desk{s, nil})
	return done, errorOf(err, op)
}
