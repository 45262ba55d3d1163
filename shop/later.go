package shop

import (
	"context"

	"github.com/evercart/evercart"
)

// oneLine is a tool that does one thing to one line.
type oneLine struct {
	name, about, phrase string
	verb                evercart.Verb
	does                []evercart.DeedKind
	lines               func(evercart.Cart) []evercart.Line // among which the line is looked for
}

func cartLines(c evercart.Cart) []evercart.Line  { return c.Lines }
func savedLines(c evercart.Cart) []evercart.Line { return c.Saved }

// keepForLater puts a line aside: shown, not counted.
func (k kit) keepForLater() evercart.Tool {
	return k.oneLine(oneLine{"keep_for_later", "Put a whole line of the cart aside for later: it stays on the list and is not counted.", "saved", evercart.Save,
		[]evercart.DeedKind{evercart.DeedSaved}, cartLines})
}

// bringBack takes a saved line back into the cart.
func (k kit) bringBack() evercart.Tool {
	return k.oneLine(oneLine{"bring_back", "Bring a line from the list for later back into the cart, at today's price.", "restored", evercart.Restore,
		[]evercart.DeedKind{evercart.DeedRestored, evercart.DeedQuantity}, savedLines})
}

// keepInCart marks a line as asked to be held: it still counts.
func (k kit) keepInCart() evercart.Tool {
	return k.oneLine(oneLine{"keep_in_cart", "Mark a line of the cart as asked to be held there. It still counts; nothing else changes.", "held", evercart.Keep,
		[]evercart.DeedKind{evercart.DeedNoted}, cartLines})
}

func (k kit) oneLine(what oneLine) evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{Name: what.name, About: what.about, Schema: object(nil, lineProp, skuProp), Changes: true, Does: what.does},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			no, sku := a.lineArg()
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				l, refusal := w.line(what.lines(w.state.Cart), no, sku, evercart.Command{Verb: what.verb})
				if refusal != nil {
					return w.no(refusal, nil)
				}
				if err := w.do(evercart.Command{Verb: what.verb, Line: l.No}); err != nil {
					return w.refuse(err, nil)
				}
				say := w.v.Say(what.phrase, w.v.Line(l))
				if now, there := w.state.Cart.LineOf(l.SKU); there && what.verb == evercart.Restore {
					total := w.v.Money(now.Total, w.state.Cart.Currency)
					if now.Quantity == l.Quantity {
						say = w.v.Say("restored.for", w.v.Line(now), total)
					} else { // it met a line of the same thing
						say += " " + w.v.Say("now.total", w.v.Line(now), total)
					}
				}
				return w.done(say, l.SKU)
			}
		},
	}
}
