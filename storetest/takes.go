package storetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
)

var takes = []acase{
	{"stock under racers", stockRacers},
	{"stock given back", stockBack},
	{"a coupon under racers", couponRacers},
	{"a row relied upon", reliedRow},
	{"the order of refusals", takeOrder},
}

// stock puts a product of its own on the shelf and gives its SKU.
func (k *kit) stock(t testing.TB, n int) evercart.SKU {
	t.Helper()
	sku := evercart.SKU(random("SKU-"))
	p := thing(sku, n)
	if _, err := k.PutProducts(k.ctx, random("feed"), feed(p)); err != nil {
		t.Fatalf("put products: %v", err)
	}
	return sku
}

func stockOf(sku evercart.SKU, n int) evercart.Take {
	return evercart.Take{What: evercart.TakeStock, ID: string(sku), Quantity: n}
}

func (k *kit) variant(t testing.TB, sku evercart.SKU) evercart.Variant {
	t.Helper()
	for p, err := range k.Products(k.ctx, 0) {
		if err != nil {
			t.Fatalf("products: %v", err)
		}
		for _, v := range p.Product.Variants {
			if v.SKU == sku {
				return v
			}
		}
	}
	t.Fatalf("%s is not on the shelf", sku)
	return evercart.Variant{}
}

func (k *kit) stockOf(t testing.TB, sku evercart.SKU) int { return k.variant(t, sku).Stock }

func stockRacers(t *testing.T, k *kit) {
	const racers, stock = 12, 7
	sku := k.stock(t, stock)
	var all sync.WaitGroup
	var got, out atomic.Int64
	for i := range racers {
		id, _ := k.begin(t)
		all.Go(func() {
			switch _, err := k.do(evercart.Update{Session: id, Do: taking(stockOf(sku, 1))}); evercart.CodeOf(err) {
			case "":
				got.Add(1)
			case evercart.OutOfStock:
				out.Add(1)
				if len(k.events(t, id, 1)) != 0 {
					t.Errorf("racer %d: refused and written", i)
				}
			default:
				t.Errorf("racer %d: %v", i, err)
			}
		})
	}
	all.Wait()
	equal(t, "racers that got one", got.Load(), stock)
	equal(t, "racers that did not", out.Load(), racers-stock)
	equal(t, "stock", k.stockOf(t, sku), 0)
}

func stockBack(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	sku := k.stock(t, 2)
	before := k.newest(t)
	k.must(t, evercart.Update{Session: id, Do: taking(stockOf(sku, 2))})
	seen := false
	for p, err := range k.Products(k.ctx, before) {
		code(t, "products", err, "")
		for _, v := range p.Product.Variants {
			seen = seen || v.SKU == sku && v.Stock == 0
		}
	}
	equal(t, "who follows the goods sees what was taken", seen, true)
	k.must(t, evercart.Update{Session: id, Do: taking(stockOf(sku, -1))})
	equal(t, "stock", k.stockOf(t, sku), 1)
	_, err := k.do(evercart.Update{Session: id, Do: taking(stockOf(evercart.SKU(random("NONE")), 1))})
	code(t, "what is not there", err, evercart.OutOfStock)
	many := k.stock(t, evercart.Uncounted)
	k.must(t, evercart.Update{Session: id, Do: taking(stockOf(many, 50))})
	equal(t, "stock that is not counted", k.stockOf(t, many), evercart.Uncounted)
}

func coupon(name string) evercart.Take {
	return evercart.Take{What: evercart.TakeCoupon, ID: name, Quantity: 1}
}

func couponRacers(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	_, err := k.do(evercart.Update{Session: id, Do: taking(coupon(random("NONE")))})
	code(t, "no such coupon", err, evercart.CouponRefused)
	if k.f.Coupon == nil {
		t.Skip("this store has no seam to put a coupon")
	}
	name := random("TEN")
	k.f.Coupon(t, k.Store, name, 3)
	var all sync.WaitGroup
	var got, refused atomic.Int64
	for range 8 {
		id, _ := k.begin(t)
		all.Go(func() {
			switch _, err := k.do(evercart.Update{Session: id, Do: taking(coupon(name))}); evercart.CodeOf(err) {
			case "":
				got.Add(1)
			case evercart.CouponRefused:
				refused.Add(1)
			default:
				t.Errorf("coupon: %v", err)
			}
		})
	}
	all.Wait()
	equal(t, "uses", got.Load(), 3)
	equal(t, "refusals", refused.Load(), 5)
}

func reliedRow(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	sku := k.stock(t, 9)
	seen := k.variant(t, sku)
	rely := func(version int64) evercart.Take {
		return evercart.Take{What: evercart.TakeRelied, ID: string(sku), Version: version}
	}
	if seen.Version == 0 {
		t.Fatal("a row has a version")
	}
	k.must(t, evercart.Update{Session: id, Do: taking(rely(seen.Version), stockOf(sku, 1))})
	equal(t, "stock", k.stockOf(t, sku), 8)
	patched, err := k.PatchProduct(k.ctx, sku, func(p evercart.Product) (evercart.Product, error) {
		p.Variants[0].Price++
		return p, nil
	})
	code(t, "patch", err, "")
	if patched.Variants[0].Version <= seen.Version {
		t.Fatalf("version %d after %d", patched.Variants[0].Version, seen.Version)
	}
	_, err = k.do(evercart.Update{Session: id, Do: taking(stockOf(sku, 1), rely(seen.Version))})
	code(t, "a row that has moved", err, evercart.PriceChanged)
	equal(t, "stock", k.stockOf(t, sku), 8)
	k.must(t, evercart.Update{Session: id, Do: taking(rely(k.variant(t, sku).Version))})
	_, err = k.do(evercart.Update{Session: id, Do: taking(evercart.Take{What: evercart.TakeRelied, ID: random("NONE"), Version: 1})})
	code(t, "a row that is gone", err, evercart.PriceChanged)
}

func takeOrder(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	sku := k.stock(t, 1)
	_, err := k.do(evercart.Update{Session: id, Do: taking(stockOf(sku, 1), coupon(random("NONE")))})
	code(t, "stock there, coupon not", err, evercart.CouponRefused)
	equal(t, "stock", k.stockOf(t, sku), 1)
	claim := k.claim(t, id, "t1", "n")
	k.must(t, evercart.Update{Session: id, Turn: "t1", Claim: &claim, Do: facts(closing("Done."))})
	u := openTurn(id, "t1", "again", "n")
	open := u.Do
	u.Do = func(s evercart.State) (evercart.Change, error) {
		ch, err := open(s)
		ch.Takes = []evercart.Take{stockOf(sku, 5)}
		return ch, err
	}
	_, err = k.do(u)
	code(t, "turn known before stock", err, evercart.TurnKnown)
}

var resume = []acase{
	{"events after a seq", eventsAfter},
	{"events page by page", eventPages},
	{"a long session", longSession},
}

func eventsAfter(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	for i := range 6 {
		k.must(t, evercart.Update{Session: id, Do: facts(note(fmt.Sprint("n", i)))})
	}
	for after := range evercart.Seq(9) {
		events := k.events(t, id, after)
		equal(t, fmt.Sprintf("events after %d", after), len(events), max(0, 7-int(after)))
		for i, e := range events {
			equal(t, "seq", e.Seq, after+evercart.Seq(i)+1)
		}
	}
	e := k.events(t, id, 3)[0]
	equal(t, "fact", e.Fact.(*evercart.Noted).What, "n2")
}

func eventPages(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	var many []evercart.Fact
	for range 9 {
		many = append(many, note("x"))
	}
	k.must(t, evercart.Update{Session: id, Do: facts(many...)})
	var got []evercart.Seq
	for after := evercart.Seq(0); ; after = got[len(got)-1] {
		page, err := k.Events(k.ctx, id, after, 4)
		code(t, "events", err, "")
		if len(page) == 0 {
			break
		}
		if len(page) > 4 {
			t.Fatalf("%d events on a page of 4", len(page))
		}
		for _, e := range page {
			got = append(got, e.Seq)
		}
		if len(got) > 20 {
			t.Fatal("pages without end")
		}
	}
	equal(t, "events", len(got), 10)
	for i, seq := range got {
		equal(t, "seq", seq, evercart.Seq(i+1))
	}
}

func longSession(t *testing.T, k *kit) {
	id, _ := k.begin(t)
	var many []evercart.Fact
	for range 350 {
		many = append(many, note("x"))
	}
	for range 3 {
		k.must(t, evercart.Update{Session: id, Do: facts(many...)})
	}
	equal(t, "events where no limit is given", len(k.events(t, id, 0)), 1000)
	rest := k.events(t, id, 1000)
	equal(t, "the rest", len(rest), 51)
	equal(t, "its first", rest[0].Seq, evercart.Seq(1001))
	equal(t, "seq", k.load(t, id).Seq, evercart.Seq(1051))
}
