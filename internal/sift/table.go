package sift

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

// Table is what was found out of expressions beforehand, so that a program that starts need not: it is read as it is embedded. What it
// does not tell of is found out when it is compiled; one that was made by other rules tells nothing.
//
// It begins with four numbers of 32 bits: the rules, and how many expressions, lists and bytes of ways there are. Then there is of
// each expression, in the order of their hashes, the hash (64 bits) and where its ways begin (32); the ways; and to the end each
// string with its length (8 bits) before it, and the lists that have it behind it. Numbers of ways and lists have 16 bits.
type Table string

const (
	rules     = 1<<24 | most<<12 | longest<<8 | ways // another way to find needs out has another number
	heading   = 16
	ofExpr    = 12
	ofNumber  = 2
	mostBytes = 1 << 24
)

// known says that a table is one, by the rules of this program.
func (t Table) known() bool {
	return len(t) >= heading && word(string(t)) == rules
}

func (t Table) exprs() int {
	if !t.known() {
		return 0
	}
	return int(word(string(t[4:])))
}

func (t Table) lists() int {
	if !t.known() {
		return 0
	}
	return int(word(string(t[8:])))
}

// Knows says that an expression need not be found out.
func (t Table) Knows(expr string) bool {
	_, ok := t.find(expr)
	return ok
}

// find gives the ways of an expression.
func (t Table) find(expr string) (ways string, ok bool) {
	want, lo, hi := hash(expr), 0, t.exprs()
	for n := hi; lo < hi; {
		at := int(uint(lo+hi) / 2)
		e := string(t[heading+at*ofExpr:])
		switch got := uint64(word(e)) | uint64(word(e[4:]))<<32; {
		case got == want:
			return string(t[heading+n*ofExpr+int(word(e[8:])):]), true
		case got < want:
			lo = at + 1
		default:
			hi = at
		}
	}
	return "", false
}

// strings gives all strings in their order, each with how many lists have it, and those.
func (t Table) strings() iter.Seq2[string, string] {
	return func(yield func(text, lists string) bool) {
		if !t.known() {
			return
		}
		for rest := string(t[heading+t.exprs()*ofExpr+int(word(string(t[12:]))):]); rest != ""; {
			text, lists := rest[1:1+rest[0]], rest[1+rest[0]:]
			n, _ := number(lists)
			if !yield(text, lists) {
				return
			}
			rest = lists[ofNumber*(1+n):]
		}
	}
}

// Make finds out what a table of some expressions tells.
func Make(exprs ...string) (Table, error) {
	g := gathered{known: map[string]int32{}}
	var index, all, texts []byte
	exprs = slices.Compact(slices.SortedFunc(slices.Values(exprs), func(a, b string) int { return cmp.Compare(hash(a), hash(b)) }))
	for _, expr := range exprs {
		index = binary.LittleEndian.AppendUint64(index, hash(expr))
		index = binary.LittleEndian.AppendUint32(index, uint32(len(all)))
		for _, n := range g.foundOut(nil, needsOf(expr)) {
			all = binary.LittleEndian.AppendUint16(all, uint16(n))
		}
	}
	l := layer{Set: &Set{}, least: make([]int32, g.count)}
	slices.SortFunc(g.strings, func(a, b literal) int { return cmp.Or(strings.Compare(a.text, b.text), cmp.Compare(a.list, b.list)) })
	l.merge("", g)
	for i := range len(l.texts) - 1 {
		texts = append(texts, byte(l.texts[i+1]-l.texts[i]))
		texts = append(texts, l.Set.texts[l.texts[i]:l.texts[i+1]]...)
		texts = binary.LittleEndian.AppendUint16(texts, uint16(l.ends[i+1]-l.ends[i]))
		for _, list := range l.Set.ends[l.ends[i]:l.ends[i+1]] {
			texts = binary.LittleEndian.AppendUint16(texts, uint16(list))
		}
	}
	if g.count > math.MaxUint16 || len(all)+len(texts) > mostBytes {
		return "", fmt.Errorf("a table of %d lists in %d bytes is too large", g.count, len(all)+len(texts))
	}
	var out []byte
	for _, n := range []int{rules, len(exprs), int(g.count), len(all)} {
		out = binary.LittleEndian.AppendUint32(out, uint32(n))
	}
	return Table(slices.Concat(out, index, all, texts)), nil
}

// hash is FNV-1a.
func hash(expr string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(expr) {
		h = (h ^ uint64(expr[i])) * 1099511628211
	}
	return h
}

func word(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// number reads a number of ways or lists, and gives what stands behind it.
func number(s string) (int32, string) {
	return int32(s[0]) | int32(s[1])<<8, s[ofNumber:]
}
