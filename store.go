package evercart

import (
	"context"
	"iter"
	"time"
)

// Sessions keeps conversations. Every method wants a Caller in ctx, else Forbidden; a shopper reaches only what belongs to
// one of its subjects, all else is NotFound.
type Sessions interface {
	// Update commits one change. The order of refusals is Gone, NotFound, ClaimLost, Do's own, Invalid, Busy, TurnKnown,
	// OutOfStock, CouponRefused, PriceChanged; then Conflict (many lost races), Unavailable (surely not written),
	// OutcomeUnknown (the write id could not be looked up in time). With TurnKnown, Busy and ClaimLost the newest state is
	// in Committed. A running commit is never cancelled: with ctx done before the commit began, Canceled or Timeout.
	Update(context.Context, Update) (Committed, error)
	// Merge moves a guest's lines into a shopper's session. NotFound, Gone, Busy (a turn runs in either), Do's own.
	Merge(context.Context, Merge) (Committed, error)
	// Load gives the newest state. NotFound; Damaged when a row cannot be read (it is kept as it is); Unavailable, and Timeout, with the
	// last state that is remembered, if there is one: it may be behind.
	Load(context.Context, SessionID) (State, error)
	// Turn tells what became of a turn id. NotFound.
	Turn(context.Context, SessionID, TurnID) (TurnRecord, error)
	// Events gives those after a seq, oldest first, at most limit (0 = 1000). NotFound. A damaged event ends the list with Damaged.
	Events(ctx context.Context, id SessionID, after Seq, limit int) ([]Event, error)
	// Sessions lists, newest first, by facts alone: sealed words are not searched.
	Sessions(context.Context, Filter) ([]SessionInfo, error)
	// Redact empties the sealed part of one event, and of the summaries made since, which may tell it again; and records it. NotFound.
	Redact(ctx context.Context, id SessionID, at Seq, why Code) error
	// Orphans lists the claims of nodes whose last beat is older than dead, and those older than limit whatever their node.
	Orphans(ctx context.Context, by NodeID, dead, limit time.Duration) ([]Orphan, error)
}

// Filter narrows a list.
type Filter struct {
	Subjects []Subject // empty = all that the caller may see
	Since    time.Time // touched since
	After    string    // cursor: SessionInfo.Cursor of the last one seen
	Limit    int       // 0 = 100, at most 1000
}

// SessionInfo is a session in a list.
type SessionInfo struct {
	Session SessionID `json:"session_id"`
	Subject Subject   `json:"subject"`
	Seq     Seq       `json:"seq"`
	Turns   int       `json:"turns"`
	Lines   int       `json:"lines"`
	Total   Money     `json:"total"`
	Opened  time.Time `json:"opened"`
	Touched time.Time `json:"touched"`
	Damaged bool      `json:"damaged,omitempty"`
	Cursor  string    `json:"cursor"`
}

// Shoppers keeps people. Identify, Lookup and Shopper, where they cannot ask, give Unavailable or Timeout with whom they remember, if anybody:
// it may be behind.
type Shoppers interface {
	// Identify finds a shopper by the keyed hash of an outside id, or begins one; by is "user", "phone", "alexa", ….
	// With an empty id it begins a guest. The key of the life is there before this returns.
	Identify(ctx context.Context, by string, id Personal) (Shopper, error)
	// Lookup is Identify without beginning anyone. NotFound.
	Lookup(ctx context.Context, by string, id Personal) (Shopper, error)
	// Shopper finds by subject; an alias leads to the one it was merged into. NotFound.
	Shopper(context.Context, Subject) (Shopper, error)
	// UpdateShopper changes a shopper; the function is pure and may run again. NotFound, its own.
	UpdateShopper(context.Context, Subject, func(Shopper) (Shopper, error)) (Shopper, error)
	// Join makes the subject of a guest, or of somebody whom no user id names (a caller known by the number alone), an alias of a known
	// shopper: nothing is re-owned or re-keyed. Again = no change. Invalid, Conflict when it is another's alias.
	Join(ctx context.Context, guest, into Subject) (Shopper, error)
	// Release takes an outside id from a shopper: who comes with it next is somebody new. NotFound when it does not lead to this one.
	Release(ctx context.Context, by string, id Personal, of Subject) error
	// Erase ends the life, destroys the keys of all its subjects, deletes the rows: three commits, each repeatable; a
	// durable job repeats what did not come through, and so does Erase for one whose life has ended. NotFound when there is nobody
	// (also after an erasure that is done).
	Erase(context.Context, Erasure) (Receipt, error)
	// Erasing finds by an outside id whose life an erasure has ended that is not done yet. NotFound.
	Erasing(ctx context.Context, by string, id Personal) (Subject, error)
	// Export gives all that is kept of a shopper, opened. NotFound.
	Export(context.Context, Subject) (Export, error)
}

// Goods keeps the catalogue's truth.
type Goods interface {
	// PutProducts takes a whole feed under the name of its source: what that source had and has no more becomes inactive.
	// An error in the sequence takes nothing over. The report counts variants.
	PutProducts(ctx context.Context, source string, products iter.Seq2[Product, error]) (PutReport, error)
	// PatchProduct changes one product, found by one of its SKUs. NotFound, the function's own.
	PatchProduct(context.Context, SKU, func(Product) (Product, error)) (Product, error)
	// DropProduct deletes the row of one SKU altogether; carts that hold it show it as gone. NotFound.
	DropProduct(context.Context, SKU) error
	// Products gives all that changed after a version, by growing version, dropped ones with no variants: how an index
	// keeps up. Version 0 = all.
	Products(ctx context.Context, after int64) iter.Seq2[Stocked, error]
}

// Stocked is a product with the version of its newest row.
type Stocked struct {
	Product Product
	Version int64
}

// PutReport counts variants.
type PutReport struct {
	Added   int `json:"added"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Retired int `json:"retired"`
}

// Nodes is how processes know of each other, by the store's clock, never a node's.
type Nodes interface {
	// Beat says that a node lives, and lists those that do.
	Beat(context.Context, NodeID) (alive []NodeID, err error)
	// Check commits something small: /readyz.
	Check(context.Context) error
}

// Deaths is brought by stores that several nodes share: a process need not be silent for long where somebody knows that it is over.
type Deaths interface {
	// Died says that processes are over. A node whose last beat is not older than silent is not believed to be: then it is false. Once it is, its
	// claims are orphans for whoever asks; one that beats again lives. Again, and of a node that nobody knows, is true.
	Died(ctx context.Context, silent time.Duration, nodes ...NodeID) (bool, error)
}

// Marks are things that may be used once, at whichever node of a store, and however often it starts.
type Marks interface {
	// Use takes something for the first time; false = it was used. It is kept for as long as it lasts, which is as long as it is worth something.
	Use(ctx context.Context, what string, lasts time.Duration) (first bool, err error)
}

// Store is the system of record.
type Store interface {
	Sessions
	Shoppers
	Jobs
	Goods
	Nodes
}
