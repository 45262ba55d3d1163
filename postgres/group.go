package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// groupSQL calls the function that decides and writes (0002_changes.sql).
const groupSQL = `SELECT n, what FROM write_changes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
	$24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36)`

// runGroup writes one group of changes and tells each what became of it. The batcher calls it, two groups at a time, which never share
// a session.
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
		return tables.ErrRepeat
	case "known":
		return turnKnown()
	case "stale":
		return tables.ErrStale
	case "held":
		return tables.ErrHeld
	}
	return fmt.Errorf("the database decided %q", what)
}

// tryGroup is one transaction in one round trip.
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
		return nil, tables.ErrLost
	}
	what := make([]string, len(batch))
	write := s.writeTogether
	if s.byOnes(batch) {
		write = s.writeOnes
	}
	err := s.sure(ctx, func() error { return write(ctx, batch, what) })
	if err = lostOr(err); err == nil && fault == LoseAnswer {
		return nil, tables.ErrLost
	}
	return what, err
}

// writeTogether writes a group of any size: the subjects of these sessions, then the statement that decides and writes.
func (s *Store) writeTogether(ctx context.Context, batch []*commit, what []string) error {
	o := office{role: app}
	for _, c := range batch {
		o.subjects = append(o.subjects, c.after.Subject)
	}
	told := 0
	err := s.eachOnce(ctx, o, writes, asked{groupSQL, columns(batch), func(r pgx.Rows) error {
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
	}})
	if err == nil && told != len(batch) {
		err = fmt.Errorf("%w: %d of %d changes were answered", tables.ErrLost, told, len(batch))
	}
	return err
}

// columns turns changes into the function's arrays.
func columns(batch []*commit) []any {
	var g arrays
	for i, c := range batch {
		g.add(int64(i+1), c)
	}
	return g.args()
}

// arrays are the columns of one group; n, from 1, names the change of a job.
type arrays struct {
	session, life, write                 []string
	seq, since, after                    []int64
	at                                   []int64
	events                               []int32
	opens, closes, named                 []bool
	turn, actor                          []string
	clear, sealed                        [][]byte
	touched, total                       []int64
	turns, lines                         []int32
	currency                             []string
	list                                 []bool // the row of the list moves
	opened                               []int64
	snapshot                             []string // "" = none is due
	snapsealed                           [][]byte
	lets                                 []bool   // a claim stood, and stands no more
	claim, node                          []string // "" = no turn runs
	claimno, claimat                     []int64
	jobof, jobdue                        []int64
	jobkind, jobkey, jobsession, joblife []string
	jobbody                              [][]byte
}

func (g *arrays) add(n int64, c *commit) {
	r, st := &c.row, &c.after
	g.session, g.life, g.write = append(g.session, string(c.update.Session)), append(g.life, string(c.before.Life)), append(g.write, string(c.update.Write))
	g.seq, g.since, g.after = append(g.seq, int64(c.before.Seq)), append(g.since, int64(c.update.Since)), append(g.after, int64(st.Seq))
	g.at, g.events = append(g.at, r.at), append(g.events, int32(r.events))
	g.opens, g.closes, g.named = append(g.opens, r.opens), append(g.closes, r.closes), append(g.named, c.update.Named)
	g.turn, g.actor = append(g.turn, string(r.turn)), append(g.actor, string(r.actor))
	g.clear, g.sealed = append(g.clear, r.clear), append(g.sealed, r.sealed)
	g.touched, g.total = append(g.touched, st.Touched.UnixMilli()), append(g.total, int64(st.Cart.Totals.Total))
	g.turns, g.lines = append(g.turns, int32(st.Turns)), append(g.lines, int32(len(st.Cart.Lines)))
	g.list, g.currency, g.opened = append(g.list, c.list), append(g.currency, string(st.Cart.Currency)), append(g.opened, st.Opened.UnixMilli())
	g.snapshot, g.snapsealed = append(g.snapshot, string(c.facts)), append(g.snapsealed, c.sealed)
	claim := evercart.Claim{}
	if st.Active != nil {
		claim = *st.Active
	}
	g.lets = append(g.lets, st.Active == nil && c.before.Active != nil)
	g.claim, g.node = append(g.claim, string(claim.Turn)), append(g.node, string(claim.Node))
	g.claimno, g.claimat = append(g.claimno, int64(claim.No)), append(g.claimat, claim.At.UnixMilli())
	for _, j := range c.jobs {
		g.addJob(n, j)
	}
}

func (g *arrays) addJob(n int64, j evercart.Job) {
	due := int64(0) // now
	if !j.Due.IsZero() {
		due = j.Due.UnixMilli()
	}
	g.jobof, g.jobkind, g.jobkey, g.jobsession = append(g.jobof, n), append(g.jobkind, j.Kind), append(g.jobkey, j.Key), append(g.jobsession, string(j.Session))
	g.joblife, g.jobdue, g.jobbody = append(g.joblife, string(j.Life)), append(g.jobdue, due), append(g.jobbody, j.Body)
}

// args are in the order of the function's parameters.
func (g *arrays) args() []any {
	return []any{
		g.session, g.seq, g.life, g.write, g.since, g.after, g.at, g.events, g.opens, g.closes, g.named, g.turn, g.actor, g.clear, g.sealed,
		g.touched, g.total, g.turns, g.lines, g.list, g.currency, g.opened, g.snapshot, g.snapsealed, g.lets, g.claim, g.claimno, g.node, g.claimat,
		some(g.jobof), some(g.jobkind), some(g.jobkey), some(g.jobsession), some(g.joblife), some(g.jobdue), some(g.jobbody),
	}
}

// some is never nil: the server wants an empty array, not NULL.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
