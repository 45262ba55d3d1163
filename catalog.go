package evercart

import (
	"context"
	"slices"
)

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
	After   *Looked  // the search that this one narrows: what its words do not replace holds on; words that name another kind of goods begin anew
	Skip    int      // hits that were told already
	Limit   int      // hits; 0 = 10
}

// Looked is a search as the catalogue understood it, for the next one to narrow. All of it are the catalogue's own terms and
// numbers, none of it a shopper's words: it is a fact.
type Looked struct {
	Terms   []string `json:"terms,omitempty"`
	Without []string `json:"without,omitempty"`  // terms of what is not wanted
	Under   Minor    `json:"under,omitempty"`    // at most; 0 = no bound
	Over    Minor    `json:"over,omitempty"`     // at least
	Sale    bool     `json:"sale,omitempty"`     // only what is reduced
	InStock bool     `json:"in_stock,omitempty"` // only what is there
	Told    int      `json:"told,omitempty"`     // how many of its products were told
	All     int      `json:"all,omitempty"`      // how many there are
}

// Narrow says that it wants more than names.
func (l Looked) Narrow() bool {
	return len(l.Without) > 0 || l.Under > 0 || l.Over > 0 || l.Sale || l.InStock
}

// Finding is what the catalogue makes of a query: products, best first.
type Finding struct {
	Hits []Hit
	// Sure: the first hit is meant beyond doubt: it was named whole, or nothing else comes near. Else ask which.
	Sure bool
	// Unknown are the words of the query that name nothing in the first hit: "purple unicorn lamp" finds a lamp, but says so.
	Unknown []string
	// Looked is what was looked for. Its bounds also come from the words: "under fifty", "not wool", "on sale".
	Looked Looked
}

// Hit is a product that fits.
type Hit struct {
	Product  Product
	Variants []Variant // those that fit the wanted options, all of them where none were wanted
	Score    float64   // 0..1, of likeness; no float touches money
	Whole    bool      // every word of its title was said
}

// maxLooked bounds the terms that State remembers of a search.
const maxLooked = 24

func (l Looked) bounded() *Looked {
	l.Terms = slices.Clone(l.Terms[:min(len(l.Terms), maxLooked)])
	l.Without = slices.Clone(l.Without[:min(len(l.Without), maxLooked)])
	return &l
}
