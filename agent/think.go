package agent

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/speak"
)

// converse lets a brain think that is slow and streams: the turn is claimed first, each effect is committed before its
// result goes back, words are spoken as they are ready, the turn is closed at the end.
func (w *work) converse(ctx context.Context) error {
	if answered, err := w.open(ctx); answered || err != nil {
		return err
	}
	for n := len(w.now.Steps); ; n++ {
		noCalls := n >= w.a.Limits.Steps || w.foreign()
		out, err := w.attempt(ctx, noCalls)
		switch {
		case err != nil:
			return err
		case out.stop != evercart.StopCalls:
			return w.close(ctx, evercart.Done, out.ask)
		case noCalls:
			return &failure{evercart.Errorf(evercart.LimitReached, "agent", "the brain did not come to an end")}
		}
		if err := w.runCalls(ctx, n, out); err != nil {
			return err
		}
	}
}

// open claims the turn, once; answered when its reply is there already.
func (w *work) open(ctx context.Context) (answered bool, err error) {
	if w.newClaim() != nil {
		return false, nil
	}
	defer w.stage("claim", w.a.Clock.Now())
	if told, err := w.back(ctx); told || err != nil {
		return told, err
	}
	opened, err := w.opened(ctx)
	if err != nil {
		return false, err
	}
	for {
		began := w.a.Clock.Now()
		s, err := w.commit(ctx, "shopper", func(evercart.State) (evercart.Change, error) { return facts(opened), nil })
		code := evercart.CodeOf(err)
		if w.unsure.Load() && s.Active != nil && s.Active.Turn == w.id && s.Active.Node == w.a.Node {
			code = "" // it was written by the try whose answer was lost
		}
		switch code {
		case "":
			w.claims(s, began)
			w.history, err = w.a.exchanges(ctx, s, w.a.Limits.Recent+1)
			w.history = without(w.history, w.id)
			w.understood()
			return false, err
		case evercart.TurnKnown:
			return true, w.known(ctx, w.began)
		case evercart.Busy:
			if err := w.othersTurn(ctx, err); err != nil || w.ended() {
				return true, err
			}
		default:
			return false, err
		}
		if ctx.Err() != nil {
			return false, evercart.AsError(context.Cause(ctx))
		}
	}
}

// foreign says that another brain has acted in this turn: this one may only speak.
func (w *work) foreign() bool {
	for _, s := range w.now.Steps {
		if s.Brain != w.brain.Name() {
			return true
		}
	}
	return false
}

// stepped is what one step of a brain came to.
type stepped struct {
	text   string
	calls  []evercart.ToolCall
	ask    *evercart.Question
	stop   evercart.Stop
	opaque []byte
}

const maxCalls = 32 // a step

// step takes one step with the brain; m speaks while it thinks, nil = nobody does. Its errors are failures of the brain,
// or the cause for which the thinking was cut.
func (w *work) step(ctx context.Context, p evercart.Prompt, m *mouth) (out stepped, err error) {
	defer func() {
		if r := recover(); r != nil {
			mishap.Note(w.log().With("brain", w.brain.Name()), "brain", r)
			err = &failure{evercart.Errorf(evercart.Internal, "agent", "the brain failed")}
		}
		if ctx.Err() != nil {
			err = evercart.AsError(context.Cause(ctx))
		}
	}()
	think, heard, done := w.untilWord(ctx)
	defer done()
	for t, err := range w.brain.Think(think, p) {
		if err != nil {
			return out, &failure{wordless(think, err)}
		}
		heard()
		if out.text += t.Text; len(out.text) > w.a.Limits.Text || len(out.calls) > maxCalls {
			return out, &failure{evercart.Errorf(evercart.TooLarge, "agent", "the brain says too much")}
		}
		if err := m.write(t.Text); err != nil {
			return out, err
		}
		if t.Call != nil {
			out.calls = append(out.calls, *t.Call)
		}
		if t.Ask != nil {
			out.ask = t.Ask
		}
		if t.Stop != "" {
			out.stop, out.opaque = t.Stop, t.Opaque
			w.usage, w.model = w.usage.Plus(t.Usage), t.Model
			break
		}
	}
	return out, out.check()
}

// check reads the end of a step: one that does not end well is a failure, and its calls do not exist.
func (out *stepped) check() error {
	switch out.stop {
	case evercart.StopSaid, evercart.StopCalls:
		if out.stop = evercart.StopSaid; len(out.calls) > 0 {
			out.stop = evercart.StopCalls
		}
		return nil
	case evercart.StopRefused:
		return &failure{evercart.Errorf(evercart.ModelRefused, "agent", "the model declined")}
	case evercart.StopLength:
		return &failure{evercart.Errorf(evercart.TooLarge, "agent", "the answer was cut at the length limit")}
	}
	return &failure{evercart.Errorf(evercart.Unavailable, "agent", "the stream was cut")}
}

// attempt takes a step, again after a failure that nobody heard: few times, with growing and scattered pauses, never past
// the moment by which something must be said.
func (w *work) attempt(ctx context.Context, noCalls bool) (stepped, error) {
	defer w.stage("think", w.a.Clock.Now())
	for {
		m := w.newMouth(ctx)
		out, err := w.step(ctx, w.prompt(ctx, w.newest(), w.now, noCalls), m)
		if err == nil {
			again := false
			if out.text, again, err = m.finish(ctx, out); again {
				continue
			}
		}
		if err == nil {
			if w.written = spaced(w.written, out.text); out.stop != evercart.StopSaid || w.written != "" || w.acted {
				return out, nil
			}
			err = &failure{evercart.Errorf(evercart.Unavailable, "agent", "the brain said nothing")}
		}
		if m.sent != "" {
			w.written = spaced(w.written, m.sent)
			w.broke = true
			return out, err
		}
		pause, again := w.again(err)
		if !again {
			return out, err
		}
		if w.a.Clock.Sleep(ctx, pause) != nil {
			return out, evercart.AsError(context.Cause(ctx))
		}
	}
}

// again says whether a failed step is tried again, and after which pause.
func (w *work) again(err error) (time.Duration, bool) {
	f := &failure{}
	ok := errors.As(err, &f)
	if !ok {
		return 0, false
	}
	e := evercart.AsError(f.err)
	w.failed++
	pause := time.Duration(float64(300*time.Millisecond<<w.failed) * (0.75 + 0.5*rand.Float64())) // the longest is shorter than the next shortest
	switch e.Code {
	case evercart.RateLimited, evercart.Unavailable, evercart.Timeout:
		if e.RetryAfter > pause {
			pause = e.RetryAfter + rand.N(e.RetryAfter/10+time.Millisecond)
		}
	case evercart.TooLarge:
		if len(w.history) == 0 {
			return 0, false
		}
		w.history, pause = w.history[(len(w.history)+1)/2:], 0
	case evercart.Unauthorized, evercart.Forbidden, evercart.Invalid, evercart.Internal:
		w.log().Error("the brain cannot be used as it is set up", "brain", w.brain.Name(), "code", e.Code, "err", e.Message)
		return 0, false
	default:
		return 0, false
	}
	if w.spare() && (pause > spareAgain || e.Code == evercart.Timeout || w.failed > 1) {
		return 0, false // nobody waits while another brain could answer
	}
	w.log().Warn("brain failed", "brain", w.brain.Name(), "code", e.Code, "attempt", w.failed)
	spent := w.a.Clock.Now().Sub(w.began)
	return pause, w.failed < w.a.Limits.Requests && spent+pause < w.a.Limits.Apology
}

// mouth speaks one step while it is thought. Promise: no words that say something was done leave before the commit that
// they speak of. A sentence that may say so waits, with all that follows, for the end of the step: a step that ends with
// calls is answered by the next one, which knows their results, so what waited is dropped, never said.
type mouth struct {
	w        *work
	ctx      context.Context // of the step
	pieces   *speak.Pieces
	waits    []string
	sent     string
	before   string // the last pieces that were sent: what follows may go on with them
	findings []claims.Finding
}

func (w *work) newMouth(ctx context.Context) *mouth {
	return &mouth{w: w, ctx: ctx, pieces: speak.NewPieces(w.voice(), w.newest().Cart.Currency)}
}

func (m *mouth) write(delta string) error {
	if m == nil || delta == "" {
		return nil
	}
	return m.utter(m.pieces.Write(delta))
}

func (m *mouth) utter(pieces []string) error {
	for _, p := range pieces {
		p, _ = hear.Mask(p)
		if len(m.waits) > 0 || m.heldBack(m.ctx, p) {
			m.waits = append(m.waits, p)
			continue
		}
		if err := m.say(p); err != nil {
			return err
		}
	}
	return nil
}

func (m *mouth) say(piece string) error {
	if err := m.w.mine(m.ctx); err != nil {
		return err
	}
	now := m.w.a.Clock.Now()
	if !m.w.spoke {
		m.w.stage("first", m.w.began)
	}
	m.w.send(now, evercart.Spoken{Text: piece})
	m.w.spoke, m.sent = true, spaced(m.sent, piece)
	if m.before = spaced(m.before, piece); ended(piece) {
		m.before = piece
	}
	return nil
}

// ended says that a piece is not half a sentence.
func ended(piece string) bool {
	return strings.ContainsAny(piece[len(piece)-1:], ".!?") || strings.HasSuffix(piece, "…")
}

// doubted says that a step is to be thought again because it claims what was not done: once, while nothing of it was heard and
// there is time. The facts of the next request say why.
func (w *work) doubted(m *mouth) bool {
	w.log().Warn("the brain claims what was not done", "brain", w.brain.Name(), "again", !w.denied)
	if w.denied || m.sent != "" || w.a.Clock.Now().Sub(w.began) > w.a.Limits.Apology {
		return false
	}
	w.denied = true
	return true
}

// flush brings the last words of a step to where they are said or wait.
func (m *mouth) flush() error { return m.utter(m.pieces.Flush()) }

// finish says what is left of a step that ended well, with the truth in the place of what is not so; again = it is to be thought again.
func (m *mouth) finish(ctx context.Context, out stepped) (text string, again bool, err error) {
	if err := m.flush(); err != nil {
		return m.sent, false, err
	}
	if m.unfounded(ctx, out) {
		if m.w.doubted(m) {
			return "", true, nil
		}
		out.text = m.deny(ctx)
	}
	text, err = m.close(out)
	return text, false, err
}

// close ends the step and gives its text as it counts: all of it when the turn is over, what was sent when calls follow.
func (m *mouth) close(out stepped) (string, error) {
	if out.stop == evercart.StopCalls {
		return m.sent, nil
	}
	for _, p := range m.waits {
		if err := m.say(p); err != nil {
			return m.sent, err
		}
	}
	text, _ := hear.Mask(evercart.Clean(out.text))
	return text, nil
}
