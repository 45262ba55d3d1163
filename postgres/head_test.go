package postgres_test

import (
	"context"
	"testing"

	"github.com/evercart/evercart"
)

// Heads are those of the sessions as they stand, for who may see them; another store has another epoch.
func TestHeads(t *testing.T) {
	t.Parallel()
	s := newPlace(t).open(t)
	one, ada := begin(t, s)
	two, _ := begin(t, s)
	one = turn(t, s, one, 1, "hello", "Hello.")
	ask := func(ctx context.Context) map[evercart.SessionID]evercart.Head {
		t.Helper()
		list, err := s.Heads(ctx, one.Session, two.Session, newSession(), "no id")
		code(t, "heads", err, "")
		out := map[evercart.SessionID]evercart.Head{}
		for _, h := range list {
			out[h.Session] = h
		}
		return out
	}
	if got := ask(sys()); len(got) != 2 || !got[one.Session].Of(one) || !got[two.Session].Of(two) {
		t.Errorf("heads are %+v", got)
	}
	own := evercart.As(context.Background(), evercart.Caller{Shop: "default", Role: evercart.RoleShopper, Subjects: []evercart.Subject{ada.Subject}})
	if got := ask(own); len(got) != 1 || !got[one.Session].Of(one) {
		t.Errorf("a shopper sees %+v", got)
	}
	_, err := s.Heads(context.Background(), one.Session)
	code(t, "nobody", err, evercart.Forbidden)
	here, err := s.Epoch(sys())
	code(t, "epoch", err, "")
	again, err := s.Epoch(sys())
	code(t, "epoch", err, "")
	there, err := newPlace(t).open(t).Epoch(sys())
	code(t, "epoch", err, "")
	if here == "" || here != again || here == there {
		t.Errorf("epochs are %q, %q, of another database %q", here, again, there)
	}
}
