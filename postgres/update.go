package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/tables"
)

const lookFor = 5 * time.Second // how long the outcome of a lost commit is looked for

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
func (s *Store) update(ctx context.Context, who evercart.Caller, u evercart.Update, also func(*tx, int64) error) (evercart.Committed, error) {
	return s.runner("postgres.Update").Update(ctx, who, tables.Name(u), desk{s, who, officeOf(who), also})
}

func (s *Store) runner(op string) tables.Runner {
	return tables.Runner{Op: op, Clock: s.clock, Now: s.now, Lanes: s.lanes, Patience: s.config.Patience, Stale: func() { s.count.stale.Add(1) }}
}

// desk is the store in the name of one caller.
type desk struct {
	*Store
	who    evercart.Caller
	office office
	also   func(*tx, int64) error
}

var _ tables.Pairs = desk{}

// Load implements tables.Sessions.
func (d desk) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	return d.load(ctx, d.office, id)
}

// Newer implements tables.Sessions.
func (d desk) Newer(ctx context.Context, id evercart.SessionID, have evercart.State) (evercart.State, error) {
	h, err := d.head(ctx, d.office, id)
	if err == nil && h.id != 0 && h.seq == have.Seq && h.life == have.Life {
		return have, nil
	}
	if err == nil {
		have, err = d.load(ctx, d.office, id)
	}
	return have, err
}

// Commit implements tables.Sessions.
func (d desk) Commit(ctx context.Context, w tables.Writing, on evercart.State, change evercart.Change, done evercart.Committed) (evercart.Committed, error) {
	c, err := d.prepare(ctx, d.who, w, on, change, done)
	if err != nil {
		if on.Life == "" && evercart.CodeOf(err) == evercart.NotFound { // nobody's life, or one that was never begun
			err = gone("postgres.Update")
		}
		return done, err
	}
	c.also = d.also
	if err = d.commit(ctx, c); collided(err) {
		err = tables.ErrStale
	}
	return c.done(), err
}

// CommitBoth implements tables.Pairs.
func (d desk) CommitBoth(ctx context.Context, from, into tables.Half) (evercart.Committed, error) {
	first, err := d.prepare(ctx, d.who, from.Writing, from.On, from.Change, from.Done)
	if err != nil {
		return from.Done, err
	}
	second, err := d.prepare(ctx, d.who, into.Writing, into.On, into.Change, into.Done)
	if err != nil {
		return into.Done, err
	}
	err = d.alone(ctx, ownerOf(from.On.Subject, into.On.Subject), []string{string(into.Writing.Session)}, func(x *tx) error { return both(x, first, second) })
	if collided(err) {
		err = tables.ErrStale
	}
	return second.done(), err
}

// Written implements tables.Sessions.
func (d desk) Written(ctx context.Context, w tables.Writing) ([]evercart.Event, error) {
	return d.written(ctx, d.office, w)
}

// Ended implements tables.Sessions.
func (d desk) Ended(ctx context.Context, life evercart.Life) (bool, error) { return d.ended(ctx, life) }

// Found implements tables.Sessions. A commit that still runs in the server holds a lock that this waits for: only then absent is
// absent. It goes on when the caller is gone: the answer decides whether the change is run again.
func (d desk) Found(ctx context.Context, w tables.Writing, lost evercart.Committed) (there bool, err error) {
	d.count.lost.Add(1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	for {
		err = d.aloneOnce(ctx, ownerOf(lost.State.Subject), nil, func(x *tx) error {
			there, err = isThere(x, w.Write, lost)
			return err
		})
		if err == nil || ctx.Err() != nil {
			break
		}
		d.mended(err)
		if d.clock.Sleep(ctx, 50*time.Millisecond) != nil {
			break
		}
	}
	if err != nil {
		return false, evercart.Wrap(err, evercart.OutcomeUnknown, "postgres.Update")
	}
	return there, nil
}

// isThere waits for whoever holds the session, or its shopper where it begins, and looks for the write.
func isThere(x *tx, write evercart.WriteID, lost evercart.Committed) (bool, error) {
	st := lost.State
	if st.Seq == evercart.Seq(len(lost.Events)) { // it begins
		if _, err := x.exec(`SELECT 1 FROM shopper WHERE subject = $1 FOR UPDATE`, string(st.Subject)); err != nil {
			return false, err
		}
	}
	var id int64
	ok, err := x.row(`SELECT id FROM head WHERE session = $1::uuid AND life = $2 FOR UPDATE`, []any{string(st.Session), string(st.Life)}, &id)
	if err != nil || !ok {
		return false, err
	}
	return x.row(`SELECT seq FROM change WHERE session = $1 AND seq = $2 AND write_ = $3`, []any{id, int64(st.Seq), string(write)}, new(int64))
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
		return ofQueue(err, evercart.Busy)
	}
	return c.err
}

// taken says what stands in the way of a session that begins: tables.ErrStale for one that the caller may touch, NotFound for
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
	return tables.ErrStale
}
