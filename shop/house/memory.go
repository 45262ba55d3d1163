package house

import (
	"bufio"
	_ "embed" // what was asked before
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart/internal/words"
)

// Memory is what people asked of shops before, and the sentences that answered them: who asks much as somebody else did is
// answered by a sentence much like that one's, in whatever shop. It never changes.
type Memory struct {
	lex    *lexicon
	idf    map[string]float64
	asked  []pastQuestion
	told   []vector         // the sentences that answered
	stands map[string][]int // feature → questions that have it
	spoken []bag            // by sentence told: the words that stand in it, and in the questions that it answered
	prior  prior
	guess  *Guess
	class  []int // by sentence told: which of the guess it is; -1 = none
}

// Past is a question that was asked, and the sentence that answered it; "" = the shop did not say.
type Past struct{ Question, Answer string }

type pastQuestion struct {
	vector
	answer int // of told; -1 = none
}

// vector is a text as weighted features, of length 1, and as a point of meaning.
type vector struct {
	of     map[string]float64
	centre [words.Dims]float32
}

// How a text's features weigh, beside how rare they are.
const (
	idleShare   = 0.25 // of a word that says nothing
	weakShare   = 0.6
	classShare  = 0.8
	pairShare   = 0.45 // of two words in a row
	kindShare   = 2.0  // of the kind of fact that is asked for
	centreShare = 0.35 // of the point of meaning, of all likeness
)

//go:embed asked.txt
var askedText string

// remembered is what the program brings along.
var remembered = sync.OnceValue(func() *Memory {
	past, err := ReadPast(strings.NewReader(askedText))
	if err != nil { // the file is read by a test
		past = nil
	}
	return NewMemory(past, guessed())
})

// ReadPast reads questions, a line each, below the sentence that answered them: "= You can send it back for 30 days." A "=" alone
// stands above what a shop did not say.
func ReadPast(from io.Reader) ([]Past, error) {
	var out []Past
	answer := ""
	in := bufio.NewScanner(from)
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			answer = strings.TrimSpace(line[1:])
		default:
			out = append(out, Past{line, answer})
		}
	}
	return out, in.Err()
}

// NewMemory makes a memory of what was asked, with what was learned of it.
func NewMemory(past []Past, guess *Guess) *Memory {
	m := &Memory{lex: english[AllWords](), idf: map[string]float64{}, stands: map[string][]int{}, guess: guess}
	bags := make([]map[string]float64, len(past))
	count := map[string]int{}
	at := map[string]int{}
	for i, p := range past {
		bags[i] = m.features(p.Question, true)
		for f := range bags[i] {
			count[f]++
		}
		if _, ok := at[p.Answer]; !ok && p.Answer != "" {
			at[p.Answer] = len(at)
		}
	}
	for f, n := range count {
		m.idf[f] = math.Log(1 + float64(len(past))/float64(n))
	}
	m.told, m.spoken, m.class = make([]vector, len(at)), make([]bag, len(at)), make([]int, len(at))
	for answer, i := range at {
		m.told[i], m.spoken[i] = m.vector(answer, m.features(answer, false)), m.lex.bag(answer)
		m.class[i] = slices.Index(guess.Told, answer)
	}
	for i, p := range past {
		q := pastQuestion{vector: m.vector(p.Question, bags[i]), answer: -1}
		if p.Answer != "" {
			q.answer = at[p.Answer]
			maps.Copy(m.spoken[q.answer], m.lex.bag(p.Question))
		}
		m.asked = append(m.asked, q)
		for f := range q.of {
			m.stands[f] = append(m.stands[f], i)
		}
	}
	m.prior = m.learnPrior(past)
	return m
}

// features are the words of a text, their classes, words in a row and the kind of fact, with their shares.
func (m *Memory) features(text string, question bool) map[string]float64 {
	stems, written := m.lex.cut(text)
	out := map[string]float64{}
	add := func(f string, share float64) { out[f] = max(out[f], share) }
	for i, s := range stems {
		share := 1.0
		switch f := m.lex.force(s); {
		case f == 0:
			share = idleShare
		case f == weakForce:
			share = weakShare
		}
		add(s, share)
		for _, c := range m.lex.single[s] {
			add(classMark+c, classShare)
		}
		for _, p := range m.lex.phrases[s] {
			if fits(p.stems, stems[i:]) > 0 && p.class != "idle" && p.class != "weak" {
				add(classMark+p.class, classShare)
			}
		}
		if i > 0 {
			add(stems[i-1]+" "+s, pairShare)
		}
	}
	if question {
		if k := m.lex.asks(strings.Join(written, " ")); k != 0 {
			add(classMark+"?"+string(rune('a'+bits(k))), kindShare)
		}
	}
	return out
}

// bits names a set of kinds by its highest.
func bits(k kinds) int {
	n := 0
	for ; k > 1; k >>= 1 {
		n++
	}
	return n
}

func (m *Memory) vector(text string, features map[string]float64) vector {
	v := vector{of: make(map[string]float64, len(features))}
	_, written := m.lex.cut(text)
	var centre [words.Dims]float32
	for _, w := range written {
		id := words.Find(w)
		stem := m.lex.stem(w)
		by := float32(m.rare(stem))
		if m.lex.idle[stem] {
			by *= 0.1
		}
		of := id.Vector()
		for i, x := range of {
			centre[i] += by * x
		}
	}
	v.centre = unit(centre)
	sum := 0.0
	for f, share := range features {
		w := share * m.rare(f)
		v.of[f] = w
		sum += w * w
	}
	for f := range v.of {
		v.of[f] /= math.Sqrt(max(sum, 1e-9))
	}
	return v
}

// rare is how much a feature tells.
func (m *Memory) rare(f string) float64 {
	if w, ok := m.idf[f]; ok {
		return w
	}
	return math.Log(1 + float64(len(m.asked)))
}

// like is how alike two texts are: 0 nothing in common, 1 the same.
func (v *vector) like(o *vector) float64 {
	a, b := v.of, o.of
	if len(a) > len(b) {
		a, b = b, a
	}
	sum := 0.0
	for f, w := range a {
		sum += w * b[f]
	}
	return (1-centreShare)*sum + centreShare*max(0, inner(&v.centre, &o.centre)-none)/(1-none)
}

// recalled is one question as memory sees it.
type recalled struct {
	by      []float64 // by sentence told: how alike the likest question that it answered is
	share   []float64 // and how much of all that comes to mind speaks for it
	best    float64   // the likest question of all
	unsaid  float64   // the likest of those that a shop did not say
	against float64   // the share of those
	said    float64   // what its words alone tell of whether a shop says it
	guess   guess
	class   []int // by sentence told: which of the guess it is
}

// sharp is how much more what is likest speaks.
const sharp = 14

// recall holds a question against what was asked before.
func (m *Memory) recall(question string) recalled {
	r := recalled{by: make([]float64, len(m.told)), share: make([]float64, len(m.told)), said: m.said(question), class: m.class}
	features := m.features(question, true)
	_, written := m.lex.cut(question)
	r.guess = m.guess.ask(features, written)
	v := m.vector(question, features)
	sums := make([]float64, len(m.asked))
	for f, w := range v.of {
		for _, i := range m.stands[f] {
			sums[i] += w * m.asked[i].of[f]
		}
	}
	all := 0.0
	for i := range m.asked {
		q := &m.asked[i]
		s := (1-centreShare)*sums[i] + centreShare*max(0, inner(&v.centre, &q.centre)-none)/(1-none)
		weight := math.Exp(sharp * (s - 0.3))
		all += weight
		r.best = max(r.best, s)
		if q.answer < 0 {
			r.unsaid, r.against = max(r.unsaid, s), r.against+weight
			continue
		}
		r.by[q.answer], r.share[q.answer] = max(r.by[q.answer], s), r.share[q.answer]+weight
	}
	all = max(all, 1e-9)
	r.against /= all
	for i := range r.share {
		r.share[i] /= all
	}
	return r
}

// link says that a sentence of a shop is much like one that answered before.
type link struct {
	told int
	like float64
}

const (
	least    = 0.35 // likeness of sentences that counts at all
	maxLinks = 12   // a sentence
)

// links finds what a sentence is like.
func (m *Memory) links(text string) []link {
	v := m.vector(text, m.features(text, false))
	var out []link
	for i := range m.told {
		if s := v.like(&m.told[i]); s > least {
			out = append(out, link{i, min(1, (s-least)/(1-least))})
		}
	}
	slices.SortFunc(out, func(a, b link) int {
		switch {
		case a.like > b.like:
			return -1
		case a.like < b.like:
			return 1
		}
		return a.told - b.told
	})
	return out[:min(maxLinks, len(out))]
}

// speaks is how strongly memory speaks for a sentence: by the likest question, by all that come to mind, and by what was learned.
func (r *recalled) speaks(links []link) (best, share, told float64) {
	for _, l := range links {
		best = max(best, r.by[l.told]*l.like)
		share += r.share[l.told] * l.like * l.like
		if c := r.class[l.told]; c >= 0 {
			told += r.guess.of[c] * l.like * l.like
		}
	}
	return best, min(share, 1), min(told, 1)
}

// faint is how likely something is that is still told from nothing.
const faint = 1e-4

// steep spreads what is unlikely: 0 nothing, 1 certain, and as much between for each tenth of what is likely.
func steep(p float64) float64 { return 1 - math.Log(max(p, faint))/math.Log(faint) }

// strangeLike is how much like what answered before a sentence must be to answer for the same words.
const strangeLike = 0.5

// knows says that a term stands in what a sentence like these said before, or in what it was asked by.
func (m *Memory) knows(t term, links []link) bool {
	for _, l := range links {
		if l.like < strangeLike {
			continue
		}
		b := m.spoken[l.told]
		if b[t.stem] || slices.ContainsFunc(t.classes, func(c string) bool { return b[classMark+c] }) {
			return true
		}
		if all := strings.Fields(t.stem); len(all) > 1 && !slices.ContainsFunc(all, func(w string) bool { return !b[w] }) {
			return true
		}
	}
	return false
}
