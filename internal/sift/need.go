package sift

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

const (
	most    = 400 // strings in a list: more cost what they save
	longest = 16  // bytes of a string that are looked for
	ways    = 60  // that are told apart
)

// part is what is known of the strings that an expression matches, with the ends of the text as letters of their own: all of them, or
// how each of them begins and ends and lists of strings of which each contains one.
type part struct {
	exact       []string // all that it matches; nil = too many
	front, back []string // nil = nothing is known
	needs       [][]string
}

// needsOf gives, for each way in which an expression may match, lists of strings: in each text that it matches that way stands one of
// each list.
func needsOf(expr string) [][][]string {
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return [][][]string{nil}
	}
	var out [][][]string
	room := ways
	for _, way := range waysOf(flat(parsed.Simplify()), &room) {
		p := sequence(way)
		if p.exact != nil {
			p.need(p.exact)
		}
		if len(p.needs) == 0 {
			return [][][]string{nil}
		}
		out = append(out, p.needs)
	}
	return out
}

// flat lists the parts of a sequence, those of groups in it too.
func flat(re *syntax.Regexp) []*syntax.Regexp {
	switch re.Op {
	case syntax.OpCapture:
		return flat(re.Sub[0])
	case syntax.OpConcat:
		var out []*syntax.Regexp
		for _, sub := range re.Sub {
			out = append(out, flat(sub)...)
		}
		return out
	}
	return []*syntax.Regexp{re}
}

// waysOf writes out the alternatives in a sequence, as far as there is room; those that are but a few strings stay one part.
func waysOf(parts []*syntax.Regexp, room *int) [][]*syntax.Regexp {
	for k, part := range parts {
		if part.Op != syntax.OpAlternate || len(part.Sub) > *room || must(part).exact != nil {
			continue
		}
		*room -= len(part.Sub) - 1
		var out [][]*syntax.Regexp
		for _, way := range part.Sub {
			out = append(out, waysOf(slices.Concat(parts[:k], flat(way), parts[k+1:]), room)...)
		}
		return out
	}
	return [][]*syntax.Regexp{parts}
}

// need notes a list that tells something: no string of it stands everywhere.
func (p *part) need(list []string) {
	if len(list) > most || slices.ContainsFunc(list, func(s string) bool { return strings.Trim(s, begin+end) == "" }) {
		return
	}
	list = slices.Clone(list)
	slices.Sort(list)
	p.needs = append(p.needs, slices.Compact(list))
}

// best is the list that tells the most; nil = none tells anything.
func (p part) best() []string {
	all := part{needs: p.needs}
	for _, list := range [][]string{p.exact, p.front, p.back} {
		if len(list) > 0 {
			all.need(list)
		}
	}
	var out []string
	for _, list := range all.needs {
		if n, of := shortest(list), shortest(out); out == nil || n > of || n == of && len(list) < len(out) {
			out = list
		}
	}
	return out
}

func shortest(list []string) int {
	n := longest
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
}

func must(re *syntax.Regexp) part {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return part{exact: []string{""}}
	case syntax.OpBeginText:
		return part{exact: []string{begin}}
	case syntax.OpEndText:
		return part{exact: []string{end}}
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
		if p := must(re.Sub[0]); p.exact != nil && len(p.exact) < most {
			return part{exact: append([]string{""}, p.exact...)}
		}
	case syntax.OpPlus:
		return repeated(must(re.Sub[0]))
	case syntax.OpRepeat:
		if re.Min > 0 {
			return repeated(must(re.Sub[0]))
		}
	case syntax.OpAlternate:
		return either(re.Sub)
	case syntax.OpConcat:
		return sequence(re.Sub)
	}
	return part{}
}

func cased(runes []rune) bool {
	return slices.ContainsFunc(runes, func(r rune) bool { return unicode.SimpleFold(r) != r })
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

// repeated is what is known of a part that is there at least once.
func repeated(p part) part {
	if p.exact != nil {
		return part{front: p.exact, back: p.exact}
	}
	return p
}

func either(subs []*syntax.Regexp) part {
	out := part{exact: []string{}, front: []string{}, back: []string{}}
	need := []string{}
	for _, sub := range subs {
		p := must(sub)
		front, back := p.front, p.back
		if p.exact != nil {
			front, back = p.exact, p.exact
		}
		out.exact, out.front, out.back = joined(out.exact, p.exact), joined(out.front, front), joined(out.back, back)
		need = joined(need, p.best())
	}
	if out.exact != nil {
		return part{exact: out.exact}
	}
	if need != nil {
		out.need(need)
	}
	return out
}

// joined puts lists together; nil where one is unknown, or there are too many.
func joined(a, b []string) []string {
	if a == nil || b == nil || len(a)+len(b) > most {
		return nil
	}
	return append(a, b...)
}

// sequence multiplies out what stands side by side, as far as that stays small; each stretch is needed.
func sequence(subs []*syntax.Regexp) part {
	var out part
	run, first := []string{""}, true
	cut := func(next []string) {
		if first {
			out.front = run
		}
		out.need(run)
		run, first = next, false
	}
	for _, sub := range subs {
		p := must(sub)
		if p.exact != nil {
			if more := product(run, p.exact); more != nil {
				run = more
			} else {
				cut(p.exact)
			}
			continue
		}
		if more := product(run, p.front); more != nil {
			run = more
		}
		if p.back == nil {
			p.back = []string{""}
		}
		cut(p.back)
		out.needs = append(out.needs, p.needs...)
	}
	if first {
		return part{exact: run}
	}
	out.need(run)
	out.back = run
	return out
}

// product hangs each of some strings onto each of others; nil = there is none, or there are too many.
func product(a, b []string) []string {
	if len(a)*len(b) == 0 || len(a)*len(b) > most {
		return nil
	}
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, beside(x, y))
		}
	}
	return out
}

// beside joins two strings. The ends of a text that stand at one place are written once, the beginning first.
func beside(a, b string) string {
	left, right := strings.TrimRight(a, begin+end), strings.TrimLeft(b, begin+end)
	marks := a[len(left):] + b[:len(b)-len(right)]
	if len(marks) > 1 {
		at := ""
		for _, m := range []string{begin, end} {
			if strings.Contains(marks, m) {
				at += m
			}
		}
		marks = at
	}
	return left + marks + right
}
