package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/tables"
)

// lostOr tells whether the failed end of a transaction leaves its outcome open. A server that answers with an error has
// undone it. One that goes away may have committed before: it does so, too, when it is told to stop while it waits for a standby.
func lostOr(err error) error {
	var (
		said    *pgconn.PgError
		connect *pgconn.ConnectError
	)
	switch {
	case err == nil, errors.Is(err, tables.ErrLost), errors.As(err, &connect), pgconn.SafeToRetry(err), errors.Is(err, pgx.ErrTxCommitRollback):
		return err
	case errors.As(err, &said) && said.SeverityUnlocalized == "ERROR":
		return err
	case evercart.AsError(err).Code != evercart.Internal && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded):
		return err // our own, before anything was committed
	}
	return fmt.Errorf("%w: %w", tables.ErrLost, err)
}

// class is the first two letters of the server's code; "" = it is no error of the server.
func class(err error) string {
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || len(said.Code) < 2 {
		return ""
	}
	return said.Code[:2]
}

// ofData says that the values of a change are to blame: the same again would fail again, and takes its neighbours with it.
func ofData(err error) bool {
	c := class(err)
	return c == "22" || c == "23" || c == "21" || c == "54"
}

// collided says that two transactions met and this one was undone: the same again may well work.
func collided(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return false
	}
	switch said.Code {
	case "40001", "40P01", "55P03":
		return true
	}
	return false
}

// refused says that the role has no right to it.
func refused(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && said.Code == "42501"
}

// twice says that a row of that key is there already.
func twice(err error) bool {
	said, ok := errors.AsType[*pgconn.PgError](err)
	return ok && said.Code == "23505"
}

// broken says that the connection is to blame.
func broken(err error) bool {
	var (
		said *pgconn.PgError
		wire *net.OpError
	)
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return false
	case errors.As(err, &said):
		return said.SeverityUnlocalized == "FATAL" || said.SeverityUnlocalized == "PANIC"
	}
	return errors.As(err, &wire) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || pgconn.SafeToRetry(err)
}

// errorOf gives a code to what the server said; what has one keeps it.
func errorOf(err error, op string) error {
	if err == nil {
		return nil
	}
	if said, ok := errors.AsType[tables.Own](err); ok {
		return said.Given()
	}
	if _, ok := errors.AsType[*evercart.Error](err); ok {
		return err
	}
	switch {
	case errors.Is(err, tables.ErrLost):
		return evercart.Wrap(err, evercart.OutcomeUnknown, op)
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return evercart.Wrap(err, evercart.CodeOf(err), op)
	case twice(err), collided(err):
		return evercart.Wrap(err, evercart.Conflict, op)
	case class(err) == "22":
		return evercart.Wrap(err, evercart.Invalid, op)
	case class(err) == "42":
		return evercart.Wrap(err, evercart.Internal, op) // a missing table or right: no retry mends it
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: op, RetryAfter: time.Second, Err: err}
}

// openError is errorOf for a server that is met for the first time: what it refuses now is not configured as it should be, and waiting mends
// nothing. Later, a role that is refused is a database that is away.
func openError(err error, op string) error {
	switch class(err) {
	case "28":
		return &evercart.Error{Code: evercart.Unauthorized, Op: op, Message: "the server refuses the role or its password", Err: err}
	case "3D":
		return &evercart.Error{Code: evercart.NotFound, Op: op, Message: "the server has no such database", Err: err}
	}
	if refused(err) {
		return &evercart.Error{Code: evercart.Forbidden, Op: op, Message: "the role may not use the tables: serve as the role that evercart migrate --login was given, and migrate as their owner", Err: err}
	}
	return errorOf(err, op)
}

func notFound(op, what string) error {
	return evercart.Errorf(evercart.NotFound, op, "no such %s", what)
}

func gone(op string) error {
	return evercart.Errorf(evercart.Gone, op, "this shopper's data was erased")
}
