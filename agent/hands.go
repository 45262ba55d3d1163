package agent

import (
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/mishap"
)

// mostIdle is how many hands wait for a turn. A turn thinks deep down, and the stack of a new goroutine is copied half a dozen times until it
// is large enough: that was a twentieth of a turn's processor time.
const mostIdle = 256

// begin runs f as a turn's goroutine, unless the agent stops.
func (a *Agent) begin(f func()) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped {
		return &evercart.Error{Code: evercart.Unavailable, Op: "agent", Message: "this node is shutting down", RetryAfter: time.Second}
	}
	a.turns.Add(1)
	if n := len(a.idle); n > 0 { // the one that worked last: its stack is warm
		a.idle[n-1] <- f
		a.idle = a.idle[:n-1]
		return nil
	}
	a.hands.Go(func() { a.hand(f) })
	return nil
}

// hand does one piece of work after another, until it is not needed any more.
func (a *Agent) hand(f func()) {
	next := make(chan func(), 1)
	for ok := true; ok; f, ok = <-next {
		a.does(f)
		if !a.rests(next) {
			return
		}
	}
}

func (a *Agent) does(f func()) {
	defer a.turns.Done() // what f itself can end in order it catches itself
	mishap.Do(a.Log, "hand", f)
}

// rests puts a hand among those that wait; false = it may go.
func (a *Agent) rests(next chan func()) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stopped || len(a.idle) >= mostIdle {
		return false
	}
	a.idle = append(a.idle, next)
	return true
}

// dismiss lets the hands that wait go; stopped is set, so that none comes to wait.
func (a *Agent) dismiss() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, next := range a.idle {
		close(next)
	}
	a.idle = nil
}
