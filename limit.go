package evercart

import "context"

// Limiter counts how often something is done under a key, in one process or in all nodes together.
type Limiter interface {
	// Take spends one of the key's tokens. RateLimited with RetryAfter when there is none, Unavailable when it could not be asked.
	Take(ctx context.Context, key string, r Rate) error
}

// Rate is a bucket of Burst tokens into which PerSecond are put back, until it is full.
type Rate struct {
	PerSecond float64
	Burst     int
}
