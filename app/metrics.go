package app

import (
	"errors"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/postgres"
	"github.com/evercart/evercart/redis"
	"github.com/evercart/evercart/sqlite"
)

// counted registers what the store of record counts.
func counted(reg *prometheus.Registry, store record) error {
	read := countsOf(store)
	if read == nil {
		return nil
	}
	errs := []error{reg.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "evercart_panics_total",
		Help: "Pieces of work that this process gave up, since they panicked."}, func() float64 { return float64(mishap.Seen()) }))}
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

// counted registers what memory, cache and Redis count.
func (n near) counted(reg *prometheus.Registry) error {
	var errs []error
	add := func(name, help string, of func() uint64) {
		errs = append(errs, reg.Register(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: "evercart_" + name + "_total", Help: help},
			func() float64 { return float64(of()) })))
	}
	gauge := func(name, help string, of func() float64) {
		errs = append(errs, reg.Register(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "evercart_" + name, Help: help}, of)))
	}
	add("memory_hits", "Sessions read from this node's memory.", func() uint64 { return n.Stats().Hits })
	add("memory_misses", "Sessions that were not in memory, or no longer the newest.", func() uint64 { return n.Stats().Misses })
	add("store_loads", "Sessions read whole from the store.", func() uint64 { return n.Stats().Loads })
	gauge("memory_sessions", "Sessions in memory.", func() float64 { return float64(n.Stats().Entries) })
	gauge("memory_bytes", "What they take, estimated.", func() float64 { return float64(n.Stats().Bytes) })
	if n.redis == nil {
		return errors.Join(errs...)
	}
	add("cache_hits", "Sessions read from a copy on Redis.", func() uint64 { return n.Stats().CacheHits })
	add("cache_misses", "Sessions of which Redis had no copy.", func() uint64 { return n.Stats().CacheMisses })
	add("cache_corrupt", "Copies that could not be read, and were thrown away.", func() uint64 { return n.Stats().CacheCorrupt + n.redis.Stats().Corrupt })
	add("cache_stale", "Copies that the head did not name, and were thrown away.", func() uint64 { return n.Stats().CacheStale })
	add("cache_left", "Copies left on Redis, by writers and readers.", func() uint64 { st := n.Stats(); return st.Left + st.Filled })
	add("bus_untold", "Notes that could not be sent to other nodes.", func() uint64 { return n.Stats().Untold })
	add("redis_calls", "Calls to Redis.", func() uint64 { return n.redis.Stats().Calls })
	add("redis_failed", "Calls that Redis did not answer in time: what a turn can have waited for.", func() uint64 { return n.redis.Stats().Failed })
	add("redis_skipped", "Calls not made, since Redis did not answer before.", func() uint64 { return n.redis.Stats().Skipped })
	add("redis_refused", "Calls that Redis answered with an error.", func() uint64 { return n.redis.Stats().Refused })
	gauge("redis_up", "1 = Redis answers, and lets us in.", func() float64 {
		if n.redis.State() == redis.OK {
			return 1
		}
		return 0
	})
	return errors.Join(errs...)
}
