package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

const (
	alive    = 5 * time.Second // a node is dead when its beat is older
	keepNode = time.Hour       // then its row goes
)

// Beat implements evercart.Nodes, and sets this node's idea of the time by the database's.
func (s *Store) Beat(ctx context.Context, node evercart.NodeID) ([]evercart.NodeID, error) {
	const op = "postgres.Beat"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	began := s.clock.Now()
	var (
		out    []evercart.NodeID
		theirs int64
	)
	err := s.write(ctx, office{role: upkeep}, `WITH t AS MATERIALIZED (SELECT now_ms() AS now), mine AS (
			INSERT INTO node(node, beat, since) SELECT $1, now, now FROM t ON CONFLICT (node) DO UPDATE SET
			since = CASE WHEN excluded.beat - node.beat > $2 THEN excluded.beat ELSE node.since END, beat = excluded.beat
		), old AS (DELETE FROM node USING t WHERE beat < now - $3::bigint AND node <> $1)
		SELECT node, now FROM node, t WHERE beat >= now - $2::bigint AND node <> $1 UNION ALL SELECT $1, now FROM t ORDER BY 1`,
		[]any{string(node), alive.Milliseconds(), keepNode.Milliseconds()}, func(r pgx.Rows) error {
			var n evercart.NodeID
			err := r.Scan(&n, &theirs)
			out = append(out, n)
			return err
		})
	if err != nil {
		return nil, errorOf(err, op)
	}
	s.measured(began, theirs)
	return out, nil
}

// Check implements evercart.Nodes.
func (s *Store) Check(ctx context.Context) error {
	const op = "postgres.Check"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	// Whoever asks waits no longer than he means to: it is of no matter whether this was written.
	err := s.eachOnce(ctx, office{role: upkeep}, `UPDATE meta SET value = now_ms() WHERE name = 'check'`, nil, true, func(pgx.Rows) error { return nil })
	s.mended(err)
	return errorOf(err, op)
}

// Orphans implements evercart.Sessions. Only an observer that has itself beaten without a gap for as long may say that another
// is dead: else the silence may have been its own.
func (s *Store) Orphans(ctx context.Context, by evercart.NodeID, dead, limit time.Duration) ([]evercart.Orphan, error) {
	const op = "postgres.Orphans"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	out, err := collect(ctx, s, officeOf(who), `WITH t AS MATERIALIZED (SELECT now_ms() AS now), me AS (
			SELECT EXISTS (SELECT 1 FROM node WHERE node = $1 AND now - beat <= $2::bigint AND now - since >= $2::bigint) AS sure FROM t)
		SELECT h.session::text, c.subject, c.turn, c.no, c.node, c.at
		FROM claim c JOIN head h ON h.id = c.session CROSS JOIN t CROSS JOIN me LEFT JOIN node n ON n.node = c.node
		WHERE `+lives+` AND (c.at < t.now - $3::bigint OR c.node <> $1 AND me.sure AND (n.node IS NULL OR n.beat < t.now - $2::bigint)) ORDER BY c.at`,
		[]any{string(by), dead.Milliseconds(), limit.Milliseconds()}, func(r pgx.Rows, o *evercart.Orphan) error {
			var at int64
			err := r.Scan(&o.Session, &o.Subject, &o.Claim.Turn, &o.Claim.No, &o.Claim.Node, &at)
			o.Claim.At = time.UnixMilli(at).UTC()
			return err
		})
	return out, errorOf(err, op)
}
