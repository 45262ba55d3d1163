package rules_test

import (
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/trial/eval"
)

// TestNamesThatCount plays goods whose names begin with a number: "a dozen roses" is one of those.
func TestNamesThatCount(t *testing.T) {
	t.Parallel()
	goods := []evercart.Product{
		{ID: "roses", Title: "Dozen Roses", Variants: []evercart.Variant{{SKU: "ROSES", Price: 3500, Currency: "USD", Stock: 50, Active: true}}},
		{ID: "tulips", Title: "Tulips", Variants: []evercart.Variant{{SKU: "TULIPS", Price: 300, Currency: "USD", Stock: 50, Active: true}}},
	}
	c := counterOf(t, func(yield func(evercart.Product, error) bool) {
		for _, p := range goods {
			if !yield(p, nil) {
				return
			}
		}
	})
	for _, k := range casesOf(t, "testdata/counted.txt") {
		if result, _, why := c.judge(k); result != eval.Right {
			t.Errorf("%s: %s %s", k.ID, result, why)
		}
	}
}
