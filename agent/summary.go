package agent

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// SummaryKind is the kind of the jobs that sum a conversation up.
const SummaryKind = "summary"

//go:embed summary.md
var summing string

// summaryDue gives the job that sums up what a model will soon not see any more; none = there is nothing to do yet. Half of the turns that
// a model sees stay as they are, so that a job that is late leaves no gap.
func (a *Agent) summaryDue(s evercart.State) []evercart.Job {
	base, unsummed := s.SummedUp(), 0
	for _, at := range s.Recent {
		if at > base {
			unsummed++
		}
	}
	if unsummed < a.Limits.Recent {
		return nil
	}
	body, err := json.Marshal(summaryBody{Base: base})
	if err != nil { // one number: cannot fail
		return nil
	}
	key := fmt.Sprintf("%s/%s/%d/%d", s.Session, s.Life, base, s.Turns/max(a.Limits.Recent/2, 1))
	return []evercart.Job{{Kind: SummaryKind, Key: key, Session: s.Session, Life: s.Life, Body: body}}
}

type summaryBody struct {
	Base evercart.Seq `json:"base"`
}

// Summarize does a job of SummaryKind: it sums the turns up that are about to leave what a model sees, and commits that beside whatever
// else happens in the session. What the shopper told of themselves is taken over word by word, whichever brain there is; a model adds an
// account of the rest. A summary that does not fit any more is dropped. Its errors are the store's.
func (a *Agent) Summarize(ctx context.Context, j evercart.Job) error {
	var body summaryBody
	if err := json.Unmarshal(j.Body, &body); err != nil {
		return evercart.Wrap(err, evercart.Invalid, "agent.Summarize")
	}
	ctx = a.system(ctx)
	s, err := a.Store.Load(ctx, j.Session)
	switch {
	case evercart.CodeOf(err) == evercart.NotFound:
		return evercart.Errorf(evercart.Gone, "agent.Summarize", "the session was erased")
	case err != nil:
		return err
	}
	to := a.summaryEnd(s)
	if s.Life != j.Life || s.SummedUp() != body.Base || to <= body.Base {
		return nil
	}
	events, err := a.eventsUpTo(evercart.Having(ctx, s), s.Session, body.Base, to) // they are over: nothing newer changes them
	if err != nil {
		return err
	}
	turns := tell(events)
	f := &evercart.SummaryMade{Base: body.Base, From: body.Base + 1, To: to}
	f.Personal.Told = lasting(s.Personal.Summary.Told, turns)
	f.Personal.Text, f.By = a.accountOf(ctx, s, turns)
	_, err = a.update(ctx, evercart.Update{Session: s.Session, Life: s.Life, By: evercart.ActorSummary, Do: func(now evercart.State) (evercart.Change, error) {
		if now.SummedUp() != f.Base {
			return evercart.Change{}, nil
		}
		return facts(f), nil
	}})
	return err
}

// summaryEnd is the last event of the turns that are summed up next.
func (a *Agent) summaryEnd(s evercart.State) evercart.Seq {
	keep := max(a.Limits.Recent/2, 1)
	if len(s.Recent) <= keep {
		return 0
	}
	return s.Recent[len(s.Recent)-keep] - 1
}

func (a *Agent) eventsUpTo(ctx context.Context, id evercart.SessionID, after, to evercart.Seq) ([]evercart.Event, error) {
	var all []evercart.Event
	for after < to {
		page, err := a.Store.Events(ctx, id, after, eventPage)
		damaged := evercart.CodeOf(err) == evercart.Damaged
		if err != nil && !damaged {
			return nil, err
		}
		for _, e := range page {
			if after = e.Seq; e.Seq <= to {
				all = append(all, e)
			}
		}
		if damaged || len(page) < eventPage {
			break
		}
	}
	return all, nil
}

// lasting joins what was kept with what these turns tell that outlives them. Where there is too much, what tells least goes first, and of
// that the oldest.
func lasting(kept []evercart.Personal, turns []evercart.Exchange) []evercart.Personal {
	type sentence struct {
		text   string
		weight int
	}
	var all []sentence
	add := func(text string, weight int) {
		text = evercart.Clip(text, evercart.MaxToldText)
		if !slices.ContainsFunc(all, func(s sentence) bool { return hear.Fold(s.text) == hear.Fold(text) }) {
			all = append(all, sentence{text, weight})
		}
	}
	for _, k := range kept {
		_, weights := hear.Lasting(k.Reveal())
		add(k.Reveal(), max(1, sum(weights)))
	}
	for _, x := range turns {
		told, weights := hear.Lasting(x.Words.Reveal())
		for i, t := range told {
			add(t, weights[i])
		}
	}
	for len(all) > evercart.MaxTold {
		least := 0
		for i, s := range all {
			if s.weight < all[least].weight {
				least = i
			}
		}
		all = slices.Delete(all, least, least+1)
	}
	out := make([]evercart.Personal, len(all))
	for i, s := range all {
		out[i] = evercart.Private(s.text)
	}
	return out
}

func sum(list []int) int {
	n := 0
	for _, v := range list {
		n += v
	}
	return n
}

// accountOf lets the first brain that is a model tell what the turns came to. Without one, or when it fails, the account that stands is kept:
// a summary is no reason to wait, or to fail.
func (a *Agent) accountOf(ctx context.Context, s evercart.State, turns []evercart.Exchange) (text evercart.Personal, by string) {
	before := s.Personal.Summary.Text
	i := slices.IndexFunc(a.Brains, func(b evercart.Brain) bool { return !b.AtOnce() })
	if i < 0 {
		return before, ""
	}
	brain := a.Brains[i]
	ctx, cancel := context.WithTimeout(ctx, a.Limits.Turn)
	defer cancel()
	facts, err := json.Marshal(map[string]string{"account_so_far": before.Reveal()})
	if err != nil { // a map of strings: cannot fail
		return before, ""
	}
	p := evercart.Prompt{Policy: summing, Tools: a.allowed(a.now()), Facts: string(facts), History: turns, Locale: s.Locale, NoCalls: true,
		Now: evercart.Exchange{Turn: "summary", Words: "Give the account."}}
	said, whole := "", false
	for t, err := range brain.Think(ctx, p) {
		if err != nil {
			a.Log.Warn("no account of earlier turns", "session", s.Session, "brain", brain.Name(), "code", evercart.CodeOf(err))
			return before, ""
		}
		if said += t.Text; len(said) > a.Limits.Text {
			return before, ""
		}
		whole = whole || t.Stop == evercart.StopSaid
	}
	said, _ = hear.Mask(evercart.Clean(said))
	if !whole || said == "" {
		return before, ""
	}
	return evercart.Private(evercart.Clip(said, evercart.MaxSummaryText)), brain.Name()
}
