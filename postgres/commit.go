package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/evercart/evercart"
)

// commit is one change, ready to be written.
type commit struct {
	who    evercart.Caller
	update evercart.Update
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
	also          func(*tx, int64) error

	err error // what became of it in its group
}

// prepare does all that needs no transaction: encoding, sealing, the snapshot.
func (s *Store) prepare(ctx context.Context, who evercart.Caller, u evercart.Update, before evercart.State, change evercart.Change, done evercart.Committed) (*commit, error) {
	c := &commit{who: who, update: u, before: before, after: before, takes: sorted(change.Takes), now: s.now().UnixMilli()}
	var err error
	if c.jobs, err = checkJobs(change.Jobs); err != nil {
		return nil, err
	}
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
		closes = closes || t.closed > 0
	}
	c.list = closes || before.Life == "" || c.after.Active == nil // within a turn, its end writes it
	if closes {
		c.facts, c.sealed, err = s.pack(ctx, c.after)
	}
	return c, err
}

// checkJobs puts jobs into the order in which they are written: two changes that ask for the same ones wait for each other in
// that order.
func checkJobs(jobs []evercart.Job) ([]evercart.Job, error) {
	jobs = slices.Clone(jobs)
	for _, j := range jobs {
		if j.Kind == "" {
			return nil, evercart.Errorf(evercart.Invalid, "postgres.Enqueue", "a job has a kind")
		}
	}
	slices.SortStableFunc(jobs, func(a, b evercart.Job) int { return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Key, b.Key)) })
	return jobs, nil
}

func (c *commit) done() evercart.Committed {
	return evercart.Committed{State: c.after, Events: c.events}
}

// alone says that the change touches more than its own session's rows, and so keeps to the order of locks by itself.
func (c *commit) alone() bool {
	return c.before.Life == "" || len(c.takes) > 0 || c.also != nil || c.opens() > 1
}

func (c *commit) opens() (n int) {
	for _, t := range c.turns {
		if t.opened > 0 {
			n++
		}
	}
	return n
}

// run writes the change in a transaction of its own; errStale and errRepeat say that it must be looked at again.
func (c *commit) run(x *tx) error {
	h, err := c.lock(x)
	if err != nil {
		return err
	}
	if err := c.writeRows(x, h); err != nil {
		return err
	}
	return writeBeyond(x, c.takes, c.jobs, c.now, h.subject)
}

// writeBeyond writes what lies outside the session: it comes after all sessions in the order of locks.
func writeBeyond(x *tx, takes []evercart.Take, jobs []evercart.Job, now int64, subject evercart.Subject) error {
	if err := takeAll(x, takes); err != nil {
		return err
	}
	for _, j := range jobs {
		if err := enqueue(x, j, now, subject); err != nil {
			return err
		}
	}
	return nil
}

// lock finds the head as the change expects it and holds it, or makes it.
func (c *commit) lock(x *tx) (head, error) {
	if c.before.Life == "" {
		return c.begin(x)
	}
	var h head
	ok, err := x.row(`SELECT `+headCols+` FROM head h WHERE h.session = $1::uuid FOR UPDATE`, []any{string(c.update.Session)}, &h.id, &h.seq, &h.snap, &h.life, &h.subject)
	if err != nil {
		return h, err
	}
	if !ok {
		return h, errStale
	}
	// Asked only now that the row is held: what was committed before is seen.
	var repeat, over bool
	if _, err = x.row(`SELECT EXISTS (SELECT 1 FROM event WHERE session = $1 AND write_ = $2 AND lead > 0), EXISTS (SELECT 1 FROM ended WHERE life = $3)`,
		[]any{h.id, string(c.update.Write), string(h.life)}, &repeat, &over); err != nil {
		return h, err
	}
	switch {
	case repeat && !over:
		return h, errRepeat
	case over, h.seq != c.before.Seq, h.life != c.before.Life:
		return h, errStale
	}
	return h, nil
}

// errTaken says that the id of a session that begins is taken.
var errTaken = errors.New("a session of this id is there already")

// begin makes the head of a new session, of a shopper who is there in the life that the session names. The shopper's row is
// held against an erasure, which waits for this change, or is waited for and then seen.
func (c *commit) begin(x *tx) (head, error) {
	h := head{life: c.after.Life, subject: c.after.Subject}
	ok, err := x.row(`SELECT true FROM shopper WHERE subject = $1 AND life = $2 AND ended = 0 FOR KEY SHARE`, []any{string(h.subject), string(h.life)}, new(bool))
	if err != nil {
		return h, err
	}
	if !ok {
		return h, gone("postgres.Update")
	}
	ok, err = x.row(`INSERT INTO head(session, seq, snap, life, subject) VALUES($1::uuid, 0, 0, $2, $3) ON CONFLICT (session) DO NOTHING RETURNING id`,
		[]any{string(c.update.Session), string(h.life), string(h.subject)}, &h.id)
	if err != nil || ok {
		return h, err
	}
	return h, errTaken
}

// writeRows writes the session's own rows.
func (c *commit) writeRows(x *tx, h head) error {
	for i, r := range c.rows {
		lead := 0
		if i == 0 {
			lead = len(c.rows)
		}
		_, err := x.exec(`INSERT INTO event(session, seq, at, lead, schema_, subject, turn, write_, actor, kind, facts, sealed) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			h.id, int64(r.Seq), r.At.UnixMilli(), lead, r.Schema, string(h.subject), string(r.Turn), string(r.Write), string(r.Actor), string(r.Kind), string(r.Facts), r.Sealed)
		if err != nil {
			return err
		}
	}
	for _, t := range c.turns {
		if err := t.write(x, h.id, h.subject); err != nil {
			return err
		}
	}
	if err := c.writeHead(x, h); err != nil {
		return err
	}
	if c.also != nil {
		return c.also(x, h.id)
	}
	return nil
}

func (c *commit) writeHead(x *tx, h head) error {
	snap := h.snap
	if c.facts != nil {
		snap = c.after.Seq
		_, err := x.exec(`INSERT INTO snapshot(session, at_seq, subject, facts, sealed) VALUES($1, $2, $3, $4, $5)
			ON CONFLICT (session) DO UPDATE SET at_seq = excluded.at_seq, facts = excluded.facts, sealed = excluded.sealed`,
			h.id, int64(snap), string(h.subject), string(c.facts), c.sealed)
		if err != nil {
			return err
		}
	}
	if c.list {
		if err := writeList(x, h.id, c.after); err != nil {
			return err
		}
	}
	if err := c.writeClaim(x, h); err != nil {
		return err
	}
	_, err := x.exec(`UPDATE head SET seq = $1, snap = $2 WHERE id = $3`, int64(c.after.Seq), int64(snap), h.id)
	return err
}

func (c *commit) writeClaim(x *tx, h head) error {
	a := c.after.Active
	if a == nil {
		_, err := x.exec(`DELETE FROM claim WHERE session = $1`, h.id)
		return err
	}
	_, err := x.exec(`INSERT INTO claim(session, subject, turn, no, node, at) VALUES($1, $2, $3, $4, $5, $6)
		ON CONFLICT (session) DO UPDATE SET turn = excluded.turn, no = excluded.no, node = excluded.node, at = excluded.at`,
		h.id, string(h.subject), string(a.Turn), int64(a.No), string(a.Node), a.At.UnixMilli())
	return err
}
