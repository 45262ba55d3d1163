package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	const op = "sqlite.Load"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.State{}, err
	}
	state, err := s.load(ctx, id)
	if err == nil && (state.Life == "" || !who.May(state.Subject)) {
		err = notFound(op, "session")
	}
	if err != nil {
		return evercart.State{}, errorOf(err, op)
	}
	return state, nil
}

// head is the narrow row of a session.
type head struct {
	id      int64
	seq     evercart.Seq
	snap    evercart.Seq
	life    evercart.Life
	subject evercart.Subject
}

const selectHead = `SELECT h.id, h.seq, h.snap, h.life, h.subject FROM head h
	WHERE h.session = ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`

// headOf finds a session that lives; ok is false when there is none.
func headOf(row litedb.Scanner) (h head, ok bool, err error) {
	err = row.Scan(&h.id, &h.seq, &h.snap, &h.life, &h.subject)
	if errors.Is(err, sql.ErrNoRows) {
		return h, false, nil
	}
	return h, err == nil, err
}

// load gives the newest state, and the zero State when there is no such session.
func (s *Store) load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	var h head
	for range 3 { // an erasure between the reads is seen as a hole: look again
		state, now, err := s.snapshot(ctx, id)
		if h = now; err != nil || h.id == 0 {
			return evercart.State{}, err
		}
		state, err = s.fold(ctx, id, h, state)
		if err == nil && state.Seq == h.seq {
			return state, nil
		}
		if evercart.CodeOf(err) == evercart.Damaged {
			s.damaged(ctx, h, err)
		}
		if err != nil {
			return evercart.State{}, err
		}
	}
	err := evercart.Errorf(evercart.Damaged, "sqlite.load", "events are missing")
	s.damaged(ctx, h, err)
	return evercart.State{}, err
}

// fold adds the events up to h.seq to a state; where rows are missing, the state ends before.
func (s *Store) fold(ctx context.Context, id evercart.SessionID, h head, state evercart.State) (evercart.State, error) {
	for state.Seq < h.seq {
		before := state.Seq
		err := s.events(ctx, id, h, state.Seq, h.seq, func(e evercart.Event) error {
			next, err := state.Apply(e)
			state = next
			return err
		})
		if err != nil || state.Seq == before {
			return state, err
		}
	}
	return state, nil
}

// snapshot reads the head of a session, id 0 where there is none, and the snapshot of the same moment. One that is missing,
// unreadable or of another fold is the zero State, to be folded again.
func (s *Store) snapshot(ctx context.Context, id evercart.SessionID) (state evercart.State, h head, err error) {
	var (
		at            *evercart.Seq
		facts, sealed []byte
	)
	err = s.db.Row(ctx, `SELECT h.id, h.seq, h.snap, h.life, h.subject, p.at_seq, p.facts, p.sealed
		FROM head h LEFT JOIN snapshot p ON p.session = h.id AND h.snap > 0
		WHERE h.session = ? AND NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`, string(id)).
		Scan(&h.id, &h.seq, &h.snap, &h.life, &h.subject, &at, &facts, &sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return state, head{}, nil
	}
	if err != nil || at == nil {
		return state, h, err
	}
	kept := tables.Snapshot{Session: id, Life: h.life, At: *at, Facts: facts, Sealed: sealed}
	if state, err = kept.State(ctx, s.keys); state.Seq > h.seq {
		state = evercart.State{}
	}
	return state, h, err
}

// damaged marks a session in the list; its rows stay as they are.
func (s *Store) damaged(ctx context.Context, h head, cause error) {
	s.count.damaged.Add(1)
	s.log.ErrorContext(ctx, "sqlite: a session cannot be read", "session_row", h.id, "seq", h.seq, "error", cause)
	err := s.db.Write(ctx, litedb.Place{}, func(tx *litedb.Tx) error {
		_, err := tx.Exec(`UPDATE session_list SET damaged = 1 WHERE session = ? AND damaged = 0`, h.id)
		return err
	})
	if err != nil {
		s.log.WarnContext(ctx, "sqlite: a damaged session could not be marked", "session_row", h.id, "error", err)
	}
}
