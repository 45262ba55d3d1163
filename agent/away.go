package agent

import (
	"context"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// How a store that is away is waited for.
const (
	awayPause = 100 * time.Millisecond // before the second try; it doubles
	awayMost  = time.Second
)

// load reads a session within a time. With the store away it gives the last state that is remembered, if there is one.
func (a *Agent) load(ctx context.Context, id evercart.SessionID, within time.Duration) (evercart.State, error) {
	read, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	s, err := a.Store.Load(read, id)
	if ctx.Err() == nil {
		err = evercart.Unanswered(err, "agent")
	}
	return s, err
}

// found is reach for a turn, which waits for a store that is away, after telling so by hold. With a state that is remembered it
// goes on at once (memory): what can be answered from that is, and what changes something waits for its commit.
func (a *Agent) found(ctx context.Context, u evercart.Utterance, hold func()) (_ context.Context, _ evercart.State, memory bool, _ error) {
	began, first := a.Clock.Now(), true
	within := min(a.Limits.Filler, max(a.Limits.Filler/9, a.Limits.Filler-began.Sub(u.Came))) // until the filler is due, a little at least
	if u.Fillers > 0 {
		within = a.Limits.Filler // it was said
	}
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		tried := a.Clock.Now()
		wide, s, err := a.reachIn(evercart.Relying(ctx), u.Session, within)
		if who, ok := evercart.CallerOf(wide); ok {
			wide = evercart.As(ctx, who) // all else is read as it is
		}
		slow := first && a.Clock.Now().Sub(tried) >= within // which is not away yet
		switch {
		case !evercart.Away(err) || ctx.Err() != nil:
			return wide, s, false, err
		case s.Seq > 0 && s.Into == "" && !slow:
			return wide, s, true, nil
		}
		if first && u.Fillers == 0 {
			hold()
		}
		first = false
		if within = min(a.Limits.Read, a.Limits.Away-a.Clock.Now().Sub(began)-pause); s.Seq > 0 {
			within = min(within, a.Limits.Away/4) // there is something to answer from
		}
		if a.Clock.Now().Add(pause).Sub(began) > a.Limits.Away || a.life.Err() != nil || a.Clock.Sleep(ctx, pause) != nil {
			return wide, s, false, err
		}
	}
}

// back waits for a store that was away when the turn began, before anything is sent to it: what is refused here surely did not happen,
// also where the store does not refuse but hangs. What the turn has waited already counts. True = it was said before, elsewhere, and has its reply.
func (w *work) back(ctx context.Context) (told bool, _ error) {
	if !w.memory {
		return false, nil
	}
	began := w.a.Clock.Now()
	defer func() { w.waited += w.a.Clock.Now().Sub(began) }()
	left := func() time.Duration { return w.a.Limits.Away - w.waited - w.a.Clock.Now().Sub(began) }
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		s, err := w.a.load(ctx, w.session, max(awayPause, min(w.a.Limits.Read, left())))
		if err == nil {
			w.knows(s)
			if told, err = w.saidElsewhere(ctx); err == nil {
				w.memory = false
				return told, nil
			}
		}
		if !evercart.Away(err) || left() < pause || w.a.life.Err() != nil || w.a.Clock.Sleep(ctx, pause) != nil {
			return false, err
		}
	}
}

// keyed is the MAC of this turn's words. Keys that are away are waited for as the store is; with the store away, hardly at all. What the turn
// has waited counts.
func (w *work) keyed(ctx context.Context) ([]byte, error) {
	within, patience := w.a.Limits.Read, w.a.Limits.Away-w.waited
	if w.memory {
		within, patience = w.a.Limits.Filler, 0
	}
	began := w.a.Clock.Now()
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		read, cancel := context.WithTimeout(ctx, within)
		mac, err := w.a.wordsMAC(read, w.newest().Life, w.what, w.words)
		cancel()
		waited := w.a.Clock.Now().Sub(began)
		if !evercart.Away(err) || waited+pause > patience || w.a.life.Err() != nil || w.a.Clock.Sleep(ctx, pause) != nil {
			if pause > awayPause {
				w.waited += waited
			}
			return mac, err
		}
	}
}

// filler is said before anything is known of the session but what came with the words.
func (a *Agent) filler(u evercart.Utterance) evercart.Spoken {
	return evercart.Spoken{Turn: u.Turn, Text: a.stranger(u).Filler(a.fillerOf(u.Session, 0, u.Fillers)), Hold: true}
}

// refusal is said where no turn could begin.
func (a *Agent) refusal(u evercart.Utterance, err error) evercart.Spoken {
	return evercart.Spoken{Turn: u.Turn, Text: a.stranger(u).Error(err), Hold: true}
}

// refused is the error with which a turn ends of which nothing is stored, as far as is known.
func (w *work) refused(err error) error {
	if w.newClaim() != nil {
		return err
	}
	return evercart.Utterance{Turn: w.id, Fresh: w.fresh}.Refused(err)
}

// stranger is the voice for somebody of whom nothing is known but the words.
func (a *Agent) stranger(u evercart.Utterance) *speak.Voice {
	locale := u.Language
	if locale == "" {
		locale = a.now().Shop.Locale
	}
	return speak.For(hear.SpokenOver(u.Text.Reveal(), locale))
}

// save is one change of this turn. While the store is away it is tried again for as long as patience lasts and nobody cuts the turn: it
// is the caller who waits, nothing is put aside to be written later. The same change under the same id again is the same change.
func (w *work) save(ctx context.Context, by evercart.Actor, patience time.Duration, do func(evercart.State) (evercart.Change, error)) (evercart.State, error) {
	w.one.Lock()
	defer w.one.Unlock()
	return w.write(ctx, by, patience, do)
}

// write is save for who holds w.one.
func (w *work) write(ctx context.Context, by evercart.Actor, patience time.Duration, do func(evercart.State) (evercart.Change, error)) (evercart.State, error) {
	base, claim := w.newest(), w.newClaim()
	u := evercart.Update{Session: w.session, Life: base.Life, Base: &base, Claim: claim, Turn: w.id, Write: newWrite(), After: base.Seq, By: by, Do: do}
	if claim == nil {
		u.Do = func(s evercart.State) (evercart.Change, error) {
			if s.Into != "" {
				return evercart.Change{}, errMerged
			}
			return do(s)
		}
	}
	began, patience := w.a.Clock.Now(), patience-w.waited
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		commit, cancel := context.WithTimeout(context.WithoutCancel(ctx), w.a.Limits.Commit)
		done, err := w.a.update(commit, u)
		cancel()
		w.wrote(done.State, err)
		if err == nil {
			w.knows(done.State)
		}
		if evercart.CodeOf(err) == evercart.OutcomeUnknown {
			w.unsure.Store(true)
		}
		if !evercart.Away(err) || w.a.Clock.Now().Add(pause).Sub(began) > patience || w.a.life.Err() != nil || w.a.Clock.Sleep(ctx, pause) != nil {
			return done.State, err
		}
	}
}

// before is what a brain in memory is told of the turns before; without the store, the words alone must do.
func (w *work) before(ctx context.Context, on evercart.State) ([]evercart.Exchange, error) {
	if w.memory {
		return nil, nil
	}
	read, cancel := context.WithTimeout(ctx, w.a.Limits.Read)
	defer cancel()
	list, err := w.a.exchanges(read, on, onceRecent)
	if evercart.Away(err) && ctx.Err() == nil {
		return nil, nil
	}
	return list, err
}

// changes says that a plan does more than to answer: what it does must be committed before it is said. What was shown counts, too, since
// the next words may be about "the second one".
func (p *plan) changes() bool {
	for _, f := range p.change.Facts {
		switch f := f.(type) {
		case *evercart.TurnOpened, *evercart.StepThought, *evercart.CallDone, *evercart.TurnClosed, *evercart.Noted:
		case *evercart.FocusSet:
			if f.Looked != nil || !sameSKUs(f.SKUs, p.base.Focus) && !holdsAll(f.SKUs, p.base.Focus) {
				return true
			}
		default:
			return true
		}
	}
	return len(p.change.Jobs)+len(p.change.Takes) > 0
}

// holdsAll says that what was in focus is one of these, or nothing was: with these forgotten, the next words may find less to be about, but
// nothing else.
func holdsAll(told, focus []evercart.SKU) bool {
	return len(focus) == 0 || len(focus) == 1 && containsSKU(told, focus[0])
}

func sameSKUs(a, b []evercart.SKU) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Fold() != b[i].Fold() {
			return false
		}
	}
	return true
}

// patienceFor is how long a plan waits for the store: an answer that changes nothing need not wait long.
func (w *work) patienceFor(p *plan) time.Duration {
	if p.changes() {
		return w.a.Limits.Away
	}
	return w.a.Limits.Away / 4
}

// sayAnyway answers from what is remembered while the store is away: nothing is changed, and nothing of it is remembered.
func (w *work) sayAnyway(p *plan) {
	w.log().Warn("answered from memory, the store is away")
	r := w.speak(p)
	r.Durable = false
	w.send(w.a.Clock.Now(), evercart.Spoken{Reply: &r})
}

// sayAside says what is no part of the conversation: nothing is changed, and nothing of it is remembered.
func (w *work) sayAside(p *plan) {
	r := w.speak(p)
	w.send(w.a.Clock.Now(), evercart.Spoken{Reply: &r})
}

// speak says the words of a plan that is not written, and gives the reply to end with.
func (w *work) speak(p *plan) evercart.Reply {
	now := w.a.Clock.Now()
	for _, piece := range p.pieces {
		w.send(now, evercart.Spoken{Text: piece})
	}
	w.written, w.spoke = p.text, true
	return w.replyOf(p.base, p.how, p.shown)
}
