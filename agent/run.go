package agent

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/claims"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/mishap"
	"github.com/evercart/evercart/speak"
)

// work is a turn at work. The goroutine that runs the turn owns it; its watch shares what stands under saving.
type work struct {
	*turn
	a     *Agent
	live  Live                // the shop as it was when the turn began
	given string              // the locale before the words told
	came  evercart.Seq        // how far the session was when it came
	early func() *speak.Voice // for fillers, which are said by the watch: chosen before the turns before were read, and never changed
	tuned *speak.Voice        // once it is settled in which language the turn is held

	// What the brain is told.
	brain   evercart.Brain
	next    evercart.Brain // answers where brain cannot; nil = nobody
	history []evercart.Exchange
	now     evercart.Exchange
	mac     []byte

	// What became of it.
	acted   bool   // a call of this turn is committed
	spoke   bool   // words of a brain were sent
	broke   bool   // a step broke off after words of it were sent
	written string // as the brain wrote it, for the eye
	denied  bool   // a claim of what was not done was thought again
	failed  int    // attempts at a step that came to nothing
	model   string
	usage   evercart.Usage
	shown   []evercart.SKU
	looked  evercart.Seq    // how far the watch has seen what others wrote; its own
	pending []evercart.Fact // waits for the closing commit
	truths  struct {        // what its sentences were last held against
		at    evercart.Seq
		steps int
		facts claims.Facts
	}
	stages map[string]int64 // µs

	doing  atomic.Pointer[doing] // the call that runs
	unsure atomic.Bool           // a commit may have been done whose answer was lost
	one    sync.Mutex            // one commit at a time: held while the store is waited for
	saving sync.Mutex            // guards the four below
	state  evercart.State
	claim  *evercart.Claim
	since  time.Time // before the claim was written
	loose  bool      // a claim of this turn and this node may stand in the store
}

// failure is a brain's; everything else that goes wrong in a turn is the store's or the turn's own.
type failure struct{ err error }

func (f *failure) Error() string { return "brain: " + f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

func (a *Agent) newWork(t *turn, s evercart.State) *work {
	locale := t.locale
	if locale == "" {
		locale = s.Locale
	}
	if locale == "" {
		locale = a.Shop.Locale
	}
	t.locale = locale
	early := sync.OnceValue(func() *speak.Voice { return speak.For(hear.SpokenOver(t.words.Reveal(), locale)) }) // most turns need none
	return &work{turn: t, a: a, live: a.now(), early: early, given: locale, came: s.Seq, state: s, stages: map[string]int64{},
		now: evercart.Exchange{Turn: t.id, What: t.what, Words: t.words}}
}

// voice is in what language, and how, this turn speaks.
func (w *work) voice() *speak.Voice {
	if w.tuned != nil {
		return w.tuned
	}
	return w.early()
}

// log names the turn in what it writes.
func (w *work) log() *slog.Logger { return w.a.Log.With("session", w.session, "turn", w.id) }

// understood settles in which language the turn is held, once the turns before are known: that of the words where they tell, else
// that of the newest turn that told, else the one given. It is decided here and nowhere else; brains and tools are told.
func (w *work) understood() {
	if w.what != evercart.SayWords {
		return
	}
	before := make([]string, 0, len(w.history))
	for _, x := range slices.Backward(w.history) {
		before = append(before, x.Words.Reveal())
	}
	w.locale = hear.SpokenOver(w.words.Reveal(), w.given, before...)
	w.tuned = speak.For(w.locale)
}

// run is a turn's goroutine: it waits for its time, answers, and always ends the turn for its listeners.
func (a *Agent) run(ctx context.Context, t *turn, s evercart.State) {
	w := a.newWork(t, s)
	defer w.leave()
	defer close(t.done)
	defer a.lanes.leave(t)
	defer t.cut(nil)
	defer w.caught()
	defer w.watched(ctx)()
	if err := w.itsTime(ctx); err != nil {
		t.fail(err)
		return
	}
	w.stage("wait", t.began)
	t.fail(w.answer(ctx))
}

// caught turns a panic of this turn into its own error: other turns and the process go on.
func (w *work) caught() {
	if p := recover(); p != nil {
		mishap.Note(w.log(), "turn", p)
		w.fail(evercart.Errorf(evercart.Internal, "agent", "the turn failed"))
	}
}

// itsTime waits for the turns before this one.
func (w *work) itsTime(ctx context.Context) error {
	select {
	case <-w.ready: // as most are at once
		if ctx.Err() == nil {
			return nil
		}
	default:
	}
	late, cancel := context.WithTimeout(ctx, w.a.Limits.Wait)
	defer cancel()
	select {
	case <-w.ready:
	case <-late.Done():
		if ctx.Err() != nil {
			return evercart.AsError(context.Cause(ctx))
		}
		return busy("the turns before this one take too long")
	}
	if ctx.Err() != nil {
		return evercart.AsError(context.Cause(ctx))
	}
	return nil
}

// answer takes one turn from its words to its reply: this is the loop that answers a caller.
func (w *work) answer(ctx context.Context) (err error) {
	defer func() { w.report(err) }()
	if w.what == evercart.SayGreeting {
		return w.end(ctx, w.atOnce(ctx, w.greeting))
	}
	if w.late {
		return w.end(ctx, w.atOnce(ctx, w.kept))
	}
	if w.card {
		w.cardSaid()
	}
	chain := w.a.Brains
	for i, b := range chain {
		if w.brain, w.next = b, nil; i+1 < len(chain) {
			w.next = chain[i+1]
		}
		if b.AtOnce() {
			err = w.atOnce(ctx, w.thought)
		} else {
			err = w.converse(ctx)
		}
		if !w.passOn(ctx, err) {
			break
		}
		w.log().Warn("brain failed; the next one answers", "brain", b.Name(), "code", evercart.CodeOf(err))
	}
	return w.end(ctx, err)
}

// commit is this turn's way to the store: one change at a time, on the newest state, with the claim once there is one. A
// commit is never cancelled with the thinking.
func (w *work) commit(ctx context.Context, by evercart.Actor, do func(evercart.State) (evercart.Change, error)) (evercart.State, error) {
	s, err := w.save(ctx, by, w.a.Limits.Away, do)
	w.heeds(ctx, s, err)
	return s, err
}

// heeds hears from a commit that this turn was spoken over at another node.
func (w *work) heeds(ctx context.Context, s evercart.State, err error) {
	if err == nil && s.Active != nil && s.Active.Cut && w.interruption() == nil {
		w.overhear(ctx, s)
	}
}

// newest is the state after this turn's last commit.
func (w *work) newest() evercart.State {
	w.saving.Lock()
	defer w.saving.Unlock()
	return w.state
}

// knows takes a state for the newest.
func (w *work) knows(s evercart.State) {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.state = s
}

// claims takes the claim of a state for this turn's own. It was written after since.
func (w *work) claims(s evercart.State, since time.Time) {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.state, w.claim, w.since = s, s.Active, since
}

// disclaim gives up the claim that another node has by now: nothing of this turn is written here any more.
func (w *work) disclaim() {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.claim = nil
}

// sameWords compares the MAC of a repeated turn.
func (a *Agent) sameWords(ctx context.Context, life evercart.Life, what string, words evercart.Personal, mac []byte) (bool, error) {
	own, err := a.wordsMAC(ctx, life, what, words)
	return bytes.Equal(own, mac), err
}

func (w *work) stage(name string, since time.Time) {
	w.stages[name] += w.a.Clock.Now().Sub(since).Microseconds()
}

// report is the one log line of a turn: ids, sizes and times, never words.
func (w *work) report(err error) {
	level, code := slog.LevelInfo, evercart.CodeOf(err)
	if code == evercart.Internal || code == evercart.Damaged {
		level = slog.LevelError
	}
	if !w.a.Log.Enabled(context.Background(), level) {
		return
	}
	name := ""
	if w.brain != nil {
		name = w.brain.Name()
	}
	w.log().Log(context.Background(), level, "turn", "brain", name, "code", code, "chars", len(w.written), "steps", len(w.now.Steps),
		"took", w.a.Clock.Now().Sub(w.began))
}
