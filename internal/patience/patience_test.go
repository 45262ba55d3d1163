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

// now is a clock that stands still but for who sleeps by it.
type now struct{ at time.Time }

func (n *now) Now() time.Time { return n.at }

func (n *now) Sleep(ctx context.Context, d time.Duration) error {
	n.at = n.at.Add(d)
	return ctx.Err()
}

// It tries again while that may help, ever more seldom, for no longer than was said, and gives what came last.
func TestRetry(t *testing.T) {
	t.Parallel()
	away, other := errors.New("away"), errors.New("other")
	passes := func(err error) bool { return errors.Is(err, away) }
	for name, c := range map[string]struct {
		most  time.Duration
		fails []error // then it succeeds
		tries int
		want  error
	}{
		"at once":         {most: time.Minute, tries: 1},
		"the third time":  {most: time.Minute, fails: []error{away, away}, tries: 3},
		"what stays":      {most: time.Minute, fails: []error{away, other}, tries: 2, want: other},
		"no patience":     {fails: []error{away}, tries: 1, want: away},
		"long, and more":  {most: 4 * time.Second, fails: slices.Repeat([]error{away}, 100), tries: 7, want: away}, // after 0.1, 0.3, 0.7, 1.5, 2.5, 3.5 s
		"still not there": {most: 250 * time.Millisecond, fails: slices.Repeat([]error{away}, 100), tries: 2, want: away},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tries := 0
			err := patience.Retry(t.Context(), &now{}, c.most, passes, func() error {
				if tries++; tries <= len(c.fails) {
					return c.fails[tries-1]
				}
				return nil
			})
			if !errors.Is(err, c.want) || tries != c.tries {
				t.Errorf("%v after %d tries, want %v after %d", err, tries, c.want, c.tries)
			}
		})
	}
	left, leave := context.WithCancel(t.Context())
	leave()
	tries := 0
	if err := patience.Retry(left, &now{}, time.Minute, passes, func() error { tries++; return away }); !errors.Is(err, away) || tries != 1 {
		t.Errorf("nobody waits: %v after %d tries", err, tries)
	}
}
