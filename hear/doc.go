// Package hear makes sense of words as recognisers write them: numbers, ordinals, sizes, yes and no, corrections, and what
// two words that sound alike have in common. Mechanics stand in files of their own; what belongs to one language stands in
// that language's file (en.go), so that another language is another file. It knows no goods and no shopper.
package hear
