package channel

import (
	"context"

	"github.com/evercart/evercart"
)

// Hello opens the call: a greeting to who is new, what is in the cart to who comes back. turn tells a repeat.
func (l *Line) Hello(ctx context.Context, turn evercart.TurnID, ear func(Piece)) (Ended, error) {
	return l.Turn(ctx, evercart.Utterance{Turn: turn, What: evercart.SayGreeting, Anew: true}, ear)
}

// Resume goes on after a connection was lost within a call: it says so, then the last answer again, where it was not heard to
// its end. A turn that still runs is joined.
func (l *Line) Resume(ctx context.Context, turn evercart.TurnID, ear func(Piece)) (Ended, error) {
	turns, err := l.Turns(ctx, 1)
	if err != nil || len(turns) == 0 {
		return l.Hello(ctx, turn, ear)
	}
	excuse, last := l.desk.Voice(l.Locale()).Say("turn.cut"), turns[0]
	if last.Closed != 0 && (last.Heard == nil || *last.Heard == last.Spoken) {
		l.Aside(turn, excuse, ear)
		return Ended{}, nil
	}
	l.mu.Lock()
	l.again[last.Turn] = true
	l.seen = min(l.seen, last.Opened) // a hand-off of that turn is still to be done
	l.mu.Unlock()
	return l.turn(ctx, evercart.Utterance{Turn: last.Turn, What: last.What, Text: last.Said}, excuse, ear)
}
