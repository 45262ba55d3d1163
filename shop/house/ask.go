package house

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// Found is what a shop's answers say to a question.
type Found struct {
	Text string  // the sentences that answer, as they stand in the file; "" = the answers do not say
	File string  // where they stand: "returns.md"
	Sure float64 // 0..1: how much of the question they cover
}

// What an answer must reach; found on questions that the answers do and do not answer (see docs/shop.md).
const (
	enoughFact  = 0.60 // of the question's weight, where a fact of the kind asked for stands there
	enoughAny   = 0.60 // where any fact would do
	maxSpoken   = 55   // words of an answer, beyond its first sentence
	maxTogether = 3    // sentences
	aside       = 0.3  // the weight of what is told before the question
	asideAlone  = 0.6  // the same, where the question itself says little
	maxAside    = 0.5  // of the question's weight: the most that what was told before may add
	likeness    = 0.85 // of a word of the same class
	nearly      = 0.85 // of the best score: what may answer where the best one may not
)

// Ask finds the sentences that answer a question, as a recogniser wrote it. It answers only where the words that carry the
// question stand together in one passage, with a fact of the kind that is asked for; else the shop does not say.
func (a *Answers) Ask(question string) Found {
	if a.Empty() {
		return Found{}
	}
	q := a.read(question)
	if len(q.terms) == 0 {
		return Found{}
	}
	best := a.rank(q)
	for _, r := range best {
		if r.score >= nearly*best[0].score && a.enough(q, r) {
			return Found{Text: a.say(q, r), File: r.p.file, Sure: r.cover}
		}
	}
	return Found{Sure: first(best).cover}
}

func first(list []ranked) ranked {
	if len(list) == 0 {
		return ranked{}
	}
	return list[0]
}

// query is a question as read.
type query struct {
	terms   []term // of the question itself
	before  []term // of what is told before it
	wants   kinds
	yesNo   bool
	all     bag  // of everything that was said
	abroad  bool // another country is named
	strict  bool // a plain statement of time is wanted: "how long does it take"
	measure bool // sizes are converted: the number itself is asked about
	aside   float64
	counted string // what "how many" is asked of
}

// joined finds the word that a recogniser has cut in two: "pay pal", "kings brook", "nit wear", "the livery".
func (a *Answers) joined(first, second string) string {
	one, two, both := a.lex.stem(first), a.lex.stem(second), a.lex.stem(first+second)
	if len(both) >= 8 && a.known[both] > 0 {
		return both
	}
	if a.known[one] > 0 && a.known[two] > 0 {
		return ""
	}
	if len(both) >= 5 && (a.known[both] > 0 || len(a.lex.single[both]) > 0) {
		return both
	}
	if len(both) < 6 || a.lex.idle[two] {
		return ""
	}
	if !a.lex.idle[one] && len(a.lex.single[one]) == 0 {
		for _, w := range a.sounds[soundOf(both)] {
			if len(w) >= 6 && hear.Distance(both, w, 2) <= 2 {
				return w
			}
		}
	}
	if !a.lex.idle[one] || a.known[two] > 0 || len(a.lex.single[two]) > 0 {
		return ""
	}
	for _, w := range slices.Sorted(maps.Keys(a.written)) {
		if len(w) >= 7 && hear.Distance(first+second, w, 2) <= 2 {
			return a.written[w]
		}
	}
	return ""
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
	folded := hear.Text(a.lex.lang.Words(text))
	from := 0
	if at := asking.FindAllStringIndex(folded, -1); len(at) > 0 {
		from = begin(folded, at)
	}
	var q query
	q.before, q.terms = a.lex.terms(folded[:from], a.joined), a.corrected(a.lex.terms(folded[from:], a.joined), folded[from:])
	q.wants, q.yesNo = a.lex.asks(folded[from:]), yesNo.MatchString(strings.TrimSpace(folded[from:]))
	q.all = a.lex.bag(text)
	q.strict = q.wants&ofTime != 0 && takesTime.MatchString(folded[from:])
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
	if q.aside = aside; a.carries(q.terms) < 2 {
		q.aside = asideAlone
	}
	for _, t := range slices.Concat(q.terms, q.before) {
		q.abroad = q.abroad || slices.Contains(t.classes, "elsewhere")
		q.measure = q.measure || slices.Contains(t.classes, "europesize")
	}
	return q
}

var takesTime = regexp.MustCompile(`\bhow (?:long|many|quick|quickly|fast)\b`)

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
		if !price || q.wants == 0 || q.wants&ofMoney != 0 {
		} else {
			q.terms[i].classes = slices.DeleteFunc(slices.Clone(t.classes), func(c string) bool { return c == "price" }) // "when is my card charged"
		}
		if after || q.wants&ofMoney != 0 && (price || size) || q.wants&ofNumber != 0 && size || place {
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

// ranked is a sentence held against a question.
type ranked struct {
	p       passage
	at      int
	score   float64
	cover   float64
	missing []term  // carriers of the question that stand nowhere near
	carried float64 // carriers that stand there
	context bool    // what was told before the question stands there too
	typed   bool
	some    bool // something that the question names stands there
	titled  bool // a carrier stands in the title
	single  bool // one carrier alone stands there, and not in the title
	goods   bool // some goods that are asked about stand there
	bare    bool // some do not
}

// rank puts the sentences in order, the best first; at most five.
func (a *Answers) rank(q query) []ranked {
	var out []ranked
	for _, p := range a.passages {
		for i := range p.sentences {
			if r := a.hold(q, p, i); r.score > 0 {
				out = append(out, r)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y ranked) int {
		switch {
		case x.score > y.score:
			return -1
		case x.score < y.score:
			return 1
		}
		return 0
	})
	return out[:min(5, len(out))]
}

// hold weighs one sentence.
func (a *Answers) hold(q query, p passage, at int) ranked {
	r := ranked{p: p, at: at}
	var all, got, bonus float64
	carriers := 0
	for _, t := range q.terms {
		w := a.weight(t)
		if w == 0 {
			continue
		}
		c := a.covers(t, p, at)
		if c == 0 {
			w *= excused(t, q)
		}
		all, got = all+w, got+w*c
		if c > 0 && t.force >= goodsForce {
			r.some = true
		}
		if a.matches(t, p.title) > 0 {
			bonus += titled * w
		}
		switch {
		case c == 0 && !t.told && (t.force == 1 || t.number && q.measure):
			r.missing = append(r.missing, t)
		case c > 0 && t.force == 1:
			r.carried += a.carried(t, p)
			carriers++
			r.titled = r.titled || a.matches(t, p.title) > 0
		case c == 0 && t.force == goodsForce && !t.told:
			r.bare = true
		case c > 0 && t.force == goodsForce:
			r.goods = true
		}
	}
	r.single = carriers == 1 && !r.titled
	if all == 0 || got == 0 {
		return ranked{}
	}
	r.cover = got / all
	r.score = got + bonus
	told := 0.0
	for _, t := range q.before {
		c := a.covers(t, p, at)
		told += q.aside * a.weight(t) * c
		r.context = r.context || c > 0 && t.force == 1
	}
	r.score += min(told, maxAside*all)
	r.typed = q.wants == 0
	if q.counted != "" && !a.counts(q.counted, p.sentences[at].text) {
		return r
	}
	if b := typeBonus(q.wants, q.strict, p, at); b >= q.least() {
		r.score, r.typed = r.score+b*all, true
	}
	r.score -= special * all * float64(a.narrower(q, p.sentences[at].words))
	if p.first {
		r.score += 0.04 * all
	}
	return r
}

// excused is how much it weighs that a term stands nowhere near.
func excused(t term, q query) float64 {
	switch {
	case t.number && !q.measure:
		return 0
	case t.told, t.force == goodsForce: // what is said of all things is said of this one
		return 0.3
	case t.force == weakForce:
		return 0.5
	}
	return 1
}

// carried says how firmly a passage holds a carrier of the question: 1 the word itself or a whole phrase, less for a word of its class or sound.
func (a *Answers) carried(t term, p passage) float64 {
	if p.all[t.stem] || p.title[t.stem] || strings.Contains(t.stem, " ") || a.known[t.stem] == 0 && len(t.classes) > 0 {
		return 1
	}
	return 0.5
}

const (
	titled  = 0.45 // a word of the question stands in the title
	special = 0.25 // for each condition that was not asked about
)

// least is how plainly a fact must be stated, as typeBonus counts.
func (q query) least() float64 {
	if q.strict {
		return nearFact
	}
	return hint
}

const (
	plainFact = 0.35 // the sentence states it
	nearFact  = 0.12 // the one beside it does
	softFact  = 0.2  // the sentence hints at it
	hint      = 0.1  // the one beside it does
)

// typeBonus favours sentences with the kind of fact that is asked for; 0 = there is none, nor beside it.
func typeBonus(wants kinds, strict bool, p passage, at int) float64 {
	s := p.sentences[at]
	switch {
	case s.plain&wants != 0:
		return plainFact
	case s.soft&wants != 0 && !strict:
		return softFact
	}
	best := 0.0
	for i := max(0, at-1); i <= min(at+1, len(p.sentences)-1); i++ {
		switch {
		case p.sentences[i].plain&wants != 0:
			best = nearFact
		case p.sentences[i].soft&wants != 0:
			best = max(best, hint)
		}
	}
	return best
}

// conditions are classes of what holds in special cases only.
var conditions = []string{"abroad", "sale", "final", "faulty", "holiday", "preorder", "alaska", "outlet", "monogram", "business", "custom", "refuse", "lost", "furniture", "curtain", "address", "express", "pricedrop", "bedding", "candle", "underwear"}

// narrower counts the conditions of a sentence that the question does not name.
func (a *Answers) narrower(q query, b bag) int {
	n := 0
	for _, c := range conditions {
		if b[classMark+c] && !q.all[classMark+c] {
			n++
		}
	}
	return n
}

func (a *Answers) weight(t term) float64 {
	if t.force == 0 {
		return 0
	}
	if w, ok := a.known[t.stem]; ok {
		return t.force * w
	}
	best := 0.0
	for _, c := range t.classes {
		best = max(best, a.known[classMark+c])
	}
	if best > 0 {
		return t.force * best
	}
	return t.force * a.rarest()
}

// covers says how well a term stands in or near a sentence: 1 in it, less beside it, in its paragraph or above.
func (a *Answers) covers(t term, p passage, at int) float64 {
	best := a.matches(t, p.sentences[at].words)
	for _, i := range []int{at - 1, at + 1} {
		if i >= 0 && i < len(p.sentences) {
			best = max(best, 0.8*a.matches(t, p.sentences[i].words))
		}
	}
	best = max(best, 0.65*a.matches(t, p.all))
	return max(best, 0.8*a.matches(t, p.title))
}

// places are classes of where things are sent; where nothing is, "from Italy" is no place of delivery.
var places = []string{"country", "elsewhere", "abroad", "europe", "canada", "kingdom", "ireland", "germany", "france", "netherlands", "alaska", "hawaii", "rico"}

// matches says whether a bag has a term: the word itself, a word of its class, or one that sounds like it.
func (a *Answers) matches(t term, b bag) float64 {
	if b[t.stem] {
		return 1
	}
	if n := numberWords[t.stem]; n != "" && b[n] {
		return 1
	}
	for _, c := range t.classes {
		if b[classMark+c] && (!slices.Contains(places, c) || t.sent) {
			return likeness
		}
	}
	if a.known[t.stem] == 0 && len(t.classes) == 0 && t.force == 1 {
		for _, w := range a.likely(t.stem) {
			if b[w] {
				return 0.75
			}
			for _, c := range a.lex.single[w] {
				if b[classMark+c] {
					return 0.7
				}
			}
		}
	}
	return 0
}

// likely are the words of the answers that a recogniser may have meant.
func (a *Answers) likely(stem string) []string {
	if len(stem) < 3 {
		return nil
	}
	var out []string
	for _, w := range a.sounds[soundOf(stem)] {
		if len(w) >= 3 && !a.lex.idle[w] && hear.Distance(stem, w, 3) <= max(1, len(w)*2/5) {
			out = append(out, w)
		}
	}
	if len(out) == 0 && len(stem) >= 6 {
		for w := range a.known {
			if len(w) >= 6 && w[0] == stem[0] && hear.Distance(stem, w, 1) == 1 {
				out = append(out, w)
			}
		}
		slices.Sort(out)
	}
	return out
}

// enough says whether the sentence may stand as the answer.
func (a *Answers) enough(q query, r ranked) bool {
	if q.abroad && q.has("deliver") && slices.ContainsFunc(r.p.sentences, func(s sentence) bool { return s.words[classMark+"elsewhere"] }) {
		return r.cover >= enoughFact
	}
	if !r.typed || !r.some {
		return false
	}
	lost := 0.0
	for _, t := range r.missing {
		if a.unheard(t) { // the answers never speak of it
			return false
		}
		lost += t.force
	}
	if r.bare && !r.goods && r.carried <= 1 && a.another(q, r.p.title) {
		return false
	}
	if q.wants == 0 {
		if r.single && (q.yesNo && r.bare && !r.goods || !q.yesNo && !r.goods && !r.context) {
			return false
		}
		return r.cover >= enoughAny && lost < 1 && (r.carried >= 1 || r.carried > 0 && r.goods && r.cover >= 0.8)
	}
	if q.wants == ofMoney && r.carried == 0 && !r.context { // what goods cost is the catalogue's to say
		return false
	}
	return r.cover >= enoughFact && lost < 1
}

// another says that a title names a material or a kind of goods that the question does not: what is said of silk is not said
// of down.
func (a *Answers) another(q query, title bag) bool {
	for w := range title {
		if a.lex.goods[w] && !q.all[w] && !slices.ContainsFunc(a.lex.single[w], func(c string) bool { return q.all[classMark+c] }) {
			return true
		}
	}
	return false
}

// unheard says that neither a word, nor its class, nor one that sounds like it stands in the answers at all.
func (a *Answers) unheard(t term) bool {
	if t.force < 1 || a.known[t.stem] > 0 {
		return false
	}
	for _, c := range t.classes {
		if a.known[classMark+c] > 0 {
			return false
		}
	}
	return len(a.likely(t.stem)) == 0
}

// anaphor begins a sentence that does not stand alone.
var anaphor = regexp.MustCompile(`^(?:It|That|This|They|These|Those|Later|After that|Until then|Then|Neither|Both|Till|By then|If it|There)\b`)

// say joins the sentences to say: the one that answers, what it leans on, and what belongs to it.
func (a *Answers) say(q query, r ranked) string {
	s := r.p.sentences
	from, to := r.at, r.at+1
	if from == 1 && q.wants == 0 || from > 0 && (anaphor.MatchString(s[from].text) || q.wants != 0 && s[from].soft&q.wants == 0 && s[from-1].soft&q.wants != 0) {
		from--
	}
	words := 0
	for i := from; i < to; i++ {
		words += len(strings.Fields(s[i].text))
	}
	for to < len(s) && to-from < maxTogether {
		words += len(strings.Fields(s[to].text))
		if words > maxSpoken {
			break
		}
		to++
	}
	parts := make([]string, 0, maxTogether)
	for _, one := range s[from:to] {
		parts = append(parts, one.text)
	}
	return strings.Join(parts, " ")
}
