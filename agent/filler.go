package agent

import (
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// doing is a call that runs.
type doing struct {
	tool  string
	since time.Time
}

// does notes that a tool runs now, until what it gives is called.
func (w *work) does(tool string) (finished func()) {
	w.doing.Store(&doing{tool, w.a.Clock.Now()})
	return func() { w.doing.Store(nil) }
}

// fillers break the silence of one turn: a short one when nothing was said yet, what a tool does when that takes long, and further ones
// when all of it does. None is said twice running. They belong to the turn's watch.
type fillers struct {
	w     *work
	turn  int    // of the session
	n     int    // said in this turn, announcements aside
	told  *doing // the last call that was announced, or need not be
	last  string // what was said last
	spoke int    // pieces that were sent up to then
}

func (w *work) newFillers() *fillers { return &fillers{w: w, turn: w.newest().Turns, n: w.fillers} }

// patience is how long nothing may be heard: short before the first piece, longer after it.
func (f *fillers) patience(ever bool) time.Duration {
	if ever {
		return f.w.a.Limits.Again
	}
	return f.w.a.Limits.Filler
}

// due is how long it is until the silence may have to be broken.
func (f *fillers) due(now time.Time) time.Duration {
	silent, ever := f.w.silence(now)
	left := f.patience(ever) - silent
	if d := f.w.doing.Load(); d != nil && d != f.told {
		left = min(left, max(f.w.a.Limits.Tool-silent, f.w.a.Limits.Tool-now.Sub(d.since)))
	}
	return max(left, time.Millisecond)
}

// speakUp says what is due.
func (f *fillers) speakUp(now time.Time) {
	silent, ever := f.w.silence(now)
	switch d := f.w.doing.Load(); {
	case silent >= f.patience(ever):
		f.say(now, f.w.early().Filler(f.w.a.fillerOf(f.w.session, f.turn, f.n)))
		f.n++
	case d != nil && d != f.told && silent >= f.w.a.Limits.Tool && now.Sub(d.since) >= f.w.a.Limits.Tool:
		f.told = d
		if say := f.w.doingSay(d.tool); say != f.last || f.w.pieces() > f.spoke {
			f.say(now, say)
		}
	}
}

func (f *fillers) say(now time.Time, text string) {
	f.w.send(now, evercart.Spoken{Text: text, Hold: true})
	f.last, f.spoke = text, f.w.pieces()
}

// doingSay is what a tool is doing, in the words of its own where the language has them.
func (w *work) doingSay(tool string) string {
	key := "doing." + tool
	if say := w.early().Say(key); say != "" {
		return say
	}
	if t, ok := w.a.tools[tool]; ok && t.Spec().Changes {
		return w.early().Say("doing.change")
	}
	return w.early().Say("doing.look")
}

// Fillers by number: two that open a wait, then two that go on with it, so that what goes on differs from what was said last.
const (
	openers = 2
	goingOn = 2
)

// openings knows which filler each session heard last of those that open a wait, so that none is heard twice running, however many turns
// lie between. It is of one node, and bounded.
type openings struct {
	mu sync.Mutex // guards of
	of map[evercart.SessionID]int
}

const maxOpenings = 20_000

// next is the opener for a session; what nobody here remembers is told by the number of the turn.
func (o *openings) next(id evercart.SessionID, turn int) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := turn % openers
	if last, known := o.of[id]; known {
		n = (last + 1) % openers
	}
	if o.of == nil || len(o.of) >= maxOpenings {
		o.of = map[evercart.SessionID]int{}
	}
	o.of[id] = n
	return n
}

// fillerOf is the n-th filler of a turn, from 0.
func (a *Agent) fillerOf(id evercart.SessionID, turn, n int) int {
	if n == 0 {
		return a.openings.next(id, turn)
	}
	return openers + (n-1)%goingOn
}
