package fake

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"iter"
	"slices"

	"github.com/evercart/evercart"
)

type product struct {
	evercart.Product
	source  string
	fed     [32]byte // hash of what the feed last said of it
	changed int64    // Store.change when it last changed
}

// take takes all or nothing. The lock must be held.
func (s *Store) take(takes []evercart.Take) error {
	taken := map[evercart.SKU]int{}
	used := map[string]int{}
	for _, t := range takes {
		sku := evercart.SKU(t.ID).Fold()
		v := s.variant(sku)
		switch {
		case t.What == evercart.TakeStock:
			taken[sku] += t.Quantity
			if v == nil || !s.flaws.NegativeStock && !v.Enough(taken[sku]) {
				return evercart.Errorf(evercart.OutOfStock, "fake.Update", "not enough in stock")
			}
		case t.What == evercart.TakeCoupon:
			used[t.ID] += t.Quantity
			if uses, there := s.coupons[t.ID]; !s.flaws.NegativeStock && (!there || uses < used[t.ID]) {
				return evercart.Errorf(evercart.CouponRefused, "fake.Update", "used up")
			}
		case t.What == evercart.TakeRelied:
			if !s.flaws.StaleRelied && (v == nil || v.Version != t.Version) {
				return evercart.Errorf(evercart.PriceChanged, "fake.Update", "the row has moved")
			}
		default:
			return evercart.Errorf(evercart.Invalid, "fake.Update", "no such take")
		}
		if s.flaws.NoRollback {
			s.give(sku, t)
			taken, used = map[evercart.SKU]int{}, map[string]int{}
		}
	}
	for sku, n := range taken {
		s.give(sku, evercart.Take{What: evercart.TakeStock, Quantity: n})
	}
	for code, n := range used {
		s.coupons[code] -= n
	}
	return nil
}

func (s *Store) give(sku evercart.SKU, t evercart.Take) {
	v := s.variant(sku)
	if t.What != evercart.TakeStock || v == nil || v.Stock == evercart.Uncounted || t.Quantity == 0 {
		return
	}
	s.change++
	v.Stock -= t.Quantity
	s.products[s.owners[sku]].changed = s.change
}

func (s *Store) variant(sku evercart.SKU) *evercart.Variant {
	p, there := s.products[s.owners[sku]]
	if !there {
		return nil
	}
	i := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return v.SKU.Fold() == sku })
	if i < 0 {
		return nil
	}
	return &p.Variants[i]
}

// PutProducts implements evercart.Goods.
func (s *Store) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	var report evercart.PutReport
	if _, err := caller(ctx, "fake.PutProducts"); err != nil {
		return report, err
	}
	var all []evercart.Product
	for p, err := range products {
		if err != nil {
			return report, err
		}
		all = append(all, p)
	}
	said, _ := json.Marshal(all)
	hash := sha256.Sum256(said)
	s.mu.Lock()
	defer s.mu.Unlock()
	fed := map[evercart.SKU]bool{}
	for _, p := range all {
		for _, v := range p.Variants {
			fed[v.SKU.Fold()] = true
		}
	}
	if s.feeds[source] == hash && !s.flaws.PatchLost { // a feed counts when its content is new
		report.Same = len(fed)
		return report, nil
	}
	s.feeds[source] = hash
	for _, p := range all {
		s.put(source, p, &report)
	}
	for _, p := range s.products {
		if p.source == source && !s.flaws.NeverRetires {
			report.Retired += s.retire(p, fed)
		}
	}
	return report, nil
}

// put takes one product of a feed over.
func (s *Store) put(source string, next evercart.Product, report *evercart.PutReport) {
	said, _ := json.Marshal(next)
	hash := sha256.Sum256(said)
	was, there := s.products[next.ID]
	if there && was.fed == hash && was.source == source && s.flaws.RowByRow {
		report.Same += len(next.Variants)
		return
	}
	p := &product{Product: next, source: source, fed: hash}
	if there {
		p.changed = was.changed
	}
	p.Variants = slices.Clone(next.Variants)
	var dropped []evercart.Variant // what the product had and has no more stays, for those whose carts hold it
	if there {
		dropped = slices.DeleteFunc(slices.Clone(was.Variants), func(v evercart.Variant) bool {
			return slices.ContainsFunc(next.Variants, func(n evercart.Variant) bool { return n.SKU.Fold() == v.SKU.Fold() })
		})
	}
	s.products[next.ID] = p
	for i := range p.Variants {
		s.putVariant(p, &p.Variants[i], was, report)
	}
	p.Variants = append(p.Variants, dropped...)
	s.change++
	p.changed = s.change
}

func (s *Store) putVariant(p *product, v *evercart.Variant, was *product, report *evercart.PutReport) {
	v.Version = 0
	i := -1
	if was != nil {
		i = slices.IndexFunc(was.Variants, func(o evercart.Variant) bool { return o.SKU.Fold() == v.SKU.Fold() })
	}
	s.owners[v.SKU.Fold()] = p.ID
	if i < 0 {
		s.change++
		v.Version = s.change
		report.Added++
		return
	}
	old := was.Variants[i]
	version := old.Version
	if old.Version = 0; sameVariant(old, *v) {
		v.Version = version
		report.Same++
		return
	}
	s.change++
	v.Version = s.change
	report.Changed++
}

func sameVariant(a, b evercart.Variant) bool {
	return a.SKU == b.SKU && slices.Equal(a.Options, b.Options) && a.Price == b.Price && a.Was == b.Was && a.Currency == b.Currency &&
		a.Stock == b.Stock && a.Active == b.Active && a.Image == b.Image
}

func (s *Store) retire(p *product, fed map[evercart.SKU]bool) (n int) {
	for i := range p.Variants {
		if v := &p.Variants[i]; v.Active && !fed[v.SKU.Fold()] {
			s.change++
			v.Active, v.Version, p.changed = false, s.change, s.change
			p.fed = [32]byte{} // when it comes back, that is news
			n++
		}
	}
	return n
}

// PatchProduct implements evercart.Goods.
func (s *Store) PatchProduct(ctx context.Context, sku evercart.SKU, do func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	if _, err := caller(ctx, "fake.PatchProduct"); err != nil {
		return evercart.Product{}, err
	}
	for {
		was, at, err := s.productOf(sku)
		if err != nil {
			return was, err
		}
		next, err := do(cloned(was))
		if err != nil {
			return evercart.Product{}, err
		}
		if done, ok := s.patch(sku, at, next); ok {
			return done, nil
		}
	}
}

func (s *Store) productOf(sku evercart.SKU) (evercart.Product, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, there := s.products[s.owners[sku.Fold()]]
	if !there || s.variant(sku.Fold()) == nil {
		return evercart.Product{}, 0, notFound("fake.PatchProduct")
	}
	return cloned(p.Product), p.changed, nil
}

// patch puts next in place, if nobody was faster.
func (s *Store) patch(sku evercart.SKU, at int64, next evercart.Product) (evercart.Product, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was, there := s.products[s.owners[sku.Fold()]]
	if !there || was.changed != at && !s.flaws.LostUpdate {
		return evercart.Product{}, false
	}
	p := &product{Product: cloned(next), source: was.source, fed: was.fed}
	p.ID = was.ID
	s.products[was.ID] = p
	for i := range p.Variants {
		s.putVariant(p, &p.Variants[i], was, &evercart.PutReport{})
	}
	s.change++
	p.changed = s.change
	return cloned(p.Product), true
}

func cloned(p evercart.Product) evercart.Product {
	p.Variants, p.Tags = slices.Clone(p.Variants), slices.Clone(p.Tags)
	return p
}

// DropProduct implements evercart.Goods.
func (s *Store) DropProduct(ctx context.Context, sku evercart.SKU) error {
	if _, err := caller(ctx, "fake.DropProduct"); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, there := s.products[s.owners[sku.Fold()]]
	if !there || s.variant(sku.Fold()) == nil {
		return notFound("fake.DropProduct")
	}
	p.Variants = slices.DeleteFunc(slices.Clone(p.Variants), func(v evercart.Variant) bool { return v.SKU.Fold() == sku.Fold() })
	p.fed = [32]byte{}
	s.change++
	p.changed = s.change
	delete(s.owners, sku.Fold())
	return nil
}

// Products implements evercart.Goods.
func (s *Store) Products(ctx context.Context, after int64) iter.Seq2[evercart.Stocked, error] {
	return func(yield func(evercart.Stocked, error) bool) {
		if _, err := caller(ctx, "fake.Products"); err != nil {
			yield(evercart.Stocked{}, err)
			return
		}
		for _, p := range s.changedAfter(after) {
			if err := began(ctx, "fake.Products"); err != nil {
				yield(evercart.Stocked{}, err)
				return
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

func (s *Store) changedAfter(after int64) []evercart.Stocked {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []evercart.Stocked
	for _, p := range s.products {
		if p.changed > after {
			out = append(out, evercart.Stocked{Product: cloned(p.Product), Version: p.changed})
		}
	}
	slices.SortFunc(out, func(a, b evercart.Stocked) int { return cmp.Compare(a.Version, b.Version) })
	return out
}
