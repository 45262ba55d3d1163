package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

// writeList writes what a list of sessions shows.
func writeList(tx *litedb.Tx, id int64, st evercart.State) error {
	_, err := tx.Exec(`INSERT INTO session_list(session, subject, seq, turns, lines, total, currency, opened, touched) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT(session) DO UPDATE SET seq = excluded.seq, turns = excluded.turns, lines = excluded.lines, total = excluded.total,
		currency = excluded.currency, touched = excluded.touched, damaged = 0`,
		id, string(st.Subject), int64(st.Seq), st.Turns, len(st.Cart.Lines), int64(st.Cart.Totals.Total), string(st.Cart.Currency), st.Opened.UnixMilli(), st.Touched.UnixMilli())
	return err
}

// Sessions implements evercart.Sessions.
func (s *Store) Sessions(ctx context.Context, f evercart.Filter) ([]evercart.SessionInfo, error) {
	const op = "sqlite.Sessions"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	l, err := tables.ListFor(who, f)
	if err != nil {
		return nil, err
	}
	list, err := s.list(ctx, l)
	return list, errorOf(err, op)
}

func (s *Store) list(ctx context.Context, l tables.List) ([]evercart.SessionInfo, error) {
	query := `SELECT h.session, l.session, l.subject, h.seq, l.turns, l.lines, l.total, l.currency, l.opened, l.touched, l.damaged
		FROM session_list l JOIN head h ON h.id = l.session
		WHERE l.touched >= ? AND (l.touched, l.session) < (?, ?) AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`
	args := []any{l.Since, l.Before, l.Row}
	if l.Subjects != nil {
		names, err := json.Marshal(l.Subjects)
		if err != nil {
			return nil, err
		}
		query += ` AND l.subject IN (SELECT value FROM json_each(?))`
		args = append(args, names)
	}
	rows, err := s.db.Rows(ctx, query+` ORDER BY l.touched DESC, l.session DESC LIMIT ?`, append(args, l.Limit)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var out []evercart.SessionInfo
	for rows.Next() {
		var (
			i                   evercart.SessionInfo
			id, opened, touched int64
		)
		if err := rows.Scan(&i.Session, &id, &i.Subject, &i.Seq, &i.Turns, &i.Lines, &i.Total.Minor, &i.Total.Currency, &opened, &touched, &i.Damaged); err != nil {
			return nil, err
		}
		i.Opened, i.Touched, i.Cursor = time.UnixMilli(opened).UTC(), time.UnixMilli(touched).UTC(), tables.Cursor(touched, id)
		out = append(out, i)
	}
	return out, rows.Err()
}

// Redact implements evercart.Sessions. The snapshot goes with it, since it may hold what the event said; the state is folded
// again from events.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	const op = "sqlite.Redact"
	who, err := caller(ctx, op)
	if err != nil {
		return err
	}
	_, err = s.update(ctx, who, tables.Redaction(who, id, at, why), func(tx *litedb.Tx, session int64) error {
		if _, err := tx.Exec(`UPDATE event SET faded = 1, sealed = NULL WHERE session = ?1 AND (seq = ?2 OR seq > ?2 AND kind = 'summary.made') AND sealed IS NOT NULL`, session, int64(at)); err != nil {
			return err
		}
		if _, err := tx.Exec(`UPDATE head SET snap = 0 WHERE id = ?`, session); err != nil {
			return err
		}
		_, err := tx.Exec(`DELETE FROM snapshot WHERE session = ?`, session)
		return err
	})
	if err != nil {
		return errorOf(err, op)
	}
	if err := s.checkpoint(ctx); err != nil { // redacted it is; the log holds the sealed part until it is written over
		s.log.WarnContext(ctx, "sqlite: the log could not be emptied after a redaction", "session", id, "seq", at, "error", err)
	}
	return nil
}
