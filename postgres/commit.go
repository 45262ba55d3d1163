package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// commit is one change, ready to be written.
type commit struct {
	who    evercart.Caller
	update tables.Writing
	before evercart.State // Life "" = the session begins
	after  evercart.State
	events []evercart.Event
	row    packed
	takes  []evercart.Take
	jobs   []evercart.Job
	now    int64

	list          bool   // move the row of the list
	facts, sealed []byte // the snapshot; nil = none is due
	also          func(*tx, int64) error

	err error // what became of it in its group
}

// prepare does all that needs no transaction: encoding, sealing, the snapshot.
func (s *Store) prepare(ctx context.Context, who evercart.Caller, u tables.Writing, before evercart.State, change evercart.Change, done evercart.Committed) (*commit, error) {
	c := &commit{who: who, update: u, before: before, after: before, takes: tables.Takes(change.Takes), now: s.now().UnixMilli()}
	var err error
	if c.jobs, err = checkJobs(change.Jobs); err != nil {
		return nil, err
	}
	var records []evercart.Record
	if records, c.events, err = tables.Encode(ctx, s.keys, done.State.Life, done.Events); err != nil {
		return nil, err
	}
	if c.row, err = pack(records); err != nil {
		return nil, err
	}
	if c.after, err = tables.After(before, c.events); err != nil {
		return nil, err
	}
	if err := checkTurn(c.row, c.events); err != nil {
		return nil, err
	}
	c.list = before.Life == "" || listPart(before) != listPart(c.after)
	if c.after.Seq/tables.Every != before.Seq/tables.Every {
		c.facts, c.sealed, err = tables.PackState(ctx, s.keys, c.after)
	}
	return c, err
}

// checkTurn refuses a change that opens one turn twice, or a turn without an id.
func checkTurn(row packed, events []evercart.Event) error {
	opens := 0
	for _, e := range events {
		if _, ok := e.Fact.(*evercart.TurnOpened); ok {
			opens++
		}
	}
	switch {
	case opens > 1:
		return turnKnown()
	case (row.opens || row.closes) && row.turn == "":
		return evercart.Errorf(evercart.Invalid, "postgres.Update", "a turn has an id")
	}
	return nil
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
	return c.before.Life == "" || len(c.takes) > 0 || c.also != nil
}

// run writes the change in a transaction of its own; tables.ErrStale and tables.ErrRepeat say that it must be looked at again.
func (c *commit) run(x *tx) error {
	h, err := c.lock(x)
	if err != nil {
		return err
	}
	if err := c.writeRows(x, h); err != nil {
		return err
	}
	return writeBeyond(x, c.takes, c.jobs, h.subject)
}

// writeBeyond writes what lies outside the session: it comes after all sessions in the order of locks.
func writeBeyond(x *tx, takes []evercart.Take, jobs []evercart.Job, subject evercart.Subject) error {
	if err := takeAll(x, takes); err != nil {
		return err
	}
	for _, j := range jobs {
		if err := enqueue(x, j, subject); err != nil {
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
		return h, tables.ErrStale
	}
	// Asked only now that the row is held: what was committed before is seen.
	var repeat, over bool
	if _, err = x.row(`SELECT CASE WHEN $4 THEN EXISTS (SELECT 1 FROM change WHERE session = $1 AND write_ = $2 AND named)
			ELSE EXISTS (SELECT 1 FROM change WHERE session = $1 AND write_ = $2 AND seq > $5) END, EXISTS (SELECT 1 FROM ended WHERE life = $3)`,
		[]any{h.id, string(c.update.Write), string(h.life), c.update.Named, int64(c.update.Since)}, &repeat, &over); err != nil {
		return h, err
	}
	switch {
	case repeat && !over:
		return h, tables.ErrRepeat
	case over, h.seq != c.before.Seq, h.life != c.before.Life:
		return h, tables.ErrStale
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
	if c.row.opens { // asked while the head is held
		if ok, err := x.row(`SELECT true FROM change WHERE session = $1 AND turn = $2 AND opens`, []any{h.id, string(c.row.turn)}, new(bool)); err != nil || ok {
			return cmp.Or(err, turnKnown())
		}
	}
	r := c.row
	_, err := x.exec(`INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear, sealed)
		VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		h.id, int64(r.seq), r.at, r.events, r.opens, r.closes, c.update.Named, string(h.subject), string(r.turn), string(r.write), string(r.actor), r.clear, r.sealed)
	if err != nil {
		return err
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
	_, err := x.exec(`UPDATE head SET seq = $1, snap = $2, touched = $3, total = $4, turns = $5, lines = $6 WHERE id = $7`, int64(c.after.Seq), int64(snap),
		c.after.Touched.UnixMilli(), int64(c.after.Cart.Totals.Total), c.after.Turns, len(c.after.Cart.Lines), h.id)
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
