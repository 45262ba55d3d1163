package hot

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
)

// patience bounds a read that several readers wait for.
const patience = 10 * time.Second

// ask is one reader's question for a head; the answer is written into it.
type ask struct {
	id   evercart.SessionID
	head evercart.Head
	err  error
}

// head gives the newest version of a session to a caller who may see it. NotFound, Forbidden, Unavailable.
func (s *Store) head(ctx context.Context, id evercart.SessionID) (evercart.Head, error) {
	const op = "hot.Load"
	who, ok := evercart.CallerOf(ctx)
	if !ok {
		return evercart.Head{}, evercart.Errorf(evercart.Forbidden, op, "no caller")
	}
	q := &ask{id: id}
	if err := s.heads.Ask(ctx, q, group.Place{}); err != nil {
		code := evercart.CodeOf(err)
		if errors.Is(err, group.Closed) || errors.Is(err, group.Full) {
			code = evercart.Unavailable
		}
		return evercart.Head{}, evercart.Wrap(err, code, op)
	}
	if q.err == nil && (q.head.Session == "" || !who.May(q.head.Subject)) {
		q.err = evercart.Errorf(evercart.NotFound, op, "no such session")
	}
	return q.head, q.err
}

// askHeads answers all questions of one moment with one reading. It reads in our own name: who may see what is decided for each
// of them by the subject that the row names.
func (s *Store) askHeads(questions []*ask) {
	ctx, cancel := context.WithTimeout(evercart.As(context.Background(), evercart.Caller{Role: evercart.RoleSystem}), patience)
	defer cancel()
	ids := make([]evercart.SessionID, len(questions))
	for i, q := range questions {
		ids[i] = q.id
	}
	found, err := s.config.Heads.Heads(ctx, ids...)
	if evercart.Away(err) {
		s.felt(err)
	}
	of := make(map[evercart.SessionID]evercart.Head, len(found))
	for _, h := range found {
		of[h.Session] = h
	}
	for _, q := range questions {
		q.head, q.err = of[q.id], err
	}
}

// flight is one reading of a whole session, for all who need it at one moment.
type flight struct {
	head  evercart.Head
	done  chan struct{}
	state evercart.State
	err   error
}

// checked holds what is remembered against the head; what the head does not name is forgotten.
func (s *Store) checked(ctx context.Context, id evercart.SessionID, c remembered) (evercart.Head, bool, error) {
	head, err := s.head(ctx, id)
	if !c.ok {
		return head, false, err
	}
	if err == nil && head.Of(c.state) {
		s.looked(head)
		return head, true, nil
	}
	s.mu.Lock()
	s.stats.Hits--
	s.stats.Misses++
	at, there := s.of[id]
	if there && err == nil && at.Value.(*entry).state.Seq == c.state.Seq { // not one that was written meanwhile
		s.remove(at)
	}
	s.mu.Unlock()
	return head, false, err
}

// cold reads a session that is not in memory: from the cache if it holds what the head names, else from the store.
func (s *Store) cold(ctx context.Context, head evercart.Head, since uint64) (evercart.State, error) {
	s.mu.Lock()
	f, joined := s.flights[head.Session]
	if joined = joined && f.head == head; joined {
		s.stats.Shared++
	} else {
		f = &flight{head: head, done: make(chan struct{})}
		s.flights[head.Session] = f
	}
	s.mu.Unlock()
	if joined {
		select {
		case <-f.done:
		case <-ctx.Done():
			return evercart.State{}, evercart.Wrap(ctx.Err(), evercart.CodeOf(ctx.Err()), "hot.Load")
		}
		if f.err == nil { // the head was shown to this caller, and this is what it names, or what came after
			return f.state, nil
		}
		return s.Store.Load(ctx, head.Session)
	}
	defer func() {
		s.mu.Lock()
		if s.flights[head.Session] == f {
			delete(s.flights, head.Session)
		}
		s.mu.Unlock()
		close(f.done)
	}()
	var closed evercart.Closed
	var events []evercart.Event
	f.state, closed, events, f.err = s.read(ctx, head)
	if f.err == nil {
		s.keep(head.Session, f.state, closed, events, since)
		s.looked(head)
	}
	return f.state, f.err
}

// read is one reading, with the events of the last turns where they come with it. The one who reads may leave, and others wait for it: so
// it does not end with him.
func (s *Store) read(ctx context.Context, head evercart.Head) (evercart.State, evercart.Closed, []evercart.Event, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	state, lease, ok := s.fromCache(ctx, head)
	if ok {
		return state, nil, nil, nil
	}
	s.counted(func(st *Stats) { st.Loads++ })
	state, closed, events, err := s.tail(ctx, head.Session)
	if err == nil && lease != "" {
		s.tell.fill(s.key(state), lease, state)
	}
	return state, closed, events, err
}

// tail reads a session from the store, with its last events where the store gives both at once.
func (s *Store) tail(ctx context.Context, id evercart.SessionID) (evercart.State, evercart.Closed, []evercart.Event, error) {
	if s.tails != nil {
		return s.tails.Tail(ctx, id)
	}
	state, err := s.Store.Load(ctx, id)
	return state, nil, nil, err
}

// covers says that the reader needs nothing newer than what is remembered: it has just read or written that itself.
func (c remembered) covers(ctx context.Context) bool {
	had, ok := evercart.Had(ctx)
	return ok && had.Session == c.state.Session && had.Life == c.state.Life && had.Seq <= c.state.Seq
}

const (
	pulseFor   = 250 * time.Millisecond // how long answers of the store say that the next one will come
	steadyFrom = 2
)

// pulse remembers when the last commits came through.
type pulse struct {
	mu   sync.Mutex // guards both
	last [8]int64   // Unix ns; 0 = one did not
	next int
}

// beats says that the store answers at this moment, as far as can be told without asking: it is asked all the time.
func (p *pulse) beats(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return now.UnixNano()-p.last[p.next] < int64(pulseFor)
}

// felt notes whether the store answers: that it took a commit, or that it is away.
func (s *Store) felt(err error) {
	if s.heads == nil {
		return
	}
	p, now := &s.pulse, s.clock.Now().UnixNano()
	p.mu.Lock()
	defer p.mu.Unlock()
	if evercart.Away(err) {
		clear(p.last[:])
		return
	}
	p.last[p.next], p.next = now, (p.next+1)%len(p.last)
}

// relied says that a commit on what is remembered will most likely come through: the last ones of this session did, so it lives at this
// node, and the store is in use and answers; or the head named it a moment ago. Else the head is asked for: that costs less than a turn that
// is thought twice, and with a store that hangs it is certain that nothing was done.
func (s *Store) relied(c remembered) bool {
	now := s.clock.Now()
	return c.steady >= steadyFrom && s.pulse.beats(now) || now.Sub(c.looked) < pulseFor
}

// looked notes that a head that was just read names what is remembered.
func (s *Store) looked(head evercart.Head) {
	now := s.clock.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.of[head.Session]; ok && head.Of(at.Value.(*entry).state) {
		at.Value.(*entry).looked = now
	}
}

// steadied counts a commit that found the session as it is remembered, or counts anew.
func (s *Store) steadied(id evercart.SessionID, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.of[id]
	switch {
	case !ok:
	case found:
		at.Value.(*entry).steady++
	default:
		at.Value.(*entry).steady = 0
	}
}
