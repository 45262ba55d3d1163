package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// listEvery is how often the row of a list moves: its time is indexed, and moving it with every change would cost more than the
// change. What a list shows stands in the head; of one session, both times lie in the same part of this length.
const listEvery = time.Minute

func listPart(st evercart.State) int64 { return st.Touched.UnixMilli() / listEvery.Milliseconds() }

// writeList makes or moves the row of the list.
func writeList(x *tx, id int64, st evercart.State) error {
	_, err := x.exec(`INSERT INTO session_list(session, subject, currency, opened, touched) VALUES($1, $2, $3, $4, $5)
		ON CONFLICT (session) DO UPDATE SET currency = excluded.currency, touched = excluded.touched, damaged = false`,
		id, string(st.Subject), string(st.Cart.Currency), st.Opened.UnixMilli(), st.Touched.UnixMilli())
	return err
}

// Sessions implements evercart.Sessions.
func (s *Store) Sessions(ctx context.Context, f evercart.Filter) ([]evercart.SessionInfo, error) {
	const op = "postgres.Sessions"
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	l, err := tables.ListFor(who, f)
	if err != nil {
		return nil, err
	}
	list, err := s.list(ctx, officeOf(who), l)
	return list, errorOf(err, op)
}

func (s *Store) list(ctx context.Context, o office, l tables.List) ([]evercart.SessionInfo, error) {
	// Of those that come next by the time in the list, the last one says how far back the next by the head's own time can stand.
	next := `FROM session_list l JOIN head h ON h.id = l.session
		WHERE l.touched >= $1::bigint - $5::bigint AND l.touched <= $2::bigint + $5 AND h.touched >= $1 AND (h.touched, h.id) < ($2, $3) AND ` + lives
	args := []any{l.Since, l.Before, l.Row, l.Limit, listEvery.Milliseconds()}
	if l.Subjects != nil {
		next += ` AND l.subject = ANY ($6::text[])`
		args = append(args, l.Subjects)
	}
	query := `WITH near AS (SELECT l.touched ` + next + ` ORDER BY l.touched DESC LIMIT $4)
		SELECT h.session::text, h.id, h.subject, h.seq, h.turns, h.lines, h.total, l.currency, l.opened, h.touched, l.damaged ` + next + `
		AND l.touched >= (SELECT min(touched) FROM near) - 2 * $5 ORDER BY h.touched DESC, h.id DESC LIMIT $4`
	return collect(ctx, s, o, query, args, func(r pgx.Rows, i *evercart.SessionInfo) error {
		var id, opened, touched int64
		err := r.Scan(&i.Session, &id, &i.Subject, &i.Seq, &i.Turns, &i.Lines, &i.Total.Minor, &i.Total.Currency, &opened, &touched, &i.Damaged)
		i.Opened, i.Touched, i.Cursor = time.UnixMilli(opened).UTC(), time.UnixMilli(touched).UTC(), tables.Cursor(touched, id)
		return err
	})
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
	_, err = s.update(ctx, who, tables.Redaction(who, id, at, why), func(x *tx, session int64) error {
		if err := fade(x, session, at); err != nil {
			return err
		}
		if err := fadeSummaries(x, session, at); err != nil {
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

// fade empties the sealed part of one event in its row.
func fade(x *tx, session int64, at evercart.Seq) error {
	var p packed
	err := scanPacked(x.tx.QueryRow(x.ctx, `SELECT `+changeCols+` FROM change WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT 1`, session, int64(at)), &p)
	if err != nil || p.sealed == nil {
		return err
	}
	sealed, faded, ok, err := p.fade(at)
	if err == nil && ok {
		_, err = x.exec(`UPDATE change SET faded = $1, sealed = $2 WHERE session = $3 AND seq = $4`, faded, sealed, session, int64(p.seq))
	}
	return err
}

// fadeSummaries empties the summaries made since: each is a change of its own, by an actor of its own.
func fadeSummaries(x *tx, session int64, at evercart.Seq) error {
	rows, err := x.tx.Query(x.ctx, `SELECT seq FROM change WHERE session = $1 AND seq > $2 AND actor = $3 AND sealed IS NOT NULL`, session, int64(at), string(evercart.ActorSummary))
	if err != nil {
		return err
	}
	made, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return err
	}
	for _, seq := range made {
		if err := fade(x, session, evercart.Seq(seq)); err != nil {
			return err
		}
	}
	return nil
}
