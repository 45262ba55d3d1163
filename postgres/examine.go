package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// Examination is what was found wrong in a database; all zero = nothing.
type Examination struct {
	Sessions int      `json:"sessions"`          // read
	Events   int      `json:"events"`            // read
	Damaged  []string `json:"damaged,omitempty"` // sessions with an event that cannot be read
	Differ   []string `json:"differ,omitempty"`  // sessions whose snapshot is not what their events add up to

	Priced map[evercart.Currency]int `json:"priced,omitempty"` // variants on sale by currency; no fault in itself

	Why map[string]string `json:"why,omitempty"` // what is wrong with the events of each damaged session
}

// OK says that nothing was found.
func (e Examination) OK() bool { return len(e.Damaged)+len(e.Differ) == 0 }

// Examine reads every event of every session, while nodes run or not, and holds every snapshot against the fold of its events.
func (s *Store) Examine(ctx context.Context) (out Examination, err error) {
	const op = "postgres.Examine"
	if _, err := caller(ctx, op); err != nil {
		return out, err
	}
	for after := int64(0); ; {
		ids, err := collect(ctx, s, office{role: upkeep}, `SELECT h.id, h.session::text FROM head h WHERE h.id > $1 AND `+lives+` ORDER BY h.id LIMIT 500`, []any{after},
			func(r pgx.Rows, id *evercart.SessionID) error { return r.Scan(&after, id) })
		if err != nil {
			return out, errorOf(err, op)
		}
		if len(ids) == 0 {
			out.Priced, err = tables.Priced(s.Products(ctx, 0))
			return out, errorOf(err, op)
		}
		for _, id := range ids {
			if err := s.examine(ctx, id, &out); err != nil {
				return out, errorOf(err, op)
			}
		}
	}
}

// examine folds one session from its first event to its last, and compares at its snapshot.
func (s *Store) examine(ctx context.Context, id evercart.SessionID, out *Examination) error {
	o := office{role: upkeep}
	all := readings{}
	if err := s.eachOf(ctx, o, all.asked([]string{string(id)}, sinceSQL)[:1]...); err != nil || all[id] == nil {
		return err // erased since the list was made
	}
	h := all[id].head
	kept, err := s.kept(ctx, id, *all[id])
	if err != nil {
		return err
	}
	out.Sessions++
	at := h
	at.seq = h.snap
	folded, err := s.fold(ctx, o, id, at, evercart.State{})
	end := folded
	if err == nil {
		end, err = s.fold(ctx, o, id, h, folded)
	}
	switch {
	case evercart.CodeOf(err) == evercart.Damaged, err == nil && end.Seq != h.seq:
		out.Damaged, out.Why = tables.Unreadable(out.Damaged, out.Why, id, err, end.Seq, h.seq)
		return nil
	case err != nil:
		return err
	}
	out.Events += int(end.Seq)
	if h.snap == 0 {
		return nil
	}
	same, err := tables.SameState(kept, folded)
	if err == nil && !same {
		out.Differ = append(out.Differ, string(id))
	}
	return err
}
