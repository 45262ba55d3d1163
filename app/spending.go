package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/startstop"
	"github.com/evercart/evercart/model"
	"github.com/evercart/evercart/redis"
)

// spending are the measurements of what models cost.
type spending struct {
	tokens   *prometheus.CounterVec
	cost     *prometheus.CounterVec
	answers  *prometheus.CounterVec
	refusals *prometheus.CounterVec
	all      []prometheus.Collector
}

func newSpending(today, together func() model.Spent) *spending {
	of := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	s := &spending{
		tokens:   of("evercart_model_tokens_total", "Tokens that models took: in (all of the prompt), cached (the part of it that came from a cache), out.", "brain", "model", "kind"),
		cost:     of("evercart_model_cost_usd_total", "What models cost, where their price is known.", "brain", "model"),
		answers:  of("evercart_model_answers_total", "Answers of models that came to an end: one a step of a turn.", "brain", "model"),
		refusals: of("evercart_model_budget_denied_total", "Steps that a budget (day, call) kept from a model; the next brain answered.", "brain", "budget"),
	}
	day := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_model_cost_today_usd", Help: "What models cost on this day (UTC), by this node."},
		func() float64 { return float64(today().MicroUSD) / 1e6 })
	all := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_model_cost_today_all_usd", Help: "What models cost on this day (UTC), by all nodes that share a Redis; it is held against --budget-day."},
		func() float64 { return float64(together().MicroUSD) / 1e6 })
	s.all = []prometheus.Collector{s.tokens, s.cost, s.answers, s.refusals, day, all}
	return s
}

// told counts an answer.
func (s *spending) told(brain, name string, u evercart.Usage) {
	for kind, n := range map[string]int64{"in": u.In, "cached": u.Cached, "out": u.Out} {
		s.tokens.WithLabelValues(brain, name, kind).Add(float64(n))
	}
	s.cost.WithLabelValues(brain, name).Add(float64(u.MicroUSD) / 1e6)
	s.answers.WithLabelValues(brain, name).Inc()
}

func (s *spending) denied(brain, budget string) { s.refusals.WithLabelValues(brain, budget).Inc() }

// watch shows whether a brain is asked.
func (s *spending) watch(brain string, open func() bool) {
	s.all = append(s.all, prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_brain_resting", Help: "1 while a brain that failed over and over is not asked.",
		ConstLabels: prometheus.Labels{"brain": brain}}, func() float64 {
		if open() {
			return 1
		}
		return 0
	}))
}

// saveSpent is how often the day's costs are written down and told to other nodes: a crash costs the record of that much, and a budget may be
// passed by what all nodes spend in that time.
const saveSpent = 2 * time.Second

// staySpent is how long a day's costs stay with the other nodes: longer than the day, wherever clocks stand.
const staySpent = 48 * time.Hour

// startMeter counts what models cost, from what was spent before on this data.
func (s *Server) startMeter(ctx context.Context, chain []string, shared *redis.Client) error {
	budget, err := s.config.budget(chain)
	if err != nil {
		return err
	}
	before, err := s.folder.spent()
	if err != nil {
		return err
	}
	s.meter = model.NewMeter(budget, before.Spent, s.config.clock())
	s.spending = newSpending(s.meter.Today, s.meter.Together)
	if before.Node == "" {
		before.Node = string(newNode())
	}
	s.tellSpent(ctx, shared, before.Node)
	var saver startstop.Service
	if err := saver.Start(ctx, func(ctx context.Context) { s.saveSpent(ctx, before, shared) }); err != nil {
		return err
	}
	s.onStop("costs", saver.Stop)
	return nil
}

// spentHere is what this node has written down. Node names it to the others over its restarts: what it tells them is all that was spent by it
// today, and must not count twice.
type spentHere struct {
	model.Spent
	Node string `json:"node,omitempty"`
}

// saveSpent writes the day's costs down as they grow, and a last time at the end.
func (s *Server) saveSpent(ctx context.Context, written spentHere, shared *redis.Client) {
	for over := false; !over; {
		over = s.config.clock().Sleep(ctx, saveSpent) != nil
		s.tellSpent(context.WithoutCancel(ctx), shared, written.Node)
		now := spentHere{s.meter.Today(), written.Node}
		if now == written || now.MicroUSD == 0 {
			continue
		}
		if err := s.folder.spend(now); err != nil {
			s.log.Warn("what models cost today is not written down", slog.Any("err", err))
			continue
		}
		written = now
	}
}

// tellSpent tells the other nodes what was spent here, and learns what they have spent. While they cannot be reached, what was last known of them
// counts.
func (s *Server) tellSpent(ctx context.Context, shared *redis.Client, node string) {
	if shared == nil {
		return
	}
	here := s.meter.Today()
	all, err := shared.Tally(ctx, "spent:"+here.Day, node, here.MicroUSD, staySpent)
	if err == nil {
		s.meter.Others(model.Spent{Day: here.Day, MicroUSD: all - here.MicroUSD})
	}
}

func (f folder) costs() string { return filepath.Join(string(f), "spent.json") }

// spent reads what models cost before this start; no file is nothing.
func (f folder) spent() (spentHere, error) {
	var s spentHere
	b, err := os.ReadFile(f.costs())
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		return s, fmt.Errorf("%s: %w; without it, the day's budget would begin anew: repair it, or delete it for that", f.costs(), err)
	}
	return s, nil
}

func (f folder) spend(s spentHere) error {
	b, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return writeWhole(f.costs(), b)
}
