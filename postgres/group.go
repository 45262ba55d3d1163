package postgres

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

//go:embed group.sql
var groupSQL string

// runGroup writes one group of changes and tells each what became of it. The batcher calls it, one group at a time.
func (s *Store) runGroup(batch []*commit) {
	what, err := s.tryGroup(batch)
	switch {
	case ofData(err) && len(batch) > 1: // somebody's values are to blame: halves, until the culprit stands alone
		s.count.split.Add(1)
		s.runGroup(batch[:len(batch)/2])
		s.runGroup(batch[len(batch)/2:])
		return
	case err != nil:
		for _, c := range batch {
			c.err = err
		}
		return
	}
	written := 0
	for i, c := range batch {
		if c.err = verdictError(what[i]); c.err == nil {
			written++
		}
	}
	s.count.groups.Add(1)
	s.count.changes.Add(int64(written))
	if s.config.watch != nil {
		s.config.watch(written)
	}
}

func verdictError(what string) error {
	switch what {
	case "ok":
		return nil
	case "repeat":
		return errRepeat
	case "known":
		return turnKnown()
	case "stale":
		return errStale
	case "held":
		return errHeld
	}
	return fmt.Errorf("the database decided %q", what)
}

// tryGroup is one transaction in one round trip: the subjects of these sessions, then the statement that decides and writes.
func (s *Store) tryGroup(batch []*commit) ([]string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), s.config.Patience)
	defer cancel()
	fault := NoFault
	if s.config.fault != nil {
		sessions := make([]string, len(batch))
		for i, c := range batch {
			sessions[i] = string(c.update.Session)
		}
		fault = s.config.fault(sessions)
	}
	if fault == LoseCommit {
		return nil, errLost
	}
	o := office{role: app}
	for _, c := range batch {
		o.subjects = append(o.subjects, c.after.Subject)
	}
	what := make([]string, len(batch))
	told := 0
	err := s.sure(func() error {
		return s.eachOnce(ctx, o, groupSQL, columns(batch), true, func(r pgx.Rows) error {
			var (
				n int
				w string
			)
			if err := r.Scan(&n, &w); err != nil {
				return err
			}
			what[n-1] = w
			told++
			return nil
		})
	})
	switch err = lostOr(err); {
	case err == nil && fault == LoseAnswer:
		return nil, errLost
	case err == nil && told != len(batch):
		return nil, fmt.Errorf("%w: %d of %d changes were answered", errLost, told, len(batch))
	}
	return what, err
}

// columns turns changes into the statement's arrays.
func columns(batch []*commit) []any {
	var g arrays
	for i, c := range batch {
		g.add(int64(i+1), c)
	}
	return g.args()
}

// arrays are the columns of one group; n, from 1, names the change.
type arrays struct {
	change struct {
		session, life, write, opens []string
		seq, after                  []int64
		snaps                       []bool
	}
	event struct {
		n, seq, at                     []int64
		lead, schema                   []int32
		turn, write, actor, kind, fact []string
		sealed                         [][]byte
	}
	turn struct {
		n, opened, closed []int64
		turn              []string
		mac               [][]byte
	}
	snapshot struct {
		n      []int64
		facts  []string
		sealed [][]byte
	}
	list struct {
		n, total, opened, touched []int64
		turns, lines              []int32
		currency                  []string
	}
	claim struct {
		n, no, at  []int64
		turn, node []string
	}
	job struct {
		n, due                   []int64
		kind, key, session, life []string
		body                     [][]byte
	}
}

func (g *arrays) add(n int64, c *commit) {
	opens := ""
	for _, t := range c.turns {
		if t.opened > 0 {
			opens = string(t.turn)
		}
		g.turn.n, g.turn.turn, g.turn.mac = append(g.turn.n, n), append(g.turn.turn, string(t.turn)), append(g.turn.mac, t.mac)
		g.turn.opened, g.turn.closed = append(g.turn.opened, int64(t.opened)), append(g.turn.closed, int64(t.closed))
	}
	ch := &g.change
	ch.session, ch.life = append(ch.session, string(c.update.Session)), append(ch.life, string(c.before.Life))
	ch.write, ch.opens = append(ch.write, string(c.update.Write)), append(ch.opens, opens)
	ch.seq, ch.after, ch.snaps = append(ch.seq, int64(c.before.Seq)), append(ch.after, int64(c.after.Seq)), append(ch.snaps, c.facts != nil)
	for i, r := range c.rows {
		lead := 0
		if i == 0 {
			lead = len(c.rows)
		}
		g.addEvent(n, lead, r)
	}
	if c.facts != nil {
		p := &g.snapshot
		p.n, p.facts, p.sealed = append(p.n, n), append(p.facts, string(c.facts)), append(p.sealed, c.sealed)
	}
	if c.list {
		g.addList(n, c.after)
	}
	if a := c.after.Active; a != nil {
		k := &g.claim
		k.n, k.turn, k.node = append(k.n, n), append(k.turn, string(a.Turn)), append(k.node, string(a.Node))
		k.no, k.at = append(k.no, int64(a.No)), append(k.at, a.At.UnixMilli())
	}
	for _, j := range c.jobs {
		g.addJob(n, j)
	}
}

func (g *arrays) addEvent(n int64, lead int, r evercart.Record) {
	e := &g.event
	e.n, e.seq, e.at = append(e.n, n), append(e.seq, int64(r.Seq)), append(e.at, r.At.UnixMilli())
	e.lead, e.schema = append(e.lead, int32(lead)), append(e.schema, int32(r.Schema))
	e.turn, e.write, e.actor = append(e.turn, string(r.Turn)), append(e.write, string(r.Write)), append(e.actor, string(r.Actor))
	e.kind, e.fact, e.sealed = append(e.kind, string(r.Kind)), append(e.fact, string(r.Facts)), append(e.sealed, r.Sealed)
}

func (g *arrays) addList(n int64, st evercart.State) {
	l := &g.list
	l.n, l.turns, l.lines = append(l.n, n), append(l.turns, int32(st.Turns)), append(l.lines, int32(len(st.Cart.Lines)))
	l.total, l.currency = append(l.total, int64(st.Cart.Totals.Total)), append(l.currency, string(st.Cart.Currency))
	l.opened, l.touched = append(l.opened, st.Opened.UnixMilli()), append(l.touched, st.Touched.UnixMilli())
}

func (g *arrays) addJob(n int64, j evercart.Job) {
	due := int64(0) // now
	if !j.Due.IsZero() {
		due = j.Due.UnixMilli()
	}
	b := &g.job
	b.n, b.kind, b.key, b.session = append(b.n, n), append(b.kind, j.Kind), append(b.key, j.Key), append(b.session, string(j.Session))
	b.life, b.due, b.body = append(b.life, string(j.Life)), append(b.due, due), append(b.body, j.Body)
}

// args are in the order of the statement's parameters.
func (g *arrays) args() []any {
	ch, e, t, p, l, k, j := &g.change, &g.event, &g.turn, &g.snapshot, &g.list, &g.claim, &g.job
	return []any{
		ch.session, ch.seq, ch.life, ch.write, ch.opens, ch.after, ch.snaps,
		e.n, e.seq, e.at, e.lead, e.schema, e.turn, e.write, e.actor, e.kind, e.fact, e.sealed,
		some(t.n), some(t.turn), some(t.opened), some(t.closed), some(t.mac),
		some(p.n), some(p.facts), some(p.sealed),
		some(l.n), some(l.turns), some(l.lines), some(l.total), some(l.currency), some(l.opened), some(l.touched),
		some(k.n), some(k.turn), some(k.no), some(k.node), some(k.at),
		some(j.n), some(j.kind), some(j.key), some(j.session), some(j.life), some(j.due), some(j.body),
	}
}

// some is never nil: the statement wants an empty array, not NULL.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
