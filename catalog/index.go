package catalog

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// Index is the goods in memory: rows by SKU, and words that lead to products. Changes are visible at once and rebuild
// nothing. Readers share a lock; a writer holds it for one small batch at a time.
type Index struct {
	lang *hear.Language

	mu       sync.RWMutex // guards all below
	docs     []doc        // by number; a free slot has no product
	free     []int32
	byID     map[string]int32
	bySKU    map[evercart.SKU]place
	words    vocabulary
	synonyms map[string][]hear.Token
	unit     evercart.Minor // minor units in a main one
	version  int64          // newest applied
	variants int

	hauls sync.Pool // of *haul: what searches gather in
}

// place is where a SKU stands.
type place struct{ doc, variant int32 }

// doc is one product as searched.
type doc struct {
	product *evercart.Product // never changed once it stands here
	title   []string          // stems of its name, without what follows a comma ("Three-Pack") and without small words
	terms   []string          // all its terms, to take them out again
	values  []value           // option values for sale
	sold    bool              // some variant is active
	sounds  []sounded         // what it may be called by, as that sounds
}

// value is one option value with the variants that have it.
type value struct {
	option   string // folded name
	key      string // as hear.Value gives it
	stems    []string
	variants []int32
}

var _ evercart.Catalog = (*Index)(nil)

// batch is how many products change under one lock.
const batch = 64

// NewIndex makes an empty one.
func NewIndex() *Index {
	return &Index{
		lang:  hear.For("en"),
		byID:  map[string]int32{},
		bySKU: map[evercart.SKU]place{},
		words: newVocabulary(),
		unit:  100,
	}
}

// Apply adds, replaces and removes products (no variants = removed). It is visible when it returns.
func (x *Index) Apply(products ...evercart.Stocked) {
	for len(products) > 0 {
		n := min(batch, len(products))
		x.applyBatch(products[:n])
		products = products[n:]
	}
}

func (x *Index) applyBatch(products []evercart.Stocked) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, p := range products {
		x.version = max(x.version, p.Version)
		x.remove(p.Product.ID)
		if len(p.Product.Variants) > 0 {
			x.add(p.Product)
		}
	}
}

func (x *Index) add(p evercart.Product) {
	at := x.slot()
	d := doc{product: &p}
	for i, v := range p.Variants {
		d.sold = d.sold || v.Active
		if v.Currency != "" { // a shop has one
			x.unit = v.Currency.Unit()
		}
		if old, taken := x.bySKU[v.SKU.Fold()]; taken && old.doc != at { // a SKU that moved to another product
			delete(x.bySKU, v.SKU.Fold()) // its old row stays there, out of reach
		}
		x.bySKU[v.SKU.Fold()] = place{at, int32(i)}
	}
	x.variants += len(p.Variants)
	x.byID[p.ID] = at
	x.words.learn(x.lang, at, &d)
	x.docs[at] = d
}

func (x *Index) slot() int32 {
	if n := len(x.free); n > 0 {
		at := x.free[n-1]
		x.free = x.free[:n-1]
		return at
	}
	x.docs = append(x.docs, doc{})
	return int32(len(x.docs) - 1)
}

func (x *Index) remove(id string) {
	at, ok := x.byID[id]
	if !ok {
		return
	}
	d := x.docs[at]
	x.words.unlearn(at, d.terms)
	for _, v := range d.product.Variants {
		if pl, ok := x.bySKU[v.SKU.Fold()]; ok && pl.doc == at {
			delete(x.bySKU, v.SKU.Fold())
		}
	}
	x.variants -= len(d.product.Variants)
	delete(x.byID, id)
	x.docs[at] = doc{}
	x.free = append(x.free, at)
}

// Sync brings in what changed since the last round.
func (x *Index) Sync(ctx context.Context, goods evercart.Goods) error {
	x.mu.RLock()
	after := x.version
	x.mu.RUnlock()
	pending := make([]evercart.Stocked, 0, batch)
	for p, err := range goods.Products(ctx, after) {
		if err != nil {
			x.Apply(pending...)
			return err
		}
		if pending = append(pending, p); len(pending) == batch {
			x.Apply(pending...)
			pending = pending[:0]
		}
	}
	x.Apply(pending...)
	return nil
}

// Keep loads all, then follows until ctx ends: it returns the error of the first load, and nil once ctx is done. A later
// round that fails leaves what is known and is tried again.
func (x *Index) Keep(ctx context.Context, goods evercart.Goods, every time.Duration) error {
	if err := x.Sync(ctx, goods); err != nil {
		return err
	}
	tick := time.NewTicker(max(every, time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			// The next round asks again from the same version; readiness is the store's to tell.
			_ = x.Sync(ctx, goods)
		}
	}
}

// Stats tells how much is held, also of what is sold no more.
func (x *Index) Stats() (products, variants int, version int64) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.byID), x.variants, x.version
}

// OnSale counts what shoppers can buy; it looks at everything.
func (x *Index) OnSale() (products, variants int) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for _, d := range x.docs {
		if !d.sold {
			continue
		}
		products++
		for _, v := range d.product.Variants {
			if v.Active {
				variants++
			}
		}
	}
	return products, variants
}

// InOtherCurrencies counts the variants on sale that cost something in another currency than a shop's: it cannot sell them.
func (x *Index) InOtherCurrencies(than evercart.Currency) map[evercart.Currency]int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := map[evercart.Currency]int{}
	for _, d := range x.docs {
		if !d.sold {
			continue
		}
		for _, v := range d.product.Variants {
			if v.Active && v.Currency != than {
				out[v.Currency]++
			}
		}
	}
	return out
}

// Shelf implements evercart.Catalog.
func (x *Index) Shelf(_ context.Context, skus ...evercart.SKU) (evercart.Shelf, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	out := make(evercart.Shelf, len(skus))
	for _, sku := range skus {
		pl, ok := x.bySKU[sku.Fold()]
		if !ok {
			continue
		}
		p := x.docs[pl.doc].product
		v := p.Variants[pl.variant]
		out[sku.Fold()] = evercart.Shelved{Variant: v, Product: p.ID, Title: p.Title, Image: first(v.Image, p.Image)}
	}
	return out, nil
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// Product implements evercart.Catalog.
func (x *Index) Product(_ context.Context, id string) (evercart.Product, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	at, ok := x.byID[id]
	if !ok {
		return evercart.Product{}, evercart.Errorf(evercart.NotFound, "catalog.Product", "no such product").With(slog.String("what", "product"))
	}
	return *x.docs[at].product, nil
}

// ProductOf implements evercart.Catalog.
func (x *Index) ProductOf(_ context.Context, sku evercart.SKU) (evercart.Product, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	pl, ok := x.bySKU[sku.Fold()]
	if !ok {
		return evercart.Product{}, evercart.Errorf(evercart.NotFound, "catalog.ProductOf", "no such SKU").With(slog.String("what", "sku"), slog.String("sku", string(sku)))
	}
	return *x.docs[pl.doc].product, nil
}
