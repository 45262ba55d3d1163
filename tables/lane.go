package tables

import (
	"context"
	"hash/maphash"

	"github.com/evercart/evercart"
)

// Lanes let those of this node that lost a race for one session try again one after the other. Without them, of a hundred
// that run for it each commit makes ninety-nine run again. They are no lock of the session: nobody's word depends on them, and
// other nodes have lanes of their own.
type Lanes struct {
	seed maphash.Seed
	lane [256]chan struct{} // sessions share them by chance
}

// NewLanes makes them.
func NewLanes() *Lanes {
	l := &Lanes{seed: maphash.MakeSeed()}
	for i := range l.lane {
		l.lane[i] = make(chan struct{}, 1)
	}
	return l
}

// Enter waits for the lane of a session, or gives ctx's error; leave is never nil.
func (l *Lanes) Enter(ctx context.Context, id evercart.SessionID) (leave func(), err error) {
	lane := l.lane[maphash.String(l.seed, string(id))%uint64(len(l.lane))]
	select {
	case lane <- struct{}{}:
		return func() { <-lane }, nil
	case <-ctx.Done():
		return func() {}, ctx.Err()
	}
}
