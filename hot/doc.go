// Package hot is the hot path around any store: sessions in use are kept in the node's memory, and bounded copies of them in
// a cache that all nodes reach.
//
// Guarantee: what it gives out is what the store holds, and nothing waits here alone; memory and cache may vanish at any
// moment. A writer hands its copy to the store as the base of its change, so a wrong copy could only cost a second run. A
// reader has no such guard, and there are two rules for it:
//
//   - Where this process alone writes the store (SQLite), a copy enters the memory only if nothing was dropped since the store
//     was asked for it, never replaces a newer one, and is dropped whenever a commit's outcome is not known.
//   - Where other nodes write too (a store that brings evercart.Heads), each read asks for the head first, one narrow row, and a copy
//     counts only if the head names it: its version, its life and the moment of its last event. Heads that are asked for at one
//     moment are read together. Who commits before anything is said (evercart.Relying) is spared that where the session lives here.
//
// After a commit, and never before, other nodes are told (ids and versions) and the copy in the cache goes; the new one is left
// there when the session has been quiet for a moment, under the lease that the first word brought. The body is sealed under the
// shopper's key, so that the cache holds no words in the clear, and what it holds of an erased shopper opens nowhere.
package hot
