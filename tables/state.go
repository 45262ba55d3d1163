package tables

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/evercart/evercart"
)

// Every is how many events may stand after a snapshot.
const Every = 64

// PackState makes the row of a snapshot; sealed is nil where nothing is personal.
func PackState(ctx context.Context, keys evercart.Keys, state evercart.State) (facts, sealed []byte, err error) {
	if facts, err = json.Marshal(state); err != nil {
		return nil, nil, evercart.Wrap(err, evercart.Invalid, "tables.PackState")
	}
	if len(state.Personal.Context) == 0 && state.Personal.Summary.IsZero() {
		return facts, nil, nil
	}
	plain, err := evercart.RevealJSON(state.Personal)
	if err != nil {
		return nil, nil, err
	}
	sealed, err = keys.Seal(ctx, state.Life, plain, stateAAD(state.Session, state.Seq))
	return facts, sealed, err
}

// Snapshot is the row of one.
type Snapshot struct {
	Session       evercart.SessionID
	Life          evercart.Life
	At            evercart.Seq
	Facts, Sealed []byte
}

// State opens a snapshot. One that cannot be read or is of another fold is the zero State, to be folded again; an error says that
// the keys could not be asked.
func (p Snapshot) State(ctx context.Context, keys evercart.Keys) (evercart.State, error) {
	var state evercart.State
	if err := json.Unmarshal(p.Facts, &state); err != nil {
		return evercart.State{}, nil //nolint:nilerr // see above
	}
	if len(p.Sealed) > 0 {
		plain, err := keys.Open(ctx, p.Life, p.Sealed, stateAAD(p.Session, p.At))
		if err == nil {
			err = evercart.Wrap(json.Unmarshal(plain, &state.Personal), evercart.Damaged, "tables.State")
		}
		switch evercart.CodeOf(err) {
		case "", evercart.Gone: // the life is ending: its facts are still there
		case evercart.Damaged:
			return evercart.State{}, nil
		default:
			return evercart.State{}, err
		}
	}
	if state.Fold != evercart.FoldVersion || state.Seq != p.At || state.Session != p.Session {
		return evercart.State{}, nil
	}
	return state, nil
}

func stateAAD(id evercart.SessionID, at evercart.Seq) []byte {
	return fmt.Appendf(nil, "%s/%d/state", id, at)
}

// SameState compares what is stored of two states; fields of a newer program are that program's business.
func SameState(a, b evercart.State) (bool, error) {
	a.Extra, b.Extra = nil, nil
	var texts [4][]byte
	for i, st := range []evercart.State{a, b} {
		var err error
		if texts[i], err = json.Marshal(st); err != nil {
			return false, err
		}
		if texts[2+i], err = evercart.RevealJSON(st.Personal); err != nil {
			return false, err
		}
	}
	return bytes.Equal(texts[0], texts[1]) && bytes.Equal(texts[2], texts[3]), nil
}

// Unreadable adds a session whose events cannot be read to those found so far, and says why: by this error, or since its events end too early.
func Unreadable(found []string, why map[string]string, id evercart.SessionID, err error, end, head evercart.Seq) ([]string, map[string]string) {
	if why == nil {
		why = map[string]string{}
	}
	if why[string(id)] = fmt.Sprintf("its events end at %d of %d", end, head); err != nil {
		why[string(id)] = err.Error()
	}
	return append(found, string(id)), why
}
