package jobs

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// Why a handler's context ends before the handler does.
var (
	errLost    = errors.New("jobs: the lease is another's, or may be")
	errLimit   = errors.New("jobs: the attempt took too long")
	errStopped = errors.New("jobs: the runner stops")
)

const (
	firstPause = time.Second
	longest    = 10 * time.Minute
	settling   = 5 * time.Second // how long one try to settle may take
)

// Backoff doubles from a second to ten minutes, each pause shortened at random by up to a half so that jobs that failed
// together do not come back together.
func Backoff(attempt int) time.Duration {
	d := longest
	if attempt < 12 {
		d = min(firstPause<<max(attempt-1, 0), longest)
	}
	return d - time.Duration(rand.Int64N(int64(d/2)+1))
}

// attempt runs one leased job and settles it, while its lease is kept alive.
func (r *Runner) attempt(ctx context.Context, j evercart.Job) {
	if j.Attempt > r.cfg.Attempts { // it was leased that often and never settled: it takes its process down with it
		r.settle(ctx, j, evercart.Settlement{Park: true, Why: evercart.Internal})
		return
	}
	work, end := context.WithCancelCause(ctx)
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		defer mishap.Catch(r.cfg.Log, "job's lease", func() { end(errLost) }) // nobody keeps it alive any more
		r.watch(work, end, j)
	}()
	err := r.call(work, j)
	stopped := errors.Is(context.Cause(work), errStopped)
	end(nil)
	<-watched
	r.settle(ctx, j, r.settlement(j, err, stopped))
}

// call runs the handler; a panic is a failed attempt.
func (r *Runner) call(ctx context.Context, j evercart.Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			mishap.Note(r.cfg.Log.With("kind", j.Kind, "job", j.ID), "job", v)
			err = evercart.Errorf(evercart.Internal, "jobs", "the handler panicked")
		}
	}()
	h, ok := r.cfg.Handlers[j.Kind]
	if !ok {
		return evercart.Errorf(evercart.NotImplemented, "jobs", "nobody handles this kind")
	}
	return h(ctx, j)
}

// watch keeps the lease alive and ends the handler's context when it must not go on.
func (r *Runner) watch(ctx context.Context, end context.CancelCauseFunc, j evercart.Job) {
	beats := make(chan error)
	go func() { // a sleeper of its own, so that giving up is not waited for
		defer close(beats)
		defer mishap.Catch(r.cfg.Log, "job's beat", func() {
			select {
			case beats <- evercart.Errorf(evercart.ClaimLost, "jobs", "the lease is not kept alive any more"):
			case <-ctx.Done():
			}
		})
		for r.cfg.Clock.Sleep(ctx, r.cfg.Lease/3) == nil {
			select {
			case beats <- r.cfg.Jobs.Extend(ctx, j, r.cfg.Lease):
			case <-ctx.Done():
				return
			}
		}
	}()
	began := r.cfg.Clock.Now()
	held := began // when the lease was last known to be ours
	giveUp := r.giveUp
	for {
		select {
		case <-giveUp:
			giveUp = nil
			end(errStopped)
		case err, more := <-beats:
			now := r.cfg.Clock.Now()
			switch {
			case !more:
				return
			case err == nil:
				held = now
			case evercart.CodeOf(err) == evercart.ClaimLost, now.Sub(held) >= r.cfg.Lease:
				end(errLost)
			}
			if now.Sub(began) >= r.cfg.Limit {
				end(errLimit)
			}
		}
	}
}

// settlement is what an attempt's outcome means for its job.
func (r *Runner) settlement(j evercart.Job, err error, stopped bool) evercart.Settlement {
	code := evercart.CodeOf(err)
	now := r.cfg.Clock.Now()
	switch code {
	case "", evercart.Gone:
		return evercart.Settlement{Done: true, Why: code}
	case evercart.Invalid, evercart.Unauthorized, evercart.Forbidden, evercart.Damaged, evercart.NotImplemented, evercart.OutcomeUnknown:
		return evercart.Settlement{Park: true, Why: code}
	}
	switch {
	case stopped: // another node may go on at once
		return evercart.Settlement{Again: now, Why: code}
	case j.Attempt >= r.cfg.Attempts:
		return evercart.Settlement{Park: true, Why: code}
	}
	return evercart.Settlement{Again: now.Add(max(r.cfg.Backoff(j.Attempt), evercart.AsError(err).RetryAfter)), Why: code}
}

// settle ends the lease, if it is still ours: the fence decides, not our belief. A settlement that does not come through is no harm: the lease runs out and the job is done again.
func (r *Runner) settle(ctx context.Context, j evercart.Job, how evercart.Settlement) {
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	err := r.cfg.Jobs.Settle(ctx, j, how)
	switch {
	case evercart.CodeOf(err) == evercart.ClaimLost:
		r.lost.Add(1)
		r.log(ctx, slog.LevelWarn, "jobs: lease lost", j, evercart.ClaimLost)
	case err != nil:
		r.log(ctx, slog.LevelWarn, "jobs: not settled, it will run again", j, evercart.CodeOf(err))
	case how.Done:
		r.done.Add(1)
		r.log(ctx, slog.LevelDebug, "jobs: done", j, how.Why)
	case how.Park:
		r.parked.Add(1)
		r.log(ctx, slog.LevelError, "jobs: parked, a person must look", j, how.Why)
	default:
		r.retried.Add(1)
		r.log(ctx, slog.LevelInfo, "jobs: will be tried again", j, how.Why)
	}
}

func (r *Runner) log(ctx context.Context, level slog.Level, what string, j evercart.Job, code evercart.Code) {
	r.cfg.Log.LogAttrs(ctx, level, what, slog.String("kind", j.Kind), slog.String("job", j.ID), slog.Int("attempt", j.Attempt),
		slog.Int64("fence", j.Fence), slog.String("session", string(j.Session)), slog.String("code", string(code)))
}
