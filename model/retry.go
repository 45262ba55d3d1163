package model

import (
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/evercart/evercart"
)

// maxWait bounds what is believed of Retry-After: nobody sleeps for three days.
const maxWait = time.Minute

// Retry says how a brain asks again before the first event: the agent has a policy of its own, so as a rule not at all.
type Retry struct {
	Times    int
	MaxPause time.Duration // a server that asks to wait for longer is not asked again here
}

// Again says whether to try once more, and after which pause: growing, scattered, and never shorter than the server asked for.
func (r Retry) Again(try int, err error) (time.Duration, bool) {
	e := evercart.AsError(err)
	if try >= r.Times || e.Code != evercart.RateLimited && e.Code != evercart.Unavailable || e.RetryAfter > r.MaxPause {
		return 0, false
	}
	pause := min(r.MaxPause, 200*time.Millisecond<<min(try, 10))
	return max(e.RetryAfter, pause/2+rand.N(pause/2+1)), true
}

// RetryAfter reads how long to wait, at most maxWait; 0 = it does not say.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	wait := func(n float64, unit time.Duration) time.Duration {
		if !(n > 0) {
			return 0
		}
		return time.Duration(min(n*float64(unit), float64(maxWait)))
	}
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return wait(ms, time.Millisecond)
	}
	after := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(after, 64); err == nil {
		return wait(s, time.Second)
	}
	if at, err := http.ParseTime(after); err == nil {
		return wait(at.Sub(now).Seconds(), time.Second)
	}
	return 0
}
