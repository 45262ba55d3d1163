package client

import "github.com/evercart/evercart/wire"

// The JSON of the outside, for those who talk to the server through this package alone.
type (
	Begun      = wire.Begun
	Ready      = wire.Ready
	Transcript = wire.Transcript
	Events     = wire.Events
	Export     = wire.Export

	Session  = wire.Session
	Sessions = wire.Sessions
	TurnView = wire.TurnView
	Cart     = wire.Cart
	Line     = wire.Line
	Event    = wire.Event
	Receipt  = wire.Receipt
	Put      = wire.Put
	Found    = wire.Found
	Product  = wire.Product
	Variant  = wire.Variant
	Reply    = wire.Reply
	Frame    = wire.FromServer
)
