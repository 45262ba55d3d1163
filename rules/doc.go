// Package rules is the brain that needs no model: it understands what is said in a shop by rules that stand in tables, asks
// where more than one thing may be meant, and never guesses. It changes the cart through the shop's tools alone.
//
// The way of a turn: parse cuts the words into clauses and finds in each what is wanted (grammar.go and en.go hold the
// tables), items reads what it is wanted of, resolve settles that against catalogue, cart and focus, and the files named
// after what is wanted turn it into calls, a question or an answer. One clause is a step: the next one is resolved on the
// state that the calls of the one before have left.
//
// What needs no turn to be known has a room of its own below: tongue puts other languages into the words of the rules, say holds
// the sentences of each, roles and odds what is learned.
package rules
