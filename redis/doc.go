// Package redis keeps the contracts that nodes share near all of them: evercart.Cache, evercart.Bus and evercart.Limiter, on one
// Redis (7.0 or later, or what speaks like it), a Sentinel group or a Cluster.
//
// Nothing waits here alone. Every error is Unavailable, which callers take for a miss; a call waits 50 ms at most, and the
// first one that had to wait opens a breaker: until a probe in the background was answered, nobody asks again. Each entry is
// one key and each call one script on one key, so that a Cluster needs no hash tags and no two steps ever interleave.
package redis
