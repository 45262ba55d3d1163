// Package sift tells cheaply that regular expressions cannot match: of each, a few lists of literal strings are known, of each of
// which one must stand in every match. The strings of all expressions are looked for in one pass over a text, so that a grammar of
// hundreds of expressions, of which one fits, is tried for a fraction of its price. An expression is compiled when it is first wanted.
package sift

import (
	"bytes"
	mathbits "math/bits"
	"regexp"
	"sync/atomic"
)

// Set is a list of regular expressions that are tried on the same texts. It is safe for use by many at once.
type Set struct {
	exprs  []expression
	needs  []int32    // of each expression, from where it begins: how many ways there are, and of each way how many lists, and those
	lists  int        // how many lists there are
	root   [256]int32 // the node of each first byte; 0 = none
	nodes  []node
	labels []byte // of the edges, those of one node side by side
	to     []int32
	ends   []int32 // the lists that have a string, those of one string side by side
	texts  []byte  // the strings, side by side

	keys, keyed []int32  // of each list, where the expressions begin that are looked at where it is there; and those
	always      []uint64 // a bit for each expression that is looked at whatever the text
}

// expression is one of a set.
type expression struct {
	source   string
	needs    int32                         // where its needs begin
	compiled atomic.Pointer[regexp.Regexp] // nil = it was not wanted yet
}

// node is a place in the tree of all strings. Where only one string goes on, the rest of it is compared at once.
type node struct {
	edges, past   int32 // in labels and to; past < 0: edges is where the rest begins in texts, and ^past its length
	ends, endsAll int32 // in ends
}

// Text is what a set makes of a text.
type Text struct {
	set *Set
	has []uint64 // a bit for each list
	may []uint64 // a bit for each expression that is looked at
}

// The ends of a text, as they stand in strings. No text has them inside.
const (
	begin = "\x02"
	end   = "\x03"
)

// Compile makes a set of expressions of which nothing is known beforehand. One that cannot be parsed panics when it is first wanted.
func Compile(exprs ...string) *Set { return Table("").Compile(exprs...) }

// Len is how many expressions there are.
func (s *Set) Len() int { return len(s.exprs) }

// At is the i-th expression.
func (s *Set) At(i int) *regexp.Regexp {
	e := &s.exprs[i]
	re := e.compiled.Load()
	if re == nil {
		re = regexp.MustCompile(e.source)
		e.compiled.Store(re)
	}
	return re
}

// In looks for the strings of all expressions in a text.
func (s *Set) In(text string) Text {
	n := (s.lists + 63) / 64
	bits := make([]uint64, n+len(s.always))
	t := Text{s, bits[:n], bits[n:]}
	s.look(text, t.has)
	copy(t.may, s.always)
	for at, has := range t.has {
		for ; has != 0; has &= has - 1 {
			list := at<<6 + mathbits.TrailingZeros64(has)
			for _, i := range s.keyed[s.keys[list]:s.keys[list+1]] {
				t.may[i>>6] |= 1 << (i & 63)
			}
		}
	}
	return t
}

// Next is the first expression from the i-th on of which a text can contain a match; −1 = there is none.
func (t Text) Next(i int) int {
	for at := i >> 6; at < len(t.may); at++ {
		may := t.may[at]
		if at == i>>6 {
			may &= ^uint64(0) << (i & 63)
		}
		for ; may != 0; may &= may - 1 {
			if i := at<<6 + mathbits.TrailingZeros64(may); t.May(i) {
				return i
			}
		}
	}
	return -1
}

// few is how many words of bits, and how many bytes of a text, are looked at without memory of their own.
const few = 8

// may says whether a text can contain a match of the first expression at all.
func (s *Set) may(text string) bool {
	var bits [few]uint64
	if s.lists > 64*few {
		return s.In(text).May(0)
	}
	has := bits[:]
	s.look(text, has)
	return Text{set: s, has: has}.May(0)
}

// look sets the bits of the lists of which a string stands in a text.
func (s *Set) look(text string, has []uint64) {
	var room [64 * few]byte
	in := append(append(append(room[:0], begin...), text...), end...)
	for i := range in {
		at := s.root[in[i]]
		for j := i + 1; at > 0; j++ {
			n := &s.nodes[at]
			if n.past < 0 {
				if rest := s.texts[n.edges : n.edges+^n.past]; len(in)-j < len(rest) || string(in[j:j+len(rest)]) != string(rest) {
					break
				}
			}
			for _, list := range s.ends[n.ends:n.endsAll] {
				has[list>>6] |= 1 << (list & 63)
			}
			if n.past < 0 || j == len(in) {
				break
			}
			k := bytes.IndexByte(s.labels[n.edges:n.past], in[j])
			if k < 0 {
				break
			}
			at = s.to[int(n.edges)+k]
		}
	}
}

// May says whether a text can contain a match of the i-th expression at all. False is certain; true is not.
func (t Text) May(i int) bool {
	needs := t.set.needs[t.set.exprs[i].needs:]
	ways, needs := needs[0], needs[1:]
	for range ways {
		n := needs[0]
		if t.hasAll(needs[1 : 1+n]) {
			return true
		}
		needs = needs[1+n:]
	}
	return false
}

func (t Text) hasAll(lists []int32) bool {
	for _, list := range lists {
		if t.has[list>>6]&(1<<(list&63)) == 0 {
			return false
		}
	}
	return true
}
