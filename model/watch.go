package model

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/evercart/evercart"
)

// errSlow is the cause when one of the room's own limits of time has passed.
var errSlow = errors.New("the model server took too long")

// Watcher ends a request that is silent for too long, or takes too long as a whole.
type Watcher struct {
	Parent context.Context // the caller's
	Ctx    context.Context // the request's
	cancel context.CancelCauseFunc
	silent *time.Timer
	whole  *time.Timer
}

// Watch begins a request that may take so long as a whole.
func Watch(parent context.Context, step time.Duration) *Watcher {
	ctx, cancel := context.WithCancelCause(parent)
	w := &Watcher{Parent: parent, Ctx: ctx, cancel: cancel}
	slow := func() { cancel(errSlow) }
	w.whole = time.AfterFunc(step, slow)
	w.silent = time.AfterFunc(step, slow)
	return w
}

// Within gives the server that long until its next sign of life.
func (w *Watcher) Within(d time.Duration) { w.silent.Reset(d) }

// Rest stops waiting for a sign of life.
func (w *Watcher) Rest() { w.silent.Stop() }

// slow says that a limit has passed.
func (w *Watcher) slow() bool { return errors.Is(context.Cause(w.Ctx), errSlow) }

// Stop ends the request.
func (w *Watcher) Stop() {
	w.silent.Stop()
	w.whole.Stop()
	w.cancel(nil)
}

// Failed is the error of a request or stream that broke.
func (w *Watcher) Failed(err error, op string) error {
	var slow net.Error
	switch {
	case errors.Is(w.Parent.Err(), context.Canceled):
		return evercart.Wrap(w.Parent.Err(), evercart.Canceled, op)
	case w.Parent.Err() != nil:
		return evercart.Wrap(w.Parent.Err(), evercart.Timeout, op)
	case w.slow():
		return &evercart.Error{Code: evercart.Timeout, Op: op, Message: "the model server took too long", Err: errSlow}
	case errors.As(err, &slow) && slow.Timeout():
		return &evercart.Error{Code: evercart.Timeout, Op: op, Message: "the model server took too long", Err: err}
	}
	return &evercart.Error{Code: evercart.Unavailable, Op: op, Message: "the model server cannot be reached, or the answer broke off", Err: err}
}
