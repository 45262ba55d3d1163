package eval

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// firstShown is how many of the products shown are looked at: so many are read out.
const firstShown = 3

// Search is what somebody says who looks for something, and what must be shown.
type Search struct {
	ID    any      `json:"id"`
	Kind  string   `json:"kind"`
	Lang  string   `json:"lang"`
	Say   string   `json:"say"`
	Want  []string `json:"want"`  // one of the first three products has one of these in its title
	Every *Facets  `json:"every"` // or: something is shown, and each of the first three is such
}

// Facets are what a product and the variant shown of it must be like; what is empty does not matter.
type Facets struct {
	Type    []string `json:"type"`
	Stuff   string   `json:"stuff"` // a word of the title
	No      []string `json:"no"`    // words that are not in the title
	Who     []string `json:"who"`   // one of these tags
	Feature string   `json:"feature"`
	Color   string   `json:"color"`
	Size    string   `json:"size"`
	Under   int      `json:"under"` // main units of the currency
	Over    int      `json:"over"`
	Sale    bool     `json:"sale"`
	Stock   bool     `json:"stock"`
}

func (f Facets) fits(p evercart.Product, v evercart.Variant) bool {
	words, unit := strings.Fields(p.Title), v.Currency.Unit()
	has := func(w string) bool { return slices.Contains(words, w) }
	one := func(list, among []string) bool {
		return len(list) == 0 || slices.ContainsFunc(list, func(s string) bool { return slices.Contains(among, s) })
	}
	product := one(f.Type, []string{p.Type}) && one(f.Who, p.Tags) && (f.Stuff == "" || has(f.Stuff)) && !slices.ContainsFunc(f.No, has) &&
		(f.Feature == "" || slices.Contains(p.Tags, f.Feature) || strings.Contains(p.Text, f.Feature))
	return product && (f.Color == "" || v.Option("color") == f.Color) && (f.Size == "" || v.Option("size") == f.Size) &&
		(f.Under == 0 || v.Price <= evercart.Minor(f.Under)*unit) && v.Price >= evercart.Minor(f.Over)*unit &&
		(!f.Sale || v.Was > v.Price) && (!f.Stock || v.Stock != 0)
}

// right judges the variants shown, in order.
func (s Search) right(shown []evercart.SKU, of map[evercart.SKU]goodsRow) bool {
	var products []string
	right := false
	for _, sku := range shown {
		row, there := of[sku]
		if !there || slices.Contains(products, row.product.ID) {
			continue
		}
		if products = append(products, row.product.ID); len(products) > firstShown {
			break
		}
		switch {
		case s.Every != nil && !s.Every.fits(*row.product, row.variant):
			return false
		case s.Every != nil, slices.ContainsFunc(s.Want, func(w string) bool { return strings.Contains(strings.ToLower(row.product.Title), w) }):
			right = true
		}
	}
	return right
}

// goodsRow is a variant with its product.
type goodsRow struct {
	product *evercart.Product
	variant evercart.Variant
}

// Searches says a set of searches on a stage, each in a session of its own.
func Searches(ctx context.Context, on trial.Stage, _ string, set io.Reader) (Report, error) {
	cases, err := read[Search](set)
	if err != nil {
		return Report{}, err
	}
	rows := map[evercart.SKU]goodsRow{}
	for p, err := range on.Products(ctx) {
		if err != nil {
			return Report{}, err
		}
		for _, v := range p.Product.Variants {
			rows[v.SKU] = goodsRow{&p.Product, v}
		}
	}
	return each(ctx, cases, func(ctx context.Context, s Search) (CaseResult, error) {
		id := fmt.Sprint(s.ID)
		begun, err := on.Client().Begin(ctx, client.Begin{Locale: s.Lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", id, err)
		}
		r, err := on.Client().Say(ctx, client.Turn{Session: string(begun.Session), Text: s.Say, Locale: s.Lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", id, err)
		}
		shown, asked := r.Shown, false
		if len(shown) == 0 { // it asks which one is meant: those that it names are what it found
			v, err := on.Client().Session(ctx, string(begun.Session))
			if err != nil {
				return CaseResult{}, fmt.Errorf("case %s: %w", id, err)
			}
			if asked = v.Question != nil; asked {
				shown = v.Question.Choices
			}
		}
		out := CaseResult{ID: id, kind: s.Kind, lang: s.Lang, Result: Wrong}
		switch {
		case s.right(shown, rows):
			out.Result = Right
		case asked:
			out.Result = Asked
		case len(shown) == 0 && len(r.Cart.Lines) == 0:
			out.Result = Refused
		default:
			out.changed = len(r.Cart.Lines) > 0
		}
		if out.Result != Right {
			out.note = "\n    > " + s.Say + "\n    < " + r.Reply
		}
		return out, nil
	})
}
