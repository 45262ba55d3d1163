package rules

import (
	"slices"
	"strconv"

	"github.com/evercart/evercart"
)

// lastSaid is what an answer ends with, where that alone settles it: "khaki or black, hmm. Black."
func (t *turn) lastSaid(q *evercart.Question, clauses []clause, it item) *item {
	if len(clauses) < 2 {
		return nil
	}
	items := t.items(clauses[len(clauses)-1])
	if all, _ := t.narrowTo(q, it); len(items) != 1 || len(all) == 1 || items[0].empty() {
		return nil
	}
	if left, _ := t.narrowTo(q, items[0]); len(left) != 1 {
		return nil
	}
	return &items[0]
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
