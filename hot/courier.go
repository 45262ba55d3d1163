package hot

import (
	"context"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// courier tells others of commits, after them and beside the turn. Of a session only the newest word waits, so that what waits is
// bounded by the sessions in use; where there are too many, a word is dropped, which costs time and never truth.
type courier struct {
	store *Store
	wake  chan struct{}

	mu     sync.Mutex // guards all below
	words  map[evercart.SessionID]word
	notes  []evercart.Note // those of no session
	fills  []filling
	quiet  []resting                                  // in the order of their time
	newest map[evercart.SessionID]evercart.Seq        // of those that rest
	late   map[evercart.SessionID]evercart.CacheWrite // that the cache could not be told
	again  time.Time                                  // when they are told once more
}

// word is the newest commit of a session.
type word struct {
	state evercart.State
	turn  evercart.TurnID
}

// filling is a copy that a reader may leave.
type filling struct {
	key   evercart.CacheKey
	lease evercart.Lease
	state evercart.State
}

// resting is a session that may have become quiet, with the lease to leave its copy.
type resting struct {
	state evercart.State
	lease evercart.Lease
	until time.Time
}

const (
	maxWords   = 20_000
	maxResting = 4096
	atOnce     = 64              // words of one round
	tellAgain  = time.Second     // after the cache could not be told
	lastWords  = time.Second     // what Stop waits for
	longCall   = 5 * time.Second // a bound on what must not last
)

func newCourier(s *Store) *courier {
	return &courier{store: s, wake: make(chan struct{}, 1), words: map[evercart.SessionID]word{}, newest: map[evercart.SessionID]evercart.Seq{},
		late: map[evercart.SessionID]evercart.CacheWrite{}}
}

func (c *courier) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// wrote is a commit that others are to hear of.
func (s *Store) wrote(st evercart.State, turn evercart.TurnID) {
	if s.tell == nil {
		return
	}
	c := s.tell
	c.mu.Lock()
	old, waits := c.words[st.Session]
	full := !waits && len(c.words) >= maxWords
	if !full && (!waits || old.state.Seq < st.Seq || old.state.Life != st.Life) {
		c.words[st.Session] = word{st, turn}
	}
	c.mu.Unlock()
	if full {
		s.counted(func(st *Stats) { st.Untold++ })
	}
	c.poke()
}

// note is a word of no session's state.
func (s *Store) note(notes ...evercart.Note) {
	if s.tell == nil || s.config.Bus == nil {
		return
	}
	c := s.tell
	c.mu.Lock()
	full := len(c.notes)+len(notes) > maxWords
	for _, n := range notes {
		if n.From = s.config.Node; !full {
			c.notes = append(c.notes, n)
		}
	}
	c.mu.Unlock()
	if full {
		s.counted(func(st *Stats) { st.Untold++ })
	}
	c.poke()
}

func (c *courier) fill(k evercart.CacheKey, l evercart.Lease, st evercart.State) {
	c.mu.Lock()
	if len(c.fills) < maxResting {
		c.fills = append(c.fills, filling{k, l, st})
	}
	c.mu.Unlock()
	c.poke()
}

// loop carries until ctx ends, then once more what is there.
func (c *courier) loop(ctx context.Context) {
	for {
		for c.round(ctx) {
			if ctx.Err() != nil {
				break
			}
		}
		timer := time.NewTimer(c.next())
		select {
		case <-c.wake:
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWords)
			defer cancel()
			for last.Err() == nil && c.round(last) {
			}
			return
		}
		timer.Stop()
	}
}

// next is how long nothing becomes quiet.
func (c *courier) next() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	wait, now := time.Minute, c.store.clock.Now()
	if len(c.quiet) > 0 {
		wait = c.quiet[0].until.Sub(now)
	}
	if len(c.late) > 0 {
		wait = min(wait, c.again.Sub(now))
	}
	return max(time.Millisecond, wait)
}

// round carries some of what waits; false = nothing does.
func (c *courier) round(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, longCall)
	defer cancel()
	words, notes, fills, rested := c.take()
	late := c.overdue()
	if len(words)+len(notes)+len(fills)+len(rested)+len(late) == 0 {
		return false
	}
	c.publish(ctx, words, notes)
	if !c.store.caches() {
		return true
	}
	c.drop(ctx, words)
	c.catchUp(ctx, late)
	for _, f := range fills {
		c.store.leave(ctx, f.state, func(b []byte) error {
			err := c.store.config.Cache.Fill(ctx, f.key, f.lease, evercart.Cached{Seq: f.state.Seq, Body: b})
			if err == nil {
				c.store.counted(func(st *Stats) { st.Filled++ })
			}
			return err
		})
	}
	for _, r := range rested {
		c.store.leave(ctx, r.state, func(b []byte) error {
			_, err := c.store.config.Cache.Wrote(ctx, evercart.CacheWrite{Key: c.store.key(r.state), Seq: r.state.Seq, Lease: r.lease, Body: b})
			if err == nil {
				c.store.counted(func(st *Stats) { st.Left++ })
			}
			return err
		})
	}
	return true
}

func (c *courier) take() (words []word, notes []evercart.Note, fills []filling, rested []resting) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, w := range c.words {
		if len(words) == atOnce {
			break
		}
		words = append(words, w)
		delete(c.words, id)
	}
	notes, c.notes = c.notes, nil
	n := min(len(c.fills), atOnce)
	fills, c.fills = c.fills[:n:n], c.fills[n:]
	now := c.store.clock.Now()
	for len(c.quiet) > 0 && len(rested) < atOnce && !c.quiet[0].until.After(now) {
		r := c.quiet[0]
		c.quiet = c.quiet[1:]
		if c.newest[r.state.Session] == r.state.Seq {
			delete(c.newest, r.state.Session)
			rested = append(rested, r)
		}
	}
	return words, notes, fills, rested
}

func (c *courier) publish(ctx context.Context, words []word, notes []evercart.Note) {
	if c.store.config.Bus == nil || len(words)+len(notes) == 0 {
		return
	}
	for _, w := range words {
		notes = append(notes, evercart.Note{What: evercart.NoteSession, Session: w.state.Session, Seq: w.state.Seq, Turn: w.turn, Subject: w.state.Subject,
			From: c.store.config.Node})
	}
	if err := c.store.config.Bus.Publish(ctx, notes...); err != nil {
		c.store.counted(func(st *Stats) { st.Untold += uint64(len(notes)) })
	}
}

// drop takes the old copies away, and waits with the new ones until the sessions are quiet: a copy is dear to make.
func (c *courier) drop(ctx context.Context, words []word) {
	if len(words) == 0 {
		return
	}
	writes := make([]evercart.CacheWrite, len(words))
	for i, w := range words {
		writes[i] = evercart.CacheWrite{Key: c.store.key(w.state), Seq: w.state.Seq}
	}
	leases, err := c.store.config.Cache.Wrote(ctx, writes...)
	if err != nil {
		c.putOff(writes)
		return
	}
	until := c.store.clock.Now().Add(c.store.config.Quiet)
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, w := range words {
		switch {
		case leases[i] == "" || w.state.Active != nil || len(c.quiet) >= maxResting:
			delete(c.newest, w.state.Session)
		default:
			c.newest[w.state.Session] = w.state.Seq
			c.quiet = append(c.quiet, resting{w.state, leases[i], until})
		}
	}
}

// putOff remembers what the cache could not be told, so that it holds nothing older than the store for long once it is back.
func (c *courier) putOff(writes []evercart.CacheWrite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.again = c.store.clock.Now().Add(tellAgain)
	for _, w := range writes {
		old, there := c.late[w.Key.Session]
		if !there && len(c.late) < maxWords || there && (old.Key != w.Key || old.Seq < w.Seq) {
			c.late[w.Key.Session] = w
		}
	}
}

// overdue takes some of what was put off, when its time has come.
func (c *courier) overdue() (writes []evercart.CacheWrite) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.store.clock.Now().Before(c.again) {
		return nil
	}
	for id, w := range c.late {
		if len(writes) == atOnce {
			break
		}
		writes = append(writes, w)
		delete(c.late, id)
	}
	return writes
}

func (c *courier) catchUp(ctx context.Context, writes []evercart.CacheWrite) {
	if len(writes) == 0 {
		return
	}
	if _, err := c.store.config.Cache.Wrote(ctx, writes...); err != nil {
		c.putOff(writes)
	}
}

// leave seals a copy and puts it there. That it does not come through costs the next reader a little time.
func (s *Store) leave(ctx context.Context, st evercart.State, put func([]byte) error) {
	b, err := s.seal(ctx, st)
	if err == nil && len(b) <= evercart.MaxCached {
		err = put(b)
	}
	switch evercart.CodeOf(err) {
	case "", evercart.ClaimLost, evercart.Unavailable, evercart.Gone, evercart.Canceled, evercart.Timeout:
	default:
		s.log.Warn("hot: a copy could not be left", "session", st.Session, "error", err)
	}
}
