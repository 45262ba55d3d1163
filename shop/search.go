package shop

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/evercart/evercart"
)

const (
	maxQuery = 300 // characters
	maxFound = 10  // products
	maxTold  = 3   // products in the sentence
)

// searchProducts finds goods. What is noted of it for analysis are words of the catalogue and a number, never what was said.
func (k kit) searchProducts() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name:  "search_products",
			About: "Find products by what the shopper said: kind, colour, size, material, use. Gives exact SKUs, prices and stock. Nothing else in the shop exists.",
			Schema: object(nil,
				prop{"query", `{"type":"string","minLength":1,"maxLength":300,"description":"the shopper's words for it, with what narrows it: 'under fifty', 'not wool', 'for women', 'on sale'"}`},
				prop{"limit", `{"type":"integer","minimum":1,"maximum":10}`},
				prop{"under", `{"type":"number","minimum":0,"description":"most that it may cost, in whole currency units"}`},
				prop{"over", `{"type":"number","minimum":0,"description":"least that it may cost, in whole currency units"}`},
				prop{"refine", `{"type":"boolean","description":"narrow the last search by query, under and over: what they do not replace holds on"}`},
				prop{"more", `{"type":"boolean","description":"go on with the last search: the products after those told; give nothing else but limit"}`}),
		},
		prepare: func(ctx context.Context, s evercart.State, a *args) evercart.Effect {
			q := evercart.Query{Words: a.text("query", maxQuery), Limit: min(a.whole("limit"), maxFound),
				Under: a.amount("under", k.currency(s)), Over: a.amount("over", k.currency(s))}
			refine, more := a.flag("refine"), a.flag("more")
			switch narrowed := q.Words != "" || q.Under > 0 || q.Over > 0; {
			case more && (narrowed || refine):
				a.fail("more", "goes on with the last search: give nothing else but limit")
			case !more && !refine && q.Words == "", refine && !narrowed:
				a.need("query")
			}
			if q.Limit == 0 {
				q.Limit = 5
			}
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				q := q
				if refine || more {
					q.After = s.Looked
				}
				if more && s.Looked == nil {
					return w.refuse(evercart.Errorf(evercart.Invalid, "shop.search_products", "there was no search to go on with: give a query"), nil)
				}
				if more {
					q.Skip = s.Looked.Told
				}
				f, err := k.catalog.Find(ctx, q)
				if err != nil {
					return w.refuse(err, nil)
				}
				result := w.found(f, q.Skip)
				f.Looked.Told = min(q.Skip+min(len(f.Hits), maxTold), f.Looked.All)
				looked := &evercart.FocusSet{SKUs: result.Shown, Looked: &f.Looked}
				if len(result.Shown) == 0 {
					looked.SKUs = s.Focus // nothing new was shown
				}
				searched := &evercart.Noted{What: "searched", With: map[string]string{"terms": termsOf(q.Words, f.Hits), "hits": strconv.Itoa(len(f.Hits))}}
				for _, fact := range []evercart.Fact{searched, looked} {
					if err := w.note(fact); err != nil {
						return w.refuse(err, nil)
					}
				}
				return evercart.Change{Facts: w.facts}, result, nil
			}
		},
	}
}

func (k kit) currency(s evercart.State) evercart.Currency {
	if s.Cart.Currency != "" {
		return s.Cart.Currency
	}
	return k.shop.Currency
}

// found tells what a search gave; skipped are the products that were told before.
func (w *work) found(f evercart.Finding, skipped int) evercart.Result {
	told := map[string]any{"sure": f.Sure}
	if rest := f.Looked.All - skipped - min(len(f.Hits), maxTold); rest > 0 {
		told["more"] = rest
	}
	if len(f.Unknown) > 0 {
		told["words_without_meaning_here"] = f.Unknown
	}
	products, offers := []productData{}, []string{}
	var shown []evercart.SKU
	for _, h := range f.Hits {
		variants := forSale(h.Variants)
		if len(variants) == 0 {
			variants = h.Variants
		}
		products = append(products, w.productData(h.Product, variants))
		if len(variants) == 0 {
			continue
		}
		shown = append(shown, variants[0].SKU)
		if len(offers) < maxTold {
			offers = append(offers, w.offer(h.Product, variants))
		}
	}
	told["products"] = products
	say := w.v.Say("found.none")
	if skipped > 0 {
		say = w.v.Say("found.end")
	}
	rest := max(len(shown), f.Looked.All-skipped) - len(offers)
	switch {
	case len(offers) > 0 && rest > 0:
		say = w.v.Say("found.more", strings.Join(offers, "; "), rest)
	case len(offers) > 0:
		say = w.v.Say("found", w.v.List(offers))
	}
	return evercart.Result{Say: evercart.Private(say), Data: data(told), Shown: firstOf(shown)}
}

// offer says a product with its price, or the lowest of several.
func (w *work) offer(p evercart.Product, variants []evercart.Variant) string {
	low, high := variants[0].Price, variants[0].Price
	for _, v := range variants {
		low, high = min(low, v.Price), max(high, v.Price)
	}
	key := "offer"
	if low != high {
		key = "offer.from"
	}
	return w.v.Part(key, w.v.The(p.Title, shared(variants)), w.v.Money(low, variants[0].Currency))
}

// forSale keeps what can be had now, those in stock first.
func forSale(variants []evercart.Variant) []evercart.Variant {
	var there, soldOut []evercart.Variant
	for _, v := range variants {
		switch {
		case !v.Active:
		case v.Stock == 0:
			soldOut = append(soldOut, v)
		default:
			there = append(there, v)
		}
	}
	return append(there, soldOut...)
}

// termsOf keeps of a query the words that the found goods have themselves: catalogue terms.
func termsOf(words string, hits []evercart.Hit) string {
	const most = 8
	known := map[string]bool{}
	add := func(text string) {
		for _, w := range wordsOf(text) {
			known[w] = true
		}
	}
	for _, h := range hits {
		add(h.Product.Title)
		add(h.Product.Type)
		for _, t := range h.Product.Tags {
			add(t)
		}
		for _, v := range h.Product.Variants {
			for _, o := range v.Options {
				add(o.Value)
			}
		}
	}
	var out []string
	for _, w := range wordsOf(words) {
		if known[w] && !slices.Contains(out, w) && len(out) < most {
			out = append(out, w)
		}
	}
	slices.Sort(out) // a set of terms, not the order of somebody's words
	return strings.Join(out, " ")
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}
