package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// answer reads the turn as an answer to the open question. False = it is none, and the question is let go.
func (t *turn) answer(text string, clauses []clause) (outcome, bool) {
	q := t.state.Question
	if q == nil || t.state.Active != nil && q.Turn == t.state.Active.Turn || q.Turn == t.prompt.Now.Turn && q.Turn != "" {
		return outcome{}, false
	}
	words := t.wordsOf(text)
	polarity := t.lang.Reply(words)
	if t.said == "" && (q.Kind == "variant" || q.Kind == "product") && t.saysBack(text) { // "oh no, forget I said that"
		return outcome{say: t.voice.Say("left")}, true
	}
	if q.Kind == "person" || q.Kind == "call_back" {
		return t.answerPerson(q, polarity, text, clauses)
	}
	if q.Kind == "clear" {
		return t.answerClear(polarity, words, clauses)
	}
	it, other := t.answerItem(clauses)
	if said, ok := t.opined(q, text); ok && q.Kind == "variant" {
		it, other = said, false
	} else if said, ok := t.besideRemarks(q, text); ok {
		return t.choice(q, said)
	}
	if other {
		return outcome{}, false
	}
	if q.Pending != nil && q.Pending.Verb == "" && slices.ContainsFunc(clauses, func(c clause) bool { return c.rule && c.want == wantAdd }) { // "I'll take the emerald one", asked which one was spoken of
		wish := *q
		wish.Pending = &evercart.Command{Verb: evercart.Add, Quantity: 1}
		q = &wish
	}
	if o, ok := t.takesShown(q, it); ok {
		return o, true
	}
	it, _ = t.sameAsLast(q, it)
	q = t.ofLooked(q, it)
	switch {
	case it.empty() && polarity == hear.No:
		return outcome{say: t.voice.Say("left")}, true
	case it.empty() && polarity == hear.Yes && (len(q.Choices) == 1 || len(q.Choices) == 0 && q.Pending != nil):
		return t.doChoices(q, q.Choices, 0)
	case it.empty() && polarity == hear.Yes && len(q.Choices) > 1: // a yes to "S, M or L?" says nothing yet
		return t.askAgain(q, q.Choices), true
	case it.empty():
		return outcome{}, false
	case len(q.Choices) == 0:
		return outcome{}, false
	}
	if last := t.lastSaid(q, clauses, it); last != nil {
		it = *last
	}
	if left := t.byOwnWord(q, it, words); len(left) > 0 {
		return t.doChoices(q, left, it.qty)
	}
	return t.choice(q, it)
}

// answerClear empties the cart on a yes that says nothing else, or only the same in other words: "go on then, all of it".
func (t *turn) answerClear(p hear.Polarity, words []token, clauses []clause) (outcome, bool) {
	goods := slices.ContainsFunc(clauses, func(c clause) bool { return !t.read(c.x+" "+c.y).bare() && t.namesGoods(c.x+" "+c.y) })
	said := hear.Text(words)
	switch {
	case goods || t.wantsElse(clauses):
	case keepsAll.MatchString(said) && !agrees.MatchString(said):
		return outcome{say: t.voice.Say("left")}, true
	case p == hear.No && len(words) <= 8: // a no keeps everything, whatever else it says
		return outcome{say: t.voice.Say("left")}, true
	case agrees.MatchString(said), p != hear.No && t.onlyClearing(words, p):
		return outcome{calls: []call{{"clear_cart", map[string]any{"confirmed": true}}}}, true
	}
	for _, c := range clauses {
		if c.want != wantClear && c.want != wantLeave && c.want != wantComment && (c.rule || !t.onlyIt(c.text)) && t.lang.Reply(t.wordsOf(c.text)) == hear.Unclear {
			return outcome{}, false
		}
	}
	switch p {
	case hear.Yes:
		return outcome{calls: []call{{"clear_cart", map[string]any{"confirmed": true}}}}, true
	case hear.No:
		return outcome{say: t.voice.Say("left")}, true
	}
	return outcome{}, false
}

// agrees says yes to the emptying of the cart in other words.
var agrees = sift.Of(`^(?:(?:oh|well|yes|yeah|yep|aye|sure|okay|ok|right|please|then|do|just) )*(?:you (?:bet|betcha|bet you)|(?:go|crack|carry|press|on you) (?:on|go|ahead)|on you go|proceed|please do|do|do it|do so|do that|confirm|confirmed|i confirm|affirmative|fire away|by all means|be my guest|make it so|too right|that is (?:it|right|what i (?:want|said|meant))|(?:sure )?(?:i )?am sure|sure i am|(?:i have |i )?made up my mind|my mind is made up|(?:get|scrap|bin|dump|clear|wipe|empty|ditch|chuck|lose|delete|remove)(?: rid)?(?: of)?(?: it| them| everything| the lot| all of it)?(?: all| out| off| away)?)(?: (?:then|please|now|thanks|thank you|indeed|yes|sure|all right|if you would|go on))*$`)

// keepsAll says no to the emptying of the cart in other words.
var keepsAll = sift.Of(`\b(?:not (?:yet|required|needed)|retain|let (?:it|them|everything) (?:all )?(?:be|stay|remain)|(?:i|we) will keep|(?:have )?changed my mind|(?:i|we) still want (?:it|them|that|everything|all of (?:it|them))|keep (?:it|them|that|everything|all of (?:it|them))(?: all| both)?|leave (?:it|them|that|everything)(?: all| in| there| alone| be)*)\b`)

// clearing are the words of which a yes to the emptying of the cart is made.
var clearing = set("yes", "yeah", "yep", "yup", "yea", "aye", "sure", "ok", "okay", "please", "i", "we", "am", "do", "is", "want", "would", "like", "that", "it", "all", "everything", "of", "the", "lot",
	"whole", "go", "on", "then", "ahead", "take", "out", "away", "off", "empty", "clear", "trash", "bin", "scrap", "remove", "delete", "erase", "wipe", "dump", "throw", "get", "rid", "them", "both",
	"this", "what", "right", "correct", "really", "absolutely", "certain", "certainly", "definitely", "positive", "now", "just", "every", "thing", "item", "single", "last", "for", "it", "and", "you", "can", "may", "exactly", "quite", "indeed", "thanks", "thank", "did", "said", "cart", "basket", "order", "my")

// onlyClearing says that words say nothing but that the cart is to be emptied: a wish for "it" may be one to keep it.
func (t *turn) onlyClearing(words []token, p hear.Polarity) bool {
	wish, that := false, false
	for _, w := range words {
		if !clearing[w.Text] {
			return false
		}
		wish = wish || w.Text == "want" || w.Text == "like"
		that = that || w.Text == "that" || w.Text == "what"
	}
	return len(words) > 0 && (!wish || that) && (p == hear.Yes || len(words) > 1 || words[0].Text == "everything" || words[0].Text == "all")
}

// wantsElse says that an answer wants something that is no part of a yes or a no.
func (t *turn) wantsElse(clauses []clause) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool {
		switch c.want {
		case wantView, wantTotal, wantPolicy, wantPerson, wantSave, wantSwap, wantExcept:
			return true
		}
		return false
	})
}

// answerItem gathers what an answer names; other = it wants something of its own.
func (t *turn) answerItem(clauses []clause) (it item, other bool) {
	for _, c := range clauses {
		switch {
		case !c.rule:
			for _, o := range t.items(c) {
				it = it.join(o)
			}
		case c.want == wantLeave || c.want == wantNot || c.want == wantTalk:
		case c.want == wantAdd || c.want == wantChange && c.y == "" || c.want == wantBrowse && c.x != "":
			for _, o := range t.items(c) {
				it = it.join(o)
			}
		case (c.want == wantRemove || c.want == wantLess) && t.state.Question.Kind == "line":
			for _, o := range t.items(c) {
				it = it.join(o)
			}
		default:
			return it, true
		}
	}
	return it, false
}

// choice narrows the choices of a question by an answer.
func (t *turn) choice(q *evercart.Question, it item) (outcome, bool) {
	left := q.Choices
	n := 0
	switch {
	case it.ref == refEach && it.bare():
		if q.Kind != "line" {
			return t.askAgain(q, left), true
		}
		return t.doChoices(q, left, 0)
	case len(it.ordinals) > 0 && it.bare():
		if left = t.byPlace(q, it.ordinals[0]); len(left) == 0 {
			return t.askAgain(q, q.Choices), true
		}
	default:
		if left, n = t.narrowTo(q, it); len(left) == 0 {
			if all := t.allVariants(q); len(it.sizes)+len(it.nums)+len(it.words) > 1 || t.opensOther(q, it) {
				it = t.withRefused(all, it)
				if left, n = t.narrowTo(all, it); len(left) > 0 {
					return t.doChoices(all, left, n)
				}
			}
			if f := t.find(evercart.Query{Words: strings.Join(it.words, " ")}); len(it.words) > 0 && len(f.Hits) > 0 && !allColors(t.lang, it.words) && (len(f.Unknown) == 0 || len(f.Unknown) < len(it.words) && !t.asksOf(q, f.Hits)) {
				return outcome{}, false // another thing: a new wish
			}
			return t.notAmong(q, it), true
		}
	}
	return t.doChoices(q, left, n)
}

// asksOf says that a question's choices are of one of these products.
func (t *turn) asksOf(q *evercart.Question, hits []evercart.Hit) bool {
	return slices.ContainsFunc(t.grouped(q.Choices), func(h evercart.Hit) bool {
		return slices.ContainsFunc(hits, func(o evercart.Hit) bool { return o.Product.ID == h.Product.ID })
	})
}

// allVariants opens a question about a variant to those that were left out because of what was carried over or said before:
// "in black, size seven" after a ten.
func (t *turn) allVariants(q *evercart.Question) *evercart.Question {
	all := *q
	all.Choices, all.Options = nil, nil
	for _, h := range t.grouped(q.Choices) {
		for _, v := range active(h.Product.Variants) {
			all.Choices = append(all.Choices, v.SKU)
		}
	}
	if q.Kind != "variant" || len(all.Choices) > maxChoices {
		return q
	}
	return &all
}

// byPlace keeps the choices under the option said at that place: "the second one".
func (t *turn) byPlace(q *evercart.Question, ordinal int) []evercart.SKU {
	if len(q.Options) == len(q.Choices) || len(q.Options) == 0 {
		if i := place(ordinal, len(q.Choices)); i >= 0 {
			return q.Choices[i : i+1]
		}
		return nil
	}
	i := place(ordinal, len(q.Options))
	if i < 0 {
		return nil
	}
	var out []evercart.SKU
	for _, sku := range q.Choices {
		p, ok := t.productOf(sku)
		if !ok {
			continue
		}
		if p.Title == q.Options[i] || slices.ContainsFunc(p.Variants, func(v evercart.Variant) bool {
			return v.SKU == sku && slices.ContainsFunc(v.Options, func(o evercart.Option) bool { return o.Value == q.Options[i] })
		}) {
			out = append(out, sku)
		}
	}
	return out
}

// doChoices does what was pending for the one choice left, or asks for the next option.
func (t *turn) doChoices(q *evercart.Question, left []evercart.SKU, n int) (outcome, bool) {
	if len(q.Choices) == 0 && q.Pending != nil {
		return outcome{commands: []evercart.Command{*q.Pending}}, true
	}
	if len(q.Rest) == len(q.Choices) && len(q.Rest) > 0 {
		if len(left) > 1 && len(left) < len(q.Choices) {
			return t.askAgain(q, left), true
		}
		var o outcome
		for _, sku := range left {
			if cmd := q.Rest[slices.Index(q.Choices, sku)]; cmd.Verb != "" {
				o.commands = append(o.commands, cmd)
			}
		}
		return o, true
	}
	pending := evercart.Command{Verb: evercart.Add, Quantity: 1}
	if q.Pending != nil && q.Pending.Verb != "" {
		pending = *q.Pending
	} else if q.Pending != nil { // it was only about which product is meant
		pending = evercart.Command{}
	}
	if n > 0 {
		pending.Quantity = n
	}
	hits := t.grouped(left)
	if len(hits) == 0 {
		return outcome{}, false
	}
	if pending.Verb == "" {
		if len(hits) > 1 {
			return t.askProduct(hits, pending), true
		}
		return outcome{calls: []call{lookUp(hits[0])}, say: t.tell(clause{found: found{want: wantTell}}, hits[0])}, true
	}
	if q.Kind == "line" {
		return t.onLineOf(left, pending)
	}
	return t.settle(hits, pending), true
}

// onLineOf does the pending command with the line of the one SKU left.
func (t *turn) onLineOf(left []evercart.SKU, pending evercart.Command) (outcome, bool) {
	if len(left) != 1 {
		return outcome{}, false
	}
	pending.SKU, pending.Line = left[0], 0
	return outcome{commands: []evercart.Command{pending}}, true
}

// grouped puts SKUs together by product, in order.
func (t *turn) grouped(skus []evercart.SKU) []evercart.Hit {
	var out []evercart.Hit
	for _, sku := range skus {
		p, ok := t.productOf(sku)
		if !ok {
			continue
		}
		i := slices.IndexFunc(out, func(h evercart.Hit) bool { return h.Product.ID == p.ID })
		if i < 0 {
			i, out = len(out), append(out, evercart.Hit{Product: p})
		}
		v := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return v.SKU.Fold() == sku.Fold() })
		out[i].Variants = append(out[i].Variants, p.Variants[v])
	}
	return out
}

// askAgain asks the same question about what is left of it.
func (t *turn) askAgain(q *evercart.Question, left []evercart.SKU) outcome {
	if q.Kind != "line" {
		pending := evercart.Command{Verb: evercart.Add, Quantity: 1}
		if q.Pending != nil {
			pending = *q.Pending
		}
		return t.settle(t.grouped(left), pending)
	}
	again := &evercart.Question{Kind: q.Kind, Pending: q.Pending}
	var names []string
	for i, sku := range q.Choices {
		if !slices.Contains(left, sku) {
			continue
		}
		again.Choices = append(again.Choices, sku)
		if i < len(q.Options) {
			again.Options = append(again.Options, q.Options[i])
			names = append(names, q.Options[i])
		}
		if i < len(q.Rest) {
			again.Rest = append(again.Rest, q.Rest[i])
		}
	}
	return outcome{ask: again, askSay: t.voice.Say("ask.line", t.voice.Or(names))}
}

// notAmong says that the answer is none of the choices, and asks again.
func (t *turn) notAmong(q *evercart.Question, it item) outcome {
	o := t.askAgain(q, q.Choices)
	o.commands = nil
	said := it.spoken()
	if it.bare() && len(it.sizes) == 1 {
		said = t.value(said)
	}
	if said == "" && len(it.nums) > 0 {
		said = it.nums[0].size
	}
	if said != "" {
		o.say = strings.TrimSpace(t.sayOwn("unknown", said) + " " + o.say)
	}
	return o
}

// confirms says that a yes only repeats how many of what was just put in there are: "that is right, twenty".
func (t *turn) confirms(text string) bool {
	words := t.wordsOf(text)
	if t.openQuestion() != nil || len(t.state.Focus) != 1 || len(t.state.Cart.Undo) == 0 || len(words) > 8 || t.lang.Reply(words) != hear.Yes {
		return false
	}
	line, ok := t.state.Cart.LineOf(t.state.Focus[0])
	it := t.read(hear.Text(words))
	said := strings.Trim(hear.Text(slices.DeleteFunc(slices.Clone(words), func(w token) bool {
		n, took := t.lang.Number([]token{w}, 0)
		return took > 0 && n > 0 || t.lang.Small(w.Text) || w.Text == "correct" || w.Text == "exactly" || w.Text == "positive" || w.Text == "absolutely" || w.Text == "confirm"
	})), " ")
	n := it.qty
	for _, v := range it.nums {
		n = max(n, v.count)
	}
	return ok && n > 0 && said == "" && line.Quantity == n
}
