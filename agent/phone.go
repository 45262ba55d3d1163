package agent

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
)

const byPhone = "phone" // how channels hash the numbers of callers

// ClaimPhone makes whoever calls from a number known as a user: calls go on in that shopper's one open session, and the cart of the calls
// before is merged into it, once. That the number is theirs is the shop's word. Again = no change, and finishes what broke off. Invalid; Conflict
// when the number is another user's.
func (a *Agent) ClaimPhone(ctx context.Context, user, number evercart.Personal) error {
	sys := a.system(ctx)
	known, caller, err := a.bothOf(sys, user, number)
	if err != nil {
		return err
	}
	switch {
	case caller.Subject == known.Subject: // done before
	case caller.Personal.User != "":
		return evercart.Errorf(evercart.Conflict, "agent.ClaimPhone", "this number is another user's: release it there first")
	default:
		if known, err = a.joined(sys, known, caller); err != nil {
			return err
		}
	}
	return a.bringAll(sys, known)
}

// bothOf finds or begins the user, and the caller of the number.
func (a *Agent) bothOf(sys context.Context, user, number evercart.Personal) (known, caller evercart.Shopper, err error) {
	if user, err = evercart.ParseUserID(user.Reveal()); err != nil {
		return known, caller, err
	}
	if number, err = evercart.ParsePhone(number.Reveal()); err != nil {
		return known, caller, err
	}
	if known, err = a.Store.Identify(sys, byUser, user); err != nil {
		return known, caller, err
	}
	caller, err = a.Store.Identify(sys, byPhone, number)
	return known, caller, err
}

// joined makes the caller an alias of the user. The session to be brought along is written down first, since an alias's row leads to the user's; it
// counts only once its shopper is one of the user's names.
func (a *Agent) joined(sys context.Context, known, caller evercart.Shopper) (evercart.Shopper, error) {
	if caller.Open != "" {
		if err := a.bring(sys, known, func(list []evercart.SessionID) []evercart.SessionID { return append(list, caller.Open) }); err != nil {
			return known, err
		}
	}
	out, err := a.Store.Join(sys, caller.Subject, known.Subject)
	if evercart.CodeOf(err) == evercart.Conflict && caller.Open != "" {
		_ = a.bring(sys, known, lessOf(caller.Open)) // else it stays there, and counts for nothing
	}
	return out, err
}

// bringAll merges the sessions of those who were joined into the shopper's open one; where there is none, the first of them is it.
func (a *Agent) bringAll(sys context.Context, known evercart.Shopper) error {
	for _, id := range known.Bring {
		if err := a.bringOne(sys, known, id); err != nil {
			return err
		}
		if err := a.bring(sys, known, lessOf(id)); err != nil {
			return err
		}
	}
	return nil
}

func (a *Agent) bringOne(sys context.Context, known evercart.Shopper, id evercart.SessionID) error {
	s, err := a.Store.Load(sys, id)
	switch {
	case evercart.CodeOf(err) == evercart.NotFound:
		return nil
	case err != nil:
		return err
	case s.Into != "" || !slices.Contains(known.Subjects(), s.Subject):
		return nil
	}
	if known, err = a.setOpen(sys, known, id, false); err != nil || known.Open == id {
		return err
	}
	into, err := a.beginOr(sys, known, evercart.Attach{Session: known.Open, Channel: s.Channel, Locale: s.Locale})
	if err != nil || into.Session == id {
		return err
	}
	_, err = a.mergeInto(sys, id, into.Session)
	return err
}

// bring changes the list of sessions that are to be brought along.
func (a *Agent) bring(sys context.Context, known evercart.Shopper, change func([]evercart.SessionID) []evercart.SessionID) error {
	_, err := a.Store.UpdateShopper(sys, known.Subject, func(s evercart.Shopper) (evercart.Shopper, error) {
		s.Bring = change(s.Bring)
		if len(s.Bring) == 0 {
			s.Bring = nil
		}
		slices.Sort(s.Bring)
		s.Bring = slices.Compact(s.Bring)
		return s, nil
	})
	return err
}

func lessOf(id evercart.SessionID) func([]evercart.SessionID) []evercart.SessionID {
	return func(list []evercart.SessionID) []evercart.SessionID {
		return slices.DeleteFunc(list, func(o evercart.SessionID) bool { return o == id })
	}
}

// ReleasePhone ends that: whoever calls from the number next is somebody new. What was said and put into the cart before stays the user's.
// NotFound when the number is not this user's.
func (a *Agent) ReleasePhone(ctx context.Context, user, number evercart.Personal) error {
	sys := a.system(ctx)
	number, err := evercart.ParsePhone(number.Reveal())
	if err != nil {
		return err
	}
	known, err := a.Store.Lookup(sys, byUser, user)
	if err != nil {
		return err
	}
	return a.Store.Release(sys, byPhone, number, known.Subject)
}
