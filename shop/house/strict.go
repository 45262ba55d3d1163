package house

import (
	"slices"
	"strings"
)

// What the strict reading of a question asks of a sentence; found on questions that the answers do and do not answer.
const (
	enoughFact = 0.60 // of the question's weight, where a fact of the kind asked for stands there
	enoughAny  = 0.60 // where any fact would do
	aside      = 0.3  // the weight of what is told before the question
	asideAlone = 0.6  // the same, where the question itself says little
	maxAside   = 0.5  // of the question's weight: the most that what was told before may add
	maxLost    = 0.62 // of what stands there: the most that a carrier that does not may weigh
	likeness   = 0.85 // of a word of the same class
	beyond     = 0.25 // of what is told before, beyond that most
	nearly     = 0.85 // of the best score: what may answer where the best one may not
)

// strict finds the sentence that answers where the words that carry a question stand together in one passage, with a fact of the
// kind that is asked for: a reading by words and classes of words alone, which is seldom wrong where it finds something. False =
// it finds nothing.
func (a *Answers) strict(q query) (ranked, bool) {
	best := a.rank(q)
	for _, r := range best {
		if r.score >= nearly*best[0].score && a.enough(q, r) {
			return r, true
		}
	}
	return ranked{}, false
}

// ranked is a sentence held against a question.
type ranked struct {
	p       *passage
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
	for n := range a.passages {
		p := &a.passages[n]
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
func (a *Answers) hold(q query, p *passage, at int) ranked {
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
	told, by := 0.0, aside
	if a.carries(q.terms) < 2 {
		by = asideAlone
	}
	for _, t := range q.before {
		c := a.covers(t, p, at)
		told += by * a.weight(t) * c
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
	r.score -= special * all * float64(q.narrower(p.sentences[at].narrow))
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
func (a *Answers) carried(t term, p *passage) float64 {
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

// covers says how well a term stands in or near a sentence: 1 in it, less beside it, in its paragraph or above.
func (a *Answers) covers(t term, p *passage, at int) float64 {
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
