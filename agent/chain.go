package agent

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/evercart/evercart"
)

// errNoWord cuts a brain that says nothing while another one could answer.
var errNoWord = evercart.Errorf(evercart.Timeout, "agent", "no first word came in time")

// spareAgain is how long the pause before another attempt may be where the next brain could answer at once.
const spareAgain = time.Second

// spare says that another brain may answer in this one's place: nobody has heard anything yet, and it would not act a second time. A
// brain that thinks at once has nothing to add to effects that another one had; their own words tell them.
func (w *work) spare() bool {
	return w.next != nil && !w.spoke && (!w.acted || !w.next.AtOnce())
}

// passOn says whether the next brain answers: after a failure of this one, never after the turn's own or the store's.
func (w *work) passOn(ctx context.Context, err error) bool {
	var f *failure
	return errors.As(err, &f) && ctx.Err() == nil && w.spare()
}

// untilWord gives a brain until its first word, where another one could answer. heard stops the waiting, done ends it.
func (w *work) untilWord(ctx context.Context) (think context.Context, heard, done func()) {
	if !w.spare() {
		return ctx, func() {}, func() {}
	}
	think, cut := context.WithCancelCause(ctx)
	wait := time.AfterFunc(w.a.Limits.First, func() { cut(errNoWord) })
	heard = sync.OnceFunc(func() { wait.Stop() })
	return think, heard, func() { heard(); cut(nil) }
}

// wordless turns what a brain says of being cut by that into what it is.
func wordless(think context.Context, err error) error {
	if errors.Is(context.Cause(think), errNoWord) {
		return errNoWord
	}
	return err
}
