package sqlite_test

import (
	"context"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/sqlite"
)

// goods makes a feed; from moves every price.
func goods(n int, from evercart.Minor) iter.Seq2[evercart.Product, error] {
	return func(yield func(evercart.Product, error) bool) {
		for i := range n {
			p := evercart.Product{ID: fmt.Sprint("p", i), Title: fmt.Sprint("Thing ", i), Text: "A thing of many uses, for many people, on many days."}
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

// Who follows by version hears of all that changed, each once a change, in order, page by page.
func TestFollowedByVersion(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	r, err := s.PutProducts(sys(), "feed", goods(450, 100)) // more than two pages
	code(t, "put", err, "")
	if r.Added != 1350 {
		t.Fatalf("%+v", r)
	}
	follow := func(after int64) (ids []string, last int64) {
		for p, err := range s.Products(sys(), after) {
			code(t, "products", err, "")
			if p.Version <= after {
				t.Fatalf("version %d after %d", p.Version, after)
			}
			if after = p.Version; len(p.Product.Variants) != 3 || p.Product.Variants[1].Option("size") != "M" {
				t.Fatalf("%+v", p.Product)
			}
			ids = append(ids, p.Product.ID)
		}
		return ids, after
	}
	ids, last := follow(0)
	if len(ids) != 450 || ids[0] != "p0" || ids[449] != "p449" {
		t.Fatalf("%d products", len(ids))
	}
	if ids, _ = follow(last); len(ids) != 0 {
		t.Errorf("nothing changed, told of %v", ids)
	}
	_, err = s.PatchProduct(sys(), " t-7-1 ", func(p evercart.Product) (evercart.Product, error) {
		p.Variants[1].Price = 5
		return p, nil
	})
	code(t, "patch", err, "")
	if ids, last = follow(last); len(ids) != 1 || ids[0] != "p7" {
		t.Errorf("told of %v, want p7", ids)
	}
	_, err = s.PatchProduct(sys(), "T-7-1", func(p evercart.Product) (evercart.Product, error) { return p, nil })
	code(t, "a patch of nothing", err, "")
	if ids, _ = follow(last); len(ids) != 0 {
		t.Errorf("a patch of nothing tells of %v", ids)
	}
	for range s.Products(sys(), 0) {
		break // a loop that is left early leaves no connection behind
	}
	code(t, "check", s.Check(sys()), "")
}

// A feed that is cut off while it is written counts as not taken: the same content again completes it, and then counts.
func TestFeedCutOff(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	ctx, cancel := context.WithCancel(sys())
	commits := atomic.Int64{}
	s, err := sqlite.Open(t.Context(), p.config().WithWatch(func(int) {
		if commits.Add(1) == 5 { // the note of the keys, the opening, the mark, two parts
			cancel()
		}
	}))
	code(t, "open", err, "")
	defer s.Close() //nolint:errcheck // a test
	_, err = s.PutProducts(ctx, "feed", goods(450, 100))
	code(t, "cut off", err, evercart.Canceled)
	r, err := s.PutProducts(sys(), "feed", goods(450, 100))
	code(t, "again", err, "")
	if r.Added != 3*250 || r.Same != 3*200 || r.Changed+r.Retired != 0 {
		t.Errorf("%+v", r)
	}
	if r, err = s.PutProducts(sys(), "feed", goods(450, 100)); err != nil || r.Same != 3*450 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = s.PutProducts(sys(), "feed", goods(440, 100)); err != nil || r.Retired != 3*10 {
		t.Errorf("%+v, %v", r, err)
	}
}

// BenchmarkPutProducts takes a feed of 5,000 products over: new, with every price moved, and with the same content.
func BenchmarkPutProducts(b *testing.B) {
	const n = 5000
	s := newPlace(b).open(b)
	for i := evercart.Minor(0); b.Loop(); i++ {
		if _, err := s.PutProducts(sys(), "feed", goods(n, i/2)); err != nil { // every second one is known
			b.Fatal(err)
		}
	}
}
