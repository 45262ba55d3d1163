package openai

import (
	"context"
	"errors"
	"time"
)

// errSlow is the cause when one of the room's own limits of time has passed.
var errSlow = errors.New("openai: the model server took too long")

// watcher ends a request that is silent for too long, or takes too long as a whole.
type watcher struct {
	parent context.Context // the caller's
	ctx    context.Context // the request's
	cancel context.CancelCauseFunc
	silent *time.Timer
	whole  *time.Timer
}

func watch(parent context.Context, step time.Duration) *watcher {
	ctx, cancel := context.WithCancelCause(parent)
	w := &watcher{parent: parent, ctx: ctx, cancel: cancel}
	slow := func() { cancel(errSlow) }
	w.whole = time.AfterFunc(step, slow)
	w.silent = time.AfterFunc(step, slow)
	return w
}

// within gives the server that long until its next sign of life.
func (w *watcher) within(d time.Duration) { w.silent.Reset(d) }

// rest stops waiting for a sign of life.
func (w *watcher) rest() { w.silent.Stop() }

// slow says that a limit has passed.
func (w *watcher) slow() bool { return errors.Is(context.Cause(w.ctx), errSlow) }

func (w *watcher) stop() {
	w.silent.Stop()
	w.whole.Stop()
	w.cancel(nil)
}
