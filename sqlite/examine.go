package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

// Examination is what was found wrong in a file; all zero = nothing.
type Examination struct {
	Sessions  int      `json:"sessions"`            // read
	Events    int      `json:"events"`              // read
	Structure []string `json:"structure,omitempty"` // what SQLite itself says of the file
	Damaged   []string `json:"damaged,omitempty"`   // sessions with an event that cannot be read
	Differ    []string `json:"differ,omitempty"`    // sessions whose snapshot is not what their events add up to

	Priced map[evercart.Currency]int `json:"priced,omitempty"` // variants on sale by currency; no fault in itself
	Jobs   []evercart.JobCount       `json:"jobs,omitempty"`   // that are not done; no fault of the file

	Why map[string]string `json:"why,omitempty"` // what is wrong with the events of each damaged session
}

// OK says that nothing was found.
func (e Examination) OK() bool { return len(e.Structure)+len(e.Damaged)+len(e.Differ) == 0 }

// Examine reads the whole file, while its process runs or not: SQLite's own check, every event of every session, and every
// snapshot against the fold of its events. Unavailable when the file cannot be opened.
func Examine(ctx context.Context, path string, keys evercart.Keys) (out Examination, err error) {
	const op = "sqlite.Examine"
	db, err := litedb.OpenReadOnly(ctx, path)
	if err != nil {
		return out, evercart.Wrap(err, evercart.Unavailable, op)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s := &Store{db: db, keys: keys}
	if out.Structure, err = s.structure(ctx); err != nil {
		return out, errorOf(err, op)
	}
	ids, err := s.sessionIDs(ctx)
	if err != nil {
		return out, errorOf(err, op)
	}
	for _, id := range ids {
		if err := s.examine(ctx, id, &out); err != nil {
			return out, errorOf(err, op)
		}
	}
	out.Priced, err = tables.Priced(s.Products(evercart.As(ctx, evercart.Caller{Role: evercart.RoleSystem}), 0))
	if err != nil {
		return out, errorOf(err, op)
	}
	out.Jobs, err = s.jobCounts(ctx)
	return out, errorOf(err, op)
}

func (s *Store) structure(ctx context.Context) ([]string, error) {
	var found []string
	for _, pragma := range []string{"PRAGMA quick_check(20)", "PRAGMA foreign_key_check"} {
		rows, err := s.db.Read().QueryContext(ctx, pragma)
		if err != nil {
			return found, err
		}
		columns, err := rows.Columns()
		for err == nil && rows.Next() {
			row, into := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				into[i] = &row[i]
			}
			if err = rows.Scan(into...); err == nil && fmt.Sprint(row[0]) != "ok" {
				found = append(found, fmt.Sprint(row...))
			}
		}
		if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return found, err
		}
	}
	return found, nil
}

func (s *Store) sessionIDs(ctx context.Context) ([]evercart.SessionID, error) {
	rows, err := s.db.Read().QueryContext(ctx, `SELECT session FROM head h WHERE NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life) ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // rows.Err tells
	var ids []evercart.SessionID
	for rows.Next() {
		var id evercart.SessionID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// examine folds one session from its first event to its last, and compares at its snapshot.
func (s *Store) examine(ctx context.Context, id evercart.SessionID, out *Examination) error {
	kept, h, err := s.snapshot(ctx, id)
	if err != nil || h.id == 0 {
		return err // erased since the list was made
	}
	out.Sessions++
	at := h
	at.seq = h.snap
	folded, err := s.fold(ctx, id, at, evercart.State{})
	end := folded
	if err == nil {
		end, err = s.fold(ctx, id, h, folded)
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

// Copy writes a whole, consistent copy of a store's or a key ring's file to a new one, while its process runs or not.
// Conflict when there is a file of that name, Unavailable.
func Copy(ctx context.Context, from, to string) error {
	return errorOf(litedb.Copy(ctx, from, to), "sqlite.Copy")
}
