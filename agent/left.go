package agent

import (
	"context"
	"sync"

	"github.com/evercart/evercart"
)

// left are the claims of this node that may stand though nobody here works on them any more: a turn came to its end without knowing whether
// its claim was written, or without being able to give it back. Others see a node that lives, and wait.
type left struct {
	mu sync.Mutex // guards the map
	of map[evercart.SessionID]evercart.TurnID
}

func (l *left) add(id evercart.SessionID, turn evercart.TurnID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.of == nil {
		l.of = map[evercart.SessionID]evercart.TurnID{}
	}
	l.of[id] = turn // one claim stands in a session at a time
}

// take gives all, and keeps none.
func (l *left) take() map[evercart.SessionID]evercart.TurnID {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.of
	l.of = nil
	return out
}

// leave is the last thing that a turn does: it tells the upkeep when it cannot be sure that no claim of its own is left standing.
func (w *work) leave() {
	w.saving.Lock()
	loose := w.loose
	w.saving.Unlock()
	if loose {
		w.a.left.add(w.session, w.id)
	}
}

// wrote notes what an answer of the store says of this turn's claim.
func (w *work) wrote(s evercart.State, err error) {
	w.saving.Lock()
	defer w.saving.Unlock()
	switch evercart.CodeOf(err) {
	case "", evercart.TurnKnown: // s is the newest state
		w.loose = s.Active != nil && s.Active.Turn == w.id && s.Active.Node == w.a.Node
	case evercart.ClaimLost, evercart.Busy, evercart.Gone, evercart.NotFound: // another's stands, or there is no session any more
		w.loose = false
	case evercart.OutcomeUnknown, evercart.Timeout, evercart.Canceled, evercart.Internal:
		w.loose = true
	}
}

// keepLeft has the next look find an orphan again; those of other nodes it finds anyway.
func (a *Agent) keepLeft(o evercart.Orphan) {
	if o.Claim.Node == a.Node {
		a.left.add(o.Session, o.Claim.Turn)
	}
}

// resumeLeft resumes a turn of this node, if its claim was left standing. What cannot be read is asked for again.
func (a *Agent) resumeLeft(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) {
	s, err := a.load(ctx, id, a.Limits.Read)
	switch code := evercart.CodeOf(err); {
	case code == evercart.NotFound, code == evercart.Gone:
	case err != nil:
		a.left.add(id, turn)
	case s.Active != nil && s.Active.Turn == turn && s.Active.Node == a.Node:
		a.resume(ctx, evercart.Orphan{Session: id, Subject: s.Subject, Claim: *s.Active})
	}
}
