package channel

import (
	"cmp"
	"context"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/patience"
)

// patiently does what has to be done before a turn can begin. While that takes long, the person on the line is asked for patience, in
// this language or his own; the turn knows of it.
func (l *Line) patiently(ctx context.Context, locale string, ear func(Piece), do func() error) error {
	if ear == nil {
		return do()
	}
	_, err := patience.While(ctx, l.desk.Clock, patience.Pauses{}, func(int) {
		l.mu.Lock()
		defer l.mu.Unlock()
		p := Piece{Turn: NewTurn(), Text: l.desk.Voice(cmp.Or(locale, l.locale, l.arrival.Locale)).Filler(2 * l.fillers), Hold: true, First: l.fillers == 0}
		l.fillers, l.asked = l.fillers+1, l.desk.Clock.Now()
		l.speech.Sent(p.Turn, p.Text, true)
		ear(p)
	}, do)
	return err
}

// Patiently does what a codec has to do before a turn, again and again while the store is away, as long as that is waited for; while it takes long,
// ear is given fillers.
func (l *Line) Patiently(ctx context.Context, ear func(Piece), do func() error) error {
	return l.patiently(ctx, "", ear, func() error {
		return patience.Retry(ctx, l.desk.Clock, l.desk.StoreWait, evercart.Away, do)
	})
}

// held tells a turn what was said before it began; false = nothing was.
func (l *Line) held(u *evercart.Utterance) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fillers == 0 {
		return false
	}
	u.Fillers, u.Came = l.fillers, l.asked
	l.fillers = 0
	return true
}
