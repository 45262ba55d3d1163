package hear

import (
	"slices"
	"strings"
)

// Language is all that is particular to one language. Its tables are data; the mechanics that read them stand beside it.
type Language struct {
	Tag string // BCP 47, without region

	units    map[string]int  // one … nineteen
	tens     map[string]int  // twenty … ninety
	scales   map[string]int  // hundred, thousand
	amounts  map[string]int  // couple, dozen, pair of …: words that stand for a number
	ordinals map[string]int  // first …; Last for the last
	counted  map[string]bool // "number": a number after these is an ordinal
	mistaken map[string]string
	sizes    map[string]string // "medium" → "m"
	bigger   map[string]bool   // "extra", "double": they go with the size that follows
	expand   map[string]string // "don't" → "do not"
	drop     map[string]bool   // words that carry nothing: "please", "uh"
	small    map[string]bool   // articles, prepositions, pronouns: they name no goods
	holds    map[string]bool   // "bottle", "bag", "pair": what goods come in
	trusted  map[string]bool   // names of goods and colours that are meant as heard, also where the shop has none
	colors   map[string]bool
	plurals  map[string]string
	narrow   narrowing
	measured map[string]unit // what goods are measured in, by all that it is called
	beside   map[string]bool // "by": it parts the numbers of one measure
	point    string          // "point": eight point five
	and      string          // "and"
	half     string          // "half"
	yes, no  []string
	neither  []string // phrases that hold a yes or a no and are none: "no problem", "why not"
}

// For gives the language of a locale; English where it is not known.
func For(locale string) *Language {
	tag, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	for _, l := range languages {
		if strings.EqualFold(l.Tag, tag) {
			return l
		}
	}
	return english
}

var languages = []*Language{english}

// Words cuts a text into words with contractions written out ("I'd" = "i would") and possessives cut ("women's" = "women").
func (l *Language) Words(text string) []Token {
	in := Tokens(text)
	short := slices.IndexFunc(in, l.contracted)
	if short < 0 {
		return in
	}
	out := append(make([]Token, 0, len(in)+4), in[:short]...)
	for _, t := range in[short:] {
		out = l.written(out, t)
	}
	return out
}

// contracted says that a token is written out as others.
func (l *Language) contracted(t Token) bool {
	_, ok := l.expand[t.Text]
	return ok || strings.Contains(t.Text, "'")
}

func (l *Language) written(out []Token, t Token) []Token {
	long, ok := l.expand[t.Text]
	if !ok {
		if head, tail, cut := strings.Cut(t.Text, "'"); cut {
			long, ok = head, true
			if more, known := l.expand["'"+tail]; known {
				long = head + " " + more
			}
		}
	}
	if !ok {
		return append(out, t)
	}
	words := strings.Fields(long)
	for i, w := range words {
		next := Token{Text: w}
		if i == len(words)-1 {
			next.Stop, next.Joined = t.Stop, t.Joined
		}
		out = append(out, next)
	}
	return out
}

// Stem takes the plural off a folded word, and writes a measure in the unit in which it is compared.
func (l *Language) Stem(w string) string {
	if w != "" && w[0] >= '0' && w[0] <= '9' {
		return l.common(w)
	}
	if s, ok := l.plurals[w]; ok {
		return s
	}
	n := len(w)
	if n < 4 || w[n-1] != 's' {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && n > 4:
		return w[:n-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "zes"):
		return w[:n-2]
	}
	return w[:n-1]
}

// Small says that a word names no goods: an article, a preposition, a pronoun, a filler.
func (l *Language) Small(w string) bool { return l.small[w] || l.drop[w] }

// Holder says that a word names what goods come in: a bottle, a pack, a pair.
func (l *Language) Holder(w string) bool { return l.holds[w] || l.holds[l.Stem(w)] }

// Trusted says that a word names goods or a colour, and is meant as it was heard: it is never bent to what the shop has.
func (l *Language) Trusted(w string) bool {
	return l.trusted[w] || l.trusted[l.Stem(w)] || l.colors[w]
}

// Color says that a word names a colour.
func (l *Language) Color(w string) bool { return l.colors[w] }
