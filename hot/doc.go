// Package hot keeps the sessions in use in memory, around any store: a turn reads its state and its last turns without
// asking the database again.
//
// Guarantee: what it gives out is what the store holds, and nothing waits here alone; the memory may vanish at any moment.
// A writer hands its copy to the store as the base of its change, so a wrong copy could only cost a second run. A reader has
// no such guard, so a copy enters the memory only if nothing was dropped since the store was asked for it, never replaces a
// newer one, and is dropped whenever a commit's outcome is not known.
//
// It is for a process that alone writes its store (SQLite). Where other nodes write too, what is given out without a claim
// has to be compared with the head in the database first: that store brings its own way around this one.
package hot
