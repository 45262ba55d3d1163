package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Questions that ask for nothing to be done, and those that only ask for leave.
var (
	pricely  = sift.Of(`\b(?:how much|how many|price|cost|costs|priced)\b`)
	bidden   = sift.Of(`^(?:is for|do (?:the same|it|that|so|one|a|me|us|this|likewise|not)|have (?:it|them|one|that|those|a|the)|will do)\b`) // these ask nothing
	forLeave = sift.Of(`^(?:(?:what|how) about\b|is (?:that|it|this) (?:ok|okay|all right|alright|fine|possible|too late)\b|(?:can|could|may|will|would) )`)
)

// asksOnly says that a turn asks about goods and has no word of what is to be done with them: "Fig candles, price?", "hmm, is the dusk one
// smaller". Whatever else may be read in it, nothing is put into the cart.
func (t *turn) asksOnly(text string) bool {
	asks, named, of := false, false, false
	for _, p := range sentences(t.lang.Words(text)) {
		for len(p) > 1 && openers[p[0].Text] {
			p = p[1:]
		}
		s := hear.Text(p)
		if forLeave.MatchString(s) || t.deedIn(p, tellsToo) {
			return false
		}
		if interrogates(p) && (p[len(p)-1].Stop != hear.Question || asksWhether[p[0].Text] || asksHow.MatchString(s) || pricely.MatchString(s)) {
			asks, of = true, of || ofIt.MatchString(s) || pricely.MatchString(s)
			continue
		}
		named = named || t.namesAny(p, wordGoods)
	}
	return asks && (of || !named) // not "a fig candle would be nice, and what else smells good?"
}

// interrogates says that a sentence is a question: by its mark, or where it has none, by how it begins. "Is for my mother" is none.
func interrogates(p []token) bool {
	for len(p) > 1 && openers[p[0].Text] {
		p = p[1:]
	}
	switch p[len(p)-1].Stop {
	case hear.Question:
		return true
	case hear.Period:
		return false
	}
	s := hear.Text(p)
	return len(p) > 1 && !bidden.MatchString(s) && (asksWhether[p[0].Text] || asksHow.MatchString(s))
}

// deedIn says that words tell what is to be done with goods.
func (t *turn) deedIn(p []token, mild map[string]bool) bool {
	for j := 0; j < len(p); {
		letter, n := englishCues.At(p, j)
		if n > 0 && letter != 0 && strings.ContainsRune("aAmrwsvkLbpIOR", letter) && !mild[hear.Text(p[j:j+n])] {
			return true
		}
		j += max(1, n)
	}
	return false
}

// Words of a wish that tell of somebody as well, and those that ask.
var (
	mildly   = set("have", "like", "use", "love", "be", "make", "get", "take", "leave", "needed", "wanted", "forget", "instead", "than")
	tellsToo = set("have", "like", "use", "love", "be", "than")
)

// onlyTold answers about the goods that a reading of a question would put in.
func (t *turn) onlyTold(text string, out []evercart.Thought, said []string) ([]evercart.Thought, error) {
	t.memory.Next = noneLeft
	if t.knows != nil && t.knows(text) {
		return t.leave(said, outcome{calls: []call{{"answer_question", map[string]any{"question": text}}}})
	}
	var o outcome
	for _, th := range out {
		if th.Call == nil {
			continue
		}
		sku := lookedUp(*th.Call)
		p, ok := t.productOf(sku)
		if sku == "" || !ok {
			continue
		}
		h := evercart.Hit{Product: p, Variants: slices.DeleteFunc(active(p.Variants), func(v evercart.Variant) bool { return !sameSKU(v.SKU, sku) })}
		o.calls = append(o.calls, lookUp(h))
		o.say = strings.TrimSpace(o.say + " " + t.tell(clause{found: found{want: wantTell}}, h))
	}
	return t.leave(said, o)
}

// calls says that one of a step's calls is of a tool.
func calls(out []evercart.Thought, tool string) bool {
	return slices.ContainsFunc(out, func(th evercart.Thought) bool { return th.Call != nil && th.Call.Tool == tool })
}

// ofWhat shows the goods that a question names, where nobody knows what is asked of them: what is said next is said of those. A wish for
// them asks which.
func (t *turn) ofWhat(text string) (outcome, bool) {
	asks := t.asksOnly(text)
	if g := t.guess(text); offTopic.MatchString(text) || g.Intent != hear.IntentShop && g.Sure >= sureEnough {
		return outcome{}, false
	}
	if s := t.sought(t.wordsOf(text)); s.price || s.less || s.who || policyWords.MatchString(text) || serviceWords.MatchString(text) || t.knows != nil && t.knows(text) {
		return outcome{}, false
	}
	goes := slices.ContainsFunc(t.parse(text), func(c clause) bool { return c.want == wantRemove }) // what is not in the cart: nothing is put in for that
	var x string
	for _, p := range sentences(t.lang.Words(text)) {
		wish := t.wishesIn(p) && !goes
		for j := 0; j < len(p); {
			n, strange := t.thingAt(p, j)
			if n == 0 {
				j++
				continue
			}
			s := t.thingSlot(p[j:j+n], strange)
			if f := t.find(evercart.Query{Words: s.it.query()}); (asks && strings.ContainsRune("NCD", s.letter) || wish && s.letter == slotNew) && len(f.Unknown) == 0 && t.calledBy(f.Hits, s.it.words) {
				x = s.text
			}
			j += n
		}
	}
	switch {
	case x == "":
		return outcome{}, false
	case asks:
		o := t.question(clause{found: found{want: wantStock, rule: true, x: x}, text: x})
		return o, !o.lost
	}
	if slices.ContainsFunc(t.wordsOf(text), func(w token) bool { return t.tables.denials[w.Text] }) {
		return outcome{}, false
	}
	o := t.add(clause{found: found{want: wantAdd, rule: true, x: x}, text: x})
	return o, o.ask != nil && !o.lost && len(o.commands) == 0
}

// calledBy says that words end with what one of the first hits is called: not "running", nor "the kitchen".
func (t *turn) calledBy(hits []evercart.Hit, words []string) bool {
	return len(words) > 0 && slices.ContainsFunc(hits[:min(3, len(hits))], func(h evercart.Hit) bool {
		main, _, _ := strings.Cut(h.Product.Title, ",")
		called := t.wordsOf(main)
		last := t.lang.Stem(words[len(words)-1])
		return slices.ContainsFunc(append(t.wordsOf(h.Product.Type), called[len(called)-1]), func(w token) bool { return t.lang.Stem(w.Text) == last })
	})
}
