// Package odds tells how likely things are by the names of what speaks for and against them: logistic regressions that share their
// evidence, small enough to be read by a person. A model holds no state and is safe for use by many.
package odds

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Model holds the weights of each name, one for each thing that may be so.
type Model struct {
	things  int
	weights map[string][]float64
}

// Row is what spoke for and against, and what was so.
type Row struct {
	Names []string
	Is    []bool // of each thing
}

// Chances are the probabilities of the things. Names that nobody has learnt of say nothing.
func (m *Model) Chances(names []string) []float64 {
	out := make([]float64, m.things)
	for _, n := range names {
		for k, w := range m.weights[n] {
			out[k] += w
		}
	}
	for k, x := range out {
		out[k] = 1 / (1 + math.Exp(-x))
	}
	return out
}

// Training is how weights are found, by AdaGrad with decay.
type Training struct {
	Rounds int
	Rate   float64
	Decay  float64
	Least  int // rows that a name must stand in
}

// Fit finds weights. The same rows in the same order give the same weights.
func Fit(rows []Row, how Training) *Model {
	names, which := numbered(rows, how.Least)
	l := learner{how: how, weights: make([][]float64, len(names)), squares: make([][]float64, len(names))}
	for _, r := range rows {
		l.things = len(r.Is)
	}
	for i := range names {
		l.weights[i], l.squares[i] = make([]float64, l.things), make([]float64, l.things)
	}
	l.chances = make([]float64, l.things)
	random := rand.New(rand.NewPCG(3, 5))
	order := random.Perm(len(rows))
	for range how.Rounds {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			l.learn(which[i], rows[i].Is)
		}
	}
	m := &Model{things: l.things, weights: make(map[string][]float64, len(names))}
	for i, n := range names {
		m.weights[n] = l.weights[i]
	}
	return m
}

// numbered gives the names that stand in enough rows a number each, and those of each row.
func numbered(rows []Row, least int) (names []string, which [][]int) {
	counts := map[string]int{}
	for _, r := range rows {
		for _, n := range r.Names {
			counts[n]++
		}
	}
	number := map[string]int{}
	which = make([][]int, len(rows))
	for i, r := range rows {
		for _, n := range r.Names {
			if counts[n] < least {
				continue
			}
			k, ok := number[n]
			if !ok {
				k = len(names)
				number[n], names = k, append(names, n)
			}
			which[i] = append(which[i], k)
		}
	}
	return names, which
}

// learner is what is known while weights are found.
type learner struct {
	how     Training
	things  int
	weights [][]float64 // of each name
	squares [][]float64
	chances []float64 // of the row at hand
}

func (l *learner) learn(names []int, is []bool) {
	clear(l.chances)
	for _, n := range names {
		for k, w := range l.weights[n] {
			l.chances[k] += w
		}
	}
	for k, x := range l.chances {
		l.chances[k] = 1 / (1 + math.Exp(-x))
		if is[k] {
			l.chances[k]--
		}
	}
	for _, n := range names {
		w, s := l.weights[n], l.squares[n]
		for k := range w {
			g := l.chances[k] + l.how.Decay*w[k]
			s[k] += g * g
			w[k] -= l.how.Rate * g / math.Sqrt(s[k]+1e-6)
		}
	}
}

// String writes a name a line with its weights in hundredths; names that hardly weigh are left out.
func (m *Model) String() string {
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(m.weights)) {
		if w := m.weights[n]; math.Abs(slices.MaxFunc(w, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })) >= 0.015 {
			b.WriteString(n)
			for _, x := range w {
				fmt.Fprintf(&b, "\t%d", int(math.Round(100*x)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Read reads what String wrote. Lines that are none are left out.
func Read(text string) *Model {
	m := &Model{weights: make(map[string][]float64, strings.Count(text, "\n")+1)}
	all := make([]float64, 0, strings.Count(text, "\t")) // the weights of all names; each has its part of them
	for line := range strings.Lines(text) {
		name, rest, more := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		from := len(all)
		for more {
			var part string
			part, rest, more = strings.Cut(rest, "\t")
			if n, err := strconv.Atoi(part); err == nil {
				all = append(all, float64(n)/100)
			}
		}
		m.things = max(m.things, len(all)-from)
		m.weights[name] = all[from:len(all):len(all)]
	}
	return m
}
