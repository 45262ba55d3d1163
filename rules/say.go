package rules

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

// maxNamed is how many things are read out.
const maxNamed = 3

// thing is a name with the verb that it takes.
type thing struct {
	said string
	many bool // "the loafers are"
}

func (n thing) String() string { return n.said }

// fill puts arguments into a sentence: {1} the first, an int as a word; {1|is|are} the word that goes with the number, or with the thing.
func fill(s string, v *speak.Voice, args ...any) string {
	for i, a := range args {
		mark := strconv.Itoa(i + 1)
		text := fmt.Sprint(a)
		n, isInt := a.(int)
		if isInt {
			text = v.Number(n)
		}
		s = strings.ReplaceAll(s, "{"+mark+"}", text)
		for {
			from := strings.Index(s, "{"+mark+"|")
			if from < 0 {
				break
			}
			end := from + strings.IndexByte(s[from:], '}')
			one, many, _ := strings.Cut(s[from+len(mark)+2:end], "|")
			if named, isThing := a.(thing); isInt && n == 1 || isThing && !named.many {
				many = one
			}
			s = s[:from] + many + s[end+1:]
		}
	}
	if s == "" {
		return ""
	}
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[n:]
}

// name is what a product is called aloud.
func (t *turn) name(p evercart.Product) string { return t.voice.Thing(p.Title, nil, 0) }

// the is a product as a known thing, or one of its variants: "the wool coat in camel, size M".
func (t *turn) the(p evercart.Product, options ...evercart.Option) thing {
	return thing{t.voice.The(p.Title, named(options)), t.voice.Many(p.Title)}
}

// names calls the products of hits, at most three, and says how many more there are.
func (t *turn) names(hits []evercart.Hit) []string {
	var out []string
	for _, h := range hits[:min(maxNamed, len(hits))] {
		out = append(out, t.name(h.Product))
	}
	return out
}

// known calls the products of hits as known things, at most three.
func (t *turn) known(hits []evercart.Hit) []string {
	var out []string
	for _, h := range hits[:min(maxNamed, len(hits))] {
		out = append(out, t.the(h.Product).said)
	}
	return out
}

// value is an option's value as it is said: a size that is a number in words.
func (t *turn) value(s string) string {
	if said := t.voice.Size(s); said != s { // a measure, whose signs Name takes away
		return said
	}
	return t.voice.Size(t.voice.Name(s))
}

// orMore is "a, b or c", or "a, b, c, or another one".
func (t *turn) orMore(names []string, all int) string {
	if all > len(names) {
		return t.voice.Part("ask.more", strings.Join(names, ", "))
	}
	return t.voice.Or(names)
}

// lineName is what a line is called aloud, without its quantity.
func (t *turn) lineName(l evercart.Line) string { return t.voice.Thing(l.Title, l.Options, 0) }
