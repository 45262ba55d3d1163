package catalog

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// after narrows an earlier search: what the new words do not replace holds on. Words that name a kind of goods begin anew, and
// so do words that fit none of what was looked for.
func (x *Index) after(terms []term, w wish, old evercart.Looked) ([]term, wish) {
	if slices.ContainsFunc(terms, x.namesKind) {
		return terms, w
	}
	fresh, w := w, w.after(old, terms)
	kept := make([]term, 0, len(old.Terms))
	for _, stem := range old.Terms {
		if slices.Contains(w.without, stem) || slices.ContainsFunc(terms, func(t term) bool { return x.replaces(t, stem) }) {
			continue
		}
		kept = append(kept, x.termOf(stem))
	}
	both := func(kept []term) []term { return atMost(slices.Concat(kept, terms)) }
	if len(kept) == 0 || len(terms) == 0 || x.allIn(both(kept)) {
		return both(kept), w
	}
	for i, k := range slices.Backward(kept) { // "in wool then" after the cotton shirts: one word gives way, and it is not the shirts
		if x.namesKind(k) {
			continue
		}
		if less := slices.Delete(slices.Clone(kept), i, i+1); x.allIn(both(less)) {
			return both(less), w
		}
	}
	return terms, fresh // they have nothing to do with it
}

func atMost(terms []term) []term { return terms[:min(len(terms), maxTerms)] }

// after takes over the bounds that are not set anew, and what was not wanted, unless it is wanted now.
func (w wish) after(old evercart.Looked, terms []term) wish {
	switch {
	case w.under == 0 && w.over == 0:
		w.under, w.over = old.Under, old.Over
	case w.over == 0 && old.Over < w.under:
		w.over = old.Over
	case w.under == 0 && old.Under > w.over:
		w.under = old.Under
	}
	w.sale, w.inStock = w.sale || old.Sale, w.inStock || old.InStock
	for _, stem := range old.Without {
		wanted := slices.ContainsFunc(terms, func(t term) bool { return t.has(stem) })
		if !wanted && !slices.Contains(w.without, stem) {
			w.without = append(w.without, stem)
		}
	}
	return w
}

func (t term) has(stem string) bool {
	return slices.ContainsFunc(t.alts, func(a alt) bool { return a.stem == stem })
}

// namesKind says that a word is what goods are, and not what they are like.
func (x *Index) namesKind(t term) bool {
	if t.people || len(t.alts) == 0 || x.lang.Color(t.alts[0].stem) {
		return false
	}
	stem := t.alts[0].stem
	return slices.ContainsFunc(x.words.postings[stem], func(p posting) bool {
		title := x.docs[p.doc].title
		return p.fields&inType != 0 || len(title) > 0 && title[len(title)-1] == stem
	})
}

// replaces says that a new word takes the place of an old one: one colour, one size, one sort of people at a time.
func (x *Index) replaces(t term, stem string) bool {
	if len(t.alts) == 0 || t.has(stem) {
		return len(t.alts) > 0
	}
	people, _ := x.lang.People(stem)
	switch {
	case t.people || people != nil:
		return t.people && people != nil
	case x.lang.Color(t.alts[0].stem):
		return x.lang.Color(stem)
	}
	return x.isSize(t.alts[0].stem) && x.isSize(stem)
}

func (x *Index) isSize(stem string) bool {
	if strings.Trim(stem, "0123456789.") == "" || x.lang.IsMeasure(stem) {
		return true
	}
	words := x.lang.Words(stem)
	size, took := x.lang.Letters(words, 0)
	return took == len(words) && size == stem
}

// termOf makes a term of one that was remembered.
func (x *Index) termOf(stem string) term {
	if t, ok := x.forPeople(stem, stem); ok {
		return t
	}
	return term{word: stem, alts: []alt{{stem, 1}}, optional: strings.Trim(stem, "0123456789.") == ""}
}

// allIn says that some product has all the terms.
func (x *Index) allIn(terms []term) bool {
	found := x.collect(search{terms: terms})
	defer x.give(found)
	return slices.ContainsFunc(found.hits, func(h hit) bool { return h.missed(needed(terms)) == 0 })
}
