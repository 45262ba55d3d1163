// Package channel is the kit of the voice platforms, whose codecs stand one package below it each: who calls and which session
// that is, answers as pieces for the ear with what was heard of them, signatures, and what a caller hears when something fails.
package channel
