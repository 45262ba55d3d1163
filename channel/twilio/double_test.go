package twilio_test

import (
	"context"

	"github.com/evercart/evercart"
)

// away are shoppers whose store cannot be reached.
type away struct{ evercart.Shoppers }

func (away) Identify(context.Context, string, evercart.Personal) (evercart.Shopper, error) {
	return evercart.Shopper{}, evercart.Errorf(evercart.Unavailable, "double", "away")
}
