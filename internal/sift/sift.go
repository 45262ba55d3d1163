// Package sift tells cheaply that a regular expression cannot match: each match must contain one of a few literal strings,
// which are found in the expression once and looked for in the text first. A grammar of hundreds of expressions, of which one
// fits, is tried so for a fraction of its price.
package sift

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Regexp is a regular expression that knows what its matches must contain.
type Regexp struct {
	*regexp.Regexp
	need []literal // one of these stands in every match; nil = nothing is known
}

// literal is a string with the pairs of bytes in it, as far as they are looked at.
type literal struct {
	text  string
	pairs [4]uint16
}

// Text is a string that many expressions are tried on: its pairs of bytes are noted once.
type Text struct {
	s    string
	bits [32]uint64
}

// Of notes a string's pairs.
func Of(s string) *Text {
	t := &Text{s: s}
	for i := range len(s) {
		t.set(pair(s[i], 0))
		if i > 0 {
			t.set(pair(s[i-1], s[i]))
		}
	}
	return t
}

func (t *Text) set(bit uint16)      { t.bits[bit>>6] |= 1 << (bit & 63) }
func (t *Text) has(bit uint16) bool { return t.bits[bit>>6]&(1<<(bit&63)) != 0 }

// pair is the bit of two bytes side by side, or of one, with 0 after it.
func pair(a, b byte) uint16 {
	return uint16((uint32(a)*0x9E5 + uint32(b)*0x1F35 + uint32(b)*uint32(a)) & 2047)
}

func literalOf(s string) literal {
	l := literal{text: s}
	for i := range l.pairs {
		switch {
		case i+1 < len(s):
			l.pairs[i] = pair(s[i], s[i+1])
		default:
			l.pairs[i] = pair(s[0], 0)
		}
	}
	return l
}

// MustCompile is regexp.MustCompile; it panics on an expression that cannot be parsed.
func MustCompile(expr string) *Regexp {
	re := &Regexp{Regexp: regexp.MustCompile(expr)}
	if parsed, err := syntax.Parse(expr, syntax.Perl); err == nil {
		for _, s := range must(parsed.Simplify()).best() {
			re.need = append(re.need, literalOf(s))
		}
	}
	return re
}

// May says whether a text can contain a match at all. False is certain; true is not.
func (re *Regexp) May(t *Text) bool {
	if re.need == nil {
		return true
	}
	for i := range re.need {
		l := &re.need[i]
		if t.has(l.pairs[0]) && t.has(l.pairs[1]) && t.has(l.pairs[2]) && t.has(l.pairs[3]) && strings.Contains(t.s, l.text) {
			return true
		}
	}
	return false
}

const (
	mostExact = 400 // strings that are multiplied out
	mostNeed  = 400 // strings that are looked for: more cost what they save
)

// part is what is known of the strings that an expression matches: all of them, or strings of which each contains one.
type part struct {
	exact []string // all that it matches; nil = too many
	need  []string // nil = nothing is known
}

// best is the set to look for; nil = none that tells anything.
func (p part) best() []string {
	out := better(p.whole(), p.need)
	if len(out) > mostNeed {
		return nil
	}
	return out
}

// whole is the exact set where it may serve as a need: no member is empty.
func (p part) whole() []string {
	if shortest(p.exact) == 0 {
		return nil
	}
	return p.exact
}

func shortest(set []string) int {
	if len(set) == 0 {
		return 0
	}
	n := len(set[0])
	for _, s := range set[1:] {
		n = min(n, len(s))
	}
	return n
}

// better prefers a set that is small enough, then the one with longer strings, then the smaller one.
func better(a, b []string) []string {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	case (len(a) <= mostNeed) != (len(b) <= mostNeed):
		if len(a) <= mostNeed {
			return a
		}
		return b
	case shortest(a) != shortest(b):
		if shortest(a) > shortest(b) {
			return a
		}
		return b
	case len(a) <= len(b):
		return a
	}
	return b
}

func must(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return part{exact: []string{""}}
	case syntax.OpLiteral:
		if re.Flags&syntax.FoldCase != 0 && cased(re.Rune) {
			return part{}
		}
		return part{exact: []string{string(re.Rune)}}
	case syntax.OpCharClass:
		return class(re.Rune)
	case syntax.OpCapture:
		return must(re.Sub[0])
	case syntax.OpQuest:
		if p := must(re.Sub[0]); p.exact != nil && len(p.exact) < mostExact {
			return part{exact: append([]string{""}, p.exact...)}
		}
		return part{}
	case syntax.OpPlus:
		return part{need: must(re.Sub[0]).best()}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return part{need: must(re.Sub[0]).best()}
		}
	case syntax.OpAlternate:
		return either(re.Sub)
	case syntax.OpConcat:
		return sequence(re.Sub)
	}
	return part{}
}

func cased(runes []rune) bool {
	for _, r := range runes {
		if unicode.SimpleFold(r) != r {
			return true
		}
	}
	return false
}

func class(ranges []rune) part {
	var out []string
	for i := 0; i+1 < len(ranges); i += 2 {
		if ranges[i+1]-ranges[i] > 8 || len(out) > 8 {
			return part{}
		}
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			out = append(out, string(r))
		}
	}
	return part{exact: out}
}

func either(subs []*syntax.Regexp) part {
	out := part{exact: []string{}, need: []string{}}
	for _, sub := range subs {
		p := must(sub)
		if out.exact != nil && p.exact != nil && len(out.exact)+len(p.exact) <= mostExact {
			out.exact = append(out.exact, p.exact...)
		} else {
			out.exact = nil
		}
		if best := better(p.whole(), p.need); out.need != nil && best != nil {
			out.need = append(out.need, best...)
		} else {
			out.need = nil
		}
	}
	return out
}

// sequence multiplies out what stands side by side, as far as that stays small; the best stretch is what is needed.
func sequence(subs []*syntax.Regexp) part {
	run, whole := []string{""}, true
	var need []string
	flush := func() {
		need = better(need, part{exact: run}.whole())
		run, whole = []string{""}, false
	}
	for _, sub := range subs {
		p := must(sub)
		if p.exact == nil {
			flush()
			need = better(need, p.need)
			continue
		}
		if len(run)*len(p.exact) > mostExact {
			flush()
			need = better(need, p.need)
		}
		if len(p.exact) > mostExact {
			continue
		}
		next := make([]string, 0, len(run)*len(p.exact))
		for _, a := range run {
			for _, b := range p.exact {
				next = append(next, a+b)
			}
		}
		run = next
	}
	if whole {
		return part{exact: run, need: need}
	}
	return part{need: better(need, part{exact: run}.whole())}
}
