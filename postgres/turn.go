package postgres

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

func turnKnown() error {
	return evercart.Errorf(evercart.TurnKnown, "postgres.Update", "this turn is there already")
}

// Turn implements evercart.Sessions.
func (s *Store) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	const op = "postgres.Turn"
	o, h, err := s.reach(ctx, id, op)
	if err != nil {
		return evercart.TurnRecord{}, err
	}
	t := evercart.TurnRecord{Turn: turn}
	opened, err := s.find(ctx, o, turnOpened, `SELECT `+changeCols+` FROM change WHERE session = $1 AND turn = $2 AND opens`, h.id, string(turn))
	if err == nil && opened.Seq == 0 {
		err = notFound(op, "turn")
	}
	if err != nil {
		return evercart.TurnRecord{}, errorOf(err, op)
	}
	var f evercart.TurnOpened
	if err := json.Unmarshal(opened.Facts, &f); err != nil {
		return evercart.TurnRecord{}, evercart.Wrap(err, evercart.Damaged, op)
	}
	t.Opened, t.MAC = opened.Seq, f.MAC
	// It is closed by the same change, or by one soon after.
	closed, err := s.find(ctx, o, turnClosed, `SELECT `+changeCols+` FROM change WHERE session = $1 AND seq >= $3 AND turn = $2 AND closes ORDER BY seq LIMIT 1`,
		h.id, string(turn), int64(t.Opened))
	if err == nil && closed.Seq != 0 {
		t.Closed = closed.Seq
		t.Reply, err = s.reply(ctx, o, id, h, t.Closed)
	}
	return t, errorOf(err, op)
}

// find gives the first event of a kind in the change that a query finds; Seq 0 = there is none.
func (s *Store) find(ctx context.Context, o office, kind evercart.Kind, query string, args ...any) (stored, error) {
	var p packed
	err := s.each(ctx, o, query, args, func(r pgx.Rows) error { return scanPacked(r, &p) })
	if err != nil || p.seq == 0 {
		return stored{}, err
	}
	rows, err := p.unpack("")
	for _, r := range rows {
		if r.Kind == kind {
			return r, nil
		}
	}
	return stored{}, err
}

// reply makes the stored answer of a turn from its closing event, with the cart as it is today.
func (s *Store) reply(ctx context.Context, o office, id evercart.SessionID, h head, closed evercart.Seq) (*evercart.Reply, error) {
	state, err := s.load(ctx, o, id)
	if err != nil {
		return nil, err
	}
	var r *evercart.Reply
	err = s.events(ctx, o, id, h, closed-1, closed, func(e evercart.Event) error {
		r = evercart.ReplyOf(e, state.Cart)
		return nil
	})
	if err == nil && r == nil {
		err = evercart.Errorf(evercart.Damaged, "postgres.Turn", "event %d does not close a turn", closed)
	}
	return r, err
}
