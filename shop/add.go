package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// addToCart adds one exact variant. A product that comes in several is a question.
func (k kit) addToCart() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "add_to_cart", Changes: true, Does: []evercart.DeedKind{evercart.DeedAdded, evercart.DeedQuantity, evercart.DeedNoted},
			About: "Add a quantity of one exact variant to the cart. When size or colour is not known, the result is a question to ask; never guess. The shop sets the price.",
			Schema: object([]string{"sku", "quantity"}, skuProp, quantityProp,
				prop{"keep", `{"type":"boolean","description":"true when the shopper asked to hold it in the cart"}`}),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			a.need("sku")
			a.need("quantity")
			sku, n, keep := evercart.SKU(a.text("sku", 128)), a.whole("quantity"), a.flag("keep")
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				exact, refusal, err := w.variant(sku, evercart.Command{Verb: evercart.Add, Quantity: n})
				if err != nil || refusal != nil {
					return w.no(refusal, err)
				}
				cmds := []evercart.Command{{Verb: evercart.Add, SKU: exact, Quantity: n}}
				if keep {
					cmds = append(cmds, evercart.Command{Verb: evercart.Keep, SKU: exact})
				}
				if err := w.do(cmds...); err != nil {
					change, refused, err := w.refuse(err, nil)
					refused.Shown = []evercart.SKU{exact} // it is what is spoken of: "then a small one"
					return change, refused, err
				}
				l, _ := w.state.Cart.LineOf(exact)
				return w.done(w.sayAdded(l, n, keep), exact)
			}
		},
	}
}

// sayAdded says what was added and its price, and how many there are where that differs; large quantities are always said
// back with the line's total.
func (w *work) sayAdded(l evercart.Line, n int, keep bool) string {
	one := l
	one.Quantity = n
	price, err := l.UnitPrice.Times(n)
	if err != nil {
		price = l.Total
	}
	key := "added.total"
	if keep {
		key = "added.kept"
	}
	say := w.v.Say(key, w.v.Line(one), w.v.Money(price, w.state.Cart.Currency))
	if l.Quantity != n {
		say += " " + w.sayNow(l)
	}
	return say
}

// sayNow says how many of a line there are; from the shop's bound on, with the line's total.
func (w *work) sayNow(l evercart.Line) string {
	if l.Quantity >= w.shop.RepeatFrom || l.Said != 0 && l.Quantity > 1 {
		return w.v.Say("now.total", w.v.Line(l), w.v.Money(l.Total, w.state.Cart.Currency))
	}
	return w.v.Say("now", w.v.Line(l))
}

// no ends a run with a refusal that is there already, or with an error.
func (w *work) no(refusal *evercart.Result, err error) (evercart.Change, evercart.Result, error) {
	if err != nil {
		return w.refuse(err, nil)
	}
	return evercart.Change{}, *refusal, nil
}
