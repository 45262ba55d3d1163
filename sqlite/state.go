package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// every is how many events may stand after a snapshot, where no turn closes for long.
const every = 64

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	const op = "sqlite.Load"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.State{}, err
	}
	state, _, err := s.load(ctx, id)
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

// load gives the newest state, and the zero State when there is no such session. snap is the seq of its snapshot.
func (s *Store) load(ctx context.Context, id evercart.SessionID) (state evercart.State, snap evercart.Seq, err error) {
	for range 3 { // an erasure between the reads is seen as a hole: look again
		h, ok, err := headOf(s.db.Read().QueryRowContext(ctx, selectHead, string(id)))
		if err != nil || !ok {
			return evercart.State{}, 0, err
		}
		state, err = s.fold(ctx, id, h)
		if err == nil && state.Seq == h.seq {
			return state, h.snap, nil
		}
		if evercart.CodeOf(err) == evercart.Damaged {
			s.damaged(ctx, h, err)
			return evercart.State{}, 0, err
		}
		if err != nil {
			return evercart.State{}, 0, err
		}
	}
	return evercart.State{}, 0, evercart.Errorf(evercart.Damaged, "sqlite.load", "events are missing")
}

// fold makes the state up to h.seq: the snapshot where it can be used, and the events after it.
func (s *Store) fold(ctx context.Context, id evercart.SessionID, h head) (evercart.State, error) {
	state, err := s.snapshot(ctx, id, h)
	if err != nil {
		return state, err
	}
	for state.Seq < h.seq {
		before := state.Seq
		err := s.events(ctx, id, h, state.Seq, h.seq, func(e evercart.Event) error {
			next, err := state.Apply(e)
			state = next
			return err
		})
		if err != nil {
			return state, err
		}
		if state.Seq == before {
			return state, nil // the rows went away
		}
	}
	return state, nil
}

// snapshot reads the snapshot of a session; a missing, unreadable or outdated one is the zero State, to be folded again.
func (s *Store) snapshot(ctx context.Context, id evercart.SessionID, h head) (evercart.State, error) {
	if h.snap == 0 {
		return evercart.State{}, nil
	}
	var (
		at     evercart.Seq
		facts  []byte
		sealed []byte
		state  evercart.State
	)
	err := s.db.Read().QueryRowContext(ctx, `SELECT at_seq, facts, sealed FROM snapshot WHERE session = ?`, h.id).Scan(&at, &facts, &sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return state, nil
	case err != nil:
		return state, err
	}
	err = json.Unmarshal(facts, &state)
	if err == nil && len(sealed) > 0 {
		var plain []byte
		plain, err = s.keys.Open(ctx, h.life, sealed, snapshotAAD(id, at))
		if code := evercart.CodeOf(err); code == evercart.Gone || code == evercart.Unavailable || code == evercart.Canceled || code == evercart.Timeout {
			return evercart.State{}, err
		}
		if err == nil {
			err = json.Unmarshal(plain, &state.Personal)
		}
	}
	if err != nil || state.Fold != evercart.FoldVersion || state.Seq != at || state.Session != id || state.Seq > h.seq {
		return evercart.State{}, nil
	}
	return state, nil
}

// pack makes the rows of a snapshot.
func (s *Store) pack(ctx context.Context, state evercart.State) (facts, sealed []byte, err error) {
	if facts, err = json.Marshal(state); err != nil {
		return nil, nil, evercart.Wrap(err, evercart.Invalid, "sqlite.snapshot")
	}
	if len(state.Personal.Context) == 0 {
		return facts, nil, nil
	}
	plain, err := evercart.RevealJSON(state.Personal)
	if err != nil {
		return nil, nil, err
	}
	sealed, err = s.keys.Seal(ctx, state.Life, plain, snapshotAAD(state.Session, state.Seq))
	return facts, sealed, err
}

func snapshotAAD(id evercart.SessionID, at evercart.Seq) []byte {
	return fmt.Appendf(nil, "%s/%d/state", id, at)
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
