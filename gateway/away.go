package gateway

import (
	"cmp"
	"context"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/patience"
	"github.com/evercart/evercart/speak"
)

// face finds a shopper: with the store away, whom it remembers.
func (g *Gateway) face(ctx context.Context, find func(context.Context) (evercart.Shopper, error)) (evercart.Shopper, error) {
	s, _, err := evercart.Meet(ctx, find)
	return s, err
}

// patiently does what comes before a turn by webhook. A store that is away is waited for as long as by a turn; then the turn is refused in the
// words that a shopper may hear.
func (g *Gateway) patiently(ctx context.Context, u evercart.Utterance, do func() error) error {
	err := patience.Retry(ctx, g.clock, g.cfg.StoreWait, func(err error) bool { return evercart.Away(err) && !g.drained() }, do)
	if ctx.Err() != nil {
		return err
	}
	return g.aloud(u.Language, u.Refused(evercart.Unanswered(err, "gateway")))
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
