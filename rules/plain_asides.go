package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// allOfIt leaves out that all of what is to go is meant: "the milk chocolate needs to go, every bar of it", "…, all three bars".
func (t *turn) allOfIt(words []token) ([]token, bool) {
	for i := 2; i+1 < len(words); i++ {
		if words[i-1].Stop != hear.Comma || !wholeOfIt.MatchString(hear.Text(words[i:])) || !slices.ContainsFunc(words[:i], func(w token) bool { return parting[w.Text] }) {
			continue
		}
		out := slices.Clone(words[:i])
		out[i-1].Stop = words[len(words)-1].Stop
		if w := words[i].Text; w == "both" || w == "all" && words[i+1].Text == "of" {
			for j := i - 2; j >= 0; j-- {
				if ofOnes[words[j].Text] || words[j].Text == "those" || words[j].Text == "these" {
					return slices.Concat(out[:j], hear.Tokens(w), out[j:]), true // "lose both the mugs"
				}
			}
		}
		return out, true
	}
	return words, false
}

var (
	wholeOfIt = sift.Of(`^(?:both(?: of (?:them|those))?|every (?:(?:single|last|blessed) )*\w+ of (?:it|them|those)|all (?:of (?:it|them|those)|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)(?: of (?:them|those)| \w+)?))(?: please| thanks)?$`)
	parting   = set("go", "goes", "gone", "remove", "drop", "lose", "delete", "out", "off", "bin", "ditch", "scrap", "away")
)

// askedOf leaves out of whom something is wanted: "can I get the wool throw off you".
func askedOf(words []token) ([]token, bool) {
	for i := 2; i+1 < len(words); i++ {
		if words[i].Text == "off" && words[i+1].Text == "you" && words[i-1].Stop == hear.None && (i+2 == len(words) || words[i+1].Stop != hear.None || words[i+2].Text == "please") {
			out := slices.Concat(words[:i], words[i+2:])
			out[i-1].Stop = max(out[i-1].Stop, words[i+1].Stop)
			return out, true
		}
	}
	return words, false
}

// hasAtHome tells of what somebody has already; it is nothing of the cart.
var hasAtHome = sift.Of(`^(?:and |but |because |as |since |cause |well )?(?:i|we|she|he|they|mum|mom|dad|(?:my|our|the) \w+)(?: (?:already|still|do|only|just))* (?:have|has|had|own|owns|have got|has got|got)(?: got)?(?: already)?(?: \w+){0,7} (?:at home|back home|at mine|at ours|at my place|in the (?:house|cupboard|drawer|kitchen|wardrobe|pantry|fridge))(?: already| anyway| though)?$`)

// toldOfHome leaves out a sentence that tells of what there is at home, beside one that names goods.
func (t *turn) toldOfHome(words []token) ([]token, bool) {
	out, cut := withoutSentences(words, func(p []token) bool {
		return p[len(p)-1].Stop != hear.Question && hasAtHome.MatchString(hear.Text(p))
	})
	if !cut || !t.namesAny(out, wordGoods) && !t.namesAny(out, wordValue) {
		return words, false
	}
	return out, true
}

// ofStrength leaves out of how many per cent something is: it counts nothing.
func (t *turn) ofStrength(words []token) ([]token, bool) {
	for i := 0; i+2 < len(words); i++ {
		_, n := t.lang.Number(words, i)
		at := i + n
		if n == 0 || at+1 >= len(words) || words[at].Text != "percent" && !(words[at].Text == "per" && words[at+1].Text == "cent") {
			continue
		}
		if at++; words[at-1].Text == "per" {
			at++
		}
		if at < len(words) && (strings.HasPrefix(words[at].Text, "one") || t.namesNext(words, at)) {
			return slices.Concat(words[:i], words[at:]), true
		}
	}
	return words, false
}

// announces says that things follow: "these two, then: …".
var announces = sift.Of(`^(?:(?:okay|right|so|well|and) )*(?:(?:just|only|exactly) )?(?:these|those|the following)(?: (?:two|three|four|five|few))?(?: things| items| ones| bits)?(?: then| please)*$`)

// announced leaves out what only announces the goods behind it.
func (t *turn) announced(words []token) ([]token, bool) {
	for i := 0; i < len(words)-1; i++ {
		if words[i].Stop == hear.None || !announces.MatchString(hear.Text(words[:i+1])) {
			continue
		}
		rest := words[i+1:]
		for len(rest) > 1 && (rest[0].Text == "then" || rest[0].Text == "please") {
			rest = rest[1:]
		}
		if t.namesAny(rest, wordGoods) {
			return append(hear.Tokens("add"), rest...), true
		}
	}
	return words, false
}

// ofTime is politeness about the time that something takes.
var ofTime = sift.Of(`^(?:and |but |so )*(?:please )?(?:do )?(?:take (?:all )?your time|(?:there is )?no (?:hurry|rush)(?: at all)?|whenever you (?:are ready|can|have a moment)|i hope you (?:will not|do not|would not) mind (?:me |my )?asking|if (?:you do not|you would not|i may) (?:mind )?(?:me |my )?ask(?:ing)?)(?: with it| at all| of course)?$`)

// noHurry leaves such a sentence out, where others stand beside it.
func noHurry(words []token) ([]token, bool) {
	out, cut := withoutSentences(words, func(p []token) bool { return ofTime.MatchString(hear.Text(p)) })
	if !cut {
		return words, false
	}
	for len(out) > 1 && (out[0].Text == "but" || out[0].Text == "and") {
		out = out[1:]
	}
	return out, true
}

// withoutSentences leaves sentences out; what was before them ends as they did. False = none was left out, or all would have been.
func withoutSentences(words []token, idle func([]token) bool) ([]token, bool) {
	var out []token
	cut := false
	for _, p := range sentences(words) {
		if !idle(p) {
			out = append(out, p...)
			continue
		}
		if cut = true; len(out) > 0 {
			out[len(out)-1].Stop = max(out[len(out)-1].Stop, p[len(p)-1].Stop)
		}
	}
	return out, cut && len(out) > 0
}
