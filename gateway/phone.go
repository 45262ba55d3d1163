package gateway

import (
	"context"
	"net/http"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// Phones makes users known by the numbers from which they call.
type Phones interface {
	// ClaimPhone makes whoever calls from a number known as that user. Again = no change. Invalid; Conflict when the number is another user's.
	ClaimPhone(ctx context.Context, user, number evercart.Personal) error
	// ReleasePhone ends that. NotFound when the number is not this user's.
	ReleasePhone(ctx context.Context, user, number evercart.Personal) error
}

func (g *Gateway) claimPhone(c call) error { return g.phone(c, Phones.ClaimPhone) }

func (g *Gateway) releasePhone(c call) error { return g.phone(c, Phones.ReleasePhone) }

// phone reads the user from the path and the number from the body, which no log of paths has.
func (g *Gateway) phone(c call, do func(Phones, context.Context, evercart.Personal, evercart.Personal) error) error {
	if g.cfg.Phones == nil {
		return evercart.Errorf(evercart.NotImplemented, "gateway", "no calls are answered here")
	}
	user, err := evercart.ParseUserID(c.r.PathValue("user_id"))
	if err != nil {
		return err
	}
	b, err := c.body()
	if err != nil {
		return err
	}
	number, err := wire.ReadPhone(b)
	if err != nil {
		return err
	}
	if err := do(g.cfg.Phones, system(c.r.Context(), g.cfg.Shop), user, number); err != nil {
		return err
	}
	c.w.WriteHeader(http.StatusNoContent)
	return nil
}
