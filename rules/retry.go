package rules

import (
	"encoding/json"
	"slices"

	"github.com/evercart/evercart"
)

// retried reads a size, a colour or a number that is said right after a wish that was refused: "large is sold out" – "medium, then";
// "there are only four" – "four, then". It is that wish, with what was said now.
func (t *turn) retried(text string) (outcome, bool) {
	wish, ok := t.refusedWish()
	if !ok || t.openQuestion() != nil {
		return outcome{}, false
	}
	if p, known := t.productOf(wish.SKU); known { // "small's fine then"
		if it, ok := t.opined(&evercart.Question{Kind: "variant", Choices: skusOf(p)}, text); ok {
			return t.wishedOtherwise(wish, p, it)
		}
	}
	clauses := t.parse(text)
	if len(clauses) != 1 || clauses[0].rule && clauses[0].want != wantAdd || clauses[0].asked {
		return outcome{}, false
	}
	items := t.items(clauses[0])
	p, known := t.productOf(wish.SKU)
	if len(items) != 1 || !known {
		return outcome{}, false
	}
	it := items[0]
	hits := []evercart.Hit{{Product: p, Variants: active(p.Variants)}}
	if len(it.ordinals) > 0 || it.more || it.same || it.bad || it.ref == refEach || it.ref == refOther || len(it.words) > 0 && !t.allOptions(hits, it.words) || it.empty() || it.onlyPoints() {
		return outcome{}, false
	}
	return t.wishedOtherwise(wish, p, it)
}

// wishedOtherwise is a refused wish with what was said now.
func (t *turn) wishedOtherwise(wish evercart.Command, p evercart.Product, it item) (outcome, bool) {
	c := choice{qty: it.qty, hits: []evercart.Hit{{Product: p, Variants: active(p.Variants)}}}
	if i := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return sameSKU(v.SKU, wish.SKU) }); i >= 0 {
		c.base = p.Variants[i]
	}
	if c = t.narrowed(c, it); c.miss != "" || t.failed != nil {
		return outcome{say: c.miss, lost: true, about: c.of}, t.failed == nil
	}
	if c.qty > 0 {
		wish.Quantity = c.qty
	}
	return t.settle(c.hits, evercart.Command{Verb: evercart.Add, Quantity: max(wish.Quantity, 1)}), true
}

func skusOf(p evercart.Product) []evercart.SKU {
	var out []evercart.SKU
	for _, v := range active(p.Variants) {
		out = append(out, v.SKU)
	}
	return out
}

// refusedWish is what the turn before wanted to add, and was refused.
func (t *turn) refusedWish() (evercart.Command, bool) {
	n := len(t.prompt.History)
	if n == 0 {
		return evercart.Command{}, false
	}
	for _, s := range slices.Backward(t.prompt.History[n-1].Steps) {
		for i, c := range slices.Backward(s.Calls) {
			var args struct {
				SKU      evercart.SKU `json:"sku"`
				Quantity int          `json:"quantity"`
			}
			if c.Tool != "add_to_cart" || i >= len(s.Results) || s.Results[i].Code == "" || json.Unmarshal(c.Args, &args) != nil {
				return evercart.Command{}, false
			}
			return evercart.Command{Verb: evercart.Add, SKU: args.SKU, Quantity: args.Quantity}, true
		}
	}
	return evercart.Command{}, false
}
