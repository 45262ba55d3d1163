package catalog

import "math/bits"

// hit is what a query has in common with one product.
type hit struct {
	doc             int32
	name, tag, text uint32 // which terms it has, by the strength of the field
	option          uint32 // terms that name an option value
	sum             float64
}

// haul is all the hits of one search. It is used again by the next one: a large shop has many.
type haul struct {
	at   []int32 // by product: its place among hits, from one up; 0 = none
	hits []hit
	near []int32 // places of the hits that are near enough
	left bool    // some were left out as not wanted
}

// take gives an empty haul for as many products as there are.
func (x *Index) take() *haul {
	h, _ := x.hauls.Get().(*haul)
	if h == nil {
		h = &haul{}
	}
	if len(h.at) < len(x.docs) {
		h.at = make([]int32, len(x.docs)+len(x.docs)/8)
	}
	return h
}

// give takes a haul back.
func (x *Index) give(h *haul) {
	for i := range h.hits {
		h.at[h.hits[i].doc] = 0
	}
	h.hits, h.near, h.left = h.hits[:0], h.near[:0], false
	x.hauls.Put(h)
}

func (h *haul) of(doc int32) *hit {
	if h.at[doc] == 0 {
		h.hits = append(h.hits, hit{doc: doc})
		h.at[doc] = int32(len(h.hits))
	}
	return &h.hits[h.at[doc]-1]
}

// drop takes a product out.
func (h *haul) drop(doc int32) {
	at, last := h.at[doc], len(h.hits)-1
	if at == 0 {
		return
	}
	h.left = true
	h.hits[at-1] = h.hits[last]
	h.at[h.hits[at-1].doc] = at
	h.at[doc], h.hits = 0, h.hits[:last]
}

// collect gathers the products that have any of the terms; without terms, all that the bounds leave to be looked at. The
// caller gives the haul back.
func (x *Index) collect(s search) *haul {
	found := x.take()
	for i, t := range s.terms {
		for _, a := range t.alts {
			for _, p := range x.words.postings[a.stem] {
				if x.open(p.doc, s.among) {
					found.of(p.doc).see(uint(i), p.fields, a.quality)
				}
			}
		}
	}
	switch {
	case len(s.terms) > 0:
	case s.among != nil:
		for d := range s.among {
			found.of(d)
		}
	case len(s.query.Options) > 0 || s.wish.any():
		for d := range x.docs {
			if x.open(int32(d), nil) {
				found.of(int32(d))
			}
		}
	}
	x.leaveOut(found, s.wish)
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
func (m *hit) see(i uint, f field, quality float64) {
	bit := uint32(1) << i
	var weight float64
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

// all are the terms that mean something in it.
func (m *hit) all() uint32 { return m.name | m.tag | m.text }

// missed counts the terms that are needed and not there.
func (m *hit) missed(needed uint32) int { return bits.OnesCount32(needed &^ m.all()) }

// needed are the terms that are not optional.
func needed(terms []term) (bits uint32) {
	for i, t := range terms {
		if !t.optional {
			bits |= 1 << i
		}
	}
	return bits
}

// meant are the terms that may mean something.
func meant(terms []term) (bits uint32) {
	for i, t := range terms {
		if len(t.alts) > 0 {
			bits |= 1 << i
		}
	}
	return bits
}
