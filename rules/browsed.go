package rules

import (
	"slices"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Ways to ask for all of a kind that stand behind it: "then lemonades, what are they?".
var (
	whatAre = sift.Of(`^(?:and |so |now |then |tell me )*(?:what are (?:they|those)|which (?:ones?|sorts?|kinds?|sort of thing) (?:do|have|are) you (?:have|got|stock|sell|do|keep|carry)(?: got)?|what (?:do|have) you(?: got| have| do| stock| sell| keep)*(?: in that line| of those| there)?|what is (?:there|available)|what (?:sort|sorts|kinds?|ones) (?:do you have|have you got|are there|is there))$`)
	// What is asked of a thing that stands before the question, and the words that ask it before the thing.
	askedBehind = []behind{
		{whatAre, "show me", ""},
		{sift.Of(`^(?:and |so )*(?:the |unit |what )*(?:price|cost)(?: please)?$|^how much(?: for one| each| a piece)?$`), "how much is the", ""},
		{sift.Of(`^(?:and |so )*(?:which|what) (?:sizes?|waists?|widths?|lengths?)(?: (?:do|did) (?:you|they)(?: do| have| come in| stock| sell| keep)?| are there| have you(?: got)?| you got| is there)?$`), "what sizes does the", "come in"},
		{sift.Of(`^(?:and |so )*(?:which|what) colou?rs?(?: (?:do|did) (?:you|they)(?: do| have| come in| stock| sell| keep)?| are there| have you(?: got)?| you got| is there)?$`), "what colors does the", "come in"},
	}
	glimpses = hear.PhrasesOf(map[string]string{"give us a look at": "show me", "give me a look at": "show me", "let us have a look at": "show me", "let me have a look at": "show me", "get a look at": "show me", "a look at": "show me", "run me through": "show me", "run us through": "show me", "talk us through": "show me", "take me through": "show me", "take us through": "show me"})
)

// behind is a question that stands behind its thing, and how it is put with the thing inside it.
type behind struct {
	re            *sift.Pattern
	before, after string
}

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
		ask := slices.IndexFunc(askedBehind, func(a behind) bool { return a.re.MatchString(hear.Text(words[i : end+1])) })
		if ask < 0 {
			from = i
			continue
		}
		at := i // where the kind begins, right before the question
		for at > from && t.startsThing(words, at-1) {
			at--
		}
		it := t.read(hear.Text(words[at:i]))
		if at == i || it.bare() || t.hasDeed(words[from:at]) || ask > 0 && at > from && !t.tables.articles[words[at-1].Text] && words[at-1].Text != "them" {
			return words, changed
		}
		kind := slices.Clone(words[at:i])
		kind[len(kind)-1].Stop = hear.None
		kind = slices.Concat(hear.Tokens(askedBehind[ask].before), kind, hear.Tokens(askedBehind[ask].after))
		kind[len(kind)-1].Stop = hear.Question
		out := slices.Concat(words[:from], kind, words[end+1:])
		if from > 0 && out[from-1].Stop == hear.Comma {
			out[from-1].Stop = hear.Period
		}
		return out, true
	}
	return words, changed
}
