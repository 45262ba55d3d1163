package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/evercart/evercart/shop/house"
)

// How it is learned.
const (
	rankSteps = 150
	gateSteps = 800
	rankRate  = 0.1
	gateRate  = 0.05
	workers   = 3
	rankTight = 0.5 // how much large weights are held down
	gateTight = 0.5
	madeUp    = 1.5 // how much worse it is to answer what the shop does not say than to leave a question open
)

// learn makes weights of all sets. The gate sees each set as weights of the others rank it, so that it does not learn to trust
// what was learned by heart.
func learn(sets []set, known *ranks) *house.Weights {
	seen := make([][]point, len(sets))
	byGroup := map[string][]int{}
	for i := range sets {
		byGroup[sets[i].group] = append(byGroup[sets[i].group], i)
	}
	each(slices.Sorted(maps.Keys(byGroup)), func(group string) {
		ranks := ranked(without(sets, group), known)
		for _, i := range byGroup[group] {
			seen[i] = gatePoints(sets[i], ranks)
		}
	})
	points := slices.Concat(seen...)
	return &house.Weights{Rank: ranked(sets, known), Gate: gate(points)}
}

// ranked is rank, done once for the same sets.
func ranked(sets []set, known *ranks) []float64 {
	key := ""
	for _, s := range sets {
		key += s.name + " "
	}
	known.Lock()
	once := known.of[key]
	if once == nil {
		once = sync.OnceValue(func() []float64 { return rank(sets) })
		known.of[key] = once
	}
	known.Unlock()
	return once()
}

// ranks are the weights that were found, by the sets that they were found of.
type ranks struct {
	sync.Mutex // guards of
	of         map[string]func() []float64
}

func newRanks() *ranks { return &ranks{of: map[string]func() []float64{}} }

// each does something for each name, some at a time.
func each(names []string, do func(string)) {
	next := make(chan string)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for name := range next {
				do(name)
			}
		})
	}
	for _, name := range names {
		next <- name
	}
	close(next)
	all.Wait()
}

// without leaves a group of sets out.
func without(sets []set, group string) []set {
	return slices.DeleteFunc(slices.Clone(sets), func(s set) bool { return s.group == group })
}

// rank finds weights by which right sentences come first: the likelihood of the right ones among all is made as great as it gets.
func rank(sets []set) []float64 {
	var w adam
	for n := range rankSteps {
		grad := make([]float64, w.size(sets))
		total := 0.0
		for _, s := range sets {
			for _, e := range s.examples {
				total += e.weight * slope(e, w.at, e.weight, grad)
			}
		}
		for i := range grad {
			grad[i] += rankTight * w.at[i]
		}
		w.move(grad, rankRate, n)
		for i := range w.at {
			if house.Favours(i) {
				w.at[i] = max(0, w.at[i])
			}
		}
	}
	return w.at
}

// slope adds the slope of one question.
func slope(e example, w []float64, by float64, grad []float64) float64 {
	scores := make([]float64, len(e.features))
	top, any := math.Inf(-1), false
	for i, f := range e.features {
		for n, x := range f {
			scores[i] += x * w[n]
		}
		top = max(top, scores[i])
		any = any || e.right[i]
	}
	if !any {
		return 0
	}
	all, right := 0.0, 0.0
	for i := range scores {
		scores[i] = math.Exp(scores[i] - top)
		all += scores[i]
		if e.right[i] {
			right += scores[i]
		}
	}
	for i, f := range e.features {
		d := scores[i] / all
		if e.right[i] {
			d -= scores[i] / right
		}
		if math.Abs(d) < 1e-6 {
			continue
		}
		for n, x := range f {
			grad[n] += by * d * x
		}
	}
	return math.Log(all / right)
}

// point is what the gate sees of a question, and whether the best sentence answers it.
type point struct {
	features []float64
	answers  bool
	weight   float64
}

func gatePoints(s set, ranks []float64) []point {
	var out []point
	by := &house.Weights{Rank: ranks, Gate: make([]float64, 100)}
	for _, e := range s.examples {
		st := e.answers.Study(e.Q, by)
		if len(st.Candidates) == 0 {
			continue
		}
		best := st.Candidates[0]
		p := point{features: st.Gate, answers: e.Want.Answered(best.File, best.Text()), weight: e.weight * trust(s.group)}
		if e.Want.Unknown {
			p.weight *= madeUp
		}
		out = append(out, p)
	}
	return out
}

// trust is how much the gate learns from a group: sets that the lexicon was made for, and shops whose like was seldom asked about,
// tell less of how sure one may be.
func trust(group string) float64 {
	if group == "old" || group == "shops" {
		return 0.4
	}
	return 1
}

// gate finds weights by which what answers is told from what does not.
func gate(points []point) []float64 {
	w := adam{at: make([]float64, len(points[0].features))}
	for n := range gateSteps {
		grad := make([]float64, len(w.at))
		for _, p := range points {
			sum := 0.0
			for i, x := range p.features {
				sum += x * w.at[i]
			}
			d := 1 / (1 + math.Exp(-sum))
			if p.answers {
				d--
			}
			for i, x := range p.features {
				grad[i] += p.weight * d * x
			}
		}
		for i := range grad {
			if i > 0 {
				grad[i] += gateTight * w.at[i]
			}
		}
		w.move(grad, gateRate, n)
		for i := range w.at {
			switch house.Speaks(i) {
			case 1:
				w.at[i] = max(0, w.at[i])
			case -1:
				w.at[i] = min(0, w.at[i])
			}
		}
	}
	return w.at
}

// adam walks down a slope.
type adam struct{ at, mean, square []float64 }

func (a *adam) size(sets []set) int {
	if a.at == nil {
		for _, s := range sets {
			for _, e := range s.examples {
				if len(e.features) > 0 {
					a.at = make([]float64, len(e.features[0]))
					return len(a.at)
				}
			}
		}
	}
	return len(a.at)
}

func (a *adam) move(grad []float64, rate float64, n int) {
	if a.mean == nil {
		a.mean, a.square = make([]float64, len(grad)), make([]float64, len(grad))
	}
	for i, g := range grad {
		a.mean[i] = 0.9*a.mean[i] + 0.1*g
		a.square[i] = 0.999*a.square[i] + 0.001*g*g
		m := a.mean[i] / (1 - math.Pow(0.9, float64(n+1)))
		s := a.square[i] / (1 - math.Pow(0.999, float64(n+1)))
		a.at[i] -= rate * m / (math.Sqrt(s) + 1e-8)
	}
}

// crossed shows what each set is answered like by weights of the others.
func crossed(sets []set, notes bool) {
	known := newRanks()
	by := map[string]*house.Weights{}
	for _, s := range sets {
		if s.group == "old" || s.group == "people" {
			continue
		}
		if by[s.group] == nil {
			by[s.group] = learn(without(sets, s.group), known)
		}
		show(s, by[s.group], notes)
	}
}

func show(s set, by *house.Weights, notes bool) {
	for words, name := range map[house.Words]string{house.AllWords: "all words", house.EarlyWords: "early words", house.NoSynonyms: "no synonyms"} {
		if n := score(s, by, words, notes); n.facts > 0 {
			fmt.Printf("%-16s %-12s facts %2d of %2d, ranked first %2d, wrong ones given %2d; unknown admitted %2d of %2d\n", s.name, name, n.right, n.facts, n.first, n.wrong, n.admitted, n.unknowns)
		}
	}
}

type tally struct{ facts, right, first, wrong, unknowns, admitted int }

func score(s set, by *house.Weights, words house.Words, notes bool) (n tally) {
	for _, e := range s.examples {
		if e.words != words {
			continue
		}
		st := e.answers.Study(e.Q, by)
		file, text := "", ""
		if len(st.Candidates) > 0 {
			file, text = st.Candidates[0].File, st.Candidates[0].Text()
		}
		first := e.Want.Answered(file, text)
		given := st.Sure >= house.Enough
		switch {
		case e.Want.Unknown:
			n.unknowns++
			if !given {
				n.admitted++
			} else if notes {
				fmt.Printf("MADE UP %s %.2f %q\n      %s: %s\n", e.ID, st.Sure, e.Q, file, text)
			}
			continue
		case first:
			n.first++
		}
		n.facts++
		if given && !first {
			n.wrong++
		}
		if first && given {
			n.right++
		} else if notes {
			fmt.Printf("MISSED %s %.2f %q %v %v\n      %s: %s\n", e.ID, st.Sure, e.Q, e.Want.MustSay, map[bool]string{true: "ranked first"}[first], file, text)
		}
	}
	return n
}
