package rules

import (
	"math"

	"github.com/evercart/evercart/rules/odds"
)

// What is told of the grammar's reading and of what stands beside those of the roles, in this order.
const (
	grammarRight = iota
	grammarHarms // it changes the cart wrongly
	questionRight
	askingRight // to ask is right
)

// What is told of a reading by roles.
const (
	readingRight = iota
	readingHarms
)

// How dear a cart is that is changed wrongly, next to one that is changed rightly; and what it is worth to ask, where that was not to be.
const (
	harm      = 1.5
	worthAsks = -0.15
)

// weigher decides between ways to take a turn as odds tell; the first one is the grammar's.
func weigher(between, readings *odds.Model) func([]option) int {
	return func(options []option) int {
		beside := between.Chances(options[0].names)
		if len(beside) <= askingRight {
			return 0
		}
		best, gain := 0, math.Inf(-1)
		for i, o := range options {
			worth := 0.0
			switch o.verdict {
			case takeGrammar:
				worth = beside[grammarRight] - harm*beside[grammarHarms]
			case takeQuestion:
				worth = beside[questionRight]
			case takeNeither:
				worth = beside[askingRight] + worthAsks
			default:
				if c := readings.Chances(o.names); len(c) > readingHarms {
					worth = c[readingRight] - harm*c[readingHarms]
				}
			}
			if worth > gain {
				best, gain = i, worth
			}
		}
		return best
	}
}
