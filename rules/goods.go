package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

// choice is what an item may mean: products, each with the variants that fit what was said.
type choice struct {
	hits  []evercart.Hit
	base  evercart.Variant // the exact variant in focus that the item starts from; its SKU is "" where there is none
	sure  bool
	miss  string // a sentence that says why there is nothing
	qty   int
	named bool           // the words named it; it was not pointed at
	open  bool           // nothing is in focus: miss is a question
	of    []evercart.Hit // what miss is about
	doubt bool           // by a word that is the name of other goods
}

// choose finds what an item means, for adding it or for speaking of it.
func (t *turn) choose(it item) choice {
	c := choice{qty: it.qty}
	switch of := t.otherOption(it); {
	case it.bare() || t.pointsAtFocus(it):
		c = t.fromFocus(it)
	case of != nil:
		return t.noneFits(choice{hits: of, qty: it.qty}, wishes{words: it.words})
	default:
		c = t.byName(it)
	}
	if c.miss != "" || t.failed != nil {
		return c
	}
	if !c.named && len(c.hits) > 1 {
		c.hits = t.describedBy(c.hits, it)
	}
	if c.named && len(c.hits) == 1 && t.countsItself(c.hits[0].Product, c.qty) {
		c.qty = 0
	}
	if c.named && len(c.hits) == 1 && c.qty >= 100 && t.isValue(c.hits, strconv.Itoa(c.qty)) { // "a 750 sparkling water"
		it.sizes, c.qty = append(slices.Clone(it.sizes), strconv.Itoa(c.qty)), 0
	}
	if !c.named && len(c.hits) == 1 && (c.base.SKU == "" || (t.denied || t.hesitated) && !t.inCart(c.hits[0].Product)) && t.justShown() && it.qty > 0 && len(it.nums)+len(it.sizes) == 0 && t.isValue(c.hits, strconv.Itoa(it.qty)) { // "seven please", told the sizes
		it.sizes, c.qty = []string{strconv.Itoa(it.qty)}, 0
	}
	c = t.narrowed(c, it)
	if c.named && len(c.hits) == 1 && !c.hits[0].Whole && t.describes(it.words) && !inFocus(t.state.Focus, c.hits[0].Product) && !t.ofFocusedKind(c.hits[0].Product) {
		c.doubt = true // "black ones in nine": no name was said
	}
	return c
}

// describedBy keeps the products in focus that have all the colours and options said; all where none has.
func (t *turn) describedBy(hits []evercart.Hit, it item) []evercart.Hit {
	var kept []evercart.Hit
	for _, h := range hits {
		if len(it.words) > 0 && t.allOptions([]evercart.Hit{h}, it.words) {
			kept = append(kept, h)
		}
	}
	if len(kept) == 0 {
		return hits
	}
	return kept
}

// countsItself says that a number is the beginning of a product's name: "a dozen roses", where those are sold by the dozen.
func (t *turn) countsItself(p evercart.Product, n int) bool {
	words := t.wordsOf(p.Title)
	if n == 0 || len(words) < 2 {
		return false
	}
	own, took := t.lang.Number(words, 0)
	return took > 0 && took < len(words) && own == n
}

// pointsAtFocus says that the words are no name: colours and options of what is in focus ("the black one").
func (t *turn) pointsAtFocus(it item) bool {
	if t.memory.Lost {
		return false
	}
	hits := t.focus()
	if len(hits) == 0 || len(it.words) == 0 || !t.allOptions(hits, it.words) {
		return false
	}
	return it.same || it.ref != refNone || len(hits) == 1 || allColors(t.lang, it.words)
}

// focus gives the products last spoken of, in order: those of an open question, else those last shown.
func (t *turn) focus() []evercart.Hit {
	if q := t.state.Question; q != nil && len(q.Choices) > 0 && (t.state.Active == nil || q.Turn != t.state.Active.Turn) {
		return t.grouped(q.Choices)
	}
	var out []evercart.Hit
	for _, sku := range t.state.Focus {
		p, ok := t.productOf(sku)
		if ok && !slices.ContainsFunc(out, func(h evercart.Hit) bool { return h.Product.ID == p.ID }) {
			out = append(out, evercart.Hit{Product: p, Variants: active(p.Variants)})
		}
	}
	return out
}

func active(variants []evercart.Variant) []evercart.Variant {
	return slices.DeleteFunc(slices.Clone(variants), func(v evercart.Variant) bool { return !v.Active })
}

// fromFocus finds what an item points at among what was last shown.
func (t *turn) fromFocus(it item) choice {
	hits := t.focus()
	c := choice{qty: it.qty, hits: hits}
	switch {
	case t.memory.Lost || len(hits) == 0:
		c.hits, c.miss, c.open = nil, t.sayOwn("what.thing"), true
		return c
	case len(it.ordinals) > 0:
		c.hits = nil
		for _, o := range it.ordinals {
			i := place(o, len(hits))
			if i < 0 {
				c.miss = t.sayOwn("no.focus", len(hits))
				return c
			}
			c.hits = append(c.hits, hits[i])
		}
	case it.rank != 0:
		if len(hits) == 1 && t.inCart(hits[0].Product) { // "the pricier one", of the two
			hits = slices.Concat(hits, t.otherOfType(hits))
		}
		c.hits = extreme(hits, it.rank)
	case it.ref == refEach && len(hits) == 1 && t.openQuestion() == nil:
		c.hits = t.lookedAtLately(hits)
	case it.ref == refOther && len(hits) == 2: // the one that is not in the cart yet
		if rest := slices.DeleteFunc(slices.Clone(hits), func(h evercart.Hit) bool { return t.inCart(h.Product) }); len(rest) == 1 {
			c.hits = rest
		}
	}
	if it.ref == refOther && len(c.hits) == 1 && len(active(c.hits[0].Product.Variants)) == 1 {
		c.hits = t.otherOfType(c.hits)
	}
	if len(c.hits) == 1 {
		c.base = t.exact(c.hits[0].Product)
	}
	return c
}

func (t *turn) inCart(p evercart.Product) bool {
	return slices.ContainsFunc(t.state.Cart.Lines, func(l evercart.Line) bool { return l.Product == p.ID })
}

// extreme keeps the cheapest (−1) or dearest (+1) products; several where they cost the same.
func extreme(hits []evercart.Hit, rank int) []evercart.Hit {
	var out []evercart.Hit
	for _, h := range hits {
		if len(h.Variants) == 0 {
			continue
		}
		if len(out) > 0 {
			d := lowest(h) - lowest(out[0])
			switch {
			case d != 0 && (d < 0) != (rank < 0):
				continue
			case d != 0:
				out = out[:0]
			}
		}
		out = append(out, h)
	}
	return out
}

// sized keeps the products that come in the size said: "the cheaper shoes in a nine"; all where none does.
func (t *turn) sized(hits []evercart.Hit, it item) []evercart.Hit {
	sizes := slices.Clone(it.sizes)
	for _, n := range it.sizedNums() {
		sizes = append(sizes, n.size)
	}
	var kept []evercart.Hit
	for _, h := range hits {
		if !slices.ContainsFunc(sizes, func(s string) bool { return !hasValue(t, h.Product, s) }) {
			kept = append(kept, h)
		}
	}
	if len(kept) == 0 {
		return hits
	}
	return kept
}

func lowest(h evercart.Hit) evercart.Minor {
	low := h.Variants[0].Price
	for _, v := range h.Variants {
		low = min(low, v.Price)
	}
	return low
}

func highest(h evercart.Hit) evercart.Minor {
	high := h.Variants[0].Price
	for _, v := range h.Variants {
		high = max(high, v.Price)
	}
	return high
}

// exact gives the variant of a product that was spoken of exactly. A search shows a product by one of its variants, which
// nobody chose; what is in the cart, or was named by its SKU, was.
func (t *turn) exact(p evercart.Product) evercart.Variant {
	sold := active(p.Variants)
	if len(sold) == 1 {
		return sold[0]
	}
	for _, sku := range t.state.Focus {
		i := slices.IndexFunc(sold, func(v evercart.Variant) bool { return v.SKU.Fold() == sku.Fold() })
		if i < 0 {
			continue
		}
		if _, there := t.state.Cart.LineOf(sku); there || t.chosen(sold, i) {
			return sold[i]
		}
	}
	return evercart.Variant{}
}

// byName finds what words name; what is in focus settles what they leave open.
func (t *turn) byName(it item) choice {
	c := choice{qty: it.qty, named: true}
	f := t.find(evercart.Query{Words: it.query(), Limit: 12})
	if len(f.Unknown) > 0 && len(it.sizes) == 1 { // "the big sparkling water"
		if g := t.find(evercart.Query{Words: strings.Join(it.words, " "), Limit: 12}); len(g.Hits) > 0 && len(g.Unknown) == 0 && !slices.Equal(t.measured(g.Hits[:1], it), it.sizes) {
			f = g
		}
	}
	c.hits, c.sure = f.Hits, f.Sure
	if len(f.Hits) == 0 {
		c.miss = t.unknown(it, nil)
		return c
	}
	if len(f.Unknown) > 0 {
		c.miss = t.missing(it, f)
		c.of = t.otherwiseColored(it) // "blue sneakers" – "how much are they"
		return c
	}
	if it.rank != 0 {
		c.hits = extreme(t.sized(t.shownOf(c.hits, it), it), it.rank)
	}
	if kind := t.ofShownKind(c.hits); it.ones && len(kind) > 0 { // "the canvas ones", of shoes
		c.hits, c.sure = kind, c.sure || len(kind) == 1
	}
	if !c.sure && len(c.hits) > 1 {
		c.hits = t.preferFocus(c.hits)
	} else {
		c.hits = c.hits[:1]
	}
	if len(c.hits) == 1 {
		c.doubt = t.doubtful(it, c.hits[0]) || !f.Sure && len(f.Hits) == 1 && !t.ofFocusedKind(c.hits[0].Product)
	}
	if len(c.hits) == 1 && (it.same || it.more || inFocus(t.state.Focus, c.hits[0].Product)) {
		if base := t.exact(c.hits[0].Product); base.SKU != "" && (it.same || it.more || fits(c.hits[0].Variants, base)) {
			c.base = base
		}
	}
	return c
}

// doubtful says that a product was named by a word that names other goods by itself ("milk" for the milk chocolate) and by
// nothing that says what it is.
func (t *turn) doubtful(it item, h evercart.Hit) bool {
	if h.Whole || inFocus(t.state.Focus, h.Product) || t.ofFocusedKind(h.Product) {
		return false
	}
	kinds := strings.Join(append(slices.Clone(h.Product.Tags), h.Product.Type), " ")
	main, _, _ := strings.Cut(h.Product.Title, ",")
	words := t.wordsOf(main)
	if len(words) > 0 {
		kinds += " " + words[len(words)-1].Text
	}
	heads := map[string]bool{}
	for _, w := range t.wordsOf(kinds) {
		heads[t.lang.Stem(w.Text)] = true
	}
	trusted := false
	for _, w := range it.words {
		if heads[t.lang.Stem(w)] && !t.describes([]string{w}) {
			return false
		}
		trusted = trusted || t.lang.Trusted(w) && !t.lang.Color(w) && !t.tables.materials[w]
	}
	return trusted || t.describes(it.words)
}

// ofFocusedKind says that goods of the same type were just spoken of: "two milk ones", after the dark chocolate.
func (t *turn) ofFocusedKind(p evercart.Product) bool {
	return p.Type != "" && slices.ContainsFunc(t.state.Focus, func(s evercart.SKU) bool {
		o, ok := t.productOf(s)
		return ok && o.Type == p.Type
	})
}

func inFocus(focus []evercart.SKU, p evercart.Product) bool {
	return slices.ContainsFunc(p.Variants, func(v evercart.Variant) bool {
		return slices.ContainsFunc(focus, func(s evercart.SKU) bool { return s.Fold() == v.SKU.Fold() })
	})
}

func fits(variants []evercart.Variant, v evercart.Variant) bool {
	return slices.ContainsFunc(variants, func(o evercart.Variant) bool { return o.SKU == v.SKU })
}

// preferFocus keeps the one hit that is in focus, if it is one.
func (t *turn) preferFocus(hits []evercart.Hit) []evercart.Hit {
	var in []evercart.Hit
	for _, h := range hits {
		if inFocus(t.state.Focus, h.Product) && !t.memory.Lost {
			in = append(in, h)
		}
	}
	if len(in) == 1 {
		return in
	}
	return hits
}

// shownOf keeps of several hits those in focus, where "those" of them are compared.
func (t *turn) shownOf(hits []evercart.Hit, it item) []evercart.Hit {
	in := slices.DeleteFunc(slices.Clone(hits), func(h evercart.Hit) bool { return !inFocus(t.state.Focus, h.Product) })
	if it.ref == refThem && len(in) > 1 {
		return in
	}
	return hits
}

// otherColor says which colours a thing has that is not there in the one said: "a navy beanie".
func (t *turn) otherColor(it item) string {
	hits := t.otherwiseColored(it)
	if len(hits) == 0 {
		return ""
	}
	p := hits[0].Product
	colors := slices.DeleteFunc(slices.Clone(it.words), func(w string) bool { return !t.lang.Color(w) })
	if values := t.values(p, true); len(values) > 0 {
		return t.sayOwn("no.option", t.the(p), strings.Join(colors, " "), t.voice.List(values))
	}
	return ""
}

// otherwiseColored is the one product that is named beside a color; none where there is no color.
func (t *turn) otherwiseColored(it item) []evercart.Hit {
	named := it
	named.words = slices.DeleteFunc(slices.Clone(it.words), t.lang.Color)
	if named.bare() || len(named.words) == len(it.words) {
		return nil
	}
	f := t.find(evercart.Query{Words: named.query()})
	if len(f.Hits) != 1 || len(f.Unknown) > 0 || t.doubtful(named, f.Hits[0]) {
		return nil
	}
	return f.Hits
}

// unknown says that something is not sold, and what comes nearest. A matter of the shop itself ("your return policy") is no goods.
func (t *turn) unknown(it item, near []evercart.Hit) string {
	said := it.spoken()
	switch {
	case said == "":
		return t.voice.Say("not.understood")
	case policyWords.MatchString(said) || serviceWords.MatchString(said) || offTopic.MatchString(said):
		return t.cannot(said)
	case len(near) == 0:
		return t.sayOwn("unknown", said)
	}
	return t.sayOwn("unknown.alt", said, t.voice.List(t.known(near)))
}

// missing says what is not sold: a colour or size that a product does not have, or a thing that nobody here knows.
func (t *turn) missing(it item, f evercart.Finding) string {
	p := f.Hits[0].Product
	sizes := slices.ContainsFunc(f.Unknown, func(w string) bool { s, n := t.lang.Letters(t.wordsOf(w), 0); return n == 0 || s == "" })
	if f.Hits[0].Whole || len(f.Hits) == 1 {
		colors := allColors(t.lang, f.Unknown)
		if colors || !sizes {
			if values := t.values(f.Hits[0].Product, colors); len(values) > 0 {
				return t.sayOwn("no.option", t.the(p), sizeName(strings.Join(f.Unknown, " ")), t.voice.List(values))
			}
		}
	}
	if said := t.otherColor(it); said != "" {
		return said
	}
	return t.unknown(it, f.Hits)
}
