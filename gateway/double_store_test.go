package gateway_test

import (
	"context"
	"iter"
	"time"

	"github.com/evercart/evercart"
)

// store is the part of the double that stands for the system of record.
type store struct{ *double }

var (
	_ evercart.Sessions = store{}
	_ evercart.Shoppers = store{}
	_ evercart.Goods    = store{}
	_ evercart.Nodes    = store{}
)

var notHere = evercart.Errorf(evercart.NotImplemented, "double", "not needed here")

func (store) Update(context.Context, evercart.Update) (evercart.Committed, error) {
	return evercart.Committed{}, notHere
}
func (store) Merge(context.Context, evercart.Merge) (evercart.Committed, error) {
	return evercart.Committed{}, notHere
}
func (s store) Load(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	return s.View(ctx, id)
}
func (store) Turn(context.Context, evercart.SessionID, evercart.TurnID) (evercart.TurnRecord, error) {
	return evercart.TurnRecord{}, notHere
}
func (store) Redact(context.Context, evercart.SessionID, evercart.Seq, evercart.Code) error {
	return notHere
}

func (s store) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.of(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []evercart.Event
	for _, e := range c.events {
		if e.Seq > after && (limit == 0 || len(out) < limit) {
			out = append(out, e)
		}
	}
	return out, nil
}

func (s store) Sessions(_ context.Context, f evercart.Filter) ([]evercart.SessionInfo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []evercart.SessionInfo
	for id, c := range s.sessions {
		in := evercart.Caller{Role: evercart.RoleShopper, Subjects: f.Subjects}
		if len(f.Subjects) == 0 || in.May(c.state.Subject) {
			out = append(out, evercart.SessionInfo{Session: id, Subject: c.state.Subject, Seq: c.state.Seq, Cursor: string(id)})
		}
	}
	return out, nil
}

func (s store) Identify(_ context.Context, _ string, id evercart.Personal) (evercart.Shopper, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return evercart.Shopper{Subject: s.identify(id), Life: "l1"}, nil
}

func (s store) Lookup(_ context.Context, _ string, id evercart.Personal) (evercart.Shopper, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	subject, ok := s.users[id.Reveal()]
	if !ok {
		return evercart.Shopper{}, evercart.Errorf(evercart.NotFound, "double", "no such shopper")
	}
	return evercart.Shopper{Subject: subject, Life: "l1", Personal: evercart.ShopperPersonal{User: id}}, nil
}

func (s store) Shopper(_ context.Context, subject evercart.Subject) (evercart.Shopper, error) {
	if subject == "erased" {
		return evercart.Shopper{}, evercart.Errorf(evercart.NotFound, "double", "no such shopper")
	}
	return evercart.Shopper{Subject: subject, Life: "l1"}, nil
}

func (store) UpdateShopper(context.Context, evercart.Subject, func(evercart.Shopper) (evercart.Shopper, error)) (evercart.Shopper, error) {
	return evercart.Shopper{}, notHere
}
func (store) Release(context.Context, string, evercart.Personal, evercart.Subject) error {
	return notHere
}
func (store) Join(context.Context, evercart.Subject, evercart.Subject) (evercart.Shopper, error) {
	return evercart.Shopper{}, notHere
}

// Erasing knows of one erasure that is not done, which another Erase ends.
func (store) Erasing(_ context.Context, by string, id evercart.Personal) (evercart.Subject, error) {
	if by != "user" || id.Reveal() != "erased-half" {
		return "", evercart.Errorf(evercart.NotFound, "double", "no such erasure")
	}
	return "half", nil
}

func (s store) Erase(_ context.Context, e evercart.Erasure) (evercart.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e.Subject == "erased" {
		return evercart.Receipt{}, evercart.Errorf(evercart.NotFound, "double", "no such shopper")
	}
	if e.Subject == "half" {
		return evercart.Receipt{ID: "r0", Done: true}, nil
	}
	n := 0
	for id, c := range s.sessions {
		if c.state.Subject == e.Subject {
			delete(s.sessions, id)
			n++
		}
	}
	return evercart.Receipt{ID: "r1", Done: true, Parts: map[string]int{"sessions": n}}, nil
}

func (s store) Export(_ context.Context, subject evercart.Subject) (evercart.Export, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := evercart.Export{Shopper: evercart.Shopper{Subject: subject, Personal: evercart.ShopperPersonal{User: "ada"}}}
	for _, c := range s.sessions {
		if c.state.Subject == subject {
			x.Sessions = append(x.Sessions, evercart.SessionExport{State: c.state, Events: c.events})
		}
	}
	return x, nil
}

func (s store) PutProducts(_ context.Context, _ string, products iter.Seq2[evercart.Product, error]) (evercart.PutReport, error) {
	var r evercart.PutReport
	for p, err := range products {
		if err != nil {
			return evercart.PutReport{}, err
		}
		s.mu.Lock()
		s.products[p.ID] = p
		s.mu.Unlock()
		r.Added += len(p.Variants)
	}
	return r, nil
}

func (s store) PatchProduct(_ context.Context, sku evercart.SKU, f func(evercart.Product) (evercart.Product, error)) (evercart.Product, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, p := range s.products {
		for _, v := range p.Variants {
			if v.SKU == sku {
				q, err := f(p)
				if err == nil {
					s.products[id] = q
				}
				return q, err
			}
		}
	}
	return evercart.Product{}, evercart.Errorf(evercart.NotFound, "double", "no such sku")
}

func (s store) DropProduct(_ context.Context, sku evercart.SKU) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, p := range s.products {
		for _, v := range p.Variants {
			if v.SKU == sku {
				delete(s.products, id)
				return nil
			}
		}
	}
	return evercart.Errorf(evercart.NotFound, "double", "no such sku")
}

func (store) Products(context.Context, int64) iter.Seq2[evercart.Stocked, error] {
	return func(func(evercart.Stocked, error) bool) {}
}
func (store) Beat(context.Context, evercart.NodeID) ([]evercart.NodeID, error) { return nil, nil }

func (s store) Check(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.down
}

func (store) Orphans(context.Context, evercart.NodeID, time.Duration, time.Duration) ([]evercart.Orphan, error) {
	return nil, nil
}
