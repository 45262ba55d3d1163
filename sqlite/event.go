package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

const (
	page      = 1000 // events a read
	eventCols = `seq, at, turn, write_, actor, kind, schema_, faded, facts, sealed`
)

// Events implements evercart.Sessions.
func (s *Store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	const op = "sqlite.Events"
	if limit <= 0 {
		limit = page
	}
	h, err := s.reach(ctx, id, op)
	if err != nil {
		return nil, err
	}
	var out []evercart.Event
	for len(out) < limit && after < h.seq {
		to := min(h.seq, after+evercart.Seq(min(limit-len(out), page)))
		err := s.events(ctx, id, h, after, to, func(e evercart.Event) error {
			out = append(out, e)
			return nil
		})
		if err != nil {
			return out, errorOf(err, op)
		}
		after = to
	}
	return out, nil
}

// reach finds a session that the caller may touch. Forbidden, NotFound.
func (s *Store) reach(ctx context.Context, id evercart.SessionID, op string) (head, error) {
	who, err := caller(ctx, op)
	if err != nil {
		return head{}, err
	}
	h, ok, err := headOf(s.db.Row(ctx, selectHead, string(id)))
	if err != nil {
		return h, errorOf(err, op)
	}
	if !ok || !who.May(h.subject) {
		return h, notFound(op, "session")
	}
	return h, nil
}

// events reads those after one seq up to another, at most a page of them, opened.
func (s *Store) events(ctx context.Context, id evercart.SessionID, h head, after, to evercart.Seq, each func(evercart.Event) error) error {
	rows, err := s.db.Rows(ctx, `SELECT `+eventCols+` FROM event WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`, h.id, after, to, page)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	for rows.Next() {
		e, err := s.event(ctx, id, h.life, rows)
		if err != nil {
			return err
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return rows.Err()
}

// event reads one row of eventCols.
func (s *Store) event(ctx context.Context, id evercart.SessionID, life evercart.Life, row litedb.Scanner) (evercart.Event, error) {
	var (
		r     = evercart.Record{Session: id}
		at    int64
		faded bool
		facts []byte
	)
	if err := row.Scan(&r.Seq, &at, &r.Turn, &r.Write, &r.Actor, &r.Kind, &r.Schema, &faded, &facts, &r.Sealed); err != nil {
		return evercart.Event{}, err
	}
	r.At, r.Facts = time.UnixMilli(at).UTC(), facts
	return tables.Decode(ctx, s.keys, life, r, faded)
}

// insertEvent writes one row; lead is how many events the write has, on its first one, else 0.
func insertEvent(tx *litedb.Tx, session int64, r evercart.Record, lead int) error {
	var sealed any // NULL where there is none
	if r.Sealed != nil {
		sealed = r.Sealed
	}
	_, err := tx.Exec(`INSERT INTO event(session, `+eventCols+`, lead) VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
		session, int64(r.Seq), r.At.UnixMilli(), string(r.Turn), string(r.Write), string(r.Actor), string(r.Kind), r.Schema, []byte(r.Facts), sealed, lead)
	return err
}

// written finds the events of an earlier write; none when there was no such write.
func (s *Store) written(ctx context.Context, id evercart.SessionID, write evercart.WriteID) ([]evercart.Event, error) {
	h, ok, err := headOf(s.db.Row(ctx, selectHead, string(id)))
	if err != nil || !ok {
		return nil, err
	}
	var first, n evercart.Seq
	err = s.db.Row(ctx, `SELECT seq, lead FROM event WHERE session = ? AND write_ = ? AND lead > 0`, h.id, string(write)).Scan(&first, &n)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []evercart.Event
	err = s.events(ctx, id, h, first-1, first-1+n, func(e evercart.Event) error {
		out = append(out, e)
		return nil
	})
	return out, err
}
