package fake

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

const races = 200 // lost races until Conflict

// Update implements evercart.Sessions.
func (s *Store) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	c, err := caller(ctx, "fake.Update")
	if err != nil {
		return evercart.Committed{}, err
	}
	base := u.Base
	for range races {
		if err := began(ctx, "fake.Update"); err != nil {
			return evercart.Committed{}, err
		}
		state, err := s.base(c, u, base)
		if err != nil {
			return evercart.Committed{}, err
		}
		if done, ok := s.before(ctx, u); ok {
			return done, nil
		}
		base = nil
		try := u
		if s.flaws.NoClaimCheck {
			try.Claim = nil
		}
		if s.flaws.BusyIgnored {
			try.Displace = state.Active
		}
		if s.flaws.ReviveErased {
			try.Life, try.Base = "", nil
		}
		change, done, err := try.Run(state, s.now())
		if (err != nil || len(done.Events) == 0) && !s.flaws.StaleRefusal && s.stale(u.Session, state) {
			continue // a refusal counts on the newest state alone
		}
		if err != nil || len(done.Events) == 0 {
			return done, err
		}
		again, done, err := s.commit(ctx, c, u, state, change, done)
		if !again {
			return done, err
		}
	}
	return evercart.Committed{}, evercart.Errorf(evercart.Conflict, "fake.Update", "too many other writers")
}

// before finds what the same write left behind: an outcome that was not known, or a caller that asks again.
func (s *Store) before(ctx context.Context, u evercart.Update) (evercart.Committed, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, there := s.sessions[u.Session]
	if !there || u.Write == "" || s.flaws.BlindRetry {
		return evercart.Committed{}, false
	}
	var mine []evercart.Record
	for _, r := range h.records {
		if r.Write == u.Write {
			mine = append(mine, r)
		}
	}
	return evercart.Committed{State: h.state, Events: s.readBack(ctx, h, mine)}, len(mine) > 0
}

// stale says that a decision was made on another state than the newest.
func (s *Store) stale(id evercart.SessionID, state evercart.State) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, there := s.sessions[id]
	return there && (h.state.Seq != state.Seq || h.state.Life != state.Life) || !there && state.Life != ""
}

// base is the state to decide on: the caller's, where it is of the session as it is known, else the newest.
func (s *Store) base(c evercart.Caller, u evercart.Update, base *evercart.State) (evercart.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u.Life != "" && s.ended(u.Life) {
		return evercart.State{}, gone("fake.Update")
	}
	h, there := s.sessions[u.Session]
	switch {
	case !there && base != nil && base.Life != "" && s.ended(base.Life):
		return evercart.State{}, gone("fake.Update")
	case !there:
		return evercart.State{}, nil
	case !s.may(c, h.state.Subject):
		return evercart.State{}, notFound("fake.Update")
	case h.broken != nil:
		return evercart.State{}, h.broken
	case base != nil && base.Session == u.Session && base.Life == h.state.Life:
		return *base, nil
	}
	return h.state, nil
}

func (s *Store) ended(l evercart.Life) bool {
	goes, known := s.lives[l]
	return known && !goes && !s.flaws.ReviveErased
}

// commit writes a decision made on state, if that is still the newest. again = it is not, or nobody knows.
func (s *Store) commit(ctx context.Context, c evercart.Caller, u evercart.Update, state evercart.State, change evercart.Change, done evercart.Committed) (again bool, _ evercart.Committed, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost[u.Session] == LostBefore {
		delete(s.lost, u.Session)
		return true, done, nil
	}
	h, there := s.sessions[u.Session]
	if s.flaws.DedupeBesides && there {
		s.openTurns(h, done.Events)
	}
	if moved := there && (h.state.Seq != state.Seq || h.state.Life != state.Life) || !there && state.Life != ""; moved {
		if !s.flaws.LostUpdate || !there || h.state.Seq < state.Seq {
			return true, done, nil
		}
		h.records = h.records[:state.Seq]
		s.refold(ctx, h)
	}
	if !there {
		var err error
		if h, err = s.begin(c, done); err != nil {
			return false, evercart.Committed{}, err
		}
	}
	if known := s.turnKnown(h, done.Events); known {
		return false, evercart.Committed{State: h.state}, evercart.Errorf(evercart.TurnKnown, "fake.Update", "this turn is there already")
	}
	records, err := s.encode(ctx, h, done)
	if err != nil || s.sick {
		s.sick = err != nil && s.flaws.BadNeighbour
		return false, evercart.Committed{}, cmp.Or(err, error(evercart.Errorf(evercart.Internal, "fake.Update", "the group failed")))
	}
	if err := s.take(change.Takes); err != nil {
		if s.flaws.NoRollback {
			s.write(ctx, u.Session, h, records, done.Events, change.Jobs)
		}
		return false, evercart.Committed{State: h.state}, err
	}
	s.write(ctx, u.Session, h, records, done.Events, change.Jobs)
	if s.lost[u.Session] == LostAfter {
		delete(s.lost, u.Session)
		return true, done, nil
	}
	if err := began(ctx, "fake.Update"); err != nil && s.flaws.LiesToLeavers {
		return false, evercart.Committed{}, err
	}
	return false, evercart.Committed{State: h.state, Events: s.readBack(ctx, h, records)}, h.broken
}

// begin makes the session of a first change: its shopper must live, and be the caller's.
func (s *Store) begin(c evercart.Caller, done evercart.Committed) (*session, error) {
	life, subject := done.State.Life, done.State.Subject
	if !s.may(c, subject) {
		return nil, notFound("fake.Update")
	}
	if s.ended(life) {
		return nil, gone("fake.Update")
	}
	owner, known := s.shoppers[s.whole(subject)]
	if !known && !s.flaws.ReviveErased {
		return nil, notFound("fake.Update")
	}
	if known && owner.Life != life && s.aliases[subject] == "" {
		return nil, gone("fake.Update")
	}
	return &session{turns: map[evercart.TurnID]evercart.TurnRecord{}}, nil
}

func (s *Store) turnKnown(h *session, events []evercart.Event) bool {
	if s.flaws.ForgetsTurns {
		return false
	}
	return slices.ContainsFunc(events, func(e evercart.Event) bool {
		_, opens := e.Fact.(*evercart.TurnOpened)
		_, there := h.turns[e.Turn]
		return opens && there
	})
}

func (s *Store) openTurns(h *session, events []evercart.Event) {
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.TurnOpened); ok {
			h.turns[e.Turn] = evercart.TurnRecord{Turn: e.Turn, Opened: e.Seq, MAC: f.MAC}
		}
	}
}

func (s *Store) encode(ctx context.Context, h *session, done evercart.Committed) ([]evercart.Record, error) {
	life := done.State.Life
	records := make([]evercart.Record, 0, len(done.Events))
	for _, e := range done.Events {
		if f, ok := e.Fact.(*evercart.TurnOpened); ok && s.flaws.CutsPoison {
			words, _, _ := strings.Cut(f.Personal.Words.Reveal(), "\x00")
			cut := *f
			cut.Personal.Words = evercart.Personal(words)
			e.Fact = &cut
		}
		r, err := e.Encode(func(plain, aad []byte) ([]byte, error) {
			if s.flaws.ReviveErased {
				return append([]byte("plain:"), plain...), nil
			}
			return s.keys.Seal(ctx, life, plain, aad)
		})
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// write appends the rows of a change that nothing refuses any more.
func (s *Store) write(ctx context.Context, id evercart.SessionID, h *session, records []evercart.Record, events []evercart.Event, jobs []evercart.Job) {
	s.sessions[id] = h
	h.records = append(h.records, records...)
	s.openTurns(h, events)
	for _, e := range events {
		if r, ok := h.turns[e.Turn]; ok && e.Fact.Kind() == "turn.closed" {
			r.Closed = e.Seq
			h.turns[e.Turn] = r
		}
	}
	s.serial++
	h.touch = s.serial
	s.foldOn(ctx, h, records)
	s.enqueue(jobs)
}

// foldOn reads the new rows back and folds them in, so that what is given out is what is stored.
func (s *Store) foldOn(ctx context.Context, h *session, records []evercart.Record) {
	for _, r := range records {
		e, err := s.decode(ctx, h, r)
		if err == nil {
			h.state, err = h.state.Apply(e)
		}
		if err != nil && !s.flaws.SkipsDamage {
			h.broken = err
			return
		}
		if err != nil {
			h.state.Seq = r.Seq
		}
	}
}

func (s *Store) refold(ctx context.Context, h *session) {
	touched := h.records
	life := h.state.Life
	h.state, h.broken = evercart.State{Life: life}, nil
	s.foldOn(ctx, h, touched)
}

func (s *Store) decode(ctx context.Context, h *session, r evercart.Record) (evercart.Event, error) {
	e, err := r.Decode(func(sealed, aad []byte) ([]byte, error) {
		if plain, ok := strings.CutPrefix(string(sealed), "plain:"); ok && s.flaws.ReviveErased {
			return []byte(plain), nil
		}
		return s.keys.Open(ctx, h.state.Life, sealed, aad)
	})
	e.Faded = e.Faded || h.faded[r.Seq]
	return e, err
}

func (s *Store) readBack(ctx context.Context, h *session, records []evercart.Record) []evercart.Event {
	events := make([]evercart.Event, 0, len(records))
	for _, r := range records {
		if e, err := s.decode(ctx, h, r); err == nil {
			events = append(events, e)
		}
	}
	return events
}

// Merge implements evercart.Sessions.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	c, err := caller(ctx, "fake.Merge")
	if err != nil {
		return evercart.Committed{}, err
	}
	for range races {
		if err := began(ctx, "fake.Merge"); err != nil {
			return evercart.Committed{}, err
		}
		from, into, err := s.both(c, m)
		if err != nil {
			return evercart.Committed{}, err
		}
		if s.flaws.MergesTwice {
			from.Merged, into.Merged = nil, nil
		}
		r, err := m.Run(from, into, s.now())
		if err != nil || r.Again {
			return evercart.Committed{State: r.Into.State}, err
		}
		if again, done, err := s.commitMerge(ctx, m, from, into, r); !again {
			return done, err
		}
	}
	return evercart.Committed{}, evercart.Errorf(evercart.Conflict, "fake.Merge", "too many other writers")
}

func (s *Store) both(c evercart.Caller, m evercart.Merge) (from, into evercart.State, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, state := range map[evercart.SessionID]*evercart.State{m.From: &from, m.Into: &into} {
		h, there := s.sessions[id]
		switch {
		case !there, !s.may(c, h.state.Subject):
			return from, into, notFound("fake.Merge")
		case h.broken != nil:
			return from, into, h.broken
		}
		*state = h.state
	}
	return from, into, nil
}

func (s *Store) commitMerge(ctx context.Context, m evercart.Merge, from, into evercart.State, r evercart.Merging) (again bool, _ evercart.Committed, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hf, hi := s.sessions[m.From], s.sessions[m.Into]
	if hf == nil || hi == nil || hf.state.Seq != from.Seq || hi.state.Seq != into.Seq || hf.state.Life != from.Life || hi.state.Life != into.Life {
		return true, evercart.Committed{}, nil
	}
	if s.lost[m.Into] == LostBefore {
		delete(s.lost, m.Into)
		return true, evercart.Committed{}, nil
	}
	rf, err := s.encode(ctx, hf, r.From)
	if err != nil {
		return false, evercart.Committed{}, err
	}
	ri, err := s.encode(ctx, hi, r.Into)
	if err != nil {
		return false, evercart.Committed{}, err
	}
	if err := s.take(slices.Concat(r.FromChange.Takes, r.IntoChange.Takes)); err != nil {
		return false, evercart.Committed{}, err
	}
	s.write(ctx, m.From, hf, rf, r.From.Events, r.FromChange.Jobs)
	s.write(ctx, m.Into, hi, ri, r.Into.Events, r.IntoChange.Jobs)
	if s.lost[m.Into] == LostAfter {
		delete(s.lost, m.Into)
		return true, evercart.Committed{}, nil
	}
	return false, evercart.Committed{State: hi.state, Events: s.readBack(ctx, hi, ri)}, nil
}
