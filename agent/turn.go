package agent

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evercart/evercart"
)

// The causes for which a turn's thinking is cut.
var (
	errInterrupted = evercart.Errorf(evercart.Canceled, "agent", "the shopper spoke over it")
	errLimit       = evercart.Errorf(evercart.Timeout, "agent", "the turn took too long")
	errStopping    = evercart.Errorf(evercart.Unavailable, "agent", "the node is stopping")
)

// errMerged says that a turn was about to begin in a session that goes on in another one.
var errMerged = evercart.Errorf(evercart.NotFound, "agent", "this session was merged into another")

// turn is one utterance and what has been sent to the ear for it. Any number of listeners read it, each at its own place:
// what is sent stays in the list until the turn is over, so a slow one costs nothing and none is ever dropped. The list is
// bounded by Limits.Text.
type turn struct {
	// What was said; fixed.
	session evercart.SessionID
	id      evercart.TurnID
	what    string
	channel string
	locale  string
	words   evercart.Personal
	card    bool // a card number was taken out of the words
	anew    bool // a greeting that begins a call
	late    bool // nobody waits for an answer any more
	memory  bool // the store was away when it began: it was begun on what is remembered
	fresh   bool // nobody said it under this id before
	// elsewhere are the sessions in which it may have been said before, where that could not be looked up.
	elsewhere []evercart.SessionID
	began     time.Time
	waited    time.Duration // how long it waited for a store that was away
	fillers   int           // that were said before it began

	waits atomic.Bool // for the reply of another, who has its claim

	ready chan struct{}           // closed when its time has come
	done  chan struct{}           // closed when it is over
	cut   context.CancelCauseFunc // ends the thinking, never a commit

	mu          sync.Mutex // guards all below
	sent        []evercart.Spoken
	words0      time.Time // when the oldest unsaved word was sent; zero = none
	saved       int       // pieces of sent whose words are saved
	lastSent    time.Time
	err         error
	over        bool
	more        chan struct{} // closed and replaced with each change
	interrupted *evercart.Interruption
	closedHeard bool // the interruption was recorded with the end of the turn
}

func (a *Agent) newTurn(u evercart.Utterance) *turn {
	now := a.Clock.Now()
	came := u.Came
	if came.IsZero() {
		came = now
	}
	return &turn{session: u.Session, id: u.Turn, what: u.What, channel: u.Channel, locale: u.Language, words: u.Text, anew: u.Anew, late: u.Late, fresh: u.Fresh, began: now, lastSent: came, fillers: u.Fillers,
		ready: make(chan struct{}), done: make(chan struct{}), more: make(chan struct{}), cut: func(error) {}}
}

// send gives a piece to all listeners.
func (t *turn) send(now time.Time, p evercart.Spoken) {
	p.Turn = t.id
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	if t.sent, t.lastSent = append(t.sent, p), now; !p.Hold && p.Text != "" && t.words0.IsZero() {
		t.words0 = now
	}
	t.over = p.Reply != nil
	t.wake()
}

// fail ends the turn for its listeners.
func (t *turn) fail(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.over {
		t.err, t.over = err, true
		t.wake()
	}
}

func (t *turn) wake() {
	close(t.more)
	t.more = make(chan struct{})
}

// next waits for the piece at that place. After the last one: the turn's error, or none and false.
func (t *turn) next(ctx context.Context, at int) (evercart.Spoken, bool, error) {
	for {
		t.mu.Lock()
		if at < len(t.sent) {
			p := t.sent[at]
			t.mu.Unlock()
			return p, true, nil
		}
		over, err, more := t.over, t.err, t.more
		t.mu.Unlock()
		if over {
			return evercart.Spoken{}, false, err
		}
		select {
		case <-more:
		case <-ctx.Done():
			return evercart.Spoken{}, false, evercart.AsError(context.Cause(ctx))
		}
	}
}

// said is the reply so far, as sent to the ear.
func (t *turn) said() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return joined(t.sent)
}

func joined(sent []evercart.Spoken) string {
	var b strings.Builder
	for _, p := range sent {
		if p.Hold || p.Text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// unsaved gives the words sent since the last time, once the oldest of them is that old.
func (t *turn) unsaved(now time.Time, age time.Duration) (string, int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.words0.IsZero() || now.Sub(t.words0) < age {
		return "", 0
	}
	return joined(t.sent[t.saved:]), len(t.sent)
}

// savedTo notes that the words of the first n pieces are in the store.
func (t *turn) savedTo(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.saved = max(t.saved, n); t.saved >= len(t.sent) {
		t.words0 = time.Time{}
	}
}

// silence says for how long nothing was sent, and whether anything ever was.
func (t *turn) silence(now time.Time) (d time.Duration, ever bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return now.Sub(t.lastSent), len(t.sent) > 0 || t.fillers > 0
}

// holds are what was sent and is no part of the reply.
func (t *turn) holds() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []string
	for _, p := range t.sent {
		if p.Hold {
			out = append(out, p.Text)
		}
	}
	return out
}

// pieces counts what was sent.
func (t *turn) pieces() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.sent)
}

// interrupt cuts the thinking; the first interruption counts.
func (t *turn) interrupt(i evercart.Interruption) {
	t.mu.Lock()
	if t.interrupted == nil {
		t.interrupted = &i
	}
	t.mu.Unlock()
	t.cut(errInterrupted)
}

func (t *turn) interruption() *evercart.Interruption {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.interrupted
}

// recorded notes that the interruption is in the store; inClose asks for it.
func (t *turn) recorded() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closedHeard = true
}

func (t *turn) inClose() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.closedHeard
}

// neverBegan says that the turn was called off while it waited: nothing of it is stored.
func (t *turn) neverBegan() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return errors.Is(t.err, errInterrupted)
}

// refused says that the listeners have got an error.
func (t *turn) refused() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over && t.err != nil
}

// ended says that the listeners have all they will get.
func (t *turn) ended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.over
}
