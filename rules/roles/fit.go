package roles

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"strings"
)

// Example is a sentence with all the readings that come out right.
type Example struct {
	ID       string   `json:"id"`
	Sentence Sentence `json:"s"`
	Right    []string `json:"r"`           // a letter for each thing
	Vague    bool     `json:"v,omitempty"` // to ask or to refuse was right: many readings lead there
	Asked    []string `json:"q,omitempty"` // what it asks about, each of which is right; none = not known
}

// Training says how the weights are found: the log probability of the right readings is raised, by AdaGrad.
type Training struct {
	Rounds int
	Rate   float64
	Decay  float64
	Drop   float64 // features that are left out
	Joined float64 // share of sentences that another one is hung onto
	Near   float64 // of several right readings those count that are at most so much less likely than the best
}

// Fit finds weights. The same examples in the same order give the same weights. What a first model, of those whose outcome says
// what was meant, finds least likely of several right readings is left out.
func Fit(examples []Example, how Training) *Model {
	var plain []Example
	for _, e := range examples {
		if !e.Vague {
			plain = append(plain, e)
		}
	}
	short := how
	short.Rounds = max(1, how.Rounds/2)
	first := fit(plain, short)
	pruned := make([]Example, len(examples))
	for i, e := range examples {
		pruned[i] = first.likely(e, how.Near)
	}
	return fit(pruned, how)
}

// likely keeps of the right readings those that are near the best.
func (m *Model) likely(e Example, near float64) Example {
	l := m.lattice(e.Sentence, false, nil)
	best := math.Inf(-1)
	scores := make([]float64, len(e.Right))
	for i, right := range e.Right {
		scores[i] = l.scoreOf(right)
		best = max(best, scores[i])
	}
	var kept []string
	for i, right := range e.Right {
		if scores[i] >= best-near && !math.IsInf(scores[i], -1) {
			kept = append(kept, right)
		}
	}
	e.Right = kept
	return e
}

// scoreOf is the score of a reading; −∞ where it has a role that is not allowed.
func (l lattice) scoreOf(right string) float64 {
	if len(right) != len(l.roles) {
		return math.Inf(-1)
	}
	s, sum := 0, 0.0
	for k := range l.roles {
		r := strings.IndexByte(l.roles[k], right[k])
		if r < 0 {
			return math.Inf(-1)
		}
		sum += l.score[k][s*len(l.roles[k])+r]
		s = stateOf(s, Role(right[k]))
	}
	return sum
}

func fit(examples []Example, how Training) *Model {
	m := &Model{Weights: make([]float32, Buckets)}
	g2 := make([]float32, Buckets)
	random := rand.New(rand.NewPCG(7, 11))
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	drop := func() bool { return random.Float64() < how.Drop }
	if how.Drop == 0 {
		drop = nil
	}
	for range how.Rounds {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			e := examples[i]
			if random.Float64() < how.Joined {
				e = joined(e, examples[random.IntN(len(examples))], random)
			}
			if len(e.Right) > 0 {
				m.learn(e, g2, how, drop)
			}
		}
	}
	return m
}

// joined hangs one sentence onto another. Only what wants something of both is joined.
func joined(a, b Example, random *rand.Rand) Example {
	if len(a.Sentence.Elements)+len(b.Sentence.Elements) > 40 || len(a.Right) == 0 || len(b.Right) == 0 || !wants(a) || !wants(b) {
		return a
	}
	left := append([]Element{}, a.Sentence.Elements...)
	if len(left) > 0 {
		stops := []byte{0, 0, ',', '.'}
		left[len(left)-1].Stop = stops[random.IntN(len(stops))]
	}
	words := []string{"and", "and", "then", "oh", "also", ""}
	if w := words[random.IntN(len(words))]; w != "" {
		letter := byte(0)
		if w == "and" || w == "then" || w == "also" {
			letter = '&'
		}
		left = append(left, Element{Letter: letter, Words: []string{w}})
	}
	out := Example{Sentence: Sentence{Elements: append(left, b.Sentence.Elements...), State: a.Sentence.State}}
	for _, x := range a.Right[:min(4, len(a.Right))] {
		for _, y := range b.Right[:min(4, len(b.Right))] {
			out.Right = append(out.Right, x+y)
		}
	}
	return out
}

func wants(e Example) bool {
	return strings.Trim(e.Right[0], "-") != "" && !strings.ContainsAny(e.Right[0], "E")
}

func (m *Model) learn(e Example, g2 []float32, how Training, drop func() bool) {
	l := m.lattice(e.Sentence, true, drop)
	n := len(l.roles)
	if n == 0 {
		return
	}
	f, b := l.forward(), l.backward()
	z := b[0][0]
	grad := map[uint32]float64{}
	put := func(k, s, r int, g float64) {
		if g == 0 {
			return
		}
		for _, x := range l.unary[k][r] {
			grad[x] += g
		}
		for _, x := range l.binary[k][s*len(l.roles[k])+r] {
			grad[x] += g
		}
	}
	for k := range n {
		rs := l.roles[k]
		for s := range len(states) {
			if math.IsInf(f[k][s], -1) {
				continue
			}
			for r := range len(rs) {
				p := math.Exp(f[k][s] + l.score[k][s*len(rs)+r] + b[k+1][stateOf(s, Role(rs[r]))] - z)
				if p > 1e-5 {
					put(k, s, r, p)
				}
			}
		}
	}
	scores := make([]float64, len(e.Right))
	sum := math.Inf(-1)
	for i, right := range e.Right {
		scores[i] = l.scoreOf(right)
		sum = logAdd(sum, scores[i])
	}
	if math.IsInf(sum, -1) {
		return
	}
	for i, right := range e.Right {
		p := math.Exp(scores[i] - sum)
		if p < 1e-4 {
			continue
		}
		s := 0
		for k := range n {
			put(k, s, strings.IndexByte(l.roles[k], right[k]), -p)
			s = stateOf(s, Role(right[k]))
		}
	}
	for x, g := range grad {
		if g > -1e-7 && g < 1e-7 {
			continue
		}
		g += how.Decay * float64(m.Weights[x])
		g2[x] += float32(g * g)
		m.Weights[x] -= float32(how.Rate * g / math.Sqrt(float64(g2[x])+1e-6))
	}
}

// Usual is how the weights of the repository are learnt.
var Usual = Training{Rounds: 14, Rate: 0.15, Decay: 2e-5, Drop: 0.15, Joined: 0.15, Near: 1.5}

// ReadExamples reads a file of examples, one JSON object a line, and gives a sum of its bytes.
func ReadExamples(path string) ([]Example, uint64, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, 0, err
	}
	var out []Example
	for line := range bytes.Lines(raw) {
		var e Example
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, 0, err
		}
		out = append(out, e)
	}
	sum := fnv.New64a()
	_, err = sum.Write(raw)
	return out, sum.Sum64(), err
}
