// Package evercart is the glossary of the shop: its nouns, its pure rules, its error codes and the contracts that every
// other room fulfils. It imports the standard library alone, does no I/O and starts no goroutine.
//
// Read ids.go and money.go first, then cart.go, event.go and state.go (what is remembered), update.go (the one way to
// change it), tool.go and brain.go (who decides), conversation.go (what every edge talks to).
package evercart
