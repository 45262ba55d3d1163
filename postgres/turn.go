package postgres

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"github.com/evercart/evercart"
)

func turnKnown() error {
	return evercart.Errorf(evercart.TurnKnown, "postgres.Update", "this turn is there already")
}

// turnSQL are the changes that open and close a turn; one may do both.
const turnSQL = `SELECT ` + changeCols + ` FROM change c WHERE c.session = (SELECT h.id FROM head h WHERE h.session = $1::uuid) AND c.turn = $2 AND (c.opens OR c.closes)
	AND c.seq >= (SELECT o.seq FROM change o JOIN head h ON h.id = o.session WHERE h.session = $1::uuid AND o.turn = $2 AND o.opens) ORDER BY c.seq LIMIT 2`

// Turn implements evercart.Sessions, in one round trip: its changes, and the session for the cart as it is today.
func (s *Store) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	const op = "postgres.Turn"
	who, err := caller(ctx, op)
	if err != nil {
		return evercart.TurnRecord{}, err
	}
	if !isUUID(id) {
		return evercart.TurnRecord{}, notFound(op, "session")
	}
	if !isText(string(turn)) {
		return evercart.TurnRecord{}, notFound(op, "turn")
	}
	o, all := officeOf(who), readings{}
	var changes []packed
	err = s.together(ctx, o, append([]asked{{turnSQL, []any{string(id), string(turn)}, func(r pgx.Rows) error { // first: the session is as new
		var p packed
		err := scanPacked(r, &p)
		changes = append(changes, p)
		return err
	}}}, all.asked([]string{string(id)}, sinceSQL)...)...)
	if err != nil {
		return evercart.TurnRecord{}, errorOf(err, op)
	}
	read := all.of(id)
	switch {
	case read.head.id == 0 || !who.May(read.head.subject):
		return evercart.TurnRecord{}, notFound(op, "session")
	case len(changes) == 0:
		return evercart.TurnRecord{}, notFound(op, "turn")
	}
	t, closing, err := turnOf(turn, changes)
	if err == nil && t.Closed != 0 {
		t.Reply, err = s.reply(ctx, o, id, read, closing, t.Closed)
	}
	return t, errorOf(err, op)
}

// isText says that the server takes it for a text: what it refuses would fail those who ask in the same round trip.
func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// turnOf reads the record of a turn from its changes, but for its reply, which the change it gives holds.
func turnOf(turn evercart.TurnID, changes []packed) (evercart.TurnRecord, packed, error) {
	t := evercart.TurnRecord{Turn: turn}
	var closing packed
	for _, p := range changes {
		rows, err := p.unpack("")
		if err != nil {
			return evercart.TurnRecord{}, p, err
		}
		for _, r := range rows {
			switch {
			case r.Kind == turnOpened && t.Opened == 0:
				var f evercart.TurnOpened
				if err := json.Unmarshal(r.Facts, &f); err != nil {
					return evercart.TurnRecord{}, p, evercart.Wrap(err, evercart.Damaged, "postgres.Turn")
				}
				t.Opened, t.MAC = r.Seq, f.MAC
			case r.Kind == turnClosed && t.Closed == 0:
				t.Closed, closing = r.Seq, p
			}
		}
	}
	return t, closing, nil
}

// reply makes the stored answer of a turn from its closing event, with the cart as it is today.
func (s *Store) reply(ctx context.Context, o office, id evercart.SessionID, read reading, closing packed, closed evercart.Seq) (*evercart.Reply, error) {
	state, _, _, err := s.stateOf(ctx, o, id, read)
	if err != nil || state.Seq != read.head.seq {
		state, err = s.load(ctx, o, id)
	}
	if err != nil {
		return nil, err
	}
	var r *evercart.Reply
	err = s.open(ctx, id, read.head, closing, closed-1, closed, func(e evercart.Event) error {
		r = evercart.ReplyOf(e, state.Cart)
		return nil
	})
	if err == nil && r == nil {
		err = evercart.Errorf(evercart.Damaged, "postgres.Turn", "event %d does not close a turn", closed)
	}
	return r, err
}
