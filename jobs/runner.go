// Package jobs runs durable jobs: work that a commit asked for and that must be done outside it, at least once, whatever dies
// on the way. Handlers are handed in; the table is the store's.
package jobs

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/internal/startstop"
)

// Handler does one job. It may run again after it has succeeded, so it tells a repeat by the job's Key or ID. Its context
// ends when the lease is lost, when Config.Limit is over, or when the runner must stop.
//
// nil settles the job. So does Gone: the life that asked for it has ended. Invalid, Unauthorized, Forbidden, Damaged,
// NotImplemented and OutcomeUnknown park it at once, for a person to look at: a repeat would fail the same way, or do harm.
// All else, and a panic, is tried again, no sooner than the error's RetryAfter, until Config.Attempts are used up.
type Handler func(context.Context, evercart.Job) error

// Config is what a Runner needs. Zero values of the lower part get the defaults named.
type Config struct {
	Jobs     evercart.Jobs
	Node     evercart.NodeID
	Clock    evercart.Clock // nil = the machine's
	Log      *slog.Logger   // nil = none
	Handlers map[string]Handler

	AtOnce   int                             // jobs running at one moment; 4
	Poll     time.Duration                   // how often the table is asked when nothing wakes the runner; 1 s
	Lease    time.Duration                   // how long a job is ours without a heartbeat; 30 s
	Limit    time.Duration                   // how long one attempt may take; 5 min
	Attempts int                             // leases until a job is parked; 12
	Backoff  func(attempt int) time.Duration // pause after a failed attempt (1 = the first); Backoff
}

// Stats counts what a runner did since it began.
type Stats struct {
	Running int64 `json:"running"`
	Done    int64 `json:"done"`
	Retried int64 `json:"retried"` // attempts that failed and will be made again
	Parked  int64 `json:"parked"`
	Lost    int64 `json:"lost"` // leases that were another's before they could be settled
}

// Runner leases jobs and runs them, at most Config.AtOnce at one moment.
type Runner struct {
	cfg     Config
	kinds   []string
	service startstop.Service
	wake    chan struct{} // holds at most one wish to look at the table now

	running atomic.Int64
	done    atomic.Int64
	retried atomic.Int64
	parked  atomic.Int64
	lost    atomic.Int64

	stopped sync.Once
	giveUp  chan struct{} // closed when running handlers must end
}

// New makes a runner that has not begun.
func New(cfg Config) *Runner {
	if cfg.Clock == nil {
		cfg.Clock = evercart.SystemClock{}
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Backoff == nil {
		cfg.Backoff = Backoff
	}
	cfg.AtOnce, cfg.Attempts = orDefault(cfg.AtOnce, 4), orDefault(cfg.Attempts, 12)
	cfg.Poll, cfg.Lease, cfg.Limit = orDefault(cfg.Poll, time.Second), orDefault(cfg.Lease, 30*time.Second), orDefault(cfg.Limit, 5*time.Minute)
	return &Runner{cfg: cfg, kinds: slices.Sorted(maps.Keys(cfg.Handlers)), wake: make(chan struct{}, 1), giveUp: make(chan struct{})}
}

func orDefault[T int | time.Duration](v, d T) T {
	if v <= 0 {
		return d
	}
	return v
}

// Start begins to lease. A ctx without a Caller gets the system's.
func (r *Runner) Start(ctx context.Context) error {
	if _, ok := evercart.CallerOf(ctx); !ok {
		ctx = evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem})
	}
	return r.service.Start(ctx, r.loop)
}

// Stop leases nothing more and waits for what runs. When ctx ends first, the handlers' contexts end, their jobs are given
// back, and ctx's error is returned.
func (r *Runner) Stop(ctx context.Context) error {
	err := r.service.Stop(ctx)
	r.stopped.Do(func() { close(r.giveUp) })
	return err
}

// Wake has the table looked at now: a change with a job was committed here.
func (r *Runner) Wake() {
	select {
	case r.wake <- struct{}{}:
	default: // somebody wished for it already
	}
}

// Stats tells what was done.
func (r *Runner) Stats() Stats {
	return Stats{Running: r.running.Load(), Done: r.done.Load(), Retried: r.retried.Load(), Parked: r.parked.Load(), Lost: r.lost.Load()}
}

// loop leases as many jobs as there is room for, until ctx ends; then it waits for those that run.
func (r *Runner) loop(ctx context.Context) {
	var handlers sync.WaitGroup
	defer handlers.Wait()
	lasting, away := context.WithoutCancel(ctx), false // a job that runs goes on while the runner stops
	for ctx.Err() == nil {
		room := r.cfg.AtOnce - int(r.running.Load())
		if room == 0 || len(r.kinds) == 0 {
			r.rest(ctx)
			continue
		}
		got, err := r.cfg.Jobs.Lease(ctx, r.cfg.Node, r.kinds, room, r.cfg.Lease)
		away = r.told(ctx, away, err)
		for _, j := range got {
			r.running.Add(1)
			handlers.Go(func() {
				defer r.Wake() // there is room again
				defer r.running.Add(-1)
				defer mishap.Catch(r.cfg.Log, "job") // of what settles it: its lease runs out
				r.attempt(lasting, j)
			})
		}
		if len(got) < room {
			r.rest(ctx)
		}
	}
}

// told says that the table cannot be read when that begins, with why, and when it can be again: in between it is asked each second.
func (r *Runner) told(ctx context.Context, before bool, err error) bool {
	switch {
	case err != nil && !before && ctx.Err() == nil:
		r.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "jobs: the table cannot be read until further notice", slog.String("code", string(evercart.CodeOf(err))), slog.Any("error", err))
	case err == nil && before:
		r.cfg.Log.LogAttrs(ctx, slog.LevelInfo, "jobs: the table can be read again")
	}
	return err != nil
}

// rest waits until it is time to look again, or somebody wakes us.
func (r *Runner) rest(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	slept := make(chan struct{})
	go func() {
		defer close(slept)
		_ = r.cfg.Clock.Sleep(ctx, r.cfg.Poll)
	}()
	select {
	case <-slept:
	case <-r.wake:
	}
	cancel()
	<-slept
}
