package house

import (
	"slices"

	"github.com/evercart/evercart/internal/words"
)

// The ways in which a word of a question can stand in a text.
const (
	asItself = iota
	asClass  // a word of its class does
	asLike   // a word does that means much the same
	asSound  // a word does that sounds like it
	ways
)

// hit is how firmly a term stands in a text, each way, 0 to 1.
type hit [ways]float32

// firm is the firmest of the ways.
func (h hit) firm() float64 {
	return float64(max(h[asItself], 0.85*h[asClass], h[asLike], 0.75*h[asSound]))
}

func (h hit) or(o hit) hit {
	for i := range h {
		h[i] = max(h[i], o[i])
	}
	return h
}

// only keeps the first of the ways that is not weaker than a later one, so that no word counts twice.
func (h hit) only() hit {
	switch {
	case h[asItself] > 0:
		return hit{asItself: h[asItself]}
	case h[asClass] > 0:
		return hit{asClass: h[asClass], asLike: 0}
	case h[asSound] > 0 && h[asLike] < 0.3:
		return hit{asSound: h[asSound]}
	}
	return hit{asLike: h[asLike]}
}

// group is the part that a term has in a question.
type group int

const (
	carrier group = iota // it carries the question
	ofGoods              // it names goods
	little               // it says little
	idle                 // it says nothing, or only how things stand
	before               // it is told before the question
)

// probe is a term of a question, ready to be looked for.
type probe struct {
	term
	group  group
	weight float64
	near   []float32 // by word of the answers
	sounds []string
	common int // which features: those of rare words, of common ones, or between
}

// probes makes a question's terms ready.
func (a *Answers) probes(q query) []probe {
	var out []probe
	for i, list := range [][]term{q.terms, q.before} {
		for _, t := range list {
			p := probe{term: t, weight: a.weight(t)}
			switch {
			case t.force == 0:
				p.group, p.weight = idle, a.idleWeight(t)
			case i == 1:
				p.group = before
			case t.force == goodsForce:
				p.group = ofGoods
			case t.force == weakForce:
				p.group = little
			}
			if p.weight == 0 || i == 1 && p.group == idle {
				continue
			}
			p.common = fPlainItself
			switch r := commonest(t.words); {
			case r > 9000:
				p.common = fRareItself
			case r > 2000:
				p.common = fMidItself
			}
			p.near = a.means.near(t.words)
			if p.group != idle {
				if a.known[t.stem] == 0 && len(t.classes) == 0 && t.force == 1 {
					p.sounds = a.likely(t.stem)
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// commonest is the rank of the least common of some words.
func commonest(list []string) int {
	r := 0
	for _, w := range list {
		r = max(r, words.Find(w).Rank())
	}
	return r
}

// idleWeight is what a word may add that says nothing by itself ("again", "before"): none for those that stand everywhere.
func (a *Answers) idleWeight(t term) float64 {
	if len(t.words) != 1 || words.Find(t.words[0]).Rank() < 150 {
		return 0
	}
	if w, ok := a.known[t.stem]; ok {
		return w
	}
	return a.rarest()
}

// hit says how a term stands in a text.
func (a *Answers) hit(p *probe, b bag, rows []int32) (h hit) {
	if b[p.stem] {
		h[asItself] = 1
		return h
	}
	if n := numberWords[p.stem]; n != "" && b[n] {
		h[asItself] = 1
		return h
	}
	for _, c := range p.classes {
		if b[classMark+c] && (!slices.Contains(places, c) || p.sent) {
			h[asClass] = 1
		}
	}
	for _, r := range rows {
		h[asLike] = max(h[asLike], p.near[r])
	}
	for _, w := range p.sounds {
		if b[w] {
			h[asSound] = 1
		}
	}
	return h
}
