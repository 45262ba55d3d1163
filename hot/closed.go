package hot

import (
	"context"
	"slices"
	"sort"

	"github.com/evercart/evercart"
)

// since gives the events after a seq, as far as they are remembered, and opens those that are closed; false = not all of them are here, or they
// cannot be opened.
func (s *Store) since(ctx context.Context, id evercart.SessionID, c remembered, after evercart.Seq) ([]evercart.Event, bool) {
	switch {
	case !c.ok:
		return nil, false
	case after >= c.state.Seq, len(c.events) > 0 && c.events[0].Seq <= after+1:
		return c.events, true
	case c.before == nil || c.before.First() > after+1 || !joins(c.before, c.state, c.events):
		return nil, false
	}
	opened, err := c.before.Open(ctx, after+1)
	if err != nil {
		return nil, false
	}
	if len(c.events) > 0 {
		from := c.events[0].Seq
		opened = opened[:sort.Search(len(opened), func(i int) bool { return opened[i].Seq >= from })]
	}
	events := slices.Concat(opened, c.events)
	s.keep(id, c.state, nil, events, c.since)
	return events, true
}

// joins says that nothing is missing between closed events and those that follow them, and that something of them is still of use.
func joins(closed evercart.Closed, state evercart.State, events []evercart.Event) bool {
	next := state.Seq + 1
	if len(events) > 0 {
		next = events[0].Seq
	}
	return closed.Last()+1 >= next && closed.First() < next && closed.Last() >= first(state)
}

// closedBefore are the closed events of an entry that is to be of another state, to which these lead: those that came with it, or those that are here.
func (e *entry) closedBefore(state evercart.State, closed evercart.Closed, events []evercart.Event) evercart.Closed {
	if closed != nil || e.before == nil || e.state.Life != state.Life {
		return closed
	}
	follows := len(events) > 0 && e.state.Seq+1 == events[0].Seq
	if same := e.state.Seq == state.Seq && e.state.Touched.Equal(state.Touched); !same && !follows {
		return nil
	}
	return e.before
}
