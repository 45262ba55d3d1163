package channel

import (
	"context"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// This is for platforms that ask for one answer at a time, and tell in their next request what was heard of those before.

// Turns are the newest turns of the session, oldest first; the running one last. Where the person came while the store was away, they are what is
// remembered.
func (l *Line) Turns(ctx context.Context, last int) ([]evercart.TurnView, error) {
	ctx, stop := l.within(ctx)
	defer stop()
	l.mu.Lock()
	session, memory, after := l.session, l.memory, evercart.Seq(0)
	l.mu.Unlock()
	if memory != nil && memory.Session == session {
		ctx = evercart.Having(ctx, *memory)
		if n := len(memory.Recent); n >= last {
			after = memory.Recent[n-last] - 1
		}
	}
	return l.desk.Conversation.Transcript(ctx, session, after, last)
}

// FromMemory says that the store was away when the person came: what is said to it now is most likely in vain.
func (l *Line) FromMemory() bool { l.mu.Lock(); defer l.mu.Unlock(); return l.memory != nil }

// End ends a turn of which it is not known, yet, what was heard. It returns when the turn has ended.
func (l *Line) End(turn evercart.TurnID) { l.interrupt(turn, "", false) }

// Account records what was heard of a turn that is over, by the platform's own account of all that it said then. False = the
// account tells nothing that is not recorded.
func (l *Line) Account(t evercart.TurnView, account string) bool {
	sent := l.desk.aloud(t.Spoken.Reveal())
	part, ok := hear.Told(sent, account)
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
