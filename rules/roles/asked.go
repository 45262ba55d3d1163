package roles

import (
	"slices"

	"github.com/evercart/evercart/rules/odds"
)

// Kinds are what a sentence may ask about, in the order of their odds.
var Kinds = []string{"browse", "cart", "colors", "compare", "material", Nothing, "price", "sizes", "smalltalk", "stock", "total"}

// Names are what speaks for and against what a sentence asks about: its words, things as letters, alone and in a row, and pieces of
// words, for those that were misheard.
func Names(s Sentence) []string {
	v := look(s)
	out := []string{"1", "L " + s.Letters(), "c " + v.cues}
	for i := -1; i < len(v.words); i++ {
		w := v.word(i)
		out = append(out, "u "+w, "b "+w+" "+v.word(i+1), "t "+w+" "+v.word(i+1)+" "+v.word(i+2), "g "+w+" "+v.word(i+2))
		if w[0] == '<' {
			continue
		}
		for p := " " + w + " "; len(p) > 4; p = p[1:] {
			out = append(out, "p "+p[:4])
		}
	}
	for _, f := range s.State {
		out = append(out, "f "+string(f))
	}
	for _, c := range v.cues {
		out = append(out, "h "+string(c))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// AskedRows are the examples of which it is known what they ask about, as something to learn from.
func AskedRows(examples []Example) []odds.Row {
	var out []odds.Row
	for _, e := range examples {
		if len(e.Asked) == 0 {
			continue
		}
		r := odds.Row{Names: Names(e.Sentence), Is: make([]bool, len(Kinds))}
		for k, kind := range Kinds {
			r.Is[k] = slices.Contains(e.Asked, kind)
		}
		out = append(out, r)
	}
	return out
}

// UsualAsked is how the weights of the repository are learnt.
var UsualAsked = odds.Training{Rounds: 10, Rate: 0.1, Decay: 1e-3, Least: 3}
