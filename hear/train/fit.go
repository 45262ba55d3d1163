package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evercart/evercart/hear"
)

// How the weights are found: logistic regression over all intents, by AdaGrad.
const (
	rounds = 12
	rate   = 0.25
	decay  = 1e-5 // pulls weights that nothing needs to zero
	blind  = 0.5  // how often a line is learnt without its cues, so that its words tell, too
)

// model is a bias and a row of weights for each intent.
type model struct {
	bias []float32
	rows []float32
}

func fit(lines []example, buckets int) model {
	n := len(hear.Intents)
	m := model{make([]float32, n), make([]float32, n*buckets)}
	seenBias, seen := make([]float32, n), make([]float32, n*buckets)
	lines = slices.Clone(lines)
	random := rand.New(rand.NewPCG(3, 4))
	p := make([]float32, n)
	for range rounds {
		random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		for _, e := range lines {
			features := e.plain
			if random.Float64() >= blind {
				features = slices.Concat(e.plain, e.cues)
			}
			m.shares(features, p)
			p[e.label]--
			for i := range n {
				g := p[i] * e.weight
				step(&m.bias[i], &seenBias[i], g)
				for _, f := range features {
					at := int(f.Bucket)*n + i
					step(&m.rows[at], &seen[at], g*f.Gain)
				}
			}
		}
	}
	return m
}

func step(w, seen *float32, g float32) {
	if g == 0 {
		return
	}
	*seen += g * g
	*w -= rate*g/float32(math.Sqrt(float64(*seen)+1e-8)) + decay**w
}

// shares fills p with the share of each intent.
func (m model) shares(features []hear.Feature, p []float32) {
	n := len(p)
	copy(p, m.bias)
	for _, f := range features {
		at := int(f.Bucket) * n
		for i, w := range m.rows[at : at+n] {
			p[i] += f.Gain * w
		}
	}
	top := float32(math.Inf(-1))
	for i := range p {
		top = max(top, p[i])
	}
	sum := float32(0)
	for i := range p {
		p[i] = float32(math.Exp(float64(p[i] - top)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// pack writes weights as hear reads them: a scale, then one byte each.
func pack(m model) []byte {
	top := float32(0)
	for _, w := range m.rows {
		top = max(top, float32(math.Abs(float64(w))))
	}
	for _, w := range m.bias {
		top = max(top, float32(math.Abs(float64(w))))
	}
	scale := top / 127
	out := binary.LittleEndian.AppendUint32(nil, math.Float32bits(scale))
	for _, w := range append(m.bias, m.rows...) {
		out = append(out, byte(int8(math.Round(float64(w/scale)))))
	}
	return out
}
