package rules

import (
	"strings"

	"github.com/evercart/evercart/hear"
)

// plainWords are turns of phrase that no word of theirs explains, with what they come to.
var plainWords = plainPhrases(map[string]string{
	"there is no need to; there is no call to; there is no reason to":                                                                                           "do not",
	"back on the shelf; back on the shelves; back where it came from":                                                                                           "out of my cart",
	"should not go; need not go; do not need to go; does not need to go; do not have to go; does not have to go":                                                plainStays,
	"is not staying; are not staying; should not stay; is not to stay; are not to stay; must not stay":                                                          plainGoes,
	"do not need more than; will not need more than; do not want more than; no more than":                                                                       "only need",
	"make room for; find room for; would there be room in my cart for; would there be room in my basket for; is there room for; is there room in my basket for": "add",
	"am fine with the; am happy with the; am good with the; am okay with the":                                                                                   "keep the",
	"oh god; oh my god; oh lord; oh my lord; oh gosh; oh my gosh; oh jeez; good lord; good god; oh heavens; oh crikey; oh blimey; oh help; oh damn":             "oh",
	"one half dozen":     "half a dozen",
	"of em":              "of them",
	"take em; taking em": "take them", "put em": "put them", "drop em; lose em; ditch em; bin em": "remove them", "add em": "add them", "keep em": "keep them", "make em": "make them", "leave em": "leave them", "give me em; have em; want em": "want them",
	"ill take": "i will take", "ill have": "i will have", "ill get": "i will get", "ill go with; ill go for": "i will take",
	"a trio of":             "three",
	"too of the; to of the": "two of the",
	"too of them; to of them; too of those; to of those": "two of them",
	"for of the":                "four of the",
	"for of them; for of those": "four of them",
	"second from the end; second from last; second to the end; one before last; one before the last": "last but one", "penultimate; penultimate one": "last but one",
	"one apiece": "one of each", "little bag; little bags": "small bag", "little size": "small size", "little bottle; little bottles": "small bottle", "little ones": "small ones",
	"there is no need for; there is no call for": "i do not want", "am good on the; am all right for the": "do not want the",
	"say goodbye to; goodbye to; bye to; bye bye to; farewell to": "remove", "is not required; are not required": plainGoes,
	"together with the; along with the": "and the", "together with a; along with a": "and a", "together with an; along with an": "and an",
	"back down to": "down to", "back up to": "up to", "yeet": "remove", "quit the": "remove the", "quit my": "remove my", "quit them; quit those; quit these": "remove them",
	"wishlist the": "park the", "wishlist my": "park my", "let us sit on the; i will sit on the": "park the", "let us sit on that; let us sit on those": "park those", "let us sit on my; i will sit on my": "park my", "keep pending": "park",
	"i can do without; i could do without; we can do without; we could do without": plainGoes,
	"in lieu of": "instead of", "i would be wanting; i would be after": "i want", "i told you": "i said", "can go back; could go back; should go back; may go back": "can go", "can go back to": "can go back to", "could go back to": "could go back to",
	"and won": "and one", "won in": "one in", "won of": "one of", "just won": "just one", "how much is won": "how much is one",
	"more cheap; more economical; more economic; less dear; less costly":                                                                                                   "cheaper",
	"one that costs less; one which costs less; one that is less; one with lower price; one with the lower price; one with a lower price; one with less price":             "cheaper one",
	"one that costs more; one which costs more; one with higher price; one with the higher price; one with a higher price":                                                 "more expensive one",
	"that costs less; which costs less; that cost less; of lower price; of a lower price; with a lower price; with lower price; lower in price; for less money":            "cheaper",
	"that does not cost so much; that does not cost quite so much; that does not cost as much; that does not cost quite as much; that is not so dear; that is not as dear": "cheaper",
	"nothing cheaper; nothing less expensive; nothing a bit cheaper; nothing more affordable":                                                                              "anything cheaper",
	"more cheap one": "cheaper one", "do you have more cheap; you have more cheap": "do you have cheaper", "want take; want to take": "want",
	"i will go for; i will go with; we will go for; we will go with": "i will take", "let me try a; let me try an": "i will take a", "let me try the": "i will take the",
	"a brace of": "two",
	"a score of": "twenty",
	"squeeze in; note down; write down; jot down; scribble down": "add",
})

// What a thing does that is to be kept, or taken out.
const (
	plainStays = "stays"
	plainGoes  = "goes out"
)

func plainPhrases(table map[string]string) hear.Phrases[string] {
	out := map[string]string{}
	for froms, to := range table {
		for from := range strings.SplitSeq(froms, ";") {
			out[strings.TrimSpace(from)] = to
		}
	}
	return hear.PhrasesOf(out)
}

// inPlainWords puts what phrases come to in their place; what is left unsaid of the thing after is said: "the mug should not go, the hat
// should" is "the mug stays, remove the hat".
func (t *turn) inPlainWords(words []token) ([]token, bool) {
	if w, ok := t.wantsNone(words); ok {
		return w, true
	}
	out, last := make([]token, 0, len(words)), ""
	for i := 0; i < len(words); {
		to, n := plainWords.At(words, i)
		if n == 0 || to == plainGoes && (words[i].Text == "i" || words[i].Text == "we") && (i == 0 || i+n < len(words) && words[i+n-1].Stop == hear.None) { // "I can do without the hat"
			out, i = append(out, words[i]), i+1
			continue
		}
		put := hear.Tokens(to)
		put[len(put)-1].Stop = words[i+n-1].Stop
		out, i, last = append(out, put...), i+n, to
	}
	if last == "" {
		return t.takenOff(words)
	}
	if last == plainStays || last == plainGoes {
		out = t.unsaid(out, last)
	}
	return out, true
}

// wantsNone says of "no scarf for me" what it comes to, also behind another no: none is wanted. Of a search it says what that is to leave out.
func (t *turn) wantsNone(words []token) ([]token, bool) {
	at := 0
	for at < 2 && at < len(words) && (words[at].Text == "no" || words[at].Text == "oh") && words[at].Stop != hear.None {
		at++
	}
	if t.state.Looked != nil || at+1 >= len(words) || words[at].Text != "no" || words[at].Stop != hear.None || !t.namesNext(words, at+1) {
		return words, false
	}
	for i, w := range words[at : len(words)-1] {
		if w.Stop != hear.None || i > 0 && (w.Text == "and" || w.Text == "but" || w.Text == "just" || w.Text == "only" || w.Text == "instead") {
			return words, false
		}
	}
	return append(hear.Tokens("i do not want"), words[at+1:]...), true
}

// unsaid writes out what the last thing of a turn does, other than the one before: "…, the hat should".
func (t *turn) unsaid(words []token, first string) []token {
	end := len(words) - 1
	if !leftUnsaid[words[end].Text] {
		return words
	}
	from := end
	for from > 0 && words[from-1].Stop == hear.None && words[from-1].Text != "but" && words[from-1].Text != "and" {
		from--
	}
	if from == 0 || from == end {
		return words
	}
	if first == plainStays {
		return append(append(words[:from:from], hear.Tokens("remove")...), words[from:end]...)
	}
	return append(words[:end:end], hear.Tokens(plainStays)...)
}

// leftUnsaid end a sentence of which the rest is left unsaid.
var leftUnsaid = set("should", "does", "do", "is", "are", "can", "must", "may", "will")

// takenOff counts a pair by what is in the cart: "hiking socks, take a pair off" is one of them, where two mugs would be.
func (t *turn) takenOff(words []token) ([]token, bool) {
	for i := 1; i+2 < len(words); i++ {
		if words[i].Text != "a" || words[i+1].Text != "pair" || words[i+2].Text != "off" && words[i+2].Text != "out" && words[i+2].Text != "away" {
			continue
		}
		n := "two"
		for _, l := range t.namedLines(t.read(hear.Text(words[:i-1])), t.state.Cart.Lines) {
			if p, ok := t.productOf(l.SKU); ok && t.isPaired(p) {
				n = "one"
			}
		}
		out := append(words[:i:i], hear.Tokens(n)...)
		return append(out, words[i+2:]...), true
	}
	return words, false
}
