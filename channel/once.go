package channel

import (
	"context"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// Once remembers what was used until it is worth nothing any more: a pass that is good for a minute is refused the second time
// within that minute. What this node remembers is bounded: what is pushed out could be used again, for as long as its time lasts,
// where nodes share nothing.
type Once struct {
	Clock  evercart.Clock
	Most   int            // 0 = 50,000
	Shared evercart.Marks // what all nodes remember; nil = this one is alone

	mu   sync.Mutex // guards used
	used map[string]time.Time
}

// askIn is how long the shared memory may take: somebody is on the line.
const askIn = 2 * time.Second

// Use takes something for the first time; false = it was used, here or at another node. After lasts it is forgotten. Without the shared memory this
// node's own must do: where that is away, nothing can be changed, and all that could be opened is what this node remembers.
func (o *Once) Use(ctx context.Context, what string, lasts time.Duration) bool {
	if !o.here(what, lasts) {
		return false
	}
	if o.Shared == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, askIn)
	defer cancel()
	first, err := o.Shared.Use(ctx, what, lasts)
	return first || err != nil
}

func (o *Once) here(what string, lasts time.Duration) bool {
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
