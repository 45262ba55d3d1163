package wire

import (
	"bytes"
	"encoding/json"

	"github.com/evercart/evercart"
)

// Cart is a cart. All amounts are whole minor units of Currency.
type Cart struct {
	Version  int64             `json:"version"`
	Currency evercart.Currency `json:"currency"`
	Lines    []Line            `json:"lines"`
	Saved    []Line            `json:"saved"`
	Subtotal evercart.Minor    `json:"subtotal"`
	Discount evercart.Minor    `json:"discount"`
	Shipping evercart.Minor    `json:"shipping"`
	Tax      evercart.Minor    `json:"tax"`
	Total    evercart.Minor    `json:"total"`
}

// Line is a line of a cart, or one put aside for later.
type Line struct {
	Line        evercart.LineNo `json:"line"`
	SKU         evercart.SKU    `json:"sku"`
	Product     string          `json:"product,omitempty"`
	Title       string          `json:"title"`
	Options     Options         `json:"options"`
	Image       string          `json:"image,omitempty"`
	Quantity    int             `json:"quantity"`
	UnitPrice   evercart.Minor  `json:"unit_price"`
	Total       evercart.Minor  `json:"total"`
	Kept        bool            `json:"kept,omitempty"`
	Unavailable bool            `json:"unavailable,omitempty"` // shown, not counted
	Left        int             `json:"left,omitempty"`        // how many there are, where that is fewer than quantity
}

// Options is a variant's choices as one object, in the feed's order: {"color":"ivory","size":"M"}.
type Options []evercart.Option

// MarshalJSON writes the object. Of two options with one name the first counts.
func (o Options) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	seen := make(map[string]bool, len(o))
	for _, p := range o {
		if seen[p.Name] {
			continue
		}
		if len(seen) > 0 {
			b.WriteByte(',')
		}
		seen[p.Name] = true
		for i, s := range []string{p.Name, p.Value} {
			if i == 1 {
				b.WriteByte(':')
			}
			q, err := Marshal(s)
			if err != nil {
				return nil, err
			}
			b.Write(q)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads the object, in its order.
func (o *Options) UnmarshalJSON(b []byte) error {
	*o = nil
	d := json.NewDecoder(bytes.NewReader(b))
	t, err := d.Token()
	if err != nil || t == nil {
		return err
	}
	if t != json.Delim('{') {
		return evercart.Errorf(evercart.Invalid, "wire", "options must be an object")
	}
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return err
		}
		var v string
		if err := d.Decode(&v); err != nil {
			return err
		}
		name, _ := k.(string)
		*o = append(*o, evercart.Option{Name: name, Value: v})
	}
	return nil
}

// CartOf makes the outside's cart.
func CartOf(c evercart.Cart) Cart {
	return Cart{
		Version: c.Version, Currency: c.Currency, Lines: linesOf(c.Lines), Saved: linesOf(c.Saved),
		Subtotal: c.Totals.Subtotal, Discount: c.Totals.Discount, Shipping: c.Totals.Shipping, Tax: c.Totals.Tax, Total: c.Totals.Total,
	}
}

func linesOf(in []evercart.Line) []Line {
	out := make([]Line, 0, len(in))
	for _, l := range in {
		out = append(out, Line{
			Line: l.No, SKU: l.SKU, Product: l.Product, Title: l.Title, Options: Options(l.Options), Image: l.Image,
			Quantity: l.Quantity, UnitPrice: l.UnitPrice, Total: l.Total, Kept: l.Kept, Unavailable: l.Unavailable, Left: l.Left,
		})
	}
	return out
}

// orEmpty makes a list that is written [] and never null.
func orEmpty[T any](in []T) []T {
	if in == nil {
		return []T{}
	}
	return in
}
