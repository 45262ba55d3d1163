package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/rules/say"
)

// maxNamed is how many things are read out.
const maxNamed = 3

// name is what a product is called aloud.
func (t *turn) name(p evercart.Product) string { return t.voice.Thing(p.Title, nil, 0) }

// the is a product as a known thing, or one of its variants: "the wool coat in camel, size M".
func (t *turn) the(p evercart.Product, options ...evercart.Option) say.Thing {
	return say.Thing{Said: t.voice.The(p.Title, named(options)), Many: t.voice.Many(p.Title)}
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
		out = append(out, t.the(h.Product).Said)
	}
	return out
}

// value is an option's value as it is said: a size that is a number in words.
func (t *turn) value(s string) string { return t.voice.Size(t.voice.Name(s)) }

// orMore is "a, b or c", or "a, b, c, or another one".
func (t *turn) orMore(names []string, all int) string {
	if all > len(names) {
		return t.voice.Part("ask.more", strings.Join(names, ", "))
	}
	return t.voice.Or(names)
}

// lineName is what a line is called aloud, without its quantity.
func (t *turn) lineName(l evercart.Line) string { return t.voice.Thing(l.Title, l.Options, 0) }
