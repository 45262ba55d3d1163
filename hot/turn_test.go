package hot_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hot"
)

// tailed is a store that brings a session with its events, of which the first may be closed.
type tailed struct {
	*counting
	closed               int // so many
	tails, events, turns int
	opened               []evercart.Seq // from which on, each time
}

func (s *tailed) Tail(ctx context.Context, id evercart.SessionID) (evercart.State, evercart.Closed, []evercart.Event, error) {
	s.tails++
	st, err := s.counting.Load(ctx, id)
	if err != nil {
		return st, nil, nil, err
	}
	events, err := s.Store.Events(ctx, id, 0, 0)
	if n := min(s.closed, len(events)); n > 0 && err == nil {
		return st, &closed{s, events[:n]}, events[n:], nil
	}
	return st, nil, events, err
}

// closed are events that say when they are opened.
type closed struct {
	of  *tailed
	all []evercart.Event
}

func (c *closed) First() evercart.Seq { return c.all[0].Seq }
func (c *closed) Last() evercart.Seq  { return c.all[len(c.all)-1].Seq }
func (c *closed) Bytes() int64        { return 1000 }

func (c *closed) Find(turn evercart.TurnID) evercart.Seq {
	for _, e := range c.all {
		if e.Turn == turn {
			return e.Seq
		}
	}
	return 0
}

func (c *closed) Open(_ context.Context, from evercart.Seq) ([]evercart.Event, error) {
	c.of.opened = append(c.of.opened, from)
	return slices.DeleteFunc(slices.Clone(c.all), func(e evercart.Event) bool { return e.Seq < from }), nil
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

// Of what another node said, nothing is opened that nobody asks for, and nothing twice: whatever was said here since, and wherever what is closed ends.
func TestOpensWhatIsAskedFor(t *testing.T) {
	t.Parallel()
	for _, shut := range []int{1, 4, 7, 9, 100} {
		t.Run(fmt.Sprint(shut), func(t *testing.T) {
			t.Parallel()
			g := newTogether(t, 1)
			g.write(0, session, "")
			turns := []evercart.TurnID{"t-1", "t-2", "t-3", "t-4"}
			said := func(node int, id evercart.TurnID) (last evercart.State) {
				t.Helper()
				for _, f := range []evercart.Fact{&evercart.TurnOpened{Node: "a", MAC: []byte(id)}, &evercart.TurnClosed{How: evercart.Done}} {
					done, err := g.nodes[node].Update(g.ctx, evercart.Update{Session: session, Claim: last.Active, Turn: id, Write: evercart.WriteID("w" + string(id) + string(f.Kind())), By: "agent",
						Do: func(evercart.State) (evercart.Change, error) { return evercart.Change{Facts: []evercart.Fact{f}}, nil }})
					if err != nil {
						t.Fatal(err)
					}
					last = done.State
				}
				return last
			}
			for _, id := range turns[:3] {
				said(0, id)
			}
			cold := &tailed{counting: g.cold, closed: shut}
			node := hot.New(cold, hot.Config{Heads: g.truth, Keys: g.keys})
			st, err := node.Load(g.ctx, session)
			if err != nil || len(cold.opened) > 0 {
				t.Fatalf("version %d (%v), opened %v", st.Seq, err, cold.opened)
			}
			g.nodes = append(g.nodes, node)
			st = said(1, turns[3])
			having := evercart.Having(g.ctx, st)
			last := evercart.Seq(min(shut, int(st.Seq)-2)) // that is closed
			ask := func(after evercart.Seq) {
				t.Helper()
				events, err := node.Events(having, session, after, 0)
				if err != nil || len(events) != int(st.Seq-after) || len(events) > 0 && events[0].Seq != after+1 {
					t.Errorf("after %d: %d events (%v)", after, len(events), err)
				}
			}
			ask(last)
			if len(cold.opened) > 0 {
				t.Errorf("opened %v for what is behind it", cold.opened)
			}
			for _, id := range turns[:3] {
				if rec, ok := node.Recall(having, session, id); !ok || rec.Reply == nil || string(rec.MAC) != string(id) {
					t.Errorf("%s is recalled as %+v %v", id, rec, ok)
				}
			}
			if _, ok := node.Recall(having, session, "t-5"); ok {
				t.Error("a turn that never was is recalled")
			}
			n := len(cold.opened)
			for after := st.Tail() - 1; after <= st.Seq; after++ {
				ask(after)
			}
			if len(cold.opened) > n || n > 3 || cold.tails != 1 || cold.events+cold.turns > 0 {
				t.Errorf("opened %v, of which %d for turns; %d readings of the whole, %d of events, %d of turns", cold.opened, n, cold.tails, cold.events, cold.turns)
			}
		})
	}
}
