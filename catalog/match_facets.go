package catalog

import (
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// wish is what narrows a search besides the words that name goods.
type wish struct {
	under, over   evercart.Minor
	sale, inStock bool
	without       []string // stems
}

// read parts what was said into the words that name goods and what narrows the search. Caller holds the lock.
func (x *Index) read(q evercart.Query) ([]hear.Token, wish) {
	w := wish{under: q.Under, over: q.Over}
	words := x.replaced(x.measured(x.lang.Words(hear.Written(q.Words))))
	out := make([]hear.Token, 0, len(words))
	for i := 0; i < len(words); {
		took := x.narrow(&w, words, i)
		if took == 0 {
			out = append(out, words[i])
			i++
			continue
		}
		for n := len(out); n > 0 && x.lang.Costs(out[n-1].Text); n-- { // "that cost no more than forty"
			out = out[:n-1]
		}
		if n := len(out); n > 0 {
			out[n-1].Stop = max(out[n-1].Stop, hear.Comma) // what stood around it is not one name
		}
		i += took
	}
	return out, w
}

// narrow reads at words[i] what narrows a search, and how many words that takes.
func (x *Index) narrow(w *wish, words []hear.Token, i int) int {
	if b, took := x.lang.Bound(words, i); took > 0 {
		if b.Under > 0 {
			w.under = lower(w.under, evercart.Minor(b.Under)*x.unit/100)
		}
		w.over = max(w.over, evercart.Minor(b.Over)*x.unit/100)
		return took
	}
	if sale, stock, took := x.lang.Deal(words, i); took > 0 && (took > 1 || !x.words.has(x.lang.Stem(words[i].Text))) {
		w.sale, w.inStock = w.sale || sale, w.inStock || stock
		return took
	}
	return x.unwanted(w, words, i)
}

// lower is the tighter of two upper bounds; 0 = none.
func lower(a, b evercart.Minor) evercart.Minor {
	if a == 0 || b < a {
		return b
	}
	return a
}

// maxBetween is how many small words may stand between "not" and what is not wanted: "nothing in the red".
const maxBetween = 3

// unwanted reads "not wool", "without silk or velvet". What the shop does not have is left out already.
func (x *Index) unwanted(w *wish, words []hear.Token, i int) int {
	took, weak := x.lang.Without(words, i)
	if took == 0 || words[i+took-1].Stop > hear.Comma {
		return 0
	}
	at, found := i+took, 0
	for more := true; more; {
		next := at
		for next < len(words) && next < at+maxBetween && x.lang.Small(words[next].Text) {
			next++
		}
		if next >= len(words) {
			break
		}
		alts := x.namedIn(words[next].Text)
		if weak && len(alts) == 0 || weak && next+1 < len(words) && words[next].Stop == hear.None && !x.lang.Or(words[next+1].Text) {
			break
		}
		w.without = append(w.without, alts...)
		found, at = next+1, next+1
		if more = at < len(words) && words[at-1].Stop == hear.None && x.lang.Or(words[at].Text); more {
			at++
		}
	}
	return max(0, found-i)
}

// namedIn gives the stem that a word stands for where the shop knows it.
func (x *Index) namedIn(word string) []string {
	var out []string
	terms, _ := x.term(word)
	for _, t := range terms {
		if len(terms) == 1 && len(t.alts) > 0 && len(x.words.postings[t.alts[0].stem]) > 0 {
			out = append(out, t.alts[0].stem)
		}
	}
	return out
}

// measured writes a measure that goods here have as one word. What none of them has is left as it was said: it may count something.
func (x *Index) measured(words []hear.Token) []hear.Token {
	return x.lang.Measured(words, func(m hear.Measure) bool { return x.words.has(x.lang.Stem(m.Word)) })
}

// replaced writes the shop's own synonyms as the catalogue does.
func (x *Index) replaced(words []hear.Token) []hear.Token {
	if len(x.synonyms) == 0 {
		return words
	}
	out := make([]hear.Token, 0, len(words))
	for i := 0; i < len(words); {
		n := min(maxSynonym, len(words)-i)
		for ; n > 0; n-- {
			if to, ok := x.synonyms[hear.Text(words[i:i+n])]; ok {
				out = append(out, to...)
				out[len(out)-1].Stop = words[i+n-1].Stop
				break
			}
		}
		if n == 0 {
			out, n = append(out, words[i]), 1
		}
		i += n
	}
	return out
}

// maxSynonym is how many words a synonym may have.
const maxSynonym = 4

// SetSynonyms says what shoppers call goods (key) that the catalogue calls otherwise (value). It replaces what was set before and is
// heard at once.
func (x *Index) SetSynonyms(synonyms map[string]string) {
	read := make(map[string][]hear.Token, len(synonyms))
	for said, written := range synonyms {
		if to := x.lang.Words(written); len(to) > 0 {
			read[hear.Text(x.lang.Words(said))] = to
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.synonyms = read
}

// leaveOut takes out the products that are named by what is not wanted. Where only an option is, settle leaves out the variants.
func (x *Index) leaveOut(found *haul, w wish) {
	for _, stem := range w.without {
		names := strong &^ inOption
		if !x.words.has(stem) { // no name, only told of in texts
			names = inText
		}
		for _, p := range x.words.postings[stem] {
			if p.fields&names != 0 {
				found.drop(p.doc)
			}
		}
	}
}

// allows says that a variant is within the bounds.
func (w wish) allows(v evercart.Variant) bool {
	return (w.under == 0 || v.Price <= w.under) && v.Price >= w.over && (!w.sale || v.Was > v.Price) && (!w.inStock || v.Stock != 0)
}

// unwantedVariants are those with an option value that is not wanted.
func (w wish) unwantedVariants(d *doc) []int32 {
	var out []int32
	for _, stem := range w.without {
		for _, v := range d.values {
			if slices.Contains(v.stems, stem) {
				out = append(out, v.variants...)
			}
		}
	}
	return out
}

// any says that there is a wish.
func (w wish) any() bool {
	return w.under > 0 || w.over > 0 || w.sale || w.inStock || len(w.without) > 0
}

// looked is the search as it was understood.
func looked(terms []term, w wish, all int) evercart.Looked {
	l := evercart.Looked{Without: w.without, Under: w.under, Over: w.over, Sale: w.sale, InStock: w.inStock, All: all}
	for _, t := range terms {
		if len(t.alts) > 0 && !slices.Contains(l.Terms, t.alts[0].stem) {
			l.Terms = append(l.Terms, t.alts[0].stem)
		}
	}
	slices.Sort(l.Terms) // a set of terms, not the order of somebody's words
	return l
}
