package tables

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// PackVariant gives the JSON of what does not stand in columns of its own.
func PackVariant(v evercart.Variant) ([]byte, error) {
	v.Stock, v.Version = 0, 0
	b, err := json.Marshal(v)
	return b, evercart.Wrap(err, evercart.Invalid, "tables.PackVariant")
}

// UnpackVariant reads it. Damaged.
func UnpackVariant(facts []byte, stock int, version int64) (v evercart.Variant, err error) {
	if err = json.Unmarshal(facts, &v); err != nil {
		err = &evercart.Error{Code: evercart.Damaged, Op: "tables.UnpackVariant", Message: "a catalogue row cannot be read", Err: err}
	}
	v.Stock, v.Version = stock, version
	return v, err
}

// PackProduct gives the JSON of a product without its variants.
func PackProduct(p evercart.Product) ([]byte, error) {
	p.Variants = nil
	b, err := json.Marshal(p)
	return b, evercart.Wrap(err, evercart.Invalid, "tables.PackProduct")
}

// CheckProduct refuses what no catalogue may hold. Invalid.
func CheckProduct(p evercart.Product) error {
	const op = "tables.CheckProduct"
	if p.ID == "" {
		return evercart.Errorf(evercart.Invalid, op, "a product has an id")
	}
	seen := map[evercart.SKU]bool{}
	for _, v := range p.Variants {
		switch sku := v.SKU.Fold(); {
		case sku == "":
			return evercart.Errorf(evercart.Invalid, op, "a variant has a SKU")
		case seen[sku]:
			return evercart.Errorf(evercart.Invalid, op, "two variants of product %s have one SKU", p.ID)
		case v.Stock < evercart.Uncounted, v.Price < 0:
			return evercart.Errorf(evercart.Invalid, op, "a variant of product %s has a negative stock or price", p.ID)
		default:
			seen[sku] = true
		}
	}
	return nil
}

// ChangeProduct runs a change of one. Invalid, the function's own.
func ChangeProduct(before evercart.Product, change func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	shown := before
	shown.Variants = slices.Clone(shown.Variants) // change may write into it
	after, err := change(shown)
	switch {
	case err != nil:
		return before, err
	case after.ID != before.ID:
		return before, evercart.Errorf(evercart.Invalid, "tables.ChangeProduct", "a product keeps its id")
	}
	return after, CheckProduct(after)
}

// CheckCoupon gives the code as it is compared. Invalid.
func CheckCoupon(code string, uses int) (string, error) {
	folded := FoldCode(code)
	if folded == "" || uses < -1 {
		return "", evercart.Errorf(evercart.Invalid, "tables.CheckCoupon", "a coupon has a code, and uses from -1")
	}
	return folded, nil
}

// FoldCode is a coupon's code as it is compared.
func FoldCode(code string) string { return strings.ToLower(strings.TrimSpace(code)) }
