// Package trial holds what trials of a running server share: the stage that they are played on, and how an answer is judged
// from outside. Trials are part of the product: a merchant runs them on a shop of their own.
package trial

import (
	"context"
	"iter"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/client"
)

// Stage is a server that a trial has for itself.
type Stage interface {
	// Client speaks to the server with an operator's rights. It is another one after a Restart.
	Client() *client.Client
	// Products yields all that the shop has, by growing version.
	Products(context.Context) iter.Seq2[evercart.Stocked, error]
	// Move lets time pass at once.
	Move(time.Duration)
	// Restart ends the server and starts it again on the same data.
	Restart(context.Context) error
	// Close ends it, and removes its data.
	Close(context.Context) error
}

// Open starts a stage with these goods: a feed, or "" for those that are configured, else the sample shop.
type Open func(ctx context.Context, catalog string) (Stage, error)
