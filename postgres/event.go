package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

const page = 1000 // events a read

// Events implements evercart.Sessions.
func (s *Store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	const op = "postgres.Events"
	if limit <= 0 {
		limit = page
	}
	who, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	if !isUUID(id) {
		return nil, notFound(op, "session")
	}
	o := officeOf(who)
	var h head
	var first []packed
	err = s.together(ctx, o, asked{headSQL, []any{string(id)}, h.scan},
		asked{`SELECT ` + changeCols + ` FROM change WHERE session = (SELECT h.id FROM head h WHERE h.session = $1::uuid) AND seq > $2 ORDER BY seq LIMIT $3`,
			[]any{string(id), int64(after), int64(min(limit, page))}, func(r pgx.Rows) error {
				var p packed
				err := scanPacked(r, &p)
				first = append(first, p)
				return err
			}})
	if err == nil && (h.id == 0 || !who.May(h.subject)) {
		err = notFound(op, "session")
	}
	if err != nil {
		return nil, errorOf(err, op)
	}
	var out []evercart.Event
	take := func(e evercart.Event) error {
		out = append(out, e)
		return nil
	}
	to := min(h.seq, after+evercart.Seq(min(limit, page)))
	for _, p := range first {
		if err := s.open(ctx, id, h, p, after, to, take); err != nil {
			return out, errorOf(err, op)
		}
	}
	for after = to; len(out) < limit && after < h.seq; after = to {
		to = min(h.seq, after+evercart.Seq(min(limit-len(out), page)))
		if err := s.events(ctx, o, id, h, after, to, take); err != nil {
			return out, errorOf(err, op)
		}
	}
	return out, nil
}

const changeCols = `seq, at, events, opens, closes, turn, write_, actor, clear, sealed, faded`

func scanPacked(r pgx.Row, p *packed) error {
	return r.Scan(&p.seq, &p.at, &p.events, &p.opens, &p.closes, &p.turn, &p.write, &p.actor, &p.clear, &p.sealed, &p.faded)
}

// events reads those after one seq up to another, at most a page of them, and opens them once the connection is free again.
func (s *Store) events(ctx context.Context, o office, id evercart.SessionID, h head, after, to evercart.Seq, each func(evercart.Event) error) error {
	changes, err := collect(ctx, s, o, `SELECT `+changeCols+` FROM change WHERE session = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
		[]any{h.id, int64(after), int64(min(to-after, page))}, func(r pgx.Rows, p *packed) error { return scanPacked(r, p) })
	if err != nil {
		return err
	}
	for _, p := range changes {
		if err := s.open(ctx, id, h, p, after, to, each); err != nil {
			return err
		}
	}
	return nil
}

// open gives the events of a row that come after one seq, up to another.
func (s *Store) open(ctx context.Context, id evercart.SessionID, h head, p packed, after, to evercart.Seq, each func(evercart.Event) error) error {
	events, err := p.unpack(id)
	if err != nil {
		return err
	}
	for _, row := range events {
		if row.Seq <= after || row.Seq > to {
			continue
		}
		e, err := tables.Decode(ctx, s.keys, h.life, row.Record, row.faded)
		if err != nil {
			return err
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// written finds the events of an earlier write; none when there was no such write. One that its caller named is looked for in
// the whole session, one of our own after since.
func (s *Store) written(ctx context.Context, o office, w tables.Writing) ([]evercart.Event, error) {
	id := w.Session
	h, err := s.head(ctx, o, id)
	if err != nil || h.id == 0 || !w.Named && h.seq <= w.Since {
		return nil, err
	}
	query, args := `SELECT seq, events FROM change WHERE session = $1 AND write_ = $2 AND named`, []any{h.id, string(w.Write)}
	if !w.Named {
		query, args = `SELECT seq, events FROM change WHERE session = $1 AND write_ = $2 AND seq > $3`, append(args, int64(w.Since))
	}
	var last, n int64
	ok, err := s.one(ctx, o, query, args, &last, &n)
	if err != nil || !ok {
		return nil, err
	}
	var out []evercart.Event
	err = s.events(ctx, o, id, h, evercart.Seq(last-n), evercart.Seq(last), func(e evercart.Event) error {
		out = append(out, e)
		return nil
	})
	return out, err
}
