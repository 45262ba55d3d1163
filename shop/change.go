package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// changeCartLine sets a line's quantity, puts another variant in its place, or both, in one step: the line is never missing.
func (k kit) changeCartLine() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "change_cart_line", Changes: true,
			Does:  []evercart.DeedKind{evercart.DeedQuantity, evercart.DeedOptions, evercart.DeedAdded, evercart.DeedRemoved, evercart.DeedNoted},
			About: "Change a line of the cart in one step: its quantity (the new number, not the difference), another size, colour or thing in its place (to_sku), or both. Use this and not remove and add. To take a line away use remove_from_cart.",
			Schema: object(nil, lineProp, skuProp, quantityProp,
				prop{"to_sku", `{"type":"string","minLength":1,"maxLength":128,"description":"SKU of what it shall be instead"}`}),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			no, sku := a.lineArg()
			_, swaps := a.values["to_sku"]
			if _, sets := a.values["quantity"]; !sets && !swaps {
				a.fail("quantity", "give quantity, to_sku or both")
			}
			n, to := a.whole("quantity"), evercart.SKU(a.text("to_sku", 128))
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				pending := evercart.Command{Verb: evercart.SetQuantity, Quantity: n}
				if swaps {
					pending = evercart.Command{Verb: evercart.Swap, To: w.exact(to)}
				}
				l, refusal := w.line(w.state.Cart.Lines, no, sku, pending)
				if refusal != nil {
					return w.no(refusal, nil)
				}
				if swaps {
					return w.swap(l, to, n)
				}
				if err := w.do(evercart.Command{Verb: evercart.SetQuantity, Line: l.No, Quantity: n}); err != nil {
					return w.refuse(err, nil)
				}
				l, _ = w.state.Cart.Line(l.No)
				return w.done(w.sayNow(l), l.SKU)
			}
		},
	}
}

// swap puts to in the place of a line, and makes it n of it where n is given.
func (w *work) swap(l evercart.Line, to evercart.SKU, n int) (evercart.Change, evercart.Result, error) {
	exact, refusal, err := w.variant(to, evercart.Command{Verb: evercart.Swap, Line: l.No, Quantity: 0}, l.SKU)
	if err != nil || refusal != nil {
		return w.no(refusal, err)
	}
	var cmds []evercart.Command
	if n > 0 && n < l.Quantity { // fewer first: the new variant need not be there in the old number
		cmds = append(cmds, evercart.Command{Verb: evercart.Remove, Line: l.No, Quantity: l.Quantity - n})
	}
	cmds = append(cmds, evercart.Command{Verb: evercart.Swap, Line: l.No, To: exact})
	if n > l.Quantity {
		want := n
		if other, there := w.state.Cart.LineOf(exact); there && other.No != l.No {
			want += other.Quantity
		}
		cmds = append(cmds, evercart.Command{Verb: evercart.SetQuantity, SKU: exact, Quantity: want})
	}
	if err := w.do(cmds...); err != nil {
		return w.refuse(err, nil)
	}
	now, _ := w.state.Cart.LineOf(exact)
	if !w.changed() {
		return w.done(w.v.Say("unchanged"), exact)
	}
	say := w.v.Say("swapped.total", w.v.Line(now), w.v.Money(now.Total, w.state.Cart.Currency))
	return w.done(say, exact)
}
