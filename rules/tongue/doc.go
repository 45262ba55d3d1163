// Package tongue puts what is said in Spanish or German into the words, and the order of words, that the rules know. Of a language
// it knows the forms of verbs, and the turns of phrase in which goods are wanted, changed and asked about; words for numbers, goods and
// colours are of package hear, what is answered of package say. It knows no goods, no cart and no turn: the same words come to the
// same, whatever was said before.
package tongue
