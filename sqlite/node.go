package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

const (
	alive    = 5 * time.Second // a node is dead when its beat is older
	keepNode = time.Hour       // then its row goes
)

// Beat implements evercart.Nodes.
func (s *Store) Beat(ctx context.Context, node evercart.NodeID) ([]evercart.NodeID, error) {
	const op = "sqlite.Beat"
	if _, err := caller(ctx, op); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	var out []evercart.NodeID
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		out = nil
		_, err := tx.Exec(`INSERT INTO node(node, beat, since) VALUES(?1, ?2, ?2) ON CONFLICT(node) DO UPDATE SET
			since = CASE WHEN excluded.beat - beat > ?3 THEN excluded.beat ELSE since END, beat = excluded.beat`,
			string(node), now.UnixMilli(), alive.Milliseconds())
		if err != nil {
			return err
		}
		if _, err := tx.Exec(`DELETE FROM node WHERE beat > 0 AND beat < ?`, now.Add(-keepNode).UnixMilli()); err != nil {
			return err
		}
		rows, err := tx.Query(`SELECT node FROM node WHERE beat >= ? ORDER BY node`, now.Add(-alive).UnixMilli())
		if err != nil {
			return err
		}
		defer rows.Close() //nolint:errcheck // rows.Err tells
		for rows.Next() {
			var n evercart.NodeID
			if err := rows.Scan(&n); err != nil {
				return err
			}
			out = append(out, n)
		}
		return rows.Err()
	})
	return out, errorOf(err, op)
}

// Check implements evercart.Nodes.
func (s *Store) Check(ctx context.Context) error {
	const op = "sqlite.Check"
	if _, err := caller(ctx, op); err != nil {
		return err
	}
	now := s.clock.Now().UnixMilli()
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`UPDATE meta SET value = ? WHERE name = 'check'`, now)
		return err
	})
	return errorOf(err, op)
}

// Orphans implements evercart.Sessions. A node of an earlier process is dead. Of any other, only an observer that has itself
// beaten without a gap for as long may say so: else the silence may have been its own.
func (s *Store) Orphans(ctx context.Context, by evercart.NodeID, dead, limit time.Duration) ([]evercart.Orphan, error) {
	const op = "sqlite.Orphans"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	var beat, since int64
	err = s.db.Row(ctx, `SELECT beat, since FROM node WHERE node = ?`, string(by)).Scan(&beat, &since)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, errorOf(err, op)
	}
	sure := err == nil && now.UnixMilli()-beat <= dead.Milliseconds() && now.UnixMilli()-since >= dead.Milliseconds()
	rows, err := s.db.Rows(ctx, `SELECT h.session, h.subject, h.claim_turn, h.claim_no, h.claim_node, h.claim_at
		FROM head h LEFT JOIN node n ON n.node = h.claim_node
		WHERE h.claim_no IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)
		AND (h.claim_at < ? OR h.claim_node <> ? AND (n.beat = 0 OR ? AND (n.node IS NULL OR n.beat < ?))) ORDER BY h.claim_at`,
		now.Add(-limit).UnixMilli(), string(by), sure, now.Add(-dead).UnixMilli())
	if err != nil {
		return nil, errorOf(err, op)
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.Orphan
	for rows.Next() {
		var (
			o  evercart.Orphan
			at int64
		)
		if err := rows.Scan(&o.Session, &o.Subject, &o.Claim.Turn, &o.Claim.No, &o.Claim.Node, &at); err != nil {
			return nil, errorOf(err, op)
		}
		if o.Claim.At = time.UnixMilli(at).UTC(); who.May(o.Subject) {
			out = append(out, o)
		}
	}
	return out, errorOf(rows.Err(), op)
}
