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
			Currency: evercart.Currency(s.config.Currency), PriceUnit: s.config.PriceUnit,
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
		if report := source.Report(); report != nil && report.SkippedCount > 0 {
			s.log.Warn("rows of a feed were skipped", slog.String("feed", source.Name()), slog.Int("rows", report.SkippedCount), slog.Int("first_line", report.Skipped[0].Line), slog.String("first_reason", report.Skipped[0].Reason))
		}
	}
	if err := r.Start(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	s.onStop("feeds", r.Stop)
	return nil
}
