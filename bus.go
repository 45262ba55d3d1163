package evercart

import "context"

// Bus tells other nodes, after a commit, that something changed: ids and versions only. A note may be lost, doubled or late;
// that costs time, never truth, since who listens also compares heads.
type Bus interface {
	// Publish sends notes. Unavailable: they may be lost, which those who listen are told as soon as they can be.
	Publish(context.Context, ...Note) error
	// Listen calls f with every note, those of the own node too, one after the other, until ctx ends: then its error. It calls
	// f with NoteLost after every subscription, the first too, and whenever notes may have been lost: the listener then looks for
	// itself. f must not block.
	Listen(ctx context.Context, f func(Note)) error
}

// Note is one word of the bus. Fields that its kind does not need are empty.
type Note struct {
	What    string    `json:"what"` // NoteSession, …; one that is not known is passed over
	Session SessionID `json:"session,omitempty"`
	Seq     Seq       `json:"seq,omitempty"`
	Turn    TurnID    `json:"turn,omitempty"`
	Subject Subject   `json:"subject,omitempty"`
	Life    Life      `json:"life,omitempty"`
	From    NodeID    `json:"from,omitempty"` // who sent it
}

// What a Note tells.
const (
	NoteSession   = "session"   // Session stands at Seq
	NoteShopper   = "shopper"   // Subject was changed, joined or erased
	NoteGoods     = "goods"     // the catalogue moved
	NoteKeys      = "keys"      // the key of Life is destroyed
	NoteInterrupt = "interrupt" // Turn of Session is to be cut short where it runs
	NoteLost      = "lost"      // notes may have been missed; made by the bus
)
