package agent

import (
	"context"
	"slices"

	"github.com/evercart/evercart"
)

// telling builds turns from events, as a model may see them: whole, as heard, every call answered once.
type telling struct {
	turns []evercart.Exchange
	sent  map[evercart.TurnID]string // words of turns that are not closed
	heard map[evercart.TurnID]evercart.Personal
}

// exchanges gives the last n turns of a session, oldest first, the running one included.
func (a *Agent) exchanges(ctx context.Context, s evercart.State, n int) ([]evercart.Exchange, error) {
	if len(s.Recent) == 0 {
		return nil, nil
	}
	events, err := a.events(evercart.Having(ctx, s), s.Session, s.Recent[max(0, len(s.Recent)-n)]-1)
	if err != nil {
		return nil, err
	}
	return tell(events), nil
}

// events reads all events after a seq; a damaged one ends the list, and what comes before it is still good.
func (a *Agent) events(ctx context.Context, id evercart.SessionID, after evercart.Seq) ([]evercart.Event, error) {
	var all []evercart.Event
	for {
		page, err := a.Store.Events(ctx, id, after, eventPage)
		all = append(all, page...)
		if evercart.CodeOf(err) == evercart.Damaged {
			a.Log.Error("a damaged event ends what is read of a session", "session", id, "after", after)
			return all, nil
		}
		if err != nil || len(page) < eventPage {
			return all, err
		}
		after = page[len(page)-1].Seq
	}
}

const eventPage = 500

// tell reads turns out of events.
func tell(events []evercart.Event) []evercart.Exchange {
	t := telling{sent: map[evercart.TurnID]string{}, heard: map[evercart.TurnID]evercart.Personal{}}
	for _, e := range events {
		t.event(e)
	}
	for i := range t.turns {
		t.heal(&t.turns[i])
	}
	return t.turns
}

func (t *telling) event(e evercart.Event) {
	switch f := e.Fact.(type) {
	case *evercart.TurnOpened:
		t.turns = append(t.turns, evercart.Exchange{Turn: e.Turn, What: f.What, Words: f.Personal.Words})
		return
	case *evercart.ReplyHeard:
		if !f.Unknown {
			t.heard[f.Turn] = f.Personal.Heard
		}
		return
	}
	i := len(t.turns) - 1
	for i >= 0 && t.turns[i].Turn != e.Turn {
		i--
	}
	if i < 0 || e.Turn == "" {
		return
	}
	x := &t.turns[i]
	switch f := e.Fact.(type) {
	case *evercart.StepThought:
		step := f.Personal.Step
		step.Calls = slices.Clone(step.Calls)
		step.Results = make([]evercart.Result, len(step.Calls))
		x.Steps = append(x.Steps, step)
	case *evercart.CallDone:
		answer(x.Steps, f.Personal.Result, f.Call)
	case *evercart.WordsSent:
		t.sent[e.Turn] = spaced(t.sent[e.Turn], f.Personal.Text.Reveal())
	case *evercart.TurnClosed:
		if x.How, x.Heard = f.How, f.Personal.Played; x.Heard == "" {
			x.Heard = f.Personal.Generated
		}
	}
}

// answer puts a result beside its call; one whose call is not there is left out.
func answer(steps []evercart.Step, r evercart.Result, mark evercart.CallMark) {
	for _, step := range slices.Backward(steps) {
		for j, c := range step.Calls {
			if c.ID == mark.ID {
				if r.Call == "" { // its words are gone, its code is not
					r = evercart.Result{Call: mark.ID, Code: mark.Code}
				}
				step.Results[j] = r
				return
			}
		}
	}
}

// heal makes a turn one that every vendor accepts: each call has one result. An effect and its result are one commit, so a call of the open
// turn that has none was not done; a turn that is over has answered all its calls, so there a result that is missing was lost, and what
// became of the call is not known. Of a turn that is over, only what was heard counts as said: the words of its steps are part of it, and a
// vendor's own blocks could hold words that were not.
func (t *telling) heal(x *evercart.Exchange) {
	for i := range x.Steps {
		for j, c := range x.Steps[i].Calls {
			switch {
			case x.Steps[i].Results[j].Call != "":
			case x.How == "":
				x.Steps[i].Results[j] = notDone(c)
			default:
				x.Steps[i].Results[j] = notKnown(c)
			}
		}
	}
	heard, corrected := t.heard[x.Turn]
	switch {
	case corrected:
		x.Heard = heard
	case x.How == "":
		x.Heard = evercart.Personal(t.sent[x.Turn])
	}
	if x.How != "" {
		for i := range x.Steps {
			x.Steps[i].Text, x.Steps[i].Opaque = "", nil
		}
	}
}

// without leaves one turn out.
func without(list []evercart.Exchange, id evercart.TurnID) []evercart.Exchange {
	return slices.DeleteFunc(list, func(x evercart.Exchange) bool { return x.Turn == id })
}
