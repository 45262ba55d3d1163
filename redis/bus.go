package redis

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/evercart/evercart"
)

var _ evercart.Bus = (*Client)(nil)

const (
	maxNotes = 256                   // of one message
	hearing  = time.Second           // silence after which the connection is tried
	anew     = 50 * time.Millisecond // before a broken subscription is made again, growing
	anewMost = time.Second
)

func (c *Client) channel() string { return "evercart:" + c.config.Name + ":bus" }

// Publish implements evercart.Bus.
func (c *Client) Publish(ctx context.Context, notes ...evercart.Note) error {
	const op = "redis.Publish"
	for len(notes) > 0 {
		n := min(len(notes), maxNotes)
		b, err := json.Marshal(notes[:n])
		if err != nil {
			return evercart.Wrap(err, evercart.Invalid, op)
		}
		if err := c.do(ctx, op, func(ctx context.Context) error { return c.redis.Publish(ctx, c.channel(), b).Err() }); err != nil {
			c.missed.Store(true)
			c.wake()
			return err
		}
		notes = notes[n:]
	}
	return nil
}

// makeUp tells the others, as soon as this node can, that notes of it did not get out: their subscriptions may have stood all the time, so that
// they know of no loss.
func (c *Client) makeUp(ctx context.Context) {
	if !c.missed.Swap(false) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if c.redis.Publish(ctx, c.channel(), `[{"what":"`+evercart.NoteLost+`"}]`).Err() != nil {
		c.missed.Store(true)
	}
}

// Listen implements evercart.Bus.
func (c *Client) Listen(ctx context.Context, f func(evercart.Note)) error {
	for wait := anew; ctx.Err() == nil; wait = min(2*wait, anewMost) {
		if c.listen(ctx, f) {
			wait = anew
		}
		lost(ctx, f)
		if c.clock.Sleep(ctx, wait) != nil {
			break
		}
	}
	return evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "redis.Listen")
}

// listen makes one subscription and hears it to its end; heard says that it stood.
func (c *Client) listen(ctx context.Context, f func(evercart.Note)) (heard bool) {
	s := c.redis.Subscribe(ctx, c.channel())
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	defer s.Close() //nolint:errcheck // it is broken or over
	for asked := false; ; {
		m, err := s.ReceiveTimeout(ctx, hearing)
		if err != nil {
			// Silence is asked once whether somebody is there; then it is a broken line.
			if n, ok := errors.AsType[net.Error](err); ctx.Err() == nil && ok && n.Timeout() && heard && !asked && s.Ping(ctx) == nil {
				if asked = true; c.open.Load() {
					lost(ctx, f)
				}
				continue
			}
			return heard
		}
		asked = false
		switch m := m.(type) {
		case *redis.Subscription:
			heard = true
			f(evercart.Note{What: evercart.NoteLost})
		case *redis.Message:
			c.hear(m.Payload, f)
		}
	}
}

// lost is told as long as nothing can be heard, so that listeners look for themselves as if there were no bus.
func lost(ctx context.Context, f func(evercart.Note)) {
	if ctx.Err() == nil {
		f(evercart.Note{What: evercart.NoteLost})
	}
}

func (c *Client) hear(payload string, f func(evercart.Note)) {
	var notes []evercart.Note
	if err := json.Unmarshal([]byte(payload), &notes); err != nil {
		c.count.badNotes.Add(1)
		c.log.Warn("redis: a note cannot be read", slog.Int("bytes", len(payload)))
		return
	}
	for _, n := range notes {
		f(n)
	}
}
