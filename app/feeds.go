package app

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

// startFeeds reads the configured feeds and goes on looking at them. With goods from an earlier start in the store it does
// not wait for the first reading; without any, a feed that cannot be read ends the start.
func (s *Server) startFeeds(ctx context.Context, g evercart.Goods, warm bool) error {
	if len(s.config.Catalog) == 0 {
		return nil
	}
	sources := make([]*catalog.Source, 0, len(s.config.Catalog))
	for _, where := range s.config.Catalog {
		source, err := catalog.NewSource(catalog.SourceConfig{Where: where, Spool: s.config.Data, Options: catalog.Options{
			Currency: s.config.shop().Currency, PriceUnit: s.config.unit(),
		}})
		if err != nil {
			return fmt.Errorf("catalog %s: %w", where, err)
		}
		sources = append(sources, source)
	}
	r := catalog.NewRefresher(catalog.RefresherConfig{Goods: g, Sources: sources, Every: s.config.CatalogRefresh, Log: s.log})
	if !warm {
		if err := r.Once(ctx); err != nil {
			return fmt.Errorf("catalog: %w", err)
		}
	}
	for _, source := range sources {
		if report := source.Report(); report != nil {
			s.tellOf("rows of a feed were skipped", source.Name(), report.SkippedCount, report.Skipped)
			s.tellOf("rows of a feed were taken over, but look at them", source.Name(), report.WarnedCount, report.Warned)
		}
	}
	if err := r.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	s.onStop("feeds", r.Stop)
	return nil
}

// tellOf logs what an import has to say of rows, the first of them with its reason.
func (s *Server) tellOf(what, feed string, rows int, list []catalog.Skip) {
	if rows > 0 {
		s.log.Warn(what, slog.String("feed", feed), slog.Int("rows", rows), slog.Int("first_line", list[0].Line), slog.String("first_reason", list[0].Reason))
	}
}
