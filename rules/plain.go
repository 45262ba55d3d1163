package rules

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// plainly writes some turns of phrase as what they come to, before anything is read: "everything but the mugs" (a "but" that parts
// nothing), "remove the belt, do not remove the scarf" (the second half wants nothing that the first does not leave alone), "do
// the same with the mugs" and "and the mugs too" (the deed of the turn before), and those of a table. Each is heard by every reading, and
// by each in its own way.
func (t *turn) plainly(text string) string {
	if masked(text) {
		return text
	}
	words := t.lang.Words(text)
	if len(words) < 3 || len(words) > maxWords {
		return text
	}
	words, told := withoutTold(words)
	words, ways := t.inPlainWays(words)
	words, plainer := t.inPlainWords(words)
	plainer = plainer || told || ways
	changed := t.butIsExcept(words)
	words, dropped := t.withoutDenied(words)
	words, meant := pardoned(words)
	words, again := t.sameDeed(words)
	words, put := t.inTheirPlace(words)
	words, seen := t.browsedBehind(words)
	words, moved := t.verbFirst(words)
	words, counted := t.tallied(words)
	if !plainer && !changed && !dropped && !again && !moved && !counted && !meant && !seen && !put {
		return text
	}
	return written(words, nil)
}

// Who told of the shop, and for whom each of two is: neither says what is wanted.
var (
	toldOf  = sift.Of(`^((?:(?:so|oh|well|hello|hi|and|um|uh) )*(?:(?:my|our|a|the) [a-z]+(?: in law)?|somebody|someone|they|people|he|she|i|we)(?: always| also)? (?:says?|said|tells? me|told me|told us|hears?|heard|thinks?|reckons?|gathers?|understand|believe|saw|read|was told|am told)(?: that)? )you (?:also |still |now )?(?:have|sell|do|stock|carry|got|have got)\b`)
	oneForU = sift.Of(`^(.*\btwo\b.*?) one for (?:me|myself|us|him|her|my [a-z]+|mum|dad|here|home) and (?:one|the other)(?: one)? for .*$`)
)

// withoutTold leaves out who told of the shop ("my sister says you sell cushions"), and for whom each of two is ("two, one for me and one for
// my mum").
func withoutTold(words []token) ([]token, bool) {
	text := hear.Text(words)
	if m := toldOf.FindStringSubmatch(text); m != nil {
		return words[len(strings.Fields(m[1])):], true
	}
	if m := oneForU.FindStringSubmatch(text); m != nil {
		out := slices.Clone(words[:len(strings.Fields(m[1]))])
		out[len(out)-1].Stop = hear.Period
		return out, true
	}
	return words, false
}

// butIsExcept writes "everything but the mugs" as "everything except the mugs".
func (t *turn) butIsExcept(words []token) bool {
	changed := false
	for i := 1; i < len(words)-1; i++ {
		if words[i].Text != "but" || words[i-1].Stop != hear.None {
			continue
		}
		prev, next := words[i-1].Text, words[i+1].Text
		all := prev == "everything" || prev == "all" || i > 2 && words[i-2].Text == "of" && words[i-3].Text == "all" && (prev == "it" || prev == "them")
		if all && (next == "the" || next == "my" || next == "those" || next == "these" || next == "that" || next == "this" || t.wordKind(next) >= wordValue) {
			words[i].Text, changed = "except", true
		}
	}
	return changed
}

// deeds are words that begin what is to be done with goods. "Forget" is none here: "do not forget to add the mug".
var deeds = set("remove", "delete", "take", "drop", "add", "change", "save", "put", "swap", "replace", "exchange", "order", "buy", "include", "cancel", "return", "bring", "update", "switch", "get", "set", "throw", "empty", "clear", "keep")

// withoutDenied leaves out what is not to be done, where something that is to be done stands before it.
func (t *turn) withoutDenied(words []token) ([]token, bool) {
	acts := func(i int) bool { return i < len(words) && deeds[words[i].Text] }
	for i := 2; i+2 < len(words); i++ {
		if words[i].Text != "do" || words[i+1].Text != "not" || !acts(i+2) || words[i+2].Text == "keep" {
			continue
		}
		from := i
		for from > 0 && words[from-1].Stop == hear.None && slices.Contains([]string{"but", "and", "please", "just", "so"}, words[from-1].Text) {
			from--
		}
		if from == 0 || from == i && words[from-1].Stop == hear.None || !slices.ContainsFunc(words[:from], func(w token) bool { return deeds[w.Text] }) {
			continue
		}
		to := i + 3
		for to < len(words) && words[to-1].Stop < hear.Period && !(words[to-1].Stop == hear.Comma && acts(to)) {
			if slices.Contains([]string{"but", "just", "only", "instead", "until", "unless", "if", "then"}, words[to].Text) {
				return words, false
			}
			if words[to].Text == "and" && acts(to+1) {
				break
			}
			to++
		}
		if !t.namesOther(words[i+3:to], words[:from]) {
			return words, false
		}
		words[from-1].Stop = max(words[from-1].Stop, words[to-1].Stop)
		return slices.Concat(words[:from], words[to:]), true
	}
	return words, false
}

// namesOther says that words name goods, and none that were named before: "sorry, do not remove it" and "the scarf, please do not
// change" speak of those.
func (t *turn) namesOther(words, before []token) bool {
	named := false
	for _, w := range words {
		if t.wordKind(w.Text) != wordGoods {
			continue
		}
		named = true
		stem := t.lang.Stem(w.Text)
		if slices.ContainsFunc(before, func(b token) bool { return t.lang.Stem(b.Text) == stem }) {
			return false
		}
	}
	return named
}

// sameDeed puts the deed of the turn before in the place of "do the same with".
func (t *turn) sameDeed(words []token) ([]token, bool) {
	at := t.sameWith(words)
	before, after := "", ""
	if at > 0 {
		before, after = t.lastDeed()
	} else if at = t.thatToo(words); at >= 0 {
		if before, after = t.lastDeed(); before == "add" || before == "bring back" {
			before = ""
		}
	}
	if before == "" {
		return words, false
	}
	end := len(words)
	for end > at+1 && alsoWords[words[end-1].Text] {
		end--
	}
	return slices.Concat(hear.Tokens(before), words[at:end], hear.Tokens(after)), true
}

// alsoWords end what is said of one thing more.
var alsoWords = set("please", "too", "also", "as", "well")

// thatToo finds a thing of the cart of which nothing is said but that it is meant too: "and the dishes too"; −1 = that is not said.
func (t *turn) thatToo(words []token) int {
	at := 0
	for at < len(words)-1 && (words[at].Text == "and" || words[at].Text == "also" || words[at].Text == "oh") {
		at++
	}
	end := len(words)
	for end > at && alsoWords[words[end-1].Text] {
		end--
	}
	if end == len(words) || end <= at {
		return -1
	}
	if n, strange := t.thingAt(words, at); n != end-at || strange {
		return -1
	}
	if it := t.read(hear.Text(words[at:end])); it.bare() || it.more || it.qty > 0 || len(t.namedLines(it, t.state.Cart.Lines)) == 0 {
		return -1
	}
	return at
}

// sameAsWhat says that the same is to be done, and what that is cannot be said again in a word: it is asked.
func (t *turn) sameAsWhat(text string) bool {
	return t.fresh && strings.Contains(text, "the same") && t.sameWith(t.lang.Words(text)) > 0
}

// sameWith finds the goods after "do the same with"; 0 = that is not said.
func (t *turn) sameWith(words []token) int {
	at := 0
	for at < len(words) && slices.Contains([]string{"and", "now", "please", "then", "could", "can", "you", "okay", "yes"}, words[at].Text) {
		at++
	}
	does := at < len(words) && words[at].Text == "do"
	if does {
		at++
	}
	if at+3 >= len(words) || words[at].Text != "the" || words[at+1].Text != "same" || words[at].Stop+words[at+1].Stop != hear.None {
		return 0
	}
	at += 2
	if words[at].Text == "thing" || words[at].Text == "again" {
		at++
	}
	if at+1 >= len(words) || words[at].Text != "for" && words[at].Text != "with" && (words[at].Text != "to" || !does) {
		return 0
	}
	at++
	if n, strange := t.thingAt(words, at); n == 0 || strange {
		return 0 // "the same for me"
	}
	return at
}

// lastDeed says in words what the turn before did, around the name of what it did it with; "" = nothing, or more than one kind of thing.
func (t *turn) lastDeed() (before, after string) {
	n := len(t.prompt.History)
	if n == 0 {
		return "", ""
	}
	tool, one := "", true
	for _, s := range t.prompt.History[n-1].Steps {
		for i, c := range s.Calls {
			if i >= len(s.Results) || s.Results[i].Code != "" {
				continue
			}
			if tool != "" && tool != c.Tool {
				return "", ""
			}
			tool = c.Tool
			var args struct {
				Quantity int `json:"quantity"`
			}
			one = one && json.Unmarshal(c.Args, &args) == nil && args.Quantity == 1
		}
	}
	switch tool {
	case "remove_from_cart":
		return "remove", ""
	case "keep_for_later":
		return "save", "for later"
	case "bring_back":
		return "bring back", ""
	case "add_to_cart":
		if one {
			return "add", ""
		}
	}
	return "", ""
}
