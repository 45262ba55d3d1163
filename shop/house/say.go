package house

import (
	"regexp"
	"strings"
)

// anaphor begins a sentence that does not stand alone.
var anaphor = regexp.MustCompile(`^(?:It|That|This|They|These|Those|Later|After that|Until then|Then|Neither|Both|Till|By then|If it|There)\b`)

// span is what is said with a sentence: what it leans on, and what belongs to it.
func (a *Answers) span(q query, p *passage, at int) (from, to int) {
	s := p.sentences
	from, to = at, at+1
	if from == 1 && q.wants == 0 || from > 0 && (s[from].leans || q.wants != 0 && s[from].soft&q.wants == 0 && s[from-1].soft&q.wants != 0) {
		from--
	}
	words := 0
	for i := from; i < to; i++ {
		words += s[i].length
	}
	for to < len(s) && to-from < maxTogether {
		if words += s[to].length; words > maxSpoken {
			break
		}
		to++
	}
	return from, to
}

// say joins the sentences to say.
func (a *Answers) say(q query, p *passage, at int) string {
	from, to := a.span(q, p, at)
	parts := make([]string, 0, maxTogether)
	for _, one := range p.sentences[from:to] {
		parts = append(parts, one.text)
	}
	return strings.Join(parts, " ")
}
