package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// inMeasures writes what is a measure of the goods spoken of as one word ("two 8 mm wall plugs" is "two 8mm wall plugs"), so that
// nothing that reads on takes its number for how many are wanted. Whether a number with a unit is one, the goods tell: five metres of
// what is sold by the metre are five of it.
func (t *turn) inMeasures(text string) string {
	if masked(text) {
		return text
	}
	words := t.lang.Words(hear.Written(text))
	if len(words) == 0 || len(words) > maxWords {
		return text
	}
	m := measuring{turn: t, words: words}
	if !m.any() {
		return text
	}
	if out := m.all(); m.found {
		return written(out, nil)
	}
	return text
}

// measuring is the reading of one turn's measures.
type measuring struct {
	*turn
	words []token
	goods []evercart.Hit // named before the words that are read
	found bool
}

// any says that something may be a measure, or tells how big something is.
func (m *measuring) any() bool {
	for i := range m.words {
		if len(m.lang.Measures(m.words, i)) > 0 || lengthWords[m.words[i].Text] != "" {
			return true
		}
	}
	return false
}

// all writes the words with their measures.
func (m *measuring) all() []token {
	var out []token
	for i := 0; i < len(m.words); {
		word, took := m.at(i)
		if took == 0 {
			out = append(out, m.words[i])
			i++
			continue
		}
		if n := len(out); n > 1 && countsBy[out[n-1].Text] && m.isNumber(out[n-2]) { // "2 x 8 mm"
			out = out[:n-1]
		}
		out = append(out, token{Text: word, Stop: m.words[i+took-1].Stop})
		i, m.found = i+took, true
	}
	return out
}

func (m *measuring) isNumber(w token) bool {
	_, took := m.lang.Number([]token{{Text: w.Text}}, 0)
	return took > 0
}

// at gives the measure at words[i] as one word, and how many words it was; 0 = it is none.
func (m *measuring) at(i int) (string, int) {
	readings := m.lang.Measures(m.words, i)
	if len(readings) == 0 {
		return m.howBig(i)
	}
	longest := readings[0].Took
	goods := m.around(i, longest)
	for _, r := range readings {
		if word, ok := m.valueIn(goods, r); ok {
			return word, r.Took
		}
	}
	for k := i + 1; k < i+longest; k++ { // "two 8 mm", "twenty five metre tapes": what stands before it counts
		for _, r := range m.lang.Measures(m.words, k) {
			if _, ok := m.valueIn(goods, r); ok {
				return "", 0
			}
		}
	}
	for _, r := range readings {
		if len(goods) > 0 && isWhole(r.Of) && m.soldBy(goods[0].Product, r.Unit) && !m.comesIn(goods[0].Product, r.Sort) {
			if next := i + r.Took; next < len(m.words) && m.words[next].Text == "of" && m.words[next-1].Stop == hear.None {
				r.Took++
			}
			return r.Of, r.Took
		}
		if len(goods) > 0 && m.comesIn(goods[0].Product, r.Sort) || len(goods) == 0 && m.isSold(r) {
			return r.Word, r.Took
		}
	}
	return "", 0
}

// valueIn gives the option value or the name's measure that a reading is, as one word.
func (m *measuring) valueIn(goods []evercart.Hit, r hear.Measure) (string, bool) {
	for _, h := range goods {
		for _, v := range h.Product.Variants {
			for _, o := range v.Options {
				switch {
				case r.Sort == "code" && m.lang.Value(o.Value) == r.Word, r.Sort != "" && m.lang.Value(o.Value) == m.lang.Stem(r.Word):
					return r.Word, true
				case r.Sort == "" && m.lang.Numeral(o.Value) == r.Of:
					return m.lang.Value(o.Value), true
				}
			}
		}
		if titled(m.turn, h.Product, r.Word) {
			return r.Word, true
		}
	}
	return "", false
}

// comesIn says that a product is told apart by measures of a sort: one that it does not have is refused.
func (m *measuring) comesIn(p evercart.Product, sort string) bool {
	return sort != "" && slices.ContainsFunc(p.Variants, func(v evercart.Variant) bool {
		return slices.ContainsFunc(v.Options, func(o evercart.Option) bool {
			_, own := m.lang.Amount(o.Value)
			return own == sort || own == "" && sort == m.lang.SortOf(m.lang.Value(o.Value))
		})
	})
}

// isSold says that some goods come in a measure.
func (m *measuring) isSold(r hear.Measure) bool {
	_, ok := m.valueIn(m.find(evercart.Query{Words: r.Word, Limit: 12}).Hits, r)
	return ok
}

// around gives the goods that the words around a measure name; those named before, where they name none; else what is spoken of.
func (m *measuring) around(i, took int) []evercart.Hit {
	from, to := i, i+took
	for from > 0 && m.words[from-1].Stop == hear.None && !m.tables.splits[m.words[from-1].Text] {
		from--
	}
	for to < len(m.words) && m.words[to-1].Stop == hear.None && !m.tables.splits[m.words[to].Text] {
		to++
	}
	if hits := m.named(slices.Concat(m.words[from:i], m.words[i+took:to])); len(hits) > 0 {
		m.goods = hits
		return hits
	}
	if len(m.goods) > 0 {
		return m.goods
	}
	if hits := m.named(slices.Concat(m.words[:i], m.words[i+took:])); len(hits) > 0 {
		return hits
	}
	hits := m.focus()
	for _, l := range m.state.Cart.Lines {
		if p, ok := m.productOf(l.SKU); ok && !slices.ContainsFunc(hits, func(h evercart.Hit) bool { return h.Product.ID == p.ID }) {
			hits = append(hits, evercart.Hit{Product: p})
		}
	}
	return hits
}

// named gives the goods that words name by what they are called.
func (m *measuring) named(words []token) []evercart.Hit {
	var said []string
	for _, w := range words {
		if m.wordKind(w.Text) == wordGoods {
			said = append(said, w.Text)
		}
	}
	if len(said) == 0 {
		return nil
	}
	return m.find(evercart.Query{Words: strings.Join(said, " "), Limit: 12}).Hits
}

// howBig writes a word that tells a small measure from a big one as a size: "the longer one", of tapes of 5 and 8 metres.
func (m *measuring) howBig(i int) (string, int) {
	size := lengthWords[m.words[i].Text]
	if size == "" {
		return "", 0
	}
	goods := m.around(i, 1)
	if len(goods) == 0 || !slices.ContainsFunc(goods[0].Product.Variants, func(v evercart.Variant) bool {
		return slices.ContainsFunc(v.Options, func(o evercart.Option) bool { return m.lang.Numeral(o.Value) != "" })
	}) || m.wordKind(m.words[i].Text) >= wordValue {
		return "", 0
	}
	return size, 1
}

// lengthWords tell big from small where goods differ in a measure.
var lengthWords = map[string]string{
	"thin": "small", "thinner": "small", "thinnest": "small", "short": "small", "shorter": "small", "shortest": "small", "light": "small", "lighter": "small", "lightest": "small",
	"narrow": "small", "narrower": "small", "narrowest": "small", "fine": "small", "finest": "small", "weaker": "small",
	"thick": "large", "thicker": "large", "thickest": "large", "long": "large", "longer": "large", "longest": "large", "heavy": "large", "heavier": "large", "heaviest": "large",
	"wide": "large", "wider": "large", "widest": "large", "stronger": "large",
}

// countsBy stand between a number and what it counts.
var countsBy = set("x", "times")

// soldBy says that a product is sold by a unit, as its name or a tag tells: "by the metre".
func (m *measuring) soldBy(p evercart.Product, unit string) bool {
	for _, w := range m.wordsOf(p.Title + " " + strings.Join(p.Tags, " ")) {
		if m.lang.SameUnit(w.Text, unit) {
			return true
		}
	}
	return false
}

func isWhole(n string) bool { return n != "" && n != "0" && strings.Trim(n, "0123456789") == "" }

// onlyNamed reads a turn that names another variant of what is in the cart, and says nothing of a change: it is not known to be meant in the
// place of the other one. "The grey one" may be; "8 mm wall plugs" are wanted as other goods would be that are named like that.
func (t *turn) onlyNamed(c clause) (outcome, bool) {
	text := strings.TrimSuffix(strings.TrimPrefix(hear.Text(t.wordsOf(t.heardWords())), "and "), " please")
	if c.y != "" || c.again || t.denied || t.hesitated || t.said != "" || len(c.more) > 0 || text != c.x || t.clauses != 1 {
		return outcome{}, false
	}
	items := t.items(c)
	if len(items) != 1 || items[0].bare() || items[0].more || items[0].qty > 0 || items[0].same || len(items[0].ordinals) > 0 {
		return outcome{}, false
	}
	found := t.linesOfProducts(items[0])
	if len(found) != 1 {
		return outcome{}, false
	}
	o := t.become(found, items[0])
	p, ok := t.productOf(found[0].SKU)
	if !ok || len(o.commands) != 1 || o.commands[0].Verb != evercart.Swap {
		return outcome{}, false
	}
	words := t.wordsOf(text)
	named := slices.IndexFunc(words, func(w token) bool { return t.bearsInTitle(p, t.lang.Stem(w.Text)) })
	switch {
	case named < 0:
		return outcome{}, false
	case !t.tables.articles[words[0].Text]:
		return t.addItems(items), true
	case !t.bearsInTitle(p, t.lang.Stem(words[len(words)-1].Text)): // "the hat in black"
		return outcome{}, false
	}
	i := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return v.SKU == o.commands[0].To })
	if i < 0 {
		return outcome{}, false
	}
	swap := o.commands[0]
	q := &evercart.Question{Kind: "variant", Choices: []evercart.SKU{swap.To}, Options: []string{t.voice.Thing(p.Title, p.Variants[i].Options, 0)}, Pending: &swap}
	return outcome{ask: q, askSay: t.sayOwn("instead", t.the(p, p.Variants[i].Options...)), lost: true}, true
}

// heardWords are the words of the turn as they are read.
func (t *turn) heardWords() string {
	if t.memory.Heard != "" {
		return t.memory.Heard
	}
	return t.prompt.Now.Words.Reveal()
}
