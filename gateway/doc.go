// Package gateway is the HTTP and WebSocket edge: who may speak, how much, and in which shape, over evercart.Conversation
// and parts of evercart.Store. It decides nothing about carts. Handlers return errors; one exit per edge (error.go) turns a
// code into a status, a problem, an error frame or a close code. Logs hold ids and codes, never words.
package gateway
