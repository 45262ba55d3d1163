package tables

import (
	"context"
	"crypto/rand"
	"errors"
	mrand "math/rand/v2"
	"time"

	"github.com/evercart/evercart"
)

const (
	// MaxRuns is how often one Update runs before it gives up.
	MaxRuns = 96
	maxLost = 3 // lost commits of one Update that turned out not to have happened
)

// What a commit may end with besides errors of the database.
var (
	ErrLost   = errors.New("the outcome of the commit is not known")
	ErrStale  = errors.New("the session has a newer version")
	ErrHeld   = errors.New("another holds the session")
	ErrRepeat = errors.New("this write is there already")
)

// Own is an error of a caller's function: it comes back as it is.
type Own struct{ error }

// Given is that error.
func (o Own) Given() error { return o.error }

// NewWrite mints a write id.
func NewWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

// Writing is an Update with what is known of its write id.
type Writing struct {
	evercart.Update
	Named bool         // by its caller, who may send it again at any time and does not say since when
	Since evercart.Seq // else it can only have been written after this one
}

// Name says who named the write of an Update: its caller, or we do it now.
func Name(u evercart.Update) Writing {
	w := Writing{Update: u, Named: u.Write != "" && u.After == 0, Since: u.After}
	if w.Write == "" {
		w.Write, w.After = NewWrite(), 0
	}
	return w
}

// Sessions is what the run of an Update asks of a store, in the name of one caller.
type Sessions interface {
	// Load gives the newest state, and the zero State where there is none.
	Load(context.Context, evercart.SessionID) (evercart.State, error)
	// Newer is Load, without reading all where have is the newest.
	Newer(ctx context.Context, id evercart.SessionID, have evercart.State) (evercart.State, error)
	// Commit writes what was decided on a state, and gives it as it is stored. ErrStale, ErrHeld, ErrRepeat, ErrLost; any other
	// error refuses the change for good.
	Commit(ctx context.Context, w Writing, on evercart.State, change evercart.Change, done evercart.Committed) (evercart.Committed, error)
	// Found tells whether a lost commit has happened. OutcomeUnknown when that cannot be told in time.
	Found(ctx context.Context, w Writing, lost evercart.Committed) (bool, error)
	// Written gives the events of an earlier write; none when there was no such write.
	Written(context.Context, Writing) ([]evercart.Event, error)
	// Ended says whether an erasure has ended this life.
	Ended(context.Context, evercart.Life) (bool, error)
}

// Runner runs Updates.
type Runner struct {
	Op       string // named in refusals
	Clock    evercart.Clock
	Now      func() time.Time // by which events are stamped
	Lanes    *Lanes
	Patience time.Duration // how long one waits for a session that another holds, before runs are counted
	Stale    func()        // told of every run that met a newer version
}

// Update runs u until it is committed or refused.
func (r Runner) Update(ctx context.Context, who evercart.Caller, u Writing, s Sessions) (evercart.Committed, error) {
	leave := func() {}
	defer func() { leave() }()
	began := r.Clock.Now()
	state, newest, err := base(ctx, u.Update, s)
	for run, lost := 0, 0; err == nil; run++ {
		if lost == 0 && u.After == 0 { // what no run has sent yet cannot have been written
			u.Since = state.Seq
		}
		if state.Life != "" && !who.May(state.Subject) {
			return evercart.Committed{}, r.notFound()
		}
		change, done, refused := u.Run(state, r.Now())
		if refused != nil || len(done.Events) == 0 {
			if newest {
				return r.settle(ctx, u, s, done, refused)
			}
			// What writes nothing is true of the newest state alone.
			newest = true
			state, err = s.Newer(ctx, u.Session, state)
			continue
		}
		if state.Life == "" && !who.May(done.State.Subject) {
			return evercart.Committed{}, r.notFound()
		}
		done, err = s.Commit(ctx, u, state, change, done)
		switch {
		case err == nil:
			return done, nil
		case errors.Is(err, ErrRepeat):
			return r.settle(ctx, u, s, evercart.Committed{State: state}, err)
		case errors.Is(err, ErrLost):
			var found bool
			if found, err = s.Found(ctx, u, done); found || err != nil {
				return done, err
			}
			if lost++; lost == maxLost {
				return evercart.Committed{State: state}, evercart.Errorf(evercart.OutcomeUnknown, r.Op, "%d commits in a row were lost", lost)
			}
		case errors.Is(err, ErrHeld):
			if r.Clock.Now().Sub(began) < r.Patience { // no race is lost yet: whoever holds it may be waiting for a standby
				run = min(run, MaxRuns/2)
			}
		case !errors.Is(err, ErrStale):
			return evercart.Committed{State: state}, err
		}
		if run+1 == MaxRuns {
			return evercart.Committed{}, evercart.Errorf(evercart.Conflict, r.Op, "lost the race for the session %d times", MaxRuns)
		}
		r.Stale()
		if err = Pause(ctx, r.Clock, run); err == nil && run == 0 {
			leave, err = r.Lanes.Enter(ctx, u.Session)
		}
		if err == nil {
			state, err = s.Load(ctx, u.Session)
			newest = true
		}
	}
	return evercart.Committed{}, err
}

// base is the state that u begins with; newest says that it was read just now.
func base(ctx context.Context, u evercart.Update, s Sessions) (state evercart.State, newest bool, err error) {
	if b := u.Base; b != nil && b.Session == u.Session && b.Fold == evercart.FoldVersion && b.Life != "" {
		return *b, false, nil
	}
	state, err = s.Load(ctx, u.Session)
	return state, true, err
}

// settle answers an Update that writes nothing on the newest state: it may be a repeat of a write that is there, or name a
// life that has ended.
func (r Runner) settle(ctx context.Context, u Writing, s Sessions, done evercart.Committed, refused error) (evercart.Committed, error) {
	events, err := s.Written(ctx, u)
	if err != nil {
		return done, err
	}
	if len(events) > 0 {
		state, err := s.Load(ctx, u.Session)
		return evercart.Committed{State: state, Events: events}, err
	}
	life := u.Life
	if life == "" && u.Base != nil {
		life = u.Base.Life
	}
	switch {
	case refused == nil:
		done.State.Session = u.Session
		return done, nil
	case errors.Is(refused, ErrRepeat): // erased since
		return done, r.gone()
	case life != "" && evercart.CodeOf(refused) == evercart.NotFound:
		ended, err := s.Ended(ctx, life)
		if err != nil {
			return done, err
		}
		if ended {
			refused = r.gone()
		}
	}
	return done, Own{refused}
}

func (r Runner) notFound() error {
	return evercart.Errorf(evercart.NotFound, r.Op, "no such session")
}

func (r Runner) gone() error {
	return evercart.Errorf(evercart.Gone, r.Op, "this shopper's data was erased")
}

// Pause waits a little, at random, after the first lost races.
func Pause(ctx context.Context, c evercart.Clock, run int) error {
	if run < 2 {
		return ctx.Err()
	}
	return c.Sleep(ctx, time.Duration(mrand.Int64N(int64(min(run, 16))*int64(time.Millisecond))))
}

// After is the state that a change leaves behind, folded from its events as they are stored.
func After(before evercart.State, events []evercart.Event) (after evercart.State, err error) {
	return before.Folded(events...)
}
