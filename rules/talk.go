package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// chat answers what changes nothing.
func (t *turn) chat(c clause) outcome {
	switch c.want {
	case wantLeave:
		if t.wantsItBack() {
			return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}
		}
		if (t.denied || t.hesitated) && t.lastCall() == "remove_from_cart" && len(t.state.Cart.Undo) > 0 && (c.x == "" || t.onlyIt(c.x) || t.read(c.x).bare()) && strings.Contains(c.text, "leave") { // "oh no, leave it in"
			return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}}}
		}
		return outcome{say: t.voice.Say("left")}
	case wantNot:
		if c.again && t.clauses == 1 { // "on second thoughts, no boots"
			if found, _ := t.lines(t.read(c.x), t.state.Cart.Lines); len(found) > 0 {
				return t.remove(c)
			}
		}
		return outcome{}
	case wantHelp:
		return outcome{say: t.voice.Say("help")}
	case wantRepeat:
		return outcome{say: t.repeat()}
	case wantBot:
		return outcome{say: t.sayOwn("bot")}
	case wantBye:
		return outcome{say: t.sayOwn("bye")}
	case wantOrder:
		return t.orderCart()
	case wantTalk:
		if strings.Contains(c.text, "how") || strings.Contains(c.text, "nice to") {
			return outcome{say: t.sayOwn("well")}
		}
		if strings.Contains(c.text, "are you") || strings.Contains(c.text, "hear me") || strings.Contains(c.text, "testing") {
			return outcome{say: t.sayOwn("here")}
		}
		return outcome{say: t.sayOwn("wait")}
	}
	return outcome{say: t.cannot(c.text), lost: true}
}

var wasBetter = sift.Of(`\b(?:was|were) (?:nicer|better|prettier|fine)\b.*\bback\b|\b(?:as|how|like|the way) (?:it|they|that) (?:was|were)\b`)

// wantsItBack says that what was just changed is to be as it was before: "forget it, leave it as it was".
func (t *turn) wantsItBack() bool {
	return t.openQuestion() == nil && t.changedJustNow() && wasBetter.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal())))
}

// changedJustNow says that the turn before changed the cart.
func (t *turn) changedJustNow() bool {
	n := len(t.prompt.History)
	if n == 0 || len(t.state.Cart.Undo) == 0 {
		return false
	}
	return slices.ContainsFunc(t.prompt.History[n-1].Steps, func(s evercart.Step) bool {
		return slices.ContainsFunc(s.Calls, func(c evercart.ToolCall) bool {
			return slices.Contains([]string{"add_to_cart", "change_cart_line", "remove_from_cart"}, c.Tool)
		})
	})
}

// repeat says the last answer again.
func (t *turn) repeat() string {
	if n := len(t.prompt.History); n > 0 {
		last := t.prompt.History[n-1]
		if heard := strings.TrimSpace(last.Heard.Reveal()); heard != "" {
			return heard
		}
	}
	return t.voice.Say("nothing.said")
}

// talk answers a turn in which nothing was wanted: a greeting, thanks, an okay, or nothing that can be understood.
func (t *turn) talk(text string) string {
	words := t.wordsOf(text)
	has := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w token) bool { return slices.Contains(list, w.Text) })
	}
	switch {
	case len(words) == 0:
		return t.voice.Say("not.understood")
	case has("thanks", "thank", "cheers"):
		return t.sayOwn("welcome")
	case has("hi", "hello", "hey", "hiya", "morning", "afternoon", "evening"):
		return t.sayOwn("hello")
	}
	return t.voice.Say("okay")
}

// hesitates says that the turn begins as one does who has second thoughts: "hang on, steel".
func (t *turn) hesitates(text string) bool {
	words := t.wordsOf(text)
	return len(words) > 1 && (words[len(words)-1].Text == "actually" || words[0].Text == "wait" || words[0].Text == "oh" || (words[0].Text == "hang" || words[0].Text == "hold") && words[1].Text == "on")
}

// countedBefore says that a number was said in the turn that last changed the cart.
func (t *turn) countedBefore() bool {
	for _, past := range slices.Backward(t.prompt.History) {
		for _, s := range past.Steps {
			if slices.ContainsFunc(s.Calls, func(c evercart.ToolCall) bool { return c.Tool == "add_to_cart" }) {
				return t.read(hear.Text(t.wordsOf(past.Words.Reveal()))).qty > 0
			}
		}
	}
	return true
}

// beginsWithNo says that the turn takes back what was done in the one before: "no, thirty".
func (t *turn) beginsWithNo(text string) bool {
	for _, w := range t.wordsOf(text) {
		switch {
		case w.Text == "no" || w.Text == "nope" || w.Text == "not":
			return true
		case w.Text == "said" || w.Text == "say" || w.Text == "meant" || w.Text == "wrong" || t.tables.seconds[w.Text] || w.Text == "sorry" || w.Text == "oops":
			return true
		case !t.lang.Small(w.Text):
			return false
		}
	}
	return false
}

// bare has words without a wish: goods that are named are wanted; a number alone speaks of what was just done.
func (t *turn) bare(c clause) outcome {
	items := t.items(c)
	if len(items) == 0 {
		return outcome{}
	}
	if o, ok := t.afterthought(items); ok {
		return o
	}
	if x, y, ok := strings.Cut(c.text, " to "); ok && len(c.more) == 0 { // "slippers to large"
		if value := t.read(y); value.bare() && !value.empty() && len(t.linesOfProducts(t.read(x))) > 0 {
			return t.change(clause{found: found{want: wantChange, x: x, y: y, rule: true}})
		}
	}
	if y, x, ok := strings.Cut(c.text, " for "); ok && len(c.more) == 0 { // "navy for the rain jacket"
		if lines := t.linesOfProducts(t.read(x)); len(lines) == 1 && t.optionIn(&y, lines[0]) {
			return t.change(clause{found: found{want: wantChange, x: x, y: y, rule: true}, text: c.text})
		}
	}
	if o, ok := t.onlyWants(c, items[0]); ok {
		return o
	}
	if o, ok := t.secondThought(c, items); ok {
		return o
	}
	if c.asked {
		return t.question(clause{found: found{want: wantStock, x: c.x, rule: true}, more: c.more, text: c.text})
	}
	if o, ok := t.otherGoes(items); ok {
		return o
	}
	if o, ok := t.unheard(c); ok {
		return o
	}
	if len(items) == 1 && !items[0].bare() && !t.pointsAtFocus(items[0]) {
		f := t.find(evercart.Query{Words: items[0].query()})
		weak := len(f.Hits) > 0 && f.Hits[0].Score < 0.3 // its text alone has the words
		remark := weak || t.tables.remarks[firstWord(c.text)] && (len(f.Hits) == 0 || len(f.Unknown) > 0)
		switch {
		case remark && t.clauses > 1: // said beside what was wanted
			return outcome{}
		case remark, len(f.Hits) == 0 && t.clauses == 1:
			return outcome{say: t.cannot(c.text), lost: true}
		}
	}
	if items[0].bare() && (t.memory.Lost || len(t.state.Focus) == 0 && !items[0].more && !items[0].same || items[0].onlyPoints() && !strings.Contains(c.text, " one")) {
		if t.memory.Lost || t.memory.Next > 1 {
			return outcome{lost: true}
		}
		return outcome{say: t.voice.Say("not.understood"), lost: true}
	}
	return t.addItems(items)
}

// optionIn leaves of y the options of a line's product: "brown would suit me better"; false = there is none, or it is denied.
func (t *turn) optionIn(y *string, l evercart.Line) bool {
	if t.onlyOptions(*y) {
		return true
	}
	p, ok := t.productOf(l.SKU)
	if !ok {
		return false
	}
	var kept []string
	for _, w := range t.read(*y).words {
		switch {
		case t.tables.denials[w]:
			return false
		case hasValue(t, p, t.lang.Stem(w)):
			kept = append(kept, w)
		}
	}
	if strings.Contains(" "+*y+" ", " not ") || len(kept) == 0 {
		return false
	}
	*y = strings.Join(kept, " ")
	return true
}

// otherGoes puts a removal right: "no, not the mugs, the throw" brings the mugs back and takes the throw out.
func (t *turn) otherGoes(items []item) (outcome, bool) {
	if !t.denied || len(items) != 1 || items[0].bare() || items[0].qty > 0 || items[0].more || t.lastCall() != "remove_from_cart" || len(t.state.Cart.Undo) == 0 {
		return outcome{}, false
	}
	found := t.namedLines(items[0], t.state.Cart.Lines)
	if len(found) != 1 {
		return outcome{}, false
	}
	return outcome{commands: []evercart.Command{{Verb: evercart.UndoLast}, {Verb: evercart.Remove, Line: found[0].No}}}, true
}

// unheard reads a wish in words that no rule knows, where they name goods that are not in the cart: "treat myself to the throw".
func (t *turn) unheard(c clause) (outcome, bool) {
	if len(c.more) > 0 || t.tables.remarks[firstWord(c.text)] || c.asked {
		return outcome{}, false
	}
	x := t.goodsIn(c.text)
	before := strings.TrimSuffix(c.text, x)
	if x == c.text || len(t.wordsOf(before)) > 9 {
		return outcome{}, false
	}
	for _, w := range t.wordsOf(before) {
		if t.lang.Color(w.Text) || t.tables.denials[w.Text] || t.tables.particles[w.Text] || !t.lang.Small(w.Text) && t.named(w.Text) {
			return outcome{}, false
		}
	}
	if it := t.read(x); len(t.namedLines(it, t.state.Cart.Lines)) > 0 {
		return outcome{}, false
	}
	return t.add(clause{found: found{want: wantAdd, rule: true, x: x}, text: c.text}), true
}

// secondThought reads bare words that speak of what is in the cart: "the first one, make it four"; "actually, the scarf in grey".
func (t *turn) secondThought(c clause, items []item) (outcome, bool) {
	if len(items) != 1 || len(t.state.Cart.Lines) == 0 {
		return outcome{}, false
	}
	it := items[0]
	value := it
	value.ordinals = nil
	if it.bare() && len(it.ordinals) > 0 && len(t.state.Focus) == 0 && !value.empty() {
		found, why := t.lines(item{ordinals: it.ordinals}, t.state.Cart.Lines)
		if len(found) == 0 {
			return outcome{say: why, lost: true}, true
		}
		return t.become(found, value), true
	}
	if len(c.more) > 0 && c.more[0].fix && !it.given && it.qty+len(it.nums) > 0 { // "lemonade: make it five"
		c.again = true
	}
	if !c.again || it.bare() || it.more {
		return outcome{}, false
	}
	found := t.linesOfProducts(it)
	if len(found) != 1 {
		if t.denied || t.hesitated { // "hang on, make it the café noir one"
			return t.otherOfKind(t.lastChanged(t.state.Cart.Lines), it)
		}
		return outcome{}, false
	}
	return t.become(found, it), true
}

// afterthought reads sizes, colours and numbers alone, right after a change: a correction of it, or its repetition.
func (t *turn) afterthought(items []item) (outcome, bool) {
	it := items[0]
	second := t.denied || t.hesitated
	if len(items) > 1 || it.more || it.same || it.ref != refNone && (!second || it.qty == 0 || it.ref == refOther) || len(it.ordinals) > 0 {
		return outcome{}, false
	}
	goesOn := t.lastCall() == "change_cart_line" && it.qty == 0 && !it.given // "… and white"
	if !it.bare() && !second && !goesOn || !t.justChanged() && !t.stillAbout() {
		return outcome{}, false
	}
	lines := t.lastChanged(t.state.Cart.Lines)
	if len(lines) != 1 {
		return outcome{}, false
	}
	l := lines[0]
	p, ok := t.productOf(l.SKU)
	if !ok {
		return outcome{}, false
	}
	if goesOn && len(t.strange(p, it.words)) == 0 && len(t.newOptions(p, l, wishes{it.words, it.sizes})) > 0 {
		return t.becomeOne(l, it), true
	}
	if !it.bare() && !second {
		return outcome{}, false
	}
	if !it.bare() && len(t.strange(p, it.words)) > 0 && (!t.lastAdded() || !t.denied) || !it.bare() && t.hesitated && len(t.newOptions(p, l, wishes{it.words, it.sizes})) == 0 {
		return outcome{}, false
	}
	n := it.qty
	if n == 0 && len(it.nums) == 1 {
		n = it.nums[0].count
	}
	if n == l.Quantity && len(it.sizes) == 0 && it.bare() {
		return outcome{say: t.voice.Say("okay")}, true
	}
	if second {
		return t.putRight(l, it, n), true
	}
	if n > 0 && it.bare() && len(it.sizes) == 0 {
		return t.instead(l, n), true
	}
	return outcome{}, false
}

// putRight replaces what the last change did: its number, or the size or colour that it chose.
func (t *turn) putRight(l evercart.Line, it item, n int) outcome {
	before := 0
	for _, u := range t.state.Cart.Undo[len(t.state.Cart.Undo)-1].Lines {
		if u.No == l.No {
			before = u.Quantity
		}
	}
	o := t.becomeOne(l, it)
	if len(o.commands) == 1 && o.commands[0].Verb == evercart.SetQuantity && t.lastAdded() {
		o.commands[0].Quantity = before + n
	}
	return o
}

// justChanged says that what was last done may have changed the cart: what is said of nothing else speaks of that.
func (t *turn) justChanged() bool {
	calls := t.lastCalls()
	return len(t.prompt.History) == 0 || slices.ContainsFunc(calls, func(c evercart.ToolCall) bool {
		return c.Tool != "search_products" && c.Tool != "get_product" && c.Tool != "view_cart"
	})
}

// lastCalls are those of the last turn that had any: an "okay" or a refusal in between shows nothing else.
func (t *turn) lastCalls() (calls []evercart.ToolCall) {
	for i := len(t.prompt.History) - 1; i >= 0 && len(calls) == 0; i-- {
		for _, s := range t.prompt.History[i].Steps {
			calls = append(calls, s.Calls...)
		}
	}
	return calls
}

// lastAdded says that what was last done added to the cart: its number counts from what was there.
func (t *turn) lastAdded() bool { return t.lastCall() == "add_to_cart" }

// lastCall is the tool that was last used.
func (t *turn) lastCall() string {
	if calls := t.lastCalls(); len(calls) > 0 {
		return calls[len(calls)-1].Tool
	}
	return ""
}

// stillAbout says that what was looked at since is the thing that last changed: "are they wool?" – "two pairs".
func (t *turn) stillAbout() bool {
	lines := t.lastChanged(t.state.Cart.Lines)
	return len(lines) == 1 && len(t.state.Focus) == 1 && t.lastCall() == "get_product" && inFocus(t.state.Focus, evercart.Product{Variants: t.variantsOf(lines[0].SKU)})
}

func (t *turn) variantsOf(sku evercart.SKU) []evercart.Variant {
	p, _ := t.productOf(sku)
	return p.Variants
}

// instead sets how many of the line that last changed there are to be, where no number was said for it; else it asks whether a
// number that was said alone is meant for it. a number that was said alone is meant for the line that last changed.
func (t *turn) instead(l evercart.Line, n int) outcome {
	if n > t.shop.MaxQuantity {
		return outcome{say: t.sayOwn("quantity"), lost: true}
	}
	set := evercart.Command{Verb: evercart.SetQuantity, Line: l.No, Quantity: n}
	if l.Quantity == 1 && !t.countedBefore() {
		return outcome{commands: []evercart.Command{set}}
	}
	q := &evercart.Question{Kind: "quantity", Pending: &set}
	return outcome{ask: q, askSay: t.sayOwn("instead", t.voice.Thing(l.Title, l.Options, n))}
}
