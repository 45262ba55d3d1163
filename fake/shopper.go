package fake

import (
	"cmp"
	"context"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/evercart/evercart"
)

// whole leads from an alias to the shopper that it was merged into. The lock must be held.
func (s *Store) whole(subject evercart.Subject) evercart.Subject {
	for range len(s.aliases) + 1 {
		into, alias := s.aliases[subject]
		if !alias {
			return subject
		}
		subject = into
	}
	return subject
}

// person finds a shopper that the caller may see. The lock must be held.
func (s *Store) person(ctx context.Context, subject evercart.Subject, op string) (*evercart.Shopper, error) {
	c, err := caller(ctx, op)
	if err != nil {
		return nil, err
	}
	p, there := s.shoppers[s.whole(subject)]
	if !there || !s.may(c, subject) && !s.may(c, p.Subject) {
		return nil, notFound(op)
	}
	return p, nil
}

func (s *Store) hashed(ctx context.Context, by string, id evercart.Personal) (string, error) {
	h, err := s.keys.Hash(ctx, []byte(by+"\x00"+id.Reveal()))
	return by + ":" + hex.EncodeToString(h), err
}

// Identify implements evercart.Shoppers.
func (s *Store) Identify(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	if _, err := caller(ctx, "fake.Identify"); err != nil {
		return evercart.Shopper{}, err
	}
	life := evercart.Life(hex.EncodeToString(random(16)))
	if err := s.keys.Begin(ctx, life); err != nil {
		return evercart.Shopper{}, err
	}
	key, err := s.hashed(ctx, by, id)
	if err != nil {
		return evercart.Shopper{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if id != "" && !s.flaws.TwoOfOne {
		if subject, known := s.outside[key]; known {
			return copied(s.shoppers[s.whole(subject)]), nil
		}
	}
	p := &evercart.Shopper{Subject: evercart.Subject(hex.EncodeToString(random(16))), Life: life, Guest: id == ""}
	if by == "user" {
		p.Personal.User = id
	}
	if id != "" {
		s.outside[key] = p.Subject
	}
	s.shoppers[p.Subject], s.lives[life] = p, true
	return copied(p), nil
}

// Lookup implements evercart.Shoppers.
func (s *Store) Lookup(ctx context.Context, by string, id evercart.Personal) (evercart.Shopper, error) {
	c, err := caller(ctx, "fake.Lookup")
	if err != nil {
		return evercart.Shopper{}, err
	}
	key, err := s.hashed(ctx, by, id)
	if err != nil {
		return evercart.Shopper{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	subject, known := s.outside[key]
	if !known || !s.may(c, s.whole(subject)) {
		return evercart.Shopper{}, notFound("fake.Lookup")
	}
	return copied(s.shoppers[s.whole(subject)]), nil
}

// Shopper implements evercart.Shoppers.
func (s *Store) Shopper(ctx context.Context, subject evercart.Subject) (evercart.Shopper, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, subject, "fake.Shopper")
	if err != nil {
		return evercart.Shopper{}, err
	}
	return copied(p), nil
}

// UpdateShopper implements evercart.Shoppers.
func (s *Store) UpdateShopper(ctx context.Context, subject evercart.Subject, do func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	for {
		was, err := s.Shopper(ctx, subject)
		if err != nil {
			return was, err
		}
		next, err := do(copied(&was))
		if err != nil {
			return evercart.Shopper{}, err
		}
		if kept, err := s.replace(ctx, was, next); kept || err != nil {
			return next, err
		}
	}
}

// replace puts next in the place of was, if nobody was faster. What names a shopper is not the function's to change.
func (s *Store) replace(ctx context.Context, was, next evercart.Shopper) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, was.Subject, "fake.UpdateShopper")
	if err != nil {
		return false, err
	}
	if !same(*p, was) && !s.flaws.LostUpdate {
		return false, nil
	}
	next.Subject, next.Life, next.Aliases = p.Subject, p.Life, p.Aliases
	c := copied(&next)
	for _, text := range []*evercart.Personal{&c.Personal.User, &c.Personal.Name, &c.Personal.Phone, &c.Personal.Email} {
		*text = evercart.Private(text.Reveal())
	}
	s.shoppers[p.Subject] = &c
	return true, nil
}

func same(a, b evercart.Shopper) bool {
	return a.Subject == b.Subject && a.Life == b.Life && a.Guest == b.Guest && slices.Equal(a.Aliases, b.Aliases) && a.Open == b.Open && slices.Equal(a.Bring, b.Bring) &&
		a.Tier == b.Tier && a.Locale == b.Locale && maps.Equal(a.Demographics, b.Demographics) && a.Personal == b.Personal
}

func copied(p *evercart.Shopper) evercart.Shopper {
	c := *p
	c.Aliases, c.Bring, c.Demographics = slices.Clone(p.Aliases), slices.Clone(p.Bring), maps.Clone(p.Demographics)
	return c
}

// Join implements evercart.Shoppers.
func (s *Store) Join(ctx context.Context, guest, into evercart.Subject) (evercart.Shopper, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, into, "fake.Join")
	if err != nil {
		return evercart.Shopper{}, err
	}
	g, err := s.person(ctx, guest, "fake.Join")
	if err != nil {
		return evercart.Shopper{}, err
	}
	if g.Subject == p.Subject {
		return copied(p), nil
	}
	if !g.Guest && g.Personal.User != "" {
		return evercart.Shopper{}, evercart.Errorf(evercart.Invalid, "fake.Join", "only somebody whom no user id names is joined to a shopper")
	}
	p.Aliases = append(append(slices.Clone(p.Aliases), g.Subject), g.Aliases...)
	s.aliases[g.Subject] = p.Subject
	s.shopperLives(g.Subject, p.Subject)
	return copied(p), nil
}

// Release implements evercart.Shoppers.
func (s *Store) Release(ctx context.Context, by string, id evercart.Personal, of evercart.Subject) error {
	key, err := s.hashed(ctx, by, id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, of, "fake.Release")
	if err != nil {
		return err
	}
	if subject, known := s.outside[key]; !known || !slices.Contains(p.Subjects(), subject) {
		return notFound("fake.Release")
	}
	delete(s.outside, key)
	return nil
}

// shopperLives leaves the guest's row where its life can be found; the row answers no more by itself.
func (s *Store) shopperLives(guest, into evercart.Subject) {
	if into != guest {
		s.shoppers["alias:"+guest] = s.shoppers[guest]
		delete(s.shoppers, guest)
	}
}

// Erase implements evercart.Shoppers.
func (s *Store) Erase(ctx context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, e.Subject, "fake.Erase")
	if evercart.CodeOf(err) == evercart.NotFound && !s.flaws.GivesUpErasure {
		if todo := s.unfinished(ctx, func(u *unfinished) bool { return slices.Contains(u.subjects, e.Subject) }); todo != nil {
			return todo.cutShort(), nil
		}
	}
	if err != nil {
		return evercart.Receipt{}, err
	}
	lives := []evercart.Life{p.Life}
	for _, a := range p.Aliases {
		if s.flaws.MissesAliases {
			break
		}
		if g, ok := s.shoppers["alias:"+a]; ok {
			lives = append(lives, g.Life)
			delete(s.shoppers, "alias:"+a)
		}
		delete(s.aliases, a)
	}
	r := evercart.Receipt{ID: hex.EncodeToString(random(16)), At: s.now(), Parts: map[string]int{}}
	todo := &unfinished{receipt: r, lives: lives, subjects: p.Subjects()}
	if _, cut := s.cut[p.Life]; cut && s.flaws.UndoesErasure {
		return r, nil
	}
	for _, l := range lives {
		s.lives[l] = false
	}
	for id, h := range s.sessions {
		if slices.Contains(lives, h.state.Life) && !s.flaws.HalfErasure {
			todo.ids, todo.events = append(todo.ids, id), todo.events+len(h.records)
			delete(s.sessions, id)
		}
	}
	maps.DeleteFunc(s.outside, func(key string, subject evercart.Subject) bool {
		of := slices.Contains(p.Subjects(), subject)
		if of {
			todo.names = append(todo.names, key)
		}
		return of
	})
	delete(s.shoppers, p.Subject)
	if _, cut := s.cut[p.Life]; cut {
		s.cut[p.Life] = todo
		return todo.cutShort(), nil
	}
	return s.finish(ctx, todo)
}

// unfinished is what an erasure has left to do once the life has ended; its sessions are found no more.
type unfinished struct {
	receipt evercart.Receipt
	lives   []evercart.Life
	ids     []evercart.SessionID
	events  int

	subjects []evercart.Subject
	names    []string // their outside ids
}

// cutShort is the receipt of one whose keys cannot be destroyed.
func (u *unfinished) cutShort() evercart.Receipt {
	r := u.receipt
	r.Parts = map[string]int{"keys": -1, "sessions": -1}
	return r
}

// unfinished finds an erasure that is not done, of somebody whom the caller may touch. The lock must be held.
func (s *Store) unfinished(ctx context.Context, is func(*unfinished) bool) *unfinished {
	who, _ := evercart.CallerOf(ctx)
	for _, todo := range s.cut {
		if todo != nil && is(todo) && slices.ContainsFunc(todo.subjects, who.May) {
			return todo
		}
	}
	return nil
}

// Erasing implements evercart.Shoppers.
func (s *Store) Erasing(ctx context.Context, by string, id evercart.Personal) (evercart.Subject, error) {
	if _, err := caller(ctx, "fake.Erasing"); err != nil {
		return "", err
	}
	key, err := s.hashed(ctx, by, id)
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	todo := s.unfinished(ctx, func(u *unfinished) bool { return slices.Contains(u.names, key) })
	if todo == nil {
		return "", notFound("fake.Erasing")
	}
	return todo.subjects[0], nil
}

// finish destroys the keys and whatever is left. The lock must be held.
func (s *Store) finish(ctx context.Context, todo *unfinished) (evercart.Receipt, error) {
	for _, l := range todo.lives {
		if err := s.keys.Destroy(ctx, l); err != nil {
			return evercart.Receipt{}, err
		}
	}
	s.jobs = slices.DeleteFunc(s.jobs, func(j *job) bool { return slices.Contains(todo.lives, j.Life) && j.Life != "" })
	r := todo.receipt
	r.Done, r.Parts = true, map[string]int{"keys": len(todo.lives), "sessions": len(todo.ids), "events": todo.events, "shoppers": len(todo.lives)}
	return r, nil
}

// CutErasure lets the keys of a life refuse to be destroyed, until the erasure is mended: then it is carried to its end.
func (s *Store) CutErasure(life evercart.Life) (mend func(context.Context) (evercart.Receipt, error)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cut[life] = nil
	return func(ctx context.Context) (evercart.Receipt, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		todo := s.cut[life]
		if delete(s.cut, life); todo == nil {
			return evercart.Receipt{}, notFound("fake.CutErasure")
		}
		for _, id := range todo.ids {
			if s.flaws.TakesNext {
				delete(s.sessions, id)
			}
		}
		return s.finish(ctx, todo)
	}
}

// Export implements evercart.Shoppers.
func (s *Store) Export(ctx context.Context, subject evercart.Subject) (evercart.Export, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.person(ctx, subject, "fake.Export")
	if err != nil {
		return evercart.Export{}, err
	}
	out := evercart.Export{Shopper: copied(p)}
	for _, h := range s.sessions {
		if slices.Contains(p.Subjects(), h.state.Subject) {
			out.Sessions = append(out.Sessions, evercart.SessionExport{State: h.state, Events: s.readBack(ctx, h, h.records)})
		}
	}
	slices.SortFunc(out.Sessions, func(a, b evercart.SessionExport) int { return cmp.Compare(a.State.Session, b.State.Session) })
	return out, nil
}
