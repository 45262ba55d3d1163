package redis

import (
	"context"
	"crypto/rand"
	_ "embed"
	mrand "math/rand/v2"
	"strconv"

	"github.com/redis/go-redis/v9"

	"github.com/evercart/evercart"
)

var _ evercart.Cache = (*Client)(nil)

// An entry is one hash: s and b are the version and body of the copy, t the lease that stands, f the newest write known. The
// scripts run whole, so that nothing comes between looking and keeping.
var (
	//go:embed get.lua
	getScript string
	//go:embed fill.lua
	fillScript string
	//go:embed wrote.lua
	wroteScript string
)

func (c *Client) key(k evercart.CacheKey) string {
	return "evercart:" + c.config.Name + ":c:" + k.Epoch + ":" + string(k.Life) + ":" + string(k.Session)
}

// keep is how long an entry stays, scattered by a tenth: what was written in one second must not go in one second.
func (c *Client) keep() string {
	d := c.config.Keep
	return strconv.FormatInt(max(1, (d-d/20+mrand.N(d/10+1)).Milliseconds()), 10)
}

// Get implements evercart.Cache.
func (c *Client) Get(ctx context.Context, k evercart.CacheKey, at evercart.Seq) (got evercart.Cached, lease evercart.Lease, err error) {
	const op = "redis.Get"
	token := rand.Text()
	var answer []any
	err = c.do(ctx, op, func(ctx context.Context) error {
		var err error
		answer, err = c.redis.Eval(ctx, getScript, []string{c.key(k)}, int64(at), token, c.keep()).Slice()
		return err
	})
	if err != nil {
		return got, "", err
	}
	if len(answer) == 2 {
		seq, _ := answer[0].(int64)
		body, _ := answer[1].(string)
		return evercart.Cached{Seq: evercart.Seq(seq), Body: []byte(body)}, "", nil
	}
	if len(answer) == 1 {
		c.count.corrupt.Add(1)
	}
	return got, evercart.Lease(token), evercart.Errorf(evercart.NotFound, op, "no copy")
}

// Fill implements evercart.Cache.
func (c *Client) Fill(ctx context.Context, k evercart.CacheKey, l evercart.Lease, v evercart.Cached) error {
	const op = "redis.Fill"
	if len(v.Body) > evercart.MaxCached {
		return evercart.Errorf(evercart.TooLarge, op, "a copy is at most %d bytes", evercart.MaxCached)
	}
	var kept int
	err := c.do(ctx, op, func(ctx context.Context) error {
		var err error
		kept, err = c.redis.Eval(ctx, fillScript, []string{c.key(k)}, string(l), int64(v.Seq), v.Body, c.keep()).Int()
		return err
	})
	if err == nil && kept == 0 {
		err = evercart.Errorf(evercart.ClaimLost, op, "the session was written since, or the lease is gone")
	}
	return err
}

// Wrote implements evercart.Cache.
func (c *Client) Wrote(ctx context.Context, writes ...evercart.CacheWrite) ([]evercart.Lease, error) {
	if len(writes) == 0 {
		return nil, nil
	}
	leases := make([]evercart.Lease, len(writes))
	answers := make([]*redis.Cmd, len(writes))
	err := c.do(ctx, "redis.Wrote", func(ctx context.Context) error {
		_, err := c.redis.Pipelined(ctx, func(p redis.Pipeliner) error {
			for i, w := range writes {
				if len(w.Body) > evercart.MaxCached {
					w.Body = nil
				}
				leases[i] = evercart.Lease(rand.Text())
				answers[i] = p.Eval(ctx, wroteScript, []string{c.key(w.Key)}, int64(w.Seq), string(w.Lease), w.Body, string(leases[i]), c.keep())
			}
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, a := range answers {
		if n, err := a.Int(); err != nil || n == 0 {
			leases[i] = ""
		}
	}
	return leases, nil
}

// Forget implements evercart.Cache.
func (c *Client) Forget(ctx context.Context, keys ...evercart.CacheKey) error {
	if len(keys) == 0 {
		return nil
	}
	return c.do(ctx, "redis.Forget", func(ctx context.Context) error {
		_, err := c.redis.Pipelined(ctx, func(p redis.Pipeliner) error {
			for _, k := range keys { // one by one: in a Cluster they live apart
				p.Unlink(ctx, c.key(k))
			}
			return nil
		})
		return err
	})
}
