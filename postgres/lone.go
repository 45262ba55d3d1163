package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

// loneSQL calls the function that decides and writes one change, in the name of whom it belongs to (0003_lone.sql).
var loneSQL = `SELECT write_change(` + asKept("$1", "$33", "$34") + `, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,
	$27, $28, $29, $30, $31, $32)`

// onesMost is how many changes cost the database less one by one than the statement for any number, which has to be set up: that costs as much as
// five of them.
const onesMost = 3

// byOnes says that a group is written change by change. Jobs of several changes are written in one order, which only the statement
// for any number keeps.
func (s *Store) byOnes(batch []*commit) bool {
	if len(batch) > onesMost || s.config.grouped {
		return false
	}
	for _, c := range batch {
		if len(c.jobs) > 0 {
			return false
		}
	}
	return true
}

// writeOnes writes a small group, in one round trip that is one transaction.
func (s *Store) writeOnes(ctx context.Context, batch []*commit, what []string) error {
	conn, err := s.acquire(ctx, writes)
	if err != nil {
		return err
	}
	defer conn.Release()
	b, kept := &pgx.Batch{}, s.told.Load()
	for _, c := range batch {
		b.Queue(loneSQL, append(c.ones(s.commits()), kept.fsync, kept.standbys)...)
	}
	results := conn.SendBatch(ctx, b)
	defer results.Close() //nolint:errcheck // asked for below, where it counts
	for i := range batch {
		if err := results.QueryRow().Scan(&what[i]); err != nil {
			return err
		}
	}
	return results.Close()
}

// ones are in the order of the function's parameters.
func (c *commit) ones(commits string) []any {
	o, r, st, claim := ownerOf(c.after.Subject), &c.row, &c.after, evercart.Claim{}
	if st.Active != nil {
		claim = *st.Active
	}
	return []any{
		o.role, o.names(), commits,
		string(c.update.Session), int64(c.before.Seq), string(c.before.Life), string(c.update.Write), int64(c.update.Since), int64(st.Seq), r.at, int32(r.events),
		r.opens, r.closes, c.update.Named, string(r.turn), string(r.actor), r.clear, r.sealed,
		st.Touched.UnixMilli(), int64(st.Cart.Totals.Total), int32(st.Turns), int32(len(st.Cart.Lines)), c.list, string(st.Cart.Currency), st.Opened.UnixMilli(),
		string(c.facts), c.sealed, st.Active == nil && c.before.Active != nil, string(claim.Turn), int64(claim.No), string(claim.Node), claim.At.UnixMilli(),
	}
}
