package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

const lookFor = 5 * time.Second // how long the outcome of a lost commit is looked for

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
	done, err := s.update(ctx, who, u, nil)
	return done, errorOf(err, op)
}

// update runs u until it is committed or refused. also writes more in the same savepoint, after the events.
func (s *Store) update(ctx context.Context, who evercart.Caller, u evercart.Update, also func(*litedb.Tx, int64) error) (evercart.Committed, error) {
	return s.runner("sqlite.Update").Update(ctx, who, tables.Name(u), desk{s, also})
}

func (s *Store) runner(op string) tables.Runner {
	return tables.Runner{Op: op, Clock: s.clock, Now: s.clock.Now, Lanes: s.lanes, Stale: func() { s.count.stale.Add(1) }}
}

// desk is the store as the run of an Update asks it.
type desk struct {
	*Store
	also func(*litedb.Tx, int64) error
}

var _ tables.Pairs = desk{}

// Load implements tables.Sessions.
func (d desk) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	return d.load(ctx, id)
}

// Newer implements tables.Sessions.
func (d desk) Newer(ctx context.Context, id evercart.SessionID, have evercart.State) (evercart.State, error) {
	h, ok, err := headOf(d.db.Row(ctx, selectHead, string(id)))
	if err == nil && ok && h.seq == have.Seq && h.life == have.Life {
		return have, nil
	}
	if err == nil {
		have, err = d.load(ctx, id)
	}
	return have, err
}

// Commit implements tables.Sessions.
func (d desk) Commit(ctx context.Context, w tables.Writing, on evercart.State, change evercart.Change, done evercart.Committed) (evercart.Committed, error) {
	c, err := d.prepare(ctx, w, on, change, done)
	if err != nil {
		if on.Life == "" && evercart.CodeOf(err) == evercart.NotFound { // nobody's life, or one that was never begun
			err = gone("sqlite.Update")
		}
		return done, err
	}
	c.also = d.also
	return c.done(), lostOr(d.db.Write(ctx, litedb.Place{Key: string(w.Session)}, c.run))
}

// CommitBoth implements tables.Pairs.
func (d desk) CommitBoth(ctx context.Context, from, into tables.Half) (evercart.Committed, error) {
	first, err := d.prepare(ctx, from.Writing, from.On, from.Change, from.Done)
	if err != nil {
		return from.Done, err
	}
	second, err := d.prepare(ctx, into.Writing, into.On, into.Change, into.Done)
	if err != nil {
		return into.Done, err
	}
	err = d.db.Write(ctx, litedb.Place{Key: string(into.Writing.Session), Alone: true}, func(tx *litedb.Tx) error {
		if err := first.run(tx); err != nil {
			return err
		}
		return second.run(tx)
	})
	return second.done(), lostOr(err)
}

func lostOr(err error) error {
	if errors.Is(err, litedb.ErrLost) {
		return fmt.Errorf("%w: %w", tables.ErrLost, err)
	}
	return err
}

// Found implements tables.Sessions. It goes on when the caller is gone: the answer decides whether the change is run again.
func (d desk) Found(ctx context.Context, w tables.Writing, _ evercart.Committed) (bool, error) {
	d.count.lost.Add(1)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookFor)
	defer cancel()
	events, err := d.written(ctx, w.Session, w.Write)
	if err != nil {
		return false, evercart.Wrap(err, evercart.OutcomeUnknown, "sqlite.Update")
	}
	return len(events) > 0, nil
}

// Written implements tables.Sessions.
func (d desk) Written(ctx context.Context, w tables.Writing) ([]evercart.Event, error) {
	return d.written(ctx, w.Session, w.Write)
}

// Ended implements tables.Sessions.
func (d desk) Ended(ctx context.Context, life evercart.Life) (bool, error) { return d.ended(ctx, life) }

// commit is one change, ready to be written.
type commit struct {
	update tables.Writing
	before evercart.State // Life "" = the session begins
	after  evercart.State
	events []evercart.Event
	rows   []evercart.Record
	turns  []turnRow
	takes  []evercart.Take
	jobs   []evercart.Job
	now    int64

	list          bool   // write the row of the list
	facts, sealed []byte // the snapshot; nil = none is due
	also          func(*litedb.Tx, int64) error
}

// prepare does all that needs no transaction: encoding, sealing, the snapshot.
func (s *Store) prepare(ctx context.Context, u tables.Writing, before evercart.State, change evercart.Change, done evercart.Committed) (*commit, error) {
	c := &commit{update: u, before: before, after: before, takes: tables.Takes(change.Takes), jobs: change.Jobs, now: s.clock.Now().UnixMilli()}
	var err error
	if c.rows, c.events, err = tables.Encode(ctx, s.keys, done.State.Life, done.Events); err != nil {
		return nil, err
	}
	if c.after, err = tables.After(before, c.events); err != nil {
		return nil, err
	}
	if c.turns, err = turnRows(c.events); err != nil {
		return nil, err
	}
	closes := c.after.Seq/tables.Every != before.Seq/tables.Every
	for _, t := range c.turns {
		closes = closes || t.closes
	}
	c.list = closes || before.Life == "" || c.after.Active == nil // within a turn, its end writes it
	if closes {
		c.facts, c.sealed, err = tables.PackState(ctx, s.keys, c.after)
	}
	return c, err
}

func (c *commit) done() evercart.Committed {
	return evercart.Committed{State: c.after, Events: c.events}
}

// run writes the change; ErrStale and ErrRepeat say that it must be looked at again.
func (c *commit) run(tx *litedb.Tx) error {
	h, err := c.lock(tx)
	if err != nil {
		return err
	}
	for i, r := range c.rows {
		lead := 0
		if i == 0 {
			lead = len(c.rows)
		}
		switch err := insertEvent(tx, h.id, r, lead); {
		case i == 0 && litedb.KindOf(err) == litedb.Twice:
			return tables.ErrRepeat
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
			return h, tables.ErrStale
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
