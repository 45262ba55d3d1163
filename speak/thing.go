package speak

import (
	"strings"

	"github.com/evercart/evercart"
)

// Thing says n of something with what tells it apart: "two silk blouses in ivory, size M". With n = 0 it is the bare
// name: "silk blouse in ivory, size M".
func (v *Voice) Thing(title string, options []evercart.Option, n int) string {
	var said strings.Builder
	said.WriteString(v.t.thing(v.Name(title), n))
	for i, o := range options {
		switch said := v.t.measure(o.Value); {
		case said == "":
			o.Value = v.Name(o.Value)
		case isLength(o.Value):
			o.Value = said
		default: // 850 watts are no size
			o.Name, o.Value = "", said
		}
		part := v.t.option(o)
		if i > 0 && strings.HasPrefix(part, " ") {
			part = "," + part
		}
		said.WriteString(part)
	}
	return said.String()
}

// The names a known thing: "the silk blouse in ivory, size M".
func (v *Voice) The(title string, options []evercart.Option) string {
	return v.t.the + v.Thing(title, options, 0)
}

// Many says that a title takes the plural verb: "the loafers are".
func (v *Voice) Many(title string) bool { return v.t.many != nil && v.t.many(v.Name(title)) }

// Size says a size that is a number or a measure in words, 9.5 as "nine and a half", "8 mm" as "eight millimeters"; all else stays as it is.
func (v *Voice) Size(s string) string {
	if said := v.t.measure(s); said != "" {
		return said
	}
	return v.t.size(s)
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

// sized says a size that is a number in words, 9.5 as "nine and a half"; letters and measures stay as they are.
func sized(s string, cardinal func(uint64, noun) string, half, point string) string {
	whole, frac, _ := strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	if whole == "" || len(whole) > 4 || strings.Trim(whole+frac, "0123456789") != "" {
		return s
	}
	n := uint64(0)
	for _, d := range whole {
		n = n*10 + uint64(d-'0')
	}
	said := cardinal(n, noun{})
	switch frac = strings.TrimRight(frac, "0"); frac {
	case "":
		return said
	case "5":
		return said + half
	}
	said += " " + point
	for _, d := range frac {
		said += " " + cardinal(uint64(d-'0'), noun{})
	}
	return said
}
