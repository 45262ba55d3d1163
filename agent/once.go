package agent

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// plan is a whole turn thought out in memory on one state: what will be written, then said.
type plan struct {
	base   evercart.State // the state thought on
	state  evercart.State // with the facts so far
	change evercart.Change
	steps  []evercart.Step
	text   string // as written
	pieces []string
	how    evercart.Ending
	shown  []evercart.SKU
	aside  bool // it is said, and not part of the conversation
}

// thinker makes a plan on a state.
type thinker func(ctx context.Context, on evercart.State) (*plan, error)

var errMoved = errors.New("the session has moved on")

// atOnce runs a turn that is one change: words, effects and reply are committed together, then said. When the session has
// moved meanwhile, the turn is thought again on what it is now.
func (w *work) atOnce(ctx context.Context, think thinker) error {
	for range maxAgain {
		if ctx.Err() != nil {
			return evercart.AsError(context.Cause(ctx))
		}
		p, err := think(ctx, w.newest())
		if err != nil {
			return err
		}
		if w.memory && !p.changes() {
			w.sayAnyway(p)
			return nil
		}
		if w.memory {
			if told, err := w.back(ctx); told || err != nil {
				return err
			}
			continue // thought again on what the store says
		}
		if p.aside {
			w.sayAside(p)
			return nil
		}
		err = w.commitPlan(ctx, p)
		switch {
		case err == nil:
			w.sayPlan(p)
			return nil
		case errors.Is(err, errMoved):
		case evercart.CodeOf(err) == evercart.Busy:
			if err := w.othersTurn(ctx, err); err != nil {
				return err
			}
		case evercart.CodeOf(err) == evercart.TurnKnown:
			return w.known(ctx, w.began)
		case evercart.Away(err) && ctx.Err() == nil && !p.changes():
			w.sayAnyway(p)
			return nil
		default:
			return err
		}
	}
	return evercart.Errorf(evercart.Conflict, "agent", "the session changes too fast")
}

const maxAgain = 200 // bounded by the turn's time; a session that moves is thought on again

// commitPlan writes the plan if the session still is what it was thought on; else the newest state is what comes next.
func (w *work) commitPlan(ctx context.Context, p *plan) error {
	defer w.stage("claim", w.a.Clock.Now())
	var moved *evercart.State
	s, err := w.save(ctx, "agent", w.patienceFor(p), func(s evercart.State) (evercart.Change, error) {
		if s.Seq != p.base.Seq && !onlySummed(p.base, s) {
			moved = &s
			return evercart.Change{}, errMoved
		}
		return p.change, nil
	})
	if moved != nil && errors.Is(err, errMoved) {
		s = *moved
	}
	if err != nil && s.Seq > 0 {
		w.knows(s)
	}
	return err
}

// onlySummed says that all that happened since is a summary of turns that are over: what was thought out holds.
func onlySummed(before, now evercart.State) bool {
	return now.Life == before.Life && now.Seq == before.Seq+1 && now.SummedUp() != before.SummedUp()
}

// sayPlan sends what is committed.
func (w *work) sayPlan(p *plan) {
	now := w.a.Clock.Now()
	for _, piece := range p.pieces {
		w.send(now, evercart.Spoken{Text: piece})
	}
	w.written, w.spoke, w.now.Steps = p.text, true, p.steps
	w.reply(w.newest(), p.how, p.shown)
}

// add folds facts into the plan.
func (p *plan) add(w *work, c evercart.Change) error {
	s, _, err := p.state.After(w.a.Clock.Now(), w.id, "agent", c.Facts...)
	if err != nil {
		return err
	}
	p.state = s
	p.change.Facts = append(p.change.Facts, c.Facts...)
	p.change.Jobs = append(p.change.Jobs, c.Jobs...)
	p.change.Takes = append(p.change.Takes, c.Takes...)
	return nil
}

func facts(f ...evercart.Fact) evercart.Change { return evercart.Change{Facts: f} }

// newPlan begins a plan; the turn is opened in it unless that is done.
func (w *work) newPlan(ctx context.Context, on evercart.State) (*plan, error) {
	p := &plan{base: on, state: on, how: evercart.Done}
	if w.newClaim() != nil {
		return p, nil
	}
	opened, err := w.opened(ctx)
	if err != nil {
		return nil, err
	}
	return p, p.add(w, facts(opened))
}

// thought lets the brain think the whole turn in memory.
func (w *work) thought(ctx context.Context, on evercart.State) (*plan, error) {
	p, err := w.newPlan(ctx, on)
	if err != nil {
		return nil, err
	}
	read := w.a.Clock.Now()
	if w.history, err = w.before(ctx, on); err != nil {
		return nil, err
	}
	w.stage("read", read)
	w.understood()
	now := evercart.Exchange{Turn: w.id, What: w.what, Words: w.words}
	var ask *evercart.Question
	for n := 0; ; n++ {
		start := w.a.Clock.Now()
		out, err := w.step(ctx, w.prompt(ctx, p.state, now, n >= w.a.Limits.Steps), nil)
		if err != nil {
			return nil, err
		}
		w.stage("think", start)
		if out.ask != nil {
			ask = out.ask
		}
		p.text = spaced(p.text, out.text)
		if out.stop != evercart.StopCalls {
			p.steps = now.Steps
			return p, w.finish(p, ask)
		}
		if n >= w.a.Limits.Steps {
			return nil, &failure{evercart.Errorf(evercart.LimitReached, "agent", "the brain did not come to an end")}
		}
		step, err := w.act(ctx, p, n, out)
		if err != nil {
			return nil, err
		}
		now.Steps = append(now.Steps, step)
	}
}

const onceRecent = 4 // turns that a brain in memory looks back

// act runs a step's calls in the plan, in order.
func (w *work) act(ctx context.Context, p *plan, n int, out stepped) (evercart.Step, error) {
	step := evercart.Step{Brain: w.brain.Name(), Text: evercart.Private(out.text), Calls: numbered(n, out.calls), Opaque: out.opaque}
	if err := p.add(w, facts(thought(step))); err != nil {
		return step, err
	}
	defer w.stage("tools", w.a.Clock.Now())
	for _, call := range step.Calls {
		finished := w.does(call.Tool)
		change, result := w.readyCall(ctx, p.state, call).after(step).on(p.state)
		finished()
		step.Results = append(step.Results, result)
		p.shown = append(p.shown, result.Shown...)
		change.Facts = append(slices.Clip(change.Facts), done(call.Tool, result))
		if err := p.add(w, change); err != nil {
			return step, err
		}
	}
	return step, nil
}

// finish closes the plan's turn. An empty answer is none: nobody is left in silence.
func (w *work) finish(p *plan, ask *evercart.Question) error {
	if ask != nil {
		if err := p.add(w, facts(&evercart.QuestionAsked{Question: *ask})); err != nil {
			return err
		}
	}
	if p.text, _ = hear.Mask(evercart.Clean(p.text)); p.text == "" {
		p.text = w.account(p.steps)
	}
	if p.text == "" {
		return &failure{evercart.Errorf(evercart.Unavailable, "agent", "the brain said nothing")}
	}
	if w.card {
		p.text = spaced(w.voice().Say("card"), p.text)
	}
	pieces := speak.NewPieces(w.voice(), p.state.Cart.Currency)
	p.pieces = append(pieces.Write(p.text), pieces.Flush()...)
	closed := w.closed(p.how)
	closed.Shown, closed.Cart = limited(p.shown), p.state.Cart.Version
	p.text = spaced(w.written, p.text)
	closed.Personal.Generated = evercart.Private(p.text)
	closed.Personal.Played = evercart.Private(spaced(w.said(), spoken(p.pieces)))
	return p.add(w, evercart.Change{Facts: []evercart.Fact{closed}, Jobs: w.a.summaryDue(p.state)})
}

func spoken(pieces []string) string {
	out := ""
	for _, p := range pieces {
		out = spaced(out, p)
	}
	return out
}

func spaced(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	}
	return a + " " + b
}

func limited(list []evercart.SKU) []evercart.SKU {
	var out []evercart.SKU
	for _, sku := range list {
		if len(out) < maxShown && !containsSKU(out, sku) {
			out = append(out, sku)
		}
	}
	return out
}

// opened is the fact that opens this turn and claims it.
func (w *work) opened(ctx context.Context) (*evercart.TurnOpened, error) {
	if w.mac == nil {
		mac, err := w.keyed(ctx)
		if err != nil && !(w.memory && evercart.Away(err) && ctx.Err() == nil) { // what is written is thought again once the store is back
			return nil, err
		}
		w.mac = mac
	}
	f := &evercart.TurnOpened{Node: w.a.Node, Channel: w.channel, What: w.what, MAC: w.mac}
	f.Personal.Words = w.words
	return f, nil
}

// othersTurn waits a little for a claim that stands elsewhere; the wait has an end. A turn that is known gets its answer.
func (w *work) othersTurn(ctx context.Context, err error) error {
	if w.a.Clock.Now().Sub(w.began) > w.a.Limits.Wait {
		return err
	}
	if rec, err := w.a.Store.Turn(ctx, w.session, w.id); err == nil && rec.Opened > 0 {
		return w.known(ctx, w.began)
	}
	if w.a.Clock.Sleep(ctx, waitForOther) != nil {
		return evercart.AsError(context.Cause(ctx))
	}
	s, err := w.a.Store.Load(ctx, w.session)
	if err != nil {
		return err
	}
	w.knows(s)
	return nil
}

const waitForOther = 150 * time.Millisecond

// known answers a turn id that is taken: with its stored reply, once there is one; other words are a mismatch.
// It waits for that for as long as a turn may take, from then on.
func (w *work) known(ctx context.Context, since time.Time) error {
	w.waits.Store(true)
	defer w.waits.Store(false)
	for {
		s, err := w.a.Store.Load(ctx, w.session)
		if err != nil {
			return err
		}
		rec, err := w.a.Store.Turn(evercart.Having(ctx, s), w.session, w.id)
		if err != nil {
			return err
		}
		if same, err := w.a.sameWords(ctx, s.Life, w.what, w.words, rec.MAC); err != nil || !same {
			return orMismatch(err)
		}
		if rec.Reply != nil {
			w.a.repeat(ctx, w.turn, rec, s, true)
			return nil
		}
		if err := w.whileItRuns(ctx, s, since); err != nil {
			return err
		}
	}
}

// whileItRuns waits until this turn does not run any more, as far as a look at the session tells. That is asked of memory and of the session's head:
// when a node dies, hundreds of callers come back at once and wait like this, while the store has turns to take over.
func (w *work) whileItRuns(ctx context.Context, s evercart.State, since time.Time) (err error) {
	for {
		if w.a.Clock.Now().Sub(since) > w.a.Limits.Turn {
			return busy("this turn is still running")
		}
		if w.a.Clock.Sleep(ctx, waitForOther) != nil {
			return evercart.AsError(context.Cause(ctx))
		}
		if s.Active != nil && s.Active.Turn == w.id {
			if s, err = w.a.Store.Load(ctx, w.session); err != nil {
				return err
			}
		}
		if s.Active == nil || s.Active.Turn != w.id {
			return nil
		}
	}
}
