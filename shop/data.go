package shop

import (
	"encoding/json"

	"github.com/evercart/evercart"
)

// data marshals what a brain gets; maps are written in the order of their keys, so the same state gives the same bytes.
func data(v any) evercart.PersonalJSON {
	raw, err := json.Marshal(v)
	if err != nil { // strings, numbers, lists of them: cannot fail
		return evercart.PersonalJSON(`{"error":"internal"}`)
	}
	return raw
}

type (
	cartData struct {
		Version  int64             `json:"version"`
		Currency evercart.Currency `json:"currency"`
		Lines    []lineData        `json:"lines"`
		Saved    []lineData        `json:"saved,omitempty"`
		Total    evercart.Minor    `json:"total"`
		Spoken   string            `json:"spoken_total"`
	}
	lineData struct {
		Line        evercart.LineNo `json:"line"`
		SKU         evercart.SKU    `json:"sku"`
		Name        string          `json:"name"`
		Quantity    int             `json:"quantity"`
		UnitPrice   evercart.Minor  `json:"unit_price"`
		Total       evercart.Minor  `json:"total"`
		Spoken      string          `json:"spoken_total"`
		Kept        bool            `json:"kept,omitempty"`
		Unavailable bool            `json:"unavailable,omitempty"`
		Left        int             `json:"left,omitempty"` // how many there are, where fewer than quantity
		NewPrice    bool            `json:"price_not_said_yet,omitempty"`
	}
	productData struct {
		Product  string        `json:"product"`
		Name     string        `json:"name"`
		Type     string        `json:"type,omitempty"`
		Text     string        `json:"text,omitempty"`
		Variants []variantData `json:"variants"`
		More     int           `json:"more_variants,omitempty"`
	}
	variantData struct {
		SKU     evercart.SKU      `json:"sku"`
		Options map[string]string `json:"options,omitempty"`
		Price   evercart.Minor    `json:"price"`
		Spoken  string            `json:"spoken_price"`
		Stock   *int              `json:"stock,omitempty"` // not given where it is not counted
		Active  bool              `json:"for_sale"`
	}
)

const (
	maxVariants = 24  // of one product, told to a brain
	maxText     = 400 // characters of a product's text
)

func (w *work) cartData() cartData {
	c := w.state.Cart
	d := cartData{Version: c.Version, Currency: c.Currency, Lines: []lineData{}, Total: c.Totals.Total, Spoken: w.v.Money(c.Totals.Total, c.Currency)}
	for _, l := range c.Lines {
		d.Lines = append(d.Lines, w.lineData(l))
	}
	for _, l := range c.Saved {
		d.Saved = append(d.Saved, w.lineData(l))
	}
	return d
}

func (w *work) lineData(l evercart.Line) lineData {
	return lineData{Line: l.No, SKU: l.SKU, Name: l.Name(), Quantity: l.Quantity, UnitPrice: l.UnitPrice, Total: l.Total,
		Spoken: w.v.Money(l.Total, w.state.Cart.Currency), Kept: l.Kept, Unavailable: l.Unavailable, Left: l.Left, NewPrice: l.Said != l.UnitPrice}
}

func (w *work) productData(p evercart.Product, variants []evercart.Variant) productData {
	d := productData{Product: p.ID, Name: p.Title, Type: p.Type, Text: evercart.Clip(p.Text, maxText), Variants: []variantData{}}
	for i, v := range variants {
		if i == maxVariants {
			d.More = len(variants) - i
			break
		}
		one := variantData{SKU: v.SKU, Price: v.Price, Spoken: w.v.Money(v.Price, v.Currency), Active: v.Active}
		for _, o := range v.Options {
			if one.Options == nil {
				one.Options = map[string]string{}
			}
			one.Options[o.Name] = o.Value
		}
		if v.Stock != evercart.Uncounted {
			stock := max(v.Stock, 0)
			one.Stock = &stock
		}
		d.Variants = append(d.Variants, one)
	}
	return d
}
