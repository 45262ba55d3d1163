package hot

import (
	"container/list"
	"context"
	"errors"
	"hash/maphash"
	"iter"
	"log/slog"
	"slices"
	"sort"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/group"
	"github.com/evercart/evercart/internal/startstop"
)

// Config bounds the memory and says who else is there. A zero field takes its default.
type Config struct {
	Entries int   // sessions (10,000)
	Bytes   int64 // estimated (128 MiB)

	// Heads are of a store that other nodes write too; nil = this process alone writes it.
	Heads evercart.Heads
	// Cache needs Heads and Keys; nil = none.
	Cache evercart.Cache
	Keys  evercart.Keys
	// Bus hears of every commit; nil = nobody need know.
	Bus  evercart.Bus
	Node evercart.NodeID // who tells

	Quiet time.Duration // after which a session's new copy is left in the cache; 250 ms
	Clock evercart.Clock
	Log   *slog.Logger
}

// Store is a store with a memory.
type Store struct {
	evercart.Store
	config Config
	clock  evercart.Clock
	log    *slog.Logger
	run    startstop.Service
	tails  evercart.Tails       // nil = the store has none
	heads  *group.Batcher[*ask] // nil = this process alone writes
	tell   *courier             // nil = nobody is told
	epoch  string
	lost   chan struct{} // notes may have been missed
	seed   maphash.Seed  // of the sessions' marks
	pulse  pulse
	faces  *faces // nil = this process alone writes

	mu      sync.Mutex // guards all below
	of      map[evercart.SessionID]*list.Element
	byUse   *list.List // of *entry, the last used first
	whose   map[evercart.Subject]map[evercart.SessionID]struct{}
	bytes   int64
	drops   marks // of all that leaves: where this process alone writes, a copy read before that does not enter after it
	forgets marks // of what leaves for good: nowhere does a copy read before that enter after it
	flights map[evercart.SessionID]*flight
	stats   Stats
}

// Stats counts what memory and cache were good for.
type Stats struct {
	Hits, Misses  uint64 // of the memory; a copy that the head does not name is a miss
	Entries       int
	Bytes         int64
	CacheHits     uint64 // read from the cache
	CacheMisses   uint64
	CacheCorrupt  uint64 // a copy that cannot be opened or read
	CacheStale    uint64 // a copy of the version asked for that the head does not name
	Filled, Left  uint64 // copies put there by readers and by writers
	Untold        uint64 // commits of which nobody could be told
	Loads, Shared uint64 // full reads of the store, and readers who waited for another's
}

// entry is one session: its state, and its last events without a gap up to that state, of which those that nobody asked for are closed.
type entry struct {
	state  evercart.State
	before evercart.Closed // the events before those below, without a gap; nil = there are none
	events []evercart.Event
	told   int64     // bytes of its events
	bytes  int64     // of all
	steady int       // commits in a row that found the session as it is here
	looked time.Time // when the head last named it
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
	if c.Quiet <= 0 {
		c.Quiet = 250 * time.Millisecond
	}
	if c.Clock == nil {
		c.Clock = evercart.SystemClock{}
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s := &Store{Store: inner, config: c, clock: c.Clock, log: c.Log, of: map[evercart.SessionID]*list.Element{}, byUse: list.New(), whose: map[evercart.Subject]map[evercart.SessionID]struct{}{}, flights: map[evercart.SessionID]*flight{},
		lost: make(chan struct{}, 1), seed: maphash.MakeSeed()}
	s.tails, _ = inner.(evercart.Tails)
	if c.Heads != nil {
		s.heads = group.New(s.askHeads, group.Options{})
		s.faces = newFaces(c.Clock)
	}
	if c.Heads != nil && c.Cache != nil || c.Bus != nil {
		s.tell = newCourier(s)
	}
	return s
}

// Start begins to tell other nodes and to hear from them. It reads the store's epoch: Unavailable when that cannot be done.
func (s *Store) Start(ctx context.Context) error {
	var loops []func(context.Context)
	if s.config.Heads != nil && s.config.Cache != nil {
		var err error
		if s.epoch, err = s.config.Heads.Epoch(ctx); err != nil {
			return err
		}
	}
	if s.tell != nil {
		loops = append(loops, s.tell.loop)
	}
	if s.heads != nil {
		loops = append(loops, s.repair)
	}
	if s.heads != nil && s.config.Bus != nil {
		loops = append(loops, s.listen)
	}
	return s.run.Start(ctx, loops...)
}

// Stop tells what is still to be told, and ends; again = no change.
func (s *Store) Stop(ctx context.Context) error {
	err := s.run.Stop(ctx)
	if s.heads != nil {
		s.heads.Close()
	}
	return err
}

// Stats gives the counts so far.
func (s *Store) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.stats
	st.Entries, st.Bytes = len(s.of), s.bytes
	return st
}

func (s *Store) counted(count func(*Stats)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	count(&s.stats)
}

// Load implements evercart.Sessions.
func (s *Store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	c := s.have(ctx, id)
	if s.heads == nil {
		if c.ok {
			return c.state, nil
		}
		state, err := s.Store.Load(ctx, id)
		if err == nil {
			s.keep(id, state, nil, nil, c.since)
		}
		return state, err
	}
	if c.ok && evercart.Relies(ctx) && s.relied(c) {
		return c.state, nil
	}
	head, same, err := s.checked(ctx, id, c)
	if err != nil && c.ok && evercart.Away(err) {
		return c.state, err // the last that is remembered
	}
	if err != nil {
		return evercart.State{}, err
	}
	if same {
		return c.state, nil
	}
	return s.cold(ctx, head, c.since)
}

// Events implements evercart.Sessions.
func (s *Store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	c := s.have(ctx, id)
	if c.ok && s.heads != nil && !c.covers(ctx) {
		var err error
		if _, c.ok, err = s.checked(ctx, id, c); err != nil {
			return nil, err
		}
	}
	if events, ok := s.since(ctx, id, c, after); ok {
		return page(events, after, limit), nil
	}
	if c.ok && s.tails != nil && after+1 >= c.state.Tail() { // the last turns, of a session that is used here
		if state, before, events, err := s.tails.Tail(ctx, id); err == nil {
			s.keep(id, state, before, events, c.since)
			c.state, c.before, c.events = state, before, events
			if events, ok := s.since(ctx, id, c, after); ok {
				return page(events, after, limit), nil
			}
		}
	}
	got, err := s.Store.Events(ctx, id, after, limit)
	if n := len(got); c.ok && err == nil && n > 0 && got[n-1].Seq == c.state.Seq {
		s.keep(id, c.state, nil, got, c.since)
	}
	return got, err
}

const pageLimit = 1000

// page cuts what was asked for out of events that reach back far enough. It is no copy: what is remembered is only added to, behind its end.
func page(events []evercart.Event, after evercart.Seq, limit int) []evercart.Event {
	if limit <= 0 {
		limit = pageLimit
	}
	i := sort.Search(len(events), func(i int) bool { return events[i].Seq > after })
	if i == len(events) {
		return nil
	}
	return slices.Clip(events[i:min(i+limit, len(events))])
}

// Update implements evercart.Sessions.
func (s *Store) Update(ctx context.Context, u evercart.Update) (evercart.Committed, error) {
	c := s.have(ctx, u.Session)
	if c.ok && (u.Base == nil || u.Base.Seq < c.state.Seq) && (u.Life == "" || u.Life == c.state.Life) {
		u.Base = &c.state
	}
	var own error // what the caller's function refused with last
	runs := 0
	if do := u.Do; do != nil {
		u.Do = func(st evercart.State) (change evercart.Change, err error) {
			change, err = do(st)
			own = err
			runs++
			return change, err
		}
	}
	done, err := s.Store.Update(ctx, u)
	if len(done.Events) > 0 || evercart.Away(err) {
		s.felt(err)
	}
	switch code := evercart.CodeOf(err); {
	case err == nil:
		s.keep(u.Session, done.State, nil, done.Events, c.since)
		if len(done.Events) > 0 {
			s.steadied(u.Session, runs == 1)
			s.wrote(done.State, u.Turn)
		}
	case own != nil && errors.Is(err, own): // says nothing of the session; it was decided on the newest state
		if done.State.Life != "" {
			s.keep(u.Session, done.State, nil, nil, c.since)
		}
	case (code == evercart.Busy || code == evercart.TurnKnown || code == evercart.ClaimLost) && done.State.Seq > 0:
		s.keep(u.Session, done.State, nil, nil, c.since)
	case s.harmless(code), s.heads != nil && evercart.Away(err): // what is remembered is held against the head before it is given out
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
	if err == nil {
		s.wrote(done.State, "")
		s.moved(ctx, m.From)
	}
	return done, err
}

// Redact implements evercart.Sessions. The copy elsewhere may hold the words that are to go: it goes before this returns.
func (s *Store) Redact(ctx context.Context, id evercart.SessionID, at evercart.Seq, why evercart.Code) error {
	err := s.Store.Redact(ctx, id, at, why)
	s.drop(id)
	s.moved(ctx, id)
	return err
}

// Erase implements evercart.Shoppers. What is remembered goes first, and again afterwards: what was read in between too.
func (s *Store) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	subjects := []evercart.Subject{e.Subject}
	if who, err := s.Store.Shopper(ctx, e.Subject); err == nil {
		subjects = append(subjects, who.Subjects()...)
	}
	s.forget(subjects)
	s.unmeet(subjects...)
	keys := s.copiesOf(ctx, subjects)
	r, err := s.Store.Erase(ctx, e)
	s.forget(subjects)
	s.unmeet(subjects...)
	s.erased(ctx, subjects, keys)
	return r, err
}

// Join implements evercart.Shoppers.
func (s *Store) Join(ctx context.Context, guest, into evercart.Subject) (evercart.Shopper, error) {
	who, err := s.Store.Join(ctx, guest, into)
	s.unmeet(guest, into)
	if err == nil {
		s.note(evercart.Note{What: evercart.NoteShopper, Subject: guest}, evercart.Note{What: evercart.NoteShopper, Subject: into})
	}
	return who, err
}

// UpdateShopper implements evercart.Shoppers.
func (s *Store) UpdateShopper(ctx context.Context, id evercart.Subject, f func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	asked := s.clock.Now()
	who, err := s.Store.UpdateShopper(ctx, id, f)
	if err != nil || s.faces == nil {
		s.unmeet(id)
	} else {
		s.faces.renew(id, who, asked)
	}
	if err == nil {
		s.note(evercart.Note{What: evercart.NoteShopper, Subject: id})
	}
	return who, err
}

// PutProducts implements evercart.Goods.
func (s *Store) PutProducts(ctx context.Context, source string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	r, err := s.Store.PutProducts(ctx, source, products)
	if r.Added+r.Changed+r.Retired > 0 {
		s.note(evercart.Note{What: evercart.NoteGoods})
	}
	return r, err
}

// PatchProduct implements evercart.Goods.
func (s *Store) PatchProduct(ctx context.Context, id evercart.SKU, f func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	p, err := s.Store.PatchProduct(ctx, id, f)
	if err == nil {
		s.note(evercart.Note{What: evercart.NoteGoods})
	}
	return p, err
}

// DropProduct implements evercart.Goods.
func (s *Store) DropProduct(ctx context.Context, id evercart.SKU) error {
	err := s.Store.DropProduct(ctx, id)
	if err == nil {
		s.note(evercart.Note{What: evercart.NoteGoods})
	}
	return err
}
