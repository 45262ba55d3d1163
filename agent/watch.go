package agent

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/internal/patience"
)

// watched begins the turn's watch and gives what ends it.
func (w *work) watched(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	news := w.a.hub.join(w.session)
	hold := w.newFillers()
	over := patience.After(ctx, w.a.Clock, w.untilLook(hold), func() {
		defer mishap.Catch(w.log(), "watch", w.unwatched)
		w.watch(ctx, hold)
	})
	return func() {
		cancel()
		over()
		w.a.hub.part(w.session, news)
	}
}

// unwatched ends a turn that nobody watches any more: it would be without a limit.
func (w *work) unwatched() { w.cut(evercart.Errorf(evercart.Internal, "agent", "the turn failed")) }

// untilLook is how long the watch does not look.
func (w *work) untilLook(hold *fillers) time.Duration {
	l := w.a.Limits
	return min(250*time.Millisecond, l.Filler, l.Words/4+time.Millisecond, hold.due(w.a.Clock.Now()))
}

// watch breaks the silence, saves the words that were sent, ends a turn that takes too long, and hears of what other nodes do to
// it. It looks a few times a second, so that one sleep serves all four, and at the very moment at which a silence becomes too long. A turn that is
// over before the first look has none.
func (w *work) watch(ctx context.Context, hold *fillers) {
	l := w.a.Limits
	var started time.Time                  // when its time came
	claimed, limit := false, l.Wait+l.Turn // who waits for another's turn still has the time for his own
	var (
		asides sync.WaitGroup
		aside  atomic.Bool // one runs
	)
	defer asides.Wait()
	for ok := true; ok; ok = w.a.Clock.Sleep(ctx, w.untilLook(hold)) == nil {
		now := w.a.Clock.Now()
		select {
		case <-w.ready:
			if started.IsZero() {
				started = now
			}
		default:
		}
		if !claimed && w.newClaim() != nil {
			claimed, started, limit = true, now, l.Turn
		}
		if !started.IsZero() && now.Sub(started) >= limit {
			w.cut(errLimit)
		}
		hold.speakUp(now)
		if w.newClaim() != nil && aside.CompareAndSwap(false, true) { // while a store hangs, fillers do not
			asides.Go(func() {
				defer aside.Store(false)
				defer mishap.Catch(w.log(), "aside", w.unwatched)
				w.saveWords(ctx, now)
				w.lookAround(ctx)
			})
		}
	}
}

// saveWords writes what went to the ear, so that a crash costs the record of a second at most. A failure is no reason to
// stop talking: the closing commit has all words again. It never waits for another commit of the turn, which may be the last one: a turn
// that is over would keep its place until these words have failed.
func (w *work) saveWords(ctx context.Context, now time.Time) {
	if !w.one.TryLock() {
		return
	}
	defer w.one.Unlock()
	words, upTo := w.unsaved(now, w.a.Limits.Words*3/4)
	if upTo == 0 || w.newest().Active == nil { // it is closed
		return
	}
	f := &evercart.WordsSent{}
	f.Personal.Text = evercart.Private(words)
	s, err := w.write(ctx, "agent", 0, func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: []evercart.Fact{f}}, nil })
	w.heeds(ctx, s, err)
	switch {
	case err == nil:
		w.savedTo(upTo)
	case evercart.CodeOf(err) == evercart.ClaimLost:
		w.cut(evercart.AsError(err))
	default:
		w.log().Warn("words not saved", "code", evercart.CodeOf(err))
	}
}

func (w *work) newClaim() *evercart.Claim {
	w.saving.Lock()
	defer w.saving.Unlock()
	return w.claim
}
