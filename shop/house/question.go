package house

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// query is a question as read.
type query struct {
	text    string
	terms   []term // of the question itself
	before  []term // of what is told before it
	wants   kinds
	yesNo   bool
	all     bag    // of everything that was said
	abroad  bool   // another country is named
	strict  bool   // a plain statement of time is wanted: "how long does it take"
	measure bool   // sizes are converted: the number itself is asked about
	clock   bool   // a time of the day is asked for
	counted string // what "how many" is asked of
}

// joined finds the word that a recogniser has cut in two: "pay pal", "kings brook", "nit wear", "the livery".
func (a *Answers) joined(first, second string) string {
	one, two, both := a.lex.stem(first), a.lex.stem(second), a.lex.stem(first+second)
	if len(both) >= 8 && a.known[both] > 0 {
		return both
	}
	if a.known[one] > 0 && a.known[two] > 0 && !(a.lex.idle[one] && a.lex.idle[two]) {
		return ""
	}
	if len(both) >= 5 && (a.known[both] > 0 || len(a.lex.single[both]) > 0) {
		return both
	}
	if len(both) < 6 || a.lex.idle[two] {
		return ""
	}
	if !a.lex.idle[one] && len(a.lex.single[one]) == 0 {
		if w := a.nearest(first+second, 1); w != "" && a.known[one] == 0 {
			return a.written[w]
		}
		for _, w := range a.sounds[soundOf(both)] {
			if len(w) >= 6 && hear.Distance(both, w, 2) <= 2 {
				return w
			}
		}
	}
	if !a.lex.idle[one] || a.known[two] > 0 || len(a.lex.single[two]) > 0 {
		return ""
	}
	if len(first+second) >= 5 {
		return a.written[a.nearest(first+second, 2)]
	}
	return ""
}

// nearest is a word of the answers, as it is written there, that differs from a heard one in no more than some letters; "" = none.
func (a *Answers) nearest(heard string, most int) string {
	for _, w := range slices.Sorted(maps.Keys(a.written)) {
		if len(w) >= 5+most && hear.Distance(heard, w, most) <= most {
			return w
		}
	}
	return ""
}

// mended writes the second word of a phrase as it should be where a recogniser wrote one that sounds like it and that the answers
// do not know: "gift cart".
func (a *Answers) mended(folded string) string {
	words := strings.Fields(folded)
	for i := 1; i < len(words); i++ {
		heard := a.lex.stem(words[i])
		if a.known[heard] > 0 || len(a.lex.single[heard]) > 0 || a.lex.idle[heard] || len(heard) < 3 {
			continue
		}
		for _, p := range a.lex.phrases[a.lex.stem(words[i-1])] {
			if meant := p.stems[1]; len(p.stems) == 2 && meant != "" && a.known[meant] > 0 && meant[0] == heard[0] && hear.Distance(meant, heard, 1) == 1 {
				words[i] = meant
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// corrected drops a word that the shopper took back: "the sick blouse, I mean the silk one".
func (a *Answers) corrected(terms []term, folded string) []term {
	before, _, ok := strings.Cut(folded, " i mean ")
	if !ok {
		return terms
	}
	n := len(strings.Fields(before))
	return slices.DeleteFunc(terms, func(t term) bool { return t.at < n && t.at >= n-4 && a.known[t.stem] == 0 && len(t.classes) == 0 })
}

// read takes a question apart: what is told before it, and the question itself.
func (a *Answers) read(text string) query {
	folded := a.mended(hear.Text(a.lex.lang.Words(text)))
	from := 0
	if at := asking.FindAllStringIndex(folded, -1); len(at) > 0 {
		from = begin(folded, at)
	}
	q := query{text: folded}
	q.before, q.terms = a.lex.terms(folded[:from], a.joined), a.corrected(a.lex.terms(folded[from:], a.joined), folded[from:])
	q.wants, q.yesNo = a.lex.asks(folded[from:]), yesNo.MatchString(strings.TrimSpace(folded[from:]))
	q.all = a.lex.bag(text)
	q.strict = q.wants&ofTime != 0 && takesTime.MatchString(folded[from:])
	q.clock = q.wants&ofTime != 0 && clockAsked.MatchString(folded[from:])
	q.settle(a.lex)
	if m := howMany.FindStringSubmatch(folded[from:]); m != nil && q.wants&ofNumber != 0 {
		q.counted = m[1]
	}
	if a.carries(q.terms) < 1 { // "what will that cost me": the matter stands before it
		for i := range q.before {
			q.before[i].told = true
		}
		q.terms, q.before = append(q.before, q.terms...), nil
	}
	sent := slices.ContainsFunc([]string{"deliver", "return", "customs", "postage", "exchange", "currency", "parcel", "express"}, q.has)
	for _, list := range [][]term{q.terms, q.before} {
		for i := range list {
			list[i].sent = sent
		}
	}
	for _, t := range slices.Concat(q.terms, q.before) {
		q.abroad = q.abroad || slices.Contains(t.classes, "elsewhere")
		q.measure = q.measure || slices.Contains(t.classes, "europesize")
	}
	return q
}

var takesTime = regexp.MustCompile(`\bhow (?:long|many|quick|quickly|fast)\b`)

var clockAsked = regexp.MustCompile(`\b(?:what time|how late|by when|cut ?off|latest)\b|\bwhen (?:do|must|should|would) (?:i|we) (?:have to |need to )?(?:have )?(?:order|place|put)|\b(?:same|that) day\b`)

var howMany = regexp.MustCompile(`\bhow many (?:more |different |free |business )?(\w+)`)

// counts says that a number of these things stands in a sentence: "in 4 installments".
func (a *Answers) counts(what, text string) bool {
	want := a.lex.stem(what)
	stems := a.lex.words(text)
	for i, s := range stems {
		if !a.lex.isNumber(s) {
			continue
		}
		for _, next := range stems[i+1 : min(len(stems), i+4)] {
			if next == want || slices.ContainsFunc(a.lex.single[want], func(c string) bool { return slices.Contains(a.lex.single[next], c) }) {
				return true
			}
		}
	}
	return false
}

// settle takes the force from the words that only say what kind of fact is asked for.
func (q *query) settle(l *lexicon) {
	for i, t := range q.terms {
		price := slices.Contains(t.classes, "price") || t.stem == l.stem("pay") || t.stem == l.stem("spend")
		size := slices.Contains(t.classes, "maximum") || slices.Contains(t.classes, "minimum")
		place := q.wants == ofPlace && t.stem == "address"
		after := i > 0 && q.terms[i-1].stem == "how" && q.wants != 0 && q.wants != ofWeight // "how fast", "how deep"
		if price && q.wants != 0 && q.wants&ofMoney == 0 {
			q.terms[i].classes = slices.DeleteFunc(slices.Clone(t.classes), func(c string) bool { return c == "price" }) // "when is my card charged"
		}
		if after || q.wants&ofMoney != 0 && price || q.wants&(ofMoney|ofNumber|ofTime|ofLength|ofHeat|ofWeight) != 0 && size || place {
			q.terms[i].force = 0
		}
	}
}

// begin is where the question starts: at its first asking word, unless that is an aside ("do you know …") or a remark comes
// first that is no question at all.
func begin(s string, at [][]int) int {
	for _, m := range at {
		rest := s[m[0]:]
		if idleAsk.MatchString(rest) && m[0] != at[len(at)-1][0] {
			continue
		}
		return m[0]
	}
	return at[len(at)-1][0]
}

var idleAsk = regexp.MustCompile(`^(?:(?:can|could|would|will|may) (?:you|i|we) (?:please |just |also )?(?:tell|say|ask|explain|help|check|look|let)|do you (?:know|happen|think)|what i (?:need|want|would)|are you (?:there|able)|is (?:it|that) (?:true|right|possible|okay|ok) |how (?:are|is it) )`)

// has says that a class is named.
func (q query) has(class string) bool {
	return slices.ContainsFunc(slices.Concat(q.terms, q.before), func(t term) bool { return slices.Contains(t.classes, class) })
}

// carries counts the terms that carry something.
func (a *Answers) carries(terms []term) int {
	n := 0
	for _, t := range terms {
		if t.force >= goodsForce {
			n++
		}
	}
	return n
}
