package agent

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// end turns what went wrong in a turn into a truthful end of it. The error it gives, if any, is what the listeners get.
func (w *work) end(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = evercart.AsError(context.Cause(ctx))
	}
	var brains *failure
	switch code := evercart.CodeOf(err); {
	case code == evercart.ClaimLost, (!w.sure() || errors.Is(err, errLimit)) && w.lost(ctx):
		return w.theirs(ctx) // another node answers this turn: its reply is ours
	case code == evercart.Gone, code == evercart.NotFound && !errors.As(err, &brains), code == evercart.TurnMismatch:
		return err // the turn is another's, or nobody's
	case errors.Is(err, errInterrupted):
		if w.newClaim() == nil {
			return err // it had not begun: nothing is stored
		}
		return w.close(ctx, evercart.Interrupted, nil)
	case errors.As(err, &brains), errors.Is(err, errLimit), errors.Is(err, errStopping):
		how := evercart.Failed
		if w.spoke || errors.Is(err, errStopping) {
			how = evercart.Broken
		}
		w.sorry(ctx, err)
		return w.close(ctx, how, nil)
	}
	return w.away(ctx, err)
}

// sorry says that the answer failed, what was done nonetheless, and what a cut sentence may have been about to say.
func (w *work) sorry(ctx context.Context, err error) {
	parts := []string{w.apology(err), w.account(w.now.Steps)}
	if w.broke && w.acted {
		parts = append(parts, w.voice().Totals(w.a.today(ctx, w.newest()).Cart))
	}
	for _, p := range parts {
		if p != "" {
			w.send(w.a.Clock.Now(), evercart.Spoken{Text: p})
			w.written = spaced(w.written, p)
		}
	}
}

func (w *work) apology(err error) string {
	switch {
	case errors.Is(err, errStopping), w.spoke:
		return w.voice().Say("turn.cut")
	case errors.Is(err, errLimit), evercart.CodeOf(err) == evercart.ModelRefused:
		return w.voice().Error(err)
	}
	return w.voice().Say("brain.away") // whatever the brain's trouble is, it is not the shopper's
}

// account says what the calls of these steps came to, in their own committed words.
func (w *work) account(steps []evercart.Step) string {
	var said []string
	for _, s := range steps {
		for _, r := range s.Results {
			if say := r.Say.Reveal(); say != "" {
				said = append(said, say)
			}
		}
	}
	text, _ := hear.Mask(strings.Join(said, " "))
	return evercart.Clip(text, 1000)
}

// away is how a turn ends when its commits fail: the caller hears so, nothing is called done, and a turn that was opened
// is closed as soon as the store is back.
func (w *work) away(ctx context.Context, err error) error {
	err = w.refused(err)
	say := evercart.Spoken{Text: w.voice().Error(err), Hold: w.newClaim() == nil}
	w.send(w.a.Clock.Now(), say)
	if say.Hold {
		return err // nothing is stored: the edge tells its client to try again
	}
	w.written = spaced(w.written, say.Text)
	return w.closeLater(ctx, evercart.Failed)
}

// close commits the end of the turn, then gives the reply.
func (w *work) close(ctx context.Context, how evercart.Ending, ask *evercart.Question) error {
	if how == evercart.Done {
		if err := w.lastWord(ctx); err != nil {
			return err
		}
	}
	s, err := w.commitEnd(ctx, how, ask)
	if errors.Is(err, errCut) { // it is not said to be whole what was not wholly heard
		how, ask = evercart.Interrupted, nil
		w.overhear(ctx, w.newest())
		s, err = w.commitEnd(ctx, how, ask)
	}
	switch evercart.CodeOf(err) {
	case "":
		w.reply(s, how, w.shown)
		return nil
	case evercart.ClaimLost:
		return w.theirs(ctx)
	case evercart.Gone, evercart.NotFound:
		return err
	}
	if w.newClaim() == nil {
		return w.refused(err)
	}
	w.log().Warn("turn not closed yet", "code", evercart.CodeOf(err))
	return w.closeLater(ctx, how)
}

// lastWord speaks for a brain that acted and then said nothing, or nothing of a part of it.
func (w *work) lastWord(ctx context.Context) error {
	steps := w.now.Steps
	if w.spoke {
		steps = w.untold(ctx)
	}
	text := w.account(steps)
	if text == "" {
		return nil
	}
	if err := w.mine(ctx); err != nil {
		return err
	}
	w.send(w.a.Clock.Now(), evercart.Spoken{Text: text})
	w.written = spaced(w.written, text)
	return nil
}

// commitEnd writes the end of the turn, with all that waited for it: calls not begun, the question, what was heard.
func (w *work) commitEnd(ctx context.Context, how evercart.Ending, ask *evercart.Question) (evercart.State, error) {
	defer w.stage("close", w.a.Clock.Now())
	var head []evercart.Fact
	if w.newClaim() == nil {
		opened, err := w.opened(ctx)
		if err != nil {
			return evercart.State{}, err
		}
		head = append(head, opened)
	}
	head = append(head, w.pending...)
	if ask != nil {
		head = append(head, &evercart.QuestionAsked{Question: *ask})
	}
	said := w.said()
	closed := w.closed(how)
	closed.Shown = limited(w.shown)
	closed.Personal.Generated, closed.Personal.Played = evercart.Private(w.written), evercart.Private(said)
	cut := w.interruption()
	s, err := w.commit(ctx, "agent", func(s evercart.State) (evercart.Change, error) {
		if cut == nil && s.Active != nil && s.Active.Turn == w.id && s.Active.Cut {
			return evercart.Change{}, errCut
		}
		list := slices.Concat(leftOpen(s, head), head, []evercart.Fact{closed})
		closed.Cart = s.Cart.Version
		if cut != nil {
			list = append(list, heardFacts(w.id, said, cut.Heard, true)...)
		}
		return evercart.Change{Facts: list, Jobs: w.a.summaryDue(s)}, nil
	})
	if err == nil && cut != nil {
		w.recorded()
	}
	return s, err
}

// closeLater answers now, without the promise of a commit, and closes the turn when the store is back: until then its claim
// would keep the session busy for as long as this node lives.
func (w *work) closeLater(ctx context.Context, how evercart.Ending) error {
	s := w.newest()
	r := w.replyOf(s, how, w.shown)
	r.Durable, r.Cart = false, s.Cart
	w.send(w.a.Clock.Now(), evercart.Spoken{Reply: &r})
	for pause := 250 * time.Millisecond; w.a.Clock.Now().Sub(w.began) < w.a.Limits.Claim; pause = min(2*pause, awayMost) {
		if w.a.Clock.Sleep(w.a.life, pause) != nil {
			return nil
		}
		_, err := w.commitEnd(ctx, how, nil)
		if errors.Is(err, errCut) {
			how = evercart.Interrupted
			w.overhear(ctx, w.newest())
			continue
		}
		switch evercart.CodeOf(err) {
		case "", evercart.ClaimLost, evercart.Gone, evercart.NotFound:
			return nil
		}
	}
	return nil // others displace the claim
}

// closed is the fact that ends this turn, with what it took.
func (w *work) closed(how evercart.Ending) *evercart.TurnClosed {
	f := &evercart.TurnClosed{How: how, Model: w.model, Usage: w.usage, Stages: maps.Clone(w.stages)}
	f.Stages["total"] = w.a.Clock.Now().Sub(w.began).Microseconds()
	if w.brain != nil {
		f.Brain, f.Prompt = w.brain.Name(), w.a.hashOf(w.live)
	}
	return f
}

// reply gives the last piece: it is committed.
func (w *work) reply(s evercart.State, how evercart.Ending, shown []evercart.SKU) {
	r := w.replyOf(s, how, shown)
	w.send(w.a.Clock.Now(), evercart.Spoken{Reply: &r})
}

func (w *work) replyOf(s evercart.State, how evercart.Ending, shown []evercart.SKU) evercart.Reply {
	return evercart.Reply{Turn: w.id, Text: evercart.Private(w.said()), Display: evercart.Private(w.written), How: how, Seq: s.Seq,
		Cart: w.a.today(context.Background(), s).Cart, Shown: limited(shown), Durable: true, Usage: w.usage}
}

// cardSaid tells a shopper who read a card number aloud that it was not kept, before anything else is said.
func (w *work) cardSaid() {
	if w.a.Brains[0].AtOnce() {
		return // it stands in the plan, which is said after its commit
	}
	say := w.voice().Say("card")
	w.send(w.a.Clock.Now(), evercart.Spoken{Text: say})
	w.written, w.card = say, false
}
