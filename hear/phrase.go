package hear

import (
	"slices"
	"strings"
)

// Phrases are phrases of whole words by the first of them, the longer ones first; each stands for something.
type Phrases[T any] map[string][]Phrase[T]

// Phrase is some words in a row, and what they stand for.
type Phrase[T any] struct {
	Words []string
	Is    T
}

// PhrasesOf makes them of a table.
func PhrasesOf[T any](table map[string]T) Phrases[T] {
	p := make(Phrases[T], len(table))
	for text, is := range table {
		p.Put(text, is)
	}
	return p
}

// phrases stand for themselves.
func phrases(list ...string) Phrases[string] {
	p := make(Phrases[string], len(list))
	for _, text := range list {
		p.Put(text, text)
	}
	return p
}

// Put enters a phrase, behind those that are as long.
func (p Phrases[T]) Put(text string, is T) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	list := p[words[0]]
	at := 0
	for at < len(list) && len(list[at].Words) >= len(words) {
		at++
	}
	p[words[0]] = slices.Insert(list, at, Phrase[T]{words, is})
}

// At gives what the longest phrase at words[i] stands for, and how many words it has; 0 = there is none. No phrase runs over a stop.
func (p Phrases[T]) At(words []Token, i int) (is T, took int) {
	if i >= len(words) {
		return is, 0
	}
	for _, f := range p[words[i].Text] {
		if f.Begins(words[i:]) && !stopsWithin(words[i:i+len(f.Words)]) {
			return f.Is, len(f.Words)
		}
	}
	return is, 0
}

// Across is At for phrases that stops do not part.
func (p Phrases[T]) Across(words []Token, i int) (is T, took int) {
	if i >= len(words) {
		return is, 0
	}
	for _, f := range p[words[i].Text] {
		if f.Begins(words[i:]) {
			return f.Is, len(f.Words)
		}
	}
	return is, 0
}

// Begins says that words begin with the phrase; that they have its first word is known.
func (f Phrase[T]) Begins(words []Token) bool {
	if len(words) < len(f.Words) {
		return false
	}
	for k := 1; k < len(f.Words); k++ {
		if words[k].Text != f.Words[k] {
			return false
		}
	}
	return true
}

// stopsWithin says that a mark stands inside of a phrase.
func stopsWithin(words []Token) bool {
	return slices.ContainsFunc(words[:len(words)-1], func(w Token) bool { return w.Stop != None })
}
