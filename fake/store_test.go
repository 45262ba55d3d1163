package fake_test

import (
	"context"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/fake"
	"github.com/evercart/evercart/storetest"
)

// seams are those of the double.
var seams = storetest.Features{
	LoseAnswer: func(s evercart.Store, id evercart.SessionID, committed bool) {
		l := fake.LostBefore
		if committed {
			l = fake.LostAfter
		}
		s.(*fake.Store).LoseAnswer(id, l)
	},
	Rewrite: func(_ testing.TB, s evercart.Store, id evercart.SessionID, at evercart.Seq, change func(*evercart.Record)) {
		s.(*fake.Store).Rewrite(id, at, change)
	},
	Coupon: func(_ testing.TB, s evercart.Store, code string, uses int) { s.(*fake.Store).PutCoupon(code, uses) },
	CutErasure: func(_ testing.TB, s evercart.Store, life evercart.Life) func(context.Context) (evercart.Receipt, error) {
		return s.(*fake.Store).CutErasure(life)
	},
	Reopen: func(_ *testing.T, s evercart.Store) evercart.Store { return s },
}

func TestStore(t *testing.T) {
	t.Parallel()
	storetest.Run(t, seams, func(*testing.T) evercart.Store { return fake.NewStore(fake.NewKeys(), nil, fake.Flaws{}) })
}

// One store for all tests at once: they must not see each other.
func TestStoreShared(t *testing.T) {
	t.Parallel()
	s := fake.NewStore(fake.NewKeys(), nil, fake.Flaws{})
	storetest.Run(t, seams, func(*testing.T) evercart.Store { return s })
}
