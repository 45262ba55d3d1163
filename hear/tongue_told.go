package hear

import (
	"slices"
	"strings"
)

// said is a word or a phrase that was put into English.
type said struct {
	text string
	is   sort
	stop string // the mark behind it
}

// sort is what a word is.
type sort int

const (
	little  sort = iota // of the language, and no goods
	goods               // names goods
	kind                // tells goods apart
	count               // a number
	wanted              // written by a pattern
	unknown             // of no language that is known here
)

func (l *Tongue) sortOf(words []string, english string) sort {
	key := strings.Join(words, " ")
	_, isSmall := l.small[key]
	switch {
	case isNumber(words[0]):
		return count
	case isSmall:
		return little
	case l.kinds[key] != "" || len(words) == 1 && l.Kind(key):
		return kind
	case english != key:
		return goods
	}
	if name, tells := Goods(key); name || tells || english == key && For("en").Trusted(key) {
		return goods
	}
	if len(key) < 3 {
		return little
	}
	return unknown
}

// told puts words together, part by part. A part of which nothing is known but words that carry nothing is talk, where other parts
// name goods or say what is wanted: it is left out, unless it denies something.
func (l *Tongue) told(words []said) (english string, strange []string) {
	var parts [][]said
	from := 0
	for i, w := range words {
		if w.stop != "" || i == len(words)-1 {
			parts = append(parts, words[from:i+1])
			from = i + 1
		}
	}
	is := func(sorts ...sort) func(said) bool { return func(w said) bool { return slices.Contains(sorts, w.is) } }
	matter := slices.ContainsFunc(words, is(wanted)) || slices.ContainsFunc(words, is(goods))
	var b strings.Builder
	for _, p := range parts {
		odd := slices.ContainsFunc(p, is(unknown))
		if odd && matter && !slices.ContainsFunc(p, is(goods, kind, count, wanted)) && !slices.ContainsFunc(p, denies) {
			continue
		}
		for _, w := range l.denied(p) {
			if w.is == unknown {
				strange = append(strange, w.text)
			}
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(w.text + w.stop)
		}
	}
	return strings.ReplaceAll(b.String(), fraction, "."), strange
}

func denies(w said) bool {
	return slices.Contains([]string{"no", "not", "nor", "without", "never", "nothing", "except", "instead"}, w.text)
}

// denied puts a "not" that ends a part in front of the goods that are all of the rest: "belt no".
func (l *Tongue) denied(p []said) []said {
	n := len(p) - 1
	if n < 1 || p[n].text != "no" && p[n].text != "not" || p[n].is != little {
		return p
	}
	first := 0
	if p[0].text == "and" || p[0].text == "but" {
		first = 1
	}
	if first == n || !slices.ContainsFunc(p[first:n], func(w said) bool { return w.is == goods }) {
		return p
	}
	for _, w := range p[first:n] {
		if w.is != goods && w.is != kind && w.text != "the" && w.text != "of" {
			return p
		}
	}
	out := slices.Concat(p[:first], []said{{text: "not", is: little}}, p[first:n])
	out[n].stop = p[n].stop
	return out
}
