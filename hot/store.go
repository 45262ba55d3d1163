package hot

import (
	"container/list"
	"context"
	"slices"
	"sync"

	"github.com/evercart/evercart"
)

// Config bounds the memory. A zero field takes its default.
type Config struct {
	Entries int   // sessions (10,000)
	Bytes   int64 // estimated (128 MiB)
}

// Store is a store with a memory.
type Store struct {
	evercart.Store
	config Config

	mu    sync.Mutex // guards all below
	of    map[evercart.SessionID]*list.Element
	byUse *list.List // of *entry, the last used first
	bytes int64
	drops uint64 // grows with everything that leaves: a copy read before that does not enter after it
	stats Stats
}

// Stats counts what the memory was good for.
type Stats struct {
	Hits, Misses uint64
	Entries      int
	Bytes        int64
}

// entry is one session: its state, and its last events without a gap up to that state.
type entry struct {
	state  evercart.State
	events []evercart.Event
	bytes  int64
}

var _ evercart.Store = (*Store)(nil)

// New puts a memory around a store.
func New(inner evercart.Store, c Config) *Store {
	if c.Entries <= 0 {
		c.Entries = 10_000
	}
	if c.Bytes <= 0 {
		c.Bytes = 128 << 20
	}
	return &Store{Store: inner, config: c, of: map[evercart.SessionID]*list.Element{}, byUse: list.New()}
}

// Stats gives the counts so far.
func (s *Store) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.stats
	st.Entries, st.Bytes = len(s.of), s.bytes
	return st
}

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	state, _, since, ok := s.have(ctx, id)
	if ok {
		return state, nil
	}
	state, err := s.Store.Load(ctx, id)
	if err == nil {
		s.keep(id, state, nil, since)
	}
	return state, err
}

// Events implements evercart.Sessions.
func (s *Store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	state, events, since, ok := s.have(ctx, id)
	if ok && (after >= state.Seq || len(events) > 0 && events[0].Seq <= after+1) {
		return page(events, after, limit), nil
	}
	got, err := s.Store.Events(ctx, id, after, limit)
	if n := len(got); ok && err == nil && n > 0 && got[n-1].Seq == state.Seq && after < state.Tail() {
		s.keep(id, state, got, since)
	}
	return got, err
}

const pageLimit = 1000

// page cuts what was asked for out of events that reach back far enough.
func page(events []evercart.Event, after evercart.Seq, limit int) []evercart.Event {
	if limit <= 0 {
		limit = pageLimit
	}
	i := slices.IndexFunc(events, func(e evercart.Event) bool { return e.Seq > after })
	if i < 0 {
		return nil
	}
	return slices.Clone(events[i:min(i+limit, len(events))])
}

// Update implements evercart.Sessions.
func (s *Store) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	state, _, since, ok := s.have(ctx, u.Session)
	if ok && (u.Base == nil || u.Base.Seq < state.Seq) && (u.Life == "" || u.Life == state.Life) {
		u.Base = &state
	}
	done, err := s.Store.Update(ctx, u)
	switch code := evercart.CodeOf(err); {
	case err == nil:
		s.keep(u.Session, done.State, done.Events, since)
	case (code == evercart.Busy || code == evercart.TurnKnown || code == evercart.ClaimLost) && done.State.Seq > 0:
		s.keep(u.Session, done.State, nil, since)
	case s.harmless(code):
	default: // gone, damaged, unknown: what is remembered may be wrong
		s.drop(u.Session)
	}
	return done, err
}

// harmless says that a refusal tells nothing about the session itself.
func (s *Store) harmless(code evercart.Code) bool {
	switch code {
	case evercart.Internal, evercart.Gone, evercart.NotFound, evercart.Damaged, evercart.Conflict, evercart.Unavailable, evercart.OutcomeUnknown,
		evercart.Timeout, evercart.Canceled:
		return false
	}
	return true
}

// Merge implements evercart.Sessions.
func (s *Store) Merge(ctx context.Context, m evercart.Merge) (evercart.Committed, error) {
	done, err := s.Store.Merge(ctx, m)
	s.drop(m.From, m.Into)
	return done, err
}

// Redact implements evercart.Sessions.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	err := s.Store.Redact(ctx, id, at, why)
	s.drop(id)
	return err
}

// Erase implements evercart.Shoppers. What is remembered goes first, and again afterwards: what was read in between too.
func (s *Store) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	subjects := []evercart.Subject{e.Subject}
	if who, err := s.Store.Shopper(ctx, e.Subject); err == nil {
		subjects = append(subjects, who.Subjects()...)
	}
	s.forget(subjects)
	r, err := s.Store.Erase(ctx, e)
	s.forget(subjects)
	return r, err
}
