package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
)

// turnRow is what an event does to the row of its turn.
type turnRow struct {
	turn   evercart.TurnID
	seq    evercart.Seq
	mac    []byte
	closes bool
}

// turnRows finds the turns that these events open and close. Invalid for one without an id.
func turnRows(events []evercart.Event) ([]turnRow, error) {
	var out []turnRow
	for _, e := range events {
		t := turnRow{turn: e.Turn, seq: e.Seq}
		switch f := e.Fact.(type) {
		case *evercart.TurnOpened:
			t.mac = f.MAC
		case *evercart.TurnClosed:
			t.closes = true
		default:
			continue
		}
		if e.Turn == "" {
			return nil, evercart.Errorf(evercart.Invalid, "sqlite.Update", "a turn has an id")
		}
		out = append(out, t)
	}
	return out, nil
}

func (t turnRow) write(tx *litedb.Tx, session int64) error {
	if t.closes {
		_, err := tx.Exec(`UPDATE turn SET closed = ? WHERE session = ? AND turn = ?`, int64(t.seq), session, string(t.turn))
		return err
	}
	_, err := tx.Exec(`INSERT INTO turn(session, turn, opened, mac) VALUES(?, ?, ?, ?)`, session, string(t.turn), int64(t.seq), blob(t.mac))
	if litedb.KindOf(err) == litedb.Twice {
		return evercart.Errorf(evercart.TurnKnown, "sqlite.Update", "this turn is there already")
	}
	return err
}

// Turn implements evercart.Sessions.
func (s *Store) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	const op = "sqlite.Turn"
	h, err := s.reach(ctx, id, op)
	if err != nil {
		return evercart.TurnRecord{}, err
	}
	t := evercart.TurnRecord{Turn: turn}
	err = s.db.Row(ctx, `SELECT opened, closed, mac FROM turn WHERE session = ? AND turn = ?`, h.id, string(turn)).Scan(&t.Opened, &t.Closed, &t.MAC)
	if errors.Is(err, sql.ErrNoRows) {
		return evercart.TurnRecord{}, notFound(op, "turn")
	}
	if err != nil {
		return evercart.TurnRecord{}, errorOf(err, op)
	}
	if t.Closed != 0 {
		t.Reply, err = s.reply(ctx, id, h, t.Closed)
	}
	return t, errorOf(err, op)
}

// reply makes the stored answer of a turn from its closing event, with the cart as it is today.
func (s *Store) reply(ctx context.Context, id evercart.SessionID, h head, closed evercart.Seq) (*evercart.Reply, error) {
	state, err := s.load(ctx, id)
	if err != nil {
		return nil, err
	}
	var r *evercart.Reply
	err = s.events(ctx, id, h, closed-1, closed, func(e evercart.Event) error {
		r = evercart.ReplyOf(e, state.Cart)
		return nil
	})
	if err == nil && r == nil {
		err = evercart.Errorf(evercart.Damaged, "sqlite.Turn", "event %d does not close a turn", closed)
	}
	return r, err
}
