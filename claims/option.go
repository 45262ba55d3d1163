package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// figureAt is the number that the word at i is part of; nil = none.
func (c *checker) figureAt(sp span, i int) *figure {
	for k := range sp.figures {
		if f := &sp.figures[k]; i >= f.from && i < f.to {
			return f
		}
	}
	return nil
}

// isOld says that what stands at i is as it was before: "from three", "statt in M".
func (c *checker) isOld(sp span, i int) bool {
	ws := sp.s.words
	if c.givenFor(sp, i) || c.figureAt(sp, i) != nil && c.had(sp, i) {
		return true
	}
	if i+2 < sp.to && c.lex.is(beings, ws[i+1].key) && c.lex.is(nows, ws[i+2].key) && c.turnedInto(sp, i) {
		return true // "king is now queen"
	}
	for k := i - 1; k >= max(sp.from, i-5); k-- {
		key := ws[k].key
		if c.lex.is(olds, key) {
			if !weakOld[key] || c.hasNew(sp, i) || k > 0 && (ws[k-1].key == "lugar" || ws[k-1].key == "vez" || ws[k-1].key == "up" || ws[k-1].key == "down") {
				return true
			}
		}
		if key == "mehr" && k > 0 && ws[k-1].key == "nicht" || key == "no" && k > 0 && ws[k-1].key == "ya" {
			return true
		}
		if ws[k+1].sep || key == "to" || (key == "a" || key == "al") && c.lex.tag == "es" || key == "auf" || newMarks[key] || key == "in" && c.lex.tag != "de" && k < i-1 {
			return false
		}
	}
	return false
}

// turnedInto says that a value stands at i, and another one behind what it is now.
func (c *checker) turnedInto(sp span, i int) bool {
	value := func(k int) bool {
		size, _ := c.letterSize(sp, k)
		return size != "" || c.color(sp.s.words, k) != ""
	}
	if !value(i) {
		return false
	}
	for k := i + 3; k < sp.to; k++ {
		if value(k) {
			return true
		}
	}
	return false
}

// givenFor says that a number, or a color, is what another one came in the place of: "I changed the three to a five".
func (c *checker) givenFor(sp span, i int) bool {
	f := c.figureAt(sp, i)
	if sp.trigger != nil && sp.trigger.class == change && f == nil && c.color(sp.s.words, i) != "" {
		given := false
		for k := i + 1; k < sp.to; k++ { // "the burgundy pen for the black one"
			if given && c.color(sp.s.words, k) != "" {
				return true
			}
			given = given || givings[sp.s.words[k].key]
		}
	}
	if c.lex.tag == "de" || f == nil || f.amounts != nil || sp.trigger == nil || sp.trigger.class != change || f.to+1 >= sp.to {
		return false
	}
	ws := sp.s.words
	next := f.to + 1
	if c.lex.is(articles, ws[next].key) {
		next++
	}
	return (ws[f.to].key == "to" || ws[f.to].key == "for" || ws[f.to].key == "into" || ws[f.to].key == "por" && c.lex.tag == "es") && c.figureAt(sp, next) != nil
}

// givings stand before what something was given for.
var givings = words("for to into por gegen")

// hasNew says that a new value follows: an "of" or a "from" alone makes nothing old.
func (c *checker) hasNew(sp span, i int) bool {
	return slices.ContainsFunc(sp.s.words[i:sp.to], func(w word) bool {
		return w.key == "to" || w.key == "into" || (w.key == "a" || w.key == "al") && c.lex.tag == "es" || w.key == "auf" || w.key == "zu" || w.key == "por" || w.key == "in" || w.key == "geworden" || w.key == "gemacht" || w.key == "wurden" || w.key == "wurde" || w.key == "sind"
	})
}

// weakOld are words that make something old only where something new follows; newMarks end what is old.
var weakOld, newMarks = words("de del von aus from"), words("al jetzt por habe haben sind wurden wurde ist nun ahora es son")

// color is the English colour that stands at i.
func (c *checker) color(ws []word, i int) string {
	if l := c.lex; l.tongue != nil && l.is(sizing, ws[i].key) {
		return ""
	}
	for _, e := range ws[i].eng {
		if hear.For("en").Color(e) && (e != "natural" || c.isOption(e) || strings.HasPrefix(ws[i].key, "naturfarb")) && !c.notColor(ws, i, e) {
			return e
		}
	}
	return ""
}

// isOption says that something was done to goods of that value.
func (c *checker) isOption(value string) bool {
	return slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines), func(d Deed) bool {
		return slices.ContainsFunc(slices.Concat(d.Options, d.From), func(o evercart.Option) bool { return hear.Fold(o.Value) == value })
	})
}

// notColor says that a word for a colour is part of a name: "Rose Soap", "Lavender Candle".
func (c *checker) notColor(ws []word, i int, color string) bool {
	if !c.known.holds(ws[i]) {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines), func(d Deed) bool { return option(d.Options, "color", "colour") == color })
}

// likeColors are other words for the same.
var likeColors = map[string]string{"gray": "grey", "off-white": "ivory", "burgundy": "maroon", "silvery": "silver", "golden": "gold", "anthracite": "charcoal"}

// hues are the families of colors: who says blue of a navy jacket, or grey of one in slate, told no lie. A color that lies between two is of both.
var hues = hueTable("black: jet onyx ebony midnight coal|white: ivory cream ecru snow chalk pearl off-white eggshell|grey: slate charcoal graphite ash smoke silver stone pewter anthracite heather dove steel|" +
	"blue: navy indigo cobalt azure sky denim teal turquoise aqua petrol marine royal midnight sapphire|green: olive sage emerald mint forest moss teal turquoise khaki lime pine fern jade eucalyptus|" +
	"red: maroon crimson scarlet burgundy rust ruby wine cherry brick terracotta bordeaux coral|yellow: mustard gold lemon ochre amber honey saffron|orange: rust terracotta apricot peach coral copper amber|" +
	"pink: rose blush coral salmon fuchsia magenta mauve peach|purple: plum lilac lavender violet mauve aubergine magenta|brown: tan chocolate cognac camel chestnut walnut coffee mocha caramel hazel copper bronze toffee|" +
	"beige: sand tan oatmeal natural ecru cream camel stone khaki taupe linen nude")

func hueTable(text string) map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for line := range strings.SplitSeq(text, "|") {
		hue, shades, _ := strings.Cut(line, ": ")
		for s := range strings.FieldsSeq(shades) {
			if out[s] == nil {
				out[s] = map[string]bool{}
			}
			out[s][hue] = true
		}
	}
	return out
}

func plainColor(s string) string {
	s = hear.Fold(s)
	if like, ok := likeColors[s]; ok {
		return like
	}
	return s
}

func hasColor(color string, title []string, options []evercart.Option) bool {
	color = plainColor(color)
	if slices.Contains(title, color) {
		return true
	}
	known := false
	for _, o := range options {
		for _, w := range stems(o.Value) {
			if own := plainColor(w); own == color || hues[own][color] {
				return true
			}
		}
		known = known || isColor(o.Name) || colored([]evercart.Option{o})
	}
	return !known // of what comes in no colors, a color only says what it looks like
}

// colored says that one of the options is a color, whatever it is the color of.
func colored(options []evercart.Option) bool {
	return slices.ContainsFunc(options, func(o evercart.Option) bool {
		return slices.ContainsFunc(stems(o.Value), func(s string) bool { return hear.For("en").Color(s) || hues[s] != nil })
	})
}

func isColor(name string) bool {
	switch hear.Fold(name) {
	case "color", "colour", "farbe":
		return true
	}
	return false
}

func isSizeName(name string) bool {
	switch hear.Fold(name) {
	case "size", "grosse", "talla", "waist", "length", "width", "volume", "capacity", "weight":
		return true
	}
	return false
}

func option(options []evercart.Option, names ...string) string {
	for _, o := range options {
		if slices.Contains(names, hear.Fold(o.Name)) {
			return hear.Fold(o.Value)
		}
	}
	return ""
}

// hasSize compares as sizes are said: "medium" is "M", "9.0" is "9". Goods without a size have none to differ in.
func hasSize(size string, d Deed) bool {
	at := slices.IndexFunc(d.Options, func(o evercart.Option) bool { return isSizeName(o.Name) })
	if at < 0 && d.Kind == Options {
		return false // another choice was changed
	}
	if at < 0 {
		return len(d.Options) == 0 || !slices.ContainsFunc(d.From, func(o evercart.Option) bool { return isSizeName(o.Name) })
	}
	en := hear.For("en")
	return en.Value(size) == en.Value(d.Options[at].Value) || slices.Contains(stems(d.Options[at].Value), en.Value(size))
}

func sizeWord(w string, options []evercart.Option) bool {
	return slices.ContainsFunc(options, func(o evercart.Option) bool { return hear.For("en").Value(o.Value) == hear.For("en").Value(w) })
}

// letterSize reads a size in letters or words at i; to is where it ends.
func (c *checker) letterSize(sp span, i int) (size string, to int) {
	ws := sp.s.words
	raw := strings.ToUpper(ws[i].raw)
	if strings.Trim(ws[i].raw, "SMLX") == "" && ws[i].raw == raw && letters[raw] {
		if prev := c.lex.at(ws, i-1); i > sp.from && (prev == "double" || prev == "doppel" || prev == "doble" || prev == "triple") {
			return c.doubled(prev, raw), i + 1
		}
		return strings.ToLower(raw), i + 1
	}
	size, ok := c.lex.sizes[ws[i].key]
	if !ok || c.known.holds(ws[i]) || !c.sizesTold() {
		return "", i
	}
	for k := i - 1; k >= max(sp.from, i-2); k-- {
		switch ws[k].key {
		case "extra", "x":
			size = "x" + size
		case "double":
			size = "xx" + size
		}
	}
	return size, i + 1
}

func (c *checker) doubled(by, size string) string {
	n := 1
	if by == "triple" {
		n = 2
	}
	return strings.ToLower(strings.Repeat("X", n) + size)
}

var letters = map[string]bool{"XXS": true, "XS": true, "S": true, "M": true, "L": true, "XL": true, "XXL": true, "XXXL": true}

// sizesTold says that a deed has a size in letters or in words: else "large" may only praise.
func (c *checker) sizesTold() bool {
	return slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines), func(d Deed) bool {
		return slices.ContainsFunc(slices.Concat(d.Options, d.From), func(o evercart.Option) bool {
			v := hear.For("en").Value(o.Value)
			return isSizeName(o.Name) && (letters[strings.ToUpper(v)] || hear.For("en").Value(v) != "" && strings.Trim(v, "0123456789.") != "")
		})
	})
}

// isSize says that a number is a size: it stands behind the word, or where only a size can.
func (c *checker) isSize(sp span, f figure) bool {
	ws, l := sp.s.words, c.lex
	prev := l.at(ws, f.from-1)
	if next := l.at(ws, f.to); next == "o'clock" || next == "uhr" {
		return false
	}
	if strings.Contains(f.text, ".") || f.from > sp.from && l.is(sizing, prev) || c.numberSizes() && l.is(sizing, l.at(ws, f.to)) || measures[l.at(ws, f.to)] && c.measured(l.at(ws, f.to)) {
		return true
	}
	if !c.numberSizes() {
		return false
	}
	if c.onlySizes() && !l.nounAt(ws, f.to) && f.n < 60 {
		return true
	}
	before := l.at(ws, f.from-2)
	if l.nounAt(ws, f.to) || l.is(plain, l.at(ws, f.to)) {
		return prev == "size" || l.is(articles, prev) && before == "in"
	}
	switch prev {
	case "in", "en", "einer", "an", "a", "del":
		return true
	case "auf", "to", "into":
		return c.numberSizes()
	case "die", "der", "la", "el", "the", "un", "una", "eine":
		return true
	}
	return false
}

// onlySizes says that all that was done was to change options.
func (c *checker) onlySizes() bool {
	return len(c.facts.Deeds) > 0 && !slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return d.Kind.Changes() && d.Kind != Options })
}

// numberSizes says that a deed has a size in numbers.
func (c *checker) numberSizes() bool {
	return slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines), func(d Deed) bool {
		return slices.ContainsFunc(slices.Concat(d.Options, d.From), func(o evercart.Option) bool {
			return isSizeName(o.Name) && strings.Trim(o.Value, "0123456789.,½") == ""
		})
	})
}

// isNumber says that a figure is the number of an order, or part of a code.
func (c *checker) isNumber(sp span, f figure) bool {
	if c.lex.is(sizing, c.lex.at(sp.s.words, f.from-1)) && c.numberSizes() && len(f.text) < 3 { // "número diez"
		return false
	}
	return len(f.text) >= 4 && !strings.Contains(f.text, ".") || f.from > sp.from && c.lex.is(numbering, c.lex.at(sp.s.words, f.from-1))
}

// counts says that a figure counts things; "one" counts only where it cannot stand for a thing.
func (c *checker) counts(sp span, f figure) bool {
	ws := sp.s.words
	next, prev := c.lex.at(ws, f.to), c.lex.at(ws, f.from-1)
	if measures[next] || c.lex.is(totals, next) && !c.lex.is(boths, next) || next == "by" || prev == "by" && c.figureAt(sp, f.from-2) != nil || toPay(ws, f.to) { // "eight by forty-two", "a hundred to pay"
		return false
	}
	if c.lex.labels[next] == "days" || next == "o'clock" || next == "uhr" || f.n == 0 {
		return false
	}
	if c.inName(ws, f) || c.cameTo(sp, f) || c.isPrice(sp, f) {
		return false
	}
	if f.n == 1 && !f.digit {
		return c.lex.nounAt(ws, f.to) && (!slices.Contains([]string{"the", "that", "this", "which", "each", "no"}, prev) || prev == "the" && (c.lex.at(ws, f.from-2) == "just" || c.lex.at(ws, f.from-2) == "only"))
	}
	return true
}

// measures are what things are measured in, and not counted.
var measures = words("feet foot inch inches kilo kilos kilogram gram grams ounce ounces pound yard yards meter meters metre metres liter liters litre litres centimeter centimeters hours hour minutes people persons kilogramm gramm zentimeter litros metros gramos centimetros")

// measured says that the size of a deed's goods is told in such a measure: "11 inch".
func (c *checker) measured(by string) bool {
	by = hear.For("en").Stem(by)
	return slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines), func(d Deed) bool {
		return slices.ContainsFunc(d.Options, func(o evercart.Option) bool { return isSizeName(o.Name) && slices.Contains(stems(o.Value), by) })
	})
}

// toPay says that what stands at i is to be paid: "a hundred to pay".
func toPay(ws []word, i int) bool {
	return i+1 < len(ws) && !ws[i].sep && (ws[i].key == "to" || ws[i].key == "zu" || ws[i].key == "por" || ws[i].key == "left" && i+2 < len(ws)) && (paying[ws[i+1].key] || ws[i].key == "left" && ws[i+1].key == "to" && paying[ws[i+2].key])
}

// isPrice says that a number without a currency is what a deed's goods cost: "they're in for thirty-five".
func (c *checker) isPrice(sp span, f figure) bool {
	if f.n < 10 || !c.lex.is(atFor, c.lex.at(sp.s.words, f.from-1)) || c.lex.nounAt(sp.s.words, f.to) || c.lex.is(plain, c.lex.at(sp.s.words, f.to)) {
		return false
	}
	return slices.ContainsFunc(c.facts.Deeds, func(d Deed) bool { return c.costs(span{s: sp.s, figures: []figure{f}}, d) })
}

// inName says that a number belongs to a name: "the three-pack".
func (c *checker) inName(ws []word, f figure) bool {
	next := c.lex.at(ws, f.to)
	if f.to < len(ws) && (next == "pack" || next == "piece" || next == "set" || next == "er" || next == "seater" || next == "inch") && c.lex.tag == "en" {
		return slices.ContainsFunc(slices.Concat(c.facts.Deeds, c.facts.Lines, c.facts.Goods), func(d Deed) bool {
			return strings.Contains(hear.Fold(d.Title), next) && !strings.HasSuffix(hear.Fold(d.Title), next+"s")
		})
	}
	return false
}
