// Package words knows which English words mean much the same: 26,000 words of shops and of every day, each a small vector. The
// table was made from GloVe by words/make; its licence stands beside it. Words of other languages are not in it. This is the one
// table of the kind, for whoever ranks or weighs what was said. Words used alike are near too, opposites among them ("cheap",
// "expensive"): nearness is a hint to rank by, never proof enough to change a cart.
package words

import (
	_ "embed" // the table
	"encoding/binary"
	"math"
	"sort"
	"strings"
	"sync"
)

// Dims are the numbers of a vector.
const Dims = 64

// head is what stands before the table's parts: the number of words, four bytes, little endian.
const head = 4

// raw is the table: the head, a rank of two bytes a word, a vector of Dims signed bytes a word, then the words in the order of
// the alphabet, a line each. It is read where it lies.
//
//go:embed words.bin
var raw string

// index is where each word's text begins.
type index struct {
	n      int
	starts []uint32 // of the words, and the end
	text   string
}

var table = sync.OnceValue(func() index {
	n := int(binary.LittleEndian.Uint32([]byte(raw[:head])))
	text := raw[head+n*(2+Dims):]
	t := index{n: n, starts: make([]uint32, 0, n+1), text: text}
	for at := 0; at < len(text); at++ {
		t.starts = append(t.starts, uint32(at)) //nolint:gosec // far below 4 GB
		at += strings.IndexByte(text[at:], '\n')
	}
	t.starts = append(t.starts, uint32(len(text))) //nolint:gosec // the same
	return t
})

func (t index) word(i int) string { return t.text[t.starts[i] : t.starts[i+1]-1] }

// ID names a word of the table; None is one that it does not have.
type ID int32

// None is the ID of words that the table does not have.
const None ID = -1

// Find looks a word up, in lower case; None where it is not there.
func Find(word string) ID {
	t := table()
	i := sort.Search(t.n, func(i int) bool { return t.word(i) >= word })
	if i == t.n || t.word(i) != word {
		return None
	}
	return ID(i) //nolint:gosec // fewer than 2^31 words
}

// Rank is how common a word is: 0 the commonest, Rare where it is not known.
func (w ID) Rank() int {
	if w == None {
		return Rare
	}
	at := head + 2*int(w)
	return int(raw[at]) | int(raw[at+1])<<8
}

// Rare is the rank of what is beyond the table.
const Rare = math.MaxUint16

// Vector is a word's vector, of length about 1; the zero vector of None.
func (w ID) Vector() (v [Dims]float32) {
	if w == None {
		return v
	}
	at := head + 2*table().n + Dims*int(w)
	for i := range v {
		v[i] = float32(int8(raw[at+i])) / unit //nolint:gosec // the bytes are signed ones
	}
	return v
}

// unit is the byte that stands for 1: a vector's own numbers are small, and what is beyond ±127 is cut off.
const unit = 254

// Like is how near two words are: 1 the same, about 0 nothing in common, less than 0 never. 0 where one is not known.
func Like(a, b ID) float64 {
	if a == None || b == None {
		return 0
	}
	if a == b {
		return 1
	}
	base := head + 2*table().n
	x, y := raw[base+Dims*int(a):][:Dims], raw[base+Dims*int(b):][:Dims]
	sum := 0
	for i := range Dims {
		sum += int(int8(x[i])) * int(int8(y[i])) //nolint:gosec // the bytes are signed ones
	}
	return float64(sum) / (unit * unit)
}
