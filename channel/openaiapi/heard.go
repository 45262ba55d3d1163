package openaiapi

import (
	"context"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// lookBack is how many turns a request may tell of: more than overlap in practice.
const lookBack = 4

// learn takes from the list of messages what was heard of the turns before this one. Those of other channels, and other calls, it
// cannot tell of. A turn of another node that still runs is ended. It gives the id under which this turn is to be taken.
func (s *asked) learn(ctx context.Context, turn evercart.TurnID) evercart.TurnID {
	turns, err := s.line.Turns(ctx, lookBack+1)
	if err != nil {
		s.c.log.Warn("openai: what was heard is not looked at", slog.String("session", string(s.line.Session())), slog.String("code", string(evercart.CodeOf(err))))
		return turn
	}
	if s.line.FromMemory() { // nothing can be recorded now
		return attempt(turns, turn)
	}
	at, known := len(s.told.before), false // exchanges from there on are told of
	var dropped []evercart.TurnView        // newer than the newest turn that the list knows
	for _, t := range slices.Backward(turns) {

		if triedAs(t.Turn, turn) || !strings.HasPrefix(string(t.Turn), s.mark) {
			continue
		}
		if t.Closed == 0 {
			s.line.End(t.Turn)
			continue
		}
		e := find(s.told.before[:at], t)
		if e < 0 {
			if !known {
				dropped = append(dropped, t)
			}
			continue
		}
		at, known = e, true
		s.account(t, s.told.before[e].assistant)
	}
	if known {
		for _, t := range dropped {
			s.account(t, "")
		}
	}
	return attempt(turns, turn)
}

// attempt is the id of a turn, or that of another try at it: where it was cut before it had done anything, nothing was said since, and
// the platform asks again, it waited in vain and wants an answer.
func attempt(turns []evercart.TurnView, turn evercart.TurnID) evercart.TurnID {
	if len(turns) == 0 || !triedAs(turns[len(turns)-1].Turn, turn) {
		return turn
	}
	last := turns[len(turns)-1]
	if last.Closed == 0 || last.How != evercart.Interrupted || len(last.Calls) > 0 {
		return last.Turn
	}
	return turn + "." + evercart.TurnID(strconv.FormatInt(int64(last.Closed), 10))
}

// triedAs says that an id is the turn's, or of another try at it.
func triedAs(id, turn evercart.TurnID) bool {
	return id == turn || strings.HasPrefix(string(id), string(turn)+".")
}

// account records what was heard of one turn. Where the list has no words of ours at all, and nobody spoke over the turn, the
// platform does not keep them.
func (s *asked) account(t evercart.TurnView, heard string) {
	if !s.told.heard && t.How != evercart.Interrupted {
		return
	}
	if s.line.Account(t, heard) && t.How != evercart.Interrupted { // else it was counted
		s.c.counts.interrupted.Add(1)
	}
}

// find gives the newest exchange in which a turn's words were said; -1 = none.
func find(in []exchange, t evercart.TurnView) int {
	for i := len(in) - 1; i >= 0 && i >= len(in)-lookBack; i-- {
		if in[i].is(t) {
			return i
		}
	}
	return -1
}

// is says that a turn was this exchange. Its words may be masked, or written otherwise, here and there.
func (e exchange) is(t evercart.TurnView) bool {
	if t.What == evercart.SayGreeting || !e.asked {
		return t.What == evercart.SayGreeting && !e.asked
	}
	said := t.Said.Reveal()
	part := hear.Heard(said, e.user)
	return 2*len(part) >= len(said) && 2*len(part) >= len(e.user)
}
