package catalog_test

import (
	"os"
	"testing"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/testdata"
)

// TestRealFeeds reads files as shops export them.
func TestRealFeeds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		path                 []string
		options              catalog.Options
		format               string
		sellable, soldOut    int
		inactive, sellableOf int // sellableOf counts products with something active
	}{
		{name: "understanding", path: []string{"understanding", "catalog.csv"}, format: catalog.FormatShopify, sellable: 119, soldOut: 9, inactive: 1, sellableOf: 44},
		{name: "packt", path: []string{"catalogs", "packt_product-data.csv"}, format: catalog.FormatShopify, sellable: 19, soldOut: 2, sellableOf: 20},
		{name: "flowers", path: []string{"catalogs", "ucp_flower_shop_products.csv"}, options: catalog.Options{PriceUnit: catalog.Minor}, format: catalog.FormatPlain, sellable: 6, sellableOf: 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			feed, err := os.ReadFile(testdata.Path(t, c.path...))
			if err != nil {
				t.Fatal(err)
			}
			c.options.Strict = true
			got := read(t, feed, c.options)
			if got.Error != "" || got.Report.Format != c.format {
				t.Fatalf("format %q, error %q", got.Report.Format, got.Error)
			}
			sellable, soldOut, inactive, products := 0, 0, 0, 0
			for _, p := range got.Products {
				live := false
				for _, v := range p.Variants {
					switch {
					case !v.Active:
						inactive++
					case v.Stock == 0:
						soldOut++
					default:
						sellable++
					}
					live = live || v.Active
				}
				if live {
					products++
				}
			}
			if sellable != c.sellable || soldOut != c.soldOut || inactive != c.inactive || products != c.sellableOf {
				t.Errorf("for sale %d, sold out %d, inactive %d, products %d", sellable, soldOut, inactive, products)
			}
		})
	}
}
