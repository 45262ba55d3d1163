package chaos

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/evercart/evercart"
)

// seen is what came of an operation; known false = it says nothing of the cart.
type seen struct {
	known bool
	cart  cart
}

// carts is a cart as one person alone would know it: each operation happens at one moment between its call and its answer.
func carts() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return cart{} },
		Step: func(state, input, output any) (bool, any) {
			c, a, o := state.(cart), input.(act), output.(seen)
			switch a.verb {
			case evercart.Add:
				c[a.good]++
			case evercart.Remove:
				c[a.good] = 0
			}
			return !o.known || o.cart == c, c
		},
	}
}

const never = time.Duration(math.MaxInt64) // an answer that did not come

// history is what a session's devices saw, as operations. The record is asked which turns changed the cart of those of which nobody was told
// that they were done, and whether a cart that was told with a turn is a later one.
func history(ops []*op, r record) []porcupine.Operation {
	var out []porcupine.Operation
	add := func(o *op, a act, from, to time.Duration, s seen) {
		out = append(out, porcupine.Operation{Input: a, Call: int64(from), Output: s, Return: int64(to)})
	}
	for _, o := range ops {
		known := seen{true, o.cart}
		switch {
		case o.end == untold || o.end == sorry:
			if o.changes() && r.wrought(o.turn) {
				add(o, o.act, o.call, never, seen{})
			}
			if o.end == sorry {
				add(o, act{}, o.tries[len(o.tries)-1].from, o.at, known)
			}
		case len(o.tries) == 1 && !(o.changes() && r.toldLater(o)):
			add(o, o.act, o.call, o.at, known)
		default: // done at some time, and told today's cart
			if o.changes() {
				add(o, o.act, o.call, o.at, seen{})
			}
			add(o, act{}, o.tries[len(o.tries)-1].from, o.at, known)
		}
	}
	return out
}

// told writes a history for people: when each operation was called and answered, what it did, and the cart that was told.
func told(ops []porcupine.Operation) string {
	slices.SortStableFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Call, b.Call) })
	var b strings.Builder
	for _, o := range ops {
		a, s := o.Input.(act), o.Output.(seen)
		answered, saw := time.Duration(o.Return).String(), "said nothing of the cart"
		if o.Return == int64(never) {
			answered = "never"
		}
		if s.known {
			saw = fmt.Sprintf("saw %v", s.cart)
		}
		if a.changes() {
			fmt.Fprintf(&b, "%v - %s  %s good %d, %s\n", time.Duration(o.Call), answered, a.verb, a.good, saw)
		} else {
			fmt.Fprintf(&b, "%v - %s  looked, %s\n", time.Duration(o.Call), answered, saw)
		}
	}
	return b.String()
}

// verdict on the histories of all sessions.
type verdict int

const (
	explained verdict = iota
	unexplained
	undecided
)

// explain looks for one order of the operations that explains all that was seen.
func explain(ops []porcupine.Operation, within time.Duration) verdict {
	switch porcupine.CheckOperationsTimeout(carts(), ops, within) {
	case porcupine.Ok:
		return explained
	case porcupine.Illegal:
		return unexplained
	}
	return undecided
}
