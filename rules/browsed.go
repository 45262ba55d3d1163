package rules

import (
	"regexp"
	"slices"

	"github.com/evercart/evercart/hear"
)

// Ways to ask for all of a kind that stand behind it: "then lemonades, what are they?".
var (
	whatAre  = regexp.MustCompile(`^(?:and |so |now |then |tell me )*(?:what are (?:they|those)|which (?:ones?|sorts?|kinds?|sort of thing) (?:do|have|are) you (?:have|got|stock|sell|do|keep|carry)(?: got)?|what (?:do|have) you(?: got| have| do| stock| sell| keep)*(?: in that line| of those| there)?|what is (?:there|available)|what (?:sort|sorts|kinds?|ones) (?:do you have|have you got|are there|is there))$`)
	glimpses = hear.PhrasesOf(map[string]string{"give us a look at": "show me", "give me a look at": "show me", "let us have a look at": "show me", "let me have a look at": "show me", "get a look at": "show me", "a look at": "show me", "run me through": "show me", "run us through": "show me", "talk us through": "show me", "take me through": "show me", "take us through": "show me"})
)

// browsedBehind writes questions about a kind of goods that stand behind it as a wish to see it.
func (t *turn) browsedBehind(words []token) ([]token, bool) {
	changed := false
	for i := 0; i < len(words); i++ {
		to, n := glimpses.At(words, i)
		if n == 0 || i+n >= len(words) || words[i+n-1].Stop != hear.None || to == "show me" && words[i].Text == "a" && i > 0 && words[i-1].Text != "us" {
			continue
		}
		words, changed = slices.Concat(words[:i], hear.Tokens(to), words[i+n:]), true
	}
	from := 0
	for i := 1; i < len(words); i++ {
		if words[i-1].Stop == hear.None {
			continue
		}
		end := i
		for end < len(words)-1 && words[end].Stop == hear.None {
			end++
		}
		if !whatAre.MatchString(hear.Text(words[i : end+1])) {
			from = i
			continue
		}
		at := i // where the kind begins, right before the question
		for at > from && t.startsThing(words, at-1) {
			at--
		}
		it := t.read(hear.Text(words[at:i]))
		if at == i || it.bare() || t.hasDeed(words[from:at]) {
			return words, changed
		}
		kind := slices.Clone(words[at:i])
		kind[len(kind)-1].Stop = hear.Question
		out := slices.Concat(words[:from], hear.Tokens("show me"), kind, words[end+1:])
		if from > 0 && out[from-1].Stop == hear.Comma {
			out[from-1].Stop = hear.Period
		}
		return out, true
	}
	return words, changed
}
