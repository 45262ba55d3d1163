package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/rules/say"
)

// browse shows what there is of a kind.
func (t *turn) browse(c clause) outcome {
	if s := t.sought(t.wordsOf(c.text)); s.price || s.less || s.who {
		if o, ok := t.lookFor(s); ok {
			return o
		}
		if s.who && !s.names {
			return openAsk(t.sayOwn("what.kind"))
		}
	}
	items := t.items(c)
	if len(items) == 0 || items[0].empty() || items[0].bare() && items[0].ref == refEach {
		return outcome{say: t.voice.Say("help")}
	}
	if hits := t.eachNamed(items); len(hits) > 1 {
		return t.tellAll(hits)
	}
	it := items[0]
	if it.bare() && (it.ref != refNone || len(it.ordinals) > 0) {
		return t.question(clause{found: found{want: wantTell, x: c.x, rule: true}})
	}
	f := t.find(evercart.Query{Words: it.query()})
	if len(f.Hits) == 0 {
		return outcome{say: t.unknown(it, nil), lost: true}
	}
	if len(f.Unknown) > 0 {
		return outcome{say: t.missing(it, f), lost: true}
	}
	return outcome{calls: []call{{"search_products", map[string]any{"query": it.query(), "limit": maxNamed}}}}
}

// eachNamed gives the goods of a question that names several, each by its own name: "show me lamps and clocks". Nil = it does not.
func (t *turn) eachNamed(items []item) []evercart.Hit {
	if len(items) < 2 || len(items) > maxNamed {
		return nil
	}
	var out []evercart.Hit
	for _, it := range items {
		f := t.find(evercart.Query{Words: it.query(), Limit: maxNamed})
		if it.bare() || len(f.Hits) == 0 || len(f.Unknown) > 0 || t.describes(it.words) {
			return nil
		}
		for _, h := range f.Hits[:min(len(f.Hits), max(1, maxNamed/len(items)))] {
			if len(h.Variants) > 0 && !slices.ContainsFunc(out, func(o evercart.Hit) bool { return o.Product.ID == h.Product.ID }) {
				out = append(out, h)
			}
		}
	}
	return out
}

// question answers about goods from the catalogue. The product is looked up by a tool as well, so that it comes into focus.
func (t *turn) question(c clause) outcome {
	items := t.items(c)
	if c.want == wantCompare && c.y != "" {
		items = append(items, t.read(c.y))
	}
	if len(items) == 0 || items[0].empty() {
		items = []item{{ref: refIt}}
	}
	if c.want == wantCompare || c.want == wantCheapest {
		return t.compare(c, items)
	}
	if hits := t.eachNamed(items); c.want == wantPrice && len(hits) > 1 {
		return t.tellAll(hits)
	}
	it := items[0]
	if c.want == wantStock && c.y != "" {
		o := t.read(c.y)
		if o.qty > 0 && o.bare() { // "do they come in ten?"
			o.nums, o.qty = append(o.nums, num{strconv.Itoa(o.qty), o.qty, true}), 0
		}
		it = it.join(o)
	}
	it.qty = 0
	hits, missed := t.subject(it)
	switch {
	case t.failed != nil:
		return outcome{}
	case missed.miss != "" && len(missed.of) == 0:
		return outcome{calls: t.nearest(it), say: missed.miss, lost: true}
	case missed.miss != "":
		return outcome{say: missed.miss, lost: true, about: missed.of}
	case len(hits) > 1 && (c.want == wantStock || c.want == wantTell) && it.query() == "": // "are they there?", of several that were shown
		return t.tellAll(hits)
	case len(hits) > 1 && (c.want == wantStock || c.want == wantTell):
		return outcome{calls: []call{{"search_products", map[string]any{"query": it.query(), "limit": maxNamed}}}}
	case len(hits) > 1 && c.want == wantPrice:
		return t.tellAll(hits)
	case len(hits) > 1:
		return t.askProduct(hits, evercart.Command{})
	}
	return outcome{calls: []call{lookUp(hits[0])}, say: t.tell(c, hits[0])}
}

// nearest looks up the goods that are not there as they were said: what is said next is said of them.
func (t *turn) nearest(it item) []call {
	if t.said != "" {
		return nil
	}
	words := slices.DeleteFunc(slices.Clone(it.words), t.lang.Color)
	if len(words) == 0 {
		return nil
	}
	f := t.find(evercart.Query{Words: strings.Join(words, " "), Limit: 12})
	if len(f.Hits) == 0 || len(f.Unknown) > 0 || !f.Sure && len(f.Hits) > 1 {
		return nil
	}
	return []call{lookUp(evercart.Hit{Product: f.Hits[0].Product})}
}

func lookUp(h evercart.Hit) call {
	if len(h.Variants) == 1 {
		return call{"get_product", map[string]any{"sku": h.Variants[0].SKU}}
	}
	return call{"get_product", map[string]any{"product": h.Product.ID}}
}

// subject finds what a question is about: what is named, else what is in focus, else what is in the cart.
func (t *turn) subject(it item) ([]evercart.Hit, choice) {
	if it.bare() && len(t.state.Focus) == 0 {
		if found := t.pointedLines(item{ref: refIt}, t.state.Cart.Lines); len(found) == 1 && !t.memory.Lost {
			if p, ok := t.productOf(found[0].SKU); ok {
				return []evercart.Hit{{Product: p, Variants: active(p.Variants)}}, choice{}
			}
		}
	}
	if it.ref == refIt && it.bare() && len(it.ordinals) == 0 {
		it.ref = refIt
	}
	c := t.ofFocus(it)
	if c.miss == "" && len(c.hits) == 0 {
		c = t.choose(it)
	}
	if c.miss != "" {
		return nil, c
	}
	if c.named && len(c.hits) == 1 && t.doubtful(it, c.hits[0]) { // "do you sell laptops", where a bag holds one
		return nil, choice{miss: t.unknown(it, c.hits)}
	}
	if len(c.hits) > 1 && c.named {
		var own []evercart.Hit
		for _, h := range c.hits {
			if slices.ContainsFunc(t.state.Cart.Lines, func(l evercart.Line) bool { return l.Product == h.Product.ID }) {
				own = append(own, h)
			}
		}
		if len(own) == 1 {
			return own, choice{}
		}
	}
	return c.hits, choice{}
}

// ofFocus has an option that what is spoken of does not come in: "do they come in black?" asks about them, and not about all that is
// black.
func (t *turn) ofFocus(it item) choice {
	hits := t.focus()
	if it.ref != refIt && it.ref != refThem || len(hits) != 1 || t.memory.Lost || !allColors(t.lang, it.words) || t.allOptions(hits, it.words) {
		return choice{}
	}
	return t.noneFits(choice{hits: hits}, wishes{words: it.words})
}

// tell is the answer about one product.
func (t *turn) tell(c clause, h evercart.Hit) string {
	what := t.the(h.Product)
	if len(h.Variants) == 1 {
		what = t.the(h.Product, h.Variants[0].Options...)
	}
	switch c.want {
	case wantPrice:
		return t.price(what, h)
	case wantStock:
		return t.stock(what, h)
	case wantColors, wantSizes:
		of := h.Product
		if c.want == wantSizes {
			of = narrowedTo(h)
		}
		values := t.values(of, c.want == wantColors)
		if text := t.voice.Plain(h.Product.Text); len(values) == 0 && c.want == wantSizes && text != "" { // "how big is it?"
			return t.sayOwn("about", t.name(h.Product), text)
		}
		if len(values) == 0 {
			return t.sayOwn("no.colors", t.the(h.Product))
		}
		return t.sayOwn("colors", t.the(h.Product), t.voice.List(values))
	}
	name, text := t.name(h.Product), t.voice.Plain(h.Product.Text)
	switch {
	case text == "" && c.want == wantMaterial:
		return t.sayOwn("no.text", what)
	case text == "":
		return t.price(what, h)
	case c.want == wantTell:
		return t.sayOwn("about", name, text) + " " + t.price(what, h)
	}
	return t.sayOwn("about", name, text)
}

// named leaves out the option that is none.
func named(options []evercart.Option) []evercart.Option {
	return slices.DeleteFunc(slices.Clone(options), isDefault)
}

func (t *turn) price(what say.Thing, h evercart.Hit) string {
	if len(h.Variants) == 0 {
		return t.sayOwn("sold.out", what)
	}
	low, high, cur := lowest(h), highest(h), h.Variants[0].Currency
	if low == high {
		return t.sayOwn("costs", what, t.voice.Money(low, cur))
	}
	return t.sayOwn("costs.from", what, t.voice.Money(low, cur), t.voice.Money(high, cur))
}

// stock says of what is asked for what there is, in the order of the product's own options.
func (t *turn) stock(what say.Thing, h evercart.Hit) string {
	p := h.Product
	there := slices.DeleteFunc(slices.Clone(h.Variants), func(v evercart.Variant) bool { return v.Stock == 0 })
	switch {
	case len(there) == 0:
		return t.sayOwn("sold.out", what)
	case len(there) == 1 && there[0].Stock > 0 && there[0].Stock <= 5:
		return t.sayOwn("few", there[0].Stock, t.voice.Thing(p.Title, named(there[0].Options), there[0].Stock))
	case len(there) == 1:
		return t.sayOwn("in.stock", t.the(p, there[0].Options...), t.voice.Money(there[0].Price, there[0].Currency))
	}
	had := p
	had.Variants = there
	inStock := func(colors bool) []string {
		values := t.values(had, colors)
		return slices.DeleteFunc(t.values(p, colors), func(v string) bool { return !slices.Contains(values, v) })
	}
	colors, others := inStock(true), inStock(false)
	switch {
	case len(colors) > 0 && len(others) > 0 && !slices.ContainsFunc(there, func(v evercart.Variant) bool { return v.Option("size") == "" }):
		return t.sayOwn("in.both", t.the(p), t.voice.List(colors), t.voice.List(others))
	default:
		return t.sayOwn("in.options", t.the(p), t.voice.List(append(colors, others...)))
	}
}

// tellAll says the prices of several products.
func (t *turn) tellAll(hits []evercart.Hit) outcome {
	var o outcome
	for _, h := range hits[:min(maxNamed, len(hits))] {
		o.say = strings.TrimSpace(o.say + " " + t.price(t.the(h.Product), h))
		o.calls = append(o.calls, lookUp(h))
	}
	return o
}

// compare tells products apart by price, or says which is the cheapest or dearest.
func (t *turn) compare(c clause, items []item) outcome {
	var hits []evercart.Hit
	for _, it := range items {
		var some choice
		if it.bare() && len(it.ordinals) == 0 {
			some.hits = t.comparable()
		} else {
			some = t.choose(it)
		}
		if some.miss != "" {
			return outcome{say: some.miss, lost: true}
		}
		for _, h := range some.hits {
			if !slices.ContainsFunc(hits, func(o evercart.Hit) bool { return o.Product.ID == h.Product.ID }) {
				hits = append(hits, h)
			}
		}
	}
	hits = slices.DeleteFunc(hits, func(h evercart.Hit) bool { return len(h.Variants) == 0 })
	if len(hits) == 0 {
		return outcome{say: t.sayOwn("what.thing"), lost: true}
	}
	if c.want == wantCompare {
		return t.difference(hits)
	}
	rank, key := -1, "cheapest"
	if strings.Contains(c.y, "dear") || strings.Contains(c.y, "pric") || strings.Contains(c.y, "cost") || strings.Contains(c.y, "more") || strings.Contains(c.y, "most") {
		rank, key = 1, "dearest"
	}
	first := extreme(hits, rank)
	best := first[0]
	amount := lowest(best)
	if rank > 0 {
		amount = highest(best)
	}
	switch money := t.voice.Money(amount, best.Variants[0].Currency); {
	case len(hits) > 1 && len(first) == len(hits) && !slices.ContainsFunc(hits, func(h evercart.Hit) bool { return lowest(h) != highest(h) }):
		return outcome{calls: []call{lookUp(best)}, say: t.sayOwn("cost.alike", money)}
	case len(hits) == 2:
		key = ofTwo[key]
	}
	return outcome{calls: []call{lookUp(best)}, say: t.sayOwn(key, t.the(best.Product), t.voice.Money(amount, best.Variants[0].Currency))}
}

// ofTwo is how one of two is told apart, and not one of many.
var ofTwo = map[string]string{"cheapest": "cheaper", "dearest": "dearer"}

func (t *turn) difference(hits []evercart.Hit) outcome {
	var o outcome
	for _, h := range hits[:min(maxNamed, len(hits))] {
		text, _, _ := strings.Cut(t.voice.Plain(h.Product.Text), ". ")
		price := t.voice.Money(lowest(h), h.Variants[0].Currency)
		o.say = strings.TrimSpace(o.say + " " + t.sayOwn("difference", t.name(h.Product), strings.TrimRight(text, "."), price) + ".")
		o.calls = append(o.calls, lookUp(h))
	}
	return o
}

// comparable is what "which one is cheaper?" asks of: what was last shown, or the cart where that was one thing of it.
func (t *turn) comparable() []evercart.Hit {
	hits := t.focus()
	if len(hits) > 1 || len(t.state.Cart.Lines) < 2 || len(hits) == 1 && !t.inCart(hits[0].Product) {
		return hits
	}
	var skus []evercart.SKU
	for _, l := range t.state.Cart.Lines {
		skus = append(skus, l.SKU)
	}
	return t.grouped(skus)
}
