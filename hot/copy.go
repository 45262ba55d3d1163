package hot

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/evercart/evercart"
)

// body is what a copy holds, before it is sealed.
type body struct {
	State    evercart.State  `json:"state"`
	Personal json.RawMessage `json:"personal,omitempty"`
}

func (s *Store) key(st evercart.State) evercart.CacheKey {
	return evercart.CacheKey{Epoch: s.epoch, Life: st.Life, Session: st.Session}
}

func (s *Store) caches() bool { return s.heads != nil && s.config.Cache != nil && s.config.Keys != nil }

// place binds a sealed copy to where it belongs: it opens nowhere else.
func place(k evercart.CacheKey, at evercart.Seq) []byte {
	return fmt.Appendf(nil, "%s/%s/%d/cached", k.Epoch, k.Session, at)
}

// seal makes the body of a copy: the whole of it under the shopper's key.
func (s *Store) seal(ctx context.Context, st evercart.State) ([]byte, error) {
	personal, err := evercart.RevealJSON(st.Personal)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(body{State: st, Personal: personal})
	if err != nil {
		return nil, evercart.Wrap(err, evercart.Invalid, "hot.seal")
	}
	return s.config.Keys.Seal(ctx, st.Life, plain, place(s.key(st), st.Seq))
}

// open reads a copy. Damaged; Gone when the key is destroyed.
func (s *Store) open(ctx context.Context, k evercart.CacheKey, c evercart.Cached) (evercart.State, error) {
	plain, err := s.config.Keys.Open(ctx, k.Life, c.Body, place(k, c.Seq))
	if err != nil {
		return evercart.State{}, err
	}
	var b body
	if err := json.Unmarshal(plain, &b); err != nil {
		return evercart.State{}, evercart.Wrap(err, evercart.Damaged, "hot.open")
	}
	if len(b.Personal) > 0 {
		if err := json.Unmarshal(b.Personal, &b.State.Personal); err != nil {
			return evercart.State{}, evercart.Wrap(err, evercart.Damaged, "hot.open")
		}
	}
	return b.State, nil
}

// fromCache gives the state that a head names, if the cache holds it; else perhaps a lease to leave it there.
func (s *Store) fromCache(ctx context.Context, head evercart.Head) (evercart.State, evercart.Lease, bool) {
	if !s.caches() {
		return evercart.State{}, "", false
	}
	k := evercart.CacheKey{Epoch: s.epoch, Life: head.Life, Session: head.Session}
	c, lease, err := s.config.Cache.Get(ctx, k, head.Seq)
	if err != nil {
		s.counted(func(st *Stats) { st.CacheMisses++ })
		return evercart.State{}, lease, false
	}
	if c.Seq != head.Seq { // a newer one: the session was written after its head was read
		s.counted(func(st *Stats) { st.CacheMisses++ })
		return evercart.State{}, "", false
	}
	state, err := s.open(ctx, k, c)
	if err == nil && head.Of(state) && state.Fold == evercart.FoldVersion {
		s.counted(func(st *Stats) { st.CacheHits++ })
		return state, "", true
	}
	s.counted(func(st *Stats) {
		if err != nil && evercart.CodeOf(err) != evercart.Gone {
			st.CacheCorrupt++
		} else {
			st.CacheStale++
		}
	})
	s.log.Warn("hot: a copy in the cache is no use", "session", head.Session, "seq", c.Seq, "bytes", len(c.Body), "error", err)
	s.uncache(ctx, k)
	return evercart.State{}, "", false
}

// uncache takes copies away. What cannot be reached is never given out all the same: the head does not name it.
func (s *Store) uncache(ctx context.Context, keys ...evercart.CacheKey) {
	if err := s.config.Cache.Forget(ctx, keys...); err != nil {
		s.log.Warn("hot: copies could not be taken away", "copies", len(keys), "error", err)
	}
}

// moved takes the copies of sessions away, whatever life they have, and tells how far these are.
func (s *Store) moved(ctx context.Context, ids ...evercart.SessionID) {
	if s.heads == nil || s.tell == nil {
		return
	}
	heads, err := s.config.Heads.Heads(ctx, ids...)
	if err != nil {
		s.log.Warn("hot: heads could not be read", "sessions", len(ids), "error", err)
	}
	for _, h := range heads {
		if s.caches() {
			s.uncache(ctx, evercart.CacheKey{Epoch: s.epoch, Life: h.Life, Session: h.Session})
		}
		s.note(evercart.Note{What: evercart.NoteSession, Session: h.Session, Seq: h.Seq, Subject: h.Subject})
	}
}

func (s *Store) keysOf(ctx context.Context, ids []evercart.SessionID) []evercart.CacheKey {
	if !s.caches() || len(ids) == 0 {
		return nil
	}
	heads, err := s.config.Heads.Heads(ctx, ids...)
	if err != nil {
		s.log.Warn("hot: heads could not be read", "sessions", len(ids), "error", err)
	}
	keys := make([]evercart.CacheKey, len(heads))
	for i, h := range heads {
		keys[i] = evercart.CacheKey{Epoch: s.epoch, Life: h.Life, Session: h.Session}
	}
	return keys
}

// copiesOf finds the copies of all sessions of a shopper who is about to be erased; afterwards nobody knows which they were.
func (s *Store) copiesOf(ctx context.Context, subjects []evercart.Subject) []evercart.CacheKey {
	if !s.caches() {
		return nil
	}
	var keys []evercart.CacheKey
	for f := (evercart.Filter{Subjects: subjects, Limit: 500}); ; {
		list, err := s.Store.Sessions(ctx, f)
		if err != nil {
			s.log.Warn("hot: the sessions of an erasure could not be listed", "error", err)
			return keys
		}
		ids := make([]evercart.SessionID, len(list))
		for i, v := range list {
			ids[i] = v.Session
		}
		keys = append(keys, s.keysOf(ctx, ids)...)
		if len(list) < f.Limit {
			return keys
		}
		f.After = list[len(list)-1].Cursor
	}
}

// erased takes the copies of an erased shopper away and tells all nodes to forget.
func (s *Store) erased(ctx context.Context, subjects []evercart.Subject, keys []evercart.CacheKey) {
	if len(keys) > 0 {
		s.uncache(ctx, keys...)
	}
	var notes []evercart.Note
	for _, subject := range subjects {
		notes = append(notes, evercart.Note{What: evercart.NoteShopper, Subject: subject})
	}
	seen := map[evercart.Life]bool{}
	for _, k := range keys {
		if !seen[k.Life] {
			seen[k.Life] = true
			notes = append(notes, evercart.Note{What: evercart.NoteKeys, Life: k.Life})
		}
	}
	s.note(notes...)
}
