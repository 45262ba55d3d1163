package house

import (
	"math"
	"slices"
	"strings"
)

// prior tells from a question's own words how likely it is that a shop does not say: who asks what breed of sheep it is, or which
// size sells most, asks what is seldom written down, whatever the shop. It is learned from what was asked before, anew at each
// start, since that takes some milliseconds.
type prior struct {
	at      map[string]int
	weights []float64
	bias    float64
}

// How it is learned.
const (
	priorSteps = 200
	priorRate  = 0.08
	priorTight = 1.0
	priorLeast = 3 // questions that a feature must stand in
)

// shapes are the words of a question, those in a row, and how it begins.
func (m *Memory) shapes(text string) []string {
	stems := m.lex.words(text)
	out := make([]string, 0, 2*len(stems)+3)
	for i, s := range stems {
		out = append(out, s)
		if i > 0 {
			out = append(out, stems[i-1]+" "+s)
		}
	}
	for n := 1; n <= 3 && n <= len(stems); n++ {
		out = append(out, "^"+strings.Join(stems[:n], " "))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// learnPrior reads what was asked.
func (m *Memory) learnPrior(past []Past) prior {
	p := prior{at: map[string]int{}}
	count := map[string]int{}
	all := make([][]string, len(past))
	for i := range past {
		all[i] = m.shapes(past[i].Question)
		for _, s := range all[i] {
			count[s]++
		}
	}
	rows := make([][]int, len(past))
	for i := range all {
		for _, s := range all[i] {
			if count[s] < priorLeast {
				continue
			}
			if _, ok := p.at[s]; !ok {
				p.at[s] = len(p.at)
			}
			rows[i] = append(rows[i], p.at[s])
		}
	}
	p.weights = make([]float64, len(p.at))
	grad := make([]float64, len(p.weights))
	for range priorSteps {
		for j := range grad {
			grad[j] = priorTight * p.weights[j]
		}
		lean := 0.0
		for i, row := range rows {
			d := 1 / (1 + math.Exp(-p.sum(row)))
			if past[i].Answer == "" {
				d--
			}
			lean += d
			for _, j := range row {
				grad[j] += d / math.Sqrt(float64(len(row)))
			}
		}
		for j, g := range grad {
			p.weights[j] -= priorRate * g
		}
		p.bias -= lean / max(1, float64(len(past)))
	}
	return p
}

func (p *prior) sum(row []int) float64 {
	s := 0.0
	for _, j := range row {
		s += p.weights[j]
	}
	return p.bias + s/math.Sqrt(max(1, float64(len(row))))
}

// said is how likely it is, on a scale that has no ends, that a shop says what is asked.
func (m *Memory) said(question string) float64 {
	var row []int
	for _, s := range m.shapes(question) {
		if j, ok := m.prior.at[s]; ok {
			row = append(row, j)
		}
	}
	return m.prior.sum(row)
}
