package fake

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/evercart/evercart"
)

// head finds a session that the caller may see. The lock must be held.
func (s *Store) head(ctx context.Context, id evercart.SessionID, op string) (*session, error) {
	c, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	h, there := s.sessions[id]
	if !there || !s.may(c, h.state.Subject) {
		return nil, notFound(op)
	}
	return h, nil
}

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.head(ctx, id, "fake.Load")
	if err != nil {
		return evercart.State{}, err
	}
	return h.state, h.broken
}

var _ evercart.Tails = (*Store)(nil)

// Tail implements evercart.Tails.
func (s *Store) Tail(ctx context.Context, id evercart.SessionID) (evercart.State, evercart.Closed, []evercart.Event, error) {
	state, err := s.Load(ctx, id)
	if err != nil {
		return state, nil, nil, err
	}
	events, err := s.Events(ctx, id, 0, math.MaxInt)
	if evercart.CodeOf(err) == evercart.Damaged {
		return state, nil, nil, nil
	}
	return state, nil, slices.DeleteFunc(events, func(e evercart.Event) bool { // what came since, too
		return e.Seq > state.Seq || s.flaws.ShortTail && e.Seq <= state.Tail()
	}), err
}

// Turn implements evercart.Sessions.
func (s *Store) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.head(ctx, id, "fake.Turn")
	if err != nil {
		return evercart.TurnRecord{}, err
	}
	r, there := h.turns[turn]
	if !there {
		return r, notFound("fake.Turn")
	}
	if r.Closed == 0 {
		return r, nil
	}
	e, err := s.decode(ctx, h, h.records[r.Closed-1])
	if err != nil {
		return r, err
	}
	r.Reply = evercart.ReplyOf(e, h.state.Cart)
	return r, nil
}

// Events implements evercart.Sessions.
func (s *Store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.head(ctx, id, "fake.Events")
	if err != nil {
		return nil, err
	}
	if limit <= 0 {
		limit = 1000
	}
	if s.flaws.ForgetsSeq && after > 0 {
		after++
	}
	var out []evercart.Event
	for _, r := range h.records {
		if r.Seq <= after || len(out) == limit {
			continue
		}
		e, err := s.decode(ctx, h, r)
		switch {
		case err != nil && s.flaws.SkipsDamage:
			continue
		case err != nil:
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// Sessions implements evercart.Sessions.
func (s *Store) Sessions(ctx context.Context, f evercart.Filter) ([]evercart.SessionInfo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := caller(ctx, "fake.Sessions")
	if err != nil {
		return nil, err
	}
	before := int64(-1)
	if f.After != "" && !s.flaws.StuckCursor {
		if before, err = strconv.ParseInt(f.After, 10, 64); err != nil {
			return nil, evercart.Errorf(evercart.Invalid, "fake.Sessions", "not a cursor")
		}
	}
	var out []evercart.SessionInfo
	for _, h := range s.sessions {
		st := h.state
		switch {
		case !s.may(c, st.Subject),
			len(f.Subjects) > 0 && !slices.Contains(f.Subjects, st.Subject),
			st.Touched.Before(f.Since),
			before >= 0 && h.touch >= before:
			continue
		}
		out = append(out, evercart.SessionInfo{
			Session: st.Session, Subject: st.Subject, Seq: st.Seq, Turns: st.Turns, Lines: len(st.Cart.Lines),
			Total:  evercart.Money{Minor: st.Cart.Totals.Total, Currency: st.Cart.Currency},
			Opened: st.Opened, Touched: st.Touched, Damaged: h.broken != nil, Cursor: strconv.FormatInt(h.touch, 10),
		})
	}
	touch := func(i evercart.SessionInfo) int64 { return s.sessions[i.Session].touch }
	slices.SortFunc(out, func(a, b evercart.SessionInfo) int { return cmp.Compare(touch(b), touch(a)) })
	if f.Limit <= 0 {
		f.Limit = 100
	}
	return out[:min(len(out), f.Limit, 1000)], nil
}

// Redact implements evercart.Sessions.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.head(ctx, id, "fake.Redact")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(h.records, func(r evercart.Record) bool { return r.Seq == at })
	if i < 0 {
		return notFound("fake.Redact")
	}
	kept := h.state
	for j := range h.records[i:] {
		r := &h.records[i+j]
		if j > 0 && r.Kind != "summary.made" {
			continue
		}
		if r.Sealed != nil && !s.flaws.HidesFading {
			if h.faded == nil {
				h.faded = map[evercart.Seq]bool{}
			}
			h.faded[r.Seq] = true
		}
		r.Sealed = nil
	}
	_, events, err := h.state.After(s.now(), "", "operator", &evercart.Redacted{At: at, Why: why})
	if err != nil {
		return err
	}
	records, err := s.encode(ctx, h, evercart.Committed{State: h.state, Events: events})
	if err != nil {
		return err
	}
	s.refold(ctx, h)
	if s.flaws.KeepsRedacted {
		h.state = kept
	}
	s.write(ctx, id, h, records, events, nil)
	return nil
}

type node struct{ since, last time.Time }

// patience is the gap between two beats after which a node has not been watching.
const patience = 5 * time.Second

// Beat implements evercart.Nodes.
func (s *Store) Beat(ctx context.Context, id evercart.NodeID) ([]evercart.NodeID, error) {
	if _, err := caller(ctx, "fake.Beat"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	n, there := s.nodes[id]
	if !there || now.Sub(n.last) > patience {
		n.since = now
	}
	n.last = now
	s.nodes[id] = n
	var alive []evercart.NodeID
	for id, n := range s.nodes {
		if now.Sub(n.last) <= patience {
			alive = append(alive, id)
		}
	}
	slices.Sort(alive)
	return alive, nil
}

// Check implements evercart.Nodes.
func (s *Store) Check(ctx context.Context) error {
	if _, err := caller(ctx, "fake.Check"); err != nil {
		return err
	}
	return began(ctx, "fake.Check")
}

// Orphans implements evercart.Sessions.
func (s *Store) Orphans(ctx context.Context, by evercart.NodeID, dead, limit time.Duration) ([]evercart.Orphan, error) {
	if _, err := caller(ctx, "fake.Orphans"); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	me, there := s.nodes[by]
	watched := there && now.Sub(me.last) <= dead && now.Sub(me.since) >= dead || s.flaws.HastyFuneral
	var out []evercart.Orphan
	for id, h := range s.sessions {
		claim := h.state.Active
		if claim == nil {
			continue
		}
		silent := watched && now.Sub(s.nodes[claim.Node].last) > dead
		if silent || now.Sub(claim.At) > limit {
			out = append(out, evercart.Orphan{Session: id, Subject: h.state.Subject, Claim: *claim})
		}
	}
	return out, nil
}
