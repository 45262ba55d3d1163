package redis

import (
	"context"
	_ "embed"
	"time"
)

//go:embed tally.lua
var tallyScript string

// Tally says how much one has of something that all count together, such as what they spent today, and gives the sum of all. Each says all
// that it has, not what has come to it: said twice it counts once, and a Redis that lost everything knows it again as soon as each has spoken. It stays
// for so long after the last word. Unavailable.
func (c *Client) Tally(ctx context.Context, key, whose string, has int64, stay time.Duration) (all int64, err error) {
	const op = "redis.Tally"
	err = c.do(ctx, op, func(ctx context.Context) error {
		var err error
		all, err = c.redis.Eval(ctx, tallyScript, []string{"evercart:" + c.config.Name + ":t:" + key}, whose, has, stay.Milliseconds()).Int64()
		return err
	})
	return all, err
}
