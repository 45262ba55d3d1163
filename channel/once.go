package channel

import (
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// Once remembers what was used until it is worth nothing any more: a pass that is good for a minute is refused the second time
// within that minute. It is of one node, and bounded: what is pushed out could be used again, for as long as its time lasts.
type Once struct {
	Clock evercart.Clock
	Most  int // 0 = 50,000

	mu   sync.Mutex // guards used
	used map[string]time.Time
}

// Use takes something for the first time; false = it was used. After lasts it is forgotten.
func (o *Once) Use(what string, lasts time.Duration) bool {
	now, most := o.Clock.Now(), o.Most
	if most <= 0 {
		most = 50_000
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if until, ok := o.used[what]; ok && now.Before(until) {
		return false
	}
	if len(o.used) >= most {
		for k, until := range o.used {
			if !now.Before(until) {
				delete(o.used, k)
			}
		}
	}
	if o.used == nil || len(o.used) >= most {
		o.used = map[string]time.Time{}
	}
	o.used[what] = now.Add(lasts)
	return true
}
