package agent

import (
	"context"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// keepUp beats until ctx ends, and has somebody else look after turns that nobody works on: however long that takes, a node that lives is heard
// of. Only who has just been heard may say that another is silent.
func (a *Agent) keepUp(ctx context.Context) {
	look := make(chan struct{}, 1)
	var looks sync.WaitGroup
	looks.Go(func() {
		for range look {
			mishap.Do(a.Log, "look", func() { a.lookAfter(ctx) })
		}
	})
	defer looks.Wait()
	defer close(look)
	buried, silent := a.Deaths == nil || len(a.Formers) == 0, false
	for ; ctx.Err() == nil; _ = a.Clock.Sleep(ctx, a.Limits.Beat) {
		err := a.beat(ctx)
		if silent = a.missed(ctx, silent, err); silent {
			continue
		}
		buried = buried || a.bury(ctx)
		select {
		case look <- struct{}{}:
		default: // the last look goes on
		}
	}
}

// missed tells of beats that the store does not take when that begins, with why, and when it is over: in between there are two a second.
func (a *Agent) missed(ctx context.Context, before bool, err error) bool {
	switch {
	case err != nil && !before && ctx.Err() == nil:
		a.Log.Warn("no beat, and none until further notice: the store does not take it", "node", a.Node, "code", evercart.CodeOf(err), "error", err)
	case err == nil && before:
		a.Log.Info("beats again", "node", a.Node)
	}
	return err != nil
}

// lookAfter begins to resume the turns of dead nodes, and those that were left here.
func (a *Agent) lookAfter(ctx context.Context) {
	for _, o := range a.orphans(ctx) {
		if a.rescues.isHopeless(o.Session, o.Claim.Turn) {
			continue
		}
		if !a.rescue(o.Session, func() { a.resume(ctx, o) }) {
			a.keepLeft(o)
		}
	}
	for id, turn := range a.left.take() {
		if a.rescues.isHopeless(id, turn) {
			continue
		}
		if !a.rescue(id, func() { a.resumeLeft(ctx, id, turn) }) {
			a.left.add(id, turn)
		}
	}
}

// bury tells the others that the processes which had this one's place are over, so that their turns need not wait until they were silent for
// long: the last one may have died before it could tell so of the one before. It is not believed while one of them still beats: then its place
// was copied, not taken.
func (a *Agent) bury(ctx context.Context) bool {
	dead, err := a.Deaths.Died(ctx, 2*a.Limits.Beat, a.Formers...)
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("a death is not told", "code", evercart.CodeOf(err))
	}
	return dead
}

// orphans are the open turns of nodes that are dead, and those that are open for too long.
func (a *Agent) orphans(ctx context.Context) []evercart.Orphan {
	read, cancel := context.WithTimeout(ctx, a.Limits.Read)
	defer cancel()
	out, err := a.Store.Orphans(read, a.Node, a.Limits.Dead, a.Limits.Claim)
	if err != nil && ctx.Err() == nil {
		a.Log.Warn("no look at the claims of dead nodes", "code", evercart.CodeOf(err))
	}
	return out
}

// resume takes the turn of a dead node over. It goes on with what is committed: calls without a result were not done, and
// the brain that acted may act again, another may only speak. A turn whose words had begun to reach the ear, or that is too
// old for anyone to wait, is closed as broken instead.
func (a *Agent) resume(ctx context.Context, o evercart.Orphan) {
	own := o.Claim.Node == a.Node
	if t := a.lanes.running(o.Session, o.Claim.Turn); t != nil && own && !t.waits.Load() {
		a.keepLeft(o) // ours, and at work: it ends by itself
		return
	}
	defer mishap.Catch(a.Log.With("session", o.Session, "turn", o.Claim.Turn), "resume", func() { a.giveUp(ctx, o) })
	w, err := a.orphaned(ctx, o)
	if err != nil {
		a.Log.Warn("orphan not read", "session", o.Session, "code", evercart.CodeOf(err))
		a.keepLeft(o)
		return
	}
	if w == nil {
		return
	}
	if !a.lanes.park(w.turn) {
		a.keepLeft(o)
		return
	}
	run, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	w.cut, w.loose = cut, own
	close(w.ready)
	defer w.leave()
	defer close(w.done)
	defer a.lanes.leave(w.turn)
	defer w.cut(nil)
	defer mishap.Catch(w.log(), "turn", func() {
		w.fail(evercart.Errorf(evercart.Internal, "agent", "the turn failed"))
		a.giveUp(ctx, o)
	})
	if err := w.takeOver(run, o); err != nil {
		w.log().Info("orphan left to others", "code", evercart.CodeOf(err))
		w.fail(err)
		return
	}
	defer w.watched(run)()
	w.log().Info("turn taken over", "of", o.Claim.Node)
	if w.newest().Active.Cut { // the shopper spoke over it, and its node did not live to see it
		w.overhear(run, w.newest())
		w.fail(w.end(run, errInterrupted))
		return
	}
	if len(w.sent) > 0 || own || w.newest().Touched.Sub(o.Claim.At) > a.Limits.Claim || w.words == "" {
		w.spoke = w.spoke || len(w.sent) > 0
		w.fail(w.end(run, errStopping))
		return
	}
	if w.acted && w.a.Brains[0].AtOnce() {
		w.fail(w.end(run, w.told(run)))
		return
	}
	w.fail(w.answer(run))
}

// told answers for a brain that thinks whole turns: it would do anew what another one has done. The committed words of what was
// done are the answer; where there are none, the turn was cut off.
func (w *work) told(ctx context.Context) error {
	if w.account(w.now.Steps) == "" {
		return errStopping
	}
	return w.close(ctx, evercart.Done, nil)
}

// orphaned rebuilds the work of a turn from its events; nil when it is over meanwhile.
func (a *Agent) orphaned(ctx context.Context, o evercart.Orphan) (*work, error) {
	s, err := a.Store.Load(ctx, o.Session)
	if err != nil || s.Active == nil || s.Active.No != o.Claim.No {
		return nil, err
	}
	history, err := a.exchanges(ctx, s, a.Limits.Recent+1)
	if err != nil {
		return nil, err
	}
	u := evercart.Utterance{Session: o.Session, Turn: o.Claim.Turn, Language: s.Locale, Channel: s.Channel}
	t := a.newTurn(u)
	w := a.newWork(t, s)
	for _, x := range history {
		if x.Turn == t.id {
			t.what, t.words = x.What, x.Words
			w.now.What, w.now.Words, w.now.Steps = x.What, x.Words, x.Steps
			w.written = x.Heard.Reveal()
			if w.written != "" {
				t.sent = append(t.sent, evercart.Spoken{Turn: t.id, Text: w.written})
				t.saved = len(t.sent)
			}
		}
	}
	w.history = without(history, t.id)
	w.understood()
	for _, step := range w.now.Steps {
		w.acted = w.acted || len(step.Calls) > 0
		for _, r := range step.Results {
			w.learn(r)
		}
	}
	return w, nil
}

// takeOver displaces the dead claim, and answers the calls that have no result. A node that only seemed dead may have gone on since its turn was
// read: then errMoved, and the next look reads what it did, which would be done again otherwise. While it is not known whether that is written, it is written
// again, under the same id.
func (w *work) takeOver(ctx context.Context, o evercart.Orphan) error {
	ctx = context.WithoutCancel(ctx)
	began, read := w.a.Clock.Now(), w.newest()
	u := evercart.Update{Session: o.Session, Turn: o.Claim.Turn, Displace: &o.Claim, By: "agent", Write: newWrite(),
		Do: func(s evercart.State) (evercart.Change, error) {
			if s.Active == nil || s.Active.No != o.Claim.No {
				return evercart.Change{}, evercart.Errorf(evercart.ClaimLost, "agent", "another was faster")
			}
			if s.Seq != read.Seq && !onlySummed(read, s) {
				return evercart.Change{}, errMoved
			}
			list := []evercart.Fact{&evercart.TurnTaken{Node: w.a.Node, Known: o.Known}}
			for _, c := range s.Calls {
				if c.Code == evercart.CallOpen {
					list = append(list, doneMark(c))
				}
			}
			return facts(list...), nil
		}}
	for pause := awayPause; ; pause = min(2*pause, awayMost) {
		commit, cancel := context.WithTimeout(ctx, w.a.Limits.Commit)
		done, err := w.a.update(commit, u)
		cancel()
		w.wrote(done.State, err)
		switch {
		case err == nil && (done.State.Active == nil || done.State.Active.Node != w.a.Node): // written, and over since
			return evercart.Errorf(evercart.ClaimLost, "agent", "another was faster")
		case err == nil:
			w.claims(done.State, began)
			return nil
		}
		if evercart.CodeOf(err) != evercart.OutcomeUnknown || w.a.Clock.Now().Sub(began) > w.a.Limits.Away || w.a.Clock.Sleep(w.a.life, pause) != nil {
			return err
		}
	}
}

func doneMark(c evercart.CallMark) *evercart.CallDone {
	return done(c.Tool, notDone(evercart.ToolCall{ID: c.ID}))
}
