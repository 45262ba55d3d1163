package hear

import "strings"

// Sound is what a folded word sounds like, roughly: consonants, and a mark for a vowel in front. Words with one key are taken
// for each other by recognisers ("blows", "blouse"; "wall", "wool"; "free", "three").
func Sound(word string) string {
	var b strings.Builder
	b.Grow(len(word))
	word = silentStart(word)
	var last byte // of the letter before, so that a doubled one sounds once
	for i := 0; i < len(word); {
		key, n := soundAt(word, i)
		for j := range len(key) {
			if key[j] != last {
				b.WriteByte(key[j])
			}
			last = key[j]
		}
		if key == "" {
			last = 0
		}
		i += n
	}
	return b.String()
}

// OtherSounds are what else a word may have sounded like before it was written down: an R that is not spoken in "dorn" for
// "dawn", an H that is a J in Spanish.
func OtherSounds(word string) []string {
	var out []string
	for i := 1; i < len(word); i++ {
		if word[i] == 'r' && isVowel(word[i-1]) && (i+1 == len(word) || !isVowel(word[i+1])) {
			out = append(out, Sound(word[:i]+word[i+1:]))
			break
		}
	}
	if rest, ok := strings.CutPrefix(word, "h"); ok && len(rest) > 2 {
		out = append(out, Sound("j"+rest))
	}
	return out
}

func silentStart(w string) string {
	for _, p := range []string{"kn", "gn", "wr", "ps", "pn"} {
		if strings.HasPrefix(w, p) {
			return w[1:]
		}
	}
	if strings.HasPrefix(w, "x") {
		return "s" + w[1:]
	}
	return w
}

// soundAt gives the key of the letters at i, and how many letters it takes.
func soundAt(w string, i int) (key string, n int) {
	for _, g := range groups {
		if strings.HasPrefix(w[i:], g.letters) {
			if g.letters == "gh" && i == 0 {
				return "K", 2
			}
			return g.key, len(g.letters)
		}
	}
	soft := i+1 < len(w) && strings.IndexByte("eiy", w[i+1]) >= 0
	switch c := w[i]; c {
	case 'a', 'e', 'i', 'o', 'u':
		if i == 0 {
			return "A", 1
		}
		return "", 1
	case 'w', 'y', 'h':
		if i == 0 {
			return strings.ToUpper(w[:1]), 1
		}
		return "", 1
	case 'c':
		if soft {
			return "S", 1
		}
		return "K", 1
	case 'g':
		if soft {
			return "J", 1
		}
		return "G", 1
	case 'q', 'k':
		return "K", 1
	case 'x':
		return "KS", 1
	case 'z', 's':
		return "S", 1
	case 'v', 'f':
		return "F", 1
	case 'b', 'd', 'j', 'l', 'm', 'n', 'p', 'r', 't':
		return strings.ToUpper(w[i : i+1]), 1
	default:
		return w[i : i+1], 1
	}
}

// groups of letters with one sound, the longer ones first.
var groups = []struct{ letters, key string }{
	{"tch", "X"}, {"sch", "X"}, {"ight", "T"}, {"sh", "X"}, {"ch", "X"}, {"th", "F"}, {"ph", "F"}, {"gh", ""}, {"ck", "K"},
	{"dg", "J"}, {"wh", "W"}, {"sce", "S"}, {"sci", "S"},
}

func isVowel(c byte) bool { return strings.IndexByte("aeiouy", c) >= 0 }

// Distance counts the letters to change, drop, add or turn round to make b of a (bytes; it stops at limit+1).
func Distance(a, b string, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	var buf [3][40]int
	if len(b) >= len(buf[0]) {
		return limit + 1
	}
	before, prev, cur := &buf[0], &buf[1], &buf[2]
	for j := range len(b) + 1 {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
			best = min(best, cur[j])
		}
		if best > limit {
			return limit + 1
		}
		before, prev, cur = prev, cur, before
	}
	return prev[len(b)]
}
