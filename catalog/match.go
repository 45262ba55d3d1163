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

// match is what a query has in common with one product.
type match struct {
	doc                int32
	name, tag, text    uint32 // which terms it has, by the strength of the field
	option             uint32 // terms that name an option value
	sum                float64
	missing            int  // terms that it has not
	unmet              int  // wanted options that no variant has
	whole              bool // every word of its title was said
	fits               []evercart.Variant
	strongCount, names int
}

// Find implements evercart.Catalog. Products are ranked by: fewest words that mean nothing there, then a title that was said
// whole, then wanted options that it has, then the strength of the fields. Worse classes than the best are left out.
func (x *Index) Find(_ context.Context, q evercart.Query) (evercart.Finding, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	terms := x.terms(q.Words)
	among := x.among(q.Among)
	found := x.collect(terms, among, q)
	if len(found) == 0 {
		return evercart.Finding{Unknown: wordsOf(terms, 0)}, nil
	}
	kept, crowd := x.rank(found, terms, q, among)
	if len(kept) == 0 {
		return evercart.Finding{Unknown: wordsOf(terms, 0)}, nil
	}
	best := kept[0]
	f := evercart.Finding{Unknown: wordsOf(terms, best.name|best.tag|best.text)}
	alone := len(kept) == 1 && !crowd && (best.whole || !onlyByText(best, found))
	f.Sure = len(f.Unknown) == 0 && (alone || best.whole && (len(kept) == 1 || !kept[1].whole))
	limit := q.Limit
	if limit <= 0 {
		limit = 10
	}
	for _, m := range kept[:min(limit, len(kept), maxHits)] {
		f.Hits = append(f.Hits, evercart.Hit{Product: *x.docs[m.doc].product, Variants: m.fits, Score: score(m, len(terms)), Whole: m.whole})
	}
	return f, nil
}

// onlyByText says that nothing but words of its text set a product apart from another: "the pink mug".
func onlyByText(best match, found map[int32]*match) bool {
	weak := best.text &^ (best.name | best.tag)
	if weak == 0 {
		return false
	}
	for _, m := range found {
		if m.doc != best.doc && (m.name|m.tag)&(best.name|best.tag) == best.name|best.tag {
			return true
		}
	}
	return false
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
	stem := x.lang.Stem(w)
	optional := x.lang.Holder(w)
	if len(x.words.postings[stem]) > 0 {
		return []term{{word: w, alts: []alt{{stem, 1}}, optional: optional}}, true
	}
	if optional || x.lang.Trusted(w) {
		return []term{{word: w, optional: optional}}, true
	}
	for cut := 3; cut <= len(w)-3; cut++ {
		a, b := x.lang.Stem(w[:cut]), x.lang.Stem(w[cut:])
		if x.words.has(a) && x.words.has(b) {
			return []term{{word: w[:cut], alts: []alt{{a, 1}}}, {word: w[cut:], alts: []alt{{b, 1}}}}, true
		}
	}
	t := term{word: w}
	for i, s := range x.words.heardAs(w) {
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

// collect gathers the products that have any of the terms.
func (x *Index) collect(terms []term, among map[int32][]int32, q evercart.Query) map[int32]*match {
	found := make(map[int32]*match, 64)
	for i, t := range terms {
		for _, a := range t.alts {
			for _, p := range x.words.postings[a.stem] {
				if !x.open(p.doc, among) {
					continue
				}
				m := found[p.doc]
				if m == nil {
					m = &match{doc: p.doc}
					found[p.doc] = m
				}
				m.see(uint(i), p.fields, a.quality)
			}
		}
	}
	if len(terms) > 0 {
		return found
	}
	switch {
	case among != nil:
		for d := range among {
			found[d] = &match{doc: d}
		}
	case len(q.Options) > 0 || q.Under > 0 || q.Over > 0:
		for d := range x.docs {
			if x.open(int32(d), nil) {
				found[int32(d)] = &match{doc: int32(d)}
			}
		}
	}
	return found
}

func (x *Index) open(d int32, among map[int32][]int32) bool {
	if among != nil {
		_, ok := among[d]
		return ok
	}
	return x.docs[d].sold
}

// see notes that a product has term i.
func (m *match) see(i uint, f field, quality float64) {
	bit, weight := uint32(1)<<i, 0.0
	switch {
	case f&(inTitle|inType|inAlias|inOption) != 0:
		m.name |= bit
		weight = 1
		if f&inOption != 0 && f&(inTitle|inType) == 0 {
			m.option |= bit
			weight = 0.9
		}
	case f&(inTag|inVendor) != 0:
		m.tag |= bit
		weight = 0.6
	default:
		m.text |= bit
		weight = 0.25
	}
	m.sum += weight * quality
}

// rank sorts what was found, settles variants for the best and leaves out what is worse than the best class.
func (x *Index) rank(found map[int32]*match, terms []term, q evercart.Query, among map[int32][]int32) (kept []match, crowd bool) {
	var needed uint32
	for i, t := range terms {
		if !t.optional {
			needed |= 1 << i
		}
	}
	list := make([]match, 0, len(found))
	least := len(terms) + 1
	for _, m := range found {
		m.missing = bits.OnesCount32(needed &^ (m.name | m.tag | m.text))
		least = min(least, m.missing)
	}
	for _, m := range found {
		if m.missing == least {
			list = append(list, x.weigh(*m, terms))
		}
	}
	list = keepBest(list)
	crowd = len(list) > maxClose
	if crowd {
		slices.SortFunc(list, x.order)
		list = list[:maxClose]
	}
	out := list[:0]
	for _, m := range list {
		m.fits, m.unmet = x.settle(m, terms, q, among)
		if len(m.fits) > 0 || m.unmet > 0 {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, x.order)
	if len(out) > 0 && !out[0].whole {
		out = slices.DeleteFunc(out, func(m match) bool { return m.unmet > out[0].unmet })
	}
	return out, crowd
}

func (x *Index) weigh(m match, terms []term) match {
	d := &x.docs[m.doc]
	m.names, m.strongCount = bits.OnesCount32(m.name), bits.OnesCount32(m.name|m.tag)
	m.whole = len(d.title) > 0
	for _, t := range d.title {
		if !saidTitle(terms, t) {
			m.whole = false
			break
		}
	}
	return m
}

func saidTitle(terms []term, stem string) bool {
	return slices.ContainsFunc(terms, func(t term) bool {
		return slices.ContainsFunc(t.alts, func(a alt) bool { return a.stem == stem })
	})
}

// keepBest leaves out products whose words stand in weaker fields than those of the best.
func keepBest(list []match) []match {
	names, strongs := 0, 0
	for _, m := range list {
		names, strongs = max(names, m.names), max(strongs, m.strongCount)
	}
	return slices.DeleteFunc(list, func(m match) bool {
		if names > 0 {
			return m.names < names
		}
		return m.strongCount < strongs
	})
}

func (x *Index) order(a, b match) int {
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
func (x *Index) settle(m match, terms []term, q evercart.Query, among map[int32][]int32) (out []evercart.Variant, unmet int) {
	d := &x.docs[m.doc]
	fits, some := make([]bool, len(d.product.Variants)), false
	for i, v := range d.product.Variants {
		fits[i] = v.Active
		if among != nil {
			fits[i] = slices.Contains(among[m.doc], int32(i))
		}
		fits[i] = fits[i] && (q.Under == 0 || v.Price <= q.Under) && v.Price >= q.Over
		some = some || fits[i]
	}
	if !some {
		return nil, 0
	}
	for _, named := range x.named(d, m, terms) {
		if !narrow(fits, named) {
			unmet++
		}
	}
	for _, o := range q.Options {
		if !narrow(fits, d.having(foldName(o.Name), x.lang.Value(o.Value))) {
			unmet++
		}
	}
	for i, ok := range fits {
		if ok && unmet == 0 {
			out = append(out, d.product.Variants[i])
		}
	}
	return out, unmet
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
