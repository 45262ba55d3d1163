package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// theirTaste tells what somebody likes, or is; what it is stands in x.
var theirTaste = sift.Of(`^(?:(?:oh|ah|um|hm|hmm|well|so|and|but|okay|ok|i think|i know|all i know is|you know|actually|yes|no) )*(?:he|she|they|(?:my|our) [a-z]+(?: in law)?)(?: really| also| just| always| absolutely| quite| mostly)* ` +
	`(?:(?:likes?|loves?|enjoys?|adores?|collects?|is into|are into|is fond of|is crazy about|is keen on|is mad about|is a fan of|does|do|has a thing for|drinks?|wears?|always wears?|plays?)(?: to| a lot of| lots of| doing| all kinds of| anything (?:to do )?with| her| his| their| a bit of)? (?P<x>[a-z][a-z' -]*?)|(?:is|are) (?:a |an )?(?:big |great |keen |real |passionate |serious |heavy )*(?P<y>[a-z]+)(?: drinker| lover| fan| person| enthusiast| nut| reader| collector)s?)(?: very much| a lot| too| most| best| the most| all day| i think| i believe)*$`)

// tellsTaste shows what may please one for whom a present was just looked for, and of whom it is told what that one likes: "she loves cooking".
func (t *turn) tellsTaste(text string) (outcome, bool) {
	words, q := t.inEnglishOf(text, 3, 14), t.openQuestion()
	if words == nil || q != nil && q.Kind == "variant" || !t.soughtPresent() {
		return outcome{}, false
	}
	for i, w := range words[:len(words)-1] { // "he likes tea. dusk mug, is that blue?" asks more
		if w.Stop != hear.None && i > 1 {
			return outcome{}, false
		}
	}
	m := theirTaste.FindStringSubmatch(hear.Text(words))
	if m == nil {
		return outcome{}, false
	}
	if q := t.kindLike(strings.TrimSpace(m[1] + m[2])); q != "" {
		return t.showSome(q), true
	}
	return outcome{say: t.sayOwn("gift", t.voice.List(t.kindNames(maxKinds)))}, true
}

// soughtPresent says that one of the last turns looked for something to give, and nothing was put in since.
func (t *turn) soughtPresent() bool {
	for i, past := range slices.Backward(t.prompt.History) {
		if i < len(t.prompt.History)-lookedBack || !onlyLooked(past) {
			return false
		}
		if givesSomebody.MatchString(hear.Text(t.lang.Words(past.Words.Reveal()))) {
			return true
		}
	}
	return false
}

// givesSomebody is in what looks for a present.
var givesSomebody = sift.Of(`\b(?:gifts?|presents?|birthday|anniversary|(?:something|anything) for (?:my|our|a|the|her|him|them|somebody|someone)|(?:get|give|buy|bring) (?:her|him|them|my|our|somebody|someone))\b`)
