package house

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/words"
)

// Found is what a shop's answers say to a question.
type Found struct {
	Text string  // the sentences that answer, as they stand in the file; "" = the answers do not say
	File string  // where they stand: "returns.md"
	From string  // the language of the question, where it was put into English to be answered; "" = it was not
	Sure float64 // 0..1: how likely it is that they answer; without a text, that the nearest ones would
}

// What an answer must reach, and how much is said.
const (
	Enough      = 0.55
	enoughAlien = 0.5 // in other languages than English, of which nothing was learned: the words that stand there tell
	maxSpoken   = 55  // words of an answer, beyond its first sentence
	maxTogether = 3   // sentences
	plainly     = 0.95
)

// Ask finds the sentences that answer a question, as a recogniser wrote it. All sentences are ranked by how well they fit the
// question's words, what those mean and the kind of fact that is asked for, by what was asked of shops before, and by what
// the strict reading finds; whether the best one answers is decided apart.
func (a *Answers) Ask(question string) Found {
	if f, ok := a.asked.get(question); ok {
		return f
	}
	var f Found
	if asksArrival(question) {
		f = a.ask("how long does delivery take")
	}
	if f.Text == "" {
		f = a.ask(question)
	}
	if f.Text == "" {
		f = a.askForeign(question, f)
	}
	if as := rephrased(question); f.Text == "" && as != "" {
		if again := a.ask(as); again.Text != "" {
			f = again
		}
	}
	a.asked.put(question, f)
	return f
}

// ask finds what answers a question as it was put.
func (a *Answers) ask(question string) Found {
	s := a.Study(question, learned())
	f, alien, enough := Found{Sure: s.Sure}, a.strange(question), Enough
	if alien {
		enough = enoughAlien
	}
	switch {
	case alien && (len(s.Gate) == 0 || s.Gate[gCover] < 0.5 || s.Gate[gNone] > 0): // what was learned, was learned of English
		f.Sure = min(f.Sure, enough/2)
	case s.Sure >= enough && len(s.Candidates) > 0:
		f.Text, f.File = s.Candidates[0].Text(), s.Candidates[0].File
	}
	return f
}

// askForeign answers a question of another language from answers that are written in English; admitted is what holds if it cannot.
func (a *Answers) askForeign(question string, admitted Found) Found {
	tag, english, ok := a.inEnglish(question)
	if !ok {
		return admitted
	}
	s := a.Study(english, learned())
	if s.Sure < enoughForeign || len(s.Candidates) == 0 {
		return admitted
	}
	return Found{Text: s.Candidates[0].Text(), File: s.Candidates[0].File, From: tag, Sure: s.Sure}
}

// Put is how likely it is, by its words, that a turn is put to a shop itself; 0 where there are no answers.
func (a *Answers) Put(turn string) float64 {
	if a.Empty() {
		return 0
	}
	return a.memory.guess.Put.likely(a.memory, turn)
}

// strange says that most words of a question are not English ones.
func (a *Answers) strange(question string) bool {
	_, written := a.lex.cut(question)
	n := 0
	for _, w := range written {
		if words.Find(w) == words.None && !a.lex.isNumber(w) {
			n++
		}
	}
	return 2*n > len(written)
}

// Studied is a question held against all answers.
type Studied struct {
	Candidates []Candidate // the best first
	Gate       []float64   // the features of the first one, by which it is decided
	Sure       float64     // how likely the first one is to answer
	Strict     *Candidate  // what the strict reading has found; nil = nothing
}

// Candidate is a sentence that may answer.
type Candidate struct {
	File     string
	Features []float64
	Sentence string
	Text     func() string // what would be said
}

// Study holds a question against all answers, by weights that may be others than those in use.
func (a *Answers) Study(question string, by *Weights) Studied {
	if a.Empty() {
		return Studied{}
	}
	q := a.read(question)
	if len(q.terms) == 0 {
		return Studied{}
	}
	w := a.weigher(q)
	list := make([]held, 0, a.sentences)
	for i := range a.passages {
		list = w.hold(&a.passages[i], list)
	}
	order := w.finish(list, by)
	gate := w.gate(order)
	out := Studied{Gate: gate[:], Sure: by.answers(&gate)}
	if gate[gFar] > 0 && gate[gStrict] > 0 && gate[gCover] >= plainly { // where nothing was learned of, all words that stand there are enough
		out.Sure = max(out.Sure, Enough)
	}
	if r := w.strict; r.p != nil {
		out.Strict = &Candidate{File: r.p.file, Text: func() string { return a.say(q, r.p, r.at) }}
	}
	for _, h := range order {
		out.Candidates = append(out.Candidates, Candidate{File: h.p.file, Features: h.features[:], Sentence: h.p.sentences[h.at].text, Text: func() string { return a.say(q, h.p, h.at) }})
	}
	return out
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
func typeBonus(wants kinds, strict bool, p *passage, at int) float64 {
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

// conditions are classes of what holds in special cases only, as they are marked in a bag.
var conditions = marked("abroad", "sale", "final", "faulty", "holiday", "preorder", "alaska", "outlet", "monogram", "business", "custom", "refuse", "lost", "furniture", "curtain", "address", "express", "pricedrop", "bedding", "candle", "underwear", "return", "canada")

func marked(classes ...string) []string {
	for i, c := range classes {
		classes[i] = classMark + c
	}
	return classes
}

// narrowIn lists the conditions of a text.
func narrowIn(b bag) []string {
	var out []string
	for _, c := range conditions {
		if b[c] {
			out = append(out, c)
		}
	}
	return out
}

// narrower counts the conditions of a sentence that the question does not name.
func (q query) narrower(of []string) int {
	n := 0
	for _, c := range of {
		if !q.all[c] {
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
