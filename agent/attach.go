package agent

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// Attach implements evercart.Conversation.
func (a *Agent) Attach(ctx context.Context, at evercart.Attach) (evercart.State, error) {
	s, err := a.attachIn(ctx, at)
	if err != nil {
		return s, err
	}
	return a.today(ctx, s), nil
}

// attachIn attaches within the time of one reading, all that it asks the store counted together. What it writes may go on without it:
// the same again finds it done.
func (a *Agent) attachIn(ctx context.Context, at evercart.Attach) (evercart.State, error) {
	within, cancel := context.WithTimeout(ctx, a.Limits.Read)
	type attached struct {
		state evercart.State
		err   error
	}
	done := make(chan attached, 1)
	if err := a.begin(func() {
		defer cancel()
		s, err := a.attachSafely(within, at)
		done <- attached{s, err}
	}); err != nil {
		cancel()
		return evercart.State{}, err
	}
	var got attached
	select {
	case got = <-done:
	case <-within.Done():
		select { // it may have ended with its time
		case got = <-done:
		default:
			got.err = evercart.AsError(within.Err())
		}
	}
	if code := evercart.CodeOf(got.err); (code == evercart.Timeout || code == evercart.Canceled) && ctx.Err() == nil {
		got.err = &evercart.Error{Code: evercart.Unavailable, Op: "agent.Attach", Message: "the store does not answer", RetryAfter: time.Second, Err: got.err}
	}
	return got.state, got.err
}

// attachSafely has whoever waits for an attachment hear of its panic.
func (a *Agent) attachSafely(ctx context.Context, at evercart.Attach) (s evercart.State, err error) {
	defer mishap.Catch(a.Log, "attach", func() { err = evercart.Errorf(evercart.Internal, "agent.Attach", "the session could not be entered") })
	return a.attach(ctx, at)
}

func (a *Agent) attach(ctx context.Context, at evercart.Attach) (evercart.State, error) {
	caller, ok := evercart.CallerOf(ctx)
	if !ok {
		return evercart.State{}, evercart.Errorf(evercart.Forbidden, "agent.Attach", "nobody calls")
	}
	if at.Session != "" {
		id, err := evercart.ParseSessionID(string(at.Session))
		if err != nil {
			return evercart.State{}, err
		}
		at.Session = id
		s, err := a.join(ctx, at)
		if evercart.CodeOf(err) != evercart.NotFound || !at.Begin {
			return s, err
		}
		if _, err := a.Store.Load(a.system(ctx), id); evercart.CodeOf(err) != evercart.NotFound {
			if err != nil {
				return evercart.State{}, err
			}
			return a.join(ctx, at) // begun by another connection since, or another's
		}
	}
	who, remembered, err := a.speaker(ctx, caller, at)
	switch {
	case err != nil:
		return evercart.State{}, err
	case remembered:
		return a.rememberedOf(ctx, who, at)
	}
	s, err := a.openFor(ctx, who, at)
	switch evercart.CodeOf(err) {
	case evercart.NotFound, evercart.Conflict, evercart.Gone: // begun meanwhile, for another guest perhaps: it is entered as by who comes a moment later
		if at.Session == "" {
			break
		}
		if _, there := a.Store.Load(a.system(ctx), at.Session); there == nil {
			return a.join(ctx, at)
		}
	}
	return s, err
}

// join enters a session that is there. Who speaks must be its shopper, or its shopper must be a guest, who is then known. A
// cart belongs to its session: what the shopper has in another one is merged at a sign-in, not because somebody speaks.
func (a *Agent) join(ctx context.Context, at evercart.Attach) (evercart.State, error) {
	_, s, err := a.reachIn(ctx, at.Session, a.Limits.Read/2) // the rest is for who speaks
	if evercart.Away(err) && ctx.Err() == nil && s.Seq > 0 && s.Into == "" && at.Seed == nil && (at.User == "" || a.remembersAs(ctx, s, at.User)) {
		return s, nil // remembered: what can be said without the store, the turn decides
	}
	if err != nil {
		return s, err
	}
	if at.User != "" {
		if err = a.known(ctx, s, at.User); err != nil {
			return s, err
		}
	}
	if at.Seed != nil {
		return s, evercart.Errorf(evercart.Conflict, "agent.Attach", "this session has begun already")
	}
	return s, nil
}

// rememberedOf is the open session of a shopper, as far as both are remembered while the store is away. Unavailable.
func (a *Agent) rememberedOf(ctx context.Context, who evercart.Shopper, at evercart.Attach) (evercart.State, error) {
	if who.Open != "" && (at.Session == "" || at.Session == who.Open) && at.Seed == nil {
		_, s, err := a.reachIn(a.system(ctx), who.Open, a.Limits.Read/2)
		if (err == nil || evercart.Away(err)) && ctx.Err() == nil && s.Seq > 0 && s.Into == "" && slices.Contains(who.Subjects(), s.Subject) {
			return s, nil
		}
	}
	return evercart.State{}, &evercart.Error{Code: evercart.Unavailable, Op: "agent.Attach", Message: "the store does not answer", RetryAfter: time.Second}
}

// remembersAs says that a session is the one of this user, as far as is remembered while the store is away.
func (a *Agent) remembersAs(ctx context.Context, s evercart.State, user evercart.Personal) bool {
	ctx, cancel := context.WithTimeout(a.system(ctx), a.Limits.Read/5)
	defer cancel()
	owner, err := a.Store.Shopper(ctx, s.Subject)
	return (err == nil || evercart.Away(err)) && !owner.Guest && owner.Personal.User == user
}

// speaker finds who the session will belong to: the user named, else the owner named by the caller's subjects, else a guest. While the store is
// away it is who is remembered, if anybody.
func (a *Agent) speaker(ctx context.Context, caller evercart.Caller, at evercart.Attach) (_ evercart.Shopper, remembered bool, _ error) {
	sys := a.system(ctx)
	switch {
	case at.User != "":
		return evercart.Meet(sys, func(sys context.Context) (evercart.Shopper, error) {
			if at.Begin {
				return a.Store.Identify(sys, byUser, at.User)
			}
			return a.Store.Lookup(sys, byUser, at.User)
		})
	case caller.Role == evercart.RoleShopper && len(caller.Subjects) > 0:
		return evercart.Meet(sys, func(sys context.Context) (evercart.Shopper, error) { return a.Store.Shopper(sys, caller.Subjects[0]) })
	case !at.Begin:
		return evercart.Shopper{}, false, s404()
	}
	guest, err := a.Store.Identify(sys, byUser, "")
	return guest, false, err
}

const byUser = "user" // how the ids of the edges are hashed

// openFor gives a session to speak in: the one asked for, begun if need be, which becomes the shopper's open one; without an
// id, the shopper's open one.
func (a *Agent) openFor(ctx context.Context, who evercart.Shopper, at evercart.Attach) (evercart.State, error) {
	if at.Session != "" {
		s, err := a.beginOr(ctx, who, at)
		if err != nil {
			return s, err
		}
		_, err = a.setOpen(ctx, who, s.Session, true)
		return s, err
	}
	if !at.Begin && who.Open == "" {
		return evercart.State{}, evercart.Errorf(evercart.NotFound, "agent.Attach", "no open session")
	}
	who, err := a.setOpen(ctx, who, newSession(), false)
	if err != nil {
		return evercart.State{}, err
	}
	at.Session = who.Open
	return a.beginOr(ctx, who, at)
}

// setOpen makes a session the shopper's open one; where there is one already it stays, unless this one is to replace it.
func (a *Agent) setOpen(ctx context.Context, who evercart.Shopper, id evercart.SessionID, replace bool) (evercart.Shopper, error) {
	if who.Open == id || who.Open != "" && !replace {
		return who, nil
	}
	return a.Store.UpdateShopper(a.system(ctx), who.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		if s.Open == "" || replace {
			s.Open = id
		}
		return s, nil
	})
}

// beginOr enters the session, following merges, or begins it.
func (a *Agent) beginOr(ctx context.Context, who evercart.Shopper, at evercart.Attach) (evercart.State, error) {
	_, s, err := a.reach(a.system(ctx), at.Session)
	switch {
	case err == nil && !slices.Contains(who.Subjects(), s.Subject):
		return evercart.State{}, s404()
	case err == nil && at.Seed != nil:
		return s, evercart.Errorf(evercart.Conflict, "agent.Attach", "this session has begun already")
	case evercart.CodeOf(err) != evercart.NotFound:
		return s, err
	}
	return a.first(ctx, who, at)
}

// first writes a session's first facts.
func (a *Agent) first(ctx context.Context, who evercart.Shopper, at evercart.Attach) (evercart.State, error) {
	began, err := a.seeded(ctx, who, at)
	if err != nil {
		return evercart.State{}, err
	}
	again := false
	done, err := a.update(a.system(ctx), evercart.Update{Session: at.Session, Life: who.Life, Open: true, By: "shopper",
		Do: func(s evercart.State) (evercart.Change, error) {
			if again = s.Seq > 0; again { // another connection was faster
				return evercart.Change{}, nil
			}
			return began, nil
		}})
	switch {
	case err != nil:
		return done.State, err
	case again && (at.Seed != nil || !slices.Contains(who.Subjects(), done.State.Subject)):
		return evercart.State{}, evercart.Errorf(evercart.Conflict, "agent.Attach", "this session has begun already")
	}
	return done.State, nil
}

func (a *Agent) opening(who evercart.Shopper, at evercart.Attach) *evercart.SessionOpened {
	locale := at.Locale
	if locale == "" {
		locale = who.Locale
	}
	if locale == "" {
		locale = a.Shop.Locale
	}
	return &evercart.SessionOpened{Shop: a.Shop.ID, Subject: who.Subject, Life: who.Life, Channel: at.Channel, Locale: locale, Currency: a.Shop.Currency}
}

// seeded is the first change of a session: its opening, and what it begins with, by the cart's own rules.
func (a *Agent) seeded(ctx context.Context, who evercart.Shopper, at evercart.Attach) (evercart.Change, error) {
	c := facts(a.opening(who, at))
	if at.Seed == nil {
		return c, nil
	}
	cart := seeding{a: a, change: c, state: evercart.State{Session: at.Session}}
	var skus []evercart.SKU
	for _, l := range slices.Concat(at.Seed.Cart, at.Seed.Saved) {
		skus = append(skus, l.SKU)
	}
	var err error
	if cart.shelf, err = a.Catalog.Shelf(ctx, append(skus, at.Seed.Focus...)...); err != nil {
		return c, err
	}
	if err := cart.fold(c.Facts...); err != nil {
		return c, err
	}
	for _, l := range at.Seed.Saved { // first, so that saving takes no line of the cart along
		if err := cart.run(evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: l.Quantity}, evercart.Command{Verb: evercart.Save, SKU: l.SKU}); err != nil {
			return c, err
		}
	}
	for _, l := range at.Seed.Cart {
		if err := cart.run(evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: l.Quantity}); err != nil {
			return c, err
		}
	}
	if focus, err := cart.focus(ctx, at.Seed.Focus); err != nil {
		return c, err
	} else if len(focus) > 0 {
		cart.change.Facts = append(cart.change.Facts, &evercart.FocusSet{SKUs: focus})
	}
	return cart.change, nil
}

// seeding runs commands one after the other and keeps their facts.
type seeding struct {
	a      *Agent
	shelf  evercart.Shelf
	state  evercart.State
	change evercart.Change
}

// focus takes a product's id for its first variant: who shows goods may know them by either.
func (c *seeding) focus(ctx context.Context, named []evercart.SKU) ([]evercart.SKU, error) {
	out := make([]evercart.SKU, 0, len(named))
	for _, n := range named {
		if _, ok := c.shelf.Get(n); ok {
			out = append(out, n)
			continue
		}
		p, err := c.a.Catalog.Product(ctx, string(n))
		switch {
		case err == nil && len(p.Variants) > 0:
			n = p.Variants[0].SKU
		case err != nil && evercart.CodeOf(err) != evercart.NotFound:
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (c *seeding) fold(f ...evercart.Fact) (err error) {
	c.state, _, err = c.state.After(c.a.Clock.Now(), "", "shopper", f...)
	return err
}

func (c *seeding) run(commands ...evercart.Command) error {
	for _, cmd := range commands {
		f, err := c.state.Cart.Decide(cmd, c.shelf, c.a.now().Shop)
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		f.Command.Verb = evercart.Begin
		if err := c.fold(f); err != nil {
			return err
		}
		c.change.Facts = append(c.change.Facts, f)
	}
	return nil
}

// newSession makes a random UUID of version 4.
func newSession() evercart.SessionID {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	h := hex.EncodeToString(b[:])
	return evercart.SessionID(h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:])
}

// s404 is the one answer for what is not there and what is another's.
func s404() error { return evercart.Errorf(evercart.NotFound, "agent", "no such session") }
