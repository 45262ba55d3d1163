package hear

import "strings"

// Phones are the sounds of a word, or of several without what parts them: a byte each. Vowels that are written together are one
// (lower case), consonants are upper case, and r stands for an R behind a vowel, which many do not speak.
type Phones string

// PhonesOf reads a folded text. It knows English spelling, roughly.
func PhonesOf(text string) Phones {
	var b strings.Builder
	b.Grow(len(text))
	for _, w := range strings.Fields(strings.ReplaceAll(text, "-", " ")) {
		if same, ok := spelledOdd[w]; ok {
			w = same
		}
		speak(&b, silentStart(w))
	}
	return Phones(squeezed(b.String()))
}

// spelledOdd are common words that are not spoken as they are written.
var spelledOdd = map[string]string{
	"one": "wun", "won": "wun", "two": "too", "to": "too", "eight": "ate", "four": "for", "t": "tee", "creme": "krem",
	"brulee": "brulay", "cafe": "cafay", "rose": "roze", "ewe": "you", "aisle": "ile",
}

func speak(b *strings.Builder, w string) {
	for i := 0; i < len(w); {
		switch c := w[i]; {
		case isVowel(c) && (c != 'y' || i > 0):
			n := 1
			for i+n < len(w) && (isVowel(w[i+n]) || w[i+n] == 'w' && (i+n+1 == len(w) || !isVowel(w[i+n+1]))) {
				n++
			}
			if silent := n == 1 && c == 'e' && i > 1 && (i+1 == len(w) || i+2 == len(w) && w[i+1] == 's') && !isVowel(w[i-1]); !silent {
				b.WriteByte(vowelOf(w[i : i+n]))
			}
			i += n
			if i < len(w) && w[i] == 'h' && (i+1 == len(w) || !isVowel(w[i+1])) { // "bah"
				i++
			}
		case c == 'r' && i > 0 && isVowel(w[i-1]) && (i+1 == len(w) || !isVowel(w[i+1]) && w[i+1] != 'r' || w[i+1:] == "e"):
			b.WriteByte('r')
			i++
		case (c == 'y' || c == 'w') && i > 0 && (i+1 == len(w) || !isVowel(w[i+1])):
			i++
		case strings.HasPrefix(w[i:], "sion"), strings.HasPrefix(w[i:], "tion"), strings.HasPrefix(w[i:], "shion"):
			b.WriteString("XeN")
			i += strings.IndexByte(w[i:], 'n') + 1
		case strings.HasPrefix(w[i:], "kh"):
			b.WriteByte('K')
			i += 2
		case w[i:] == "ng" || w[i:] == "ngs":
			b.WriteByte('N')
			i += 2
		case w[i:] == "mb":
			b.WriteByte('M')
			i += 2
		case strings.HasPrefix(w[i:], "th"):
			b.WriteByte('Q')
			i += 2
		case c == 'l' && i > 0 && i+1 < len(w) && w[i-1] == 'a' && (w[i+1] == 'f' || w[i+1] == 'k' || w[i+1] == 'm'): // "calf"
			b.WriteByte('r')
			i++
		case c == 'h' && i > 0 && isVowel(w[i-1]):
			b.WriteByte('H')
			i++
		case c == 'v' || c == 'z':
			b.WriteByte(c - 'a' + 'A')
			i++
		case c == 'c' && strings.HasPrefix(w[i:], "cc") && i+2 < len(w) && strings.IndexByte("eiy", w[i+2]) < 0:
			b.WriteByte('K')
			i += 2
		case strings.HasPrefix(w[i:], "tch"), strings.HasPrefix(w[i:], "ch"):
			b.WriteByte('C')
			i += strings.IndexByte(w[i:], 'h') + 1
		default:
			key, n := soundAt(w, i)
			b.WriteString(key)
			i += n
		}
	}
}

// vowelOf is what a run of vowels sounds like.
func vowelOf(run string) byte {
	switch {
	case run[0] == 'y', run == "ee", run == "ea", run == "ie", run == "ei", run == "ey":
		return 'i'
	case run == "oo", run == "ou", run == "ew", run == "ue", run == "ui", run == "ow":
		return 'u'
	case run == "au", run == "aw", run == "oa":
		return 'o'
	case run == "ai", run == "ay":
		return 'e'
	}
	return run[0]
}

// squeezed writes what stands twice in a row once: a doubled letter, and the one that ends a word and begins the next.
func squeezed(s string) string {
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		if n := len(out); n > 0 && (out[n-1] == s[i] || isVowel(out[n-1]) && isVowel(s[i])) {
			continue
		}
		out = append(out, s[i])
	}
	return string(out)
}

// Costs of what recognisers take for something else, in hundredths of a consonant.
const (
	costVowel     = 15  // one vowel for another
	costVowelGone = 40  // a vowel more or less
	costWeak      = 20  // an R that is not spoken, an H, a W or a Y
	costLast      = 40  // an ending that is swallowed
	costGone      = 70  // any other consonant more or less
	costFar       = 110 // a consonant for one that sounds unlike it
)

// sung says that a phone is a vowel.
func sung(p byte) bool { return p == 'a' || p == 'e' || p == 'i' || p == 'o' || p == 'u' }

// weightOf is what a phone counts for in how long a word is.
func weightOf(p byte) int {
	switch {
	case sung(p):
		return 40
	case p == 'r' || p == 'H':
		return 30
	}
	return 100
}

// Weight is how much there is to hear, in hundredths of a consonant.
func (p Phones) Weight() int {
	n := 0
	for i := range len(p) {
		n += weightOf(p[i])
	}
	return n
}

// gone is what it costs that the phone at i is not there.
func (p Phones) gone(i int) int {
	switch c := p[i]; {
	case sung(c):
		return costVowelGone
	case c == 'r' || c == 'H' || c == 'W' || c == 'Y':
		return costWeak
	case i == len(p)-1 && i > 1 && (c == 'T' || c == 'D' || c == 'S' || c == 'Z' || c == 'N'):
		return costLast
	}
	return costGone
}

// instead is what it costs to hear one phone for another.
func instead(a, b byte) int {
	switch {
	case a == b:
		return 0
	case sung(a) && sung(b):
		return costVowel
	case sung(a) || sung(b):
		if a == 'r' || b == 'r' {
			return costWeak
		}
		return costFar
	}
	if a > b {
		a, b = b, a
	}
	for _, k := range kindred {
		if k.a == a && k.b == b {
			return k.cost
		}
	}
	return costFar
}

// kindred are consonants that sound alike, the lower byte first.
var kindred = []struct {
	a, b byte
	cost int
}{
	{'B', 'P', 25}, {'D', 'T', 25}, {'G', 'K', 25}, {'F', 'V', 25}, {'S', 'Z', 10}, {'C', 'J', 25}, {'C', 'X', 25}, {'J', 'X', 35},
	{'M', 'N', 35}, {'F', 'Q', 30}, {'Q', 'T', 35}, {'Q', 'S', 35}, {'D', 'Q', 35}, {'Q', 'V', 30}, {'S', 'X', 35}, {'C', 'S', 50}, {'X', 'Z', 45}, {'J', 'Z', 45}, {'C', 'T', 50},
	{'H', 'J', 35}, {'R', 'W', 50}, {'L', 'r', 50}, {'L', 'R', 60}, {'P', 'T', 60}, {'K', 'T', 60}, {'K', 'P', 60}, {'B', 'D', 60}, {'D', 'G', 60}, {'B', 'G', 60}, {'B', 'V', 50},
	{'F', 'P', 60}, {'R', 'r', 10}, {'T', 'X', 70}, {'D', 'J', 60},
}

// BeginsLike says that two may be taken for one another by what they begin with, which is heard best, and by how long they are.
func (p Phones) BeginsLike(o Phones) bool {
	if len(p) == 0 || len(o) == 0 || len(p) > 2*len(o)+1 || len(o) > 2*len(p)+1 {
		return false
	}
	return p[0] == o[0] || p[0] == 'H' || o[0] == 'H' || instead(p[0], o[0]) < costFar
}

// Apart is how unlike two sound: 0 = alike, 100 = not at all alike; it stops above most.
func Apart(a, b Phones, most int) int {
	const long = 32
	if len(a) >= long || len(b) >= long || !a.BeginsLike(b) {
		return 100
	}
	whole := max(a.Weight(), b.Weight())
	limit := most * whole / 100
	var buf [2][long]int
	prev, cur := &buf[0], &buf[1]
	for j := range len(b) {
		prev[j+1] = prev[j] + b.gone(j)
	}
	for i := range len(a) {
		drop := a.gone(i)
		cur[0] = prev[0] + drop
		best := cur[0]
		for j := range len(b) {
			cur[j+1] = min(prev[j]+instead(a[i], b[j]), prev[j+1]+drop, cur[j]+b.gone(j))
			best = min(best, cur[j+1])
		}
		if best > limit {
			return 100
		}
		prev, cur = cur, prev
	}
	return min(100, prev[len(b)]*100/whole)
}
