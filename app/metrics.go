package app

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/sqlite"
)

// counted registers what the store of record counts.
func counted(reg *prometheus.Registry, store record) error {
	read := countsOf(store)
	if read == nil {
		return nil
	}
	var errs []error
	for _, c := range []struct {
		name, help string
		of         func(postgres.Stats) int64
	}{
		{"groups", "Grouped commits.", func(s postgres.Stats) int64 { return s.Groups }},
		{"changes", "Changes committed in groups.", func(s postgres.Stats) int64 { return s.Changes }},
		{"alone", "Commits of one change.", func(s postgres.Stats) int64 { return s.Alone }},
		{"stale", "Changes run again, since the session had moved on.", func(s postgres.Stats) int64 { return s.Stale }},
		{"lost", "Commits whose outcome had to be looked up.", func(s postgres.Stats) int64 { return s.Lost }},
		{"damaged", "Rows met that cannot be read.", func(s postgres.Stats) int64 { return s.Damaged }},
	} {
		errs = append(errs, reg.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "evercart_store_" + c.name + "_total", Help: c.help},
			func() float64 { return float64(c.of(read())) })))
	}
	return errors.Join(append(errs, reg.Register(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "evercart_store_waiting", Help: "Changes that wait for a group."}, func() float64 { return float64(read().Waiting) })))...)
}

// countsOf puts every store's counts into the words of one; nil = it counts nothing.
func countsOf(store record) func() postgres.Stats {
	switch db := store.(type) {
	case *postgres.Store:
		return db.Stats
	case *sqlite.Store:
		return func() postgres.Stats {
			s := db.Stats()
			return postgres.Stats{Groups: s.Groups, Changes: s.Changes, Stale: s.Stale, Lost: s.Lost, Damaged: s.Damaged, Waiting: s.Waiting}
		}
	}
	return nil
}
