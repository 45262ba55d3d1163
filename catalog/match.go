package catalog

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// Bounds of one search; what is said beyond them is not looked at.
const (
	maxTerms = 24
	maxHits  = 50
	maxClose = 200 // products whose variants are looked at; with more that fit alike, nothing is sure
)

type alt struct {
	stem    string
	quality float64 // 1 = as said, less = as a recogniser may have misheard it
}

// match is a hit that is looked at more closely.
type match struct {
	hit
	names, strongs int    // how many terms, by the strength of the field
	unmet          int    // wanted options that no variant has
	whole          bool   // every word of its title was said
	fits           []bool // by variant; nil = none
}

// Find implements evercart.Catalog. Products are ranked by: fewest words that mean nothing there, then a title that was said
// whole, then wanted options that it has, then the strength of the fields. Worse classes than the best are left out.
func (x *Index) Find(_ context.Context, q evercart.Query) (evercart.Finding, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	words, w := x.read(q)
	terms := x.terms(words)
	if q.After != nil {
		terms, w = x.after(terms, w, *q.After)
	}
	in := search{terms, w, q, x.among(q.Among)}
	found := x.collect(in)
	defer x.give(found)
	r := x.rank(found, in)
	if len(found.hits) == 0 && found.left { // all of it was left out: the words are known all the same
		r.has = meant(terms)
	}
	f := evercart.Finding{Unknown: wordsOf(terms, r.has), Looked: looked(terms, w, r.all)}
	if len(r.kept) == 0 {
		return f, nil
	}
	kept, best := r.kept, r.kept[0]
	alone := len(kept) == 1 && !r.crowd && (best.whole || !onlyByText(best, found))
	f.Sure = len(f.Unknown) == 0 && (alone || best.whole && (len(kept) == 1 || !kept[1].whole))
	limit := q.Limit
	if limit <= 0 {
		limit = 10
	}
	kept = kept[min(max(0, q.Skip), len(kept)):]
	for _, m := range kept[:min(limit, len(kept), maxHits)] {
		f.Hits = append(f.Hits, evercart.Hit{Product: *x.docs[m.doc].product, Variants: x.fitting(m), Score: score(m, len(terms)), Whole: m.whole})
	}
	return f, nil
}

// onlyByText says that nothing but words of its text set a product apart from another: "the pink mug".
func onlyByText(best match, found *haul) bool {
	weak := best.text &^ (best.name | best.tag)
	if weak == 0 {
		return false
	}
	return slices.ContainsFunc(found.hits, func(h hit) bool {
		return h.doc != best.doc && (h.name|h.tag)&(best.name|best.tag) == best.name|best.tag
	})
}

func score(m match, terms int) float64 {
	s := m.sum / float64(max(1, terms))
	if m.whole {
		s = s*0.8 + 0.2
	}
	return min(1, s)
}

// term reads one word: as it is, as two words written together, or as what it sounds like.
func (x *Index) term(w string) ([]term, bool) {
	if x.lang.Small(w) {
		return nil, false
	}
	if t, ok := x.known(w); ok || t.optional || x.lang.Trusted(w) || x.lang.IsMeasure(w) {
		return []term{t}, true
	}
	for cut := 3; cut <= len(w)-3; cut++ {
		a, b := x.lang.Stem(w[:cut]), x.lang.Stem(w[cut:])
		if x.words.has(a) && x.words.has(b) {
			return []term{{word: w[:cut], alts: []alt{{a, 1}}}, {word: w[cut:], alts: []alt{{b, 1}}}}, true
		}
	}
	t := term{word: w}
	heard := x.words.heardAs(w)
	if stem := x.lang.Stem(w); len(heard) == 0 && stem != w { // "cushons": the catalogue may have only one
		heard = x.words.heardAs(stem)
	}
	for i, s := range heard {
		t.alts = append(t.alts, alt{s, 0.8 - 0.1*float64(i)})
	}
	return []term{t}, true
}

// among gives for each product the variants that a query is limited to; nil = no limit.
func (x *Index) among(skus []evercart.SKU) map[int32][]int32 {
	if len(skus) == 0 {
		return nil
	}
	out := make(map[int32][]int32, len(skus))
	for _, s := range skus {
		if pl, ok := x.bySKU[s.Fold()]; ok {
			out[pl.doc] = append(out[pl.doc], pl.variant)
		}
	}
	return out
}

// search is a query as it is read.
type search struct {
	terms []term
	wish  wish
	query evercart.Query
	among map[int32][]int32
}

// ranked is what fits, best first.
type ranked struct {
	kept  []match
	all   int    // how many fit; kept may be fewer
	crowd bool   // more fit alike than were looked at
	has   uint32 // the terms that mean something in the best
}

// rank sorts what was found, settles variants for the best and leaves out what is worse than the best class.
func (x *Index) rank(found *haul, s search) (r ranked) {
	needed, least := needed(s.terms), len(s.terms)+1
	for i := range found.hits {
		if h := &found.hits[i]; h.missed(needed) < least {
			least, r.has = h.missed(needed), h.all()
		}
	}
	list := x.closest(found, s, needed, least, &r)
	out := list[:0]
	for _, m := range list {
		m.fits, m.unmet = x.settle(m, s)
		if m.fits != nil {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, order)
	if len(out) > 0 && !out[0].whole {
		out = slices.DeleteFunc(out, func(m match) bool { return m.unmet > out[0].unmet })
	}
	if r.kept = out; !r.crowd {
		r.all = len(out)
	}
	if len(out) > 0 {
		r.has = out[0].all()
	}
	return r
}

// closest gives the hits that miss the least, are within the bounds and have their words in the strongest fields: the best
// maxClose of them, and how many there are.
func (x *Index) closest(found *haul, s search, needed uint32, least int, r *ranked) []match {
	people := peopleIn(s.terms)
	names, strongs := 0, 0
	near := found.near[:0]
	for i := range found.hits {
		h := &found.hits[i]
		if h.missed(needed) != least || !x.within(h.doc, s.wish) {
			continue
		}
		near = append(near, int32(i))
		names, strongs = max(names, bits.OnesCount32(h.name&^people)), max(strongs, bits.OnesCount32(h.name|h.tag))
	}
	found.near = near
	best := make([]match, 0, min(len(near), 2*maxClose))
	for _, i := range near {
		m := match{hit: found.hits[i]}
		m.names, m.strongs = bits.OnesCount32(m.name&^people), bits.OnesCount32(m.name|m.tag)
		if names > 0 && m.names < names || names == 0 && m.strongs < strongs {
			continue
		}
		r.all++
		m.whole = x.whole(&m, s.terms)
		if len(best) >= maxClose && r.all > 2*maxClose && order(m, best[maxClose-1]) > 0 {
			continue // best was sorted when it was full, and this one is worse than the last that counts
		}
		if best = append(best, m); len(best) == cap(best) && len(best) == 2*maxClose {
			slices.SortFunc(best, order)
			best = best[:maxClose]
		}
	}
	if r.crowd = r.all > maxClose; r.crowd {
		slices.SortFunc(best, order)
		best = best[:maxClose]
	}
	return best
}

// within says that some variant is within the bounds of a search.
func (x *Index) within(d int32, w wish) bool {
	return !w.any() || slices.ContainsFunc(x.docs[d].product.Variants, w.allows)
}

// whole says that every word of the title was said.
func (x *Index) whole(m *match, terms []term) bool {
	d := &x.docs[m.doc]
	if m.name == 0 || len(d.title) == 0 {
		return false
	}
	for _, t := range d.title {
		if !slices.ContainsFunc(terms, func(said term) bool { return said.has(t) }) {
			return false
		}
	}
	return true
}

// peopleIn are the terms that say for whom: a title names them or not, the goods are the same.
func peopleIn(terms []term) (bits uint32) {
	for i, t := range terms {
		if t.people {
			bits |= 1 << i
		}
	}
	return bits
}

func order(a, b match) int {
	switch {
	case a.whole != b.whole:
		if a.whole {
			return -1
		}
		return 1
	case a.unmet != b.unmet:
		return a.unmet - b.unmet
	case a.sum != b.sum:
		return cmp.Compare(b.sum, a.sum)
	}
	return int(a.doc - b.doc) // the feed's order
}

// settle gives the variants of a product that fit the options wanted, by name and by words; unmet counts the wishes that no
// variant fulfils.
func (x *Index) settle(m match, s search) (fits []bool, unmet int) {
	d := &x.docs[m.doc]
	fits = make([]bool, len(d.product.Variants))
	for i, v := range d.product.Variants {
		fits[i] = v.Active
		if s.among != nil {
			fits[i] = slices.Contains(s.among[m.doc], int32(i))
		}
		fits[i] = fits[i] && s.wish.allows(v)
	}
	for _, i := range s.wish.unwantedVariants(d) {
		fits[i] = false
	}
	if !slices.Contains(fits, true) {
		return nil, 0
	}
	for _, named := range x.named(d, m, s.terms) {
		if !narrow(fits, named) {
			unmet++
		}
	}
	for _, o := range s.query.Options {
		if !narrow(fits, d.having(foldName(o.Name), x.lang.Value(o.Value))) {
			unmet++
		}
	}
	return fits, unmet
}

// fitting gives the variants that fit; none where a wish is unmet.
func (x *Index) fitting(m match) (out []evercart.Variant) {
	for i, ok := range m.fits {
		if ok && m.unmet == 0 {
			out = append(out, x.docs[m.doc].product.Variants[i])
		}
	}
	return out
}

func foldName(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// narrow leaves only the variants of a list; false = none was left and fits is all false.
func narrow(fits []bool, to []int32) bool {
	any := false
	for i := range fits {
		fits[i] = fits[i] && slices.Contains(to, int32(i))
		any = any || fits[i]
	}
	return any
}

// having lists the variants with an option value; name "" = in whatever option.
func (d *doc) having(name, key string) []int32 {
	var out []int32
	for _, v := range d.values {
		if (name == "" || v.option == name) && v.key == key {
			out = append(out, v.variants...)
		}
	}
	return out
}

// named gives for each option that the words speak of the variants with the values said; of values that share words ("white",
// "off white") the one with the most words said counts.
func (x *Index) named(d *doc, m match, terms []term) map[string][]int32 {
	if m.option == 0 {
		return nil
	}
	out, most := map[string][]int32{}, map[string]float64{}
	for _, v := range d.values {
		said := 0
		for _, s := range v.stems {
			if m.saidOption(terms, s) {
				said++
			}
		}
		if said == 0 && v.number != "" && m.saidOption(terms, v.number) {
			said = 1
		}
		if said == 0 {
			continue
		}
		share := float64(said) / float64(len(v.stems))
		switch {
		case share > most[v.option]:
			out[v.option], most[v.option] = slices.Clone(v.variants), share
		case share == most[v.option]:
			out[v.option] = append(out[v.option], v.variants...)
		}
	}
	return out
}

func (m match) saidOption(terms []term, stem string) bool {
	for i, t := range terms {
		if m.option&(1<<i) != 0 && slices.ContainsFunc(t.alts, func(a alt) bool { return a.stem == stem }) {
			return true
		}
	}
	return false
}
