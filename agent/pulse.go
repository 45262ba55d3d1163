package agent

import (
	"context"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// pulse is what this node knows of its own beats. Others take a node whose beats stay away for dead, and its turns over: a process that was
// stopped where it stood, or cut off from the store, wakes up in the middle of a turn that may be another's by then.
type pulse struct {
	mu     sync.Mutex // guards all below
	last   time.Time  // when the last beat that came through was begun; zero = none did
	steady time.Time  // since when none was late
}

// beat notes one that came through.
func (p *pulse) beat(began, done time.Time, dead time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if apart(p.last, began) >= dead {
		p.steady = done
	}
	p.last = began
}

// since says that nobody can have taken this node for dead since then.
func (p *pulse) since(then, now time.Time, dead time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return apart(p.last, now) < dead && !then.Before(p.steady)
}

// apart is how much later a time is, by whichever clock says more: the steady one does not count while a whole machine sleeps.
func apart(a, b time.Time) time.Duration { return max(b.Sub(a), b.Round(0).Sub(a.Round(0))) }

// beat tells the others that this node lives. One that hangs is given up, so that the next one is not late.
func (a *Agent) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, max(a.Limits.Dead/2, a.Limits.Beat))
	defer cancel()
	began := a.Clock.Now()
	_, err := a.Store.Beat(ctx, a.Node)
	if err == nil {
		a.pulse.beat(began, a.Clock.Now(), a.Limits.Dead)
	}
	return err
}

// mine waits until it is known that this turn is still this node's own, which costs nothing while the node beats. Whoever is to say something
// that is not committed asks before each sentence: of a turn that is another's, that one alone speaks. ClaimLost, and the store's while it
// cannot be asked.
func (w *work) mine(ctx context.Context) error {
	began := w.a.Clock.Now()
	for pause := awayPause; !w.sure(); pause = min(2*pause, awayMost) {
		lost, err := w.asked(ctx)
		switch {
		case lost:
			return evercart.Errorf(evercart.ClaimLost, "agent", "the turn is another's now")
		case err == nil:
			return nil
		case !evercart.Away(err) || w.a.Clock.Now().Add(pause).Sub(began) > w.a.Limits.Away || w.a.life.Err() != nil || w.a.Clock.Sleep(ctx, pause) != nil:
			return err
		}
	}
	return nil
}

// sure says that nobody can have taken this turn over.
func (w *work) sure() bool {
	w.saving.Lock()
	claim, since := w.claim, w.since
	w.saving.Unlock()
	return !pulseHolds || w.a.Heads == nil || claim == nil || w.a.pulse.since(since, w.a.Clock.Now(), w.a.Limits.Dead)
}

// lost says that this turn is known to be another's by now, or over: who was frozen learns so before it says that it failed.
func (w *work) lost(ctx context.Context) bool {
	if w.newClaim() == nil {
		return false
	}
	lost, _ := w.asked(ctx)
	return lost
}

// asked asks the store whose the turn is.
func (w *work) asked(ctx context.Context) (lost bool, err error) {
	claim := w.newClaim()
	s, err := w.a.load(w.a.system(context.WithoutCancel(ctx)), w.session, w.a.Limits.Read)
	return err == nil && claim != nil && (s.Active == nil || s.Active.No != claim.No), err
}
