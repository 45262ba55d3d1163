package hear

import (
	"regexp"
	"strconv"
	"strings"
)

// Measure is a number with what it is counted in, written as one word: "8mm", "4x40mm", "0.5l", "80grit", "e27". What is one word is
// neither taken apart nor counted with.
type Measure struct {
	Word string
	Took int    // how many words it was said in
	Sort string // what is measured: "length"; "" where no unit was said
	Unit string // what it is counted in, as said: "metres"
	Of   string // the number
}

// unit is what things are measured in.
type unit struct {
	short string  // as it is written behind a number
	sort  string  // what it measures
	base  string  // the unit of that sort in which measures are compared
	by    float64 // how many of those it is
}

// Measures gives what may be measured at words[i], the fullest reading first: "one twenty grit" is 120 grit or, behind a one, 20 grit.
// A number alone is no measure; numbers that are told side by side are ("four by forty").
func (l *Language) Measures(words []Token, i int) []Measure {
	if i >= len(words) {
		return nil
	}
	if of, letters := inOne(words[i].Text); letters != "" {
		if u, ok := l.unitOf(letters, false); ok {
			return []Measure{{of + u.short, 1, u.sort, letters, of}}
		}
		return nil
	}
	if m, ok := l.coded(words, i); ok {
		return []Measure{m}
	}
	if u, ok := l.unitOf(words[i].Text, true); ok && u.sort == u.short && words[i].Stop == None { // "grit 240"
		if of, took := l.numeral(words, i+1); took > 0 && i+1+took == len(words) {
			return []Measure{{of + u.short, 1 + took, u.sort, words[i].Text, of}}
		}
	}
	var out []Measure
	for _, n := range l.numerals(words, i) {
		out = append(out, l.withUnit(words, i, n)...)
	}
	return out
}

// numeral is a number as figures, and how many words it was.
type numeral struct {
	of   string
	took int
}

func (l *Language) numeral(words []Token, i int) (of string, took int) {
	if all := l.numerals(words, i); len(all) > 0 {
		return all[0].of, all[0].took
	}
	return "", 0
}

// numerals reads the numbers that may begin at words[i], the longest first.
func (l *Language) numerals(words []Token, i int) []numeral {
	if i >= len(words) {
		return nil
	}
	if of, took := l.parts(words, i); took > 0 {
		return []numeral{{of, took}}
	}
	w := words[i].Text
	if isDigits(strings.ReplaceAll(w, "x", "")) && strings.Contains(w, "x") && w[0] != 'x' && w[len(w)-1] != 'x' { // "4x40"
		return []numeral{{w, 1}}
	}
	var out []numeral
	tens, more := l.cardinal(words, i+1)
	if hundreds, one := l.cardinal(words, i); one == 1 && hundreds > 0 && hundreds < 10 && more > 0 && tens >= 10 && tens < 100 && words[i].Stop == None && !isDigits(w) { // "one twenty"
		out = append(out, numeral{strconv.Itoa(hundreds*100 + tens), 1 + more})
	}
	if of, took := l.Measure(words, i); took > 0 {
		out = append(out, numeral{of, took})
	} else if n, took := l.Number(words, i); took > 0 && isDigits(w) { // Measure reads no thousands
		out = append(out, numeral{strconv.Itoa(n), took})
	}
	return out
}

// parts reads less than one: "half a", "a quarter of a", "three quarters of an".
func (l *Language) parts(words []Token, i int) (of string, took int) {
	at, n := i, 1
	if words[at].Text == "a" && at+1 < len(words) {
		at++
	}
	if words[at].Text == "three" && at+1 < len(words) {
		at, n = at+1, 3
	}
	switch w := l.Stem(words[at].Text); {
	case w == l.half && n == 1:
		of = "0.5"
	case w == "quarter" && n == 1:
		of = "0.25"
	case w == "quarter":
		of = "0.75"
	default:
		return "", 0
	}
	at++
	if at < len(words) && words[at].Text == "of" {
		at++
	}
	if at < len(words) && (words[at].Text == "a" || words[at].Text == "an") {
		at++
	}
	return of, at - i
}

// withUnit reads what stands behind a number: more numbers side by side, and a unit.
func (l *Language) withUnit(words []Token, i int, n numeral) []Measure {
	of, at := n.of, i+n.took
	for at+1 < len(words) && words[at-1].Stop == None && l.beside[words[at].Text] {
		next, took := l.numeral(words, at+1)
		if took == 0 {
			break
		}
		of, at = of+"x"+next, at+1+took
	}
	if at < len(words) && words[at-1].Stop == None {
		letters := words[at].Text
		if next, tail := inOne(letters); tail != "" && strings.HasSuffix(of, "x") {
			of, letters = of+next, tail
		}
		if u, ok := l.unitOf(letters, at+1 < len(words)); ok {
			return []Measure{{of + u.short, at + 1 - i, u.sort, letters, of}}
		}
	}
	if at+1 < len(words)+1 && l.beside[wordAt(words, at)] { // "4 x 40mm"
		if next, letters := inOne(wordAt(words, at+1)); letters != "" {
			if u, ok := l.unitOf(letters, false); ok {
				return []Measure{{of + "x" + next + u.short, at + 2 - i, u.sort, letters, of + "x" + next}}
			}
		}
	}
	if strings.Contains(of, "x") {
		return []Measure{{Word: of, Took: at - i, Of: of}}
	}
	return nil
}

func wordAt(words []Token, i int) string {
	if i < len(words) {
		return words[i].Text
	}
	return ""
}

// coded reads what is called by a letter and a number: "E twenty-seven", "e 14".
func (l *Language) coded(words []Token, i int) (Measure, bool) {
	w := words[i].Text
	if len(w) != 1 || w[0] < 'b' || w[0] > 'z' || w == "i" || w == "x" || words[i].Stop != None {
		return Measure{}, false
	}
	of, took := l.numeral(words, i+1)
	if took == 0 || !isDigits(of) {
		return Measure{}, false
	}
	return Measure{w + of, 1 + took, "code", w, of}, true
}

// unitOf reads a unit. Letters that are a word of their own ("in", "a") are one only right behind a figure.
func (l *Language) unitOf(w string, apart bool) (unit, bool) {
	u, ok := l.measured[w]
	if !ok {
		u, ok = l.measured[l.singularOf(w)]
	}
	return u, ok && !(apart && (w == "a" || w == "in"))
}

// SameUnit says that two words are one unit: "metres" and "m".
func (l *Language) SameUnit(a, b string) bool {
	u, ok := l.unitOf(a, false)
	v, too := l.unitOf(b, false)
	return ok && too && u == v
}

// singularOf takes the plural off without asking for measures.
func (l *Language) singularOf(w string) string {
	if s, ok := l.plurals[w]; ok {
		return s
	}
	if len(w) > 3 {
		return strings.TrimSuffix(w, "s")
	}
	return w
}

// inOne parts a word of figures and letters: "8mm", "4x40mm".
func inOne(w string) (of, letters string) {
	if w == "" || w[0] < '0' || w[0] > '9' {
		return "", ""
	}
	cut := 0
	for cut < len(w) && (w[cut] >= '0' && w[cut] <= '9' || (w[cut] == '.' || w[cut] == 'x') && digitAt(w, cut+1)) {
		cut++
	}
	return w[:cut], w[cut:]
}

// IsMeasure says that a word is a measure: "8mm".
func (l *Language) IsMeasure(w string) bool { return l.SortOf(w) != "" }

// SortOf tells what a word measures; "" = it is no measure.
func (l *Language) SortOf(w string) string {
	_, letters := inOne(w)
	if letters == "" {
		return ""
	}
	return l.measured[letters].sort
}

// common writes a measure in the unit in which those of its sort are compared: "5m" and "500cm" are one. All else stays as it is.
func (l *Language) common(w string) string {
	of, letters := inOne(w)
	u, ok := l.measured[letters]
	if letters == "" || !ok {
		return w
	}
	parts := strings.Split(of, "x")
	for i, p := range parts {
		f, err := strconv.ParseFloat(p, 64)
		if err != nil {
			return w
		}
		parts[i] = trimZeros(strconv.FormatFloat(f*u.by, 'f', 4, 64))
	}
	return strings.Join(parts, "x") + u.base
}

// measureOf reads an option value that is a measure and nothing else.
func (l *Language) measureOf(words []Token) (Measure, bool) {
	for _, m := range l.Measures(words, 0) {
		if m.Took == len(words) {
			return m, true
		}
	}
	return Measure{}, false
}

// Numeral gives the number of an option value that is a measure, by which it is called where its unit goes without saying: "80" of
// "80 grit". "" = the value is none.
func (l *Language) Numeral(value string) string {
	words := Tokens(Written(value))
	for k := range words {
		words[k].Stop = None
	}
	m, _ := l.measureOf(words)
	return m.Of
}

// Amount tells how much an option value is that is a measure, in the unit of its sort.
func (l *Language) Amount(value string) (n float64, sort string) {
	of, letters := inOne(l.Value(value))
	of, _, _ = strings.Cut(of, "x") // the first of those side by side
	n, err := strconv.ParseFloat(of, 64)
	if err != nil || l.measured[letters].sort == "" {
		return 0, ""
	}
	return n, l.measured[letters].sort
}

// Measured writes the measures among words as one word each; wanted says which, of several readings the first.
func (l *Language) Measured(words []Token, wanted func(m Measure) bool) []Token {
	var out []Token // nil as long as nothing was found
	for i := 0; i < len(words); {
		m, ok := l.firstOf(words, i, wanted)
		switch {
		case ok && out == nil:
			out = append(make([]Token, 0, len(words)), words[:i]...)
			fallthrough
		case ok:
			last := words[i+m.Took-1]
			out = append(out, Token{Text: m.Word, Stop: last.Stop})
		case out != nil:
			out = append(out, words[i])
		}
		i += max(1, m.Took)
	}
	if out == nil {
		return words
	}
	return out
}

func (l *Language) firstOf(words []Token, i int, wanted func(m Measure) bool) (Measure, bool) {
	for _, m := range l.Measures(words, i) {
		if wanted(m) {
			return m, true
		}
	}
	return Measure{}, false
}

// Written puts the signs of measures into words, before a text is cut into words: `3/4"` is "0.75 inch", "4 × 40" is "4 x 40".
func Written(text string) string {
	if !strings.ContainsAny(text, `/×*"″”½¼¾'`) || !strings.ContainsAny(text, "0123456789½¼¾") {
		return text
	}
	text = oneSign.Replace(text)
	text = sideBySide.ReplaceAllString(text, "$1 x $2")
	text = vulgar.ReplaceAllStringFunc(text, func(s string) string {
		m := vulgar.FindStringSubmatch(s)
		whole, _ := strconv.ParseFloat("0"+m[1], 64)
		above, _ := strconv.ParseFloat(m[2], 64)
		below, _ := strconv.ParseFloat(m[3], 64)
		unit := m[4]
		if strings.TrimSpace(unit) == "in" { // alone it is "in a box"
			unit = " inch"
		}
		return strconv.FormatFloat(whole+above/below, 'f', -1, 64) + unit
	})
	return inchMark.ReplaceAllString(footMark.ReplaceAllString(text, "$1 foot$2"), "$1 inch$2")
}

var (
	oneSign    = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4")
	sideBySide = regexp.MustCompile(`(\d)\s*[×*]\s*(\d)`)
	vulgar     = regexp.MustCompile(`(?i)\b(?:(\d{1,2})[ -])?([1357]|11|13|15)/(2|4|8|16)(\s?(?:["″”]|-?(?:inch|inches|in|foot|feet|mm|cm|m|litre|liter|l|kg|kilo|lb|pound|pint|gallon|zoll|pulgadas?)\b))`)
	inchMark   = regexp.MustCompile(`(\d)\s?(?:"|″|”|'')(\W|$)`)
	footMark   = regexp.MustCompile(`(\d)'([ ,.]|$)`)
)
