package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

// Thing says n of something with what tells it apart: "two silk blouses in ivory, size M". With n = 0 it is the bare
// name: "silk blouse in ivory, size M".
func (v *Voice) Thing(title string, options []evercart.Option, n int) string {
	said := v.t.thing(v.Name(title), n)
	for i, o := range options {
		o.Value = v.Name(o.Value)
		part := v.t.option(o)
		if i > 0 && strings.HasPrefix(part, " ") {
			part = "," + part
		}
		said += part
	}
	return said
}

// Line says a line of the cart without its price.
func (v *Voice) Line(l evercart.Line) string { return v.Thing(l.Title, l.Options, l.Quantity) }

// Name cleans a name of the catalogue for the ear: no signs that a voice would spell, no quotes.
func (v *Voice) Name(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '"', '“', '”', '„', '«', '»', '™', '®', '©', '(', ')':
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(v.Plain(s), " .")
}
