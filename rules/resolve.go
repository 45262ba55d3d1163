package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// resolve turns a clause into what comes of it.
func (t *turn) resolve(c clause) outcome {
	if o, ok := t.anew(c); ok {
		return o
	}
	if c.want == wantKeep || c.want == wantLeave {
		c.x = strings.TrimSuffix(c.x, " after all")
		if o, ok := t.keptAfterAll(c); ok {
			return o
		}
	}
	switch c.want {
	case wantNothing:
		return t.bare(c)
	case wantBeside:
		return t.passing(c)
	case wantAdd:
		return t.add(c)
	case wantFront:
		return t.front(c)
	case wantMore:
		return t.more(c)
	case wantLess:
		return t.less(c)
	case wantTimes:
		return t.times(c)
	case wantChange:
		return t.change(c)
	case wantWrong:
		return openAsk(t.sayOwn("what.change"))
	case wantStep:
		return t.sizeStep(c)
	case wantSwap:
		return t.swap(c)
	case wantRemove:
		return t.remove(c)
	case wantExcept:
		return t.except(c)
	case wantSave:
		return t.onLines(c, evercart.Save)
	case wantKeep:
		return t.onLines(c, evercart.Keep)
	case wantRestore:
		return t.restore(c)
	case wantClear:
		return t.clear()
	case wantUndo:
		return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}
	case wantView:
		return outcome{calls: []call{{"view_cart", map[string]any{}}}}
	case wantTotal:
		return outcome{say: t.total()}
	case wantBrowse:
		return t.browse(c)
	case wantKinds, wantPresent, wantAdvice, wantSurprise:
		return t.assistWith(c)
	case wantPolicy:
		return t.askShop(c)
	case wantPerson:
		return t.person(c)
	case wantPrice, wantCheapest, wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell:
		return t.question(c)
	}
	return t.chat(c)
}

// openAsk asks something whose answer is a new wish.
func openAsk(say string) outcome {
	return outcome{ask: &evercart.Question{Kind: "what"}, askSay: say, lost: true}
}

// items reads what a clause is about: one item a thing, with what further pieces say of it.
func (t *turn) items(c clause) []item {
	if c.apart {
		return t.itemsApart(c)
	}
	var out []item
	if first := t.read(c.x); !first.empty() && !(first.vague && first.bare() && len(c.more) > 0) {
		out = append(out, first)
	}
	for _, p := range c.more {
		o := t.read(p.text)
		if o.empty() {
			continue
		}
		o.or, o.told = p.word == "or", p.word == ""
		n := len(out)
		if n == 0 {
			out = append(out, o)
			continue
		}
		last := out[n-1]
		switch {
		case o.bare() && o.ref == refEach && !last.bare(): // "a throw, a candle: both"; "both lemonades, two of each"
			for k := range out {
				if o.qty > 0 && out[k].qty == 0 {
					out[k].qty = o.qty
				}
			}
		case o.or && last.bare() && last.qty > 0 && o.qty > 0: // "six or seven mugs"
			o.qty, o.vague, o.or = 0, true, false
			out[n-1] = o
		case p.word == "" && !p.fix && len(last.words) > 0 && t.describes(last.words) && !t.describes(o.words) && t.together(last, o): // "the linen one: the blouse"
			out[n-1] = last.join(o)
		case p.fix:
			out[n-1] = t.corrected(t.withoutOptions(last, o), o)
		case last.bare() && len(last.ordinals) == 0 && len(o.words) > 0:
			last.ref = refNone
			if f := t.find(evercart.Query{Words: strings.Join(o.words, " ")}); last.given && o.given && len(f.Hits) > 0 && slices.ContainsFunc(o.words, func(w string) bool { return hasValue(t, f.Hits[0].Product, t.lang.Stem(w)) }) {
				last.sizes = nil // "the small, uh, the family crisps"
			}
			out[n-1] = last.join(o)
		case o.bare() && len(last.ordinals) > 0 && len(o.ordinals) == 0 && o.qty > 0 && o.ref == refNone && c.want != wantAdd && c.rule:
			out = append(out, item{ordinals: []int{o.qty}})
		case o.bare() && p.word != "" && len(o.sizes) > 0 && len(last.sizes) > 0 && (o.given || o.qty > 0): // "three small juices and a large one"
			o.words, o.derived, o.ref = last.words, true, refNone
			out = append(out, o)
		case o.bare() && len(o.ordinals) == 0 && o.ref != refEach && !o.more:
			o.ref = refNone
			out[n-1] = last.join(o)
		case p.word == "and" && o.given && len(o.words) > 0 && o.qty == 0 && !allColors(t.lang, o.words) && t.valueOf(last, o) && len(t.withoutOptions(last, o).words) > 0 && (len(last.sizes) > 0 || len(t.withoutOptions(last, o).words) < len(last.words)+len(o.words)): // "a small bag and a family bag"
			next := t.withoutOptions(last, o)
			if slices.Equal(next.words, last.words) {
				next.words = append(slices.Clone(last.words), o.words...)
			}
			next.sizes, next.nums, next.qty, next.given, next.derived = nil, nil, o.qty, true, true
			out = append(out, next)
		case len(o.words) > 0 && p.word == "" && o.qty == 0 && t.tellsApart(last, o): // "a dozen crisps, the jalapeño ones"
			out[n-1] = last.join(o)
		case len(o.words) > 0 && t.belongs(last, o):
			out[n-1] = last.join(o)
		case !last.bare() && (t.describes(o.words) || o.qty > 0 && t.valueOf(last, o)):
			other := t.another(last, o)
			other.derived = true
			out = append(out, other)
		default:
			out = append(out, o)
		}
	}
	return t.shared(spread(out))
}

// itemsApart reads a clause of which each piece is a thing of its own.
func (t *turn) itemsApart(c clause) []item {
	var out []item
	for _, text := range append([]string{c.x}, textsOf(c.more)...) {
		if it := t.read(text); !it.empty() {
			out = append(out, it)
		}
	}
	return out
}

func textsOf(pieces []piece) []string {
	out := make([]string, len(pieces))
	for i, p := range pieces {
		out[i] = p.text
	}
	return out
}

// spread drops a first item that only counts those after it: "two towels, one blue, one natural".
func spread(items []item) []item {
	if len(items) < 3 {
		return items
	}
	n := 0
	for _, it := range items[1:] {
		if !it.derived {
			return items
		}
		n += max(it.qty, 1)
	}
	if n == items[0].qty {
		return items[1:]
	}
	return items
}

// shared gives an item the noun of the next one where that makes a name: "one milk and one dark chocolate bar".
func (t *turn) shared(items []item) []item {
	for i := 0; i+1 < len(items); i++ {
		next := items[i+1].words
		if len(items[i].words) == 0 || len(next) < 2 {
			continue
		}
		if f := t.find(evercart.Query{Words: strings.Join(items[i].words, " ")}); len(f.Hits) > 0 && f.Hits[0].Whole {
			continue
		}
		for k := 1; k < len(next); k++ {
			words := append(slices.Clone(items[i].words), next[k:]...)
			f := t.find(evercart.Query{Words: strings.Join(words, " ")})
			if f.Sure && f.Hits[0].Whole && len(f.Unknown) == 0 {
				items[i].words = words
				break
			}
		}
	}
	return items
}

// another is a further thing of the kind before, told apart by a colour: "the black belt and the brown one"; "two cloudy
// lemonades, one rosé".
func (t *turn) another(last, o item) item {
	whole := append(slices.Clone(o.words), t.head(last))
	if f := t.find(evercart.Query{Words: strings.Join(whole, " ")}); f.Sure && len(f.Hits) > 0 && f.Hits[0].Whole {
		o.words = whole
		return o
	}
	o.words = append(slices.DeleteFunc(slices.Clone(last.words), t.lang.Color), o.words...)
	if len(o.sizes)+len(o.nums) == 0 {
		o.sizes, o.nums = last.sizes, last.nums
	}
	return o
}

// head is the last word of an item that is neither a colour nor a material.
func (t *turn) head(it item) string {
	for _, w := range slices.Backward(it.words) {
		if !t.lang.Color(w) && !t.tables.materials[w] {
			return w
		}
	}
	return it.words[len(it.words)-1]
}

// withoutOptions drops the option words that a correction replaces: "in steel, sorry, black".
func (t *turn) withoutOptions(last, o item) item {
	if len(o.words) == 0 || last.bare() {
		return last
	}
	f := t.find(evercart.Query{Words: strings.Join(last.words, " ")})
	if len(f.Hits) == 0 || !t.allOptions(f.Hits, o.words) {
		return last
	}
	p := f.Hits[0].Product
	title := hear.Fold(p.Title)
	kept := slices.DeleteFunc(slices.Clone(last.words), func(w string) bool {
		return hasValue(t, p, t.lang.Stem(w)) && !strings.Contains(title, w)
	})
	if len(kept) > 0 {
		last.words = append(kept, o.words...)
	}
	return last
}

// belongs says that o's words tell more of the thing before rather than name another: a colour, a material, an option.
func (t *turn) belongs(last, o item) bool {
	if allColors(t.lang, o.words) {
		return (o.qty == 0 || last.qty == 0) && !slices.ContainsFunc(last.words, t.lang.Color)
	}
	if !o.given && t.allHolders(o.words) { // "dishes, two sets", not "the socks and the bag"
		return true
	}
	found := t.find(evercart.Query{Words: strings.Join(last.words, " ")})
	if len(found.Hits) == 0 || o.qty > 1 {
		return false
	}
	if t.allOptions(found.Hits, o.words) {
		return o.qty == 0 || last.qty == 0
	}
	if o.qty > 0 || o.given && !t.describes(o.words) {
		return false
	}
	both := t.find(evercart.Query{Words: strings.Join(last.words, " ") + " " + strings.Join(o.words, " ")})
	if len(both.Hits) > 0 && both.Sure && both.Hits[0].Whole && !found.Hits[0].Whole { // "fig | and cedar candle"
		return true
	}
	if found.Sure && !t.describes(o.words) {
		return false
	}
	return len(both.Hits) > 0 && len(both.Unknown) == 0 && (both.Sure || t.describes(o.words))
}

// tellsApart says that the words of o settle which of several things the first is.
func (t *turn) tellsApart(last, o item) bool {
	if last.bare() || len(o.ordinals) > 0 {
		return false
	}
	first := t.find(evercart.Query{Words: last.query(), Limit: 50})
	both := t.find(evercart.Query{Words: last.query() + " " + o.query()})
	return !first.Sure && len(first.Hits) > 1 && both.Sure && slices.ContainsFunc(first.Hits, func(h evercart.Hit) bool { return h.Product.ID == both.Hits[0].Product.ID })
}

// valueOf says that o's words are nothing but an option of the thing before: "six white and six slate".
func (t *turn) valueOf(last, o item) bool {
	f := t.find(evercart.Query{Words: strings.Join(last.words, " ")})
	return len(f.Hits) > 0 && t.allOptions(f.Hits[:1], o.words)
}

// together says that the words of both name something.
func (t *turn) together(a, b item) bool {
	f := t.find(evercart.Query{Words: a.query() + " " + b.query()})
	return len(f.Hits) > 0 && len(f.Unknown) == 0
}

func (t *turn) allHolders(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !t.lang.Holder(w) })
}

func (t *turn) describes(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !t.tables.materials[w] && !t.lang.Color(w) })
}

// allOptions says that the words are option values of the hits, holders aside.
func (t *turn) allOptions(hits []evercart.Hit, words []string) bool {
	some := false
	for _, w := range words {
		if t.lang.Holder(w) {
			continue
		}
		key := t.lang.Stem(w)
		if !slices.ContainsFunc(hits, func(h evercart.Hit) bool { return hasValue(t, h.Product, key) }) {
			return false
		}
		some = true
	}
	return some
}

func hasValue(t *turn, p evercart.Product, key string) bool {
	for _, v := range p.Variants {
		for _, o := range v.Options {
			if t.lang.Value(o.Value) == key || strings.Contains(" "+t.lang.Value(o.Value)+" ", " "+key+" ") && len(key) > 1 {
				return true
			}
		}
	}
	return false
}

// productOf gives the product of a SKU; false = it left the shop.
func (t *turn) productOf(sku evercart.SKU) (evercart.Product, bool) {
	p, err := t.catalog.ProductOf(t.ctx, sku)
	if err != nil {
		if evercart.CodeOf(err) != evercart.NotFound {
			t.failed = err
		}
		return p, false
	}
	return p, true
}

// leftLines finds lines whose goods have left the catalogue, where no search finds them, by the words of their own names: they
// are still in the cart, and can be taken out.
func (t *turn) leftLines(it item, pool []evercart.Line) []evercart.Line {
	if len(it.words) == 0 {
		return nil
	}
	var out []evercart.Line
	for _, l := range pool {
		name := map[string]bool{}
		for _, w := range t.wordsOf(l.Name()) {
			name[t.lang.Stem(w.Text)] = true
		}
		other := func(w string) bool { return !name[t.lang.Stem(w)] }
		if l.Unavailable && !slices.ContainsFunc(it.words, other) && t.sizesFit(l, it) {
			out = append(out, l)
		}
	}
	return out
}

// today is the cart at today's prices.
func (t *turn) today(c evercart.Cart) evercart.Cart {
	shelf, err := t.catalog.Shelf(t.ctx, c.SKUs()...)
	if err != nil {
		t.failed = err
		return c
	}
	return c.On(shelf)
}

func (t *turn) total() string {
	c := t.today(t.state.Cart)
	if len(c.Lines) == 0 {
		return t.voice.Say("cart.empty")
	}
	return t.voice.Totals(c)
}

// query joins what names a thing, sizes included, so that the catalogue narrows by them.
func (it item) query() string { return strings.Join(append(slices.Clone(it.words), it.sizes...), " ") }

// sayOwn fills one of this room's own sentences.
func (t *turn) sayOwn(key string, args ...any) string {
	return t.tables.own.Say(key, t.voice, args...)
}
