package postgres_test

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
)

// feedOf makes a feed; from moves every price.
func feedOf(n int, from evercart.Minor) iter.Seq2[evercart.Product, error] {
	return func(yield func(evercart.Product, error) bool) {
		for i := range n {
			p := evercart.Product{ID: fmt.Sprint("p", i), Title: fmt.Sprint("Thing ", i), Text: "A thing of many uses."}
			for j, size := range []string{"S", "M", "L"} {
				p.Variants = append(p.Variants, evercart.Variant{SKU: evercart.SKU(fmt.Sprint("T-", i, "-", j)), Options: []evercart.Option{{Name: "size", Value: size}},
					Price: from + evercart.Minor(i), Currency: "USD", Stock: 10, Active: true})
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// Nodes that start at once take one feed over once, while others sell: nobody waits in a ring, no sale is lost, and who follows
// by version hears of every change.
func TestFeedsBesideSales(t *testing.T) {
	t.Parallel()
	const products, sellers, sales = 250, 6, 8
	p := newPlace(t)
	stores := nodes(t, p, 3)
	added, same := atomic.Int64{}, atomic.Int64{}
	put := func(from evercart.Minor) (all *sync.WaitGroup) {
		all = &sync.WaitGroup{}
		for _, s := range stores {
			all.Go(func() {
				r, err := s.PutProducts(sys(), "feed", feedOf(products, from))
				if err != nil {
					t.Errorf("put: %v", err)
				}
				added.Add(int64(r.Added))
				same.Add(int64(r.Same))
			})
		}
		return all
	}
	put(100).Wait()
	if added.Load() != 3*products || same.Load() != 2*3*products {
		t.Errorf("added %d, same %d", added.Load(), same.Load())
	}
	_, err := stores[0].PutProducts(sys(), "other", feedOf(0, 0))
	code(t, "an empty feed", err, "")
	feeding := put(200)
	var all sync.WaitGroup
	for i := range sellers {
		st, _ := begin(t, stores[i%3])
		all.Go(func() {
			for n := range sales {
				skus := []string{fmt.Sprint("T-", 0, "-", n%3), fmt.Sprint("T-", 249, "-0"), fmt.Sprint("T-", 120, "-1")}
				_, err := stores[i%3].Update(sys(), evercart.Update{Session: st.Session, Do: func(evercart.State) (evercart.Change, error) {
					c := evercart.Change{Facts: []evercart.Fact{note("sold")}}
					for k := range skus { // each seller in an order of its own
						c.Takes = append(c.Takes, evercart.Take{What: evercart.TakeStock, ID: skus[(k+i)%3], Quantity: 1})
					}
					return c, nil
				}})
				if got := evercart.CodeOf(err); err != nil && got != evercart.OutOfStock {
					t.Errorf("sale: %v", err)
				}
			}
		})
	}
	all.Wait()
	feeding.Wait()
	last, seen := int64(0), 0
	for s, err := range stores[1].Products(sys(), 0) {
		code(t, "products", err, "")
		if s.Version <= last || len(s.Product.Variants) != 3 || s.Product.Variants[1].Option("size") != "M" {
			t.Fatalf("version %d after %d: %+v", s.Version, last, s.Product)
		}
		last = s.Version
		seen++
		for _, v := range s.Product.Variants {
			if v.Stock < 0 || v.Price < 200 {
				t.Errorf("%s: stock %d at %d", v.SKU, v.Stock, v.Price)
			}
		}
	}
	if seen != products {
		t.Errorf("%d products", seen)
	}
	if n := ask[int](t, connect(t, p.root), `SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`); n != 0 {
		t.Errorf("%d deadlocks", n)
	}
}

// A feed that is cut off while it is written counts as not taken: the same content again completes it, and then counts.
func TestFeedCutOff(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.open(t)
	ctx, cancel := context.WithCancel(sys())
	defer cancel()
	root := connect(t, p.root)
	cut := make(chan error, 1)
	go func() {
		_, err := s.PutProducts(ctx, "feed", feedOf(800, 100))
		cut <- err
	}()
	for ask[int](t, root, `SELECT count(*) FROM product`) == 0 { //nolint:revive // the table is the signal
	}
	cancel()
	code(t, "cut off", <-cut, evercart.Canceled)
	there := ask[int](t, root, `SELECT count(*) FROM variant`)
	if there == 0 || there == 3*800 {
		t.Fatalf("%d variants: this test proves nothing", there)
	}
	r, err := s.PutProducts(sys(), "feed", feedOf(800, 100))
	code(t, "again", err, "")
	if r.Added != 3*800-there || r.Same != there || r.Changed+r.Retired != 0 {
		t.Errorf("%+v, %d were there", r, there)
	}
	if r, err = s.PutProducts(sys(), "feed", feedOf(800, 100)); err != nil || r.Same != 3*800 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = s.PutProducts(sys(), "feed", feedOf(790, 100)); err != nil || r.Retired != 3*10 {
		t.Errorf("%+v, %v", r, err)
	}
}
