package evercart_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evercart/evercart"
)

// Who is asked for is who the store names. While it is away it is whom it remembers, soon also where it hangs; who is remembered by nobody is waited
// for.
func TestMeet(t *testing.T) {
	t.Parallel()
	ada := evercart.Shopper{Subject: "ada"}
	away := func(s evercart.Shopper) func(context.Context) (evercart.Shopper, error) {
		return func(context.Context) (evercart.Shopper, error) {
			return s, evercart.Errorf(evercart.Unavailable, "test", "away")
		}
	}
	hangs := func(s evercart.Shopper, d time.Duration) func(context.Context) (evercart.Shopper, error) {
		return func(ctx context.Context) (evercart.Shopper, error) {
			select {
			case <-time.After(d):
				return ada, nil
			case <-ctx.Done():
				return s, evercart.AsError(ctx.Err())
			}
		}
	}
	for name, c := range map[string]struct {
		find       func(context.Context) (evercart.Shopper, error)
		who        evercart.Subject
		remembered bool
		code       evercart.Code
		atMost     time.Duration
	}{
		"there":               {find: hangs(evercart.Shopper{}, 0), who: "ada"},
		"away, remembered":    {find: away(ada), who: "ada", remembered: true},
		"away":                {find: away(evercart.Shopper{}), code: evercart.Unavailable},
		"hanging, remembered": {find: hangs(ada, time.Hour), who: "ada", remembered: true, atMost: time.Second},
		"hanging":             {find: hangs(evercart.Shopper{}, time.Hour), code: evercart.Timeout, atMost: 10 * time.Second},
		"slow":                {find: hangs(evercart.Shopper{}, 4*time.Second), who: "ada", atMost: 5 * time.Second},
		"nobody of that name here": {find: func(context.Context) (evercart.Shopper, error) {
			return ada, evercart.Errorf(evercart.NotFound, "test", "")
		}, who: "ada", code: evercart.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				began := time.Now()
				who, remembered, err := evercart.Meet(ctx, c.find)
				if who.Subject != c.who || remembered != c.remembered || evercart.CodeOf(err) != c.code || time.Since(began) > c.atMost {
					t.Errorf("got %q %v %v after %v", who.Subject, remembered, err, time.Since(began))
				}
			})
		})
	}
}

// What is away is told with a turn that may have been done before, and with no other; nothing else is changed.
func TestRefused(t *testing.T) {
	t.Parallel()
	away, busy := evercart.Errorf(evercart.Unavailable, "test", "away"), evercart.Errorf(evercart.Busy, "test", "busy")
	given := evercart.Utterance{Turn: "T1"}
	for name, c := range map[string]struct {
		u    evercart.Utterance
		err  error
		what string
	}{
		"a turn that was named":   {u: given, err: away, what: "turn"},
		"one that nobody named":   {err: away},
		"one that is new":         {u: evercart.Utterance{Turn: "T1", Fresh: true}, err: away},
		"what is not away":        {u: given, err: busy},
		"twice":                   {u: given, err: given.Refused(away), what: "turn"},
		"where it says what is":   {u: given, err: evercart.Unanswered(evercart.AsError(context.DeadlineExceeded), "test"), what: "turn"},
		"a time that has run out": {u: given, err: context.DeadlineExceeded},
	} {
		got := c.u.Refused(c.err)
		if what := evercart.AsError(got).Arg("what").String(); evercart.CodeOf(got) != evercart.CodeOf(c.err) || what != c.what && c.what+what != "<nil>" || len(evercart.AsError(got).Args) > 1 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if given.Refused(nil) != nil || evercart.Unanswered(nil, "test") != nil {
		t.Error("nothing is made an error")
	}
}
