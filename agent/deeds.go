package agent

import (
	"context"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
)

// deedsOf are what the facts of one change did, on the state that they were decided on.
func deedsOf(s evercart.State, facts []evercart.Fact) []claims.Deed {
	var out []claims.Deed
	for _, f := range facts {
		switch f := f.(type) {
		case *evercart.CartChanged:
			out = append(out, cartDeeds(s.Cart, f)...)
		case *evercart.ContextSet:
			out = append(out, claims.Deed{Kind: claims.Noted})
		case *evercart.HandedOff:
			out = append(out, claims.Deed{Kind: claims.HandedOff, Number: f.Ticket})
		}
		next, _, err := s.After(time.Time{}, "", "", f)
		if err != nil { // facts that were committed follow on each other
			return out
		}
		s = next
	}
	return out
}

// cartDeeds compares the lines that a command touched with what they were.
func cartDeeds(was evercart.Cart, f *evercart.CartChanged) []claims.Deed {
	var out []claims.Deed
	verb := f.Command.Verb
	switch verb {
	case evercart.Refresh, evercart.SayPrices:
		return nil
	case evercart.Clear:
		out = append(out, claims.Deed{Kind: claims.Cleared})
	case evercart.Keep, evercart.UndoLast:
		out = append(out, claims.Deed{Kind: claims.Noted})
	}
	var gone, come []claims.Deed
	for _, l := range f.Lines {
		d := deedOf(claims.Added, l)
		switch old := quantityOf(was.Lines, l.No); {
		case l.Quantity > old:
			d.Count = l.Quantity - old
			if verb == evercart.Restore {
				d.Kind = claims.Restored
			}
			come = append(come, d)
		case l.Quantity < old && verb == evercart.Save:
			d.Kind, d.Count = claims.Saved, old-l.Quantity
			gone = append(gone, d)
		case l.Quantity < old:
			d.Kind, d.Count = claims.Removed, old-l.Quantity
			gone = append(gone, d)
		default:
			continue
		}
		if old := quantityOf(was.Lines, l.No); old > 0 && l.Quantity > 0 {
			out = append(out, withCount(deedOf(claims.Quantity, l), l.Quantity, old))
		}
	}
	if verb == evercart.Swap && len(gone) > 0 && len(come) > 0 {
		d := come[0]
		d.Kind, d.From = claims.Options, gone[0].Options
		out = append(out, d)
	}
	for _, l := range f.Saved {
		if l.Quantity == 0 && verb == evercart.Remove {
			gone = append(gone, claims.Deed{Kind: claims.Removed, Title: l.Title, Options: l.Options, Count: quantityOf(was.Saved, l.No)})
		}
	}
	return slices.Concat(out, gone, come)
}

func deedOf(k claims.Kind, l evercart.Line) claims.Deed {
	return claims.Deed{Kind: k, Title: l.Title, Options: l.Options, Count: l.Quantity, Price: l.UnitPrice}
}

func standing(k claims.Kind, l evercart.Line) claims.Deed {
	d := deedOf(k, l)
	d.Stands = true
	return d
}

func withCount(d claims.Deed, now, was int) claims.Deed {
	d.Count, d.Was = now, was
	return d
}

func quantityOf(lines []evercart.Line, no evercart.LineNo) int {
	i := slices.IndexFunc(lines, func(l evercart.Line) bool { return l.No == no })
	if i < 0 {
		return 0
	}
	return lines[i].Quantity
}

// doneBefore are the deeds of a turn that is taken over: what an undo of it would bring back tells them.
func doneBefore(s evercart.State, turn evercart.TurnID) []claims.Deed {
	var out []claims.Deed
	for _, u := range s.Cart.Undo {
		if u.Turn != turn {
			continue
		}
		now := &evercart.CartChanged{}
		for _, l := range u.Lines {
			if i := slices.IndexFunc(s.Cart.Lines, func(o evercart.Line) bool { return o.No == l.No }); i >= 0 {
				now.Lines = append(now.Lines, s.Cart.Lines[i])
				continue
			}
			l.Quantity = 0
			now.Lines = append(now.Lines, l)
		}
		out = append(out, cartDeeds(evercart.Cart{Lines: u.Lines, Saved: u.Saved}, now)...)
		for _, l := range s.Cart.Saved {
			if quantityOf(u.Saved, l.No) == 0 && slices.ContainsFunc(u.Lines, func(o evercart.Line) bool { return o.SKU == l.SKU }) {
				out = append(out, deedOf(claims.Saved, l))
			}
		}
	}
	return out
}

// truth is what this turn's sentences are held against: what was committed in it, the cart as it is now, and the goods that it may
// speak of. It is gathered when a sentence first asks for it after a commit.
func (w *work) truth(ctx context.Context) claims.Facts {
	now := w.newest()
	if w.truths.at == now.Seq && w.truths.steps == len(w.now.Steps) {
		return w.truths.facts
	}
	cart := w.a.today(ctx, now).Cart
	f := claims.Facts{Deeds: slices.Clone(w.deeds), Total: cart.Totals.Total, Known: true, Currency: cart.Currency}
	for _, l := range cart.Lines {
		f.Lines = append(f.Lines, standing(claims.Added, l))
	}
	for _, l := range cart.Saved {
		f.Saved = append(f.Saved, standing(claims.Saved, l))
	}
	shelf, err := w.a.Catalog.Shelf(ctx, slices.Concat(now.Focus, w.shown)...)
	if err != nil {
		w.log.Warn("no shelf to hold a reply against", "code", evercart.CodeOf(err))
	}
	for _, v := range shelf {
		f.Goods = append(f.Goods, claims.Deed{Kind: claims.Shown, Title: v.Title, Options: v.Options, Price: v.Price, Amount: v.Was})
	}
	for _, s := range w.now.Steps {
		for i, r := range s.Results {
			f.Deeds = append(f.Deeds, w.toldBy(s.Calls[i], r)...)
			f.Told = append(f.Told, claims.Amounts(w.locale, r.Say.Reveal())...)
		}
	}
	w.truths.at, w.truths.steps, w.truths.facts = now.Seq, len(w.now.Steps), f
	return f
}

// toldBy is what a result tells besides what its commit changed: that it was refused, and why; or that something was done for which no
// fact of the cart stands.
func (w *work) toldBy(call evercart.ToolCall, r evercart.Result) []claims.Deed {
	tool, ok := w.a.tools[call.Tool]
	switch {
	case r.Code == evercart.OutOfStock:
		return []claims.Deed{{Kind: claims.Refused, Of: "out of stock"}}
	case r.Code != "" || !ok:
		return []claims.Deed{{Kind: claims.Refused}}
	case tool.Spec().Changes && r.Question == nil:
		return []claims.Deed{{Kind: claims.Noted}}
	}
	return []claims.Deed{{Kind: claims.Answered}}
}
