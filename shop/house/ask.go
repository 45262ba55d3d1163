package house

import (
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
	maxLost     = 0.62 // of what stands there: the most that a carrier that does not may weigh
	likeness    = 0.85 // of a word of the same class
	beyond      = 0.25 // of what is told before, beyond that most
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
	some    bool    // something that the question names stands there
	titled  bool    // a carrier stands in the title
	single  bool    // one carrier alone stands there, and not in the title
	got     float64 // weight of what stands there
	goods   bool    // some goods that are asked about stand there
	bare    bool    // some do not
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
	carriers, phrase := 0, false
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
			phrase = phrase || strings.Contains(t.stem, " ")
			r.titled = r.titled || a.matches(t, p.title) > 0
		case c == 0 && t.force == goodsForce && !t.told:
			r.bare = true
		case c > 0 && t.force == goodsForce:
			r.goods = true
		}
	}
	r.single = carriers == 1 && !r.titled && !phrase
	if all == 0 || got == 0 {
		return ranked{}
	}
	r.cover, r.got = got/all, got
	r.score = got + bonus
	told := 0.0
	for _, t := range q.before {
		c := a.covers(t, p, at)
		told += q.aside * a.weight(t) * c
		r.context = r.context || c > 0 && t.force == 1
	}
	r.score += min(told, maxAside*all) + beyond*max(0, told-maxAside*all)
	r.typed = q.wants == 0
	if q.counted != "" && !a.counts(q.counted, p.sentences[at].text) {
		return r
	}
	if b := typeBonus(q.wants, q.strict, p, at); b >= q.least() {
		r.score, r.typed = r.score+b*all, true
	}
	if q.abroad && q.has("deliver") && p.sentences[at].words[classMark+"elsewhere"] { // where a shop sends says where it does not
		r.score += wherever * all
	}
	if q.clock && p.sentences[at].plain&ofClock != 0 {
		r.score += plainClock * all
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
	plainFact  = 0.35 // the sentence states it
	nearFact   = 0.12 // the one beside it does
	softFact   = 0.2  // the sentence hints at it
	wherever   = 0.5  // it says where the shop sends at all
	plainClock = 0.15 // it names a time of the day, where one is asked for
	hint       = 0.1  // the one beside it does
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
var conditions = []string{"abroad", "sale", "final", "faulty", "holiday", "preorder", "alaska", "outlet", "monogram", "business", "custom", "refuse", "lost", "furniture", "curtain", "address", "express", "pricedrop", "bedding", "candle", "underwear", "return", "canada"}

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
	if len(out) == 0 && len(stem) >= 4 {
		for w := range a.known {
			if len(w) >= 4 && related(stem, w) {
				out = append(out, w)
			}
		}
		slices.Sort(out)
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

// endings make other words of one stem: rent and rental, insure and insurance.
var endings = []string{"al", "er", "or", "ment", "anc", "abl", "ion", "ation", "r", "ist", "less", "ful"}

func related(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(b, a)
	return ok && slices.Contains(endings, rest)
}
