// Package memory keeps for one process alone what redis keeps for several and what must be there without it: evercart.Limiter, by the
// same rules and held to them by the same tests. A cache and a bus are of use among several processes only.
package memory
