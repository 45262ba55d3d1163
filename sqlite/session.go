package sqlite

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

const (
	listed     = 100
	listedMost = 1000
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
	var subjects []evercart.Subject // nil = all
	switch {
	case len(f.Subjects) > 0:
		subjects = []evercart.Subject{}
		for _, sub := range f.Subjects {
			if who.May(sub) {
				subjects = append(subjects, sub)
			}
		}
	case who.Role == evercart.RoleShopper:
		subjects = append([]evercart.Subject{}, who.Subjects...)
	}
	before, row, err := cursorOf(f.After)
	if err != nil {
		return nil, err
	}
	limit := f.Limit
	if limit <= 0 {
		limit = listed
	}
	list, err := s.list(ctx, subjects, f.Since, before, row, min(limit, listedMost))
	return list, errorOf(err, op)
}

func (s *Store) list(ctx context.Context, subjects []evercart.Subject, since time.Time, before, row int64, limit int) ([]evercart.SessionInfo, error) {
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	query := `SELECT h.session, l.session, l.subject, h.seq, l.turns, l.lines, l.total, l.currency, l.opened, l.touched, l.damaged
		FROM session_list l JOIN head h ON h.id = l.session
		WHERE l.touched >= ? AND (l.touched, l.session) < (?, ?) AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`
	args := []any{from, before, row}
	if subjects != nil {
		names, err := json.Marshal(subjects)
		if err != nil {
			return nil, err
		}
		query += ` AND l.subject IN (SELECT value FROM json_each(?))`
		args = append(args, names)
	}
	rows, err := s.db.Rows(ctx, query+` ORDER BY l.touched DESC, l.session DESC LIMIT ?`, append(args, limit)...)
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
		i.Opened, i.Touched, i.Cursor = time.UnixMilli(opened).UTC(), time.UnixMilli(touched).UTC(), fmt.Sprintf("%d.%d", touched, id)
		out = append(out, i)
	}
	return out, rows.Err()
}

// cursorOf reads SessionInfo.Cursor; "" = the beginning. Invalid.
func cursorOf(s string) (touched, row int64, err error) {
	if s == "" {
		return 1 << 62, 0, nil
	}
	a, b, _ := strings.Cut(s, ".")
	touched, err = strconv.ParseInt(a, 10, 64)
	if err == nil {
		row, err = strconv.ParseInt(b, 10, 64)
	}
	if err != nil {
		return 0, 0, evercart.Errorf(evercart.Invalid, "sqlite.Sessions", "no cursor of a list")
	}
	return touched, row, nil
}

// Redact implements evercart.Sessions. The snapshot goes with it, since it may hold what the event said; the state is folded
// again from events.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	const op = "sqlite.Redact"
	who, err := caller(ctx, op)
	if err != nil {
		return err
	}
	u := evercart.Update{Session: id, Write: newWrite(), By: actorOf(who), Do: func(st evercart.State) (evercart.Change, error) {
		if at < 1 || at > st.Seq {
			return evercart.Change{}, notFound(op, "event")
		}
		return evercart.Change{Facts: []evercart.Fact{&evercart.Redacted{At: at, Why: why}}}, nil
	}}
	_, err = s.update(ctx, who, u, func(tx *litedb.Tx, session int64) error {
		if _, err := tx.Exec(`UPDATE event SET faded = 1, sealed = NULL WHERE session = ? AND seq = ? AND sealed IS NOT NULL`, session, int64(at)); err != nil {
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

func actorOf(who evercart.Caller) evercart.Actor {
	switch who.Role {
	case evercart.RoleShopper:
		return "shopper"
	case evercart.RoleOperator:
		return "operator:redact"
	}
	return "job:redact"
}
