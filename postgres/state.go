package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	const op = "postgres.Load"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.State{}, err
	}
	state, err := s.load(ctx, officeOf(who), id)
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
	id      int64 // 0 = there is none
	seq     evercart.Seq
	snap    evercart.Seq
	life    evercart.Life
	subject evercart.Subject
}

const (
	headCols = `h.id, h.seq, h.snap, h.life, h.subject`
	lives    = `NOT EXISTS (SELECT 1 FROM ended e WHERE e.life = h.life)`
)

// head finds a session that lives and that this office sees.
func (s *Store) head(ctx context.Context, o office, id evercart.SessionID) (head, error) {
	if !isUUID(id) {
		return head{}, nil
	}
	var h head
	if err := s.together(ctx, o, asked{headSQL, []any{string(id)}, h.scan}); err != nil {
		return head{}, err
	}
	if !o.sees(h.subject) {
		return head{}, nil
	}
	return h, nil
}

const headSQL = `SELECT ` + headCols + ` FROM head h WHERE h.session = $1::uuid AND ` + lives

func (h *head) scan(r pgx.Rows) error { return r.Scan(&h.id, &h.seq, &h.snap, &h.life, &h.subject) }

// isUUID: no other id is a session's, and the server would not take it for a question.
func isUUID(id evercart.SessionID) bool {
	canonical, err := evercart.ParseSessionID(string(id))
	return err == nil && canonical == id
}

// load gives the newest state, and the zero State when there is no such session.
func (s *Store) load(ctx context.Context, o office, id evercart.SessionID) (evercart.State, error) {
	var r reading
	if !isUUID(id) {
		return evercart.State{}, nil
	}
	for range 3 { // an erasure or a newer snapshot between the statements is seen as a hole: look again
		var err error
		if r, err = s.read(ctx, o, id, false); err != nil || r.head.id == 0 {
			return evercart.State{}, err
		}
		state, _, _, err := s.stateOf(ctx, o, id, r)
		if err == nil && state.Seq == r.head.seq {
			return state, nil
		}
		if evercart.CodeOf(err) == evercart.Damaged {
			s.damaged(ctx, r.head, err)
		}
		if err != nil {
			return evercart.State{}, err
		}
	}
	err := evercart.Errorf(evercart.Damaged, "postgres.load", "events are missing")
	s.damaged(ctx, r.head, err)
	return evercart.State{}, err
}

// fold adds the events up to h.seq to a state; where rows are missing, the state ends before.
func (s *Store) fold(ctx context.Context, o office, id evercart.SessionID, h head, state evercart.State) (evercart.State, error) {
	for state.Seq < h.seq {
		before := state.Seq
		err := s.events(ctx, o, id, h, state.Seq, h.seq, func(e evercart.Event) error {
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

// damaged marks a session in the list; its rows stay as they are.
func (s *Store) damaged(ctx context.Context, h head, cause error) {
	s.count.damaged.Add(1)
	s.log.ErrorContext(ctx, "postgres: a session cannot be read", "session_row", h.id, "seq", h.seq, "error", cause)
	err := s.write(ctx, ownerOf(h.subject), `UPDATE session_list SET damaged = true WHERE session = $1 AND NOT damaged`, []any{h.id}, nil)
	if err != nil {
		s.log.WarnContext(ctx, "postgres: a damaged session could not be marked", "session_row", h.id, "error", err)
	}
}

// collect reads rows into a list.
func collect[T any](ctx context.Context, s *Store, o office, query string, args []any, scan func(pgx.Rows, *T) error) ([]T, error) {
	var out []T
	err := s.each(ctx, o, query, args, func(r pgx.Rows) error {
		var v T
		if err := scan(r, &v); err != nil {
			return err
		}
		out = append(out, v)
		return nil
	})
	return out, err
}
