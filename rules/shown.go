package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// chosen says that a variant in focus is there for its own sake: it was asked for by its colour or size, or shown in no search.
func (t *turn) chosen(sold []evercart.Variant, i int) bool {
	for _, past := range slices.Backward(append(slices.Clone(t.prompt.History), t.prompt.Now)) {
		for _, s := range slices.Backward(past.Steps) {
			for _, c := range slices.Backward(s.Calls) {
				switch c.Tool {
				case "get_product":
					return sameSKU(lookedUp(c), sold[i].SKU)
				case "add_to_cart":
					return sameSKU(lookedUp(c), sold[i].SKU)
				case "search_products":
					return t.onlyFound(lookedFor(c), sold[i])
				}
			}
		}
	}
	inStock := slices.IndexFunc(sold, func(v evercart.Variant) bool { return v.Stock != 0 })
	return i != 0 && i != inStock
}

func sameSKU(a, b evercart.SKU) bool { return a.Fold() == b.Fold() }

// lookedUp is the SKU that a product was looked up by; "" = by its id.
func lookedUp(c evercart.ToolCall) evercart.SKU {
	var args struct {
		SKU evercart.SKU `json:"sku"`
	}
	_ = json.Unmarshal(c.Args, &args) // what is not there was not asked for
	return args.SKU
}

// lookedFor are the words of a search.
func lookedFor(c evercart.ToolCall) string {
	var args struct {
		Query string `json:"query"`
	}
	_ = json.Unmarshal(c.Args, &args) // what is not there was not asked for
	return args.Query
}

// onlyFound says that a search leaves no other variant of the product.
func (t *turn) onlyFound(words string, v evercart.Variant) bool {
	if words == "" {
		return false
	}
	return slices.ContainsFunc(t.find(evercart.Query{Words: words, Limit: 12}).Hits, func(h evercart.Hit) bool {
		return len(h.Variants) == 1 && sameSKU(h.Variants[0].SKU, v.SKU)
	})
}

// otherOfType gives the goods of the same type, where there are others: "one of the other kind".
func (t *turn) otherOfType(hits []evercart.Hit) []evercart.Hit {
	p := hits[0].Product
	if p.Type == "" {
		return hits
	}
	others := slices.DeleteFunc(t.find(evercart.Query{Words: p.Type, Limit: 12}).Hits, func(h evercart.Hit) bool { return h.Product.ID == p.ID || h.Product.Type != p.Type })
	if len(others) == 0 {
		return hits
	}
	return others
}

// lookedAtLately are the goods of one type that the turns before only looked at, one after the other: "then I'll have one of each".
func (t *turn) lookedAtLately(hits []evercart.Hit) []evercart.Hit {
	out := slices.Clone(hits)
	for i := len(t.prompt.History) - 1; i >= 0 && i >= len(t.prompt.History)-lookedBack && onlyLooked(t.prompt.History[i]); i-- {
		for _, s := range t.prompt.History[i].Steps {
			for _, c := range s.Calls {
				p, ok := t.lookedUpProduct(c)
				if ok && p.Type == hits[0].Product.Type && !slices.ContainsFunc(out, func(h evercart.Hit) bool { return h.Product.ID == p.ID }) {
					out = append(out, evercart.Hit{Product: p, Variants: active(p.Variants)})
				}
			}
		}
	}
	return out
}

// lookedUpProduct is the product that a call looked up.
func (t *turn) lookedUpProduct(c evercart.ToolCall) (evercart.Product, bool) {
	if c.Tool != "get_product" {
		return evercart.Product{}, false
	}
	if sku := lookedUp(c); sku != "" {
		return t.productOf(sku)
	}
	var args struct {
		Product string `json:"product"`
	}
	if json.Unmarshal(c.Args, &args) != nil {
		return evercart.Product{}, false
	}
	p, err := t.catalog.Product(t.ctx, args.Product)
	return p, err == nil
}

// ofShownKind keeps of several goods those of the type of what was shown, where that leaves some out.
func (t *turn) ofShownKind(hits []evercart.Hit) []evercart.Hit {
	if len(hits) < 2 || len(t.state.Focus) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h evercart.Hit) bool { return !t.ofFocusedKind(h.Product) })
}

// choosesShown says that a turn names one of what was shown, and nothing else: "then the sage one", "straight ones, please". That is a wish,
// and no search among them.
func (t *turn) choosesShown(text string, clauses []clause) bool {
	if len(clauses) != 1 || clauses[0].want != wantNothing || clauses[0].asked || len(t.state.Focus) == 0 || t.denied {
		return false
	}
	items := t.items(clauses[0])
	if len(items) != 1 || items[0].bare() || items[0].or {
		return false
	}
	it, hits := items[0], t.focus()
	if len(hits) == 1 && t.allOptions(hits, it.words) {
		return true
	}
	if !it.ones {
		return false
	}
	var skus []evercart.SKU
	for _, h := range hits {
		for _, v := range h.Product.Variants {
			skus = append(skus, v.SKU)
		}
	}
	f := t.find(evercart.Query{Words: it.query(), Among: skus, Limit: 50})
	if len(f.Hits) == 0 || len(f.Unknown) > 0 {
		f = t.find(evercart.Query{Words: it.query(), Limit: mostHits})
		f.Hits = t.ofShownKind(f.Hits)
	}
	return len(f.Hits) == 1 && len(f.Unknown) == 0 && slices.ContainsFunc(t.wordsOf(f.Hits[0].Product.Title), func(w token) bool {
		return slices.ContainsFunc(it.words, func(said string) bool { return t.lang.Stem(said) == t.lang.Stem(w.Text) })
	})
}

// otherThan is what an item starts from, and the option in which it differs from that: "the other colour", of two. No name = none.
func (t *turn) otherThan(c choice, it item) (evercart.Variant, evercart.Option) {
	if it.ref != refOther || len(c.hits) != 1 || len(it.ordinals) > 0 {
		return c.base, evercart.Option{}
	}
	base := c.base
	for _, l := range t.state.Cart.Lines {
		if i := slices.IndexFunc(c.hits[0].Product.Variants, func(v evercart.Variant) bool { return v.SKU == l.SKU }); base.SKU == "" && i >= 0 {
			base = c.hits[0].Product.Variants[i]
		}
	}
	i := slices.IndexFunc(base.Options, func(o evercart.Option) bool { return t.lang.Color(strings.ToLower(o.Value)) })
	if i < 0 && len(base.Options) == 1 && !isDefault(base.Options[0]) {
		i = 0
	}
	if i < 0 {
		return c.base, evercart.Option{}
	}
	but := base.Options[i]
	base.Options = slices.Delete(slices.Clone(base.Options), i, i+1)
	return base, but
}

// alikeToLast keeps the variants that have the size or colour of what was last spoken of: "and the belt in the same colour".
func (t *turn) alikeToLast(variants []evercart.Variant) []evercart.Variant {
	refs := t.lastChanged(t.state.Cart.Lines)
	for _, sku := range t.state.Focus {
		if l, ok := t.state.Cart.LineOf(sku); ok {
			refs = []evercart.Line{l}
			break
		}
	}
	if len(t.state.Cart.Lines) == 1 {
		refs = t.state.Cart.Lines
	}
	if len(refs) != 1 {
		return variants
	}
	return t.carried(variants, refs[0])
}

// offered is the one variant that was asked for and told to be there in the turn before, and is not in the cart yet; "" = none.
func (t *turn) offered() evercart.SKU {
	n := len(t.prompt.History)
	if n == 0 || len(t.state.Focus) != 1 || t.lastCall() != "get_product" || len(t.prompt.History[n-1].Steps) == 0 {
		return ""
	}
	p, ok := t.productOf(t.state.Focus[0])
	words := t.wordsOf(t.prompt.History[n-1].Words.Reveal())
	if !ok || t.inCart(p) || !asksForStock.MatchString(hear.Text(words)) {
		return ""
	}
	v := t.exact(p)
	if v.Stock == 0 {
		return ""
	}
	return v.SKU
}

var asksForStock = sift.Of(`\b(?:do you (?:have|sell|carry|stock)|have you got|you have|is there|are there|(?:do|does) (?:it|they|that|those) come in|available|in stock)\b`)
