package tables

import (
	"cmp"
	"log/slog"
	"slices"

	"github.com/evercart/evercart"
)

var takeOrder = map[string]int{evercart.TakeStock: 0, evercart.TakeCoupon: 1, evercart.TakeRelied: 2}

// Takes puts takes into the order of their refusals.
func Takes(takes []evercart.Take) []evercart.Take {
	takes = slices.Clone(takes)
	slices.SortStableFunc(takes, func(a, b evercart.Take) int { return cmp.Compare(takeOrder[a.What], takeOrder[b.What]) })
	return takes
}

// OutOfStock refuses a take of stock.
func OutOfStock(op string, t evercart.Take, stock int) error {
	return evercart.Errorf(evercart.OutOfStock, op, "not enough in stock").With(
		slog.String("sku", t.ID), slog.Int("stock", max(stock, 0)), slog.Int("want", t.Quantity))
}

// CouponRefused refuses the take of a coupon.
func CouponRefused(op string, t evercart.Take) error {
	return evercart.Errorf(evercart.CouponRefused, op, "the coupon cannot be used").With(slog.String("coupon", t.ID))
}

// PriceChanged refuses what relied on a row that has moved.
func PriceChanged(op string, t evercart.Take) error {
	return evercart.Errorf(evercart.PriceChanged, op, "the catalogue row has changed").With(slog.String("sku", t.ID))
}
