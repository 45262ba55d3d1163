// Package memory keeps, for one process alone, what redis keeps for several: evercart.Cache, evercart.Bus and evercart.Limiter, by
// the same rules and held to them by the same tests.
package memory
