package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/shop"
	"github.com/evercart/evercart/shop/house"
)

// openShop reads the shop's own folder, where one is configured, and follows its edits.
func (s *Server) openShop(ctx context.Context) error {
	if s.config.Shop == "" {
		return nil
	}
	folder, err := house.OpenFolder(s.config.Shop, s.log)
	if err != nil {
		return fmt.Errorf("shop %s: %w", s.config.Shop, err)
	}
	s.house = folder
	front := folder.Front()
	s.config.Name, s.config.Currency, s.config.Locale = front.Name, front.House.Currency, front.Locale
	if err := folder.Start(ctx); err != nil {
		return err
	}
	s.onStop("shop", folder.Stop)
	return nil
}

// shopNow is the merchant as it is now. The currency is that of the start: carts are in it.
func (s *Server) shopNow() evercart.Shop {
	if s.house == nil {
		return s.config.shop()
	}
	now := s.house.Front().Shop()
	now.Currency = evercart.Currency(s.config.Currency)
	return now
}

// live is what the agent asks once a turn.
func (s *Server) live() agent.Live {
	l := agent.Live{Shop: s.shopNow()}
	if s.house != nil {
		f := s.house.Front()
		l.Prompt, l.Greeting, l.GreetingBack, l.Allows = f.Prompt, f.Greeting, f.GreetingBack, f.Allows
	}
	return l
}

// tools are those of the shop; with a folder, also those of its own words.
func (s *Server) tools(goods evercart.Catalog) []evercart.Tool {
	c := shop.Config{Catalog: goods, Shop: s.shopNow, Clock: s.config.clock(), Blueprint: s.config.Tools == toolsBlueprint}
	if s.house != nil {
		c.Front = s.house.Front
	}
	tools := shop.New(c)
	s.warnOfTools(tools)
	return tools
}

// warnOfTools says which names in shop.toml's list no tool has. They are no error: the list may be that of another version.
func (s *Server) warnOfTools(tools []evercart.Tool) {
	if s.house == nil {
		return
	}
	for _, name := range s.house.Front().House.Tools {
		if !slices.ContainsFunc(tools, func(t evercart.Tool) bool { return t.Spec().Name == name }) {
			s.log.Warn("shop.toml names a tool that this server does not offer", slog.String("tool", name))
		}
	}
}

// words is the catalogue as shoppers of this shop speak of it.
func (s *Server) words(index *catalog.Index) evercart.Catalog {
	if s.house == nil {
		return index
	}
	return house.Goods{Catalog: index, Front: s.house.Front}
}

// knows is what rules asks of the shop's own words; nil = there are none.
func (s *Server) knows() func(string) bool {
	if s.house == nil {
		return nil
	}
	return func(question string) bool { return s.house.Front().Knows(question, s.config.clock().Now()) }
}

// put is what rules asks of what people put to shops; nil where the shop has no words of its own.
func (s *Server) put() func(string) float64 {
	if s.house == nil {
		return nil
	}
	return func(turn string) float64 { return s.house.Front().Put(turn) }
}

// pronounce and its way back are for the edge; nil where there is nothing to pronounce.
func (s *Server) pronounce() (forth, back func(string) string) {
	if s.house == nil {
		return nil, nil
	}
	return func(t string) string { return s.house.Front().Pronounce(t) }, func(t string) string { return s.house.Front().Written(t) }
}

// registry holds the measurements of what is wired here; the gateway adds its own.
func (s *Server) registry() *prometheus.Registry {
	reg := prometheus.NewRegistry()
	all := append([]prometheus.Collector{collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{})}, s.spending.all...)
	if s.house != nil {
		all = append(all, prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "evercart_shop_edits_broken_total",
			Help: "Edits of the shop's folder that could not be read; what was good before stands."}, func() float64 { return float64(s.house.Broken()) }))
	}
	for _, m := range all {
		if err := reg.Register(m); err != nil { // one name, registered once: cannot fail
			s.log.Error("a measurement cannot be registered", slog.Any("error", err))
		}
	}
	return reg
}
