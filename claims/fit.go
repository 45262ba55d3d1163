package claims

import (
	"maps"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// fitting are the deeds that a mention can speak of; what = in what the nearest one differs.
func (c *checker) fitting(sp span, m mention, deeds []Deed) ([]Deed, string) {
	var out []Deed
	if len(m.mods) == 0 && slices.ContainsFunc(m.head, func(h string) bool { return m.count > 0 && vessels[h] || onlyVessels[h] }) && !slices.ContainsFunc(deeds, func(d Deed) bool { return m.fits(d, nil) != "item" }) {
		m.head = nil // "six bags now", of what comes in bags
	}
	if m.unknown && c.lex.tongue != nil {
		if what := c.foreign(sp.s.words[m.at], deeds); what != "" {
			return nil, what
		}
		m.head, m.mods = nil, nil
	}
	what, rank := "", map[string]int{"item": 1, "option": 2, "count": 3}
	sums := map[Kind]int{} // of what was done, by what it was: what came is told of the same things as how many there are now
	for _, d := range deeds {
		if d.Title == "" {
			continue
		}
		without := m
		without.count = 0
		differs := without.fits(d, nil)
		if differs == "item" && c.alike(without, d) {
			differs = ""
		}
		if differs == "" {
			if !c.comes(sp, m, d) && !c.goes(sp, m, d) {
				sums[together(d)] += d.Count
			}
			if m.count == 0 || slices.Contains(c.countsOf(sp, m, d), m.count) {
				out = append(out, d)
				continue
			}
			differs = "count"
		}
		if rank[differs] > rank[what] {
			what = differs
		}
	}
	switch {
	case len(out) > 0 || what == "":
		return out, ""
	case what == "count" && slices.Contains(slices.Collect(maps.Values(sums)), m.count):
		return deeds, ""
	case c.rest(sp, m):
		return deeds, ""
	case what == "item" && c.beside(sp, m):
		return deeds, ""
	case what == "item":
		if paid := c.paidAs(sp, m, deeds); paid != nil {
			return paid, ""
		}
	}
	return nil, what
}

// vessels are what goods may come in, and be counted by; onlyVessels are seldom goods themselves.
var onlyVessels = words("jar tub packet tube roll carton bunch sachet panel piece strip")

var vessels = words("bag jar tin can bottle box tub pack packet tube roll carton bunch bundle sachet pouch panel piece length sheet strip")

// comes says that a claim tells what came to a line that was there before, and not how many there are now.
func (c *checker) comes(sp span, m mention, d Deed) bool {
	return d.Kind == Quantity && d.Was > 0 && sp.trigger != nil && sp.trigger.class == add && !sp.trigger.told && !m.reached && !sp.has(c.lex, nows) && !sp.has(c.lex, wholes)
}

// goes says that a claim tells what went from a line, and not how many are left.
func (c *checker) goes(sp span, m mention, d Deed) bool {
	return d.Kind == Quantity && d.Was > d.Count && sp.trigger != nil && (sp.trigger.class == take || sp.trigger.class == remove) && !sp.trigger.told && !m.reached && !sp.has(c.lex, nows)
}

// together says with which others the number of a deed may be summed up.
func together(d Deed) Kind {
	if d.Stands {
		return Shown
	}
	return d.Kind
}

// rest says that a name stands in a claim about something that is no goods, such as an order of socks.
func (c *checker) rest(sp span, m mention) bool {
	return len(m.head) == 0 && len(m.colors) == 0 && m.size == "" && m.count > 0 && len(c.facts.Deeds) > 1 && m.count == len(c.facts.Deeds)
}

// packOf is how many things a name says that one has in it: "set of six", "four-pack"; 0 = it does not say.
func (c *checker) packOf(title string) int {
	ws := hear.Tokens(strings.ReplaceAll(title, "-", " "))
	for i, w := range ws {
		if w.Text == "set" && i+2 < len(ws) && ws[i+1].Text == "of" {
			return english.units[ws[i+2].Text]
		}
		if i > 0 && (w.Text == "pack" || w.Text == "piece") {
			return english.units[ws[i-1].Text]
		}
	}
	return 0
}

// leaving says that a span tells what was left where it was: two that were left are not two that went.
func leaving(sp span) bool {
	return slices.ContainsFunc(sp.words(), func(w word) bool { return letting[w.key] }) && !slices.ContainsFunc(sp.words(), func(w word) bool { return w.noun&nAway != 0 })
}

var letting = words("left kept dejado deje dejamos gelassen behalten")

// leftAs checks how many are told to have been left of what is fewer now, where nothing is told to have been done; "" = so many.
func (c *checker) leftAs(sp span) string {
	deeds := c.facts.all([]Kind{Quantity})
	if len(deeds) == 0 || len(deeds) < len(c.facts.Deeds) || !leaving(sp) || c.lex.tag != "es" && !sp.has(c.lex, ours) {
		return ""
	}
	for _, m := range c.mentions(sp) {
		if m.count == 0 || len(m.head) == 0 {
			continue
		}
		if _, what := c.fitting(sp, m, deeds); what == "count" {
			return what
		}
	}
	return ""
}

// countsOf are the numbers that a claim may give of a deed.
func (c *checker) countsOf(sp span, m mention, d Deed) []int {
	out := []int{d.Count}
	if c.comes(sp, m, d) || c.goes(sp, m, d) {
		out = nil // what was added or taken is not how many there are
	}
	if d.Kind == Quantity && !m.reached && !leaving(sp) && (m.more || sp.trigger == nil || !sp.trigger.told) {
		out = append(out, max(d.Count-d.Was, d.Was-d.Count)) // "one more", "I took two out"
	}
	if d.Kind == Options && d.Count == 0 || d.Kind == Saved && d.Count == 0 || d.Kind == Restored && d.Count == 0 {
		return nil
	}
	if n := c.packOf(d.Title); n > 1 && d.Count > 0 {
		out = append(out, n*d.Count) // "six knives", of a set of six
	}
	for _, l := range c.facts.Lines {
		if l.Title == d.Title && slices.Equal(l.Options, d.Options) && (sp.trigger == nil || sp.trigger.told || sp.has(c.lex, nows)) {
			out = append(out, l.Count)
		}
	}
	return out
}
