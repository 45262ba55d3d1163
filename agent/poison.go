package agent

import (
	"context"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// giveUp closes a turn whose resumption panicked, without reading what it is made of: else each node that finds it open would meet the same
// panic, at each look, and the session would stay busy. Where that panics too, this process leaves the turn alone.
func (a *Agent) giveUp(ctx context.Context, o evercart.Orphan) {
	defer mishap.Catch(a.Log.With("session", o.Session, "turn", o.Claim.Turn), "giving up", func() { a.rescues.despair(o.Session, o.Claim.Turn) })
	ctx = context.WithoutCancel(ctx)
	s, err := a.load(ctx, o.Session, a.Limits.Read)
	if err == nil && (s.Active == nil || s.Active.Turn != o.Claim.Turn) {
		return // closed, by this node or another
	}
	if err == nil {
		commit, cancel := context.WithTimeout(ctx, a.Limits.Commit)
		defer cancel()
		_, err = a.update(commit, evercart.Update{Session: o.Session, Turn: o.Claim.Turn, Displace: s.Active, By: "agent", Write: newWrite(),
			Do: func(s evercart.State) (evercart.Change, error) {
				list := append([]evercart.Fact{&evercart.TurnTaken{Node: a.Node, Known: o.Known}}, leftOpen(s, nil)...)
				return facts(append(list, &evercart.TurnClosed{How: evercart.Broken, Cart: s.Cart.Version})...), nil
			}})
	}
	if err != nil { // the next look finds it again
		a.Log.Warn("a turn that cannot be resumed is not closed yet", "session", o.Session, "turn", o.Claim.Turn, "code", evercart.CodeOf(err))
		a.keepLeft(o)
	}
}

// maxHopeless bounds what is remembered of turns that cannot even be closed.
const maxHopeless = 1024

func (r *rescues) despair(id evercart.SessionID, turn evercart.TurnID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hopeless == nil || len(r.hopeless) >= maxHopeless {
		r.hopeless = map[evercart.SessionID]evercart.TurnID{}
	}
	r.hopeless[id] = turn
}

func (r *rescues) isHopeless(id evercart.SessionID, turn evercart.TurnID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	is, ok := r.hopeless[id]
	return ok && is == turn
}
