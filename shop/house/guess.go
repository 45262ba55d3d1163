package house

import (
	"bytes"
	_ "embed" // what was learned of what was asked
	"encoding/gob"
	"math"
	"slices"
	"sync"

	"github.com/evercart/evercart/internal/words"
)

// Guess tells which of the sentences that answered before a question is after, and whether a shop is likely to say it at all. It
// was learned from what was asked (guess_learn.go): how strongly each word, class of words, two words in a row and point of
// meaning speaks for each of the sentences. It never changes.
type Guess struct {
	Features []string  // words, classes and pairs, as memory counts them
	Rare     []float32 // by feature: how rare it is
	Words    []string  // words that others may mean much the same as
	WordRare []float32
	Told     []string // the sentences that answered
	Bias     []float32
	Scale    []float32 // by row: of features, then words, then dimensions
	Weights  []byte    // rows of one signed byte a sentence
	Says     []float32 // by row: how much it speaks for a shop's saying it at all
	SaysBias float32
	Put      Put // whether a turn is put to a shop at all

	feature, word map[string]int
	vectors       []float32 // of the words
}

// How the parts of a question weigh.
const (
	likeShare  = 0.7  // of all words that mean much the same
	likeLeast  = 0.55 // nearness of such words
	likeMost   = 6    // such words, of each that is heard
	commonRank = 150  // words that are as common mean everything
)

//go:embed guess.bin
var guessFile []byte

// ReadGuess reads what was learned.
func ReadGuess(raw []byte) (*Guess, error) {
	g := &Guess{}
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(g); err != nil {
		return nil, err
	}
	g.ready()
	return g, nil
}

// guessed is what the program brings along; a file that cannot be read guesses nothing.
var guessed = sync.OnceValue(func() *Guess {
	g, err := ReadGuess(guessFile)
	if err != nil {
		return &Guess{}
	}
	return g
})

// Write is the file that ReadGuess reads.
func (g *Guess) Write() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(g)
	return b.Bytes(), err
}

func (g *Guess) ready() {
	g.Put.ready()
	g.feature, g.word = make(map[string]int, len(g.Features)), make(map[string]int, len(g.Words))
	for i, f := range g.Features {
		g.feature[f] = i
	}
	for i, w := range g.Words {
		g.word[w] = i
		v := words.Find(w).Vector()
		v = unit(v)
		g.vectors = append(g.vectors, v[:]...)
	}
}

func (g *Guess) rows() int { return len(g.Features) + len(g.Words) + words.Dims }

// cell is one row that a question touches, and how much.
type cell struct {
	row int
	by  float32
}

// cells are the rows of a text: its features, the words that mean much the same as its own, and where it stands as a whole.
func (g *Guess) cells(features map[string]float64, written []string) []cell {
	var out []cell
	for f, share := range features {
		if i, ok := g.feature[f]; ok {
			out = append(out, cell{i, float32(share) * g.Rare[i]})
		}
	}
	slices.SortFunc(out, func(a, b cell) int { return a.row - b.row })
	scaled(out, 1)
	near := g.near(written)
	scaled(near, likeShare)
	for i, x := range placed(written) {
		near = append(near, cell{len(g.Features) + len(g.Words) + i, x})
	}
	return append(out, near...)
}

// scaled gives cells a length.
func scaled(list []cell, length float32) {
	var sum float32
	for _, c := range list {
		sum += c.by * c.by
	}
	if sum == 0 {
		return
	}
	for i := range list {
		list[i].by *= length / sqrt(sum)
	}
}

// near finds the words that mean much the same as heard ones.
func (g *Guess) near(written []string) []cell {
	best := make([]float32, len(g.Words))
	for _, w := range written {
		id := words.Find(w)
		if id == words.None || id.Rank() <= commonRank {
			continue
		}
		for _, c := range g.nearest(id) {
			best[c.row] = max(best[c.row], c.by)
		}
	}
	var out []cell
	for i, s := range best {
		if s > 0 {
			out = append(out, cell{len(g.Features) + i, s * g.WordRare[i]})
		}
	}
	return out
}

// nearest are the words next to one.
func (g *Guess) nearest(id words.ID) []cell {
	v := unit(id.Vector())
	var out []cell
	for i := range g.Words {
		of := g.vectors[i*words.Dims:][:words.Dims]
		var sum float32
		for d, x := range v {
			sum += x * of[d]
		}
		if sum <= likeLeast || len(out) == likeMost && sum <= out[likeMost-1].by {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, sum, func(c cell, s float32) int {
			if c.by >= s {
				return -1
			}
			return 1
		})
		out = slices.Insert(out, at, cell{i, sum})
		out = out[:min(len(out), likeMost)]
	}
	for i := range out {
		out[i].by = (out[i].by - none) / (1 - none)
	}
	return out
}

// placed is where a text stands among the meanings: its rarer words count more.
func placed(written []string) [words.Dims]float32 {
	var c [words.Dims]float32
	for i, w := range written {
		id := words.Find(w)
		if id == words.None || slices.Contains(written[:i], w) {
			continue
		}
		by := float32(min(1, math.Log1p(float64(id.Rank()))/10))
		for d, x := range id.Vector() {
			c[d] += by * by * x
		}
	}
	return unit(c)
}

// guess is what is guessed of one question.
type guess struct {
	of    []float64 // by sentence told: how likely it is meant, if any is
	top   float64   // the most of it
	doubt float64   // how evenly it is spread: 0 one alone
	says  float64   // how likely a shop says it at all, on a scale without ends
}

func (g *Guess) ask(features map[string]float64, written []string) guess {
	n := len(g.Told)
	if n == 0 {
		return guess{}
	}
	z := make([]float64, n)
	for i, b := range g.Bias {
		z[i] = float64(b)
	}
	out := guess{of: z, says: float64(g.SaysBias)}
	for _, c := range g.cells(features, written) {
		by := float64(c.by * g.Scale[c.row])
		for i, w := range g.Weights[c.row*n:][:n] {
			z[i] += by * float64(int8(w)) //nolint:gosec // the bytes are signed ones
		}
		out.says += float64(c.by * g.Says[c.row])
	}
	likelihoods(z)
	for _, p := range z {
		out.top = max(out.top, p)
		if p > 0 {
			out.doubt -= p * math.Log(p)
		}
	}
	return out
}

// likelihoods makes scores sum to 1.
func likelihoods(z []float64) {
	top, sum := slices.Max(z), 0.0
	for i := range z {
		z[i] = math.Exp(z[i] - top)
		sum += z[i]
	}
	for i := range z {
		z[i] /= sum
	}
}
