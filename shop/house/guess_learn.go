package house

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/evercart/evercart/internal/words"
)

// How it is learned.
const (
	guessRounds = 16
	guessRate   = 0.4
	guessEase   = 0.05 // how far a weight moves at first
	guessFade   = 0.01 // of all weights, each round
	guessSeed   = 7
	guessLeast  = 2     // questions that a feature must stand in
	guessBlur   = 0.001 // an error that is as small is none
	saysSteps   = 150
	saysRate    = 0.05
	saysTight   = 0.5
)

// example is a question to learn from, as the rows that it touches.
type lesson struct {
	cells []cell
	told  int // -1 = a shop did not say
}

// LearnGuess learns from what was asked. It takes seconds: what the program brings along was learned before.
func LearnGuess(past []Past) *Guess {
	m := &Memory{lex: english[AllWords]()}
	g := &Guess{}
	at := map[string]int{}
	for _, p := range past {
		if _, ok := at[p.Answer]; !ok && p.Answer != "" {
			at[p.Answer] = len(g.Told)
			g.Told = append(g.Told, p.Answer)
		}
	}
	if len(g.Told) == 0 {
		return g
	}
	g.count(m, past)
	g.ready()
	var list []lesson
	for _, p := range past {
		_, written := m.lex.cut(p.Question)
		l := lesson{cells: g.cells(m.features(p.Question, true), written), told: -1}
		if p.Answer != "" {
			l.told = at[p.Answer]
		}
		list = append(list, l)
	}
	g.learnSays(list)
	list = slices.DeleteFunc(list, func(l lesson) bool { return l.told < 0 })
	for i, t := range g.Told { // a sentence answers what is asked in its own words
		_, written := m.lex.cut(t)
		list = append(list, lesson{g.cells(m.features(t, false), written), i})
	}
	g.learnTold(list)
	return g
}

// count finds the features and words that stand in more than one question.
func (g *Guess) count(m *Memory, past []Past) {
	features, heard := map[string]int{}, map[string]int{}
	for _, p := range past {
		for f := range m.features(p.Question, true) {
			features[f]++
		}
		_, written := m.lex.cut(p.Question)
		slices.Sort(written)
		for _, w := range slices.Compact(written) {
			if id := words.Find(w); id != words.None && id.Rank() > commonRank {
				heard[w]++
			}
		}
	}
	rare := func(n int) float32 { return float32(math.Log(1 + float64(len(past))/float64(n))) }
	g.Features, g.Words = sorted(features, guessLeast), sorted(heard, guessLeast)
	for _, f := range g.Features {
		g.Rare = append(g.Rare, rare(features[f]))
	}
	for _, w := range g.Words {
		g.WordRare = append(g.WordRare, rare(heard[w]))
	}
}

// learnTold goes down the slope of the likelihood, question by question, each weight by steps that grow shorter the more it moved.
func (g *Guess) learnTold(list []lesson) {
	n, rows := len(g.Told), g.rows()
	w, moved := make([]float32, rows*n), make([]float32, rows*n)
	bias := make([]float64, n)
	order := rand.New(rand.NewPCG(guessSeed, guessSeed)) //nolint:gosec // an order that is always the same
	z := make([]float64, n)
	for range guessRounds {
		order.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, l := range list {
			copy(z, bias)
			for _, c := range l.cells {
				for i, x := range w[c.row*n:][:n] {
					z[i] += float64(c.by * x)
				}
			}
			likelihoods(z)
			z[l.told]--
			for i, d := range z {
				if math.Abs(d) < guessBlur {
					continue
				}
				bias[i] -= guessRate * 0.1 * d
				for _, c := range l.cells {
					at := c.row*n + i
					s := float32(d) * c.by
					moved[at] += s * s
					w[at] -= guessRate * s / (sqrt(moved[at]) + guessEase)
				}
			}
		}
		for i := range w {
			w[i] *= 1 - guessFade
		}
	}
	for _, b := range bias {
		g.Bias = append(g.Bias, float32(b))
	}
	g.pack(w)
}

// pack keeps a byte of each weight.
func (g *Guess) pack(w []float32) {
	n := len(g.Told)
	g.Weights, g.Scale = make([]byte, len(w)), make([]float32, g.rows())
	for r := range g.Scale {
		row := w[r*n:][:n]
		var top float32
		for _, x := range row {
			top = max(top, x, -x)
		}
		if top == 0 {
			continue
		}
		g.Scale[r] = top / 127
		for i, x := range row {
			g.Weights[r*n+i] = byte(int8(math.Round(float64(x / g.Scale[r])))) //nolint:gosec // at most 127
		}
	}
}

// learnSays learns whether a shop says it at all.
func (g *Guess) learnSays(list []lesson) {
	rows := make([][]cell, len(list))
	for i, l := range list {
		rows[i] = l.cells
	}
	g.Says, g.SaysBias = descend(rows, g.rows(), saysSteps, saysRate, saysTight, func(i int) (bool, float64) { return list[i].told >= 0, 1 })
}

// descend finds the weights by which a yes is told from a no. of gives what each example is, and how much it weighs.
func descend(list [][]cell, n, steps int, rate, tight float64, of func(int) (bool, float64)) ([]float32, float32) {
	w, grad, mean, square := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	bias := 0.0
	for t := range steps {
		for i := range w {
			grad[i] = tight * w[i]
		}
		lean := 0.0
		for i, cells := range list {
			s := bias
			for _, c := range cells {
				s += float64(c.by) * w[c.row]
			}
			d := 1 / (1 + math.Exp(-s))
			yes, weight := of(i)
			if yes {
				d--
			}
			d *= weight
			lean += d
			for _, c := range cells {
				grad[c.row] += d * float64(c.by)
			}
		}
		bias -= lean / float64(len(list))
		for i, s := range grad {
			mean[i], square[i] = 0.9*mean[i]+0.1*s, 0.99*square[i]+0.01*s*s
			w[i] -= rate * mean[i] / (1 - math.Pow(0.9, float64(t+1))) / (math.Sqrt(square[i]/(1-math.Pow(0.99, float64(t+1)))) + 1e-6)
		}
	}
	out := make([]float32, n)
	for i, x := range w {
		out[i] = float32(x)
	}
	return out, float32(bias)
}

// sorted are the names that stand in so many places or more.
func sorted(count map[string]int, least int) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if count[name] >= least {
			out = append(out, name)
		}
	}
	return out
}
