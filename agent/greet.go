package agent

import (
	"context"
	"time"

	"github.com/evercart/evercart"
)

// greeting plans a turn in which nobody spoke: a greeting to who is new, a recap to who was away, a short word else.
func (w *work) greeting(ctx context.Context, on evercart.State) (*plan, error) {
	p, err := w.newPlan(ctx, on)
	if err != nil {
		return nil, err
	}
	away := w.a.Clock.Now().Sub(on.Touched)
	today := w.a.today(ctx, on)
	hello, back := w.live.Greeting, w.live.GreetingBack
	if hello == "" {
		hello = w.voice().Greeting(w.live.Shop.Name)
	}
	if back == "" {
		back = w.voice().Say("welcome.back")
	}
	has := len(today.Cart.Lines)+len(today.Cart.Saved) > 0
	switch {
	case on.Turns == 0 && has:
		p.text = spaced(hello, w.voice().Recap(today.Cart))
	case on.Turns == 0:
		p.text = hello
	case away >= w.a.Limits.Recap || w.anew && has:
		p.text = spaced(back, spaced(w.voice().Recap(today.Cart), w.voice().News(today.Cart)))
		if err := w.pricesSaid(ctx, p); err != nil {
			return nil, err
		}
	default:
		p.text = back
	}
	if aside, err := w.greetedBefore(ctx, p, away); err != nil || aside {
		return p, err
	}
	if f := disclosed(p.text, "sent"); f != nil {
		if err := p.add(w, facts(f...)); err != nil {
			return nil, err
		}
	}
	if q := on.Question; q != nil && away < w.a.Limits.Recap && !w.anew { // a word of welcome answers no question
		return p, w.finish(p, q)
	}
	return p, w.finish(p, nil)
}

// greetedBefore says that the last turn is a greeting already, to which nobody said anything: one more is said and not kept. Of two devices that
// are opened at once both are greeted with the same words.
func (w *work) greetedBefore(ctx context.Context, p *plan, away time.Duration) (bool, error) {
	if n := len(p.base.Recent); n == 0 || w.anew || away >= w.a.Limits.Recap {
		return false, nil
	}
	last, err := w.a.lastOpened(ctx, p.base)
	if f, ok := last.Fact.(*evercart.TurnOpened); err != nil || !ok || f.What != evercart.SayGreeting || last.Turn == w.id {
		return false, nil
	}
	if last.Seq > w.came {
		rec, err := w.a.Store.Turn(ctx, w.session, last.Turn)
		if err != nil || rec.Reply == nil {
			return false, err
		}
		p.text = rec.Reply.Display.Reveal()
	} else if notices(p.text) != "" {
		return false, nil // that it was disclosed is kept
	}
	p.aside = true
	return true, w.finish(p, nil)
}

// pricesSaid notes that today's prices were said aloud: they are no news any more.
func (w *work) pricesSaid(ctx context.Context, p *plan) error {
	skus := p.state.Cart.SKUs()
	if len(skus) == 0 {
		return nil
	}
	shelf, err := w.a.Catalog.Shelf(ctx, skus...)
	if err != nil {
		return err
	}
	f, err := p.state.Cart.Decide(evercart.Command{Verb: evercart.SayPrices}, shelf, w.live.Shop)
	if err != nil || f == nil {
		return err
	}
	return p.add(w, facts(f))
}

// kept plans a turn that nobody waits for: its words are in the log, with an answer that was cut before it began.
func (w *work) kept(ctx context.Context, on evercart.State) (*plan, error) {
	p, err := w.newPlan(ctx, on)
	if err != nil {
		return nil, err
	}
	p.how = evercart.Interrupted
	closed := w.closed(p.how)
	closed.Cart = p.state.Cart.Version
	return p, p.add(w, facts(closed, &evercart.ReplyHeard{Turn: w.id}))
}
