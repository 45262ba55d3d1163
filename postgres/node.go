package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

var _ evercart.Deaths = (*Store)(nil)

const (
	alive    = 5 * time.Second // a node is dead when its beat is older
	watched  = 2 * time.Second // between two beats, whosever they are: the database took them all that time
	keepNode = time.Hour       // then its row goes
)

// Beat implements evercart.Nodes, sets this node's idea of the time by the database's, and looks whether the server still keeps what it
// acknowledges. A node that has just come knows what those know that
// beat before it: since when the database has taken beats, so that one that is silent is so by itself.
func (s *Store) Beat(ctx context.Context, node evercart.NodeID) ([]evercart.NodeID, error) {
	const op = "postgres.Beat"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	began := s.clock.Now()
	var (
		out    []evercart.NodeID
		theirs int64
		k      kept
	)
	err := s.writeAs(ctx, probes, office{role: upkeep}, `WITH t AS MATERIALIZED (SELECT now_ms() AS now), mine AS (
			INSERT INTO node(node, beat, since) SELECT $1, now, COALESCE((SELECT min(since) FROM node WHERE node <> $1 AND beat >= now - $4::bigint), now) FROM t
			ON CONFLICT (node) DO UPDATE SET since = CASE WHEN excluded.beat - node.beat > $2 THEN excluded.since ELSE node.since END, beat = excluded.beat
		), old AS (DELETE FROM node USING t WHERE greatest(beat, since) < now - $3::bigint AND node <> $1)
		SELECT node, now, `+askKept+` FROM node, t WHERE beat >= now - $2::bigint AND node <> $1 UNION ALL SELECT $1, now, `+askKept+` FROM t ORDER BY 1`,
		[]any{string(node), alive.Milliseconds(), keepNode.Milliseconds(), watched.Milliseconds()}, func(r pgx.Rows) error {
			var n evercart.NodeID
			err := r.Scan(&n, &theirs, &k.fsync, &k.standbys)
			out = append(out, n)
			return err
		})
	if err != nil {
		return nil, errorOf(err, op)
	}
	s.measured(began, theirs)
	s.keeps(ctx, k)
	return out, nil
}

// Check implements evercart.Nodes.
func (s *Store) Check(ctx context.Context) error {
	const op = "postgres.Check"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	// Whoever asks waits no longer than he means to: it is of no matter whether this was written.
	err := s.eachOnce(ctx, office{role: upkeep}, probes, asked{`UPDATE meta SET value = now_ms() WHERE name = 'check' RETURNING ` + askKept, nil, func(r pgx.Rows) error {
		var k kept
		err := r.Scan(&k.fsync, &k.standbys)
		if err == nil {
			s.keeps(ctx, k)
		}
		return err
	}})
	if err == nil {
		err = s.unkept()
	}
	if err == nil {
		err = s.hasRoom(ctx)
	}
	s.mended(err)
	return errorOf(err, op)
}

// Died implements evercart.Deaths: a row with beat 0, and since when.
func (s *Store) Died(ctx context.Context, silent time.Duration, nodes ...evercart.NodeID) (bool, error) {
	const op = "postgres.Died"
	if _, err := caller(ctx, op); err != nil {
		return false, err
	}
	dead, names := false, make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = string(n)
	}
	err := s.write(ctx, office{role: upkeep}, `WITH t AS MATERIALIZED (SELECT now_ms() AS now), gone AS (
			UPDATE node SET beat = 0, since = now FROM t WHERE node = ANY ($1::text[]) AND beat > 0 AND beat <= now - $2::bigint)
		SELECT NOT EXISTS (SELECT 1 FROM node, t WHERE node = ANY ($1::text[]) AND beat > now - $2::bigint)`,
		[]any{names, silent.Milliseconds()}, func(r pgx.Rows) error { return r.Scan(&dead) })
	return dead, errorOf(err, op)
}

// Orphans implements evercart.Sessions. Only an observer that beats, and knows that the database took beats all the while, may say that another
// is dead because it is silent: else the silence may have been the observer's own, or the database's.
func (s *Store) Orphans(ctx context.Context, by evercart.NodeID, dead, limit time.Duration) ([]evercart.Orphan, error) {
	const op = "postgres.Orphans"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	out, err := collect(manyWait(ctx), s, officeOf(who), `WITH t AS MATERIALIZED (SELECT now_ms() AS now), me AS (
			SELECT EXISTS (SELECT 1 FROM node WHERE node = $1 AND now - beat <= $2::bigint AND now - since >= $2::bigint) AS sure FROM t)
		SELECT h.session::text, c.subject, c.turn, c.no, c.node, c.at, CASE WHEN n.beat = 0 THEN n.since WHEN n.beat < t.now - $2::bigint THEN n.beat + $2::bigint ELSE 0 END
		FROM claim c JOIN head h ON h.id = c.session CROSS JOIN t CROSS JOIN me LEFT JOIN node n ON n.node = c.node
		WHERE `+lives+` AND (c.at < t.now - $3::bigint OR c.node <> $1 AND (n.beat = 0 OR me.sure AND (n.node IS NULL OR n.beat < t.now - $2::bigint))) ORDER BY c.at`,
		[]any{string(by), dead.Milliseconds(), limit.Milliseconds()}, func(r pgx.Rows, o *evercart.Orphan) error {
			var at, known int64
			err := r.Scan(&o.Session, &o.Subject, &o.Claim.Turn, &o.Claim.No, &o.Claim.Node, &at, &known)
			if o.Claim.At = time.UnixMilli(at).UTC(); known > 0 {
				o.Known = time.UnixMilli(known).UTC()
			}
			return err
		})
	return out, errorOf(err, op)
}
