package evercart

import "time"

// Claim is the right to finish one turn, while its node beats.
type Claim struct {
	Turn TurnID    `json:"turn"`
	No   Seq       `json:"no"` // seq of the event that made it: every later claim of the session has a greater one
	Node NodeID    `json:"node"`
	At   time.Time `json:"at"` // when it was made, by the store's clock
	// Cut says that the shopper spoke over the turn and told so to another node: a ReplyHeard of it stands among the events. Its
	// node ends the turn when it sees this.
	Cut bool `json:"cut,omitempty"`
}

// Orphan is a claim whose node is dead, or that has stood for too long.
type Orphan struct {
	Session SessionID
	Subject Subject
	Claim   Claim
	Known   time.Time // since when its node is known to be dead, by the store's clock; zero = the store cannot say
}

// TurnRecord is unique by (session, turn), written in the commit of TurnOpened; it lives as long as the session.
type TurnRecord struct {
	Turn           TurnID
	Opened, Closed Seq // Closed 0 = not finished
	MAC            []byte
	Reply          *Reply // stored, so that a repeat gets the same; nil until closed
}

// Reply is the answer of one turn. Cart is the newest one, as it stands today: a repeat gets the words as they were said
// and the cart as it is.
type Reply struct {
	Turn    TurnID
	Text    Personal // whole, as sent to the ear
	Display Personal // as the brain wrote it, for the eye
	How     Ending
	Seq     Seq
	Cart    Cart
	Shown   []SKU
	Durable bool  // false = given while the store was away: claims no change
	Usage   Usage // what models took for it; for the shop's own people
}

// Usage is what a model took: tokens, and their price where known.
type Usage struct {
	In       int64 `json:"in,omitempty"`
	Cached   int64 `json:"cached,omitempty"`
	Out      int64 `json:"out,omitempty"`
	MicroUSD int64 `json:"micro_usd,omitempty"`
}

// Plus adds up.
func (u Usage) Plus(o Usage) Usage {
	return Usage{u.In + o.In, u.Cached + o.Cached, u.Out + o.Out, u.MicroUSD + o.MicroUSD}
}

// ReplyOf is the answer that a turn's closing event keeps; nil when e closes no turn. The words are "" once they are redacted.
func ReplyOf(e Event, cart Cart) *Reply {
	f, ok := e.Fact.(*TurnClosed)
	if !ok {
		return nil
	}
	p := f.Personal
	text := p.Played
	if text == "" {
		text = p.Generated
	}
	return &Reply{Turn: e.Turn, Text: text, Display: p.Generated, How: f.How, Seq: e.Seq, Cart: cart, Shown: f.Shown, Durable: true, Usage: f.Usage}
}
