package storetest

import (
	"errors"
	"iter"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
)

var goods = []acase{
	{"a feed is taken over", feedTaken},
	{"what left the feed is retired", feedRetires},
	{"an error in a feed takes nothing over", feedBroken},
	{"a patch stands until the feed has news", patchStands},
	{"news of one product is news of the whole feed", newsOfOne},
	{"the same feed again leaves what was sold and dropped", sameFeedAgain},
	{"parallel patches", parallelPatches},
	{"a row is dropped", rowDropped},
	{"followers see what changed", followed},
}

func thing(sku evercart.SKU, stock int) evercart.Product {
	return evercart.Product{ID: "p-" + string(sku), Title: "Thing " + string(sku), Type: "Things", Tags: []string{"x", "y"}, Text: "A thing.", Variants: []evercart.Variant{
		{SKU: sku, Options: []evercart.Option{{Name: "color", Value: "ivory"}, {Name: "size", Value: "M"}}, Price: price, Currency: "USD", Stock: stock, Active: true},
	}}
}

func feed(products ...evercart.Product) iter.Seq2[evercart.Product, error] {
	return func(yield func(evercart.Product, error) bool) {
		for _, p := range products {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (k *kit) put(t testing.TB, source string, products ...evercart.Product) evercart.PutReport {
	t.Helper()
	r, err := k.PutProducts(k.ctx, source, feed(products...))
	if err != nil {
		t.Fatalf("put products: %v", err)
	}
	return r
}

// newest is the version of the newest change of the goods.
func (k *kit) newest(t testing.TB) int64 {
	t.Helper()
	var last int64
	for p, err := range k.Products(k.ctx, 0) {
		if err != nil {
			t.Fatalf("products: %v", err)
		}
		if p.Version < last {
			t.Fatalf("version %d after %d", p.Version, last)
		}
		last = p.Version
	}
	return last
}

// product finds one by id; the last word on it counts.
func (k *kit) product(t testing.TB, id string, after int64) (evercart.Stocked, bool) {
	t.Helper()
	var found evercart.Stocked
	ok := false
	for p, err := range k.Products(k.ctx, after) {
		if err != nil {
			t.Fatalf("products: %v", err)
		}
		if p.Product.ID == id {
			found, ok = p, true
		}
	}
	return found, ok
}

func feedTaken(t *testing.T, k *kit) {
	a, b := thing(evercart.SKU(random("A")), 5), thing(evercart.SKU(random("B")), evercart.Uncounted)
	source := random("feed")
	equal(t, "first", k.put(t, source, a, b), evercart.PutReport{Added: 2})
	got, ok := k.product(t, a.ID, 0)
	equal(t, "there", ok, true)
	version := got.Product.Variants[0].Version
	if version < 1 {
		t.Fatalf("version %d", version)
	}
	got.Product.Variants[0].Version = 0
	if d := cmp.Diff(a, got.Product); d != "" {
		t.Fatalf("(-fed +kept):\n%s", d)
	}
	equal(t, "again", k.put(t, source, a, b), evercart.PutReport{Same: 2})
	again, _ := k.product(t, a.ID, 0)
	equal(t, "version", again.Product.Variants[0].Version, version)
	a.Variants[0].Price += 100
	equal(t, "a new price", k.put(t, source, a, b), evercart.PutReport{Changed: 1, Same: 1})
	v := k.variant(t, a.Variants[0].SKU)
	equal(t, "price", v.Price, evercart.Minor(price+100))
	if v.Version <= version {
		t.Fatalf("version %d after %d", v.Version, version)
	}
}

func feedRetires(t *testing.T, k *kit) {
	a, b, c := thing(evercart.SKU(random("A")), 5), thing(evercart.SKU(random("B")), 5), thing(evercart.SKU(random("C")), 5)
	source := random("feed")
	k.put(t, random("other feed"), c)
	k.put(t, source, a, b)
	was := k.variant(t, b.Variants[0].SKU)
	equal(t, "one left", k.put(t, source, a), evercart.PutReport{Same: 1, Retired: 1})
	v := k.variant(t, b.Variants[0].SKU)
	equal(t, "active", v.Active, false)
	if v.Version <= was.Version {
		t.Fatalf("version %d after %d", v.Version, was.Version)
	}
	equal(t, "retired once", k.put(t, source, a), evercart.PutReport{Same: 1})
	equal(t, "another feed's", k.variant(t, c.Variants[0].SKU).Active, true)
	equal(t, "back", k.put(t, source, a, b), evercart.PutReport{Same: 1, Changed: 1})
	equal(t, "active", k.variant(t, b.Variants[0].SKU).Active, true)
}

func feedBroken(t *testing.T, k *kit) {
	a, b := thing(evercart.SKU(random("A")), 5), thing(evercart.SKU(random("B")), 5)
	source := random("feed")
	k.put(t, source, a)
	own := errors.New("own")
	changed := thing(a.Variants[0].SKU, 9)
	_, err := k.PutProducts(k.ctx, source, func(yield func(evercart.Product, error) bool) {
		_ = yield(b, nil) && yield(changed, nil) && yield(evercart.Product{}, own)
	})
	if !errors.Is(err, own) {
		t.Fatalf("got %v, want the feed's own error", err)
	}
	if _, there := k.product(t, b.ID, 0); there {
		t.Fatal("part of a broken feed was taken over")
	}
	v := k.variant(t, a.Variants[0].SKU)
	equal(t, "stock", v.Stock, 5)
	equal(t, "active", v.Active, true)
}

func patchStands(t *testing.T, k *kit) {
	a := thing(evercart.SKU(random("A")), 5)
	source := random("feed")
	k.put(t, source, a)
	sku := a.Variants[0].SKU
	_, err := k.PatchProduct(k.ctx, sku, func(p evercart.Product) (evercart.Product, error) {
		p.Title, p.Variants[0].Price, p.Variants[0].Stock = "Patched", 1, 2
		return p, nil
	})
	code(t, "patch", err, "")
	equal(t, "the same feed again", k.put(t, source, a), evercart.PutReport{Same: 1})
	v := k.variant(t, sku)
	equal(t, "price", v.Price, 1)
	equal(t, "stock", v.Stock, 2)
	got, _ := k.product(t, a.ID, 0)
	equal(t, "title", got.Product.Title, "Patched")
	_, err = k.PatchProduct(k.ctx, sku, func(p evercart.Product) (evercart.Product, error) {
		p.Title = "No"
		return p, evercart.Errorf(evercart.Invalid, "test", "own")
	})
	code(t, "own error", err, evercart.Invalid)
	_, err = k.PatchProduct(k.ctx, evercart.SKU(random("NONE")), func(p evercart.Product) (evercart.Product, error) { return p, nil })
	code(t, "nothing there", err, evercart.NotFound)
	got, _ = k.product(t, a.ID, 0)
	equal(t, "title", got.Product.Title, "Patched")
	a.Variants[0].Price = 777
	k.put(t, source, a)
	equal(t, "price once the feed has news", k.variant(t, sku).Price, 777)
}

func newsOfOne(t *testing.T, k *kit) {
	a, b := thing(evercart.SKU(random("A")), 5), thing(evercart.SKU(random("B")), 5)
	source := random("feed")
	k.put(t, source, a, b)
	sku := a.Variants[0].SKU
	_, err := k.PatchProduct(k.ctx, sku, func(p evercart.Product) (evercart.Product, error) {
		p.Title, p.Variants[0].Price = "Patched", 1
		return p, nil
	})
	code(t, "patch", err, "")
	b.Variants[0].Price = 777
	equal(t, "a feed with news of the other", k.put(t, source, a, b), evercart.PutReport{Changed: 2})
	equal(t, "price", k.variant(t, sku).Price, price)
	got, _ := k.product(t, a.ID, 0)
	equal(t, "title", got.Product.Title, a.Title)
	equal(t, "the same feed of another source", k.put(t, random("other feed"), thing(evercart.SKU(random("C")), 1)), evercart.PutReport{Added: 1})
}

func sameFeedAgain(t *testing.T, k *kit) {
	a, b := thing(evercart.SKU(random("A")), 5), thing(evercart.SKU(random("B")), 5)
	source := random("feed")
	k.put(t, source, a, b)
	id, _ := k.begin(t)
	k.must(t, evercart.Update{Session: id, Do: func(evercart.State) (evercart.Change, error) {
		return evercart.Change{Facts: []evercart.Fact{note("sold")}, Takes: []evercart.Take{{What: evercart.TakeStock, ID: string(a.Variants[0].SKU), Quantity: 2}}}, nil
	}})
	code(t, "drop", k.DropProduct(k.ctx, b.Variants[0].SKU), "")
	version := k.newest(t)
	k.put(t, source, a, b)
	equal(t, "stock", k.stockOf(t, a.Variants[0].SKU), 3)
	if got, _ := k.product(t, b.ID, 0); len(got.Product.Variants) != 0 {
		t.Fatalf("what was dropped is back: %+v", got)
	}
	for _, p := range []evercart.Product{a, b} {
		if _, told := k.product(t, p.ID, version); told {
			t.Fatal("what did not change is told again")
		}
	}
}

func parallelPatches(t *testing.T, k *kit) {
	sku := k.stock(t, 0)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			if _, err := k.PatchProduct(k.ctx, sku, func(p evercart.Product) (evercart.Product, error) {
				p.Variants[0].Stock++
				return p, nil
			}); err != nil {
				t.Errorf("patch: %v", err)
			}
		})
	}
	all.Wait()
	equal(t, "stock", k.stockOf(t, sku), 6)
}

func rowDropped(t *testing.T, k *kit) {
	a := thing(evercart.SKU(random("A")), 5)
	second := a.Variants[0]
	second.SKU += "-2"
	a.Variants = append(a.Variants, second)
	k.put(t, random("feed"), a)
	version := k.newest(t)
	code(t, "drop", k.DropProduct(k.ctx, second.SKU), "")
	got, ok := k.product(t, a.ID, version)
	equal(t, "told", ok, true)
	equal(t, "variants", len(got.Product.Variants), 1)
	code(t, "drop again", k.DropProduct(k.ctx, second.SKU), evercart.NotFound)
	version = k.newest(t)
	code(t, "drop the last", k.DropProduct(k.ctx, a.Variants[0].SKU), "")
	got, ok = k.product(t, a.ID, version)
	equal(t, "told", ok, true)
	equal(t, "variants", len(got.Product.Variants), 0)
}

func followed(t *testing.T, k *kit) {
	skus := []evercart.SKU{k.stock(t, 1), k.stock(t, 2), k.stock(t, 3)}
	version := k.newest(t)
	_, err := k.PatchProduct(k.ctx, skus[1], func(p evercart.Product) (evercart.Product, error) {
		p.Variants[0].Price++
		return p, nil
	})
	code(t, "patch", err, "")
	if _, there := k.product(t, "p-"+string(skus[0]), version); there {
		t.Fatal("what did not change is told again")
	}
	got, there := k.product(t, "p-"+string(skus[1]), version)
	equal(t, "told", there, true)
	if got.Version <= version || got.Version < got.Product.Variants[0].Version {
		t.Fatalf("version %d after %d, its row has %d", got.Version, version, got.Product.Variants[0].Version)
	}
	for range k.Products(k.ctx, 0) {
		break // leaving early is no harm
	}
	equal(t, "stock", k.stockOf(t, skus[2]), 3)
}
