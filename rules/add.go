package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

type token = hear.Token

// add puts what a clause names into the cart: what is settled at once, what is open as a question.
func (t *turn) add(c clause) outcome {
	items := t.items(c)
	if len(items) == 0 {
		if t.memory.Lost {
			return outcome{lost: true}
		}
		if c.x == "" {
			return openAsk(t.sayOwn("what.add"))
		}
		items = []item{{ref: refIt, qty: t.strayCount(c)}}
	}
	items[0].more = items[0].more || strings.HasPrefix(c.text, "another ")
	c.again = c.again || items[0].mine && (len(items[0].sizes)+len(items[0].nums) > 0 || slices.ContainsFunc(items[0].words, t.lang.Color))
	if o, ok := t.secondThought(c, items); ok && c.again {
		return o
	}
	if o, ok := t.onlyWants(c, items[0]); ok {
		return o
	}
	if len(items) == 1 && t.isThere(items[0]) {
		return outcome{say: t.sayOwn("same")}
	}
	if possesses.MatchString(c.text) && t.clauses > 1 { // "I have a party of eight"
		if f := t.find(evercart.Query{Words: items[0].query()}); len(f.Hits) == 0 {
			return outcome{}
		}
	}
	return t.addItems(items)
}

// isThere says that "it" is what was just put in: "I'm worth it, put it in".
func (t *turn) isThere(it item) bool {
	if !it.onlyPoints() || it.given || !t.lastAdded() && !t.justShown() || len(t.state.Focus) != 1 || len(t.prompt.Now.Steps) > 0 {
		return false
	}
	lines := t.lastChanged(t.state.Cart.Lines)
	return len(lines) == 1 && lines[0].SKU.Fold() == t.state.Focus[0].Fold()
}

var possesses = sift.Of(`^(?:i|we) (?:have|had|have got|do have)\b`)

// onlyWants reads "I only want one mug" where there are more in the cart.
func (t *turn) onlyWants(c clause, it item) (outcome, bool) {
	if it.qty == 0 && theOne.MatchString(c.text) {
		it.qty = 1
	}
	if it.qty == 0 || it.bare() || !onlyThose.MatchString(c.text) {
		return outcome{}, false
	}
	named := it
	named.qty = 0
	found, _ := t.lines(named, t.state.Cart.Lines)
	if len(found) != 1 || found[0].Quantity <= it.qty {
		return outcome{}, false
	}
	return outcome{commands: []evercart.Command{{Verb: evercart.SetQuantity, Line: found[0].No, Quantity: it.qty}}}, true
}

var (
	onlyThose = sift.Of(`\b(?:only|just|no more than)\b`)
	theOne    = sift.Of(`\b(?:only|just)\b.*\bthe one\b`)
)

// strayCount reads "a pair", "a couple" where nothing else is said.
func (t *turn) strayCount(c clause) int {
	if n, took := t.lang.Number(t.wordsOf(c.x), 0); took > 0 {
		return n
	}
	return 0
}

// several names more than one of a variant without saying how many: "café noir candles".
func (t *turn) several(p evercart.Product, v evercart.Variant) string {
	return strings.TrimPrefix(t.voice.Thing(p.Title, named(v.Options), 2), t.voice.Number(2)+" ")
}

func (t *turn) addItems(items []item) outcome {
	if slices.ContainsFunc(items, func(it item) bool { return it.or }) {
		return t.either(items)
	}
	var o outcome
	for i, it := range items {
		one := t.addOne(it)
		if i > 0 && it.bare() && o.lost && len(o.commands) == 0 { // it speaks of what was not found
			continue
		}
		if i > 0 && it.qty == 0 && !it.more && len(one.commands) == 1 && slices.ContainsFunc(o.commands, func(c evercart.Command) bool { return c.SKU == one.commands[0].SKU }) {
			continue // "a single three-pack, the cotton socks"
		}
		o.commands = append(o.commands, one.commands...)
		o.say = strings.TrimSpace(o.say + " " + one.say)
		o.lost = o.lost || one.lost
		o.about = append(o.about, one.about...)
		if one.ask != nil && o.ask == nil {
			o.ask, o.askSay = one.ask, one.askSay
		} else if one.ask != nil {
			o.askSay += " " + t.sayOwn("and.later", strings.Join(it.words, " "))
		}
	}
	if asksOfAdded(o) && slices.ContainsFunc(items, func(it item) bool { return it.told }) { // "a candle, the fig one"
		o.ask, o.askSay = nil, ""
	}
	return o
}

// either asks which of several things is meant: "the dawn mug or the dusk mug".
func (t *turn) either(items []item) outcome {
	var hits []evercart.Hit
	for _, it := range items {
		c := t.choose(it)
		if c.miss != "" {
			return outcome{say: c.miss, lost: true}
		}
		hits = append(hits, c.hits...)
	}
	if t.failed != nil || len(hits) == 0 {
		return outcome{}
	}
	return t.askProduct(hits, evercart.Command{Verb: evercart.Add, Quantity: max(items[0].qty, 1)})
}

// addOne settles one item.
func (t *turn) addOne(it item) outcome {
	if it.bad {
		return outcome{say: t.sayOwn("quantity"), lost: true}
	}
	if it.bare() && it.more && it.ref == refEach && len(t.state.Cart.Lines) > 0 && (len(t.state.Focus) == 0 || t.focusIn()) {
		return t.oneMoreOfEach(max(it.qty, 1))
	}
	if it.bare() && len(t.state.Focus) == 0 {
		if o, ok := t.addAgain(it); ok {
			return o
		}
	}
	if it.more && !it.bare() {
		if o, ok := t.addAgain(it); ok {
			return o
		}
	}
	c := t.choose(it)
	switch {
	case t.failed != nil:
		return outcome{}
	case c.open && t.memory.Lost:
		return outcome{lost: true}
	case c.open:
		return openAsk(c.miss)
	case c.miss != "":
		return outcome{say: c.miss, lost: true, about: c.of}
	}
	n := max(c.qty, 1)
	if line, ok := t.state.Cart.LineOf(c.base.SKU); ok && it.same && c.qty == 0 && c.base.SKU != "" && len(c.hits) == 1 && !fits(c.hits[0].Variants, c.base) { // "three in white, and the same in black"
		n = line.Quantity
	}
	if c.doubt {
		return t.askMeant(c.hits, evercart.Command{Verb: evercart.Add, Quantity: n})
	}
	if it.vague && c.qty == 0 && len(c.hits) == 1 && len(c.hits[0].Variants) == 1 {
		v := c.hits[0].Variants[0]
		q := &evercart.Question{Kind: "quantity", Choices: []evercart.SKU{v.SKU}, Pending: &evercart.Command{Verb: evercart.Add, SKU: v.SKU}}
		return outcome{ask: q, askSay: t.sayOwn("how.many", t.several(c.hits[0].Product, v)), lost: true}
	}
	if it.ref == refEach || len(it.ordinals) > 1 {
		return t.addEach(c.hits, n)
	}
	return t.settle(c.hits, evercart.Command{Verb: evercart.Add, Quantity: n})
}

// oneMoreOfEach adds to each line of the cart.
func (t *turn) oneMoreOfEach(n int) outcome {
	var o outcome
	for _, l := range t.state.Cart.Lines {
		o.commands = append(o.commands, evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: n})
	}
	return o
}

// addAgain adds to a line that is there: "another dawn mug", "two more of the juices".
func (t *turn) addAgain(it item) (outcome, bool) {
	if !it.more && !it.same {
		return outcome{}, false
	}
	named := it
	named.qty, named.more = 0, false
	lines, _ := t.lines(named, t.state.Cart.Lines)
	if len(lines) != 1 {
		return outcome{}, false
	}
	for _, n := range it.nums { // "another pair, only in nine"
		if p, ok := t.productOf(lines[0].SKU); ok && hasValue(t, p, n.size) {
			return outcome{}, false
		}
	}
	return outcome{commands: []evercart.Command{{Verb: evercart.Add, SKU: lines[0].SKU, Quantity: max(it.qty, 1)}}}, true
}

func (t *turn) addEach(hits []evercart.Hit, n int) outcome {
	var o outcome
	if len(hits) == 1 && len(hits[0].Variants) == 2 { // "both tea towels", of which there are a natural and a blue one
		h := hits[0]
		hits = []evercart.Hit{{Product: h.Product, Variants: h.Variants[:1]}, {Product: h.Product, Variants: h.Variants[1:]}}
	}
	for _, h := range hits {
		one := t.settle([]evercart.Hit{h}, evercart.Command{Verb: evercart.Add, Quantity: n})
		o.commands = append(o.commands, one.commands...)
		if one.ask != nil && o.ask == nil {
			o.ask, o.askSay = one.ask, one.askSay
		}
	}
	return o
}

// settle makes the command when one variant is left, else the question that leads there.
func (t *turn) settle(hits []evercart.Hit, pending evercart.Command) outcome {
	if len(hits) > 1 {
		return t.askProduct(hits, pending)
	}
	variants := hits[0].Variants
	if len(variants) == 1 {
		if pending.Verb == evercart.Swap {
			pending.To = variants[0].SKU
		} else {
			pending.SKU = variants[0].SKU
		}
		return outcome{commands: []evercart.Command{pending}}
	}
	return t.askVariant(hits[0].Product, variants, pending)
}

// askMeant asks whether a product is meant that was named by a word which names other goods: "milk", for milk chocolate.
func (t *turn) askMeant(hits []evercart.Hit, pending evercart.Command) outcome {
	o := t.askProduct(hits, pending)
	o.askSay = t.sayOwn("do.you.mean", t.name(hits[0].Product))
	return o
}

// askProduct asks which of several products is meant. All variants that fit stay open.
func (t *turn) askProduct(hits []evercart.Hit, pending evercart.Command) outcome {
	q := &evercart.Question{Kind: "product", Pending: &pending}
	for _, h := range hits {
		q.Options = append(q.Options, h.Product.Title)
		for _, v := range h.Variants {
			if len(q.Choices) < maxChoices {
				q.Choices = append(q.Choices, v.SKU)
			}
		}
	}
	say := t.voice.Say("ask.product", t.orMore(t.names(hits), len(hits)))
	return outcome{ask: q, askSay: say}
}

// maxChoices bounds what a question keeps open.
const maxChoices = 60

// askVariant asks for the first option that is open; what is sold out is not offered.
func (t *turn) askVariant(p evercart.Product, variants []evercart.Variant, pending evercart.Command) outcome {
	there := slices.DeleteFunc(slices.Clone(variants), func(v evercart.Variant) bool { return v.Stock == 0 })
	if len(there) == 0 {
		return outcome{say: t.sayOwn("sold.out", t.the(p)), lost: true, about: []evercart.Hit{{Product: p, Variants: variants}}}
	}
	name := openOption(there)
	q := &evercart.Question{Kind: "variant", Pending: &pending}
	var said []string
	for _, v := range there {
		if len(q.Choices) < maxChoices {
			q.Choices = append(q.Choices, v.SKU)
		}
		if value := v.Option(name); name != "" && !slices.Contains(q.Options, value) {
			q.Options = append(q.Options, value)
			said = append(said, t.value(value))
		}
	}
	if len(there) == 1 {
		only := t.voice.Thing(p.Title, there[0].Options, 0)
		q.Options = []string{only}
		return outcome{ask: q, askSay: t.sayOwn("only", t.the(p, there[0].Options...))}
	}
	if own, ok := t.tables.own.Options[strings.ToLower(name)]; ok {
		return outcome{ask: q, askSay: t.sayOwn("which.option", own, t.name(p), t.voice.Or(said))}
	}
	what := strings.ToLower(name) + " of the " + t.name(p)
	if name == "" || t.tables.own.Options != nil {
		what = t.name(p)
	}
	return outcome{ask: q, askSay: t.voice.Say("ask.variant", what, t.voice.Or(said))}
}

// openOption names the first option in which the variants differ.
func openOption(variants []evercart.Variant) string {
	for _, o := range variants[0].Options {
		for _, v := range variants[1:] {
			if v.Option(o.Name) != o.Value {
				return o.Name
			}
		}
	}
	return ""
}

// more adds to what is in the cart, or begins it.
func (t *turn) more(c clause) outcome {
	if _, size := t.lang.Letters(t.wordsOf("extra "+c.x), 0); c.y == "extra" && size > 1 { // "an extra small blouse"
		return t.add(clause{found: found{want: wantAdd, rule: true, x: c.y + " " + c.x}, more: c.more, text: c.text})
	}
	items := t.items(c)
	if len(items) == 0 {
		items = []item{{ref: refIt}}
	}
	if n := t.count(c.n); n > 0 && items[0].qty == 0 {
		items[0].qty = n
	}
	items[0].more = true
	if items[0].bare() {
		if lines, _ := t.lines(item{ref: refIt}, t.state.Cart.Lines); len(lines) == 1 && len(items[0].sizes)+len(items[0].nums) == 0 && t.focusIsIn(lines[0]) {
			return outcome{commands: []evercart.Command{{Verb: evercart.Add, SKU: lines[0].SKU, Quantity: max(items[0].qty, 1)}}}
		}
	}
	return t.addItems(items)
}

func (t *turn) focusIsIn(l evercart.Line) bool {
	return len(t.state.Focus) == 0 || slices.ContainsFunc(t.state.Focus, func(s evercart.SKU) bool { return s.Fold() == l.SKU.Fold() })
}

// count reads a number that stands alone; 0 = none.
func (t *turn) count(s string) int {
	words := t.wordsOf(s)
	if n, took := t.lang.Number(words, 0); took > 0 {
		return n
	}
	if len(words) > 0 && (words[0].Text == "another" || words[0].Text == "an") {
		return 1
	}
	return 0
}
