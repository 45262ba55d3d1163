package agent

import (
	"context"
	"errors"

	"github.com/evercart/evercart"
)

// errCut says that the shopper spoke over this turn at another node, which is known from the store alone.
var errCut = errors.New("the turn is cut by another node")

// cutElsewhere leaves word in the store for the node that runs a turn: what was heard of it, sealed, as the channel reports it.
// It is held against what was said by that node, which alone knows. False when the turn does not run any more.
func (a *Agent) cutElsewhere(ctx context.Context, i evercart.Interruption) (bool, error) {
	f := &evercart.ReplyHeard{Turn: i.Turn, Unknown: i.Heard == nil}
	if i.Heard != nil {
		f.Personal.Heard = evercart.Private(evercart.Clip(evercart.Clean(i.Heard.Reveal()), a.Limits.Text))
	}
	runs := false
	done, err := a.update(ctx, evercart.Update{Session: i.Session, Turn: i.Turn, By: "shopper", Do: func(s evercart.State) (evercart.Change, error) {
		if runs = s.Active != nil && s.Active.Turn == i.Turn; !runs || s.Active.Cut { // the first word counts
			return evercart.Change{}, nil
		}
		return facts(f), nil
	}})
	if err == nil && runs && a.Bus != nil {
		// A note that is lost costs a second: the node looks for itself.
		_ = a.Bus.Publish(ctx, evercart.Note{What: evercart.NoteInterrupt, Session: i.Session, Seq: done.State.Seq, Turn: i.Turn, From: a.Node})
	}
	return runs, err
}

// lookAround looks at the session when others have written to it: whether this turn was spoken over at another node, or is another's
// by now, in which case there is nothing left to think about.
func (w *work) lookAround(ctx context.Context) {
	claim := w.newClaim()
	at, blind := w.a.hub.at(w.session)
	if claim == nil || blind == w.blind && (at <= w.looked || at <= w.newest().Seq) {
		return
	}
	read, cancel := context.WithTimeout(w.a.system(ctx), w.a.Limits.Read)
	defer cancel()
	s, err := w.a.Store.Load(read, w.session)
	if err != nil {
		return // the next look, or the next commit, finds it
	}
	w.looked, w.blind = at, blind
	switch {
	case s.Active == nil || s.Active.No != claim.No:
		if w.newClaim() != nil && s.Seq > w.newest().Seq {
			w.cut(evercart.Errorf(evercart.ClaimLost, "agent", "the turn is another's now"))
		}
	case s.Active.Cut:
		w.overhear(ctx, s)
	}
}

// theirs answers with the reply of the node that has this turn now, as long as this one lives. That node is told of an interruption.
func (w *work) theirs(ctx context.Context) error {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(w.a.life, cancel)()
	w.disclaim()
	if i := w.interruption(); i != nil {
		if runs, err := w.a.cutElsewhere(ctx, *i); runs && err == nil {
			w.recorded()
		}
	}
	return w.known(ctx, w.a.Clock.Now())
}

// overhear takes what another node heard of this turn for its own interruption. What cannot be read is not known.
func (w *work) overhear(ctx context.Context, s evercart.State) {
	i := evercart.Interruption{Session: w.session, Turn: w.id}
	read, cancel := context.WithTimeout(w.a.system(context.WithoutCancel(ctx)), w.a.Limits.Read)
	defer cancel()
	events, err := w.a.events(read, s.Session, s.Recent[len(s.Recent)-1]-1) // from its words on
	if err != nil {
		w.log().Warn("what was heard cannot be read", "code", evercart.CodeOf(err))
	}
	for _, e := range events {
		if f, ok := e.Fact.(*evercart.ReplyHeard); ok && f.Turn == w.id && !f.Unknown && !e.Faded {
			heard := f.Personal.Heard
			i.Heard = &heard
		}
	}
	w.interrupt(i)
}
