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
		for _, w := range l.denied(ones(p)) {
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

// ones writes what stands for goods that are not named: an article that nothing follows is a number ("a una", "una de las velas"),
// and one before what only tells goods apart means such a one ("la de seda", "ein großes").
func ones(p []said) []said {
	for i := 0; i < len(p); i++ {
		last := i == len(p)-1 || p[i].stop != ""
		switch {
		case p[i].is != little:
		case p[i].text == "a" && (last || p[i+1].text == "of"):
			p[i].text = "one"
		case (p[i].text == "the" || p[i].text == "a") && !last && (i == 0 || !into[p[i-1].text]):
			j := i + 1
			if p[j].is == little && (p[j].text == "of" || p[j].text == "in") && p[j].stop == "" {
				j++
			}
			from := j
			for j < len(p) && p[j].is == kind && (j == from || p[j-1].stop == "") {
				j++
			}
			if j == from || goesOn(p, j) || strings.HasSuffix(p[j-1].text, " one") {
				continue
			}
			if name, _ := Goods(english.Stem(p[j-1].text[strings.LastIndexByte(p[j-1].text, ' ')+1:])); name {
				continue
			}
			p[j-1].text += " one"
			if from > i+1 {
				p[i+1].text = ""
				p = slices.Delete(p, i+1, i+2)
			}
			i = min(j-1, len(p)-1)
		}
	}
	return p
}

// goesOn says that what tells goods apart goes on at j: with the goods, or with more of the same ("the fig and cedar").
func goesOn(p []said, j int) bool {
	if j == len(p) || p[j-1].stop != "" {
		return false
	}
	return p[j].is == goods || p[j].is == unknown || p[j].is == count || p[j].text == "and" && j+1 < len(p) && p[j+1].is == kind
}

// into are words before a size or a colour that something is to have: "in the large".
var into = map[string]bool{"in": true, "to": true, "on": true, "at": true, "as": true, "size": true, "with": true}

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
