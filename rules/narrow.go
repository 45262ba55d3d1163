package rules

import (
	"slices"
	"strconv"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// lastSaid is what an answer ends with, where that alone settles it: "khaki or black, hmm. Black."
func (t *turn) lastSaid(q *evercart.Question, clauses []clause, it item) *item {
	if len(clauses) == 0 {
		return nil
	}
	last := clauses[len(clauses)-1]
	if n := len(last.more); n > 0 {
		last = clause{found: found{x: last.more[n-1].text}}
	} else if len(clauses) == 1 {
		return nil
	}
	items := t.items(last)
	if all, _ := t.narrowTo(q, it); len(items) != 1 || len(all) == 1 || items[0].empty() {
		return nil
	}
	if left, _ := t.narrowTo(q, items[0]); len(left) != 1 {
		return nil
	}
	return &items[0]
}

// besideRemarks reads the one sentence of several that names nothing but options of the choices: "okay, I'm back. Red", "charcoal sounds like
// a barbecue. Cream, then". Of two such sentences the later one counts; the others name no goods and want nothing.
func (t *turn) besideRemarks(q *evercart.Question, text string) (item, bool) {
	pieces := sentences(t.wordsOf(text))
	if q.Kind != "variant" || len(pieces) < 2 {
		return item{}, false
	}
	var out *item
	others := false
	for _, p := range pieces {
		it, ok := t.opined(q, hear.Text(p))
		if left, _ := t.narrowTo(q, it); ok && len(left) > 0 {
			out = &it
			continue
		}
		others = true
		if p[len(p)-1].Stop == hear.Question || t.namesAny(p, wordGoods) || t.wishesIn(p) {
			return item{}, false
		}
	}
	if out == nil || !others {
		return item{}, false
	}
	return *out, true
}

// byOwnWord keeps the choices of the one product of which a word was said that no other of them is called by, where the answer fits none as
// it is: "the big one for the weekend", of a tote and a weekend bag.
func (t *turn) byOwnWord(q *evercart.Question, it item, words []token) []evercart.SKU {
	hits := t.grouped(q.Choices)
	if q.Kind != "product" || len(hits) < 2 || len(it.ordinals) > 0 || it.ref == refEach || slices.ContainsFunc(words, func(w token) bool { return t.tables.denials[w.Text] }) {
		return nil
	}
	if left, _ := t.narrowTo(q, it); len(left) > 0 {
		return nil
	}
	calls := map[string][]int{}
	for k, h := range hits {
		for _, w := range t.wordsOf(h.Product.Title) {
			if stem := t.lang.Stem(w.Text); !t.lang.Small(w.Text) && !slices.Contains(calls[stem], k) {
				calls[stem] = append(calls[stem], k)
			}
		}
	}
	one := -1
	for _, w := range words {
		k := calls[t.lang.Stem(w.Text)]
		switch {
		case len(k) != 1 || k[0] == one:
		case one >= 0:
			return nil
		default:
			one = k[0]
		}
	}
	if one < 0 {
		return nil
	}
	var left []evercart.SKU
	for _, v := range t.withWishes(hits[one], wishes{words: it.words}, evercart.Variant{}) {
		left = append(left, v.SKU)
	}
	return left
}

// opensOther says that an answer names another value of an option that was settled before: "then ivory", asked for the size of a black one.
func (t *turn) opensOther(q *evercart.Question, it item) bool {
	hits := t.grouped(q.Choices)
	if len(hits) != 1 {
		return false
	}
	said := t.optionsSaid(hits[0].Product, wishes{it.words, it.sizes})
	open := openOption(hits[0].Variants)
	return len(said) == 1 && len(said[open]) == 0
}

// withRefused adds to an answer what the turn before answered, where that was not to be had in what is given up now: "large" – "no? Then ivory".
func (t *turn) withRefused(all *evercart.Question, it item) item {
	n := len(t.prompt.History)
	if n == 0 || len(t.prompt.History[n-1].Steps) > 0 {
		return it
	}
	before, ok := t.opined(all, t.prompt.History[n-1].Words.Reveal())
	if !ok || len(before.words) > 0 && len(it.words) > 0 {
		return it
	}
	both := it.join(before)
	if left, _ := t.narrowTo(all, both); len(left) == 0 {
		return it
	}
	return both
}

// withoutHolders leaves out what only holds the goods: "the big bottles, two" are two big ones.
func (t *turn) withoutHolders(q *evercart.Question, it item) item {
	if !slices.ContainsFunc(it.words, func(w string) bool { return !t.lang.Holder(w) }) {
		it.words = nil
	}
	if len(it.nums) == 1 && it.qty == 0 && !it.nums[0].sized && !t.isValue(t.grouped(q.Choices), it.nums[0].size) {
		it.qty, it.nums = it.nums[0].count, nil
	}
	return it
}

// narrowTo keeps the choices that fit the words, sizes and numbers of an answer; n is how many were asked for.
func (t *turn) narrowTo(q *evercart.Question, it item) (left []evercart.SKU, n int) {
	it = t.withoutHolders(q, it)
	it.sizes = t.measured(t.grouped(q.Choices), it) // "the big one", of 330 and 750 ml
	f := t.find(evercart.Query{Words: it.query(), Among: q.Choices, Limit: 50})
	hits := f.Hits
	if it.query() == "" {
		f = t.find(evercart.Query{Among: q.Choices, Limit: 50})
		hits = f.Hits
	}
	if len(f.Unknown) > 0 {
		return nil, 0
	}
	if f.Sure && len(hits) > 1 {
		hits = hits[:1]
	}
	if it.rank != 0 {
		hits = extreme(hits, it.rank)
	}
	n = it.qty
	sizes := slices.Clone(it.sizes)
	if s := strconv.Itoa(n); n > 0 && len(it.words) == 0 && len(it.nums) == 0 && t.isValue(hits, s) {
		sizes, n = append(sizes, s), 0
	}
	for _, v := range it.nums {
		switch {
		case t.isValue(hits, v.size):
			sizes = append(sizes, v.size)
		case v.sized || v.count == 0:
			return nil, 0
		case n == 0:
			n = v.count
		}
	}
	for _, h := range hits {
		for _, v := range t.withWishes(h, wishes{it.words, sizes}, evercart.Variant{}) {
			if fits(h.Variants, v) && slices.Contains(q.Choices, v.SKU) {
				left = append(left, v.SKU)
			}
		}
	}
	if len(left) == 0 && q.Kind == "line" { // a line whose variant is not for sale any more
		for _, h := range hits {
			for _, v := range h.Variants {
				left = append(left, v.SKU)
			}
		}
	}
	return left, n
}
