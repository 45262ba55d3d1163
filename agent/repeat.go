package agent

import (
	"context"

	"github.com/evercart/evercart"
)

// repeated answers a turn that was said before, as far as that is known without thinking it again: in this session, or in one that was merged into
// it. Nil = it is not known; where the store is away, memory is set, and what it could not be asked is asked once it is back.
func (a *Agent) repeated(ctx context.Context, u evercart.Utterance, s evercart.State, elsewhere []evercart.SessionID, memory *bool) (*turn, error) {
	for _, from := range elsewhere {
		if *memory {
			break
		}
		t, err := a.before(ctx, from, u, s)
		if *memory = evercart.Away(err) && ctx.Err() == nil; *memory {
			break
		}
		if t != nil || err != nil {
			return t, err
		}
	}
	return a.toldBefore(ctx, u, s, *memory)
}

// before looks a turn up in the session that it was said to, when that one was merged into another since.
func (a *Agent) before(ctx context.Context, asked evercart.SessionID, u evercart.Utterance, s evercart.State) (*turn, error) {
	sys, cancel := context.WithTimeout(a.system(ctx), a.Limits.Read) // the caller may reach the session that this one was merged into
	defer cancel()
	rec, err := a.Store.Turn(sys, asked, u.Turn)
	switch {
	case evercart.CodeOf(err) == evercart.NotFound:
		return nil, nil
	case err != nil:
		return nil, err
	case rec.Reply == nil:
		return nil, busy("this turn is not finished")
	}
	from, err := a.Store.Load(sys, asked)
	if err != nil {
		return nil, err
	}
	if same, err := a.sameWords(sys, from.Life, u.What, u.Text, rec.MAC); err != nil || !same {
		return nil, orMismatch(err)
	}
	t := a.newTurn(u)
	a.repeat(ctx, t, rec, s, true)
	return t, nil
}

// saidElsewhere is before for a turn that began while the store was away, and has waited for it. True = it has its reply.
func (w *work) saidElsewhere(ctx context.Context) (bool, error) {
	u := evercart.Utterance{Turn: w.id, What: w.what, Text: w.words}
	for _, from := range w.elsewhere {
		t, err := w.a.before(ctx, from, u, w.newest())
		if err != nil {
			return false, err
		}
		if t == nil {
			continue
		}
		for _, p := range t.sent { // nobody else has it
			w.send(w.a.Clock.Now(), p)
		}
		return true, nil
	}
	w.elsewhere = nil
	return false, nil
}

// toldBefore answers a turn that is remembered as over, without thinking it again only to find that it is known. When a node dies, hundreds of
// callers say again at the others what may have been done. While the store is away, what is remembered must do. Nil = it is not remembered, or
// what is remembered cannot be held against anything: the ordinary way tells.
func (a *Agent) toldBefore(ctx context.Context, u evercart.Utterance, s evercart.State, memory bool) (*turn, error) {
	if a.recalls == nil {
		return nil, nil
	}
	told, ok := a.recalls.Recall(ctx, s.Session, u.Turn)
	if !ok || told.Reply == nil {
		return nil, nil
	}
	if memory {
		return a.toldFromMemory(ctx, u, s, told)
	}
	now, err := a.load(ctx, s.Session, a.Limits.Read)
	switch {
	case evercart.Away(err) && ctx.Err() == nil:
		return a.toldFromMemory(ctx, u, s, told)
	case err != nil || now.Into != "":
		return nil, nil
	}
	rec, err := a.Store.Turn(evercart.Having(ctx, now), now.Session, u.Turn)
	if err != nil || rec.Reply == nil {
		return nil, nil
	}
	same, err := a.sameWords(ctx, now.Life, u.What, u.Text, rec.MAC)
	switch {
	case err != nil:
		return nil, nil
	case !same:
		return nil, mismatch()
	}
	t := a.newTurn(u)
	a.repeat(ctx, t, rec, now, true)
	return t, nil
}

// toldFromMemory says the remembered reply of a turn again: it was finished before the store went away. The keys may be away with it, so the words
// are held against those that are remembered.
func (a *Agent) toldFromMemory(ctx context.Context, u evercart.Utterance, s evercart.State, rec evercart.TurnRecord) (*turn, error) {
	soon, cancel := context.WithTimeout(evercart.Having(ctx, s), a.Limits.Filler) // it is asked for nothing that is not here, unless it has just left
	defer cancel()
	events, err := a.Store.Events(soon, s.Session, rec.Opened-1, 1)
	if err != nil || len(events) == 0 || events[0].Faded {
		return nil, nil
	}
	f, ok := events[0].Fact.(*evercart.TurnOpened)
	switch {
	case !ok:
		return nil, nil
	case f.What != u.What || f.Personal.Words != u.Text:
		return nil, mismatch()
	}
	t := a.newTurn(u)
	a.repeat(ctx, t, rec, s, false)
	return t, nil
}
