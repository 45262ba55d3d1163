package house

import (
	"slices"

	"github.com/evercart/evercart/internal/words"
)

// meanings are the words of a shop's answers, told by their stems, as points of meaning.
type meanings struct {
	row   map[string]int32 // stem → row
	stems []string
	ids   []words.ID
	vecs  []float32 // words.Dims a row
	idf   []float32
}

// none is how alike two words are that have nothing to do with one another; what is above counts.
const none = 0.4

// learn takes a stem in, with the ways in which it is written.
func (m *meanings) learn(stem string, written []string, idf float64) int32 {
	if at, ok := m.row[stem]; ok {
		return at
	}
	id := words.None
	for _, w := range written {
		if w := words.Find(w); w != words.None && (id == words.None || w.Rank() < id.Rank()) {
			id = w
		}
	}
	at := int32(len(m.stems)) //nolint:gosec // bounded by the size of the files
	m.row[stem] = at
	m.stems, m.ids, m.idf = append(m.stems, stem), append(m.ids, id), append(m.idf, float32(idf))
	v := id.Vector()
	m.vecs = append(m.vecs, v[:]...)
	return at
}

// near is how much like each word of the answers a heard one is: 0 nothing in common, 1 the same.
func (m *meanings) near(heard []string) []float32 {
	out := make([]float32, len(m.stems))
	for _, w := range heard {
		id := words.Find(w)
		if id == words.None {
			continue
		}
		v := id.Vector()
		for row := range out {
			if m.ids[row] == words.None {
				continue
			}
			of := m.vecs[row*words.Dims:][:words.Dims]
			var sum float32
			for i, x := range v {
				sum += x * of[i]
			}
			if s := (sum - none) / (1 - none); s > out[row] {
				out[row] = min(s, 1)
			}
		}
	}
	return sharpened(out)
}

// sharpened lets the words that are nearest stand out: what is half as near as the nearest one counts next to nothing.
func sharpened(near []float32) []float32 {
	var top float32
	for _, s := range near {
		top = max(top, s)
	}
	for i, s := range near {
		if s > 0 {
			by := s / top
			near[i] = s * by * by
		}
	}
	return near
}

// centre is where a text is, as the weighted mean of its words; of length 1, or the zero vector.
func (m *meanings) centre(rows []int32) (c [words.Dims]float32) {
	for _, r := range rows {
		for i, x := range m.vecs[int(r)*words.Dims:][:words.Dims] {
			c[i] += m.idf[r] * x
		}
	}
	return unit(c)
}

func unit(v [words.Dims]float32) [words.Dims]float32 {
	var sum float32
	for _, x := range v {
		sum += x * x
	}
	if sum == 0 {
		return v
	}
	by := 1 / sqrt(sum)
	for i := range v {
		v[i] *= by
	}
	return v
}

func inner(a, b *[words.Dims]float32) float64 {
	var sum float32
	for i, x := range a {
		sum += x * b[i]
	}
	return float64(sum)
}

// rows are the words of a bag that mean something.
func (a *Answers) rows(b bag) []int32 {
	var out []int32
	for w := range b {
		if r, ok := a.means.row[w]; ok && !a.lex.idle[w] && len(w) > 1 {
			out = append(out, r)
		}
	}
	slices.Sort(out)
	return out
}

// leading is how many words tell what a sentence is about.
const leading = 3

// lead are the first words of a text that say something.
func (a *Answers) lead(text string) []int32 {
	var out []int32
	for _, s := range a.lex.words(text) {
		if r, ok := a.means.row[s]; ok && !a.lex.idle[s] && !a.lex.weak[s] && len(s) > 1 && !a.lex.isNumber(s) && len(out) < leading && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
