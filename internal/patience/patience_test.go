package patience_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evercart/evercart/internal/patience"
)

type clock struct{}

func (clock) Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// alarms is a clock that can also call back.
type alarms struct{ clock }

func (alarms) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}

// It speaks after the first pause and after each further one, and not once the work is done or nobody listens.
func TestWhile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		takes, leaves time.Duration // leaves: when ctx ends
		want          []time.Duration
	}{
		"in no time":     {takes: 10 * time.Millisecond, leaves: time.Hour},
		"a while":        {takes: 3 * time.Second, leaves: time.Hour, want: []time.Duration{time.Second}},
		"long":           {takes: 8 * time.Second, leaves: time.Hour, want: []time.Duration{time.Second, 4 * time.Second, 7 * time.Second}},
		"nobody listens": {takes: 8 * time.Second, leaves: 2 * time.Second, want: []time.Duration{time.Second}},
	} {
		for by, clock := range map[string]patience.Clock{"sleeping": clock{}, "alarms": alarms{}} {
			t.Run(name+", "+by, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { while(t, clock, c.takes, c.leaves, c.want) })
			})
		}
	}
}

func while(t *testing.T, clock patience.Clock, takes, leaves time.Duration, want []time.Duration) {
	t.Helper()
	failed := errors.New("failed")
	ctx, cancel := context.WithTimeout(t.Context(), leaves)
	defer cancel()
	began := time.Now()
	var at []time.Duration
	n, err := patience.While(ctx, clock, patience.Pauses{First: time.Second, Again: 3 * time.Second},
		func(n int) {
			if n != len(at) {
				t.Errorf("counts %d after %d", n, len(at))
			}
			at = append(at, time.Since(began))
		},
		func() error { time.Sleep(takes); return failed })
	if !errors.Is(err, failed) || n != len(want) || !slices.Equal(at, want) {
		t.Errorf("said %d times, at %v, %v", n, at, err)
	}
}
