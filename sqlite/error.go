package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/litedb"
	"github.com/evercart/evercart/tables"
)

// errorOf gives a code to what the file said; what has one keeps it.
func errorOf(err error, op string) error {
	var (
		ours *evercart.Error
		said tables.Own
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &said):
		return said.Given()
	case errors.As(err, &ours):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	case errors.Is(err, fs.ErrExist):
		return evercart.Wrap(err, evercart.Conflict, op)
	case errors.Is(err, litedb.ErrLost):
		return evercart.Wrap(err, evercart.OutcomeUnknown, op)
	case errors.Is(err, litedb.ErrFull):
		return &evercart.Error{Code: evercart.Busy, Op: op, Message: "too many changes are waiting", RetryAfter: time.Second, Err: err}
	case errors.Is(err, litedb.ErrNewer), litedb.KindOf(err) == litedb.Corrupt:
		return evercart.Wrap(err, evercart.Damaged, op)
	case litedb.KindOf(err) == litedb.Twice:
		return evercart.Wrap(err, evercart.Conflict, op)
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: op, RetryAfter: time.Second, Err: err}
}

func notFound(op, what string) error {
	return evercart.Errorf(evercart.NotFound, op, "no such %s", what)
}

func gone(op string) error {
	return evercart.Errorf(evercart.Gone, op, "this shopper's data was erased")
}
