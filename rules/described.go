package rules

import (
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// described joins to a thing what tells more of it.
func (t *turn) described(s, o slot) slot {
	s.it = t.joinedWith(s.it, o.it)
	s.text = canonical(s.it)
	return s
}

// joinedWith joins what is said of one thing; what is said later counts.
func (t *turn) joinedWith(it, o item) item {
	if it.empty() {
		return o
	}
	n := o.qty
	if n == 0 && len(o.nums) == 1 && !o.nums[0].sized {
		n = o.nums[0].count
	}
	if len(o.words) == 0 && n > 0 && len(o.sizes) == 0 { // a number: a size where the goods have it
		if it.bare() || !t.isSizeOf(it, n) {
			it.qty, it.more = n, it.more || o.more
			it.nums = it.sizedNums()
			return it
		}
		it.nums = []num{{size: strconv.Itoa(n), count: n, sized: true}}
		return it
	}
	if len(o.sizes) > 0 {
		it.sizes = nil
	}
	if len(o.nums) > 0 {
		it.nums = nil
	}
	if len(o.words) > 0 && len(it.words) > 0 {
		it = t.withoutOptions(it, o)
		if endsWith(it.words, o.words) {
			o.words = nil
		}
	}
	if o.ref != refNone && len(it.words) > 0 {
		o.ref = refNone
	}
	if len(it.words) == 0 && len(o.words) > 0 && it.ref != refNone {
		it.ref = refNone
	}
	if o.qty > 0 {
		it.qty, o.qty = o.qty, 0
	}
	return it.join(o)
}

func (t *turn) isSizeOf(it item, n int) bool {
	f := t.find(evercart.Query{Words: it.query(), Limit: 1})
	return len(f.Hits) > 0 && t.hasNumbers(f.Hits[0].Product) && hasValue(t, f.Hits[0].Product, strconv.Itoa(n))
}

// canonical writes an item so that it is read as the same.
func canonical(it item) string {
	var w []string
	if it.bad {
		w = append(w, "minus one")
	}
	if it.qty > 0 {
		w = append(w, strconv.Itoa(it.qty))
	}
	if it.more {
		w = append(w, "more")
	}
	if it.same {
		w = append(w, "same")
	}
	if it.vague {
		w = append(w, "some")
	}
	for _, o := range it.ordinals {
		w = append(w, ordinalText(o))
	}
	switch {
	case it.rank < 0:
		w = append(w, "cheapest")
	case it.rank > 0:
		w = append(w, "dearest")
	}
	w = append(w, it.words...)
	for _, s := range it.sizes {
		w = append(w, "size "+s)
	}
	for _, n := range it.nums {
		if n.sized {
			w = append(w, "size "+n.size)
		} else {
			w = append(w, n.size)
		}
	}
	if it.bare() {
		switch it.ref {
		case refIt:
			w = append(w, "it")
		case refThem:
			w = append(w, "them")
		case refEach:
			w = append(w, "all of them")
		case refOther:
			w = append(w, "other one")
		}
	}
	return strings.Join(w, " ")
}

func ordinalText(o int) string {
	switch {
	case o == hear.Last:
		return "last"
	case o == lastButOne:
		return "last but one"
	case o == middle:
		return "middle"
	case o > 0 && o <= 10:
		return []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"}[o-1]
	}
	return "number " + strconv.Itoa(o)
}
