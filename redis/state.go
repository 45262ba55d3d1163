package redis

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// State is how a Redis is, as far as is known.
type State string

// The states.
const (
	OK      State = "ok"
	Away    State = "away"    // it does not answer
	Refused State = "refused" // it answers, and does nothing for us: the password is wrong, or a right is missing
)

// State tells how Redis is.
func (c *Client) State() State {
	switch {
	case c.refuses.Load():
		return Refused
	case c.open.Load():
		return Away
	}
	return OK
}

// Up says that Redis answers, as far as is known; it may refuse.
func (c *Client) Up() bool { return !c.open.Load() }

// answered says that Redis itself gave this error.
func answered(err error) bool {
	_, ok := errors.AsType[redis.Error](err)
	return ok && !errors.Is(err, redis.Nil)
}

// unwelcome says that we may not do this there. One that is full or loads for a while is no worse than one without copies.
func unwelcome(err error) bool {
	return answered(err) && (redis.IsAuthError(err) || redis.IsPermissionError(err))
}

// looks takes note of whether we may do there what we do, once Redis was seen to answer: it writes.
func (c *Client) looks(ctx context.Context, pinged error) {
	err := pinged
	if err == nil && c.refuses.Load() {
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		err = c.redis.Eval(short, takeScript, []string{c.rateKey("probe")}, 1, 1).Err()
	}
	if is := unwelcome(err); c.refuses.Swap(is) && err == nil {
		c.log.Info("redis: does again what it is asked")
	}
}
