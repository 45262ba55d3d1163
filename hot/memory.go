package hot

import (
	"container/list"
	"context"
	"hash/maphash"
	"slices"
	"sort"
	"time"

	"github.com/evercart/evercart"
)

// remembered is what the memory has of a session, and the mark by which a later copy is judged.
type remembered struct {
	state  evercart.State
	before evercart.Closed
	events []evercart.Event
	since  uint64
	steady int
	looked time.Time
	ok     bool
}

// have gives what is remembered of a session to a caller who may have it.
func (s *Store) have(ctx context.Context, id evercart.SessionID) remembered {
	caller, known := evercart.CallerOf(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.of[id]
	if !ok || !known || ctx.Err() != nil || !caller.May(at.Value.(*entry).state.Subject) { // the store has the one answer for that
		s.stats.Misses++
		return remembered{since: s.leaving().now}
	}
	e := at.Value.(*entry)
	s.stats.Hits++
	s.byUse.MoveToFront(at)
	return remembered{e.state, e.before, e.events, s.leaving().now, e.steady, e.looked, true}
}

// marks remember when what left did so, in a count of all that leave: of sessions, and of subjects all of whose sessions left, also those that are
// on their way here. Many share one mark; what leaves keeps few others from being remembered.
type marks struct {
	now      uint64
	sessions [1024]uint64
	subjects [1024]uint64
}

func slot(seed maphash.Seed, name string) uint64 { return maphash.String(seed, name) % 1024 }

// left notes that a session has left.
func (s *Store) left(m *marks, id evercart.SessionID) {
	m.now++
	m.sessions[slot(s.seed, string(id))] = m.now
}

// leftAll notes that all sessions of a subject have left.
func (s *Store) leftAll(m *marks, of evercart.Subject) {
	m.now++
	m.subjects[slot(s.seed, string(of))] = m.now
}

// leaving is what keep goes by; the lock is held. Where every read asks for the head, an old copy does no harm but to those who
// were forgotten.
func (s *Store) leaving() *marks {
	if s.heads != nil {
		return &s.forgets
	}
	return &s.drops
}

// hasLeft says whether a session, or all of its subject, left since then; the lock is held.
func (s *Store) hasLeft(id evercart.SessionID, of evercart.Subject, since uint64) bool {
	m := s.leaving()
	return m.sessions[slot(s.seed, string(id))] > since || m.subjects[slot(s.seed, string(of))] > since
}

// keep remembers a state and the events that led to it, of which those before may be closed, unless something left since: then even the older copy
// that may be here goes, because this newer one is not let in.
func (s *Store) keep(id evercart.SessionID, state evercart.State, closed evercart.Closed, events []evercart.Event, since uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, there := s.of[id]
	if s.hasLeft(id, state.Subject, since) {
		if there && at.Value.(*entry).state.Seq < state.Seq {
			s.remove(at)
		}
		return
	}
	if !there {
		at = s.byUse.PushFront(&entry{})
		s.of[id] = at
	}
	e := at.Value.(*entry)
	if there && (e.state.Seq > state.Seq || e.state.Seq == state.Seq && len(events) == 0 && closed == nil) {
		return
	}
	before := e.events
	e.before = e.closedBefore(state, closed, events)
	if e.events = joined(e, state, events); e.state.Seq != state.Seq {
		e.looked = time.Time{} // at another one
	}
	if e.before != nil && !joins(e.before, state, e.events) {
		e.before = nil
	}
	s.unlist(e)
	e.state = state
	s.list(e)
	e.told += grownBy(before, e.events)
	s.bytes -= e.bytes
	e.bytes = sizeOf(state) + e.told
	if e.before != nil {
		e.bytes += e.before.Bytes()
	}
	s.bytes += e.bytes
	for len(s.of) > s.config.Entries || s.bytes > s.config.Bytes && len(s.of) > 0 {
		s.remove(s.byUse.Back())
	}
}

// joined is the events that readers of the newest state may ask for, as far back as they are known without a gap. The old slice is
// left alone but behind its end: readers may hold it.
func joined(e *entry, state evercart.State, events []evercart.Event) []evercart.Event {
	all := slices.Clip(events) // the caller has them, too
	switch same := e.state.Life == state.Life; {
	case len(events) == 0:
	case same && e.state.Seq+1 == events[0].Seq:
		all = append(e.events, events...) // what a reader holds ends before
	case same && e.state.Seq == state.Seq && e.state.Touched.Equal(state.Touched) && len(e.events) > 0 && e.events[0].Seq <= events[0].Seq:
		return e.events // as many and more
	}
	if n := len(all); n == 0 || all[n-1].Seq != state.Seq {
		return nil
	}
	from := first(state)
	i := sort.Search(len(all), func(i int) bool { return all[i].Seq >= from })
	if i <= len(all)/2 { // what is cut off is freed when as much is left
		return all
	}
	return slices.Clone(all[i:])
}

// grownBy is what the events of an entry take more than those before; what stands in both is not looked at.
func grownBy(before, now []evercart.Event) (n int64) {
	from, to := 0, 0 // in before: what stands in both
	if len(before) > 0 && len(now) > 0 {
		if off := int(now[0].Seq - before[0].Seq); off >= 0 && off < len(before) && before[off].Fact == now[0].Fact && len(now) >= len(before)-off {
			from, to = off, len(before)
		}
	}
	for _, v := range before[:from] {
		n -= eventSize(v)
	}
	for _, v := range before[to:] {
		n -= eventSize(v)
	}
	for _, v := range now[to-from:] {
		n += eventSize(v)
	}
	return n
}

// first is the first event that the last turns need, or the summary that is made next: it begins where the one before ended, the first one with the session. One that is
// late for long is read from the store.
func first(state evercart.State) evercart.Seq {
	from, summed := state.Tail(), state.SummedUp()
	if summed+1 < from && state.Seq-summed < maxUnsummed {
		from = summed + 1
	}
	return from
}

const maxUnsummed = 512 // events: some three times as many as a summary is made of

// drop forgets sessions.
func (s *Store) drop(ids ...evercart.SessionID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		s.left(&s.drops, id)
		s.left(&s.forgets, id)
		if at, ok := s.of[id]; ok {
			s.remove(at)
		}
	}
}

// forget drops all sessions of these subjects, and touches no other's.
func (s *Store) forget(subjects []evercart.Subject) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, who := range subjects {
		s.leftAll(&s.drops, who)
		s.leftAll(&s.forgets, who)
		for id := range s.whose[who] {
			s.remove(s.of[id])
		}
	}
}

// list notes whose a session is; the lock is held.
func (s *Store) list(e *entry) {
	all := s.whose[e.state.Subject]
	if all == nil {
		all = map[evercart.SessionID]struct{}{}
		s.whose[e.state.Subject] = all
	}
	all[e.state.Session] = struct{}{}
}

// unlist takes that back; the lock is held.
func (s *Store) unlist(e *entry) {
	all := s.whose[e.state.Subject]
	if delete(all, e.state.Session); len(all) == 0 {
		delete(s.whose, e.state.Subject)
	}
}

// remove takes an entry out; the lock is held.
func (s *Store) remove(at *list.Element) {
	e := s.byUse.Remove(at).(*entry)
	s.left(&s.drops, e.state.Session)
	s.bytes -= e.bytes
	s.unlist(e)
	delete(s.of, e.state.Session)
}

// The estimates are of the memory that grows with what people say and buy, with a flat part for the rest.
const (
	stateBase = 1 << 10
	lineSize  = 400
	eventBase = 400
)

func sizeOf(s evercart.State) int64 {
	n := stateBase + lineSize*(len(s.Cart.Lines)+len(s.Cart.Saved))
	for _, u := range s.Cart.Undo {
		n += lineSize * (len(u.Lines) + len(u.Saved))
	}
	for k, v := range s.Personal.Context {
		n += len(k) + len(v)
	}
	for _, told := range s.Personal.Summary.Told {
		n += len(told)
	}
	return int64(n + len(s.Personal.Summary.Text))
}

func eventSize(e evercart.Event) int64 {
	n := eventBase
	switch f := e.Fact.(type) {
	case *evercart.TurnOpened:
		n += len(f.Personal.Words)
	case *evercart.StepThought:
		n += len(f.Personal.Step.Text) + len(f.Personal.Step.Opaque)
		for _, c := range f.Personal.Step.Calls {
			n += len(c.Args)
		}
	case *evercart.CallDone:
		n += len(f.Personal.Result.Say) + len(f.Personal.Result.Data)
	case *evercart.CartChanged:
		n += lineSize * (len(f.Lines) + len(f.Saved))
	case *evercart.WordsSent:
		n += len(f.Personal.Text)
	case *evercart.TurnClosed:
		n += len(f.Personal.Generated) + len(f.Personal.Played)
	case *evercart.ReplyHeard:
		n += len(f.Personal.Heard)
	case *evercart.Foreign:
		n += len(f.Raw) + len(f.Closed)
	}
	return int64(n)
}
