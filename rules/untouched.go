package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// untouched answers a turn that asks or tells, and wants nothing of the cart, where a reading of it would change that: "did I remove the
// bag?", "I already have a scarf", "I love scarves". So it does where a question that came to nothing is let go. False = it may want
// something.
func (t *turn) untouched(all string, out []evercart.Thought, said []string) ([]evercart.Thought, bool, error) {
	if masked(all) || !touches(out) {
		return nil, false, nil
	}
	if t.letsGo(all) {
		t.memory.Next = maxWords
		return t.end(append(said, t.voice.Say("okay"))...), true, nil
	}
	if t.hasEnough(all) || t.checks(all) { // told once more what that is
		t.memory.Next = noneLeft
		if !t.fresh {
			return t.end(said...), true, nil
		}
		thoughts, err := t.leave(said, outcome{calls: []call{{"view_cart", map[string]any{}}}})
		return thoughts, true, err
	}
	does := t.idles(all)
	if t.said == "" && keepsCart.MatchString(hear.Text(t.lang.Words(all))) {
		does = asksCart
	}
	if does == asksGoods && asksTo(out, "") && !calls(out, "add_to_cart") && t.asksWhich(out) {
		return nil, false, nil
	}
	if does == idlesNot || does == tellsHow && !calls(out, "add_to_cart") && !asksTo(out, evercart.Add) {
		return nil, false, nil
	}
	t.memory.Next = maxWords
	if !t.fresh { // something was shown before
		return t.end(said...), true, nil
	}
	o := t.idly(does, all, out)
	if t.failed != nil {
		return nil, true, t.failed
	}
	if o.silent() {
		o.say = t.voice.Say("left")
	}
	thoughts, err := t.leave(said, o)
	return thoughts, true, err
}

// asksWhich says that it is asked which of several goods is meant: that is no less of a question.
func (t *turn) asksWhich(out []evercart.Thought) bool {
	return slices.ContainsFunc(out, func(th evercart.Thought) bool {
		return th.Ask != nil && th.Ask.Kind == "product" && len(t.grouped(th.Ask.Choices)) > 1
	})
}

// touches says that thoughts change the cart, or ask before they do.
func touches(out []evercart.Thought) bool {
	return asksTo(out, "") || slices.ContainsFunc(out, func(th evercart.Thought) bool {
		return th.Call != nil && !onlyLooks(th.Call.Tool) && th.Call.Tool != "hand_off"
	})
}

// asksTo says that a question is asked whose answer changes the cart; by a verb, where one is given.
func asksTo(out []evercart.Thought, verb evercart.Verb) bool {
	return slices.ContainsFunc(out, func(th evercart.Thought) bool {
		return th.Ask != nil && th.Ask.Pending != nil && th.Ask.Pending.Verb != "" && (verb == "" || th.Ask.Pending.Verb == verb)
	})
}

// idly answers such a turn.
func (t *turn) idly(does idling, all string, out []evercart.Thought) outcome {
	said, _ := t.asSaid(all)
	switch does {
	case asksCart:
		return outcome{calls: []call{{"view_cart", map[string]any{}}}}
	case asksBack:
		if t.knows != nil {
			return outcome{calls: []call{{"answer_question", map[string]any{"question": all}}}}
		}
		return outcome{say: t.cannot(said)}
	case asksGoods:
		if m := whatOf.FindStringSubmatch(said); m != nil && t.said == "" {
			return t.question(clause{found: found{want: wantTell, rule: true, x: m[1]}, text: said})
		}
		if t.knows != nil && t.knows(all) {
			return outcome{calls: []call{{"answer_question", map[string]any{"question": all}}}}
		}
	case tellsPast:
		return outcome{}
	case tellsHow:
		if orderedBefore.MatchString(said) {
			return t.orderStatus()
		}
		return outcome{}
	}
	return t.toldOf(out)
}

// toldOf tells of the goods that thoughts would put in, take out or ask about.
func (t *turn) toldOf(out []evercart.Thought) outcome {
	var skus []evercart.SKU
	for _, th := range out {
		switch {
		case th.Call != nil:
			if sku := lookedUp(*th.Call); sku != "" {
				skus = append(skus, sku)
			} else if l, ok := t.lineOf(*th.Call); ok {
				skus = append(skus, l.SKU)
			}
		case th.Ask != nil:
			skus = append(skus, th.Ask.Choices...)
		}
	}
	hits := t.grouped(skus)
	if len(hits) > 1 {
		return t.tellAll(hits)
	}
	if len(hits) == 0 {
		return outcome{}
	}
	p := hits[0].Product
	h := evercart.Hit{Product: p, Variants: active(p.Variants)}
	return outcome{calls: []call{lookUp(h)}, say: t.tell(clause{found: found{want: wantTell}}, h)}
}

// lineOf is the line of the cart that a call names.
func (t *turn) lineOf(c evercart.ToolCall) (evercart.Line, bool) {
	var args struct {
		Line int `json:"line"`
	}
	if json.Unmarshal(c.Args, &args) != nil || args.Line < 1 || args.Line > len(t.state.Cart.Lines) {
		return evercart.Line{}, false
	}
	return t.state.Cart.Lines[args.Line-1], true
}

// idles tells what a whole turn does that wants nothing; idlesNot = a sentence of it may want something.
func (t *turn) idles(all string) idling {
	if t.said != "" {
		said, tag := t.asSaid(all)
		set, ok := idlesIn[tag]
		if !ok || strings.ContainsAny(strings.TrimRight(t.said, ".?!¿¡ "), ".?!;") || goesOnAbroad.MatchString(said) {
			return idlesNot
		}
		if m := namedFirst[tag].FindStringSubmatch(said); m != nil && !t.foreign.Orders && !goesOnNaming.MatchString(m[1]) {
			return asksGoods
		}
		return set().first(said)
	}
	words := t.lang.Words(all)
	if len(words) < 3 || len(words) > maxAsked {
		return idlesNot
	}
	does, mused, hesitant := idlesNot, false, false
	for i, p := range t.tales(words) {
		s := hear.Text(p)
		switch one := t.idlesIn(p); {
		case strings.Contains(s, "please") || i > 0 && agreesToo.MatchString(s):
			return idlesNot
		case !slices.ContainsFunc(p, func(w token) bool { return !openers[w.Text] && !opensIdly[w.Text] }):
		case undecided.MatchString(s):
			hesitant = true
		case one != idlesNot:
			if does == idlesNot {
				does = one
			}
		case does != idlesNot && likening.MatchString(s):
		case perchance.MatchString(s) && (mightGet.MatchString(s) || !wishesAfterAll.MatchString(s) && !t.deedIn(p, mildly)):
			mused = true
		case t.tellsNothing(p) && !t.wishesIn(p) && !pointsAtSome.MatchString(s) && !partsWith.MatchString(s):
		default:
			return idlesNot
		}
	}
	if does == idlesNot && mused && hesitant {
		return muses
	}
	if mused && !hesitant && does != asksGoods {
		return idlesNot
	}
	return does
}

// tales cuts a turn into sentences; one that only says when belongs to the next.
func (t *turn) tales(words []token) [][]token {
	words = slices.Clone(words)
	for i, w := range words {
		if w.Stop == hear.Comma && i < 4 && timeAlone.MatchString(hear.Text(words[:i+1])) {
			words[i].Stop = hear.None
		}
	}
	var out [][]token
	for _, p := range told(words) {
		for len(p) > 1 && p[len(p)-1].Stop != hear.Question && becauses[p[0].Text] && !asksWhether[p[0].Text] {
			p = p[1:]
		}
		out = append(out, p)
	}
	return out
}

// idlesIn tells what one sentence does that wants nothing.
func (t *turn) idlesIn(p []token) idling {
	for len(p) > 2 && (openers[p[0].Text] || opensIdly[p[0].Text] && (p[0].Stop != hear.None || p[0].Text != "i" && p[0].Text != "you")) {
		p = p[1:]
	}
	s := hear.Text(p)
	does := idlesIn["en"]().first(s)
	if does == idlesNot || does != asksBack && wishesAfterAll.MatchString(s) || wishesBehind.MatchString(s) {
		return idlesNot
	}
	open := t.openQuestion() != nil && len(t.openQuestion().Choices) > 0
	switch does {
	case asksCart:
		if strings.Contains(s, " or ") && p[len(p)-1].Stop != hear.Question && !asksWhether[p[0].Text] {
			return idlesNot
		}
	case tellsHow:
		if open || finds.MatchString(s) || !t.namesAny(p, wordGoods) || t.deedIn(p, tellsToo) {
			return idlesNot
		}
	case tellsPast:
		if open || lovesOne.MatchString(s) {
			return idlesNot
		}
	case muses:
		if open || likesOne.MatchString(s) || strings.HasSuffix(s, " one") || strings.HasSuffix(s, " ones") {
			return idlesNot
		}
	}
	return does
}

// letsGo says that a turn lets go what was asked in the one before, which is not of the cart: "too much, scrap that".
func (t *turn) letsGo(all string) bool {
	words, q := t.lang.Words(all), t.openQuestion()
	if t.said != "" || !t.fresh || len(words) == 0 || len(words) > 14 || q != nil && q.Kind != "person" || !t.spokeOfOther() {
		return false
	}
	pieces := sentences(words)
	last := pieces[len(pieces)-1]
	return last[len(last)-1].Stop != hear.Question && letsGo.MatchString(hear.Text(last)) && !slices.ContainsFunc(pieces, func(p []token) bool {
		return t.namesAny(p, wordGoods) || t.namesAny(p, wordValue) && !tooMuch.MatchString(hear.Text(p))
	})
}

// spokeOfOther says that the turn before only asked, or wished for, something that is not in the cart.
func (t *turn) spokeOfOther() bool {
	past, ok := t.lastMatter()
	if !ok {
		return false
	}
	looked := false
	for _, s := range past.Steps {
		for _, c := range s.Calls {
			if c.Tool != "get_product" && c.Tool != "search_products" && c.Tool != "answer_question" {
				return false
			}
			looked = looked || c.Tool != "answer_question"
		}
	}
	if looked {
		return t.spokeOfNone()
	}
	text := past.Words.Reveal()
	if slices.ContainsFunc(sentences(t.lang.Words(text)), interrogates) {
		folded := hear.Text(t.wordsOf(text))
		return !(ofIt.MatchString(folded) && !t.spokeOfNone()) && len(t.namedLines(t.read(folded), t.state.Cart.Lines)) == 0
	}
	return slices.ContainsFunc(t.parse(text), func(c clause) bool {
		return c.rule && (c.want.acts() || c.question()) && !t.onlyIt(c.x)
	})
}

// lastMatter is the newest turn before this one that was more than a yes, a no or thanks: "do you have ski goggles?" – "no" – "cancel that".
func (t *turn) lastMatter() (evercart.Exchange, bool) {
	for i, past := range slices.Backward(t.prompt.History) {
		if i < len(t.prompt.History)-lookedBack {
			break
		}
		if words := t.lang.Words(past.Words.Reveal()); len(words) > 0 && (len(past.Steps) > 0 && slices.ContainsFunc(past.Steps, func(s evercart.Step) bool { return len(s.Calls) > 0 }) || !onlyReplies.MatchString(hear.Text(words))) {
			return past, true
		}
	}
	return evercart.Exchange{}, false
}

// onlyReplies says no more than yes, no or thanks.
var onlyReplies = sift.Of(`^(?:(?:no|nope|nah|yes|yeah|yep|okay|ok|oh|ah|well|right|alright|all right|fine|good|great|thanks|thank you|thank|you|i see|i understand|understood|too bad|pity|a pity|what a pity|shame|a shame|what a shame|that is (?:a )?(?:pity|shame|fine|okay|ok|all right)|never ?mind|not really|then|hm|hmm|sorry|no problem|no worries) ?)+$`)

// spokeOfNone says that what is spoken of is not in the cart, in no color or size.
func (t *turn) spokeOfNone() bool {
	hits := t.focus()
	return len(hits) > 0 && !slices.ContainsFunc(hits, func(h evercart.Hit) bool { return t.inCart(h.Product) })
}

// likened asks of a question for anything what it names as an example: "do you have anything warm, like a scarf?" is "do you have a scarf?"
func likened(words []token) ([]token, bool) {
	if words[len(words)-1].Stop == hear.Period {
		return words, false
	}
	for i := len(words) - 2; i > 1; i-- {
		at := likening.FindString(hear.Text(words[i+1:]))
		first := hear.Text(words[:i+1])
		if at == "" || words[i].Stop == hear.None && at != "such as" && at != "for example" && at != "for instance" || !openToAny.MatchString(first) || !asksForAny.MatchString(first) {
			continue
		}
		if (at == "perhaps" || at == "maybe") && words[len(words)-1].Stop != hear.Question {
			return words, false
		}
		rest := words[i+1+len(strings.Fields(at)):]
		if len(rest) == 0 || len(rest) > 6 {
			return words, false
		}
		out := append(hear.Tokens("do you have"), rest...)
		out[len(out)-1].Stop = hear.Question
		return out, true
	}
	return words, false
}
