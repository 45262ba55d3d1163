package model

import (
	"context"
	"iter"
	"log/slog"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// Breaker keeps a chain from waiting for a brain that fails over and over: after a few failures in a row it is not asked for a
// while, and the next one of the chain answers at once. Then one turn tries it again. Make it with NewBreaker.
type Breaker struct {
	evercart.Brain
	clock evercart.Clock
	log   *slog.Logger

	mu     sync.Mutex // guards what follows
	fails  int        // in a row
	until  time.Time  // not asked before; zero = it is asked
	rest   time.Duration
	trying bool // one turn tries it again
}

// How a breaker opens.
const (
	breakAfter = 3 // failures in a row
	restFirst  = 10 * time.Second
	restMost   = time.Minute
)

var _ evercart.Brain = (*Breaker)(nil)

// NewBreaker guards a brain.
func NewBreaker(b evercart.Brain, clock evercart.Clock, log *slog.Logger) *Breaker {
	return &Breaker{Brain: b, clock: clock, log: log}
}

// Open says that the brain is not asked now.
func (b *Breaker) Open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.until.IsZero()
}

// Think implements evercart.Brain. While the breaker is open: Unavailable at once, with a RetryAfter of a second or more.
func (b *Breaker) Think(ctx context.Context, p evercart.Prompt) iter.Seq2[evercart.Thought, error] {
	return func(yield func(evercart.Thought, error) bool) {
		if err := b.admit(); err != nil {
			yield(evercart.Thought{}, err)
			return
		}
		verdict := undecided // the caller may leave at any time
		defer func() { b.judge(verdict, 0) }()
		for t, err := range b.Brain.Think(ctx, p) {
			switch {
			case err != nil:
				failed, after := fails(ctx, err)
				b.judge(failed, after)
				verdict = judged
			case t.Stop != "":
				verdict = well
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

type verdict int

const (
	undecided verdict = iota
	well
	ill
	hopeless // it will not heal by itself
	judged
)

// fails tells what an error says of the brain. One that was cut for saying nothing has failed; one that was spoken over has not.
func fails(ctx context.Context, err error) (verdict, time.Duration) {
	e := evercart.AsError(err)
	switch e.Code {
	case evercart.RateLimited, evercart.Unavailable, evercart.Timeout:
		return ill, e.RetryAfter
	case evercart.Unauthorized:
		return hopeless, 0
	case evercart.Canceled:
		if evercart.CodeOf(context.Cause(ctx)) == evercart.Timeout {
			return ill, 0
		}
	}
	return undecided, 0
}

// admit lets a turn ask, or says for how long none may.
func (b *Breaker) admit() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return nil
	}
	left := b.until.Sub(b.clock.Now())
	if left <= 0 && !b.trying {
		b.trying = true
		return nil
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: "model.Breaker", Message: "this brain has failed over and over, and is not asked for a while", RetryAfter: max(left, time.Second)}
}

// judge closes or opens the breaker after a turn.
func (b *Breaker) judge(v verdict, after time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch v {
	case undecided:
		b.trying = false
	case well:
		if !b.until.IsZero() {
			b.log.Info("a brain answers again", slog.String("brain", b.Name()))
		}
		b.fails, b.until, b.rest, b.trying = 0, time.Time{}, 0, false
	case ill, hopeless:
		b.fails++
		if b.fails >= breakAfter || b.trying || after > 0 || v == hopeless {
			b.open(v, after)
		}
		b.trying = false
	}
}

func (b *Breaker) open(v verdict, after time.Duration) {
	switch {
	case v == hopeless:
		b.rest = restMost
	case b.fails >= breakAfter || b.trying:
		b.rest = min(max(2*b.rest, restFirst), restMost)
	}
	b.until = b.clock.Now().Add(min(max(b.rest, after), restMost))
	b.log.Warn("a brain is not asked for a while", slog.String("brain", b.Name()), slog.Int("failures", b.fails), slog.Duration("rest", b.until.Sub(b.clock.Now())))
}
