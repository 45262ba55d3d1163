package rules

import (
	"slices"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// lastVerbs are what is to be done with a thing that stands before them, in the order of other languages: "fig candle you give".
var lastVerbs = map[string]string{"give": "add", "put": "add", "send": "add", "add": "add", "include": "add", "remove": "remove", "delete": "remove", "cancel": "remove", "void": "remove", "nil": "remove", "scrap": "remove", "park": "park"}

// verbFirst puts a verb that stands last in its piece before the thing.
func (t *turn) verbFirst(words []token) ([]token, bool) {
	changed := false
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && words[to-1].Stop == hear.None {
			to++
		}
		end := to - 1
		if end > from && (words[end].Text == "please" || words[end].Text == "it") {
			end--
		}
		verb := lastVerbs[words[end].Text]
		thing := end
		if thing > from && (words[thing-1].Text == "you" || words[thing-1].Text == "please") {
			thing--
		}
		start := from
		for start < thing && (englishFiller[words[start].Text] && t.wordKind(words[start].Text) < wordValue && words[start].Text != "one" && words[start].Text != "the" && words[start].Text != "a" || words[start].Text == "and" || words[start].Text == "or") {
			start++
		}
		if prev := t.placeBefore(words, from); verb != "" && start == thing && start == end && prev < from { // "line two: void"
			stop := words[to-1].Stop
			out := slices.Concat(words[:prev], hear.Tokens(verb), words[prev:from])
			out[len(out)-1].Stop = stop
			n := len(out)
			words, changed = append(out, words[to:]...), true
			from = n
			continue
		}
		if verb != "" && start < thing && !words[end-1].Joined && !t.hasCue(words, start, thing) && t.namesAny(words[start:thing], wordGoods) {
			stop := words[to-1].Stop
			out := slices.Concat(words[:start], hear.Tokens(verb), words[start:thing])
			out[len(out)-1].Stop = max(stop, hear.Period) // what follows is another thing
			n := len(out)
			words, changed = append(out, words[to:]...), true
			to = n
		}
		from = to
	}
	return words, changed
}

// placeBefore gives where a piece begins that stands before a place and names nothing but a place of the cart; the place itself = there is none.
func (t *turn) placeBefore(words []token, at int) int {
	if at == 0 || words[at-1].Stop != hear.Comma {
		return at
	}
	from := at - 1
	for from > 0 && words[from-1].Stop == hear.None {
		from--
	}
	if from > 0 && words[from-1].Stop < hear.Period {
		return at
	}
	it := t.read(hear.Text(words[from:at]))
	if n := len(words[from:at]); n > 6 || !it.bare() || len(it.ordinals) != 1 || t.namesAny(words[from:at], wordGoods) {
		return at
	}
	return from
}

// hasCue says that a word tells what is to be done, asked or denied between two places.
func (t *turn) hasCue(words []token, from, to int) bool {
	for i := from; i < to; i++ {
		if letter, n := englishCues.At(words, i); n > 0 && letter != 0 && letter != slotAnd && letter != slotFor {
			return true
		}
		if s := words[i].Text; t.tables.speakers[s] || t.tables.denials[s] || asking[s] || s == "to" {
			return true
		}
	}
	return false
}

// Ways to put one thing in the place of another in which no word says so.
var (
	readFor  = sift.Of(`^(?:and |please )?(?:for|where it (?:says|said)) (?:the )?([a-z -]+?),? (?:read|it should (?:now )?(?:say|be|read)|please read|should (?:now )?read) (?:the |a |an )?([a-z0-9 ,-]+)$`)
	replaces = sift.Of(`^(?:[a-z]+, )?(?:the )?([a-z -]+?) (?:replaces|is to replace|should replace|to replace|takes the place of) (?:the )?([a-z -]+)$`)
	swapIt   = sift.Of(`^(?:[a-z ]+\. )?(?:the )?([a-z -]+?),? (?:swap|change|exchange|replace) (?:it|them)(?:,| for| with| to| by) (?:the |a |an )?([a-z -]+)$`)
	differs  = sift.Of(`\bhow (?:do|does|are) (.+?) and (.+?) (?:differ|different)(?: from (?:each other|one another))?$`)
)

// inTheirPlace writes those as replacements: "for scarf read belt", "where it said dishes, it should say throw", "cloudy replaces rosé".
func (t *turn) inTheirPlace(words []token) ([]token, bool) {
	if len(words) > 20 {
		return words, false
	}
	text := trimmedStop(written(slices.Clone(words), nil))
	if m := differs.FindStringSubmatchIndex(text); m != nil {
		return hear.Tokens(text[:m[0]] + "what is the difference between " + text[m[2]:m[3]] + " and " + text[m[4]:m[5]] + "?"), true
	}
	for _, re := range []*sift.Pattern{readFor, swapIt} {
		if m := re.FindStringSubmatch(text); m != nil && t.ofOneLine(m[1]) && !t.read(m[2]).bare() {
			return hear.Tokens("replace the " + m[1] + " with " + m[2]), true
		}
	}
	if m := replaces.FindStringSubmatch(text); m != nil && t.ofOneLine(m[2]) {
		return hear.Tokens("replace the " + m[2] + " with " + m[1]), true
	}
	return words, false
}

func trimmedStop(s string) string {
	for len(s) > 0 && (s[len(s)-1] == '.' || s[len(s)-1] == '?' || s[len(s)-1] == ',') {
		s = s[:len(s)-1]
	}
	return s
}

// ofOneLine says that words name one line of the cart.
func (t *turn) ofOneLine(x string) bool {
	it := t.read(x)
	return !it.bare() && len(t.namedLines(it, t.state.Cart.Lines)) == 1
}
