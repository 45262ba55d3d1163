package hot

import (
	"context"

	"github.com/evercart/evercart"
)

// Limiter counts rates with all nodes, and alone while they cannot be reached: then each node lets through what all together
// should.
type Limiter struct {
	Shared, Own evercart.Limiter
}

var _ evercart.Limiter = Limiter{}

// Take implements evercart.Limiter.
func (l Limiter) Take(ctx context.Context, key string, r evercart.Rate) error {
	err := l.Shared.Take(ctx, key, r)
	if evercart.CodeOf(err) == evercart.Unavailable {
		return l.Own.Take(ctx, key, r)
	}
	return err
}
