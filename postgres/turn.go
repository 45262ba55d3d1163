package postgres

import (
	"context"

	"github.com/evercart/evercart"
)

// turnRow is what a change does to the row of a turn: one that it opens is inserted, else it is closed.
type turnRow struct {
	turn           evercart.TurnID
	opened, closed evercart.Seq // 0 = not here
	mac            []byte
}

// turnRows finds the turns that these events open and close. Invalid for one without an id.
func turnRows(events []evercart.Event) ([]turnRow, error) {
	var out []turnRow
	for _, e := range events {
		switch f := e.Fact.(type) {
		case *evercart.TurnOpened:
			out = append(out, turnRow{turn: e.Turn, opened: e.Seq, mac: f.MAC})
		case *evercart.TurnClosed:
			if n := len(out) - 1; n >= 0 && out[n].turn == e.Turn && out[n].closed == 0 {
				out[n].closed = e.Seq
				continue
			}
			out = append(out, turnRow{turn: e.Turn, closed: e.Seq})
		default:
			continue
		}
		if e.Turn == "" {
			return nil, evercart.Errorf(evercart.Invalid, "postgres.Update", "a turn has an id")
		}
	}
	return out, nil
}

func (t turnRow) write(x *tx, session int64, subject evercart.Subject) error {
	if t.opened == 0 {
		_, err := x.exec(`UPDATE turn SET closed = $1 WHERE session = $2 AND turn = $3`, int64(t.closed), session, string(t.turn))
		return err
	}
	_, err := x.exec(`INSERT INTO turn(session, turn, opened, closed, subject, mac) VALUES($1, $2, $3, $4, $5, $6)`,
		session, string(t.turn), int64(t.opened), int64(t.closed), string(subject), t.mac)
	if twice(err) {
		return turnKnown()
	}
	return err
}

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
	ok, err := s.one(ctx, o, `SELECT opened, closed, mac FROM turn WHERE session = $1 AND turn = $2`, []any{h.id, string(turn)}, &t.Opened, &t.Closed, &t.MAC)
	if err != nil {
		return evercart.TurnRecord{}, errorOf(err, op)
	}
	if !ok {
		return evercart.TurnRecord{}, notFound(op, "turn")
	}
	if t.Closed != 0 {
		t.Reply, err = s.reply(ctx, o, id, h, t.Closed)
	}
	return t, errorOf(err, op)
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
