// Package claims compares what a sentence says was done with what was done. It finds in a reply the deeds that it claims
// (which, of what, how many, in which size and colour, for how much, under which number) and holds each against the deeds of
// the turn, the cart after it and the goods that were shown. Offers, questions, conditions, intentions, the past before the
// call and what others did claim nothing. What belongs to one language stands in that language's file; a language without one
// is not judged.
package claims
