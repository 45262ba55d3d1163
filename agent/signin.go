package agent

import (
	"context"
	"crypto/rand"
	"strconv"
	"time"

	"github.com/evercart/evercart"
)

// SignIn implements evercart.Conversation.
func (a *Agent) SignIn(ctx context.Context, id evercart.SessionID, user evercart.Personal) (evercart.State, error) {
	_, s, err := a.reach(ctx, id)
	if err != nil {
		return evercart.State{}, err
	}
	s, err = a.signIn(ctx, s, user)
	if err != nil {
		return s, err
	}
	return a.today(ctx, s), nil
}

// signIn names the shopper of a session and merges a guest's into the shopper's open one. Each of its steps may be repeated:
// first the guest becomes an alias, then the session becomes the shopper's open one, or its lines are moved into that. Whoever
// calls again after a crash in between finishes what is left.
func (a *Agent) signIn(ctx context.Context, s evercart.State, user evercart.Personal) (evercart.State, error) {
	known, err := a.name(ctx, s, user)
	if err != nil || s.Subject == known.Subject { // begun under this name: it never was a guest's
		return s, err
	}
	sys := a.system(ctx)
	if known, err = a.setOpen(ctx, known, s.Session, false); err != nil || known.Open == s.Session {
		return s, err
	}
	at := evercart.Attach{Session: known.Open, Channel: s.Channel, Locale: s.Locale}
	into, err := a.beginOr(ctx, known, at)
	if err != nil || into.Session == s.Session {
		return into, err
	}
	return a.mergeInto(sys, s.Session, into.Session)
}

// known makes a guest's session, which was just read, that of a shopper, with the cart that it has.
func (a *Agent) known(ctx context.Context, s evercart.State, user evercart.Personal) error {
	known, err := a.name(ctx, s, user)
	if err != nil {
		return err
	}
	_, err = a.setOpen(ctx, known, s.Session, false)
	return err
}

// name finds the shopper of a user id and makes the guest of a session, which was just read, an alias of it.
func (a *Agent) name(ctx context.Context, s evercart.State, user evercart.Personal) (known evercart.Shopper, err error) {
	if _, err := evercart.ParseUserID(user.Reveal()); err != nil {
		return known, err
	}
	sys := a.system(ctx)
	owner, err := a.Store.Shopper(sys, s.Subject)
	if err != nil {
		return known, err
	}
	if known, err = a.userOf(sys, owner, user); err != nil || owner.Subject == known.Subject {
		return known, err
	}
	return a.Store.Join(sys, s.Subject, known.Subject)
}

// userOf finds the shopper of a user id. Another shopper's session is not there for this one.
func (a *Agent) userOf(sys context.Context, owner evercart.Shopper, user evercart.Personal) (evercart.Shopper, error) {
	switch {
	case owner.Guest:
		return a.Store.Identify(sys, byUser, user)
	case owner.Personal.User == user: // the row that was just read says so
		return owner, nil
	}
	known, err := a.Store.Lookup(sys, byUser, user)
	if evercart.CodeOf(err) == evercart.NotFound || err == nil && known.Subject != owner.Subject {
		return known, s404()
	}
	return known, err
}

// mergeID names the merge of two sessions: doing it twice is doing it once.
func mergeID(from, into evercart.SessionID) string { return string(from) + ">" + string(into) }

// mergeInto moves the lines of one session into another. A turn that runs in either is waited for.
func (a *Agent) mergeInto(sys context.Context, from, into evercart.SessionID) (evercart.State, error) {
	began := a.Clock.Now()
	for {
		done, err := a.mergeOnce(sys, from, into)
		if evercart.CodeOf(err) != evercart.Busy || a.Clock.Now().Sub(began) > a.Limits.Wait {
			return done.State, err
		}
		if err := a.Clock.Sleep(sys, 100*time.Millisecond); err != nil {
			return done.State, evercart.AsError(err)
		}
	}
}

func (a *Agent) mergeOnce(sys context.Context, from, into evercart.SessionID) (evercart.Committed, error) {
	var failed error // reading the shelf: the catalogue is in memory, so it may be read for each run
	done, err := a.Store.Merge(sys, evercart.Merge{From: from, Into: into, ID: mergeID(from, into), Write: evercart.WriteID(rand.Text()), By: "shopper",
		Do: func(f, t evercart.State) (evercart.Change, evercart.Change, error) {
			shelf, err := a.Catalog.Shelf(sys, t.Cart.SKUs(f.Cart.SKUs()...)...)
			if failed = err; err != nil {
				return evercart.Change{}, evercart.Change{}, err
			}
			return a.merging(f, t, shelf)
		}})
	if failed != nil && err != nil {
		return done, failed
	}
	if err == nil {
		a.hub.wake(from)
		a.hub.moved(into, done.State.Seq)
	}
	return done, err
}

// merging decides what each session gets: the lines as commands, so that one SKU is one line and the shop's limits hold; what
// does not fit is noted; preferences that the shopper's session lacks; the guest's focus, which is what was last spoken of.
func (a *Agent) merging(from, to evercart.State, shelf evercart.Shelf) (fromChange, toChange evercart.Change, err error) {
	in, out := seeding{a: a, shelf: shelf, state: to}, seeding{a: a, shelf: shelf, state: from}
	left := 0
	for _, l := range from.Cart.Saved {
		left += in.bring(l, true)
		err = firstOf(err, out.run(evercart.Command{Verb: evercart.Remove, Line: l.No}))
	}
	for _, l := range from.Cart.Lines {
		left += in.bring(l, false)
	}
	err = firstOf(err, out.run(evercart.Command{Verb: evercart.Clear}))
	if left > 0 {
		in.change.Facts = append(in.change.Facts, &evercart.Noted{What: "disclosed", With: map[string]string{"notice": "merge_capped", "left": strconv.Itoa(left)}})
	}
	if len(from.Focus) > 0 {
		in.change.Facts = append(in.change.Facts, &evercart.FocusSet{SKUs: from.Focus, Looked: from.Looked})
	}
	set := &evercart.ContextSet{}
	for k, v := range from.Personal.Context {
		if _, has := to.Personal.Context[k]; has {
			continue
		}
		if set.Personal.Values == nil {
			set.Personal.Values = map[string]evercart.Personal{}
		}
		set.Personal.Values[k] = v
	}
	if len(set.Personal.Values) > 0 {
		in.change.Facts = append(in.change.Facts, set)
	}
	return out.change, in.change, err
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// bring adds as many of a line as may be had, and gives how many may not.
func (c *seeding) bring(l evercart.Line, saved bool) (left int) {
	have := 0
	if o, ok := c.state.Cart.LineOf(l.SKU); ok {
		have = o.Quantity
	}
	n := min(l.Quantity, c.a.now().Shop.MaxQuantity-have)
	if v, ok := c.shelf.Get(l.SKU); ok && v.Stock != evercart.Uncounted {
		n = min(n, v.Stock-have)
	}
	if n < 1 || c.run(evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: n}) != nil {
		return l.Quantity
	}
	switch {
	case saved && have == 0:
		_ = c.run(evercart.Command{Verb: evercart.Save, SKU: l.SKU}) // a full list for later leaves it in the cart
	case l.Kept:
		_ = c.run(evercart.Command{Verb: evercart.Keep, SKU: l.SKU}) // the line is there: it was just added
	}
	return l.Quantity - n
}
