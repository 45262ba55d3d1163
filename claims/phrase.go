package claims

import (
	"slices"
	"strings"
)

// step is one place of a pattern.
type step struct {
	words    []string
	optional bool
	any      bool // up to three words that do not matter
	end      bool // the end of the sentence, or a mark
	begin    bool // the beginning of the sentence, or of a part of it
	kinds    []func(word) bool
}

// wordKinds are the kinds of words that a pattern may name instead of words.
var wordKinds = []struct {
	name string
	is   func(word) bool
}{
	{"@thing", func(w word) bool { return goods(w) == nounWord }},
	{"@n", func(w word) bool { return w.number }},
	{"@order", func(w word) bool { return w.noun&nOrder != 0 }},
	{"@person", func(w word) bool { return w.noun&nPerson != 0 }},
	{"@code", func(w word) bool { return w.noun&nCode != 0 || isCode(w.raw) }},
	{"@refund", func(w word) bool { return w.noun&nRefund != 0 }},
	{"@paper", func(w word) bool { return w.noun&(nPaper|nMail|nText) != 0 }},
	{"@place", func(w word) bool { return w.label != "" && slices.Contains(groups[w.label], AddressSet) }},
	{"@way", func(w word) bool { return w.label != "" && slices.Contains(groups[w.label], DeliverySet) }},
}

// phrase is a state's pattern, read.
type phrase struct {
	class class
	steps []step
}

func kindsOf(names []string) []func(word) bool {
	var out []func(word) bool
	for _, k := range wordKinds {
		if slices.Contains(names, k.name) {
			out = append(out, k.is)
		}
	}
	return out
}

func steps(pattern string) []step {
	var out []step
	for p := range strings.FieldsSeq(pattern) {
		body, optional := strings.CutSuffix(p, "?")
		alternatives := strings.Split(body, "|")
		out = append(out, step{words: alternatives, optional: optional, any: p == "*", end: slices.Contains(alternatives, "."), begin: p == "^", kinds: kindsOf(alternatives)})
	}
	return out
}

// byFirst orders patterns by the words that they may begin with.
func byFirst(list []state) map[string][]phrase {
	out := map[string][]phrase{}
	for _, s := range list {
		read := phrase{s.class, steps(s.pattern)}
		for _, first := range read.steps {
			if first.begin {
				continue
			}
			for _, w := range first.words {
				out[w] = append(out[w], read)
			}
			if !first.optional {
				break
			}
		}
	}
	return out
}

func (p step) is(w word) bool {
	return slices.Contains(p.words, w.key) || slices.ContainsFunc(p.kinds, func(is func(word) bool) bool { return is(w) })
}

// match finds where a pattern that begins at i ends; i = it does not stand there.
func match(ws []word, i int, pattern []step) int {
	end := matched(ws, i, pattern)
	if end < 0 {
		return i
	}
	return end
}

func matched(ws []word, i int, pattern []step) int {
	if len(pattern) == 0 {
		return i
	}
	p, rest := pattern[0], pattern[1:]
	switch {
	case p.begin:
		if i == 0 || i < len(ws) && ws[i].sep {
			return matched(ws, i, rest)
		}
		return -1
	case p.end:
		if i == len(ws) || ws[i].sep {
			if end := matched(ws, i, rest); end >= 0 {
				return end
			}
		}
	case p.any:
		for n := 0; n <= 3 && i+n <= len(ws); n++ {
			if n > 0 && ws[i+n-1].sep {
				return -1
			}
			if end := matched(ws, i+n, rest); end >= 0 {
				return end
			}
		}
		return -1
	}
	if i < len(ws) && p.is(ws[i]) {
		if end := matched(ws, i+1, rest); end >= 0 {
			return end
		}
	}
	if p.optional {
		if end := matched(ws, i, rest); end >= 0 {
			return end
		}
	}
	if i > 0 && i < len(ws) && !ws[i].sep && fillers[ws[i].key] {
		return matched(ws, i+1, pattern)
	}
	return -1
}

// fillers may stand anywhere in what is told, and tell nothing.
var fillers = words("definitely certainly officially finally properly indeed nicely surely safely successfully completely totally fully definitiv sicher tatsachlich endlich inzwischen mittlerweile erfolgreich definitivamente finalmente efectivamente correctamente oficialmente")
