package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	mrand "math/rand/v2"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
)

const (
	maxRuns = 96              // runs of one Update before it gives up
	maxLost = 3               // lost commits of one Update that turned out not to have happened
	lookFor = 5 * time.Second // how long the outcome of a lost commit is looked for
)

func newWrite() evercart.WriteID { return evercart.WriteID(rand.Text()) }

// Update implements evercart.Sessions.
func (s *Store) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	const op = "postgres.Update"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	switch {
	case u.Do == nil || u.Session == "":
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, op, "an update has a session and a Do")
	case !isUUID(u.Session):
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, op, "a session id is a UUID in lower case")
	}
	done, err := s.update(ctx, who, u, nil)
	return done, errorOf(err, op)
}

// update runs u until it is committed or refused. also writes more in the same transaction, after the events.
func (s *Store) update(ctx context.Context, who evercart.Caller, update evercart.Update, also func(*tx, int64) error) (evercart.Committed, error) {
	const op = "postgres.Update"
	u := writing{Update: update, named: update.Write != ""}
	if !u.named {
		u.Write = newWrite()
	}
	o := officeOf(who)
	leave := func() {}
	defer func() { leave() }()
	began := s.clock.Now()
	state, newest, err := s.base(ctx, o, u.Update)
	for run, lost := 0, 0; err == nil; run++ {
		if lost == 0 { // what no run has sent yet cannot have been written
			u.since = state.Seq
		}
		if state.Life != "" && !who.May(state.Subject) {
			return evercart.Committed{}, notFound(op, "session")
		}
		change, done, refused := u.Run(state, s.now())
		if refused != nil || len(done.Events) == 0 {
			if newest {
				return s.settle(ctx, o, u, done, refused)
			}
			// What writes nothing is true of the newest state alone.
			newest = true
			state, err = s.newer(ctx, o, u.Session, state)
			continue
		}
		if state.Life == "" && !who.May(done.State.Subject) {
			return evercart.Committed{}, notFound(op, "session")
		}
		var c *commit
		if c, err = s.prepare(ctx, who, u, state, change, done); err != nil {
			if state.Life == "" && evercart.CodeOf(err) == evercart.NotFound { // nobody's life, or one that was never begun
				err = gone(op)
			}
			return evercart.Committed{State: state}, err
		}
		done = c.done()
		c.also = also
		err = s.commit(ctx, c)
		switch {
		case err == nil:
			return done, nil
		case errors.Is(err, errRepeat):
			return s.settle(ctx, o, u, evercart.Committed{State: state}, err)
		case errors.Is(err, errLost):
			var found bool
			if found, err = s.found(ctx, c); found || err != nil {
				return done, err
			}
			if lost++; lost == maxLost {
				return evercart.Committed{State: state}, evercart.Errorf(evercart.OutcomeUnknown, op, "%d commits in a row were lost", lost)
			}
		case errors.Is(err, errHeld):
			if s.clock.Now().Sub(began) < s.config.Patience { // no race is lost yet: whoever holds it may be waiting for a standby
				run = min(run, maxRuns/2)
			}
		case !errors.Is(err, errStale) && !collided(err):
			return evercart.Committed{State: state}, err
		}
		if run+1 == maxRuns {
			return evercart.Committed{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the session %d times", maxRuns)
		}
		s.count.stale.Add(1)
		if err = s.pause(ctx, run); err == nil && run == 0 {
			leave, err = s.lanes.enter(ctx, u.Session)
		}
		if err == nil {
			state, err = s.load(ctx, o, u.Session)
			newest = true
		}
	}
	return evercart.Committed{}, err
}

// base is the state that u begins with; newest says that it was read just now.
func (s *Store) base(ctx context.Context, o office, u evercart.Update) (state evercart.State, newest bool, err error) {
	if b := u.Base; b != nil && b.Session == u.Session && b.Fold == evercart.FoldVersion && b.Life != "" {
		return *b, false, nil
	}
	state, err = s.load(ctx, o, u.Session)
	return state, true, err
}

// newer gives the newest state, without reading it where have is the newest.
func (s *Store) newer(ctx context.Context, o office, id evercart.SessionID, have evercart.State) (evercart.State, error) {
	h, err := s.head(ctx, o, id)
	if err == nil && h.id != 0 && h.seq == have.Seq && h.life == have.Life {
		return have, nil
	}
	if err == nil {
		have, err = s.load(ctx, o, id)
	}
	return have, err
}

// settle answers an Update that writes nothing on the newest state: it may be a repeat of a write that is there, or name a
// life that has ended.
func (s *Store) settle(ctx context.Context, o office, u writing, done evercart.Committed, refused error) (evercart.Committed, error) {
	events, err := s.written(ctx, o, u)
	if err != nil {
		return done, err
	}
	if len(events) > 0 {
		state, err := s.load(ctx, o, u.Session)
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
	case errors.Is(refused, errRepeat): // erased since
		return done, gone("postgres.Update")
	case life != "" && evercart.CodeOf(refused) == evercart.NotFound:
		ended, err := s.ended(ctx, life)
		if err != nil {
			return done, err
		}
		if ended {
			refused = gone("postgres.Update")
		}
	}
	return done, own{refused}
}

// found looks for the write of a commit whose answer was lost. A commit that still runs in the server holds a lock that this
// waits for: only then absent is absent. OutcomeUnknown when that cannot be told in time. It goes on when the caller is gone:
// the answer decides whether the change is run again.
func (s *Store) found(ctx context.Context, c *commit) (there bool, err error) {
	s.count.lost.Add(1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	for {
		err = s.aloneOnce(ctx, ownerOf(c.after.Subject), nil, func(x *tx) error {
			there, err = c.isThere(x)
			return err
		})
		if err == nil || ctx.Err() != nil {
			break
		}
		s.mended(err)
		if s.clock.Sleep(ctx, 50*time.Millisecond) != nil {
			break
		}
	}
	if err != nil {
		return false, evercart.Wrap(err, evercart.OutcomeUnknown, "postgres.Update")
	}
	return there, nil
}

// isThere waits for whoever holds the session, or its shopper where it begins, and looks for the write.
func (c *commit) isThere(x *tx) (bool, error) {
	if c.before.Life == "" {
		if _, err := x.exec(`SELECT 1 FROM shopper WHERE subject = $1 FOR UPDATE`, string(c.after.Subject)); err != nil {
			return false, err
		}
	}
	var id int64
	ok, err := x.row(`SELECT id FROM head WHERE session = $1::uuid AND life = $2 FOR UPDATE`, []any{string(c.update.Session), string(c.after.Life)}, &id)
	if err != nil || !ok {
		return false, err
	}
	return x.row(`SELECT seq FROM change WHERE session = $1 AND seq = $2 AND write_ = $3`, []any{id, int64(c.after.Seq), string(c.update.Write)}, new(int64))
}

// pause waits a little, at random, after the first lost races.
func (s *Store) pause(ctx context.Context, run int) error {
	if run < 2 {
		return ctx.Err()
	}
	return s.clock.Sleep(ctx, time.Duration(mrand.Int64N(int64(min(run, 16))*int64(time.Millisecond))))
}

// commit writes a change: in a group with others, or alone where it needs more than its session.
func (s *Store) commit(ctx context.Context, c *commit) error {
	if c.alone() {
		err := s.alone(ctx, ownerOf(c.after.Subject), []string{string(c.update.Session)}, c.run)
		if errors.Is(err, errTaken) {
			err = s.taken(ctx, c)
		}
		return err
	}
	if err := s.group.Do(ctx, c, group.Place{Key: string(c.update.Session)}); err != nil {
		if errors.Is(err, group.Closed) {
			return evercart.Wrap(err, evercart.Unavailable, "postgres.Update")
		}
		return err
	}
	return c.err
}

// taken says what stands in the way of a session that begins: errStale for one that the caller may touch, NotFound for
// another's. Rows that an erasure left when it was cut short go, and the id begins again in a new life.
func (s *Store) taken(ctx context.Context, c *commit) error {
	var (
		subject evercart.Subject
		over    bool
	)
	ok, err := s.one(ctx, office{role: upkeep}, `SELECT h.subject, EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life) FROM head h WHERE h.session = $1::uuid`,
		[]any{string(c.update.Session)}, &subject, &over)
	switch {
	case err != nil:
		return err
	case ok && over:
		if err := s.alone(ctx, office{role: upkeep}, nil, func(x *tx) error { return forgetLeft(x, c.update.Session) }); err != nil {
			return err
		}
	case ok && !c.who.May(subject):
		return notFound("postgres.Update", "session")
	}
	return errStale
}
