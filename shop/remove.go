package shop

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
)

// removeFromCart takes a line, or some of it, out; a saved line too.
func (k kit) removeFromCart() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "remove_from_cart", Changes: true, Does: []evercart.DeedKind{evercart.DeedRemoved, evercart.DeedQuantity},
			About:  "Take a line out of the cart (or off the list for later): the whole line, or quantity of it. Also what is no longer available can be removed.",
			Schema: object(nil, lineProp, skuProp, quantityProp),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			no, sku := a.lineArg()
			n := a.whole("quantity")
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				l, refusal := w.line(append(slices.Clip(w.state.Cart.Lines), w.state.Cart.Saved...), no, sku,
					evercart.Command{Verb: evercart.Remove, Quantity: n})
				if refusal != nil {
					return w.no(refusal, nil)
				}
				if err := w.do(evercart.Command{Verb: evercart.Remove, Line: l.No, Quantity: n}); err != nil {
					return w.refuse(err, nil)
				}
				if n > 0 && n < l.Quantity {
					l.Quantity = n
				}
				say := w.v.Say("removed", w.v.Line(l))
				if left, there := w.state.Cart.Line(l.No); there {
					return w.done(say+" "+w.sayNow(left), left.SKU)
				}
				if len(w.state.Cart.Lines) == 0 {
					say += " " + w.v.Say("cleared")
				}
				return w.done(say)
			}
		},
	}
}
