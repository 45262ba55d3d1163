package evercart_test

import (
	"testing"

	"github.com/evercart/evercart"
)

// Stock that fell below what is in the cart shows on the line, is news, and goes when there is enough again.
func TestFewerLeftThanInTheCart(t *testing.T) {
	t.Parallel()
	shelf := func(stock int) evercart.Shelf {
		return evercart.Shelf{"mug": {Title: "Mug", Product: "mug", Variant: evercart.Variant{SKU: "MUG", Price: 1000, Currency: "USD", Stock: stock, Active: true}}}
	}
	f, err := evercart.Cart{Currency: "USD"}.Decide(evercart.Command{Verb: evercart.Add, SKU: "MUG", Quantity: 3}, shelf(5), evercart.DefaultShop())
	if err != nil {
		t.Fatal(err)
	}
	c := evercart.Cart{Currency: "USD", Lines: f.Lines, Version: 1}
	for stock, want := range map[int]int{5: 0, 3: 0, 2: 2, 1: 1, evercart.Uncounted: 0} {
		got := c.On(shelf(stock))
		if got.Lines[0].Left != want || got.Lines[0].Quantity != 3 || got.Totals.Total != 3000 || (len(got.News()) > 0) != (want > 0) {
			t.Errorf("stock %d: %+v", stock, got.Lines[0])
		}
	}
	if got := c.On(shelf(0)); !got.Lines[0].Unavailable || got.Lines[0].Left != 0 {
		t.Errorf("sold out: %+v", got.Lines[0])
	}
	less, err := c.On(shelf(1)).Decide(evercart.Command{Verb: evercart.SetQuantity, Line: 1, Quantity: 1}, shelf(1), evercart.DefaultShop())
	if err != nil || less.Lines[0].Left != 0 {
		t.Errorf("one is taken, one there is: %+v %v", less, err)
	}
}
