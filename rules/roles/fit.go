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
	l := m.lattice(e.Sentence)
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

// learner is what is known while weights are found.
type learner struct {
	*Model
	how     Training
	random  *rand.Rand
	squares []float32
	grad    []float32 // of the example at hand
	touched []uint32  // weights that have one
}

func fit(examples []Example, how Training) *Model {
	m := &learner{Model: &Model{Weights: make([]float32, Buckets)}, how: how, random: rand.New(rand.NewPCG(7, 11)),
		squares: make([]float32, Buckets), grad: make([]float32, Buckets)}
	order := make([]int, len(examples))
	cuts := make([]lattice, len(examples))
	for i, e := range examples {
		order[i], cuts[i] = i, cut(e.Sentence)
	}
	for range how.Rounds {
		m.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			e, l := examples[i], cuts[i]
			if m.random.Float64() < how.Joined {
				e = joined(e, examples[m.random.IntN(len(examples))], m.random)
				l = cut(e.Sentence)
			}
			if len(e.Right) > 0 && len(l.roles) > 0 {
				m.learn(e, m.scored(m.dropped(l)))
			}
		}
	}
	return m.Model
}

// dropped leaves some of the features out.
func (m *learner) dropped(l lattice) lattice {
	if m.how.Drop == 0 {
		return l
	}
	all := l.unary
	l.unary = make([][]uint32, len(all))
	for k, fs := range all {
		kept := make([]uint32, 0, len(fs))
		for _, f := range fs {
			if m.random.Float64() >= m.how.Drop {
				kept = append(kept, f)
			}
		}
		l.unary[k] = kept
	}
	return l
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

// learn raises the likelihood of the right readings of an example.
func (m *learner) learn(e Example, l lattice) {
	scores := make([]float64, len(e.Right))
	sum := math.Inf(-1)
	for i, right := range e.Right {
		scores[i] = l.scoreOf(right)
		sum = logAdd(sum, scores[i])
	}
	if math.IsInf(sum, -1) {
		return
	}
	want := l.expected()
	for i, right := range e.Right {
		p := math.Exp(scores[i] - sum)
		if p < 1e-4 {
			continue
		}
		s := 0
		for k, rs := range l.roles {
			want[k][s*len(rs)+strings.IndexByte(rs, right[k])] -= p
			s = stateOf(s, Role(right[k]))
		}
	}
	for k := range want {
		m.spread(l, k, want[k])
	}
	for _, x := range m.touched {
		g := m.grad[x]
		m.grad[x] = 0
		if g > -1e-7 && g < 1e-7 {
			continue
		}
		g += float32(m.how.Decay) * m.Weights[x]
		m.squares[x] += g * g
		m.Weights[x] -= float32(m.how.Rate * float64(g) / math.Sqrt(float64(m.squares[x])+1e-6))
	}
	m.touched = m.touched[:0]
}

// expected is how likely each thing has each role after each head.
func (l lattice) expected() [][]float64 {
	f, b := l.forward(), l.backward()
	out := make([][]float64, len(l.roles))
	for k, rs := range l.roles {
		out[k] = make([]float64, len(l.score[k]))
		for s := range len(states) {
			if math.IsInf(f[k][s], -1) {
				continue
			}
			for r := range len(rs) {
				p := math.Exp(f[k][s] + l.score[k][s*len(rs)+r] + b[k+1][stateOf(s, Role(rs[r]))] - b[0][0])
				if p > 1e-5 {
					out[k][s*len(rs)+r] = p
				}
			}
		}
	}
	return out
}

// spread puts what the k-th thing is off by to the weights that its score is made of.
func (m *learner) spread(l lattice, k int, by []float64) {
	rs := l.roles[k]
	for r := range len(rs) {
		whole := 0.0
		for s := range len(states) {
			g := by[s*len(rs)+r]
			whole += g
			if g > -1e-7 && g < 1e-7 {
				continue
			}
			for _, f := range l.binary[k] {
				m.put(mixed(behind(f, s), Role(rs[r])), g)
			}
		}
		if whole > -1e-7 && whole < 1e-7 {
			continue
		}
		for _, f := range l.unary[k] {
			m.put(mixed(f, Role(rs[r])), whole)
		}
	}
}

func (m *learner) put(x uint32, g float64) {
	if m.grad[x] == 0 {
		m.touched = append(m.touched, x)
	}
	m.grad[x] += float32(g)
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
