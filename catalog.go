package evercart

import "context"

// Catalog is the goods as asked, in memory, well under a millisecond.
type Catalog interface {
	// Shelf gives the rows of these SKUs as they stand; those that are not there are missing.
	Shelf(context.Context, ...SKU) (Shelf, error)
	// Product finds by id. NotFound.
	Product(ctx context.Context, id string) (Product, error)
	// ProductOf finds the product that a SKU belongs to. NotFound.
	ProductOf(context.Context, SKU) (Product, error)
	// Find searches by words as recognisers write them.
	Find(context.Context, Query) (Finding, error)
}

// Query is what somebody asks the catalogue for.
type Query struct {
	Words   string
	Options []Option // wanted values; Name "" = of whatever option has it
	Among   []SKU    // only these (focus or cart), when that is what is meant; empty = all for sale
	Under   Minor    // at most; 0 = no bound
	Over    Minor    // at least
	Limit   int      // hits; 0 = 10
}

// Finding is what the catalogue makes of a query: products, best first.
type Finding struct {
	Hits []Hit
	// Sure: the first hit is meant beyond doubt: it was named whole, or nothing else comes near. Else ask which.
	Sure bool
	// Unknown are the words of the query that name nothing in the first hit: "purple unicorn lamp" finds a lamp, but says so.
	Unknown []string
}

// Hit is a product that fits.
type Hit struct {
	Product  Product
	Variants []Variant // those that fit the wanted options, all of them where none were wanted
	Score    float64   // 0..1, of likeness; no float touches money
	Whole    bool      // every word of its title was said
}
