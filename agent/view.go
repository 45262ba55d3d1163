package agent

import (
	"context"
	"time"

	"github.com/evercart/evercart"
)

// View implements evercart.Conversation.
func (a *Agent) View(ctx context.Context, id evercart.SessionID) (evercart.State, error) {
	ctx, s, err := a.reach(ctx, id)
	if err != nil {
		return s, err
	}
	return a.today(ctx, s), nil
}

// today is the state with its cart at today's prices; with the catalogue away, as it was committed.
func (a *Agent) today(ctx context.Context, s evercart.State) evercart.State {
	skus := s.Cart.SKUs()
	if len(skus) == 0 {
		return s
	}
	shelf, err := a.Catalog.Shelf(ctx, skus...)
	if err != nil {
		a.Log.Warn("no shelf", "code", evercart.CodeOf(err))
		return s
	}
	s.Cart = s.Cart.On(shelf)
	return s
}

// within finds a session that the caller may reach, without following a merge. A known shopper reaches what it had as a
// guest: its aliases are looked up only when its own name does not do.
func (a *Agent) within(ctx context.Context, id evercart.SessionID, each time.Duration) (context.Context, evercart.State, error) {
	s, err := a.load(ctx, id, each)
	if evercart.CodeOf(err) != evercart.NotFound {
		return ctx, s, err
	}
	wider, ok := a.widened(ctx)
	if !ok {
		return ctx, s, err
	}
	s, err = a.load(wider, id, each)
	return wider, s, err
}

// reach finds the session in which the conversation with this id goes on.
func (a *Agent) reach(ctx context.Context, id evercart.SessionID) (context.Context, evercart.State, error) {
	return a.reachIn(ctx, id, a.Limits.Read)
}

func (a *Agent) reachIn(ctx context.Context, id evercart.SessionID, each time.Duration) (context.Context, evercart.State, error) {
	ctx, s, err := a.within(ctx, id, each)
	for hops := 0; err == nil && s.Into != ""; hops++ {
		if hops == maxHops {
			return ctx, s, evercart.Errorf(evercart.Damaged, "agent", "merged sessions lead nowhere")
		}
		ctx, s, err = a.within(ctx, s.Into, each)
	}
	return ctx, s, err
}

const maxHops = 8

// widened is the caller with all names of the shoppers it stands for; false when there are no more.
func (a *Agent) widened(ctx context.Context) (context.Context, bool) {
	c, ok := evercart.CallerOf(ctx)
	if !ok || c.Role != evercart.RoleShopper {
		return ctx, false
	}
	all := append([]evercart.Subject(nil), c.Subjects...)
	for _, own := range c.Subjects {
		who, err := a.Store.Shopper(a.system(ctx), own)
		if err != nil {
			continue
		}
		for _, s := range who.Subjects() {
			if !(evercart.Caller{Role: evercart.RoleShopper, Subjects: all}).May(s) {
				all = append(all, s)
			}
		}
	}
	if len(all) == len(c.Subjects) {
		return ctx, false
	}
	c.Subjects = all
	return evercart.As(ctx, c), true
}

// Transcript implements evercart.Conversation.
func (a *Agent) Transcript(ctx context.Context, id evercart.SessionID, after evercart.Seq, last int) ([]evercart.TurnView, error) {
	if had, ok := evercart.Had(ctx); ok && had.Session == id { // who has just read it knows where it goes on, and that he may
		events, err := a.events(ctx, id, after)
		if evercart.CodeOf(err) != evercart.NotFound { // to one of his other names, perhaps
			return newest(views(events), last), err
		}
	}
	ctx, s, err := a.reach(ctx, id)
	if err != nil {
		return nil, err
	}
	from := after
	if last > 0 && len(s.Recent) >= last {
		from = max(after, s.Recent[len(s.Recent)-last]-1)
	}
	events, err := a.events(ctx, s.Session, from)
	if err != nil {
		return nil, err
	}
	return newest(views(events), last), nil
}

// newest are the last so many turns; 0 = all.
func newest(turns []evercart.TurnView, last int) []evercart.TurnView {
	if last > 0 && len(turns) > last {
		return turns[len(turns)-last:]
	}
	return turns
}

// views reads turns out of events, as people read them.
func views(events []evercart.Event) []evercart.TurnView {
	var out []evercart.TurnView
	at := map[evercart.TurnID]int{}
	find := func(id evercart.TurnID) *evercart.TurnView {
		if i, ok := at[id]; ok {
			return &out[i]
		}
		return &evercart.TurnView{}
	}
	for _, e := range events {
		v := find(e.Turn)
		switch f := e.Fact.(type) {
		case *evercart.TurnOpened:
			at[e.Turn] = len(out)
			out = append(out, evercart.TurnView{Turn: e.Turn, What: f.What, Opened: e.Seq, At: e.At, Said: f.Personal.Words})
		case *evercart.StepThought:
			v.Calls = append(v.Calls, opened(f.Calls)...)
		case *evercart.CallDone:
			settle(v.Calls, f.Call)
		case *evercart.WordsSent:
			v.Spoken = evercart.Personal(spaced(v.Spoken.Reveal(), f.Personal.Text.Reveal()))
		case *evercart.TurnClosed:
			v.Closed, v.How, v.Brain, v.Reply = e.Seq, f.How, f.Brain, f.Personal.Generated
			if v.Spoken = f.Personal.Played; v.Spoken == "" {
				v.Spoken = v.Reply
			}
		case *evercart.ReplyHeard:
			if v = find(f.Turn); !f.Unknown {
				heard := f.Personal.Heard
				v.Heard = &heard
			}
		}
	}
	return out
}

func opened(calls []evercart.CallMark) []evercart.CallMark {
	out := append([]evercart.CallMark(nil), calls...)
	for i := range out {
		out[i].Code = evercart.CallOpen
	}
	return out
}

func settle(calls []evercart.CallMark, done evercart.CallMark) {
	for i := range calls {
		if calls[i].ID == done.ID {
			calls[i].Code = done.Code
		}
	}
}
