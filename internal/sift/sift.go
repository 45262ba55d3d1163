// Package sift tells cheaply that regular expressions cannot match: of each, a few lists of literal strings are known, of each of
// which one must stand in every match. The strings of all expressions are looked for in one pass over a text, so that a grammar of
// hundreds of expressions, of which one fits, is tried for a fraction of its price.
package sift

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Set is a list of regular expressions that are tried on the same texts.
type Set struct {
	All []*regexp.Regexp

	needs  [][][]int32 // of each expression, by the ways in which it may match: the lists of which one string must be there
	lists  int         // how many lists there are
	root   [256]int32  // the node of each first byte; 0 = none
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
	s := &Set{needs: make([][][]int32, len(exprs))}
	tree := &tree{known: map[string]int32{}}
	for i, expr := range exprs {
		s.All = append(s.All, regexp.MustCompile(expr))
		for _, way := range needsOf(expr) {
			lists := make([]int32, 0, len(way))
			for _, list := range way {
				lists = append(lists, tree.enter(list))
			}
			s.needs[i] = append(s.needs[i], lists)
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
	for _, way := range t.set.needs[i] {
		if t.hasAll(way) {
			return true
		}
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

// tree is the strings of all lists while they are gathered.
type tree struct {
	known   map[string]int32 // the lists, by all their strings
	strings []literal
}

type literal struct {
	text string
	list int32
}

// enter gives the number of a list.
func (t *tree) enter(list []string) int32 {
	key := strings.Join(list, "\x00")
	id, ok := t.known[key]
	if !ok {
		id = int32(len(t.known))
		t.known[key] = id
		for _, s := range list {
			t.strings = append(t.strings, literal{s[:min(len(s), longest)], id})
		}
	}
	return id
}

// lay writes the tree down, node by node from the root, the edges of each side by side.
func (s *Set) lay(t *tree) {
	slices.SortFunc(t.strings, func(a, b literal) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.list, b.list)) })
	all := slices.Compact(t.strings)
	s.lists = len(t.known)
	s.nodes = make([]node, 1)
	type stretch struct{ from, to, depth int } // of the strings below a node, sorted; they begin alike up to its depth
	below := []stretch{{0, len(all), 0}}
	for at := 0; at < len(below); at++ {
		b := below[at]
		n := node{edges: int32(len(s.labels)), ends: int32(len(s.ends))}
		for ; b.from < b.to && len(all[b.from].text) == b.depth; b.from++ {
			s.ends = append(s.ends, all[b.from].list)
		}
		for b.from < b.to {
			c, from := all[b.from].text[b.depth], b.from
			for b.from < b.to && all[b.from].text[b.depth] == c {
				b.from++
			}
			if at == 0 {
				s.root[c] = int32(len(below))
			}
			s.labels, s.to = append(s.labels, c), append(s.to, int32(len(below)))
			below, s.nodes = append(below, stretch{from, b.from, b.depth + 1}), append(s.nodes, node{})
		}
		n.past, n.endsAll = int32(len(s.labels)), int32(len(s.ends))
		s.nodes[at] = n
	}
}
