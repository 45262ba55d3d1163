package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
)

// change sets a line's quantity, size or colour, or puts another thing in its place. With a y, x names the line and y what it
// becomes; without, the words that name the line are told from those that are new by what the line is.
func (t *turn) change(c clause) outcome {
	if c.y == "" {
		if n := len(c.more); n > 0 && c.more[n-1].fix { // "wrong colour on the blouse, I meant the sage"
			c.y, c.more = c.more[n-1].text, c.more[:n-1]
		}
	}
	if n := t.countEach(c); n > 0 {
		return t.become(t.state.Cart.Lines, item{qty: n, ref: refEach})
	}
	if c.y == "" {
		return t.changeBag(c)
	}
	target, value := t.first(c.x), t.read(c.y)
	if target.ref == refEach && target.bare() { // "make them both large"
		value.ref = refEach
	}
	if n, ok := t.lang.Mistaken(c.y); ok { // "to ate"
		value = item{qty: n}
	}
	for _, p := range c.more {
		o := t.read(p.text)
		if p.fix {
			value = t.corrected(value, o)
		} else {
			value = value.join(o)
		}
	}
	if t.allHolders(value.words) { // "to two pairs"
		value.words = nil
	}
	target = t.withoutOld(target)
	found, why := t.lines(target, t.state.Cart.Lines)
	switch {
	case t.failed != nil:
		return outcome{}
	case len(found) == 0:
		return outcome{say: why, lost: true}
	}
	return t.become(found, value)
}

// first reads x, or points at what is spoken of.
func (t *turn) first(x string) item {
	it := t.read(x)
	if it.empty() {
		it.ref = refIt
	}
	return it
}

// withoutOld drops the number that is to be replaced: "change the two to three".
func (t *turn) withoutOld(it item) item {
	it.qty, it.nums, it.bad = 0, it.sizedNums(), false
	return it
}

// changeBag reads "the scarf emerald", "that two dawn mugs", "it large": one bag of words for both.
func (t *turn) changeBag(c clause) outcome {
	items := t.items(c)
	if len(items) == 0 {
		return openAsk(t.sayOwn("what.change"))
	}
	var all outcome
	for _, it := range items {
		one := t.changeItem(it)
		all.commands = append(all.commands, one.commands...)
		all.say, all.lost = strings.TrimSpace(all.say+" "+one.say), all.lost || one.lost
		if all.ask == nil {
			all.ask, all.askSay = one.ask, one.askSay
		}
	}
	return all
}

// changeItem reads one bag.
func (t *turn) changeItem(it item) outcome {
	if len(it.ordinals) > 0 {
		found, why := t.lines(item{ordinals: it.ordinals}, t.state.Cart.Lines)
		if len(found) == 0 {
			return outcome{say: why, lost: true}
		}
		it.ordinals = nil
		return t.become(found, it)
	}
	if len(it.words) == 0 {
		found, why := t.lines(t.target(it), t.state.Cart.Lines)
		if len(found) == 0 {
			return outcome{say: why, lost: true}
		}
		return t.become(found, it)
	}
	found := t.linesOfProducts(it)
	if len(found) == 0 {
		if o, ok := t.oneForOther(it); ok {
			return o
		}
		return t.changeUnnamed(it)
	}
	return t.become(found, it)
}

// target is the pointing part of a bag without a name.
func (t *turn) target(it item) item {
	if len(it.ordinals) > 0 {
		return item{ordinals: it.ordinals}
	}
	if it.ref == refNone {
		return item{ref: refIt}
	}
	return item{ref: it.ref}
}

// changeUnnamed has words that name no line: a colour of what is spoken of, another thing in its place, or a new wish.
func (t *turn) changeUnnamed(it item) outcome {
	if n := len(it.words); n == 2 && allColors(t.lang, it.words) { // "make the red one navy"
		own := slices.DeleteFunc(slices.Clone(t.state.Cart.Lines), func(l evercart.Line) bool {
			p, ok := t.productOf(l.SKU)
			return !ok || !slices.ContainsFunc(l.Options, func(o evercart.Option) bool { return t.lang.Value(o.Value) == t.lang.Stem(it.words[0]) }) || !hasValue(t, p, t.lang.Stem(it.words[1]))
		})
		if len(own) > 0 {
			it.words = it.words[1:]
			return t.become(own, it)
		}
	}
	if allColors(t.lang, it.words) && len(it.sizes)+len(it.nums)+it.qty > 0 { // "make the ivory one a large"
		if own := t.namedLines(item{words: it.words}, t.state.Cart.Lines); len(own) > 0 {
			return t.become(own, it)
		}
	}
	found := t.pointedLines(item{ref: max(it.ref, refIt)}, t.state.Cart.Lines)
	if len(found) == 1 {
		if p, ok := t.productOf(found[0].SKU); ok && t.allOptions([]evercart.Hit{{Product: p}}, it.words) {
			return t.become(found, it)
		}
	}
	if len(found) == 1 && allColors(t.lang, it.words) && len(it.sizes)+len(it.nums)+it.qty == 0 {
		if p, ok := t.productOf(found[0].SKU); ok && len(t.values(p, true)) > 0 {
			return outcome{say: t.sayOwn("no.option", t.the(p), it.spoken(), t.voice.List(t.values(p, true))), lost: true}
		}
	}
	if o, ok := t.otherOfKind(found, it); ok {
		return o
	}
	return t.addItems([]item{it})
}

// oneForOther reads two things in one bag, the line first: "make the fig candles café noir".
func (t *turn) oneForOther(it item) (outcome, bool) {
	if len(t.state.Cart.Lines) == 0 {
		return outcome{}, false
	}
	for k := 1; k < len(it.words); k++ {
		target, value := item{words: it.words[:k]}, it
		value.words = it.words[k:]
		lines := t.namedLines(target, t.state.Cart.Lines)
		if len(lines) != 1 {
			continue
		}
		for _, words := range [][]string{value.words, append(slices.Clone(value.words), it.words[k-1])} {
			if f := t.find(evercart.Query{Words: strings.Join(words, " ")}); f.Sure && len(f.Unknown) == 0 && f.Hits[0].Product.ID != lines[0].Product {
				value.words = words
				return t.swapFor(lines[0], value), true
			}
		}
	}
	return outcome{}, false
}

// otherOfKind puts another thing of the same kind in the place of what was just added: "make it the café noir one instead".
func (t *turn) otherOfKind(found []evercart.Line, it item) (outcome, bool) {
	if len(found) != 1 || it.qty > 0 || !t.hesitated && !t.denied && !it.given && it.ref != refIt || !t.lastAdded() {
		return outcome{}, false
	}
	p, ok := t.productOf(found[0].SKU)
	f := t.find(evercart.Query{Words: it.query()})
	if !ok || len(f.Hits) == 0 || len(f.Unknown) > 0 || slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool { return h.Product.Type != p.Type }) {
		return outcome{}, false
	}
	return t.swapFor(found[0], it), true
}

// linesOfProducts finds lines by a bag of words that may hold options which the line does not have yet.
func (t *turn) linesOfProducts(it item) []evercart.Line {
	if len(t.state.Cart.Lines) == 0 {
		return nil
	}
	var all []evercart.SKU
	for _, l := range t.state.Cart.Lines {
		p, ok := t.productOf(l.SKU)
		if !ok {
			continue
		}
		for _, v := range p.Variants {
			all = append(all, v.SKU)
		}
	}
	if len(all) == 0 {
		return nil
	}
	f := t.findAmong(strings.Join(it.words, " "), it, all)
	if len(f.Hits) == 0 || len(f.Unknown) > 0 || allColors(t.lang, it.words) {
		return nil
	}
	hits := f.Hits
	if f.Sure {
		hits = hits[:1]
	}
	var found []evercart.Line
	for _, l := range t.state.Cart.Lines {
		if slices.ContainsFunc(hits, func(h evercart.Hit) bool {
			return h.Product.ID == l.Product || fits(h.Product.Variants, evercart.Variant{SKU: l.SKU})
		}) {
			found = append(found, l)
		}
	}
	return t.ownOptions(found, it)
}

// become makes of lines what was said; of several it asks which.
func (t *turn) become(found []evercart.Line, value item) outcome {
	if value.bad {
		return outcome{say: t.sayOwn("quantity"), lost: true}
	}
	if len(found) == 1 {
		found = t.thatCanBe(found, value)
	}
	if len(found) > 1 && value.ref == refEach {
		return t.eachBecomes(found, value)
	}
	if len(found) > 1 {
		var o outcome
		ask := t.askLine(found, func(l evercart.Line) evercart.Command {
			one := t.becomeOne(l, value)
			if len(one.commands) == 1 {
				return one.commands[0]
			}
			o = one
			return evercart.Command{}
		})
		if o.say != "" || o.ask != nil {
			return outcome{say: t.voice.Say("error.ambiguous"), lost: true, ask: ask.ask, askSay: ""}
		}
		return ask
	}
	return t.becomeOne(found[0], value)
}

// becomeOne makes of one line what was said.
func (t *turn) becomeOne(l evercart.Line, value item) outcome {
	p, ok := t.productOf(l.SKU)
	if !ok {
		return outcome{say: t.voice.Say("error.notforsale", t.lineName(l)), lost: true}
	}
	sku := l.SKU
	if rest := t.strange(p, value.words); len(rest) > 0 && allColors(t.lang, value.words) && len(t.values(p, true)) > 0 {
		return outcome{say: t.sayOwn("no.option", t.the(p), strings.Join(rest, " "), t.voice.List(t.values(p, true))), lost: true}
	} else if len(rest) > 0 && allColors(t.lang, value.words) && !slices.ContainsFunc(value.words, t.named) { // "a green one", of what has no colours
		return outcome{say: t.sayOwn("no.such", t.the(p)), lost: true}
	} else if len(rest) > 0 {
		return t.swapFor(l, value)
	}
	w, n, bad := t.split(p, value)
	if bad != "" {
		return t.wrongSize(p, bad)
	}
	said := t.newOptions(p, l, w)
	if len(said) > 0 {
		for _, o := range l.Options {
			if _, changed := said[o.Name]; !changed {
				said[o.Name] = []string{t.lang.Value(o.Value)}
			}
		}
		variants := having(t, active(p.Variants), said)
		switch len(variants) {
		case 0:
			return outcome{say: t.sayOwn("no.such", t.the(p)), lost: true}
		case 1:
			sku = variants[0].SKU
		default:
			return t.askVariant(p, variants, evercart.Command{Verb: evercart.Swap, Line: l.No})
		}
	}
	return t.changed(l, sku, n)
}

// changed is the command for another SKU, another number, or both.
func (t *turn) changed(l evercart.Line, sku evercart.SKU, n int) outcome {
	switch {
	case sku.Fold() != l.SKU.Fold():
		return outcome{commands: []evercart.Command{{Verb: evercart.Swap, Line: l.No, To: sku, Quantity: n}}}
	case n > 0 && n != l.Quantity:
		return outcome{commands: []evercart.Command{{Verb: evercart.SetQuantity, Line: l.No, Quantity: n}}}
	case n == 0 || n == l.Quantity:
		return outcome{say: t.sayOwn("same")}
	}
	return outcome{}
}

// split tells the numbers that are sizes of the product from the one that counts. A size that it does not have is bad.
func (t *turn) split(p evercart.Product, value item) (w wishes, n int, bad string) {
	hit := []evercart.Hit{{Product: p}}
	w = wishes{words: value.words, sizes: slices.Clone(t.measured(hit, value))}
	n = value.qty
	if n > 0 && len(value.words) == 0 && len(value.nums) == 0 && t.isValue(hit, strconv.Itoa(n)) {
		w.sizes, n = append(w.sizes, strconv.Itoa(n)), 0 // "to ten" is a size where the thing has that size
	}
	for _, v := range value.nums {
		switch {
		case t.isValue(hit, v.size):
			w.sizes = append(w.sizes, v.size)
		case v.sized && t.hasNumbers(p) || v.count == 0:
			return w, 0, v.size
		case n == 0 || v.count > 0:
			n = v.count
		}
	}
	for _, s := range w.sizes {
		if !hasValue(t, p, s) && !titled(t, p, s) {
			return w, 0, s
		}
	}
	return w, n, ""
}

// hasNumbers says that a product's sizes are numbers.
func (t *turn) hasNumbers(p evercart.Product) bool {
	for _, v := range p.Variants {
		for _, o := range v.Options {
			if _, took := t.lang.Measure(t.wordsOf(o.Value), 0); took > 0 && took == len(t.wordsOf(o.Value)) || t.lang.Numeral(o.Value) != "" {
				return true
			}
		}
	}
	return false
}

func (t *turn) wrongSize(p evercart.Product, size string) outcome {
	c := t.noSize(choice{hits: []evercart.Hit{{Product: p}}}, size)
	return outcome{say: c.miss, lost: true}
}

// newOptions reads the options said that the line does not have. Where its own and another value were said ("the black one
// white"), the other one is meant.
func (t *turn) newOptions(p evercart.Product, l evercart.Line, w wishes) map[string][]string {
	said := t.optionsSaid(p, w)
	for _, o := range l.Options {
		own := t.lang.Value(o.Value)
		keys, ok := said[o.Name]
		if !ok {
			continue
		}
		keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == own })
		if len(keys) == 0 {
			delete(said, o.Name)
		} else {
			said[o.Name] = keys
		}
	}
	return said
}

// strange lists the words that are neither the product's own nor one of its options: another thing is meant, or a colour that
// does not exist.
func (t *turn) strange(p evercart.Product, words []string) []string {
	if len(words) == 0 {
		return nil
	}
	if f := t.find(evercart.Query{Words: strings.Join(words, " ")}); f.Sure && f.Hits[0].Whole && f.Hits[0].Product.ID != p.ID { // "ankle boots", beside boots with padded ankles
		return words
	}
	var among []evercart.SKU
	for _, v := range p.Variants {
		among = append(among, v.SKU)
	}
	f := t.find(evercart.Query{Words: strings.Join(words, " "), Among: among})
	if len(f.Hits) == 0 {
		return words
	}
	return f.Unknown
}
