// Package speak makes words for the ear: amounts, quantities, carts, errors and recaps as sentences, and the text of a
// model, written for the eye, as text that a voice can read out. A language is one file (en.go); mechanics are shared.
package speak
