package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// undo takes back what the last turn that changed the cart did to it.
func (k kit) undo() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "undo", Changes: true, Schema: object(nil),
			Does:  []evercart.DeedKind{evercart.DeedNoted, evercart.DeedAdded, evercart.DeedRemoved, evercart.DeedQuantity},
			About: "Take back all that the last turn that changed the cart did to it. Today's prices hold.",
		},
		prepare: func(ctx context.Context, _ evercart.State, _ *args) evercart.Effect {
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				if err := w.do(evercart.Command{Verb: evercart.UndoLast}); err != nil {
					return w.refuse(err, nil)
				}
				if !w.changed() {
					return w.done(w.v.Say("unchanged"))
				}
				return w.done(w.v.Say("undone")+" "+w.v.Cart(w.state.Cart), w.shownLines()...)
			}
		},
	}
}

// shownLines are the SKUs of the cart, as many as a focus has.
func (w *work) shownLines() []evercart.SKU {
	var out []evercart.SKU
	for _, l := range w.state.Cart.Lines {
		out = append(out, l.SKU)
	}
	return firstOf(out)
}
