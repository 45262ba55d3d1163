package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// reason gives how many words tell why, when or for whom, and name no goods: they are left out.
func (t *turn) reason(words []token, i int, first bool) int {
	w := words[i].Text
	if w == "so" && i+1 < len(words) && !t.tables.speakers[words[i+1].Text] && words[i+1].Text != "that" || !reasons[w] || w == "for" && first || i+1 >= len(words) {
		return 0
	}
	if w == "only" {
		if words[i+1].Text == "if" {
			return len(words) - i
		}
		return 0
	}
	if _, size := t.lang.Letters(words, i+1); size > 0 && w == "as" || i+2 < len(words) && w == "as" && t.sizeAt(words, i+2) { // "the blouse as a medium"
		return 0
	}
	if letter, n := englishCues.At(words, i); n > 1 && letter != 0 { // "for another time"
		return 0
	}
	if w == "for" && others[words[i+1].Text] {
		return 2
	}
	whom := w == "for" || w == "as" || w == "on"
	if next := words[i+1].Text; whom && !t.tables.articles[next] && !t.lang.Small(next) && t.wordKind(next) != wordStrange {
		return 0
	}
	some := false
	for j := i + 1; j < len(words); j++ {
		letter, n := englishCues.At(words, j)
		k := t.kindAt(words, j)
		if _, number := t.lang.Number(words, j); some && whom && (k == wordValue || number > 0 || n > 0 && letter != 0 || t.tables.articles[words[j].Text] || words[j].Text == "both") { // "for my two sons both large"
			return j - i
		}
		switch {
		case k == wordGoods, k == wordValue && w == "for", n > 0 && (letter == slotRemove || letter == slotNot && w == "for"):
			return 0
		case k == wordStrange || k == wordSound:
			some = true
		}
	}
	if !some && whom {
		return 0
	}
	return len(words) - i
}

func (t *turn) sizeAt(words []token, i int) bool {
	_, n := t.lang.Letters(words, i)
	return n > 0
}

var reasons = set("for", "because", "since", "if", "when", "while", "so", "who", "whose", "which", "before", "until", "till", "unless", "only", "although", "though", "as", "on")

var others = set("me", "us", "him", "her", "them", "myself", "ourselves", "everyone", "everybody", "someone", "somebody", "you")

// questionAt gives the question that begins here, up to the mark; "" = there is none.
func (t *turn) questionAt(words []token) string {
	text := hear.Text(words)
	if strings.Contains(text, " not ") && !asksWhich.MatchString(text) {
		return ""
	}
	s := t.led(text)
	f := t.fit(s)
	if f.want == wantBrowse && words[len(words)-1].Stop == hear.Comma && lookingFor.MatchString(text) { // "…, can you pop those in"
		return ""
	}
	switch f.want {
	case wantPrice, wantCheapest, wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell, wantBrowse, wantView, wantTotal, wantHelp, wantBot, wantOrder:
		return text
	}
	return ""
}

// tells says that a piece speaks of somebody or something else: "it is getting cold", "he has big feet".
func (t *turn) tells(words []token, piece []slot) bool {
	i := 0
	for i < len(words)-1 && !t.tables.thirds[words[i].Text] && (englishFiller[words[i].Text] || t.tables.splits[words[i].Text]) {
		i++
	}
	if !t.tables.thirds[words[i].Text] || i+1 >= len(words) || !saysOf.MatchString(words[i+1].Text) {
		return false
	}
	return !strings.ContainsAny(slotted{slots: piece}.letters(), "rwskvLoqn")
}

var lookingFor = sift.Of(`\b(?:looking|shopping|searching) for\b|^(?:could you |can you |please )*find (?:me|us)\b`)

// besides says that a piece names nothing and wants nothing: it tells something.
func (t *turn) besides(piece []slot) bool {
	strange := false
	if len(piece) == 1 && piece[0].letter == slotHard && strings.HasPrefix(piece[0].text, "too ") { // "take one away, is too many"
		return true
	}
	if len(piece) > 0 && strings.Trim(slotted{slots: piece}.letters(), "nasmApUt") == "" { // "I do not want to make a nuisance of myself"
		return true
	}
	for _, s := range piece {
		switch s.letter {
		case slotNew, slotLine, slotOther, slotSaved, slotPlace, slotAsk, slotFix, slotStrange, slotAll, slotRemove, slotSwap, slotHard:
			return false
		case slotWord:
			strange = true
		}
	}
	return strange
}

// heardNumbers reads numbers that were taken for other words: "i need to dawn mugs", "add for lemonades".
func (t *turn) heardNumbers(words []token) []token {
	for i := 0; i+1 < len(words); i++ {
		if _, took := t.lang.Number(words, i+1); words[i].Text == "more" && took == 1 && words[i+1].Text != "one" { // "I need more two"
			words[i].Text, words[i+1].Text = words[i+1].Text, "more"
			continue
		}
		if _, a := t.lang.Number(words, i); a == 1 && i+2 < len(words) && !words[i].Joined && t.lang.Stem(words[i+2].Text) == "pack" { // "two three packs of socks"
			if _, b := t.lang.Number(words, i+1); b == 1 {
				words[i+1].Joined = true
			}
		}
		if words[i].Text == "waste" && t.countAt(words, i+1) {
			words[i].Text = "waist"
			continue
		}
		if words[i].Text == "of" && (words[i+1].Text == "him" || words[i+1].Text == "her") {
			words[i+1].Text = "them"
			continue
		}
		if n, ok := t.lang.Mistaken(words[i+1].Text); ok && i+2 == len(words) && i > 0 && (t.wordKind(words[i].Text) == wordGoods || words[i].Text == "to") && slices.ContainsFunc(words[:i], func(w token) bool { return w.Text == "make" || w.Text == "set" || w.Text == "change" }) { // "make the mugs sicks"
			words[i+1].Text = strconv.Itoa(n)
			continue
		}
		if words[i].Text == "won" && (t.lang.Holder(words[i+1].Text) || words[i+1].Text == "in" || words[i+1].Text == "of" || t.wordKind(words[i+1].Text) == wordGoods) {
			words[i].Text = "one"
			continue
		}
		_, size := t.lang.Letters(words, i+1)
		if _, number := t.lang.Number(words, i+1); number > 0 && size == 0 && slices.ContainsFunc(words[:i], func(w token) bool { return w.Text == "make" || w.Text == "set" || w.Text == "change" }) {
			size = number // "change the lemonade two three"
		}
		if i > 1 && words[i].Text == "two" && size > 0 && i+1+size == len(words) && t.wordKind(words[i-1].Text) == wordGoods {
			words[i].Text = "to" // "change the blouse two small"
			continue
		}
		n, ok := t.lang.Mistaken(words[i].Text)
		if !ok || words[i].Stop != hear.None || t.wordKind(words[i+1].Text) < wordValue {
			continue
		}
		plural := false
		for j := i + 1; j < len(words) && j < i+5 && words[j-1].Stop == hear.None && !plural; j++ {
			plural = t.lang.Stem(words[j].Text) != words[j].Text
		}
		asks := i == 0
		for k := max(0, i-3); k < i && !asks; k++ {
			letter, took := englishCues.At(words, k)
			asks = k+took == i && (letter == slotWish || letter == slotAdd || letter == slotMove && words[i].Text != "to")
		}
		if plural && asks {
			words[i].Text = strconv.Itoa(n)
		}
	}
	return words
}

// wordKind is what a word may be in this shop.
type wordKind int

const (
	wordStrange wordKind = iota
	wordSmall
	wordValue // an option
	wordGoods // a word of a title, a type or a tag
	wordSound // one that sounds like those
)

func (t *turn) wordKind(w string) wordKind {
	if k, ok := t.kinds[w]; ok {
		return k
	}
	k := t.kindOfWord(w)
	if t.kinds == nil {
		t.kinds = map[string]wordKind{}
	}
	t.kinds[w] = k
	return k
}

// purposes are words that shops tag goods with and nobody calls them by.
var purposes = set("gift", "present", "office", "summer", "winter", "outdoor", "woman", "man", "kid", "home", "basic", "new", "sale")

func (t *turn) kindOfWord(w string) wordKind {
	if t.lang.Small(w) {
		return wordSmall
	}
	stem := t.lang.Stem(w)
	f := t.find(evercart.Query{Words: w})
	if len(f.Hits) == 0 || len(f.Unknown) > 0 {
		if t.lang.Color(w) {
			return wordValue
		}
		return wordStrange
	}
	for _, h := range f.Hits[:min(3, len(f.Hits))] {
		if purposes[stem] {
			break
		}
		name := h.Product.Title + " " + h.Product.Type + " " + strings.Join(h.Product.Tags, " ")
		if slices.ContainsFunc(t.wordsOf(name), func(v token) bool { return t.lang.Stem(v.Text) == stem }) {
			return wordGoods
		}
		if hasValue(t, h.Product, stem) {
			return wordValue
		}
	}
	if t.lang.Color(w) {
		return wordValue
	}
	if purposes[stem] || t.tables.frames[w] || len(w) < 4 || t.lang.Trusted(w) {
		return wordStrange
	}
	return wordSound
}
