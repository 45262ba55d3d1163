package rules

import (
	"slices"
	"strconv"
)

// join adds what b says of the same thing.
func (it item) join(o item) item {
	it.words = append(slices.Clone(it.words), o.words...)
	it.given = it.given || o.given
	it.sizes = append(slices.Clone(it.sizes), o.sizes...)
	it.nums = append(slices.Clone(it.nums), o.nums...)
	if o.qty > 0 {
		switch {
		case it.qty == 0 && len(it.words) == 0:
			it.qty = o.qty
		default: // "shoes, nine": the goods decide
			it.nums = append(it.nums, num{size: strconv.Itoa(o.qty), count: o.qty})
		}
	}
	it.ordinals = append(slices.Clone(it.ordinals), o.ordinals...)
	it.more, it.pair = it.more || o.more, it.pair || o.pair
	it.vague = it.vague || o.vague
	it.same = it.same || o.same
	it.bad = it.bad || o.bad
	if it.rank == 0 {
		it.rank = o.rank
	}
	if it.ref == refNone {
		it.ref = o.ref
	}
	it.plural = it.plural || o.plural
	return it
}

// corrected puts what o says in the place of what it said of the same kind.
func (b *Brain) corrected(it, o item) item {
	if len(o.words) > 0 && !endsWith(it.words, o.words) {
		if allColors(b.lang, o.words) && !allColors(b.lang, it.words) {
			it.words = append(slices.DeleteFunc(slices.Clone(it.words), b.lang.Color), o.words...)
		} else {
			it.words = o.words
		}
		it.plural = o.plural
	}
	if len(o.sizes) > 0 {
		it.sizes = o.sizes
	}
	if len(o.ordinals) > 0 {
		it.ordinals = o.ordinals
	}
	it.bad = o.bad || it.bad && o.qty == 0
	switch {
	case o.qty > 0 && len(it.nums) > 0 && len(o.words) == 0:
		last := it.nums[len(it.nums)-1]
		it.nums = append(slices.Clone(it.nums[:len(it.nums)-1]), num{strconv.Itoa(o.qty), o.qty, last.sized})
	case o.qty > 0:
		it.qty = o.qty
	}
	if len(o.nums) > 0 {
		it.nums = o.nums
	}
	return it
}
