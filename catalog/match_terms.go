package catalog

import (
	"strconv"

	"github.com/evercart/evercart/hear"
)

// terms reads a query.
func (x *Index) terms(words []hear.Token) []term {
	var out []term
	for i := 0; i < len(words) && len(out) < maxTerms; {
		w := words[i].Text
		if i+1 < len(words) && words[i].Stop == 0 {
			if joined := w + words[i+1].Text; len(joined) > 4 && x.words.has(x.lang.Stem(joined)) && x.joins(w, words[i+1].Text) {
				out = append(out, term{word: joined, alts: []alt{{x.lang.Stem(joined), 1}}})
				i += 2
				continue
			}
		}
		if size, took := x.lang.Letters(words, i); took > 0 && x.words.has(size) && (took > 1 || len(w) > 1 || w == size) {
			out = append(out, term{word: w, alts: []alt{{size, 1}, {x.lang.Stem(w), 1}}})
			i += took
			continue
		}
		if size, ok := x.sizeAfter(words, i); ok {
			out = append(out, term{word: w, alts: []alt{{size, 1}}, optional: true})
			i++
			continue
		}
		if size, took := x.lang.Measure(words, i); took > 0 && x.words.has(size) {
			out = append(out, term{word: w, alts: []alt{{size, 1}, {x.lang.Stem(w), 1}}, optional: true})
			i += took
			continue
		}
		if t, took := x.torn(words, i); took > 0 {
			out = append(out, t)
			i += took
			continue
		}
		if t, ok := x.term(w); ok {
			out = append(out, t...)
		}
		i++
	}
	return out
}

// sizeAfter hears a number in a word that sounds like one, where a size is told: "size ate".
func (x *Index) sizeAfter(words []hear.Token, i int) (string, bool) {
	if i == 0 || !x.lang.Sizes(words[i-1].Text) {
		return "", false
	}
	n, ok := x.lang.Mistaken(words[i].Text)
	size := strconv.Itoa(n)
	return size, ok && x.words.has(size)
}

// known reads a word that the catalogue has, that means the same as one that it has, or that says for whom goods are.
func (x *Index) known(w string) (term, bool) {
	stem := x.lang.Stem(w)
	if t, ok := x.forPeople(w, stem); ok {
		return t, true
	}
	t := term{word: w, optional: x.lang.Holder(w)}
	if len(x.words.postings[stem]) > 0 {
		t.alts = []alt{{stem, 1}}
		return t, true
	}
	for _, s := range append(x.lang.Alike(stem), x.lang.LikeColor(w)) {
		if x.words.has(s) {
			t.alts = append(t.alts, alt{s, 0.95})
		}
	}
	return t, len(t.alts) > 0
}

// forPeople reads whom goods are for. What is for anybody is for them; where the shop does not tell people apart, it is no
// reason to leave anything out.
func (x *Index) forPeople(w, stem string) (term, bool) {
	these, anybody := x.lang.People(stem)
	if these == nil {
		return term{}, false
	}
	t := term{word: w, people: true}
	for _, s := range these {
		if len(x.words.postings[s]) > 0 {
			t.alts = append(t.alts, alt{s, 1})
		}
	}
	if t.optional = len(t.alts) == 0; t.optional {
		return t, true
	}
	for _, s := range anybody {
		if len(x.words.postings[s]) > 0 {
			t.alts = append(t.alts, alt{s, 0.9})
		}
	}
	return t, true
}

// torn reads two or three words that a recogniser made of one which it did not know: "lemon aid", "car dig in". It gives how many.
func (x *Index) torn(words []hear.Token, i int) (term, int) {
	if i+1 >= len(words) || words[i].Stop != hear.None {
		return term{}, 0
	}
	a, b := words[i].Text, words[i+1].Text
	if x.lang.IsMeasure(a) || x.lang.IsMeasure(b) {
		return term{}, 0
	}
	if x.lang.Small(a) || x.lang.Small(b) || x.lang.Trusted(b) || len(x.words.postings[x.lang.Stem(b)]) > 0 || len(a)+len(b) < 6 {
		return term{}, 0
	}
	for _, whole := range []string{a + b, x.lang.Stem(a + b)} {
		for _, s := range x.words.sounds[hear.Sound(whole)] {
			if most := max(2, len(s)*4/10); hear.Distance(whole, s, most) <= most {
				return term{word: a + b, alts: []alt{{x.words.surfaces[s].stem, 0.8}}}, 2
			}
		}
	}
	if i+2 < len(words) && words[i+1].Stop == hear.None && len(x.words.postings[x.lang.Stem(a)]) == 0 {
		whole := a + b + words[i+2].Text
		for s := range x.words.near(whole) {
			if len(whole) >= 7 && s[0] == whole[0] && hear.Distance(whole, s, 1) <= 1 {
				return term{word: whole, alts: []alt{{x.words.surfaces[s].stem, 0.8}}}, 3
			}
		}
	}
	return term{}, 0
}

// joins says that two words in a row are better taken as one: at least one of them means nothing alone, or is one letter.
func (x *Index) joins(a, b string) bool {
	return len(a) == 1 || len(b) == 1 || !x.words.has(x.lang.Stem(a)) || !x.words.has(x.lang.Stem(b))
}

// term is one word of a query with the stems that it may stand for.
type term struct {
	word     string // as said
	alts     []alt
	optional bool // "bottle", "pack": what goods come in
	people   bool // whom they are for
}

// wordsOf lists the terms, without the optional ones, that have no bit set.
func wordsOf(terms []term, has uint32) []string {
	var out []string
	for i, t := range terms {
		if has&(1<<i) == 0 && !t.optional {
			out = append(out, t.word)
		}
	}
	return out
}
