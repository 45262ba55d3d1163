package agent

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
)

// did is what a call did on s: what its facts tell, and what the tool tells besides, of the kinds that it declares. It goes with the result
// into the log, so that whoever takes the turn over knows it too.
func (r readied) did(s evercart.State, c evercart.Change, result evercart.Result) []evercart.Deed {
	if result.Code != "" {
		return nil
	}
	out := s.Deeds(c.Facts...)
	may := r.w.a.tools[r.call.Tool].Spec().Does
	for _, d := range result.Did {
		if !slices.Contains(may, d.Kind) {
			r.w.log().Error("a tool tells of a deed that it does not declare", "tool", r.call.Tool, "deed", d.Kind)
			continue
		}
		out = append(out, d)
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
	f := claims.Facts{Total: cart.Totals.Total, Known: true, Currency: cart.Currency}
	for _, l := range cart.Lines {
		f.Lines = append(f.Lines, standing(claims.Added, l))
	}
	for _, l := range cart.Saved {
		f.Saved = append(f.Saved, standing(claims.Saved, l))
	}
	shelf, err := w.a.Catalog.Shelf(ctx, slices.Concat(now.Focus, w.shown)...)
	if err != nil {
		w.log().Warn("no shelf to hold a reply against", "code", evercart.CodeOf(err))
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
	f.Told = besides(f)
	w.truths.at, w.truths.steps, w.truths.facts = now.Seq, len(w.now.Steps), f
	return f
}

// besides are the amounts that results tell and that are no thing's price: what a thing costs is known of that thing, and is no other's
// price because the same tool named both.
func besides(f claims.Facts) []evercart.Minor {
	return slices.DeleteFunc(f.Told, func(m evercart.Minor) bool {
		return slices.ContainsFunc(slices.Concat(f.Lines, f.Saved, f.Goods, f.Deeds), func(d claims.Deed) bool { return d.Price == m })
	})
}

func standing(k claims.Kind, l evercart.Line) claims.Deed {
	d := l.Deed(k)
	d.Stands = true
	return d
}

// toldBy is what a result tells: what was done; that it was refused, and why; or that something was done of which nothing more is known.
func (w *work) toldBy(call evercart.ToolCall, r evercart.Result) []claims.Deed {
	tool, ok := w.a.tools[call.Tool]
	switch {
	case r.Code == evercart.OutOfStock:
		return []claims.Deed{{Kind: claims.Refused, Of: "out of stock"}}
	case r.Code != "" || !ok:
		return []claims.Deed{{Kind: claims.Refused}}
	}
	spec := tool.Spec()
	switch {
	case !spec.Changes || r.Question != nil:
		return append(slices.Clone(r.Did), claims.Deed{Kind: claims.Answered})
	case len(r.Did) == 0 && slices.Contains(spec.Does, claims.Noted):
		return []claims.Deed{{Kind: claims.Noted}}
	}
	return r.Did
}
