package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// viewCart says what is in the cart at today's prices. What has changed since it was last said is named, and counts as said
// from here on: that is committed, so that it is not told twice and no order is placed on a price that nobody heard.
func (k kit) viewCart() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "view_cart", Schema: object(nil),
			About: "What is in the cart, with today's prices, the total, what is saved for later, and what changed since. Say the changes and the total.",
		},
		prepare: func(ctx context.Context, _ evercart.State, _ *args) evercart.Effect {
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				shelf, err := k.catalog.Shelf(ctx, s.Cart.SKUs()...)
				if err != nil {
					return w.refuse(err, nil)
				}
				say := w.v.Cart(s.Cart.On(shelf))
				if err := w.do(evercart.Command{Verb: evercart.SayPrices}); err != nil {
					return w.refuse(err, nil)
				}
				return w.done(say, w.shownLines()...)
			}
		},
	}
}
