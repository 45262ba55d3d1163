package channel

import (
	"context"
	"log/slog"

	"github.com/evercart/evercart"
)

// Played notes a fragment that the platform played.
func (l *Line) Played(fragment string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.speech.Played(fragment)
}

// Silent says that nothing is being made, and all that was sent was played, as far as the platform tells.
func (l *Line) Silent() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.making == nil && l.speech.Silent()
}

// Cut ends what is being said: the person spoke over it, in this fragment of it. What was heard is recorded before this returns;
// ctx bounds the waiting for the turn's end alone; while that takes long, ear is given fillers.
func (l *Line) Cut(ctx context.Context, fragment string, ear func(Piece)) {
	l.mu.Lock()
	l.speech.CutIn(fragment)
	l.mu.Unlock()
	_ = l.patiently(ctx, "", ear, func() error { l.hush(ctx, true); return nil })
}

// Over ends the turn that is being made, since the person said something else meanwhile; what was said to the end stays. ear is as with
// Cut.
func (l *Line) Over(ctx context.Context, ear func(Piece)) {
	l.mu.Lock()
	making := l.making != nil
	l.mu.Unlock()
	if making {
		_ = l.patiently(ctx, "", ear, func() error { l.hush(ctx, true); return nil })
	}
}

// Leave is for a connection that is gone: the turn that is being made goes on, and when it has ended, what was never played is
// recorded as not heard.
func (l *Line) Leave(ctx context.Context) {
	l.mu.Lock()
	m := l.making
	l.mu.Unlock()
	if m != nil {
		select {
		case <-m.done:
		case <-ctx.Done():
		}
	}
	l.hush(ctx, false)
}

// hush records what was heard of all that was sent, and forgets it. With cut, the turn that is being made ends.
func (l *Line) hush(ctx context.Context, cut bool) {
	l.mu.Lock()
	m, known := l.making, cut || l.arrival.Tells || l.speech.Told()
	stops := l.speech.Clear()
	if m != nil && cut {
		m.cut = true
	}
	again := l.again
	l.again = map[evercart.TurnID]bool{}
	l.mu.Unlock()
	found := false
	for _, s := range stops {
		running := m != nil && s.Turn == m.turn
		found = found || running
		if !s.Whole || running || again[s.Turn] {
			l.interrupt(s.Turn, s.Heard, known)
		}
	}
	if m != nil && cut && !found { // nothing of it was sent yet
		l.interrupt(m.turn, "", true)
	}
	if m != nil && cut {
		select {
		case <-m.done:
		case <-ctx.Done():
		}
	}
}

// confirm records that what was said again was heard this time.
func (l *Line) confirm() {
	l.mu.Lock()
	var whole []Stops
	for _, s := range l.speech.Turns() {
		if l.again[s.Turn] && s.Whole {
			whole = append(whole, s)
			delete(l.again, s.Turn)
		}
	}
	l.mu.Unlock()
	for _, s := range whole {
		l.interrupt(s.Turn, s.Heard, true)
	}
}

// interrupt records what was heard of one turn, also when the connection ends meanwhile; known = the platform tells.
func (l *Line) interrupt(turn evercart.TurnID, heard string, known bool) {
	ctx, stop := l.within(l.base)
	defer stop()
	i := evercart.Interruption{Session: l.Session(), Turn: turn}
	if known {
		h := evercart.Private(l.desk.asWritten(heard))
		i.Heard = &h
	}
	if err := l.desk.Conversation.Interrupt(ctx, i); err != nil && evercart.CodeOf(err) != evercart.NotFound { // not there: it had not begun
		l.desk.Log.Warn("channel: what was heard is not recorded", slog.String("session", string(i.Session)), slog.String("turn", string(turn)),
			slog.String("code", string(evercart.CodeOf(err))))
	}
}
