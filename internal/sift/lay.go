package sift

import (
	"cmp"
	"slices"
	"strings"
)

// Compile makes a set of expressions; what is known of them is not found out again.
func (t Table) Compile(exprs ...string) *Set {
	s := &Set{exprs: make([]expression, len(exprs))}
	g := gathered{lists: make([]int32, t.lists()), known: map[string]int32{}}
	for i, expr := range exprs {
		s.exprs[i].source, s.exprs[i].needs = expr, int32(len(s.needs))
		if ways, ok := t.find(expr); ok {
			s.needs = g.told(s.needs, ways)
		} else {
			s.needs = g.foundOut(s.needs, needsOf(expr))
		}
	}
	s.lists = int(g.count)
	slices.SortFunc(g.strings, func(a, b literal) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.list, b.list)) })
	l := layer{Set: s, least: make([]int32, s.lists)}
	l.merge(t, g)
	l.lay()
	l.key()
	return s
}

// gathered is the lists of a set while it is made.
type gathered struct {
	count   int32            // how many there are
	lists   []int32          // of a table's lists, which numbers they have here and one; 0 = nobody wants it
	known   map[string]int32 // lists that no table tells, by all their strings
	strings []literal        // of those
}

type literal struct {
	text string
	list int32
}

// told adds needs as a table has them.
func (g *gathered) told(needs []int32, ways string) []int32 {
	n, ways := number(ways)
	needs = append(needs, n)
	for range n {
		var lists, list int32
		lists, ways = number(ways)
		needs = append(needs, lists)
		for range lists {
			list, ways = number(ways)
			if g.lists[list] == 0 {
				g.count++
				g.lists[list] = g.count
			}
			needs = append(needs, g.lists[list]-1)
		}
	}
	return needs
}

// foundOut adds needs of which nothing was known.
func (g *gathered) foundOut(needs []int32, ways [][][]string) []int32 {
	needs = append(needs, int32(len(ways)))
	for _, way := range ways {
		needs = append(needs, int32(len(way)))
		for _, list := range way {
			needs = append(needs, g.enter(list))
		}
	}
	return needs
}

// enter gives the number of a list.
func (g *gathered) enter(list []string) int32 {
	key := strings.Join(list, "\x00")
	id, ok := g.known[key]
	if !ok {
		id = g.count
		g.known[key], g.count = id, g.count+1
		for _, s := range list {
			g.strings = append(g.strings, literal{s[:min(len(s), longest)], id})
		}
	}
	return id
}

// layer writes the tree of a set down.
type layer struct {
	*Set
	texts, ends []int32 // of each string, where it begins in texts, and where its lists begin in ends
	least       []int32 // of each list, the length of its shortest string and one; 0 = it has none yet
}

// key notes each way under the list of it that is the least likely to be there: the one whose shortest string is the longest.
func (l *layer) key() {
	keys := make([][]int32, l.lists)
	l.always = make([]uint64, (len(l.exprs)+63)/64)
	for i := range l.exprs {
		needs := l.needs[l.exprs[i].needs:]
		ways, needs := needs[0], needs[1:]
		for range ways {
			lists := needs[1 : 1+needs[0]]
			needs = needs[1+needs[0]:]
			if len(lists) == 0 {
				l.always[i>>6] |= 1 << (i & 63)
				continue
			}
			list := slices.MaxFunc(lists, func(a, b int32) int { return cmp.Compare(l.least[a], l.least[b]) })
			if n := len(keys[list]); n == 0 || keys[list][n-1] != int32(i) {
				keys[list] = append(keys[list], int32(i))
			}
		}
	}
	l.keys = make([]int32, 0, l.lists+1)
	for _, exprs := range keys {
		l.keys, l.keyed = append(l.keys, int32(len(l.keyed))), append(l.keyed, exprs...)
	}
	l.keys = append(l.keys, int32(len(l.keyed)))
}

// merge lays the strings side by side in their order, those of a table and those that it does not tell, with the lists that have them.
func (l *layer) merge(t Table, g gathered) {
	rest := g.strings
	before := func(text string, all bool) {
		for len(rest) > 0 && (all || rest[0].text < text) {
			l.add(rest[0].text, rest[0].list)
			rest = rest[1:]
		}
	}
	for text, lists := range t.strings() {
		before(text, false)
		for n, lists := number(lists); n > 0; n-- {
			var list int32
			if list, lists = number(lists); g.lists[list] > 0 {
				l.add(text, g.lists[list]-1)
			}
		}
	}
	before("", true)
	l.texts, l.ends = append(l.texts, int32(len(l.Set.texts))), append(l.ends, int32(len(l.Set.ends)))
}

// add lays a string down, or a list beside it where it was the last one.
func (l *layer) add(text string, list int32) {
	if n := int32(len(text)) + 1; l.least[list] == 0 || n < l.least[list] {
		l.least[list] = n
	}
	if n := len(l.texts); n == 0 || string(l.Set.texts[l.texts[n-1]:]) != text {
		l.texts, l.ends = append(l.texts, int32(len(l.Set.texts))), append(l.ends, int32(len(l.Set.ends)))
		l.Set.texts = append(l.Set.texts, text...)
	} else if slices.Contains(l.Set.ends[l.ends[n-1]:], list) {
		return
	}
	l.Set.ends = append(l.Set.ends, list)
}

// stretch is the strings below a node, in their order; they begin alike up to its depth.
type stretch struct{ from, to, depth int32 }

// lay writes the tree node by node from the root, the edges of each side by side.
func (l *layer) lay() {
	about := 2 * len(l.texts) // there are about two nodes to a string
	l.nodes, l.labels, l.Set.to = make([]node, 1, about), make([]byte, 0, about), make([]int32, 0, about)
	below := append(make([]stretch, 0, about), stretch{0, int32(len(l.texts)) - 1, 0})
	for at := 0; at < len(below); at++ {
		b := below[at]
		if at > 0 && b.to == b.from+1 {
			l.nodes[at] = node{l.texts[b.from] + b.depth, ^(l.texts[b.to] - l.texts[b.from] - b.depth), l.ends[b.from], l.ends[b.to]}
			continue
		}
		n := node{edges: int32(len(l.labels))}
		if b.from < b.to && l.texts[b.from+1]-l.texts[b.from] == b.depth {
			n.ends, n.endsAll = l.ends[b.from], l.ends[b.from+1]
			b.from++
		}
		for b.from < b.to {
			c, from := l.byteAt(b.from, b.depth), b.from
			for b.from < b.to && l.byteAt(b.from, b.depth) == c {
				b.from++
			}
			if at == 0 {
				l.root[c] = int32(len(below))
			}
			l.labels, l.Set.to = append(l.labels, c), append(l.Set.to, int32(len(below)))
			below, l.nodes = append(below, stretch{from, b.from, b.depth + 1}), append(l.nodes, node{})
		}
		n.past = int32(len(l.labels))
		l.nodes[at] = n
	}
}

func (l *layer) byteAt(text, depth int32) byte { return l.Set.texts[l.texts[text]+depth] }
