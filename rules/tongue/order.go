package tongue

import (
	"maps"
	"slices"
	"strings"

	"github.com/evercart/evercart/internal/sift"
)

// turnOf is one way in which a language orders its words, and the same in the order and the words of the rules. In the pattern
// X and Y are things, N is a number, END is where a clause may end. What becomes of it is written in capitals, X and Y stand for
// what they were. Texts come as hear.Tongue.Folded writes them.
type turnOf struct{ pattern, becomes string }

// order is the turns of a language, tried from the first.
type order struct {
	turns   *sift.Set
	becomes []string // of each turn
}

// ordered makes turns ready, of whose patterns something may be known.
func ordered(known sift.Table, short map[string]string, turns ...[]turnOf) order {
	var patterns, becomes []string
	for _, o := range slices.Concat(turns...) {
		p, b := o.written(short)
		patterns, becomes = append(patterns, p), append(becomes, b)
	}
	return order{known.Compile(patterns...), becomes}
}

// Groups of a pattern.
const (
	thingX = `(?P<x>[^.?]+?)`
	thingY = `(?P<y>[^.?]+?)`
	number = `(?P<n>\d[\d_]*)`
	ends   = `(?P<end>[.,?]|(?:und|oder|y|o|pero)\b)`
)

// written writes the shorthands of a turn out.
func (o turnOf) written(short map[string]string) (pattern, becomes string) {
	names := map[string]string{"X": thingX, "Y": thingY, "N": number, "END": ends}
	maps.Copy(names, short)
	p := sift.Spelled(o.pattern, 4, func(run string) string { return spell(run, names) })
	b := sift.Spelled(o.becomes, 1, func(run string) string {
		if run == "X" || run == "Y" || run == "N" {
			return "${" + strings.ToLower(run) + "}"
		}
		return run
	})
	if strings.Contains(p, "(?P<end>") {
		b += " ${end}"
	}
	if strings.HasSuffix(p, "]*") { // it ends with the blank before a mark
		b += " "
	}
	if whole, ok := strings.CutPrefix(p, "^"); ok { // only where all of what was said begins
		return "^ " + whole, " " + b
	}
	return " " + p, " " + b
}

var blanks = sift.Of(`  +`)

// spell writes the shorthands of a run of capitals out, the longest first: "FILLX" is FILL and X.
func spell(run string, names map[string]string) string {
	for n := len(run); n > 0; n-- {
		if long, ok := names[run[:n]]; ok {
			return long + spell(run[n:], names)
		}
	}
	return run
}

// turn puts the words of a text, in which no blanks stand side by side, into the order of the rules.
func (o order) turn(s string) string {
	t := o.turns.In(s)
	for i := t.Next(0); i >= 0; i = t.Next(i + 1) {
		if turned := blanks.ReplaceAllString(o.turns.At(i).ReplaceAllString(s, o.becomes[i]), " "); turned != s {
			s, t = turned, o.turns.In(turned)
		}
	}
	return s
}
