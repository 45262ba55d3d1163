package channel

import (
	"context"
	"strings"

	"github.com/evercart/evercart"
)

// This is for platforms that ask for one answer at a time, and tell in their next request what was heard of those before.

// Turns are the newest turns of the session, oldest first; the running one last.
func (l *Line) Turns(ctx context.Context, last int) ([]evercart.TurnView, error) {
	ctx, stop := l.within(ctx)
	defer stop()
	return l.desk.Conversation.Transcript(ctx, l.Session(), 0, last)
}

// End ends a turn of which it is not known, yet, what was heard. It returns when the turn has ended.
func (l *Line) End(turn evercart.TurnID) { l.interrupt(turn, "", false) }

// Account records what was heard of a turn that is over, by the platform's own account of all that it said then. False = the
// account tells nothing that is not recorded.
func (l *Line) Account(t evercart.TurnView, account string) bool {
	sent := l.desk.aloud(t.Spoken.Reveal())
	part, ok := Told(sent, account)
	heard := l.desk.asWritten(part)
	if part == sent {
		heard = t.Spoken.Reveal()
	}
	was := t.Spoken.Reveal() // all of it, as far as is known
	if t.Heard != nil {
		was = t.Heard.Reveal()
	}
	if !ok || strings.TrimSpace(heard) == strings.TrimSpace(was) {
		return false
	}
	l.interrupt(t.Turn, part, true)
	return true
}

const (
	maxAccount = 2000 // words of an account that are looked at
	tail       = 3    // words at whose end a whole reply is known, whatever became of a number in its middle
)

// Told is as Heard, of an account in which other things may stand before and after: fillers, or what was said before. False = it
// has words, and none of them tell anything of what was sent.
func Told(sent, account string) (part string, ok bool) {
	of, in := words(sent), words(account)
	if len(of) == 0 || len(in) == 0 {
		return "", true
	}
	in = in[max(0, len(in)-maxAccount):]
	best := 0
	for at := range in {
		if at == 0 || in[at].plain == of[0].plain {
			best = max(best, follow(of, in[at:]))
		}
	}
	if best < min(2, len(of), len(in)) {
		return "", false
	}
	if len(of) > tail && len(in) >= tail && same(of[len(of)-tail:], in[len(in)-tail:]) {
		best = len(of)
	}
	if best == len(of) {
		return sent, true
	}
	return sent[:of[best-1].end], true
}
