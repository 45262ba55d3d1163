// Package wire is the JSON of the outside: frames, carts, sessions, turns, problems. Types here are plain values made from
// those of evercart; names and shapes are promised to clients and change only by addition.
//
// What comes in is read strictly: one JSON object in valid UTF-8, keys in their exact spelling and each at most once, values
// of the documented type; null counts as absent. Keys that are not known are passed over, so that newer clients work.
// U+0000 is taken out of text and refused in ids; a lone surrogate in text becomes U+FFFD.
package wire
