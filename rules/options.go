package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// narrowed applies sizes, numbers and the base to the choice.
func (t *turn) narrowed(c choice, it item) choice {
	wants := wishes{words: it.words, sizes: t.measured(c.hits, it)}
	for _, n := range it.nums {
		switch {
		case !n.sized && n.count > 0 && n.count == c.qty: // "nine bars, yes, nine"
		case len(c.hits) == 1 && t.countsItself(c.hits[0].Product, n.count): // "three of the dozen roses"
		case t.isValue(c.hits, n.size):
			wants.sizes = append(slices.Clone(wants.sizes), n.size)
		case n.sized || n.count == 0 || c.qty > 0:
			return t.noSize(c, n.size)
		default:
			c.qty = n.count
		}
	}
	if it.pair && len(c.hits) == 1 && !t.isPaired(c.hits[0].Product) { // "a pair of tea towels"
		c.qty = 2 * max(c.qty, 1)
	}
	if it.more && c.qty == 0 {
		c.qty = 1
	}
	base, but := t.otherThan(c, it)
	kept := c.hits[:0:0]
	for _, h := range c.hits {
		variants := slices.DeleteFunc(t.withWishes(h, wants, base), func(v evercart.Variant) bool { return but.Name != "" && v.Option(but.Name) == but.Value })
		if len(variants) > 0 {
			kept = append(kept, evercart.Hit{Product: h.Product, Variants: variants, Whole: h.Whole, Score: h.Score})
		}
	}
	if len(kept) == 0 {
		return t.noneFits(c, wants)
	}
	if len(kept) == 1 && it.same && c.named {
		kept[0].Variants = t.alikeToLast(kept[0].Variants)
	}
	if len(kept) == 1 && len(kept[0].Variants) > 1 && inFocus(t.state.Focus, kept[0].Product) {
		kept[0].Variants = t.askedBefore(kept[0], wants)
	}
	c.hits = kept
	return c
}

// measured writes "the big one" as the biggest size where sizes are measures: "750 ml"; beside a number it says nothing.
func (t *turn) measured(hits []evercart.Hit, it item) []string {
	if len(hits) != 1 || len(it.sizes) != 1 || it.sizes[0] != "s" && it.sizes[0] != "l" || hasValue(t, hits[0].Product, it.sizes[0]) {
		return it.sizes
	}
	low, high, least, most := "", "", 0.0, 0.0
	for _, v := range hits[0].Product.Variants {
		for _, o := range v.Options {
			if t.isColor(o) {
				continue
			}
			n, sort := t.lang.Amount(o.Value)
			if sort == "" {
				return t.byPrice(hits[0].Product, it.sizes)
			}
			if low == "" || n < least {
				low, least = t.lang.Value(o.Value), n
			}
			if high == "" || n > most {
				high, most = t.lang.Value(o.Value), n
			}
		}
	}
	switch {
	case len(it.nums) > 0:
		return nil
	case it.sizes[0] == "s":
		return []string{low}
	}
	return []string{high}
}

// byPrice writes "the big one" as the dearer of two sizes that are called otherwise: "small" and "family".
func (t *turn) byPrice(p evercart.Product, sizes []string) []string {
	values, price := []string(nil), map[string]evercart.Minor{}
	for _, v := range active(p.Variants) {
		for _, o := range v.Options {
			if t.isColor(o) {
				continue
			}
			key := t.lang.Value(o.Value)
			if !slices.Contains(values, key) {
				values = append(values, key)
			}
			price[key] = max(price[key], v.Price)
		}
	}
	if len(values) != 2 || price[values[0]] == price[values[1]] {
		return sizes
	}
	low, high := values[0], values[1]
	if price[low] > price[high] {
		low, high = high, low
	}
	if sizes[0] == "s" {
		return []string{low}
	}
	return []string{high}
}

// isPaired says that a pair of it is one: shoes, socks, jeans.
func (t *turn) isPaired(p evercart.Product) bool {
	main, _, _ := strings.Cut(p.Title, ",")
	return slices.ContainsFunc(t.wordsOf(main+" "+p.Type), func(w token) bool { return t.tables.paired[t.lang.Stem(w.Text)] })
}

// wishes are option values asked for.
type wishes struct{ words, sizes []string }

// isValue says that a size is one of the hits'.
func (t *turn) isValue(hits []evercart.Hit, size string) bool {
	return slices.ContainsFunc(hits, func(h evercart.Hit) bool { return hasValue(t, h.Product, size) })
}

// withWishes keeps the variants that fit. With a base, what was not mentioned stays as it is there.
func (t *turn) withWishes(h evercart.Hit, w wishes, base evercart.Variant) []evercart.Variant {
	said := t.optionsSaid(h.Product, w)
	for _, s := range w.sizes {
		if !hasValue(t, h.Product, s) && !titled(t, h.Product, s) {
			return nil
		}
	}
	if base.SKU != "" && slices.ContainsFunc(h.Product.Variants, func(v evercart.Variant) bool { return v.SKU == base.SKU }) {
		for _, o := range base.Options {
			if _, ok := said[o.Name]; !ok {
				said[o.Name] = []string{t.lang.Value(o.Value)}
			}
		}
	}
	if base.SKU == "" {
		return having(t, slices.Clone(h.Variants), said)
	}
	return having(t, active(h.Product.Variants), said)
}

// titled says that a size word is part of the name ("large" in a title).
func titled(t *turn, p evercart.Product, size string) bool {
	if t.lang.IsMeasure(size) {
		return slices.ContainsFunc(t.lang.Measured(t.wordsOf(p.Title), func(hear.Measure) bool { return true }), func(w token) bool { return t.lang.Stem(w.Text) == t.lang.Stem(size) })
	}
	return slices.ContainsFunc(t.wordsOf(p.Title), func(w token) bool {
		s, took := t.lang.Letters([]token{w}, 0)
		return took == 1 && s == size
	})
}

// having keeps the variants whose options have one of the values said.
func having(t *turn, variants []evercart.Variant, said map[string][]string) []evercart.Variant {
	return slices.DeleteFunc(variants, func(v evercart.Variant) bool {
		for _, o := range v.Options {
			if keys, ok := said[o.Name]; ok && !slices.Contains(keys, t.lang.Value(o.Value)) {
				return true
			}
		}
		return false
	})
}

// optionsSaid reads which option values of a product were said, by option. Of values that share words the fullest counts.
func (t *turn) optionsSaid(p evercart.Product, w wishes) map[string][]string {
	out, best := map[string][]string{}, map[string]int{}
	defer func() { t.inPart(out, p, w) }()
	for _, v := range p.Variants {
		for _, o := range v.Options {
			key := t.lang.Value(o.Value)
			n := t.saidValue(key, o.Value, w)
			switch {
			case n == 0 || isDefault(o) || slices.Contains(out[o.Name], key):
			case n > best[o.Name]:
				out[o.Name], best[o.Name] = []string{key}, n
			case n == best[o.Name]:
				out[o.Name] = append(out[o.Name], key)
			}
		}
	}
	return out
}

// inPart reads values of which only a part was said that no other value and no title has: "sage", of sage green. Left out, it would be
// taken for nothing, and another variant put in.
func (t *turn) inPart(said map[string][]string, p evercart.Product, w wishes) {
	for _, word := range w.words {
		stem := t.lang.Stem(word)
		if t.bearsInTitle(p, stem) {
			continue
		}
		keys := map[string][]string{}
		for _, v := range p.Variants {
			for _, o := range v.Options {
				key := t.lang.Value(o.Value)
				if strings.Contains(key, " ") && strings.Contains(" "+key+" ", " "+stem+" ") && !slices.Contains(keys[o.Name], key) {
					keys[o.Name] = append(keys[o.Name], key)
				}
			}
		}
		for name, list := range keys {
			if _, known := said[name]; !known && len(list) == 1 {
				said[name] = list
			}
		}
	}
}

// bearsInTitle says that a stem is part of a product's name.
func (t *turn) bearsInTitle(p evercart.Product, stem string) bool {
	return slices.ContainsFunc(t.wordsOf(p.Title), func(w token) bool { return t.lang.Stem(w.Text) == stem })
}

// isAnOption says that some goods have an option that is called just so.
func (t *turn) isAnOption(value string) bool {
	key := t.lang.Value(value)
	return slices.ContainsFunc(t.find(evercart.Query{Words: value, Limit: 12}).Hits, func(h evercart.Hit) bool {
		return slices.ContainsFunc(h.Product.Variants, func(v evercart.Variant) bool {
			return slices.ContainsFunc(v.Options, func(o evercart.Option) bool { return t.lang.Value(o.Value) == key })
		})
	})
}

// saidValue counts the words of a value that were said; all of them must be.
func (t *turn) saidValue(key, value string, w wishes) int {
	if slices.ContainsFunc(w.sizes, func(s string) bool { return t.isOption(value, s) }) { // also "the seven fifty"
		return 1
	}
	if t.lang.IsMeasure(key) {
		return 0
	}
	for _, v := range t.wordsOf(value) {
		stem := t.lang.Stem(v.Text)
		if !slices.ContainsFunc(w.words, func(s string) bool { return t.lang.Stem(s) == stem }) {
			return 0
		}
	}
	return len(t.wordsOf(value))
}

// noSize says which sizes there are instead.
func (t *turn) noSize(c choice, size string) choice {
	if strings.Contains(size, ".") && !slices.ContainsFunc(c.hits, func(h evercart.Hit) bool { return t.hasNumbers(h.Product) }) {
		c.miss, c.of, c.hits = t.sayOwn("quantity"), c.hits, nil // "2.5 candles"
		return c
	}
	c.miss = t.sayOwn("no.such", t.the(c.hits[0].Product))
	if len(c.hits) == 1 {
		if values := t.values(c.hits[0].Product, false); len(values) > 0 {
			c.miss = t.sayOwn("no.option", t.the(c.hits[0].Product), t.value(sizeName(size)), t.voice.List(values))
		}
	}
	c.of, c.hits = c.hits, nil
	return c
}

// sizeName writes a size in letters as it is read: "m" as "M".
func sizeName(s string) string {
	if strings.Trim(s, "xsml") == "" { // a measure stays as it is: "7mm"
		return strings.ToUpper(s)
	}
	return s
}

func (t *turn) noneFits(c choice, w wishes) choice {
	if len(c.hits) > 0 && len(w.sizes) > 0 && !t.isValue(c.hits, w.sizes[len(w.sizes)-1]) {
		return t.noSize(c, w.sizes[len(w.sizes)-1])
	}
	if len(c.hits) > 0 {
		c.miss = t.sayOwn("no.such", t.the(c.hits[0].Product))
		colors := t.values(c.hits[0].Product, true)
		if len(c.hits) == 1 && len(c.hits[0].Product.Variants) == 1 && len(colors) == 0 {
			c.miss = t.sayOwn("no.colors", t.the(c.hits[0].Product))
		}
		if len(c.hits) == 1 && len(colors) > 0 && allColors(t.lang, w.words) && len(w.sizes) == 0 {
			c.miss = t.sayOwn("no.option", t.the(c.hits[0].Product), t.value(strings.Join(w.words, " ")), t.voice.List(colors))
		}
	}
	c.of, c.hits = c.hits, nil
	return c
}

// values lists the option values of a product that can be had: of colours, or of all but colours.
func (t *turn) values(p evercart.Product, colors bool) []string {
	var out []string
	for _, v := range active(p.Variants) {
		for _, o := range v.Options {
			said := t.value(o.Value)
			if isDefault(o) || t.isColor(o) != colors || slices.Contains(out, said) {
				continue
			}
			out = append(out, said)
		}
	}
	return out
}

// isDefault knows the option that a feed writes where there is none.
func isDefault(o evercart.Option) bool { return strings.EqualFold(o.Value, "Default Title") }

func (t *turn) isColor(o evercart.Option) bool {
	name := strings.ToLower(o.Name)
	return strings.HasPrefix(name, "color") || strings.HasPrefix(name, "colour") || t.lang.Color(t.lang.Value(o.Value))
}
