package tables_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// A lane lets one in at a time, keeps nobody of another session waiting, and goes with the last who used it.
func TestLanes(t *testing.T) {
	t.Parallel()
	l := tables.NewLanes()
	ctx := context.Background()
	leave, err := l.Enter(ctx, "held")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2000 { // far more than any table of lanes would have
		out, err := l.Enter(ctx, evercart.SessionID(fmt.Sprint(n)))
		if err != nil {
			t.Fatal(err)
		}
		out()
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	if out, err := l.Enter(over, "held"); !errors.Is(err, context.Canceled) {
		t.Errorf("entered: %v", err)
	} else {
		out()
	}
	var (
		all    sync.WaitGroup
		inside int // guarded by the lane: the race detector sees two at once
	)
	for range 20 {
		all.Go(func() {
			out, err := l.Enter(ctx, "held")
			if err != nil {
				t.Error(err)
				return
			}
			inside++
			out()
		})
	}
	leave()
	all.Wait()
	if inside != 20 || l.Len() != 0 {
		t.Errorf("%d were inside, %d lanes are left", inside, l.Len())
	}
}
