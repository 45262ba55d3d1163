package gateway_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// double is a shop in memory, as far as this edge can tell it from the real one. Its words: "add SKU" changes the cart, "wait"
// is answered once release is closed, "fail CODE" fails, all else is repeated.
type double struct {
	mu       sync.Mutex
	sessions map[evercart.SessionID]*conversation
	users    map[string]evercart.Subject
	products map[string]evercart.Product
	turns    map[string]evercart.Reply // session/turn
	words    map[string]string
	changed  chan struct{} // closed and made anew with every change
	release  chan struct{}
	cut      []evercart.Interruption
	late     int // interruptions for which a turn is not there yet
	spoken   []evercart.Utterance
	down     error
}

type conversation struct {
	state  evercart.State
	events []evercart.Event
	turns  []evercart.TurnView
}

var (
	_ evercart.Conversation = (*double)(nil)
	_ evercart.Catalog      = (*double)(nil)
)

func newDouble() *double {
	p := evercart.Product{ID: "silk-blouse", Title: "Silk Blouse", Image: "/images/silk-blouse.svg", Variants: []evercart.Variant{
		{SKU: "BLS-IVR-M", Price: 8950, Currency: "USD", Stock: 3, Active: true, Version: 1,
			Options: []evercart.Option{{Name: "size", Value: "M"}, {Name: "color", Value: "ivory"}}},
	}}
	return &double{
		sessions: map[evercart.SessionID]*conversation{}, users: map[string]evercart.Subject{}, products: map[string]evercart.Product{p.ID: p},
		turns: map[string]evercart.Reply{}, words: map[string]string{}, changed: make(chan struct{}), release: make(chan struct{}),
	}
}

var notFound = evercart.Errorf(evercart.NotFound, "double", "no such session")

// of finds a session that the caller may touch. mu is held.
func (d *double) of(ctx context.Context, id evercart.SessionID) (*conversation, error) {
	caller, ok := evercart.CallerOf(ctx)
	if !ok {
		return nil, evercart.Errorf(evercart.Forbidden, "double", "no caller")
	}
	c := d.sessions[id]
	if c == nil || !caller.May(c.state.Subject) {
		return nil, notFound
	}
	if c.state.Into != "" {
		return d.sessions[c.state.Into], nil
	}
	return c, nil
}

// merge makes one session go on in another, as a sign-in does.
func (d *double) merge(from, into evercart.SessionID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.commit(d.sessions[from], "", &evercart.SessionMerged{Merge: "m", Into: into})
}

func (d *double) commit(c *conversation, turn evercart.TurnID, facts ...evercart.Fact) {
	after, events, err := c.state.After(time.Unix(1_700_000_000, 0).UTC(), turn, "agent", facts...)
	if err != nil {
		panic(err)
	}
	c.state, c.events = after, append(c.events, events...)
	close(d.changed)
	d.changed = make(chan struct{})
}

func (d *double) Attach(ctx context.Context, a evercart.Attach) (evercart.State, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	caller, ok := evercart.CallerOf(ctx)
	if !ok {
		return evercart.State{}, evercart.Errorf(evercart.Forbidden, "double", "no caller")
	}
	subject := evercart.Subject("guest-" + string(a.Session))
	if a.User != "" {
		subject = d.identify(a.User)
	} else if caller.Role == evercart.RoleShopper {
		subject = caller.Subjects[0]
	}
	if a.Session == "" {
		a.Session = evercart.SessionID(fmt.Sprintf("00000000-0000-4000-8000-%012d", len(d.sessions)+1))
	}
	c := d.sessions[a.Session]
	if c == nil {
		if !a.Begin {
			return evercart.State{}, notFound
		}
		c = &conversation{state: evercart.State{Session: a.Session}}
		d.sessions[a.Session] = c
		d.commit(c, "", &evercart.SessionOpened{Shop: "default", Subject: subject, Life: "l1", Channel: a.Channel, Locale: a.Locale, Currency: "USD"})
		if a.Seed != nil {
			for _, l := range a.Seed.Cart {
				if err := d.add(c, "", l.SKU, l.Quantity); err != nil {
					return evercart.State{}, err
				}
			}
		}
	}
	if !caller.May(c.state.Subject) || a.User != "" && c.state.Subject != subject {
		return evercart.State{}, notFound
	}
	return c.state, nil
}

func (d *double) identify(u evercart.Personal) evercart.Subject {
	s, ok := d.users[u.Reveal()]
	if !ok {
		s = evercart.Subject("subject-" + fmt.Sprint(len(d.users)+1))
		d.users[u.Reveal()] = s
	}
	return s
}

func (d *double) shelf() evercart.Shelf {
	out := evercart.Shelf{}
	for _, p := range d.products {
		for _, v := range p.Variants {
			out[v.SKU.Fold()] = evercart.Shelved{Variant: v, Product: p.ID, Title: p.Title, Image: p.Image}
		}
	}
	return out
}

func (d *double) add(c *conversation, turn evercart.TurnID, sku evercart.SKU, n int) error {
	f, err := c.state.Cart.Decide(evercart.Command{Verb: evercart.Add, SKU: sku, Quantity: n}, d.shelf(), evercart.DefaultShop())
	if err == nil {
		d.commit(c, turn, f)
	}
	return err
}

func (d *double) Take(ctx context.Context, u evercart.Utterance) iter.Seq2[evercart.Spoken, error] {
	return func(yield func(evercart.Spoken, error) bool) {
		d.mu.Lock()
		c, err := d.of(ctx, u.Session)
		key := string(u.Session) + "/" + string(u.Turn)
		old, known := d.turns[key]
		same := d.words[key] == u.Text.Reveal()
		d.spoken = append(d.spoken, u)
		d.mu.Unlock()
		switch {
		case err != nil:
			yield(evercart.Spoken{}, err)
		case known && !same:
			yield(evercart.Spoken{}, evercart.Errorf(evercart.TurnMismatch, "double", "other words"))
		case known:
			yield(evercart.Spoken{Turn: u.Turn, Reply: &old}, nil)
		default:
			d.answer(ctx, c, u, yield)
		}
	}
}

func (d *double) answer(ctx context.Context, c *conversation, u evercart.Utterance, yield func(evercart.Spoken, error) bool) {
	words := u.Text.Reveal()
	if u.What == evercart.SayGreeting {
		words = "Welcome."
	}
	if words == "wait" {
		if !yield(evercart.Spoken{Turn: u.Turn, Text: "One moment.", Hold: true}, nil) {
			return
		}
		select {
		case <-d.release:
		case <-ctx.Done():
			yield(evercart.Spoken{}, ctx.Err())
			return
		}
	}
	if code, ok := strings.CutPrefix(words, "fail "); ok {
		yield(evercart.Spoken{}, evercart.Errorf(evercart.Code(code), "double", "the secret cause"))
		return
	}
	d.mu.Lock()
	open := &evercart.TurnOpened{Node: "n1", Channel: u.Channel, What: u.What, MAC: []byte("mac")}
	open.Personal.Words = u.Text
	d.commit(c, u.Turn, open)
	reply := "You said: " + words
	if sku, ok := strings.CutPrefix(words, "add "); ok {
		reply = "Added."
		if err := d.add(c, u.Turn, evercart.SKU(sku), 1); err != nil {
			reply = "I could not."
		}
	}
	closed := &evercart.TurnClosed{How: evercart.Done, Brain: "double"}
	closed.Personal.Generated = evercart.Personal(reply)
	d.commit(c, u.Turn, closed)
	c.turns = append(c.turns, evercart.TurnView{Turn: u.Turn, What: u.What, At: time.Now(), Opened: c.state.Seq - 1, Closed: c.state.Seq, Said: u.Text,
		Reply: evercart.Personal(reply), Spoken: evercart.Personal(reply), How: evercart.Done})
	r := evercart.Reply{Turn: u.Turn, Text: evercart.Personal(reply), Display: evercart.Personal(reply), How: evercart.Done,
		Seq: c.state.Seq, Cart: c.state.Cart, Durable: true}
	d.turns[string(u.Session)+"/"+string(u.Turn)], d.words[string(u.Session)+"/"+string(u.Turn)] = r, u.Text.Reveal()
	d.mu.Unlock()
	if yield(evercart.Spoken{Turn: u.Turn, Text: reply}, nil) {
		yield(evercart.Spoken{Turn: u.Turn, Reply: &r}, nil)
	}
}

func (d *double) Interrupt(ctx context.Context, i evercart.Interruption) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, err := d.of(ctx, i.Session); err != nil {
		return err
	}
	if i.Turn == "unheard-of" {
		return evercart.Errorf(evercart.NotFound, "double", "no such turn")
	}
	if d.late > 0 {
		d.late--
		return evercart.Errorf(evercart.NotFound, "double", "no such turn")
	}
	d.cut = append(d.cut, i)
	return nil
}

func (d *double) SignIn(ctx context.Context, id evercart.SessionID, user evercart.Personal) (evercart.State, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.of(ctx, id)
	if err != nil {
		return evercart.State{}, err
	}
	c.state.Subject = d.identify(user)
	return c.state, nil
}

func (d *double) View(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.of(ctx, id)
	if err != nil {
		return evercart.State{}, err
	}
	return c.state, nil
}

func (d *double) Transcript(ctx context.Context, id evercart.SessionID, after evercart.Seq, last int) ([]evercart.TurnView, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	c, err := d.of(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []evercart.TurnView
	for _, t := range c.turns {
		if t.Closed > after {
			out = append(out, t)
		}
	}
	if last > 0 && len(out) > last {
		out = out[len(out)-last:]
	}
	return out, nil
}

func (d *double) Follow(ctx context.Context, id evercart.SessionID, after evercart.Seq) iter.Seq2[evercart.Event, error] {
	return func(yield func(evercart.Event, error) bool) {
		d.mu.Lock()
		if c, err := d.of(ctx, id); err == nil {
			id = c.state.Session // it stays there, also when that session is merged later
		}
		d.mu.Unlock()
		for {
			d.mu.Lock()
			_, err := d.of(ctx, id)
			changed := d.changed
			var list []evercart.Event
			if err == nil {
				list = slices.Clone(d.sessions[id].events)
			}
			d.mu.Unlock()
			if err != nil {
				yield(evercart.Event{}, err)
				return
			}
			for _, e := range list {
				if e.Seq <= after {
					continue
				}
				if after = e.Seq; !yield(e, nil) {
					return
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

func (d *double) Shelf(context.Context, ...evercart.SKU) (evercart.Shelf, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.shelf(), nil
}

func (d *double) Product(_ context.Context, id string) (evercart.Product, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.products[id]
	if !ok {
		return p, notFound
	}
	return p, nil
}

func (d *double) ProductOf(ctx context.Context, _ evercart.SKU) (evercart.Product, error) {
	return d.Product(ctx, "silk-blouse")
}

func (d *double) Find(_ context.Context, q evercart.Query) (evercart.Finding, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var f evercart.Finding
	for _, p := range d.products {
		if strings.Contains(strings.ToLower(p.Title), strings.ToLower(q.Words)) {
			f.Hits, f.Sure = append(f.Hits, evercart.Hit{Product: p, Variants: p.Variants, Score: 1}), true
		}
	}
	return f, nil
}
