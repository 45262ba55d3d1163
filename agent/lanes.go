package agent

import (
	"slices"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// lanes keeps the turns of each session in the order they came: the first one runs, the others wait. It spares the store a
// crowd at one claim; the claim alone decides between nodes.
type lanes struct {
	mu sync.Mutex
	of map[evercart.SessionID][]*turn
	// aside are turns taken over from dead nodes: they hold the claim already, so they do not stand in line.
	aside map[evercart.SessionID]*turn
}

// enter puts t at the end of its lane, or gives the twin of the same id that is there already. Busy when the lane is full.
func (l *lanes) enter(t *turn, most int) (*turn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	lane := l.of[t.session]
	if i := slices.IndexFunc(lane, func(o *turn) bool { return o.id == t.id }); i >= 0 {
		return lane[i], nil
	}
	if o := l.aside[t.session]; o != nil && o.id == t.id {
		return o, nil
	}
	if len(lane) > most {
		return nil, busy("too many turns of this session are waiting")
	}
	if l.of == nil {
		l.of = map[evercart.SessionID][]*turn{}
	}
	if l.of[t.session] = append(lane, t); len(lane) == 0 {
		close(t.ready)
	}
	return nil, nil
}

// leave takes t out and lets the next one run.
func (l *lanes) leave(t *turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.aside[t.session] == t {
		delete(l.aside, t.session)
		return
	}
	lane := l.of[t.session]
	i := slices.Index(lane, t)
	if i < 0 {
		return
	}
	lane = slices.Delete(lane, i, i+1)
	if len(lane) == 0 {
		delete(l.of, t.session)
		return
	}
	if l.of[t.session] = lane; i == 0 {
		close(lane[0].ready)
	}
}

// park registers a turn that was taken over; false when one is there.
func (l *lanes) park(t *turn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.aside == nil {
		l.aside = map[evercart.SessionID]*turn{}
	}
	if l.aside[t.session] != nil {
		return false
	}
	l.aside[t.session] = t
	return true
}

// running finds the turn of that id, or with none the one that runs; nil = none here.
func (l *lanes) running(id evercart.SessionID, turn evercart.TurnID) *turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.aside[id]; t != nil && (turn == "" || t.id == turn) {
		return t
	}
	for i, t := range l.of[id] {
		if t.id == turn || turn == "" && i == 0 {
			return t
		}
	}
	return nil
}

// each calls f for all turns, outside the lock.
func (l *lanes) each(f func(*turn)) {
	l.mu.Lock()
	var all []*turn
	for _, lane := range l.of {
		all = append(all, lane...)
	}
	for _, t := range l.aside {
		all = append(all, t)
	}
	l.mu.Unlock()
	for _, t := range all {
		f(t)
	}
}

func busy(why string) error {
	return &evercart.Error{Code: evercart.Busy, Op: "agent", Message: why, RetryAfter: time.Second}
}
