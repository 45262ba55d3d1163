package catalog_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/evercart/evercart/catalog"
)

// A row that cannot be sold is reported, the others are imported.
func ExampleImport() {
	feed := "id;title;price;stock\nlamp;Desk Lamp;49,50 €;3\nvase;Glass Vase;;1\n"
	products, report, err := catalog.Import(context.Background(), strings.NewReader(feed), catalog.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, err := range products {
		if err != nil {
			fmt.Println(err)
			return
		}
		v := p.Variants[0]
		fmt.Println(p.Title, v.Currency.Decimal(v.Price), v.Currency, v.Stock)
	}
	for _, s := range report.Skipped {
		fmt.Println("line", s.Line, s.Reason)
	}
	// Output:
	// Desk Lamp 49.50 EUR 3
	// line 3 no price
}
