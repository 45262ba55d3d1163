package catalog

import (
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/startstop"
)

// RefresherConfig is what a Refresher needs. Zero values of the lower part get the defaults named.
type RefresherConfig struct {
	Goods   evercart.Goods
	Sources []*Source

	Every time.Duration  // 15 min: how long after one reading the next begins; negative = read once
	Retry time.Duration  // 1 min: the same after a failure, doubled each time up to Every
	Clock evercart.Clock // the machine's
	Log   *slog.Logger   // none
}

// Refresher reads sources again and again into the goods, each at its own pace.
type Refresher struct {
	cfg     RefresherConfig
	service startstop.Service

	mu    sync.Mutex // guards stats
	stats map[string]SourceStats
}

// SourceStats tells how a source does.
type SourceStats struct {
	Read     time.Time     `json:"read,omitzero"` // the last reading that went well, with news or without
	Changed  time.Time     `json:"changed,omitzero"`
	Failures int           `json:"failures"` // in a row
	Error    evercart.Code `json:"error,omitempty"`
	Variants int           `json:"variants"`
	Skipped  int           `json:"skipped"`
}

// NewRefresher makes a refresher that has not begun.
func NewRefresher(cfg RefresherConfig) *Refresher {
	if cfg.Every == 0 {
		cfg.Every = 15 * time.Minute
	}
	if cfg.Retry <= 0 {
		cfg.Retry = time.Minute
	}
	if cfg.Clock == nil {
		cfg.Clock = evercart.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Refresher{cfg: cfg, stats: map[string]SourceStats{}}
}

// Once reads every source one time and gives the first error, after all were tried: what a start waits for.
func (r *Refresher) Once(ctx context.Context) error {
	var first error
	for _, s := range r.cfg.Sources {
		if err := r.read(ctx, s); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Start begins; every source is read at once and then at its pace.
func (r *Refresher) Start(ctx context.Context) error {
	var loops []func(context.Context)
	for _, s := range r.cfg.Sources {
		loops = append(loops, func(ctx context.Context) { r.follow(ctx, s) })
	}
	return r.service.Start(ctx, loops...)
}

// Stop ends the readings, one that runs included (nothing of it is taken over), and waits.
func (r *Refresher) Stop(ctx context.Context) error { return r.service.Stop(ctx) }

// Stats tells of every source by its name.
func (r *Refresher) Stats() map[string]SourceStats {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make(map[string]SourceStats, len(r.stats))
	maps.Copy(all, r.stats)
	return all
}

func (r *Refresher) follow(ctx context.Context, s *Source) {
	failures := 0
	for ctx.Err() == nil {
		err := r.read(ctx, s)
		if failures++; err == nil {
			failures = 0
		}
		if err == nil && r.cfg.Every < 0 {
			return
		}
		if r.cfg.Clock.Sleep(ctx, r.pause(s, failures, err)) != nil {
			return
		}
	}
}

// pause is how long a source rests: until the next reading, or until a sale in it begins or ends.
func (r *Refresher) pause(s *Source, failures int, err error) time.Duration {
	if err != nil {
		pause := r.cfg.Retry << min(failures-1, 10)
		if r.cfg.Every > 0 {
			pause = min(pause, max(r.cfg.Every, r.cfg.Retry))
		}
		return max(pause, evercart.AsError(err).RetryAfter)
	}
	pause := r.cfg.Every
	if at := s.turns(); !at.IsZero() {
		pause = min(pause, max(at.Sub(r.cfg.Clock.Now()), time.Second))
	}
	return pause
}

// read puts a source's news into the goods and notes how it went.
func (r *Refresher) read(ctx context.Context, s *Source) error {
	if _, ok := evercart.CallerOf(ctx); !ok {
		ctx = evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem})
	}
	put, report, changed, err := s.Put(ctx, r.cfg.Goods)
	log := r.cfg.Log.With(slog.String("source", s.Name()))
	now := r.cfg.Clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	stats := r.stats[s.Name()]
	defer func() { r.stats[s.Name()] = stats }()
	if err != nil {
		stats.Failures++
		stats.Error = evercart.CodeOf(err)
		if ctx.Err() == nil {
			log.Warn("a feed was not taken over; the goods stay as they are", slog.Any("error", err), slog.Int("failures", stats.Failures))
		}
		return err
	}
	stats.Read, stats.Failures, stats.Error = now, 0, ""
	if !changed {
		return nil
	}
	stats.Changed, stats.Variants, stats.Skipped = now, report.Variants, report.SkippedCount
	log.Info("a feed was taken over", slog.String("format", report.Format), slog.Int("variants", report.Variants),
		slog.Int("skipped", report.SkippedCount), slog.Int("warned", report.WarnedCount), slog.Int("added", put.Added),
		slog.Int("changed", put.Changed), slog.Int("same", put.Same), slog.Int("retired", put.Retired))
	return nil
}
