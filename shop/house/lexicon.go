package house

import (
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// classMark stands before the name of a class in a bag, so that it is never taken for a word.
const classMark = "~"

// bag is what stands somewhere: stems, and the classes that they belong to.
type bag map[string]bool

func (b bag) with(o bag) bag {
	out := make(bag, len(b)+len(o))
	for w := range b {
		out[w] = true
	}
	for w := range o {
		out[w] = true
	}
	return out
}

// term is a word or a phrase of a question.
type term struct {
	stem    string   // a phrase's words are joined by blanks
	words   []string // as they were heard
	classes []string
	force   float64 // 0 = says nothing, 1 = carries the question
	at      int     // its first word
	number  bool
	told    bool // it stands before the question
	sent    bool // the question is about sending
}

// lexicon is what is known of one language, ready for use. The words stand in lexicon_en.go.
type lexicon struct {
	lang    *hear.Language
	single  map[string][]string // stem → classes
	phrases map[string][]phrase // first stem → phrases that begin with it, the longest first
	idle    map[string]bool     // stems that say nothing in a question
	weak    map[string]bool     // stems that say little
	goods   map[string]bool     // names of goods: a fact about all of them is a fact about one
	irreg   map[string]string
}

// phrase is words in a row; "" in it stands for up to maxGap others.
type phrase struct {
	stems []string
	class string
}

const maxGap = 3

// gaps counts the places where other words may stand.
func (p phrase) gaps() int {
	n := 0
	for _, s := range p.stems {
		if s == "" {
			n++
		}
	}
	return n
}

// words cuts a text into stems.
func (l *lexicon) words(text string) []string {
	stems, _ := l.cut(text)
	return stems
}

// cut is words, with the words as they were written beside their stems.
func (l *lexicon) cut(text string) (stems, written []string) {
	for _, t := range l.lang.Words(oneWord.Replace(email.ReplaceAllString(strings.ToLower(text), " "))) {
		if t.Text != "" {
			stems, written = append(stems, l.stem(t.Text)), append(written, t.Text)
		}
	}
	return stems, written
}

// oneWord keeps words together whose parts mean something else.
var oneWord = strings.NewReplacer("business day", "workday", "free of charge", "free")

// email addresses are no words.
var email = regexp.MustCompile(`\S+@\S+`)

// stem makes the forms of a word one: "shipped", "shipping", "ships" are "ship".
func (l *lexicon) stem(w string) string {
	if s, ok := l.irreg[w]; ok {
		return bare(s)
	}
	w = l.lang.Stem(w)
	if s, ok := l.irreg[w]; ok {
		return bare(s)
	}
	switch n := len(w); {
	case n > 5 && strings.HasSuffix(w, "ing") && hasVowel(w[:n-3]):
		w = undouble(w[:n-3])
	case n > 4 && strings.HasSuffix(w, "ied"):
		w = w[:n-3] + "y"
	case n > 4 && strings.HasSuffix(w, "ed") && hasVowel(w[:n-2]):
		w = undouble(w[:n-2])
	case n > 5 && strings.HasSuffix(w, "ly"):
		w = w[:n-2]
	}
	if s, ok := l.irreg[w]; ok {
		return bare(s)
	}
	return bare(w)
}

// bare takes the last vowel from a word, so that "exchange" and "exchanging" are one, however they came to it.
func bare(w string) string {
	if n := len(w); n > 3 && w[n-1] == 'e' {
		w = w[:n-1]
	}
	if n := len(w); n > 3 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2])) {
		w = w[:n-1] + "i"
	}
	return w
}

func hasVowel(s string) bool { return strings.ContainsAny(s, "aeiouy") }

func undouble(s string) string {
	if n := len(s); n > 3 && s[n-1] == s[n-2] && !strings.ContainsRune("lsz", rune(s[n-1])) {
		return s[:n-1]
	}
	return s
}

// find gives the phrase that begins at i, and how many words it takes.
func (l *lexicon) find(stems []string, i int) (phrase, int) {
	for _, p := range l.phrases[stems[i]] {
		if n := fits(p.stems, stems[i:]); n > 0 {
			return p, n
		}
	}
	return phrase{}, 0
}

// fits says how many of the words a phrase takes; 0 = it is not there.
func fits(want, have []string) int {
	j := 0
	for k := range want {
		if want[k] != "" {
			if j >= len(have) || have[j] != want[k] {
				return 0
			}
			j++
			continue
		}
		gap := 0
		for gap <= maxGap && j+gap < len(have) && have[j+gap] != want[k+1] {
			gap++
		}
		if gap > maxGap || j+gap >= len(have) {
			return 0
		}
		j += gap
	}
	return j
}

// bag is all that a text holds.
func (l *lexicon) bag(text string) bag {
	stems := l.words(text)
	out := bag{}
	for i, s := range stems {
		out[s] = true
		for _, c := range l.single[s] {
			out[classMark+c] = true
		}
		for _, p := range l.phrases[s] {
			if fits(p.stems, stems[i:]) > 0 {
				out[classMark+p.class] = true
			}
		}
	}
	return out
}

// terms reads a stretch of a question. joined gives the word of the answers that two heard words may be, or "".
func (l *lexicon) terms(text string, joined func(a, b string) string) []term {
	stems, written := l.cut(text)
	var out []term
	for i := 0; i < len(stems); {
		if p, n := l.find(stems, i); n > 1 {
			own, between := parted(p, stems[i:i+n])
			out = append(out, term{stem: own, words: written[i : i+n], classes: []string{p.class}, force: l.phraseForce(p), at: i})
			for _, s := range between { // "send the plant back" is about plants too
				out = append(out, l.term(s, written[i+slices.Index(stems[i:i+n], s)], i))
			}
			i += n
			continue
		}
		if i+1 < len(stems) {
			if both := joined(written[i], written[i+1]); both != "" {
				out = append(out, term{stem: both, words: []string{written[i] + written[i+1]}, classes: l.single[both], force: 1, at: i})
				i += 2
				continue
			}
		}
		out = append(out, l.term(stems[i], written[i], i))
		i++
	}
	return out
}

func (l *lexicon) term(stem, word string, at int) term {
	return term{stem: stem, words: []string{word}, classes: l.single[stem], force: l.force(stem), at: at, number: l.isNumber(stem)}
}

// parted gives the words of a phrase as one, and those that stand between them.
func parted(p phrase, have []string) (own string, between []string) {
	var words []string
	for _, s := range have {
		if slices.Contains(p.stems, s) {
			words = append(words, s)
		} else {
			between = append(between, s)
		}
	}
	return strings.Join(words, " "), between
}

func (l *lexicon) phraseForce(p phrase) float64 {
	switch p.class {
	case "idle":
		return 0
	case "weak":
		return weakForce
	}
	return 1
}

const (
	weakForce  = 0.2
	goodsForce = 0.55
)

func (l *lexicon) force(stem string) float64 {
	switch {
	case l.idle[stem], len(stem) == 1:
		return 0
	case l.isNumber(stem), l.weak[stem]:
		return weakForce
	case l.goods[stem]:
		return goodsForce
	}
	return 1
}

func (l *lexicon) isNumber(stem string) bool {
	return stem[0] >= '0' && stem[0] <= '9' || numberWords[stem] != ""
}

// soundOf is what a stem sounds like, without a mark for how it begins with a vowel.
func soundOf(stem string) string { return hear.Sound(stem) }

// kinds are the kinds of fact that a sentence holds, or a question asks for.
type kinds uint32

const (
	ofMoney kinds = 1 << iota
	ofTime
	ofNumber
	ofHeat
	ofWeight
	ofLength
	ofHabit // how often
	ofPlace
	ofDate
	ofContact
	ofSize
	ofClock // a time of the day
	softly  // marks a pattern that only hints
)

var kindPatterns = []struct {
	kind kinds
	re   *regexp.Regexp
}{
	{ofMoney, regexp.MustCompile(`(?i)[$€£]\s?\d|\d\s?(?:dollars?|euros?|cents?)\b`)},
	{softly | ofMoney, regexp.MustCompile(`(?i)\bfree\b|costs? nothing|no (?:fees?|charge|cost|interest)|without (?:interest|charge|fee)|\d+ ?(?:percent|%)`)},
	{softly | ofTime, regexp.MustCompile(`(?i)\bwhen\b|\buntil\b|\bnever\b|\b(?:before|after) (?:the|you|it)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b`)},
	{ofTime, regexp.MustCompile(`(?i)\b\d+(?: to \d+)?(?: business| working| calendar)? ?-?(?:minutes?|hours?|days?|weeks?|months?|years?)\b|\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\b(?:any time|at once|at all hours|expires?|same day|end of the)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|thirty) (?:minutes?|hours?|days?|weeks?|months?|years?)\b`)},
	{ofNumber, regexp.MustCompile(`(?i)\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice)\b`)},
	{ofHeat, regexp.MustCompile(`(?i)\d+ degrees|\b(?:cool|cold|warm|hot|lukewarm)\b`)},
	{ofWeight, regexp.MustCompile(`(?i)\d+ ?(?:pounds?|lbs?|ounces?|oz|kg|kilos?|grams?)\b`)},
	{ofLength, regexp.MustCompile(`(?i)\d+ ?(?:inch|inches|feet|foot|cm|mm|meters?|characters?|letters?|words?)\b|\d by \d`)},
	{ofDate, regexp.MustCompile(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d|\d [ap]\.?m\b`)},
	{ofPlace, regexp.MustCompile(`\d+ [A-Z][\w']+(?: [A-Z]\w+)? ?(?:Street|Avenue|Road|Lane|Yard|Square|Drive|Way|Boulevard|Place|Court|Quay|St|Ave|Rd)\b|(?i)\b(?:on our website|behind the|next to|at any store|at the door)\b`)},
	{ofContact, regexp.MustCompile(`\S+@\S+\.\w+|\+?\d[\d -]{6,}\d`)},
	{ofClock, regexp.MustCompile(`(?i)\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b|\bnoon\b|\bmidnight\b`)},
	{ofHabit, regexp.MustCompile(`(?i)\bevery\b|\b(?:once|twice|times) (?:a|per)\b|\bafter every\b|\boften\b`)},
	{ofSize, regexp.MustCompile(`(?i)\bsizes?\b|\bsmaller\b|\blarger\b`)},
}

// typesIn gives what a text states, and what it only hints at: "free" is an answer to "how much", but an amount is a better one.
func (l *lexicon) typesIn(text string) (plain, soft kinds) {
	for _, p := range kindPatterns {
		switch {
		case !p.re.MatchString(text):
		case p.kind&softly != 0:
			soft |= p.kind &^ softly
		default:
			plain |= p.kind
		}
	}
	return plain, soft | plain
}

var askPatterns = []struct {
	kind kinds
	re   *regexp.Regexp
}{
	{ofContact, regexp.MustCompile(`\b(?:phone|telephone|fax) number\b|\be-?mail address\b|\bnumber (?:of|for) the\b`)},
	{ofPlace, regexp.MustCompile(`\bwhere (?:is|are) (?:the|your|you)\b|\baddress of\b|\bwhere .* located\b|\bdirections to\b`)},
	{ofDate, regexp.MustCompile(`^when (?:is|are|was) (?:the |your )?(?:next )?[a-z]+ ?(?:friday|day|sale|season|holiday|event|opening)?(?: this year| next year)?$`)},
	{ofTime, regexp.MustCompile(`^(?:(?:and|so|but|until|till|by) )?when (?:do|does|did|will|would|can|could|should|am|is|are|was) (?:you|i|my|it|the|we|they|she|he|your)\b`)},
	{ofHeat, regexp.MustCompile(`\bhow (?:warm|hot|cold|cool)\b|\b(?:what|which) temperature\b|\btemperature\b`)},
	{ofWeight, regexp.MustCompile(`\bhow heavy\b|\bhow much (?:do|does|did|will) .* weigh\b|\bweighs?\b`)},
	{ofHabit, regexp.MustCompile(`\bhow (?:often|frequently)\b|\bhow many times\b`)},
	{ofTime, regexp.MustCompile(`\bhow (?:soon|late|early|quick|quickly|fast)\b|\b(?:until|till|by|since) when\b|\bwhat (?:time|date|day)\b|\bhow (?:many|much) (?:more )?(?:minutes?|hours?|days?|weeks?|months?|years?|time)\b|\bhow much (?:longer|sooner|earlier|later|faster)\b|\bdeadline\b|\bcut ?off\b`)},
	{ofTime | ofLength, regexp.MustCompile(`\bhow long\b`)},
	{ofLength | ofMoney, regexp.MustCompile(`\bhow (?:big|high|large)\b`)},
	{ofLength, regexp.MustCompile(`\bhow (?:tall|wide|deep|thick)\b|\b(?:deepest|thickest|tallest|widest)\b|\bmeasurements?\b|\bdimensions?\b`)},
	{ofMoney, regexp.MustCompile(`\bhow (?:much|expensive|pricey)\b|\bto spend\b|\bwhat (?:amount|percent|percentage|share)\b|\bcosts?\b|\bfees?\b|\bwhat (?:do|does|would|will|did) (?:you|they|it|that|this) charge\b|\bwhat (?:is|are|was) the (?:price|charge|rate|postage|shipping|delivery)\b|\bpricey\b|\bpay for (?:shipping|delivery|postage|it|that|the)\b|\bwhat (?:would|will|is|does) (?:shipping|delivery|postage|that|it|express|overnight) .*\bbe\b|\bto have to pay\b|\bwhat is that$|\bcharge for\b|\bwhat (?:is it|do|will|would|does|are|did|can)? ?(?:you|they|i|it|that) (?:going to |gonna )?(?:keep|deduct|take off|hold back|withhold|lose|owe)\b|\bwhat ll you (?:keep|take|charge)\b`)},
	{ofNumber, regexp.MustCompile(`\bhow many\b|\bhow old\b`)},
	{ofMoney | ofNumber, regexp.MustCompile(`\b(?:minimum|maximum|smallest|largest|biggest|highest|lowest|least|most)\b`)},
	{ofTime, regexp.MustCompile(`(?:^|\bexactly |\band |\bso |\bthere |\bhere |\bthat |\bme )when\b|\bwhen (?:do|does|did|is|are|was|will|would|can|could|should|am|have|has|must)\b|\bwhen$`)},
}

// asks is what kind of fact a question wants; 0 = any, a yes or a no among them.
func (l *lexicon) asks(folded string) kinds {
	for _, p := range askPatterns {
		if p.re.MatchString(folded) {
			return p.kind
		}
	}
	return 0
}

// yesNo finds questions that a yes or a no would answer.
var yesNo = regexp.MustCompile(`^(?:do|does|did|is|are|am|was|were|can|could|may|might|will|would|should|shall|have|has|must|any chance|is there|are there)\b`)

// asking finds where a question begins inside what is said.
var asking = regexp.MustCompile(`\b(?:(?:until|till|by|after|for|from|since|to|at|in|up to) )?(?:how|what|which|who|whom|whose|where|why)\b|\b(?:until |till |by )?when (?:do|does|did|is|are|was|will|would|can|could|should|today|am|must)\b|\b(?:can|could|may|do|does|did|will|would|is|are|should|must|am) (?:i|we|you|he|she|it|they|there|my|the|your|this|that|these|those|somebody|anybody|someone|anyone)\b|\bwhen$|\bany chance\b`)
