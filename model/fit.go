package model

import (
	"slices"

	"github.com/evercart/evercart"
)

// Window is the part of a conversation that a request has room for. M is a message of the dialect.
type Window[M any] struct {
	Budget    int // tokens that are left for the conversation
	MaxResult int // bytes of one tool result of the open turn

	Now  func(maxResult int) []M     // the facts and the open turn
	Past func(evercart.Exchange) []M // an earlier turn
	Cost func([]M) int               // in tokens
}

// Fit builds the messages. The facts and the open turn are always there; results of the open turn give way first, then the oldest
// turns, each as a whole: a call is never parted from its result.
func (w Window[M]) Fit(history []evercart.Exchange) (past, now []M) {
	most := w.MaxResult
	now = w.Now(most)
	for w.Cost(now) > w.Budget && most > 512 {
		most /= 2
		now = w.Now(most)
	}
	spent := w.Cost(now)
	var turns [][]M
	for _, x := range slices.Backward(history) {
		t := w.Past(x)
		if spent += w.Cost(t); spent > w.Budget {
			break
		}
		turns = append(turns, t)
	}
	slices.Reverse(turns)
	return slices.Concat(turns...), now
}
