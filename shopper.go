package evercart

import (
	"context"
	"slices"
	"time"
)

// Shopper is the person; a guest until known. Rows elsewhere name the Subject alone.
type Shopper struct {
	Subject      Subject           `json:"subject"`
	Life         Life              `json:"life"`
	Guest        bool              `json:"guest,omitempty"`
	Aliases      []Subject         `json:"aliases,omitempty"` // guests merged in: an erasure reaches them too
	Open         SessionID         `json:"open,omitempty"`    // the one open session, which holds the cart and which every channel joins
	Bring        []SessionID       `json:"bring,omitempty"`   // of those who are being joined: to be merged into the open one
	Tier         string            `json:"tier,omitempty"`    // loyalty
	Locale       string            `json:"locale,omitempty"`
	Demographics map[string]string `json:"demographics,omitempty"` // few and coarse
	Personal     ShopperPersonal   `json:"-"`
}

// ShopperPersonal is the sealed part of a Shopper.
type ShopperPersonal struct {
	User  Personal `json:"user,omitempty"`
	Name  Personal `json:"name,omitempty"`
	Phone Personal `json:"phone,omitempty"`
	Email Personal `json:"email,omitempty"`
}

// Subjects lists all that this shopper is known as.
func (s Shopper) Subjects() []Subject { return append([]Subject{s.Subject}, s.Aliases...) }

// meetIn is how long a store may take to say who somebody is before whom it remembers will do.
const meetIn = time.Second

// Meet finds a shopper, as Shoppers do: while the store is away it is whom the store remembers, if anybody, and that within a second, where the
// store hangs; remembered says so. Who is remembered by nobody is waited for.
func Meet(ctx context.Context, find func(context.Context) (Shopper, error)) (who Shopper, remembered bool, err error) {
	soon, cancel := context.WithTimeout(ctx, meetIn)
	defer cancel()
	who, err = find(soon)
	switch {
	case !Away(err) || ctx.Err() != nil:
		return who, false, err
	case who.Subject != "":
		return who, true, nil
	case soon.Err() != nil: // it is slow, which is not away
		who, err = find(ctx)
	}
	return who, false, err
}

// Erasure asks to forget one shopper.
type Erasure struct {
	Subject Subject
	By      Actor
}

// Receipt tells what an erasure did. Parts count what is gone; −1 = that part failed and is repeated by a job.
type Receipt struct {
	ID    string         `json:"id"`
	At    time.Time      `json:"at"`
	Done  bool           `json:"done"`
	Parts map[string]int `json:"parts"`
}

// Export is all that is kept of one shopper, opened.
type Export struct {
	Shopper  Shopper
	Sessions []SessionExport
}

// SessionExport is one session with all its events.
type SessionExport struct {
	State  State
	Events []Event
}

// Role says in what office a call is made; where the database has roles, each is one.
type Role string

// The roles.
const (
	RoleShopper  Role = "shopper"  // reaches the sessions of its own subjects
	RoleOperator Role = "operator" // reads every session
	RoleSystem   Role = "system"   // the agent's own upkeep, jobs, migrations
)

// Caller is on whose behalf a call is made. It travels in ctx; a store without one answers Forbidden.
type Caller struct {
	Shop     ShopID
	Role     Role
	Subjects []Subject
}

type callerKey struct{}

// As puts the caller into the context.
func As(ctx context.Context, c Caller) context.Context { return context.WithValue(ctx, callerKey{}, c) }

// CallerOf takes the caller from the context.
func CallerOf(ctx context.Context) (Caller, bool) {
	c, ok := ctx.Value(callerKey{}).(Caller)
	return c, ok
}

// May says whether the caller may touch what belongs to this subject; without an office it may touch nothing.
func (c Caller) May(s Subject) bool {
	switch c.Role {
	case RoleOperator, RoleSystem:
		return true
	case RoleShopper:
		return slices.Contains(c.Subjects, s)
	}
	return false
}
