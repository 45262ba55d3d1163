package rules

import (
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// What a turn comes to, the better the more.
const (
	cameNothing = iota // nothing is done, shown or asked, or nothing was understood
	cameHalf           // the cart is changed, and something was not understood; or what was asked before is asked once more
	cameAsked          // something is shown, or asked
	cameDone           // the cart is changed
)

// maxGist bounds how many ways to leave remarks out are tried.
const maxGist = 12

// understood takes a turn, and leaves the cart as it is where nothing is wanted of it.
func (t *turn) understood(all string, said []string) ([]evercart.Thought, error) {
	before := *t
	out, err := t.grasped(all, said)
	if err != nil {
		return out, err
	}
	other, idle, err := before.untouched(all, out, said)
	if idle {
		*t = before
		return other, err
	}
	return out, nil
}

// grasped takes a turn as it was said and, where that comes to nothing or to half, by the sentences of it alone that tell more than a
// remark: "my niece says that is an insult. Make it four." A sentence that may want something is never left out.
func (t *turn) grasped(all string, said []string) ([]evercart.Thought, error) {
	whole := *t
	out, err := whole.asHeard(all, said)
	if err == nil && t.fresh && t.said == "" && calls(out, "add_to_cart") && !calls(out, "answer_question") && t.asksOnly(all) {
		return t.onlyTold(all, out, said)
	}
	if err == nil && t.fresh && t.said == "" && !masked(all) {
		if got := whole.cameTo(out); got < cameAsked {
			if better, ok := t.gist(all, said, got); ok {
				return better, nil
			}
			if got == cameNothing {
				if o, ok := t.ofWhat(all); ok && t.failed == nil {
					t.memory.Next = noneLeft
					return t.leave(said, o)
				}
			}
			if got == cameNothing && whole.amiss && t.leftOpen(all) {
				t.memory.Next = noneLeft
				return t.leave(said, t.askAgain(t.openQuestion(), t.openQuestion().Choices))
			}
		}
	}
	*t = whole
	return out, err
}

// leftOpen says that a question which goods was asked stays open behind words that nobody understood: they were no answer, and no no.
func (t *turn) leftOpen(all string) bool {
	q := t.openQuestion()
	if q == nil || q.Pending == nil || q.Pending.Verb == "" || len(q.Choices) < 2 || q.Kind != "variant" && q.Kind != "product" {
		return false
	}
	words := t.wordsOf(all)
	return t.lang.Reply(words) != hear.No && words[len(words)-1].Stop != hear.Question && !t.deedIn(words, mildly) && !t.namesAny(words, wordGoods)
}

// gist takes what is left of a turn without its remarks, in the way that comes to most.
func (t *turn) gist(all string, said []string, least int) ([]evercart.Thought, bool) {
	pieces := sentences(t.lang.Words(all))
	if len(pieces) < 2 || len(pieces) > maxGist {
		return nil, false
	}
	idle := make([]bool, len(pieces))
	for i, p := range pieces {
		idle[i] = t.tellsNothing(p)
	}
	var best []evercart.Thought
	var as turn
	tried := 0
	for n := len(pieces) - 1; n > 0; n-- {
		for from := len(pieces) - n; from >= 0; from-- {
			if slices.Contains(idle[:from], false) || slices.Contains(idle[from+n:], false) {
				continue
			}
			if tried++; tried > maxGist {
				break
			}
			one := *t
			one.memory.Heard = rejoined(pieces[from : from+n])
			out, err := one.asHeard(one.memory.Heard, slices.Clone(said))
			if err != nil {
				return nil, false
			}
			if got := one.cameTo(out); got > least {
				best, as, least = out, one, got
			}
		}
	}
	if best != nil {
		*t = as
	}
	return best, best != nil
}

// cameTo tells what a turn would come to with the thoughts of its first step.
func (t *turn) cameTo(out []evercart.Thought) int {
	came := cameNothing
	for _, th := range out {
		switch {
		case th.Call != nil && !onlyLooks(th.Call.Tool):
			came = max(came, cameDone)
		case th.Call != nil:
			came = max(came, cameAsked)
		case th.Ask != nil && th.Ask.Kind != "what":
			came = max(came, cameAsked)
			if q := t.openQuestion(); q != nil && slices.Equal(q.Choices, th.Ask.Choices) {
				came = cameHalf
			}
		}
	}
	switch {
	case t.amiss && came == cameDone:
		return cameHalf
	case t.amiss:
		return cameNothing
	}
	return came
}

// onlyLooks says that a tool changes nothing.
func onlyLooks(tool string) bool {
	return tool == "search_products" || tool == "get_product" || tool == "view_cart" || tool == "answer_question"
}

// tellsNothing says that a sentence may be left out: it names no goods, counts and asks nothing, and no word of it says what is to be done.
func (t *turn) tellsNothing(p []token) bool {
	if p[len(p)-1].Stop == hear.Question || t.lang.Reply(p) == hear.No || t.namesAny(p, wordValue) {
		return false
	}
	return !t.deedIn(p, mildly) && !interrogates(p)
}
