package channel_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
	"github.com/evercart/evercart/fake"
)

// marks are what all nodes remember.
type marks struct {
	mu   sync.Mutex // guards both
	used map[string]bool
	away bool
}

func (m *marks) Use(_ context.Context, what string, _ time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.away {
		return false, evercart.Errorf(evercart.Unavailable, "marks", "away")
	}
	first := !m.used[what]
	m.used[what] = true
	return first, nil
}

// A pass is good once, at whichever node; with what they share away each node still knows its own.
func TestOnceAtAllNodes(t *testing.T) {
	t.Parallel()
	shared, clock := &marks{used: map[string]bool{}}, fake.NewClock(time.Now())
	a, b := &channel.Once{Clock: clock, Shared: shared}, &channel.Once{Clock: clock, Shared: shared}
	use := func(o *channel.Once, what string, want bool) {
		t.Helper()
		if got := o.Use(t.Context(), what, time.Minute); got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	use(a, "pass-1", true)
	use(b, "pass-1", false)
	use(a, "pass-1", false)
	use(b, "pass-2", true)
	shared.away = true
	use(a, "pass-3", true)
	use(a, "pass-3", false)
	use(b, "pass-1", false)
}
