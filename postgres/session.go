package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

const (
	listed     = 100
	listedMost = 1000
)

// writeList writes what a list of sessions shows.
func writeList(x *tx, id int64, st evercart.State) error {
	_, err := x.exec(`INSERT INTO session_list(session, subject, seq, turns, lines, total, currency, opened, touched) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, turns = excluded.turns, lines = excluded.lines, total = excluded.total,
		currency = excluded.currency, touched = excluded.touched, damaged = false`,
		id, string(st.Subject), int64(st.Seq), st.Turns, len(st.Cart.Lines), int64(st.Cart.Totals.Total), string(st.Cart.Currency), st.Opened.UnixMilli(), st.Touched.UnixMilli())
	return err
}

// Sessions implements evercart.Sessions.
func (s *Store) Sessions(ctx context.Context, f evercart.Filter) ([]evercart.SessionInfo, error) {
	const op = "postgres.Sessions"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	var subjects []string // nil = all
	switch {
	case len(f.Subjects) > 0:
		subjects = []string{}
		for _, sub := range f.Subjects {
			if who.May(sub) {
				subjects = append(subjects, string(sub))
			}
		}
	case who.Role == evercart.RoleShopper:
		subjects = []string{}
		for _, sub := range who.Subjects {
			subjects = append(subjects, string(sub))
		}
	}
	before, row, err := cursorOf(f.After)
	if err != nil {
		return nil, err
	}
	limit := f.Limit
	if limit <= 0 {
		limit = listed
	}
	list, err := s.list(ctx, officeOf(who), subjects, f.Since, before, row, min(limit, listedMost))
	return list, errorOf(err, op)
}

func (s *Store) list(ctx context.Context, o office, subjects []string, since time.Time, before, row int64, limit int) ([]evercart.SessionInfo, error) {
	from := int64(0)
	if !since.IsZero() {
		from = since.UnixMilli()
	}
	query := `SELECT h.session::text, l.session, l.subject, h.seq, l.turns, l.lines, l.total, l.currency, l.opened, l.touched, l.damaged
		FROM session_list l JOIN head h ON h.id = l.session
		WHERE l.touched >= $1 AND (l.touched, l.session) < ($2, $3) AND ` + lives
	args := []any{from, before, row, limit}
	if subjects != nil {
		query += ` AND l.subject = ANY ($5::text[])`
		args = append(args, subjects)
	}
	return collect(ctx, s, o, query+` ORDER BY l.touched DESC, l.session DESC LIMIT $4`, args, func(r pgx.Rows, i *evercart.SessionInfo) error {
		var id, opened, touched int64
		err := r.Scan(&i.Session, &id, &i.Subject, &i.Seq, &i.Turns, &i.Lines, &i.Total.Minor, &i.Total.Currency, &opened, &touched, &i.Damaged)
		i.Opened, i.Touched, i.Cursor = time.UnixMilli(opened).UTC(), time.UnixMilli(touched).UTC(), fmt.Sprintf("%d.%d", touched, id)
		return err
	})
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
		return 0, 0, evercart.Errorf(evercart.Invalid, "postgres.Sessions", "no cursor of a list")
	}
	return touched, row, nil
}

// Redact implements evercart.Sessions. The snapshot goes with it, since it may hold what the event said; the state is folded
// again from events.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	const op = "postgres.Redact"
	who, err := caller(ctx, op)
	if err != nil {
		return err
	}
	if !isUUID(id) {
		return notFound(op, "session")
	}
	u := evercart.Update{Session: id, Write: newWrite(), By: actorOf(who), Do: func(st evercart.State) (evercart.Change, error) {
		if at < 1 || at > st.Seq {
			return evercart.Change{}, notFound(op, "event")
		}
		return evercart.Change{Facts: []evercart.Fact{&evercart.Redacted{At: at, Why: why}}}, nil
	}}
	_, err = s.update(ctx, who, u, func(x *tx, session int64) error {
		if _, err := x.exec(`UPDATE event SET faded = true, sealed = NULL WHERE session = $1 AND seq = $2 AND sealed IS NOT NULL`, session, int64(at)); err != nil {
			return err
		}
		if _, err := x.exec(`UPDATE head SET snap = 0 WHERE id = $1`, session); err != nil {
			return err
		}
		_, err := x.exec(`DELETE FROM snapshot WHERE session = $1`, session)
		return err
	})
	return errorOf(err, op)
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
