// Package sift tells cheaply that regular expressions cannot match: of each, a few lists of literal strings are known, of each of
// which one must stand in every match. The strings of all expressions are looked for in one pass over a text, so that a grammar of
// hundreds of expressions, of which one fits, is tried for a fraction of its price.
package sift

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Set is a list of regular expressions that are tried on the same texts.
type Set struct {
	All []*regexp.Regexp

	needs  [][]int32  // of each expression: the lists of which one string must be there
	lists  int        // how many lists there are
	root   [256]int32 // the node of each first byte; 0 = none
	nodes  []node
	labels []byte // of the edges, those of one node side by side
	to     []int32
	ends   []int32 // the lists that have the string which ends at a node, those of one node side by side
}

// node is a place in the tree of all strings.
type node struct {
	edges, past   int32 // in labels and to
	ends, endsAll int32 // in ends
}

// Text is what a set makes of a text.
type Text struct {
	set *Set
	has []uint64 // a bit for each list
}

// The ends of a text, as they stand in strings. No text has them inside.
const (
	begin = "\x02"
	end   = "\x03"
)

// MustCompile makes a set of expressions; it panics on one that cannot be parsed.
func MustCompile(exprs ...string) *Set {
	s := &Set{needs: make([][]int32, len(exprs))}
	tree := &branch{}
	known := map[string]int32{}
	for i, expr := range exprs {
		s.All = append(s.All, regexp.MustCompile(expr))
		for _, list := range needsOf(expr) {
			key := strings.Join(list, "\x00")
			id, ok := known[key]
			if !ok {
				id = int32(s.lists)
				known[key] = id
				s.lists++
				for _, literal := range list {
					tree.put(literal, id)
				}
			}
			s.needs[i] = append(s.needs[i], id)
		}
	}
	s.lay(tree)
	return s
}

// In looks for the strings of all expressions in a text.
func (s *Set) In(text string) Text {
	t := Text{s, make([]uint64, (s.lists+63)/64)}
	text = begin + text + end
	for i := range len(text) {
		at := s.root[text[i]]
		for j := i + 1; at > 0; j++ {
			n := &s.nodes[at]
			for _, list := range s.ends[n.ends:n.endsAll] {
				t.has[list>>6] |= 1 << (list & 63)
			}
			if j == len(text) {
				break
			}
			k := bytes.IndexByte(s.labels[n.edges:n.past], text[j])
			if k < 0 {
				break
			}
			at = s.to[int(n.edges)+k]
		}
	}
	return t
}

// May says whether a text can contain a match of the i-th expression at all. False is certain; true is not.
func (t Text) May(i int) bool {
	for _, list := range t.set.needs[i] {
		if t.has[list>>6]&(1<<(list&63)) == 0 {
			return false
		}
	}
	return true
}

// branch is a node while the tree grows.
type branch struct {
	next map[byte]*branch
	ends []int32
}

func (b *branch) put(literal string, list int32) {
	for i := range min(len(literal), longest) {
		if b.next == nil {
			b.next = map[byte]*branch{}
		}
		c := literal[i]
		if b.next[c] == nil {
			b.next[c] = &branch{}
		}
		b = b.next[c]
	}
	if !slices.Contains(b.ends, list) {
		b.ends = append(b.ends, list)
	}
}

// lay writes the tree down flat, where it is read faster.
func (s *Set) lay(tree *branch) {
	list := []*branch{tree}
	s.nodes = make([]node, 1)
	for at := 0; at < len(list); at++ {
		b := list[at]
		n := node{edges: int32(len(s.labels)), ends: int32(len(s.ends))}
		s.ends = append(s.ends, b.ends...)
		for _, c := range slices.Sorted(maps.Keys(b.next)) {
			to := int32(len(list))
			list, s.nodes = append(list, b.next[c]), append(s.nodes, node{})
			if at == 0 {
				s.root[c] = to
				continue
			}
			s.labels, s.to = append(s.labels, c), append(s.to, to)
		}
		n.past, n.endsAll = int32(len(s.labels)), int32(len(s.ends))
		s.nodes[at] = n
	}
}
