package agent

import (
	"context"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// Interrupt implements evercart.Conversation.
func (a *Agent) Interrupt(ctx context.Context, i evercart.Interruption) error {
	ctx, s, err := a.reachIn(ctx, i.Session, a.Limits.Filler)
	if err != nil && !(evercart.Away(err) && s.Seq > 0 && s.Into == "" && a.lanes.running(s.Session, i.Turn) != nil) { // what runs here is cut by what is remembered
		if ctx, s, err = a.reach(ctx, i.Session); err != nil {
			return err
		}
	}
	i.Session = s.Session
	if t := a.lanes.running(s.Session, i.Turn); t != nil {
		i.Turn = t.id
		t.interrupt(i)
		select {
		case <-t.done:
		case <-ctx.Done():
			return evercart.AsError(context.Cause(ctx))
		}
		if t.inClose() {
			return unsaid(t.said(), t.holds(), i.Heard)
		}
		if t.neverBegan() {
			return nil
		}
	}
	if i.Turn == "" {
		if i.Turn, err = a.lastTurn(ctx, s); err != nil {
			return err
		}
	}
	if runs, err := a.cutElsewhere(ctx, i); runs || err != nil {
		return err
	}
	return a.correct(ctx, i, s.Locale)
}

// lastTurn finds the newest turn of a session.
func (a *Agent) lastTurn(ctx context.Context, s evercart.State) (evercart.TurnID, error) {
	e, err := a.lastOpened(ctx, s)
	return e.Turn, err
}

// lastOpened is the event with which the newest turn of a session began.
func (a *Agent) lastOpened(ctx context.Context, s evercart.State) (evercart.Event, error) {
	if len(s.Recent) == 0 {
		return evercart.Event{}, evercart.Errorf(evercart.NotFound, "agent", "nothing was said yet")
	}
	at := s.Recent[len(s.Recent)-1]
	events, err := a.Store.Events(ctx, s.Session, at-1, 1)
	if err != nil {
		return evercart.Event{}, err
	}
	if len(events) == 0 {
		return evercart.Event{}, evercart.Errorf(evercart.Damaged, "agent", "the last turn cannot be read")
	}
	return events[0], nil
}

// correct records what was heard of a closed turn. What says nothing new is not written; words that were never said do not take the place of
// those that were.
func (a *Agent) correct(ctx context.Context, i evercart.Interruption, locale string) error {
	rec, err := a.Store.Turn(ctx, i.Session, i.Turn)
	if err != nil {
		if t := evercart.CodeOf(err); t == evercart.NotFound {
			return evercart.Errorf(evercart.NotFound, "agent", "no such turn")
		}
		return err
	}
	said := ""
	if rec.Reply != nil {
		said = rec.Reply.Text.Reveal()
	}
	was, err := a.recordedAs(ctx, i.Session, rec)
	if err != nil {
		return err
	}
	wrong := unsaid(said, fillersOf(locale), i.Heard)
	if was != nil && wrong != nil {
		wrong = evercart.Errorf(evercart.Invalid, "agent", "none of the words that are reported as heard were said in that turn: what was reported before stays")
	}
	if was != nil && (wrong != nil || i.Heard == nil && !was.Unknown) { // what is known stays
		return wrong
	}
	_, err = a.update(ctx, evercart.Update{Session: i.Session, Turn: i.Turn, By: "shopper", Do: func(s evercart.State) (evercart.Change, error) {
		asked := s.Question != nil && s.Question.Turn == i.Turn
		list := heardFacts(i.Turn, said, i.Heard, asked)
		if _, withdraws := list[len(list)-1].(*evercart.QuestionAsked); !withdraws && tellsNoMore(list[0], was) {
			return evercart.Change{}, nil
		}
		return facts(list...), nil
	}})
	if err != nil {
		return err
	}
	return wrong
}

// tellsNoMore says that what was heard is recorded so already.
func tellsNoMore(now evercart.Fact, was *evercart.ReplyHeard) bool {
	f, ok := now.(*evercart.ReplyHeard)
	return ok && was != nil && f.Unknown == was.Unknown && f.Personal.Heard == was.Personal.Heard
}

// recordedAs is what was recorded last as heard of a turn; nil = nothing was, among the events that follow it next.
func (a *Agent) recordedAs(ctx context.Context, id evercart.SessionID, rec evercart.TurnRecord) (was *evercart.ReplyHeard, err error) {
	events, err := a.Store.Events(ctx, id, rec.Opened, eventPage)
	if evercart.CodeOf(err) == evercart.Damaged {
		err = nil
	}
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.ReplyHeard); ok && f.Turn == rec.Turn && !e.Faded {
			was = f
		}
	}
	return was, err
}

// heardFacts say what of a reply reached the ear. A question whose words did not all do so is withdrawn: a yes to it would
// be a yes to something that the shopper never heard.
func heardFacts(turn evercart.TurnID, said string, heard *evercart.Personal, asked bool) []evercart.Fact {
	f := &evercart.ReplyHeard{Turn: turn, Unknown: heard == nil}
	whole := false
	if heard != nil {
		var part string
		part, whole, _ = fit(said, evercart.Clean(heard.Reveal()))
		f.Personal.Heard = evercart.Private(part)
	}
	list := []evercart.Fact{f}
	if notices(said) != "" {
		list = append(list, disclosed(said, heardOf(said, f.Personal.Heard.Reveal(), heard != nil, whole))...)
	}
	if asked && !whole {
		list = append(list, &evercart.QuestionAsked{})
	}
	return list
}

// heardOf says whether all that a reply disclosed reached the ear.
func heardOf(said, part string, known, whole bool) string {
	switch {
	case !known:
		return "unknown"
	case whole || notices(part) == notices(said):
		return "yes"
	}
	return "no"
}

// fit gives the part of what was said that a channel reports as heard, as far as both agree: never more than was said, never other words. A
// word here or there may differ, as recognisers and voices write them, and what is no part of the reply may stand around it. known is
// false where none of the words were said.
func fit(said, heard string) (part string, whole, known bool) {
	if strings.TrimSpace(said) == strings.TrimSpace(heard) {
		return said, strings.TrimSpace(said) != "", true
	}
	part, known = hear.Told(said, heard)
	return part, part != "" && part == said, known
}

// unsaid says that words are reported as heard of which none were said, neither in the reply nor as a filler.
func unsaid(said string, fillers []string, heard *evercart.Personal) error {
	if heard == nil {
		return nil
	}
	account := evercart.Clean(heard.Reveal())
	if _, _, known := fit(said, account); known {
		return nil
	}
	for _, f := range fillers {
		if part, known := hear.Told(f, account); known && part != "" {
			return nil
		}
	}
	return evercart.Errorf(evercart.Invalid, "agent", "none of the words that are reported as heard were said in that turn: it is kept as not heard")
}

// fillersOf are those that may have been said in a language.
func fillersOf(locale string) []string {
	v := speak.For(locale)
	var out []string
	for n := range openers + goingOn {
		out = append(out, v.Filler(n))
	}
	return out
}
