package hot_test

import (
	"context"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hot"
)

// tailed is a store that brings a session with its events.
type tailed struct {
	*counting
	tails, events, turns int
}

func (s *tailed) Tail(ctx context.Context, id evercart.SessionID) (evercart.State, []evercart.Event, error) {
	s.tails++
	st, err := s.counting.Load(ctx, id)
	if err != nil {
		return st, nil, err
	}
	events, err := s.Store.Events(ctx, id, 0, 0)
	return st, events, err
}

func (s *tailed) Events(ctx context.Context, id evercart.SessionID, after evercart.Seq, limit int) ([]evercart.Event, error) {
	s.events++
	return s.counting.Events(ctx, id, after, limit)
}

func (s *tailed) Turn(ctx context.Context, id evercart.SessionID, turn evercart.TurnID) (evercart.TurnRecord, error) {
	s.turns++
	return s.counting.Turn(ctx, id, turn)
}

// A session that another node held is read once: what was said in it last, and how its last turns ended, is known from then on.
func TestComesFromAnotherNode(t *testing.T) {
	t.Parallel()
	g := newTogether(t, 1)
	g.write(0, session, "")
	for _, id := range []evercart.TurnID{"t-1", "t-2"} {
		var last evercart.State
		for _, f := range []evercart.Fact{&evercart.TurnOpened{Node: "a", MAC: []byte(id)}, &evercart.TurnClosed{How: evercart.Done}} {
			done, err := g.nodes[0].Update(g.ctx, evercart.Update{Session: session, Claim: last.Active, Turn: id, Write: evercart.WriteID("w" + string(id) + string(f.Kind())), By: "agent",
				Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: []evercart.Fact{f}}, nil }})
			if err != nil {
				t.Fatal(err)
			}
			last = done.State
		}
	}
	for _, cache := range []evercart.Cache{nil, g.cache} { // the second one holds the state alone
		cold := &tailed{counting: g.cold}
		node := hot.New(cold, hot.Config{Heads: g.truth, Cache: cache, Keys: g.keys})
		if err := node.Start(context.WithValue(g.ctx, upkeep{}, true)); err != nil {
			t.Fatal(err)
		}
		if cache != nil {
			st, err := g.cold.Load(g.ctx, session)
			if err != nil {
				t.Fatal(err)
			}
			g.until("a copy is left", func() bool { return g.cache.left.Load() == int64(st.Seq) })
		}
		heads := g.truth.heads.Load()
		st, err := node.Load(g.ctx, session)
		if err != nil || st.Seq < 5 {
			t.Fatalf("version %d (%v)", st.Seq, err)
		}
		having := evercart.Having(g.ctx, st)
		if events, err := node.Events(having, session, 1, 0); err != nil || len(events) != int(st.Seq)-1 {
			t.Errorf("%d events (%v)", len(events), err)
		}
		for _, id := range []evercart.TurnID{"t-1", "t-2"} {
			got, err := node.Turn(having, session, id)
			want, err2 := g.cold.Turn(g.ctx, session, id)
			if err != nil || err2 != nil || got.Opened != want.Opened || got.Closed != want.Closed || string(got.MAC) != string(want.MAC) || got.Reply == nil || got.Reply.Seq != want.Reply.Seq {
				t.Errorf("%+v, want %+v (%v, %v)", got, want, err, err2)
			}
		}
		if s, err := node.Load(evercart.Relying(g.ctx), session); err != nil || s.Seq != st.Seq { // a turn begins a moment after its head was read
			t.Errorf("version %d (%v)", s.Seq, err)
		}
		if n := g.truth.heads.Load() - heads; n > 2 || cold.tails != 1 || cold.events+cold.turns > 0 { // the second head: a slow machine's moment is over
			t.Errorf("%d heads, %d readings of the whole, %d of events, %d of turns", n, cold.tails, cold.events, cold.turns)
		}
		if _, err := node.Turn(g.ctx, session, "t-3"); evercart.CodeOf(err) != evercart.NotFound || cold.turns != 1 {
			t.Errorf("a turn that never was, asked %d times of the store: %v", cold.turns, err)
		}
		if _, err := node.Turn(evercart.As(g.ctx, evercart.Caller{Role: evercart.RoleShopper, Subjects: []evercart.Subject{"another"}}), session, "t-1"); evercart.CodeOf(err) != evercart.NotFound {
			t.Errorf("a turn of another's session: %v", err)
		}
		if err := node.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
