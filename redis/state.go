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
	Refused State = "refused" // it answers, and refuses: a password or a right is missing, it is full, read only or still loading
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

// looks takes note of whether Redis does what it is asked, once it was seen to answer: as those who are refused do, it writes.
func (c *Client) looks(ctx context.Context, pinged error) {
	err := pinged
	if err == nil && c.refuses.Load() {
		short, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		err = c.redis.Eval(short, takeScript, []string{c.rateKey("probe")}, 1, 1).Err()
	}
	if is := answered(err); c.refuses.Swap(is) && err == nil {
		c.log.Info("redis: does again what it is asked")
	}
}
