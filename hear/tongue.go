package hear

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Tongue puts what is said in one language into the English words that catalogue and rules know. Goods carry English names, so
// their words must come to that in any case; where the order of the words tells what is wanted, the rules' own patterns
// turn it before (rules, Order). All that is particular to a language is data.
type Tongue struct {
	Tag string // BCP 47, without region

	spelled   *strings.Replacer // what only the writing tells: "Paar" is a pair, "paar" a few
	small     map[string]string // phrases and words that are no goods; "" = carries nothing
	nouns     map[string]string // goods, in the singular, and what makes their names
	kinds     map[string]string // colours, materials, sizes, what tells goods apart
	longest   int               // words in the longest phrase
	endings   []string          // what words may end in besides; the longest ones first
	swaps     [][2]string       // letters of an ending that stand for others: a feminine
	little    [][2]string       // endings that make things little, and what the word ends in without: "velita"
	links     []string          // what may stand between the parts of a compound; nil = there are none
	units     map[string]int    // zero … nineteen, and what else is one word
	tens      map[string]int
	scales    map[string]int // hundred, thousand
	and       string         // between units and tens, or tens and units
	joined    bool           // numbers are written in one word, the units first
	half      []string       // "and a half" behind a number
	likeMarks map[string]string

	sounds, last [][2]string // letters that sound like others, in order, and the same at the end of a word
	plural       []string    // commonest endings of plurals
	alike        func() map[string]string
	parts        func() map[string]bool
}

// TongueOf gives the language of a locale; false = it is English, or one that is not understood.
func TongueOf(locale string) (*Tongue, bool) {
	tag := baseOf(locale)
	for _, t := range tongues {
		if t.Tag == tag {
			return t, true
		}
	}
	return nil, false
}

var tongues = []*Tongue{withSounds(german), withSounds(spanish)}

func withSounds(l *Tongue) *Tongue {
	l.alike, l.parts = sync.OnceValue(l.soundsOf), sync.OnceValue(l.partsOf)
	return l
}

func baseOf(locale string) string {
	tag, _, _ := strings.Cut(strings.ReplaceAll(locale, "_", "-"), "-")
	return strings.ToLower(tag)
}

var decimalComma = regexp.MustCompile(`(\d),(\d{1,2})\b`)

// fraction stands in a folded text for the point of a number, since a point there ends a sentence.
const fraction = "_"

// Folded writes a text in lower case without accents, its numbers in digits, its marks as words of their own, with a blank
// before and after.
func (l *Tongue) Folded(text string) string {
	if l.spelled != nil {
		text = l.spelled.Replace(text + " ")
	}
	words := Tokens(decimalComma.ReplaceAllString(text, "$1.$2"))
	for i := range words {
		words[i].Text = strings.ReplaceAll(words[i].Text, ".", fraction)
	}
	var b strings.Builder
	b.WriteByte(' ')
	for i := 0; i < len(words); {
		s, took := l.number(words, i)
		if took == 0 {
			s, took = words[i].Text, 1
		}
		b.WriteString(s + " ")
		i += took
		switch words[i-1].Stop {
		case Comma:
			b.WriteString(", ")
		case Period:
			b.WriteString(". ")
		case Question:
			b.WriteString("? ")
		}
	}
	return besideFigures.ReplaceAllString(b.String(), "${1}x$2")
}

// besideFigures parts numbers that tell one measure: "4 mal 40", "4 por 40", "4 x 40". Words of few letters say nothing else between figures.
var besideFigures = regexp.MustCompile(`\b(\d+) (?:mal|por|x) (\d+)\b`)

// English puts a folded text into English words. What is written in capitals is English already, and a word for goods by which
// the shop itself calls some stays as it is; named may be nil.
func (l *Tongue) English(folded string, named func(word string) bool) string {
	english, _ := l.Read(folded, named)
	return english
}

// Read is English, and tells the words that it left as they were since nothing is known of them.
func (l *Tongue) Read(folded string, named func(word string) bool) (english string, strange []string) {
	words := l.joinedUp(strings.Fields(folded), named)
	var out []said
	for i := 0; i < len(words); {
		w := words[i]
		switch {
		case w == "," || w == "." || w == "?":
			if n := len(out); n > 0 && out[n-1].stop == "" {
				out[n-1].stop = w
			}
			i++
			continue
		case w[0] >= 'A' && w[0] <= 'Z':
			out = append(out, said{text: strings.ToLower(w), is: wanted})
			i++
			continue
		}
		text, took := l.phrase(words, i)
		s := said{text: text, is: l.sortOf(words[i:i+took], text)}
		if s.is == count {
			s.text = spelledOut(s.text)
		}
		if took == 1 && named != nil && (text != w && l.names(w) || s.is == unknown) && named(w) {
			s = said{text: w, is: goods}
		}
		if i += took; text == "the" && (i == len(words) || !isNumber(words[i]) && words[i] < "a") { // "nimm das raus": an article that stands alone is a pronoun
			s.text = "it"
		}
		if s.text != "" {
			out = append(out, s)
		}
	}
	return l.told(out)
}

func isNumber(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// phrase puts the longest phrase at i into English; what is not known stays as it is.
func (l *Tongue) phrase(words []string, i int) (string, int) {
	for n := min(l.longest, len(words)-i); n > 1; n-- {
		key := strings.Join(words[i:i+n], " ")
		for _, from := range []map[string]string{l.small, l.nouns, l.kinds} {
			if english, ok := from[key]; ok {
				return english, n
			}
		}
		if english, ok := l.nouns[l.inOne(words[i:i+n])]; ok {
			return many(english), n
		}
	}
	return l.word(words[i]), 1
}

// inOne writes a phrase for several as that for one: "bolsas de tela".
func (l *Tongue) inOne(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		for _, end := range l.plural {
			if stem, ok := strings.CutSuffix(w, end); ok && len(stem) > 3 && (l.parts()[stem] || end == "s") {
				out[i] = stem
			}
		}
	}
	return strings.Join(out, " ")
}

func (l *Tongue) word(w string) string {
	if english, ok := l.small[w]; ok {
		return english
	}
	if english, ok := l.good(w); ok {
		return english
	}
	for from, to := range l.likeMarks { // "Groesse" for "Größe"
		if strings.Contains(w, from) {
			plain := strings.ReplaceAll(w, from, to)
			if english, ok := l.small[plain]; ok {
				return english
			}
			if english, ok := l.good(plain); ok {
				return english
			}
		}
	}
	if english, ok := l.compound(w); ok {
		return english
	}
	if english, ok := l.diminutive(w); ok {
		return english
	}
	return w
}

// diminutive reads "velita", "Becherchen".
func (l *Tongue) diminutive(w string) (string, bool) {
	for _, plural := range []string{"", "s"} {
		whole, ok := strings.CutSuffix(w, plural)
		for _, d := range l.little {
			stem, cut := strings.CutSuffix(whole, d[0])
			if !ok || !cut || len(stem) < 2 {
				continue
			}
			for _, form := range []string{stem + d[1], strings.TrimSuffix(stem, "c") + "z" + d[1]} {
				if english, ok := l.small[form]; ok {
					return english, true
				}
				if english, ok := l.good(form); ok {
					if plural != "" {
						english = many(english)
					}
					return english, true
				}
			}
		}
	}
	return "", false
}

// good reads a word that names goods or tells them apart, in any of its forms.
func (l *Tongue) good(w string) (string, bool) {
	if english, ok := l.nouns[w]; ok {
		return english, true
	}
	if english, ok := l.kinds[w]; ok {
		return english, true
	}
	for _, end := range l.endings {
		stem, ok := strings.CutSuffix(w, end)
		if !ok || len(stem) < 2 {
			continue
		}
		for _, form := range l.forms(stem) {
			if english, ok := l.nouns[form]; ok {
				return many(english), true
			}
			if english, ok := l.kinds[form]; ok {
				return english, true
			}
		}
	}
	for _, form := range l.forms(w)[1:] {
		if english, ok := l.kinds[form]; ok {
			return english, true
		}
	}
	return "", false
}

// Kind says that a word tells goods apart and names none: a colour, a material, a size.
func (l *Tongue) Kind(w string) bool {
	english, ok := l.good(w)
	if !ok {
		return false
	}
	for _, known := range l.kinds {
		if known == english {
			return true
		}
	}
	return false
}

// EnglishNames are the names of goods that the language has words for here, in no order.
func (l *Tongue) EnglishNames() []string { return slices.Collect(maps.Values(l.nouns)) }

// forms are a word and the same word with another ending.
func (l *Tongue) forms(w string) []string {
	out := []string{w}
	for _, s := range l.swaps {
		if stem, ok := strings.CutSuffix(w, s[0]); ok {
			out = append(out, stem+s[1])
		}
	}
	return out
}

// compound reads a word that is made of others: "Seidenbluse".
func (l *Tongue) compound(w string) (string, bool) {
	if l.links == nil {
		return "", false
	}
	for i := len(w) - 3; i >= 3; i-- {
		tail, ok := l.good(w[i:])
		if !ok {
			continue
		}
		for _, link := range l.links {
			head, linked := strings.CutSuffix(w[:i], link)
			if !linked {
				continue
			}
			if english, ok := l.good(head); ok {
				return english + " " + tail, true
			}
			if english, ok := l.compound(head); ok {
				return english + " " + tail, true
			}
		}
	}
	return "", false
}

// many is the plural of an English name of goods.
func many(english string) string {
	switch {
	case strings.HasSuffix(english, "s"):
		return english
	case strings.HasSuffix(english, "sh"), strings.HasSuffix(english, "ch"), strings.HasSuffix(english, "x"):
		return english + "es"
	}
	return english + "s"
}

// lexicon reads "blusa=blouse|bufanda=scarf".
func lexicon(lines ...string) map[string]string {
	out := map[string]string{}
	for _, line := range lines {
		for entry := range strings.SplitSeq(line, "|") {
			keys, english, _ := strings.Cut(entry, "=")
			for key := range strings.SplitSeq(keys, "/") {
				out[strings.TrimSpace(key)] = english
			}
		}
	}
	return out
}
