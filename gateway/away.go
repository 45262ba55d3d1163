package gateway

import (
	"cmp"
	"context"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

// How a store that is away is waited for.
const (
	faceIn    = time.Second            // who calls is found by then, or is whom the store remembers
	awayPause = 100 * time.Millisecond // before the second try; it doubles
	awayMost  = time.Second
)

// face finds a shopper: with the store away, whom it remembers. One that hangs is not waited for where somebody is remembered.
func (g *Gateway) face(ctx context.Context, find func(context.Context) (evercart.Shopper, error)) (evercart.Shopper, error) {
	soon, cancel := context.WithTimeout(ctx, faceIn)
	defer cancel()
	s, err := find(soon)
	switch {
	case !evercart.Away(err) || ctx.Err() != nil:
		return s, err
	case s.Subject != "":
		return s, nil
	case soon.Err() != nil: // it is slow, which is not away
		return find(ctx)
	}
	return s, err
}

// patiently does what comes before a turn by webhook. A store that is away is waited for as long as by a turn; then it is refused in the
// words that a shopper may hear.
func (g *Gateway) patiently(ctx context.Context, locale string, do func() error) error {
	began := g.clock.Now()
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		err := do()
		if !evercart.Away(err) || ctx.Err() != nil {
			return err
		}
		if g.clock.Now().Add(pause).Sub(began) > g.cfg.StoreWait || g.drained() || g.clock.Sleep(ctx, pause) != nil {
			return g.aloud(locale, err)
		}
	}
}

// aloud gives an error that says that something is away the words that a shopper may hear; all else as it is.
func (g *Gateway) aloud(locale string, err error) error {
	if !evercart.Away(err) {
		return err
	}
	e := *evercart.AsError(err)
	e.Message = speak.For(cmp.Or(locale, g.cfg.Shop.Locale)).Error(err)
	return &e
}

// drained says that the server is leaving.
func (g *Gateway) drained() bool {
	select {
	case <-g.drain:
		return true
	default:
		return false
	}
}
