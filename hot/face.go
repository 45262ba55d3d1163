package hot

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"hash/maphash"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// faces remembers for a while who is who, for the time in which a store that several nodes share cannot be asked: a shopper who spoke a moment
// ago need not be a stranger because the database is away. No answer of the store is replaced by it.
type faces struct {
	clock evercart.Clock
	salt  [16]byte // of the outside ids, so that the memory holds none of them
	seed  maphash.Seed

	mu   sync.Mutex                    // guards all below
	of   map[evercart.Subject]face     // by each name that a shopper was found under
	by   map[[32]byte]evercart.Subject // by the hash of an outside id
	left [256]time.Time                // when a shopper of that slot was last forgotten: what was read before that does not enter
	cut  time.Time                     // likewise of all
}

// face is a shopper as it was found last.
type face struct {
	shopper evercart.Shopper
	at      time.Time
}

const (
	maxFaces = 10_000
	faceFor  = 10 * time.Minute // that a shopper is remembered who is not asked for
)

func newFaces(clock evercart.Clock) *faces {
	f := &faces{clock: clock, seed: maphash.MakeSeed(), of: map[evercart.Subject]face{}, by: map[[32]byte]evercart.Subject{}}
	_, _ = rand.Read(f.salt[:]) // never fails
	return f
}

func (f *faces) hash(by string, id evercart.Personal) [32]byte {
	return sha256.Sum256([]byte(string(f.salt[:]) + by + "\x00" + id.Reveal()))
}

func (f *faces) slot(s evercart.Subject) *time.Time {
	return &f.left[maphash.String(f.seed, string(s))%uint64(len(f.left))]
}

// keep remembers a shopper whom the store was asked for at a time, under the name that was asked for.
func (f *faces) keep(asked evercart.Subject, who evercart.Shopper, at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note(asked, who, at)
}

// keepBy likewise, by an outside id.
func (f *faces) keepBy(by string, id evercart.Personal, who evercart.Shopper, at time.Time) {
	h := f.hash(by, id)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.note(who.Subject, who, at) {
		if len(f.by) >= maxFaces {
			clear(f.by) // who is asked for again enters again
		}
		f.by[h] = who.Subject
	}
}

// note needs the lock.
func (f *faces) note(asked evercart.Subject, who evercart.Shopper, at time.Time) bool {
	if !f.cut.Before(at) || !f.slot(asked).Before(at) || !f.slot(who.Subject).Before(at) {
		return false
	}
	if _, there := f.of[asked]; !there && len(f.of) >= maxFaces {
		f.sweep()
	}
	f.of[asked] = face{who, at}
	return true
}

// sweep makes room: what is too old goes, and something in any case. The lock is held.
func (f *faces) sweep() {
	now, most := f.clock.Now(), maxFaces-maxFaces/10
	for s, v := range f.of {
		if now.Sub(v.at) >= faceFor || len(f.of) > most {
			delete(f.of, s)
		}
	}
}

// have gives who is remembered under a name.
func (f *faces) have(asked evercart.Subject) (evercart.Shopper, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	v, ok := f.of[asked]
	if !ok || f.clock.Now().Sub(v.at) >= faceFor {
		return evercart.Shopper{}, false
	}
	return v.shopper, true
}

// haveBy gives who is remembered by an outside id.
func (f *faces) haveBy(by string, id evercart.Personal) (evercart.Shopper, bool) {
	h := f.hash(by, id)
	f.mu.Lock()
	asked, ok := f.by[h]
	f.mu.Unlock()
	if !ok {
		return evercart.Shopper{}, false
	}
	return f.have(asked)
}

// forget forgets shoppers under all of their names.
func (f *faces) forget(subjects ...evercart.Subject) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.clock.Now()
	for _, s := range subjects {
		for _, name := range append(f.of[s].shopper.Subjects(), s) {
			*f.slot(name) = now
			delete(f.of, name)
		}
	}
}

// renew remembers a shopper as it was changed here, by a change that began at a time. Where another change of it came between, nobody can tell which
// one was the last: it is forgotten.
func (f *faces) renew(asked evercart.Subject, who evercart.Shopper, began time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, there := f.of[asked]
	sure := f.cut.Before(began) && f.slot(asked).Before(began) && f.slot(who.Subject).Before(began)
	now := f.clock.Now()
	for _, name := range append(f.of[asked].shopper.Subjects(), append(who.Subjects(), asked)...) {
		*f.slot(name) = now
		delete(f.of, name)
	}
	if there && sure {
		f.of[asked] = face{who, now}
	}
}

// forgetUntil forgets all who were found until a time: what was changed elsewhere until then may have gone unheard.
func (f *faces) forgetUntil(at time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cut = at
	for s, v := range f.of {
		if !v.at.After(at) {
			delete(f.of, s)
		}
	}
}

// forgetBy forgets whom an outside id led to.
func (f *faces) forgetBy(by string, id evercart.Personal) {
	h := f.hash(by, id)
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.by, h)
}

// Shopper implements evercart.Shoppers.
func (s *Store) Shopper(ctx context.Context, id evercart.Subject) (evercart.Shopper, error) {
	if s.faces == nil {
		return s.Store.Shopper(ctx, id)
	}
	asked := s.clock.Now()
	who, err := s.Store.Shopper(ctx, id)
	switch {
	case err == nil:
		s.faces.keep(id, who, asked)
	case evercart.Away(err):
		if known, ok := s.faces.have(id); ok && mayMeet(ctx, id, known) {
			return known, err
		}
	case missing(err):
		s.faces.forget(id)
	}
	return who, err
}

// Lookup implements evercart.Shoppers.
func (s *Store) Lookup(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	return s.byOutside(ctx, by, id, s.Store.Lookup)
}

// Identify implements evercart.Shoppers.
func (s *Store) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	return s.byOutside(ctx, by, id, s.Store.Identify)
}

func (s *Store) byOutside(ctx context.Context, by string, id evercart.Personal, find func(context.Context, string, evercart.Personal) (evercart.Shopper, error)) (evercart.Shopper, error) {
	if s.faces == nil || id == "" {
		return find(ctx, by, id)
	}
	asked := s.clock.Now()
	who, err := find(ctx, by, id)
	switch {
	case err == nil:
		s.faces.keepBy(by, id, who, asked)
	case evercart.Away(err):
		if known, ok := s.faces.haveBy(by, id); ok && mayMeet(ctx, known.Subject, known) {
			return known, err
		}
	case missing(err):
		s.faces.forgetBy(by, id)
	}
	return who, err
}

// Release implements evercart.Shoppers.
func (s *Store) Release(ctx context.Context, by string, id evercart.Personal, of evercart.Subject) error {
	err := s.Store.Release(ctx, by, id, of)
	if s.faces != nil {
		s.faces.forgetBy(by, id)
		s.faces.forget(of)
	}
	if err == nil {
		s.note(evercart.Note{What: evercart.NoteShopper, Subject: of})
	}
	return err
}

// unmeet forgets shoppers who were changed.
func (s *Store) unmeet(subjects ...evercart.Subject) {
	if s.faces != nil {
		s.faces.forget(subjects...)
	}
}

// missing says that there is nobody.
func missing(err error) bool {
	code := evercart.CodeOf(err)
	return code == evercart.NotFound || code == evercart.Gone
}

// mayMeet says that the caller may see a shopper, whom it asked for by one of his names.
func mayMeet(ctx context.Context, asked evercart.Subject, who evercart.Shopper) bool {
	c, ok := evercart.CallerOf(ctx)
	return ok && (c.May(asked) || c.May(who.Subject))
}
