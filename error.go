package evercart

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"
)

// Code says what kind of thing went wrong. Few, append-only. Each edge has one table from Code to its own answer: a status,
// a close code, a retry, a sentence.
type Code string

const (
	Invalid        Code = "invalid"         // malformed or out of bounds
	Unauthorized   Code = "unauthorized"    // no or bad credential
	Forbidden      Code = "forbidden"       // known, but may not
	NotFound       Code = "not_found"       // not there, or another shopper's: one answer for both
	Gone           Code = "gone"            // the life has ended; late writes are dropped
	Conflict       Code = "conflict"        // kept losing the version race; safe to repeat
	TurnKnown      Code = "turn_known"      // this turn id is taken: ask Turn what became of it
	TurnMismatch   Code = "turn_mismatch"   // same turn id, other words
	ClaimLost      Code = "claim_lost"      // the turn or job is another's now; nothing was written
	Busy           Code = "busy"            // another turn holds the session, or a queue is full; RetryAfter is set
	RateLimited    Code = "rate_limited"    // RetryAfter is set
	TooLarge       Code = "too_large"       // over a documented bound
	Ambiguous      Code = "ambiguous"       // more than one thing may be meant: ask
	NotForSale     Code = "not_for_sale"    // inactive, or gone from the catalogue
	OutOfStock     Code = "out_of_stock"    // fewer left than wanted
	LimitReached   Code = "limit_reached"   // quantity, lines or another limit of the shop
	PriceChanged   Code = "price_changed"   // a row relied upon has moved since it was said: say it, ask again
	CouponRefused  Code = "coupon_refused"  // used up, expired, not combinable
	OutcomeUnknown Code = "outcome_unknown" // it may have happened: find out; never guess, never blindly repeat
	ModelRefused   Code = "model_refused"   // the model declined
	Damaged        Code = "damaged"         // stored data that cannot be read; kept as it is
	Unavailable    Code = "unavailable"     // a dependency is away; surely nothing happened
	Timeout        Code = "timeout"         // our own deadline
	Canceled       Code = "canceled"        // the caller left or spoke over it
	NotImplemented Code = "not_implemented" // this adapter cannot
	Internal       Code = "internal"        // all else; its text stays inside
)

// Error is the one error of the house. Message is safe to show to a developer; the sentence a shopper hears is made from
// Code and Args by speak. Err is the cause and never leaves the process.
type Error struct {
	Code       Code
	Op         string        // "sqlite.Update"
	Message    string        // safe to show; nothing personal
	Args       []slog.Attr   // SKUs, numbers, limits; nothing personal
	RetryAfter time.Duration // Busy, RateLimited, Unavailable
	Err        error         // the cause
}

// Errorf makes an Error with a message that is safe to show.
func Errorf(code Code, op, format string, args ...any) *Error {
	return &Error{Code: code, Op: op, Message: fmt.Sprintf(format, args...)}
}

// Wrap gives a cause a code. A nil cause stays nil.
func Wrap(err error, code Code, op string) error {
	if err == nil {
		return nil
	}
	return &Error{Code: code, Op: op, Err: err}
}

// With adds facts that the answer may need (SKUs, numbers).
func (e *Error) With(args ...slog.Attr) *Error {
	c := *e
	c.Args = append(append([]slog.Attr(nil), e.Args...), args...)
	return &c
}

// Arg finds a fact by its name; the zero Value when there is none.
func (e *Error) Arg(name string) slog.Value {
	for _, a := range e.Args {
		if a.Key == name {
			return a.Value
		}
	}
	return slog.Value{}
}

// Error is for logs inside the process; edges show Message alone.
func (e *Error) Error() string {
	parts := []string{e.Op, string(e.Code), e.Message}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	var kept []string
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, ": ")
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf classifies any error; nil has none, an unknown one is Internal.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	switch {
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return Timeout
	}
	return Internal
}

// Away says that what was asked could not be reached, or did not answer in time: the same again may work.
func Away(err error) bool {
	switch CodeOf(err) {
	case Unavailable, OutcomeUnknown, Timeout:
		return true
	}
	return false
}

// Unanswered is an error of who only asked, or wrote nothing that he spoke of: where no answer came in time, what was asked is away. All others stay
// as they are.
func Unanswered(err error, op string) error {
	if CodeOf(err) != Timeout {
		return err
	}
	return &Error{Code: Unavailable, Op: op, Message: "the store does not answer", RetryAfter: time.Second, Err: err}
}

// AsError gives the house's view of any error, never nil for a non-nil err.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: CodeOf(err), Err: err}
}
