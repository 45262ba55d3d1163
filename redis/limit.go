package redis

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"time"

	"github.com/evercart/evercart"
)

var _ evercart.Limiter = (*Client)(nil)

// A rate is one number: the moment at which the bucket would be full again, by the clock of Redis.
//
//go:embed take.lua
var takeScript string

// Take implements evercart.Limiter.
func (c *Client) Take(ctx context.Context, key string, r evercart.Rate) error {
	const op = "redis.Take"
	if r.PerSecond <= 0 || r.Burst < 1 {
		return evercart.Errorf(evercart.Invalid, op, "a rate has tokens")
	}
	var wait int64
	err := c.do(ctx, op, func(ctx context.Context) error {
		var err error
		wait, err = c.redis.Eval(ctx, takeScript, []string{c.rateKey(key)}, 1e6/r.PerSecond, r.Burst).Int64()
		return err
	})
	if err == nil && wait > 0 {
		err = &evercart.Error{Code: evercart.RateLimited, Op: op, Message: "too many requests", RetryAfter: time.Duration(wait) * time.Microsecond}
	}
	return err
}

// rateKey does not tell whose rate it is.
func (c *Client) rateKey(key string) string {
	h := hmac.New(sha256.New, c.config.Secret)
	h.Write([]byte(key))
	return "evercart:" + c.config.Name + ":r:" + base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:16])
}
