package app

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/mishap"
)

// followEvery is how soon an index sees what another process changed; changes of this process show at once.
const followEvery = time.Second

// sampleSource is the name under which the sample shop's goods are kept.
const sampleSource = "sample"

// goods is the store's, with the rule of the sample shop: it leaves when goods of the merchant's own come.
type goods struct {
	evercart.Goods
	index *catalog.Index
}

// PutProducts implements evercart.Goods.
func (g goods) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	r, err := g.Goods.PutProducts(ctx, source, products)
	if err != nil {
		return r, err
	}
	if source != sampleSource {
		if _, err := g.Goods.PutProducts(ctx, sampleSource, none); err != nil {
			return r, err
		}
	}
	return r, g.index.Sync(ctx, g.Goods)
}

// sampled says that the sample shop is open.
func sampled(ctx context.Context, index *catalog.Index) bool {
	for p, err := range catalog.Sample() {
		if err != nil {
			return false
		}
		kept, err := index.Product(ctx, p.ID)
		if err == nil && kept.Title == p.Title && slices.ContainsFunc(kept.Variants, func(v evercart.Variant) bool { return v.Active }) {
			return true
		}
	}
	return false
}

func none(func(evercart.Product, error) bool) {}

// openGoods loads the index from the store, then brings the configured feeds in. Where there are goods of the merchant's already,
// feeds are read in the background: a warm start does not wait for them.
func (s *Server) openGoods(ctx context.Context, store evercart.Goods) (evercart.Goods, *catalog.Index, error) {
	index := catalog.NewIndex()
	if err := index.Sync(ctx, store); err != nil {
		return nil, nil, s.config.needs(partStore, err)
	}
	g := goods{store, index}
	_, variants, _ := index.Stats()
	if len(s.config.Catalog) == 0 && variants == 0 {
		if _, err := g.PutProducts(ctx, sampleSource, catalog.Sample()); err != nil {
			return nil, nil, s.config.needs(partStore, err)
		}
	}
	// The sample shop's goods, left from a first try, are nothing to begin a merchant's day with: the feeds are waited for.
	if err := s.startFeeds(ctx, g, variants > 0 && !sampled(ctx, index)); err != nil {
		return nil, nil, err
	}
	s.sample = sampled(ctx, index)
	s.index = index
	s.products, s.variants = index.OnSale()
	s.warnOfForeign(index)
	follow, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		var err error
		mishap.Keep(follow, s.log, "goods", func() { err = index.Keep(follow, store, followEvery) })
		if err != nil && !errors.Is(err, context.Canceled) {
			s.log.Error("the index stopped following the goods", slog.Any("error", err))
		}
	}()
	s.onStop("goods", func(context.Context) error {
		stop()
		<-done
		return nil
	})
	return g, index, nil
}
