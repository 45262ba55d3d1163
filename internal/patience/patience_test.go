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

// It speaks after the first pause and after each further one, and not once the work is done or nobody listens.
func TestWhile(t *testing.T) {
	t.Parallel()
	failed := errors.New("failed")
	for name, c := range map[string]struct {
		takes, leaves time.Duration // leaves: when ctx ends
		want          []time.Duration
	}{
		"in no time":     {takes: 10 * time.Millisecond, leaves: time.Hour},
		"a while":        {takes: 3 * time.Second, leaves: time.Hour, want: []time.Duration{time.Second}},
		"long":           {takes: 8 * time.Second, leaves: time.Hour, want: []time.Duration{time.Second, 4 * time.Second, 7 * time.Second}},
		"nobody listens": {takes: 8 * time.Second, leaves: 2 * time.Second, want: []time.Duration{time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), c.leaves)
				defer cancel()
				began := time.Now()
				var at []time.Duration
				n, err := patience.While(ctx, clock{}, patience.Pauses{First: time.Second, Again: 3 * time.Second},
					func(n int) {
						if n != len(at) {
							t.Errorf("counts %d after %d", n, len(at))
						}
						at = append(at, time.Since(began))
					},
					func() error { time.Sleep(c.takes); return failed })
				if !errors.Is(err, failed) || n != len(c.want) || !slices.Equal(at, c.want) {
					t.Errorf("said %d times, at %v, %v", n, at, err)
				}
			})
		})
	}
}
