package evercart

import (
	"slices"
	"time"
)

// Update is the one way to change a session.
type Update struct {
	Session SessionID
	Life    Life    // as known when the words reached us: Gone once it has ended
	Open    bool    // begin it if it is not there; Do's first fact is then a SessionOpened whose Life is the shopper's present one
	Write   WriteID // minted by the caller, new for each Update: the same one again is the same write
	// After is the session's seq when Write was minted: no write of that id is older, so that a store need not look through the whole
	// session for it. 0 = it may be of any age.
	After Seq
	Base  *State // newest state that the caller has; nil = the store reads. A stale one costs a second run, never a wrong result
	// Claim set = write as this turn: ClaimLost once the session is claimed otherwise, also after a reload.
	Claim *Claim
	// Displace is the dead claim that is taken over; without it, opening or taking a turn is Busy while any claim stands.
	Displace *Claim
	Turn     TurnID
	By       Actor
	// Do decides on the state it is given. It is pure, may run again on a newer state, and an error of its own saves nothing
	// and comes back as it is. A Change without facts writes nothing.
	Do func(State) (Change, error)
}

// Change commits whole or not at all.
type Change struct {
	Facts []Fact
	Jobs  []Job  // one with a Key that is there already is left alone
	Takes []Take // one that is not to be had refuses this change alone
}

// Take is what a change relies on outside its session.
type Take struct {
	What     string // TakeStock, TakeCoupon, TakeRelied
	ID       string // SKU, coupon code
	Quantity int    // stock, coupon uses; negative gives back
	Version  int64  // relied: PriceChanged when the row has moved
}

// What a Take takes.
const (
	TakeStock  = "stock"  // OutOfStock when there is not that much
	TakeCoupon = "coupon" // CouponRefused when it is used up or gone
	TakeRelied = "relied" // PriceChanged when the catalogue row has another version
)

// Committed is what an Update left behind: the state after it, and its events (none when nothing was written).
type Committed struct {
	State  State
	Events []Event
}

// Merge is a sign-in: two sessions, one commit. Do gives the change of each; the same ID again changes nothing and returns
// the state of Into.
type Merge struct {
	From, Into SessionID
	ID         string
	Write      WriteID
	By         Actor
	Do         func(from, into State) (fromChange, intoChange Change, err error)
}

// Run is one attempt on s: guard, decide, stamp, fold. Every store calls it, so that stores differ in how they store and
// never in opinion. The order of refusals is that of Sessions.
func (u Update) Run(s State, now time.Time) (Change, Committed, error) {
	life := u.Life
	if life == "" && u.Base != nil { // an erased id may begin again: what was decided for the one life is not for the other
		life = u.Base.Life
	}
	if life != "" && s.Life != "" && s.Life != life {
		return Change{}, Committed{}, Errorf(Gone, "Update", "this shopper's data was erased")
	}
	if s.Session != "" && s.Session != u.Session {
		return Change{}, Committed{}, Errorf(Invalid, "Update", "the base is of another session")
	}
	if s.Life == "" { // not there yet
		if !u.Open {
			return Change{}, Committed{}, Errorf(NotFound, "Update", "no such session")
		}
		s.Session = u.Session
	}
	if claimsHold && u.Claim != nil && (s.Active == nil || s.Active.No != u.Claim.No) {
		return Change{}, Committed{State: s}, Errorf(ClaimLost, "Update", "the turn is another's now")
	}
	c, err := u.Do(s)
	if err != nil {
		return Change{}, Committed{State: s}, err
	}
	if err := u.admit(s, c); err != nil {
		return Change{}, Committed{State: s}, err
	}
	after, events, err := s.After(now.UTC().Truncate(time.Millisecond), u.Turn, u.By, c.Facts...)
	for i := range events {
		events[i].Write = u.Write
	}
	return c, Committed{State: after, Events: events}, err
}

// admit holds what Do gave against the session: a turn waits for another that runs, a first fact opens, and only a first.
func (u Update) admit(s State, c Change) error {
	for i, f := range c.Facts {
		switch f.(type) {
		case *TurnOpened, *TurnTaken:
			if u.Turn == "" {
				return Errorf(Invalid, "Update", "a turn has an id")
			}
			if _, takes := f.(*TurnTaken); takes && (s.Active == nil || s.Active.Turn != u.Turn) { // closed by another that took it over
				return Errorf(ClaimLost, "Update", "this turn does not run, it cannot be taken over")
			}
			if s.Active != nil && (u.Displace == nil || u.Displace.No != s.Active.No) {
				return &Error{Code: Busy, Op: "Update", Message: "another turn of this session is running", RetryAfter: time.Second}
			}
		case *SessionOpened:
			if i > 0 || s.Seq > 0 {
				return Errorf(Invalid, "Update", "a session is opened once")
			}
			continue
		}
		if i == 0 && s.Seq == 0 {
			return Errorf(Invalid, "Update", "a session begins with session.opened")
		}
	}
	return nil
}

// Merging is one attempt of a Merge: what each session gets.
type Merging struct {
	From, Into             Committed
	FromChange, IntoChange Change
	Again                  bool // done before: nothing to write, Into.State is the answer
}

// Run is one attempt on the two states: guard, decide, stamp, fold. Every store calls it, as Update.Run. A SessionMerged is
// added to each change that lacks it, as its last fact.
func (m Merge) Run(from, into State, now time.Time) (Merging, error) {
	r := Merging{From: Committed{State: from}, Into: Committed{State: into}}
	switch {
	case m.ID == "" || m.From == m.Into:
		return r, Errorf(Invalid, "Merge", "a merge has an id and two sessions")
	case from.Life == "" || into.Life == "":
		return r, Errorf(NotFound, "Merge", "no such session")
	case slices.Contains(into.Merged, m.ID), slices.Contains(from.Merged, m.ID):
		r.Again = true
		return r, nil
	case from.Active != nil || into.Active != nil:
		return r, &Error{Code: Busy, Op: "Merge", Message: "a turn of one of the sessions is running", RetryAfter: time.Second}
	}
	var err error
	if r.FromChange, r.IntoChange, err = m.Do(from, into); err != nil {
		return r, err
	}
	r.FromChange.Facts = merged(r.FromChange.Facts, SessionMerged{Merge: m.ID, Into: m.Into})
	r.IntoChange.Facts = merged(r.IntoChange.Facts, SessionMerged{Merge: m.ID, From: m.From})
	now = now.UTC().Truncate(time.Millisecond)
	if r.From, err = m.half(from, now, r.FromChange); err != nil {
		return r, err
	}
	r.Into, err = m.half(into, now, r.IntoChange)
	return r, err
}

func (m Merge) half(s State, now time.Time, c Change) (Committed, error) {
	if err := (Update{}).admit(s, c); err != nil {
		return Committed{State: s}, err
	}
	after, events, err := s.After(now, "", m.By, c.Facts...)
	for i := range events {
		events[i].Write = m.Write
	}
	return Committed{State: after, Events: events}, err
}

// merged is the facts with the mark of the merge.
func merged(facts []Fact, mark SessionMerged) []Fact {
	for _, f := range facts {
		if have, ok := f.(*SessionMerged); ok && have.Merge == mark.Merge {
			return facts
		}
	}
	return append(slices.Clone(facts), &mark)
}
