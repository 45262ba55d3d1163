package gateway

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/wire"
)

// joins makes one turn of what a platform sends as several final transcripts of one sentence, in the order in which it was said, and knows
// which calls are over. It is of one node, and bounded: parts that reach several nodes are turns of their own.
type joins struct {
	clock  evercart.Clock
	window time.Duration // from a part to the next of the same sentence

	mu sync.Mutex // guards of, and all below it
	of map[hookedAs]*hooked
	// swept is when quiet calls were last forgotten.
	swept time.Time
}

// hookedAs names a call. Without an id of its own the session is one call after the other.
type hookedAs struct {
	session evercart.SessionID
	call    string
}

// hooked is a call by webhook.
type hooked struct {
	gathers *sentence // takes further parts; nil = none does
	last    *sentence // the newest that was answered: a copy of a part of it is told from another one
	ended   time.Time // zero = it goes on
	used    time.Time
}

// sentence is a turn made of parts.
type sentence struct {
	parts map[int64]string // what was said
	here  map[int64]int    // requests that wait
	until time.Time        // when it is whole
	limit time.Time        // it waits no longer than that
	turn  evercart.TurnID  // it is answered as, once it is whole
	at    int64            // its part
}

const (
	maxJoins   = 20_000           // calls that are remembered; then those that are quiet are forgotten, or all
	maxParts   = 64               // of one sentence
	manyWindow = 4                // windows that a sentence may take
	lateFor    = 10 * time.Second // after the end, words are late, where the call has no id; later ones begin another one
	quietFor   = 2 * time.Minute  // after which parts begin to be counted anew, where it has none
	lateByID   = time.Hour        // the same where it has one
)

// join waits for the other parts of a sentence. mine = this one is to be answered, with the words of all; the others are not. Words of a call
// that is over are marked so. Conflict when a later part was answered already; Canceled when ctx ends.
func (j *joins) join(ctx context.Context, t wire.Turn, u *evercart.Utterance) (mine bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if t.Part == nil && j.of[hookedAs{t.Session, t.Call}] == nil {
		return true, nil // nothing is told of its calls
	}
	h := j.call(t)
	u.Late = !h.ended.IsZero()
	if t.Part == nil {
		return true, nil
	}
	if u.Turn == "" { // the number tells a copy
		u.Turn = evercart.TurnID("part-" + random(16))
	}
	byNumber := t.Say.Turn == "" || t.Call != "" // a platform that tries again may take another turn id
	part, words := *t.Part, t.Say.Text.Reveal()
	if l := h.last; l != nil && part <= l.at {
		if l.parts[part] != words {
			return false, evercart.Errorf(evercart.Conflict, "gateway", "a later part of this call was answered already: it is not put behind it")
		}
		if u.Text = l.text(); byNumber {
			u.Turn = l.turn
		}
		return part == l.at, nil
	}
	if u.Late {
		h.last = &sentence{parts: map[int64]string{part: words}, turn: u.Turn, at: part}
		return true, nil
	}
	s := h.gathers
	if s == nil || s.newest() < 0 { // who said the words before has left
		s = &sentence{parts: map[int64]string{}, here: map[int64]int{}, limit: h.used.Add(manyWindow * j.window)}
		h.gathers = s
	}
	if _, again := s.parts[part]; !again && len(s.parts) >= maxParts {
		return false, evercart.Errorf(evercart.LimitReached, "gateway", "a sentence has at most %d parts", maxParts)
	}
	s.parts[part], s.until = words, h.used.Add(j.window)
	s.here[part]++
	defer func() { s.here[part]-- }()
	if err := j.whole(ctx, s); err != nil {
		return false, err
	}
	if h.gathers == s { // the first who sees that it is whole
		h.gathers, h.last, s.at = nil, s, s.newest()
	}
	if part != s.at {
		return false, nil
	}
	if s.turn == "" {
		s.turn = u.Turn
	} else if byNumber { // a copy that waited, too
		u.Turn = s.turn
	}
	u.Text = s.text()
	return true, nil
}

// whole waits until a sentence is. mu is held, and let go meanwhile.
func (j *joins) whole(ctx context.Context, s *sentence) error {
	for {
		end := s.until
		if s.limit.Before(end) {
			end = s.limit
		}
		left := end.Sub(j.clock.Now())
		if left <= 0 {
			return nil
		}
		j.mu.Unlock()
		err := j.clock.Sleep(ctx, left)
		j.mu.Lock()
		if err != nil {
			return evercart.AsError(err)
		}
	}
}

// goesOn says that more of a sentence is being spoken.
func (j *joins) goesOn(t wire.Turn) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if h := j.of[hookedAs{t.Session, t.Call}]; h != nil && h.gathers != nil {
		h.gathers.until = j.clock.Now().Add(j.window)
	}
}

// end says that a call is over.
func (j *joins) end(t wire.Turn) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h := j.call(t)
	h.ended = h.used
}

// call finds or begins a call. mu is held.
func (j *joins) call(t wire.Turn) *hooked {
	now, as := j.clock.Now(), hookedAs{t.Session, t.Call}
	if j.of == nil {
		j.of = map[hookedAs]*hooked{}
	}
	late, quiet := lateFor, quietFor
	if t.Call != "" {
		late, quiet = lateByID, lateByID
	}
	if now.Sub(j.swept) >= quietFor || len(j.of) >= maxJoins {
		j.sweep(now)
	}
	h := j.of[as]
	if h == nil || h.gathers == nil && (!h.ended.IsZero() && now.Sub(h.ended) >= late || now.Sub(h.used) >= quiet) {
		h = &hooked{}
		j.of[as] = h
	}
	h.used = now
	return h
}

// sweep forgets what was said in calls that are quiet, and those calls but for ends that still count. mu is held.
func (j *joins) sweep(now time.Time) {
	j.swept = now
	for as, h := range j.of {
		switch {
		case h.gathers != nil && h.gathers.newest() >= 0 || now.Sub(h.used) < quietFor:
		case as.call != "" && !h.ended.IsZero() && now.Sub(h.ended) < lateByID:
			h.last = nil
		default:
			delete(j.of, as)
		}
	}
	if len(j.of) >= maxJoins {
		clear(j.of)
	}
}

// text is what was said, in the order in which it was said.
func (s *sentence) text() evercart.Personal {
	var keys []int64
	for k := range s.parts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = s.parts[k]
	}
	return evercart.Private(strings.Join(out, " "))
}

// newest is the last part that somebody waits for.
func (s *sentence) newest() int64 {
	at := int64(-1)
	for k, n := range s.here {
		if n > 0 {
			at = max(at, k)
		}
	}
	return at
}
