package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Questions about one thing, whatever is asked of it: "does the travel mug keep coffee hot", "it leaks or not".
var (
	asksWhether = set("is", "are", "was", "were", "does", "do", "did", "will", "would", "can", "could", "has", "have")
	asksHow     = sift.Of(`^(?:how|what|which|where)\b`)
	definitely  = set("the", "those", "these", "that", "this", "my")
	mayDo       = set("can", "could", "will", "would")
	orNot       = sift.Of(`\bor not$`)
	ofIt        = sift.Of(`\b(?:it|its|they|them|those|these|that|this|that one|this one)\b`)
	openers     = set("ah", "ooh", "and", "so", "ok", "okay", "oh", "um", "uh", "hm", "hmm", "well", "then", "right", "great", "good", "lovely", "nice", "but", "now", "yes", "also", "please", "actually")
	presents    = hear.PhrasesOf(set("what about", "how about", "about", "as for", "regarding", "and what about", "concerning"))
)

// asksOfOne reads a whole turn as a question about one thing: what stands before the question ("the crème brûlée dishes, are they oven
// safe?", "the silk one what colours does it come in"), what it names, or what was just spoken of. A question changes no cart, so that
// nothing else in it counts. What the grammar knows better, and what the shop's own words answer, is left to them.
func (t *turn) asksOfOne(text string) (clause, bool) {
	if t.said != "" || !t.fresh || masked(text) || t.shopKnows(text) {
		return clause{}, false
	}
	words := t.lang.Words(text)
	for len(words) > 1 && openers[words[0].Text] {
		words = words[1:]
	}
	if list := t.parse(text); len(list) == 1 && list[0].want == wantTotal && list[0].rule && !t.wishesIn(words) { // not "what is it altogether once you have taken one off"
		return list[0], true
	}
	if c, ok := t.asksOtherwise(words, text); ok {
		return c, true
	}
	if c, ok := t.asksAlike(t.lang.Words(text)); ok {
		return c, true
	}
	if len(words) < 3 || len(words) > maxAsked {
		return clause{}, false
	}
	if c, ok := t.topicFirst(words); ok {
		return c, true
	}
	if c, ok := t.topicWanted(words); ok {
		return c, true
	}
	if c, ok := t.topicTold(words); ok {
		return c, true
	}
	return t.askedAbout(words)
}

// maxAsked bounds the words of a question about one thing.
const maxAsked = 24

// topicFirst reads goods and a question about them.
func (t *turn) topicFirst(words []token) (clause, bool) {
	_, i := presents.At(words, 0)
	seeks := 0
	if i == 0 {
		i = t.seekingAt(words)
		seeks = i
	}
	if i < len(words) && words[i].Text == "your" {
		i++
	}
	if i >= len(words) || asksWhether[words[i].Text] || asksHow.MatchString(words[i].Text) {
		return clause{}, false
	}
	n, strange := t.thingAt(words, i)
	if n == 0 || strange || i+n >= len(words) {
		return clause{}, false
	}
	s := t.thingSlot(words[i:i+n], false)
	if strings.IndexByte("NCDS", byte(s.letter)) < 0 || s.it.qty > 0 || s.it.more || len(s.it.words) == 0 {
		return clause{}, false
	}
	rest := words[i+n:]
	for len(rest) > 1 && openers[rest[0].Text] {
		rest = rest[1:]
	}
	c, ok := t.asksOfIt(rest)
	if !ok || asksHow.MatchString(rest[0].Text) && t.namesAny(rest, wordGoods) || seeks > 0 && !t.comesInSeveral(s.it) {
		return clause{}, false
	}
	if o := t.read(c.x); !o.empty() && o.ref == refNone { // "… what sizes are there in black"
		s = t.described(s, slot{it: o, text: c.x})
	}
	c.x, c.text = s.text, s.text
	return c, true
}

// seekingAt gives how many words say that goods are wanted, without a number: "I need some tea towels, what colours do they come in".
func (t *turn) seekingAt(words []token) int {
	wished := false
	for i := 0; i < len(words) && i < 6; {
		letter, n := englishCues.At(words, i)
		switch w := words[i].Text; {
		case n > 0 && letter == slotWish:
			wished = true
			i += n
		case !t.tables.articles[w] && englishFiller[w] || w == "some":
			i++
		case wished:
			return i
		default:
			return 0
		}
	}
	return 0
}

// comesInSeveral says that goods are named of which one of several must be chosen.
func (t *turn) comesInSeveral(it item) bool {
	f := t.find(evercart.Query{Words: it.query(), Limit: 1})
	return len(f.Hits) > 0 && len(f.Unknown) == 0 && len(f.Hits[0].Variants) > 1
}

// topicWanted reads goods that were just shown, and how many of them are wanted: "the fig one, two of those please".
func (t *turn) topicWanted(words []token) (clause, bool) {
	n, strange := t.thingAt(words, 0)
	if n == 0 || strange || n >= len(words) || words[n-1].Stop == hear.None || len(t.state.Focus) == 0 {
		return clause{}, false
	}
	s := t.thingSlot(words[:n], false)
	if s.letter != slotNew || s.it.qty > 0 || s.it.more || !s.def {
		return clause{}, false
	}
	list := t.parse(hear.Text(words[n:]))
	if len(list) != 1 || list[0].want != wantAdd && list[0].want != wantNothing || len(list[0].more) > 0 || list[0].asked || list[0].y != "" {
		return clause{}, false
	}
	at := t.read(list[0].x)
	if !at.bare() || at.ref != refIt && at.ref != refThem || at.more || at.same || len(at.sizes)+len(at.nums)+len(at.ordinals) > 0 {
		return clause{}, false
	}
	s = t.pointedTo(s, slot{it: at, text: list[0].x})
	return clause{found: found{want: wantAdd, rule: true, x: s.text}, text: s.text}, true
}

// topicTold reads a question about "it" behind sentences that name one thing: "I think it was called dawn or so, what does it cost?"
func (t *turn) topicTold(words []token) (clause, bool) {
	pieces := sentences(words)
	n := len(pieces)
	if n < 2 {
		return clause{}, false
	}
	c, ok := t.asksOfIt(pieces[n-1])
	if !ok || !t.onlyIt(c.x) {
		return clause{}, false
	}
	var topic *slot
	for _, p := range pieces[:n-1] {
		if t.wishesIn(p) || p[len(p)-1].Stop == hear.Question {
			return clause{}, false
		}
		for i := 0; i < len(p); {
			took, strange := t.thingAt(p, i)
			if took == 0 {
				i++
				continue
			}
			if s := t.thingSlot(p[i:i+took], strange); !strange && strings.IndexByte("NCD", byte(s.letter)) >= 0 && s.it.qty == 0 {
				if topic != nil {
					return clause{}, false
				}
				topic = &s
			}
			i += took
		}
	}
	if topic == nil || t.namesAny(pieces[n-1], wordGoods) {
		return clause{}, false
	}
	c.x, c.text = topic.text, topic.text
	return c, true
}

// asksOfIt reads a question about what was named before it.
func (t *turn) asksOfIt(words []token) (clause, bool) {
	text := hear.Text(words)
	if !asksWhether[words[0].Text] && !asksHow.MatchString(text) || slices.ContainsFunc(words[:len(words)-1], func(w token) bool { return w.Stop > hear.Comma }) {
		return clause{}, false
	}
	if list := t.parse(text + "?"); (!asksWhether[words[0].Text] || len(words) > 1 && ofIt.MatchString(words[1].Text)) && len(list) == 1 && list[0].question() && list[0].want != wantBrowse && list[0].want != wantCompare && len(list[0].more) == 0 {
		if it := t.read(list[0].x); it.bare() && it.qty == 0 || t.onlyOptions(list[0].x) {
			return list[0], true
		}
	}
	if mayDo[words[0].Text] && (t.namesAny(words[1:], wordValue) || t.wishesIn(words[1:])) { // "the rain jacket, can it be red?"
		return clause{}, false
	}
	if len(words) < 2 || asksWhether[words[0].Text] && !ofIt.MatchString(words[1].Text) || !ofIt.MatchString(text) || words[1].Text == "i" || words[1].Text == "you" || words[1].Text == "we" {
		return clause{}, false
	}
	return clause{found: found{want: wantMaterial, rule: true}}, true
}

// askedAbout reads a question that names its thing, or points at what was just spoken of, in words that no rule knows.
func (t *turn) askedAbout(words []token) (clause, bool) {
	text := hear.Text(words)
	at := 1
	switch {
	case orNot.MatchString(text) && (words[0].Text == "it" || words[0].Text == "they"):
		at = 0
	case asksHow.MatchString(text):
		for at = 1; at < len(words) && at < 4 && !asksWhether[words[at].Text]; at++ {
		}
		at++
	case !asksWhether[words[0].Text]:
		return clause{}, false
	}
	if at >= len(words) || slices.ContainsFunc(words[:len(words)-1], func(w token) bool { return w.Stop != hear.None }) {
		return clause{}, false
	}
	if words[at].Text == "your" {
		at++
	}
	if mayDo[words[0].Text] && slices.ContainsFunc(t.slotsOf(hear.Text(words[at:])).slots, func(s slot) bool { return strings.ContainsRune(slotDeeds+"go", s.letter) }) { // "could the crisps be family bags"
		return clause{}, false
	}
	list := t.parse(text + "?")
	known := len(list) == 1 && list[0].rule && list[0].want != wantCannot && list[0].want != wantBeside && list[0].want != wantComment && list[0].want != wantLeave
	if known && !list[0].question() || len(list) > 1 {
		return clause{}, false
	}
	if w := words[at].Text; w == "it" || w == "they" || w == "those" || w == "these" {
		switch {
		case !t.onOne():
			return clause{}, false
		case known:
			return list[0], t.onlyIt(list[0].x)
		case t.elsewhere(text) || t.namesAny(words[at+1:], wordGoods) || t.wishesIn(words[at+1:]): // "is it too late to add a candle"
			return clause{}, false
		}
		return clause{found: found{want: wantMaterial, rule: true, x: "it"}, text: text}, true
	}
	if words[at].Text == "the" && at+1 < len(words) && t.read(words[at+1].Text).rank != 0 && len(t.focus()) > 0 { // "is the pricier one pink?"
		return clause{found: found{want: wantMaterial, rule: true, x: words[at+1].Text + " one"}, text: text}, true
	}
	n, strange := t.thingAt(words, at)
	if known || n == 0 || strange || at == 1 && at+n >= len(words) {
		return clause{}, false
	}
	s := t.thingSlot(words[at:at+n], false)
	if strings.IndexByte("NCD", byte(s.letter)) < 0 || s.it.qty > 0 || !definitely[words[at].Text] && words[at-1].Text != "your" || mayDo[words[0].Text] && t.namesAny(words[at+n:], wordValue) {
		return clause{}, false
	}
	return clause{found: found{want: wantMaterial, rule: true, x: s.text}, text: s.text}, true
}

// sureElse is how surely no shop's business is meant where a question points at what was spoken of.
const sureElse = 0.87

// elsewhere says that a question which points at something is small talk, or no shop's business: "how is it going", "is it going to rain".
func (t *turn) elsewhere(text string) bool {
	g := t.guess(text)
	return offTopic.MatchString(text) || g.Intent == hear.IntentElsewhere && g.Sure >= sureElse || g.Intent != hear.IntentElsewhere && g.Intent != hear.IntentShop && g.Sure >= sureEnough
}

// wishesIn says that words hold one of what is to be done with goods.
func (t *turn) wishesIn(words []token) bool {
	return slices.ContainsFunc(t.slotsOf(hear.Text(words)).slots, func(s slot) bool { return strings.ContainsRune("aAmrwsv", s.letter) })
}

// onOne says that one product is spoken of: the one in focus, or the only one in the cart.
func (t *turn) onOne() bool {
	if hits := t.focus(); len(hits) > 0 {
		return len(hits) == 1
	}
	return len(t.state.Cart.Lines) == 1
}

// narrowedTo is a product with the variants alone that a question leaves of it: "what sizes are there in black".
func narrowedTo(h evercart.Hit) evercart.Product {
	p := h.Product
	if len(h.Variants) > 0 {
		p.Variants = h.Variants
	}
	return p
}
