package house

import (
	"math"
	"strings"
)

// Put tells from its words whether a turn is put to the shop itself: a question, or what amounts to one, about what the shop does,
// and not about what is in its catalogue or in the cart. It was learned from what was asked of shops and from what was said to carts.
type Put struct {
	Features []string // words, classes of words, words in a row, and how it begins
	Weights  []float32
	Bias     float32

	at map[string]int
}

// How it is learned.
const (
	putLeast = 3 // turns that a feature must stand in
	putSteps = 200
	putRate  = 0.05
	putTight = 0.3
	putFirst = 3 // words of how it begins
)

// features are what is looked at in a turn.
func (p *Put) features(m *Memory, text string) map[string]float64 {
	out := m.features(text, true)
	stems := m.lex.words(text)
	for n := 1; n <= putFirst && n <= len(stems); n++ {
		out["^"+strings.Join(stems[:n], " ")] = 1
	}
	if len(stems) > 0 {
		out["$"+stems[len(stems)-1]] = 1
	}
	sum := 0.0
	for _, x := range out {
		sum += x * x
	}
	for f := range out {
		out[f] /= math.Sqrt(max(sum, 1))
	}
	return out
}

// likely is how likely it is that a turn is put to the shop itself.
func (p *Put) likely(m *Memory, text string) float64 {
	if len(p.Weights) == 0 {
		return 0
	}
	s := float64(p.Bias)
	for f, x := range p.features(m, text) {
		if i, ok := p.at[f]; ok {
			s += x * float64(p.Weights[i])
		}
	}
	return 1 / (1 + math.Exp(-s))
}

func (p *Put) ready() {
	p.at = make(map[string]int, len(p.Features))
	for i, f := range p.Features {
		p.at[f] = i
	}
}

// LearnPut learns from turns that are put to a shop, and from others. Both kinds weigh the same, however many there are.
func LearnPut(put, other []string) Put {
	p, m := Put{}, &Memory{lex: english[AllWords]()}
	all := make([]map[string]float64, 0, len(put)+len(other))
	count := map[string]int{}
	for _, list := range [][]string{put, other} {
		for _, text := range list {
			f := p.features(m, text)
			for name := range f {
				count[name]++
			}
			all = append(all, f)
		}
	}
	p.Features = append(p.Features, sorted(count, putLeast)...)
	p.ready()
	rows := make([][]cell, len(all))
	for i, f := range all {
		for name, x := range f {
			if at, ok := p.at[name]; ok {
				rows[i] = append(rows[i], cell{at, float32(x)})
			}
		}
	}
	weight := func(i int) float64 {
		if i < len(put) {
			return 0.5 * float64(len(all)) / float64(len(put))
		}
		return 0.5 * float64(len(all)) / float64(len(other))
	}
	w, bias := descend(rows, len(p.Features), putSteps, putRate, putTight, func(i int) (bool, float64) { return i < len(put), weight(i) })
	p.Weights, p.Bias = w, bias
	return p
}
