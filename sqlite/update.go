package sqlite

import (
	"context"
	"crypto/rand"
	"errors"
	mrand "math/rand/v2"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

const (
	maxRuns = 64              // runs of one Update before it gives up
	maxLost = 3               // lost commits of one Update that turned out not to have happened
	lookFor = 5 * time.Second // how long the outcome of a lost commit is looked for
)

// What a commit in a group answers besides errors of the file.
var (
	errStale  = errors.New("the session has a newer version")
	errRepeat = errors.New("this write is there already")
)

// Update implements evercart.Sessions.
func (s *Store) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	const op = "sqlite.Update"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.Committed{}, err
	}
	if u.Do == nil || u.Session == "" {
		return evercart.Committed{}, evercart.Errorf(evercart.Invalid, op, "an update has a session and a Do")
	}
	if u.Write == "" {
		u.Write = evercart.WriteID(rand.Text())
	}
	done, err := s.update(ctx, who, u, nil)
	return done, errorOf(err, op)
}

// update runs u until it is committed or refused. also writes more in the same savepoint, after the events.
func (s *Store) update(ctx context.Context, who evercart.Caller, u evercart.Update, also func(*litedb.Tx, int64) error) (evercart.Committed, error) {
	const op = "sqlite.Update"
	state, newest, err := s.base(ctx, u)
	for run, lost := 0, 0; err == nil; run++ {
		if state.Life != "" && !who.May(state.Subject) {
			return evercart.Committed{}, notFound(op, "session")
		}
		change, done, refused := u.Run(state, s.clock.Now())
		if refused != nil || len(done.Events) == 0 {
			if newest {
				return s.settle(ctx, u, done, refused)
			}
			// What writes nothing is true of the newest state alone.
			state, newest, err = s.newer(ctx, u.Session, state)
			continue
		}
		if state.Life == "" && !who.May(done.State.Subject) {
			return evercart.Committed{}, notFound(op, "session")
		}
		var c *commit
		if c, err = s.prepare(ctx, u, state, change, done); err != nil {
			if state.Life == "" && evercart.CodeOf(err) == evercart.NotFound { // nobody's life, or one that was never begun
				err = gone(op)
			}
			return evercart.Committed{State: state}, err
		}
		done = c.done()
		c.also = also
		err = s.db.Write(ctx, litedb.Place{Key: string(u.Session)}, c.run)
		switch {
		case err == nil:
			return done, nil
		case errors.Is(err, errRepeat):
			return s.settle(ctx, u, evercart.Committed{State: state}, err)
		case errors.Is(err, litedb.ErrLost):
			var found bool
			if found, err = s.found(ctx, u); found || err != nil {
				return done, err
			}
			if lost++; lost == maxLost {
				return evercart.Committed{State: state}, evercart.Errorf(evercart.OutcomeUnknown, op, "%d commits in a row were lost", lost)
			}
		case !errors.Is(err, errStale):
			return evercart.Committed{State: state}, err
		}
		if run+1 == maxRuns {
			return evercart.Committed{}, evercart.Errorf(evercart.Conflict, op, "lost the race for the session %d times", maxRuns)
		}
		s.count.stale.Add(1)
		if err = s.pause(ctx, run); err == nil {
			state, err = s.load(ctx, u.Session)
			newest = true
		}
	}
	return evercart.Committed{}, err
}

// base is the state that u begins with; newest says that it was read just now.
func (s *Store) base(ctx context.Context, u evercart.Update) (state evercart.State, newest bool, err error) {
	if b := u.Base; b != nil && b.Session == u.Session && b.Fold == evercart.FoldVersion && b.Life != "" {
		return *b, false, nil
	}
	state, err = s.load(ctx, u.Session)
	return state, true, err
}

// newer gives the newest state, without reading it where have is the newest.
func (s *Store) newer(ctx context.Context, id evercart.SessionID, have evercart.State) (evercart.State, bool, error) {
	h, ok, err := headOf(s.db.Row(ctx, selectHead, string(id)))
	if err == nil && ok && h.seq == have.Seq && h.life == have.Life {
		return have, true, nil
	}
	if err == nil {
		have, err = s.load(ctx, id)
	}
	return have, true, err
}

// settle answers an Update that writes nothing on the newest state: it may be a repeat of a write that is there, or name a
// life that has ended.
func (s *Store) settle(ctx context.Context, u evercart.Update, done evercart.Committed, refused error) (evercart.Committed, error) {
	events, err := s.written(ctx, u.Session, u.Write)
	if err != nil {
		return done, err
	}
	if len(events) > 0 {
		state, err := s.load(ctx, u.Session)
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
		return done, gone("sqlite.Update")
	case life != "" && evercart.CodeOf(refused) == evercart.NotFound:
		ended, err := s.ended(ctx, life)
		if err != nil {
			return done, err
		}
		if ended {
			refused = gone("sqlite.Update")
		}
	}
	return done, own{refused}
}

// found looks for the write of a commit whose answer was lost. OutcomeUnknown when that cannot be told in time. It goes on
// when the caller is gone: the answer decides whether the change is run again.
func (s *Store) found(ctx context.Context, u evercart.Update) (bool, error) {
	s.count.lost.Add(1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	events, err := s.written(ctx, u.Session, u.Write)
	if err != nil {
		return false, evercart.Wrap(err, evercart.OutcomeUnknown, "sqlite.Update")
	}
	return len(events) > 0, nil
}

// pause waits a little, at random, after the first lost races.
func (s *Store) pause(ctx context.Context, run int) error {
	if run < 2 {
		return ctx.Err()
	}
	return s.clock.Sleep(ctx, time.Duration(mrand.Int64N(int64(min(run, 16))*int64(time.Millisecond))))
}

// commit is one change, ready to be written.
type commit struct {
	update evercart.Update
	before evercart.State // Life "" = the session begins
	after  evercart.State
	events []evercart.Event
	rows   []row
	turns  []turnRow
	takes  []evercart.Take
	jobs   []evercart.Job
	now    int64

	list          bool   // write the row of the list
	facts, sealed []byte // the snapshot; nil = none is due
	also          func(*litedb.Tx, int64) error
}

// prepare does all that needs no transaction: encoding, sealing, the snapshot.
func (s *Store) prepare(ctx context.Context, u evercart.Update, before evercart.State, change evercart.Change, done evercart.Committed) (*commit, error) {
	c := &commit{update: u, before: before, after: before, takes: sorted(change.Takes), jobs: change.Jobs, now: s.clock.Now().UnixMilli()}
	var err error
	if c.rows, c.events, err = s.encode(ctx, done.State.Life, done.Events); err != nil {
		return nil, err
	}
	for _, e := range c.events {
		if c.after, err = c.after.Apply(e); err != nil {
			return nil, err
		}
	}
	if c.turns, err = turnRows(c.events); err != nil {
		return nil, err
	}
	closes := c.after.Seq/every != before.Seq/every
	for _, t := range c.turns {
		closes = closes || t.closes
	}
	c.list = closes || before.Life == "" || c.after.Active == nil // within a turn, its end writes it
	if closes {
		c.facts, c.sealed, err = s.pack(ctx, c.after)
	}
	return c, err
}

func (c *commit) done() evercart.Committed {
	return evercart.Committed{State: c.after, Events: c.events}
}

// run writes the change; errStale and errRepeat say that it must be looked at again.
func (c *commit) run(tx *litedb.Tx) error {
	h, err := c.lock(tx)
	if err != nil {
		return err
	}
	for i, r := range c.rows {
		switch err := insertEvent(tx, h.id, r); {
		case i == 0 && litedb.KindOf(err) == litedb.Twice:
			return errRepeat
		case err != nil:
			return err
		}
	}
	for _, t := range c.turns {
		if err := t.write(tx, h.id); err != nil {
			return err
		}
	}
	for _, t := range c.takes {
		if err := take(tx, t); err != nil {
			return err
		}
	}
	for _, j := range c.jobs {
		if err := enqueue(tx, j, c.now); err != nil {
			return err
		}
	}
	if err := c.writeHead(tx, h); err != nil {
		return err
	}
	if c.also != nil {
		return c.also(tx, h.id)
	}
	return nil
}

// lock finds the head as the change expects it, or makes it.
func (c *commit) lock(tx *litedb.Tx) (head, error) {
	h, ok, err := headOf(tx.Row(selectHead, string(c.update.Session)))
	if err != nil {
		return h, err
	}
	if c.before.Life != "" || ok {
		if !ok || h.seq != c.before.Seq || h.life != c.before.Life {
			return h, errStale
		}
		return h, nil
	}
	return c.begin(tx)
}

// begin makes the head of a new session, of a shopper who is there in the life that the session names.
func (c *commit) begin(tx *litedb.Tx) (head, error) {
	h := head{life: c.after.Life, subject: c.after.Subject}
	var lives bool
	err := tx.Row(`SELECT EXISTS (SELECT 1 FROM shopper s WHERE s.subject = ? AND s.life = ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = s.life))`,
		string(h.subject), string(h.life)).Scan(&lives)
	if err != nil {
		return h, err
	}
	if !lives {
		return h, gone("sqlite.Update")
	}
	var left bool
	if err := tx.Row(`SELECT EXISTS (SELECT 1 FROM head WHERE session = ?)`, string(c.update.Session)).Scan(&left); err != nil {
		return h, err
	}
	if left { // by an erasure that was cut short: the id begins again in a new life
		if _, err := forget(tx, `SELECT id FROM head WHERE session = ?`, string(c.update.Session)); err != nil {
			return h, err
		}
	}
	err = tx.Row(`INSERT INTO head(session, seq, snap, life, subject) VALUES(?, 0, 0, ?, ?) RETURNING id`, string(c.update.Session), string(h.life), string(h.subject)).Scan(&h.id)
	return h, err
}

func (c *commit) writeHead(tx *litedb.Tx, h head) error {
	snap := h.snap
	if c.facts != nil {
		snap = c.after.Seq
		_, err := tx.Exec(`INSERT INTO snapshot(session, at_seq, facts, sealed) VALUES(?, ?, ?, ?)
			ON CONFLICT(session) DO UPDATE SET at_seq = excluded.at_seq, facts = excluded.facts, sealed = excluded.sealed`, h.id, int64(snap), c.facts, blob(c.sealed))
		if err != nil {
			return err
		}
	}
	if c.list {
		if err := writeList(tx, h.id, c.after); err != nil {
			return err
		}
	}
	var turn, no, node, at any
	if a := c.after.Active; a != nil {
		turn, no, node, at = string(a.Turn), int64(a.No), string(a.Node), a.At.UnixMilli()
	}
	_, err := tx.Exec(`UPDATE head SET seq = ?, snap = ?, claim_turn = ?, claim_no = ?, claim_node = ?, claim_at = ? WHERE id = ?`,
		int64(c.after.Seq), int64(snap), turn, no, node, at, h.id)
	return err
}

// blob is NULL where there is nothing.
func blob(b []byte) any {
	if b == nil {
		return nil
	}
	return b
}
