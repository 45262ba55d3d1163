package roles

import (
	"cmp"
	_ "embed" // the weights
	"encoding/binary"
	"math"
	"slices"
)

// Model holds the weights: as they are learnt, or packed, a byte each.
type Model struct {
	Weights []float32 // Buckets of them; nil = packed
	packed  string
	scale   float32
}

//go:embed weights.bin
var own string

// Own is the model that stands in the repository. It is read where it lies.
func Own() *Model { return unpacked(own) }

// head is how many bytes stand before the packed weights: a sum of what they were learnt from, and their scale.
const head = 12

// Unpack reads what Pack wrote.
func Unpack(raw []byte) *Model { return unpacked(string(raw)) }

func unpacked(s string) *Model {
	if len(s) != head+Buckets {
		return &Model{Weights: make([]float32, Buckets)}
	}
	return &Model{packed: s[head:], scale: math.Float32frombits(binary.LittleEndian.Uint32([]byte(s[8:head])))}
}

// LearntFrom is the sum of the examples that the model of the repository was learnt from.
func LearntFrom() uint64 { return binary.LittleEndian.Uint64([]byte(own[:8])) }

// Pack writes weights a byte each, behind the sum of what they were learnt from.
func (m *Model) Pack(from uint64) []byte {
	top := float32(0)
	for _, w := range m.Weights {
		top = max(top, w, -w)
	}
	scale := top / 127
	out := binary.LittleEndian.AppendUint64(nil, from)
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(scale))
	for _, w := range m.Weights {
		out = append(out, byte(int8(math.Round(float64(w/scale)))))
	}
	return out
}

func (m *Model) weight(x uint32) float32 {
	if m.Weights != nil {
		return m.Weights[x]
	}
	return float32(int8(m.packed[x])) * m.scale
}

// states are the heads that may stand before a thing; the first is none.
const states = "-ARSBXFTEQ"

func stateOf(s int, r Role) int {
	if !r.Head() {
		return s
	}
	for i := range len(states) {
		if states[i] == byte(r) {
			return i
		}
	}
	return s
}

// lattice holds the scores of one sentence: of each thing each role, after each head.
type lattice struct {
	roles  []string    // of each thing
	score  [][]float64 // [thing][state*len(roles)+role]
	unary  [][]uint32  // [thing] features
	binary [][]uint32  // [thing] features of a role after the head before it
}

// behind puts the head before a thing to a feature.
func behind(feature uint32, state int) uint32 { return feature ^ uint32(states[state])*0x01000193 }

// cut makes the features of a sentence, without scores.
func cut(s Sentence) lattice {
	v := look(s)
	var l lattice
	for k, i := range v.things {
		l.roles = append(l.roles, allowed[v.Elements[i].Letter])
		l.unary, l.binary = append(l.unary, v.features(k)), append(l.binary, v.links(k))
	}
	return l
}

func (m *Model) lattice(s Sentence) lattice { return m.scored(cut(s)) }

// scored gives features their scores.
func (m *Model) scored(l lattice) lattice {
	l.score = make([][]float64, len(l.roles))
	for k, rs := range l.roles {
		score := make([]float64, len(states)*len(rs))
		for r := range len(rs) {
			sum := float32(0)
			for _, f := range l.unary[k] {
				sum += m.weight(mixed(f, Role(rs[r])))
			}
			for st := range len(states) {
				t := sum
				for _, f := range l.binary[k] {
					t += m.weight(mixed(behind(f, st), Role(rs[r])))
				}
				score[st*len(rs)+r] = float64(t)
			}
		}
		l.score[k] = score
	}
	return l
}

// forward gives the log sums of all ways up to each thing and state.
func (l lattice) forward() [][]float64 {
	n := len(l.roles)
	f := make([][]float64, n+1)
	for k := range f {
		f[k] = make([]float64, len(states))
		for s := range f[k] {
			f[k][s] = math.Inf(-1)
		}
	}
	f[0][0] = 0
	for k := range n {
		rs := l.roles[k]
		for s := range len(states) {
			if math.IsInf(f[k][s], -1) {
				continue
			}
			for r := range len(rs) {
				to := stateOf(s, Role(rs[r]))
				f[k+1][to] = logAdd(f[k+1][to], f[k][s]+l.score[k][s*len(rs)+r])
			}
		}
	}
	return f
}

func (l lattice) backward() [][]float64 {
	n := len(l.roles)
	b := make([][]float64, n+1)
	for k := range b {
		b[k] = make([]float64, len(states))
	}
	for k := n - 1; k >= 0; k-- {
		rs := l.roles[k]
		for s := range len(states) {
			sum := math.Inf(-1)
			for r := range len(rs) {
				sum = logAdd(sum, l.score[k][s*len(rs)+r]+b[k+1][stateOf(s, Role(rs[r]))])
			}
			b[k][s] = sum
		}
	}
	return b
}

func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// Reading is one way to give things their roles.
type Reading struct {
	Roles []Role
	Score float64 // log probability
}

// path is a way through the things so far.
type path struct {
	score float64
	roles []Role
}

// Best gives the n best readings of a sentence that make sense, the best first. One without things has none.
func (m *Model) Best(s Sentence, n int) []Reading {
	l := m.lattice(s)
	if len(l.roles) == 0 {
		return nil
	}
	z := math.Inf(-1)
	for _, x := range l.forward()[len(l.roles)] {
		z = logAdd(z, x)
	}
	beams := make([][]path, len(states))
	beams[0] = []path{{}}
	for k := range l.roles {
		beams = l.extended(beams, k, n+6) // some make no sense
	}
	var all []path
	for _, b := range beams {
		all = append(all, b...)
	}
	slices.SortStableFunc(all, func(a, b path) int { return cmp.Compare(b.score, a.score) })
	letters := s.Letters()
	var out []Reading
	for _, p := range all {
		if len(out) < n && Sound(letters, p.roles) {
			out = append(out, Reading{p.roles, p.score - z})
		}
	}
	return out
}

// extended gives each way a role for the k-th thing, and keeps the n best that end with each head.
func (l lattice) extended(beams [][]path, k, n int) [][]path {
	rs := l.roles[k]
	next := make([][]path, len(states))
	for st := range len(states) {
		for r := range len(rs) {
			to := stateOf(st, Role(rs[r]))
			for _, p := range beams[st] {
				next[to] = put(next[to], p, Role(rs[r]), l.score[k][st*len(rs)+r], n)
			}
		}
	}
	return next
}

// put puts a way with one more role where it belongs among the n best.
func put(best []path, p path, r Role, add float64, n int) []path {
	score, at := p.score+add, len(best)
	for at > 0 && best[at-1].score < score {
		at--
	}
	if at >= n {
		return best
	}
	roles := append(append(make([]Role, 0, len(p.roles)+1), p.roles...), r)
	best = slices.Insert(best, at, path{score, roles})
	return best[:min(n, len(best))]
}
