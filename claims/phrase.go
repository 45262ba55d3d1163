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
}

// phrase is a state's pattern, read.
type phrase struct {
	class class
	steps []step
}

func steps(pattern string) []step {
	var out []step
	for p := range strings.FieldsSeq(pattern) {
		body, optional := strings.CutSuffix(p, "?")
		out = append(out, step{words: strings.Split(body, "|"), optional: optional, any: p == "*", end: p == "."})
	}
	return out
}

// byFirst orders patterns by the words that they may begin with.
func byFirst(list []state) map[string][]phrase {
	out := map[string][]phrase{}
	for _, s := range list {
		read := phrase{s.class, steps(s.pattern)}
		for _, first := range read.steps {
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
	case p.end:
		if i == len(ws) || ws[i].sep {
			return matched(ws, i, rest)
		}
		return -1
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
	if i < len(ws) && slices.Contains(p.words, ws[i].key) {
		if end := matched(ws, i+1, rest); end >= 0 {
			return end
		}
	}
	if p.optional {
		return matched(ws, i, rest)
	}
	return -1
}
