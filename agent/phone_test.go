package agent_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/evercart/evercart"
)

// mergeless is a store that fails at a merge once.
type mergeless struct {
	evercart.Store
	failed atomic.Bool
}

func (m *mergeless) Merge(ctx context.Context, v evercart.Merge) (evercart.Committed, error) {
	if m.failed.CompareAndSwap(false, true) {
		return evercart.Committed{}, evercart.Errorf(evercart.Unavailable, "mergeless", "away")
	}
	return m.Store.Merge(ctx, v)
}

// A claim of a number that broke off between its two commits is finished by the same claim again: the cart of the calls is not left behind. One
// that was refused brings nothing along, neither then nor later.
func TestClaimOfANumberIsFinished(t *testing.T) {
	t.Parallel()
	const ada, bob, number, second = evercart.Personal("u-ada"), evercart.Personal("u-bob"), evercart.Personal("+15550100100"), evercart.Personal("+15550100101")
	b := newBench(t, func(c *agentConfig) { c.Store = &mergeless{Store: c.Store} })
	sys := evercart.As(b.ctx, evercart.Caller{Shop: "default", Role: evercart.RoleSystem})
	of := func(who evercart.Shopper, err error) evercart.State {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		ctx := evercart.As(b.ctx, evercart.Caller{Shop: "default", Role: evercart.RoleShopper, Subjects: who.Subjects()})
		s, err := b.agent.Attach(ctx, evercart.Attach{Begin: true, Channel: "phone"})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	add := func(s evercart.State, words string) {
		t.Helper()
		if h := take(b.ctx, b.agent, evercart.Utterance{Session: s.Session, Turn: "t-1", Text: evercart.Personal(words)}); h.err != nil {
			t.Fatal(h.err)
		}
	}
	for _, n := range []evercart.Personal{number, second} {
		add(of(b.store.Identify(sys, "phone", n)), "add SCF-RED")
	}
	add(of(b.store.Identify(sys, "user", ada)), "add CND-CAF")
	add(of(b.store.Identify(sys, "user", bob)), "add CND-CAF")
	lines := func(user evercart.Personal) int {
		t.Helper()
		return len(of(b.store.Lookup(sys, "user", user)).Cart.Lines)
	}
	wantCode(t, b.agent.ClaimPhone(b.ctx, ada, number), evercart.Unavailable)
	if n := lines(ada); n != 1 {
		t.Errorf("%d lines after a claim that broke off", n)
	}
	wantCode(t, b.agent.ClaimPhone(b.ctx, bob, number), evercart.Conflict)
	for range 2 {
		wantCode(t, b.agent.ClaimPhone(b.ctx, ada, number), "")
	}
	wantCode(t, b.agent.ClaimPhone(b.ctx, bob, second), "")
	if a, o := lines(ada), lines(bob); a != 2 || o != 2 {
		t.Errorf("%d lines with one number, %d with the other", a, o)
	}
	who, err := b.store.Lookup(sys, "user", ada)
	if err != nil || len(who.Bring) > 0 || len(who.Aliases) != 1 {
		t.Errorf("%+v %v", who, err)
	}
	wantCode(t, b.agent.ClaimPhone(b.ctx, ada, "no number"), evercart.Invalid)
	wantCode(t, b.agent.ClaimPhone(b.ctx, "", number), evercart.Invalid)
	wantCode(t, b.agent.ReleasePhone(b.ctx, bob, number), evercart.NotFound)
	wantCode(t, b.agent.ReleasePhone(b.ctx, ada, number), "")
}
