package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// clearCart empties the cart, but asks first: the yes counts only as the answer to its own question, in a later turn.
func (k kit) clearCart() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "clear_cart", Changes: true, Does: []evercart.DeedKind{evercart.DeedCleared, evercart.DeedRemoved},
			About: "Empty the whole cart (the list for later stays). Call it with confirmed false: it gives the question to ask. Call it with confirmed true only in the turn in which the shopper said yes to that question.",
			Schema: object([]string{"confirmed"},
				prop{"confirmed", `{"type":"boolean","description":"true only when the shopper has just said yes to the question"}`}),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			a.need("confirmed")
			confirmed := a.flag("confirmed")
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				if len(s.Cart.Lines) == 0 {
					return w.done(w.v.Say("already.empty"))
				}
				if !confirmed || !askedToClear(s) {
					return evercart.Change{}, w.askClear(), nil
				}
				if err := w.do(evercart.Command{Verb: evercart.Clear}); err != nil {
					return w.refuse(err, nil)
				}
				return w.done(w.v.Say("cleared"))
			}
		},
	}
}

// askedToClear says that the open question is this one, and was asked in a turn before this one.
func askedToClear(s evercart.State) bool {
	return s.Question != nil && s.Question.Kind == "clear" && (s.Active == nil || s.Question.Turn != s.Active.Turn)
}

func (w *work) askClear() evercart.Result {
	units := 0
	for _, l := range w.state.Cart.Lines {
		units += l.Quantity
	}
	e := evercart.Errorf(evercart.Ambiguous, "shop.clear_cart", "nothing was changed: ask the shopper first")
	r := w.refusal(e, w.v.Say("ask.clear", units), map[string]any{"cart": w.cartData()})
	r.Question = &evercart.Question{Kind: "clear", Pending: &evercart.Command{Verb: evercart.Clear}}
	return r
}
