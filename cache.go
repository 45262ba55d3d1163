package evercart

import (
	"context"
	"time"
)

// Cache holds bounded copies of sessions near all nodes. It may vanish at any moment, and nothing waits there alone: every
// error of it is a miss. What it gives is a hint: before a copy is given out, its version is compared with the head.
//
// A copy enters under a lease alone: a token that was placed before the truth was read or written. Every write and every
// erasure takes the token away, and so does the loss of the cache itself, so that what was read before never stands after.
// A copy is never replaced by an older one.
type Cache interface {
	// Get gives the copy of a session, if it is not older than at, and lengthens its stay; an older one is thrown away. A miss
	// is NotFound, with the lease for one Fill: the newest one alone counts. Unavailable.
	Get(ctx context.Context, k CacheKey, at Seq) (Cached, Lease, error)
	// Fill keeps what was read from the store after the lease was given. ClaimLost when the lease stands no more or a newer
	// write is known, TooLarge, Unavailable: in all of them nothing is kept.
	Fill(context.Context, CacheKey, Lease, Cached) error
	// Wrote tells of writes, after their commit: older copies and all leases of these sessions go. One that brings a body under
	// a lease that still stands leaves the new copy instead. The leases it gives, one a write, are for the next write of each by the
	// same node ("" = a newer write is known). Unavailable.
	Wrote(context.Context, ...CacheWrite) ([]Lease, error)
	// Forget takes away all that is there of these sessions, leases too. Unavailable.
	Forget(context.Context, ...CacheKey) error
}

// CacheKey names a copy: of one store, one life, one session. What an ended life or another store left behind is never found.
type CacheKey struct {
	Epoch   string // of the store, from Heads.Epoch
	Life    Life
	Session SessionID
}

// Cached is the copy of a session at a version. Body is opaque and holds no words in the clear.
type Cached struct {
	Seq  Seq
	Body []byte
}

// CacheWrite is what a commit tells a Cache. Without a Body the copy just goes.
type CacheWrite struct {
	Key   CacheKey
	Seq   Seq
	Lease Lease
	Body  []byte
}

// Lease is the right to one Fill or one Wrote with a body; "" is none.
type Lease string

// MaxCached bounds a Body, in bytes: what is larger is read from the store.
const MaxCached = 64 << 10

// Heads is brought by stores that several processes write: the newest version of sessions, without reading them.
type Heads interface {
	// Heads gives the heads of those sessions that are there and that the caller may see, in no order.
	Heads(context.Context, ...SessionID) ([]Head, error)
	// Epoch names the store as it stands: another database, a restored one or a promoted standby has another.
	Epoch(context.Context) (string, error)
}

// Tails is brought by a store that reads a session at once with what was said in it last.
type Tails interface {
	// Tail is Load, with the events that led to the state, without a gap, from the first of State.Tail or before it on; none where that
	// cannot be had. The last of them are open, as far as the state needed them; those before may be closed. NotFound.
	Tail(context.Context, SessionID) (State, Closed, []Event, error)
}

// Closed are events as they were read, in their order and without a gap: each is opened where somebody asks for it. Most of what a session's last
// turns consist of nobody asks for.
type Closed interface {
	// First and Last are the versions that they begin and end with.
	First() Seq
	Last() Seq
	// Find gives the first of them that is of a turn; 0 = none is.
	Find(TurnID) Seq
	// Open gives those from a version on. Damaged; Unavailable where the keys cannot be asked. Gone.
	Open(ctx context.Context, from Seq) ([]Event, error)
	// Bytes is what they take.
	Bytes() int64
}

// Recalls is brought by a store that remembers what was said last in sessions that are in use.
type Recalls interface {
	// Recall is Turn, as far as that can be told without asking anybody; it may be out of date. False = it cannot.
	Recall(context.Context, SessionID, TurnID) (TurnRecord, bool)
}

// Head is the version of a session. Two heads are the same state only when all of it is equal: a store that lost its last
// commits (a promoted standby, a restored dump) reaches a Seq a second time, at another moment.
type Head struct {
	Session SessionID
	Seq     Seq
	At      time.Time // of the event Seq
	Life    Life
	Subject Subject
}

// Of says that a state is the one that this head names.
func (h Head) Of(s State) bool {
	return h.Session == s.Session && h.Seq == s.Seq && h.Life == s.Life && h.At.Equal(s.Touched)
}

type havingKey struct{}

// Having says that who reads under this context has just read or written this state: what is as new will do, and need not be
// held against the head once more.
func Having(ctx context.Context, s State) context.Context {
	return context.WithValue(ctx, havingKey{}, Head{Session: s.Session, Seq: s.Seq, At: s.Touched, Life: s.Life, Subject: s.Subject})
}

// Had is what Having said.
func Had(ctx context.Context) (Head, bool) {
	h, ok := ctx.Value(havingKey{}).(Head)
	return h, ok
}

type relyingKey struct{}

// Relying says that who reads under this context says nothing of it before a commit on it has come through: that holds it against the
// head, so what is remembered of a session will do.
func Relying(ctx context.Context) context.Context { return context.WithValue(ctx, relyingKey{}, true) }

// Relies is what Relying said.
func Relies(ctx context.Context) bool {
	relies, _ := ctx.Value(relyingKey{}).(bool)
	return relies
}
