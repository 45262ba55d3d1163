package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// slotAt reads the cue or the thing at i and gives how many words that was.
func (t *turn) slotAt(piece []slot, words []token, i int) ([]slot, int) {
	if n := t.moneyAt(words, i); n > 0 {
		return piece, n
	}
	letter, cue := englishCues.At(words, i)
	thing, strange := t.thingAt(words, i)
	if cue > 0 && (thing == 0 || cue >= thing && !t.nounHere(words, i)) || thing == 0 && cue > 0 {
		if letter == 0 {
			return piece, cue
		}
		letter = t.cueHere(letter, piece, words, i, cue)
		if letter == 0 {
			return piece, cue
		}
		return append(piece, slot{letter: letter, text: hear.Text(words[i : i+cue])}), cue
	}
	if thing > 0 {
		return append(piece, t.thingSlot(words[i:i+thing], strange)), thing
	}
	if w := words[i].Text; englishFiller[w] || t.tables.mild[w] || t.lang.Small(w) {
		return piece, 1
	}
	word := slot{letter: slotWord, text: words[i].Text}
	if i > 0 { // it may belong to what stands before it
		prev := words[i-1].Text
		word.def = !(ofPeople[prev] && len(piece) == 0) && (t.glue(prev) || t.tables.articles[prev]) || len(piece) > 0 && isThing(piece[len(piece)-1].letter) && !englishFiller[prev]
	}
	return append(piece, word), 1
}

// nounHere says that a word which may be a verb names goods where it stands: "the wool throw".
func (t *turn) nounHere(words []token, i int) bool {
	if t.wordKind(words[i].Text) == wordGoods && i+1 < len(words) && t.wordKind(words[i+1].Text) == wordGoods { // "throw wool one"
		return true
	}
	return t.wordKind(words[i].Text) == wordGoods && words[i].Stop != hear.None || t.wordKind(words[i].Text) == wordGoods && i > 0 && (t.tables.articles[words[i-1].Text] || t.wordKind(words[i-1].Text) >= wordValue)
}

// cueHere settles what a cue is by what stands around it; 0 = it carries nothing.
func (t *turn) cueHere(letter rune, piece []slot, words []token, i, n int) rune {
	w, next := hear.Text(words[i:i+n]), ""
	if i+n < len(words) {
		next = words[i+n].Text
	}
	prev := rune(0)
	if len(piece) > 0 {
		prev = piece[len(piece)-1].letter
	}
	thing := isThing(prev)
	switch {
	case (w == "i said" || w == "i asked for") && thing:
		return 0
	case (w == "up" || w == "down") && (next == "from" || next == "to"):
		return 0
	case w == "be":
		if thing && next != "" && (t.wordKind(next) == wordValue || t.sizeAt(words, i+1) || t.countAt(words, i+1)) { // "could the scarf be ivory"
			return slotSet
		}
		return 0
	case w == "let us say" && len(piece) == 0 && !t.begun:
		return 0
	case w == "with" && thing && t.goodsAhead(words, i+1) && !strings.ContainsAny(slotted{slots: piece}.letters(), "wsr"):
		return slotAnd
	case w == "over" && !strings.ContainsRune(slotted{slots: piece}.letters(), slotRather): // "scarves over forty"
		return slotHard
	case w == "but" && prev == slotAll:
		return slotBut
	case w == "but" || w == "so" || w == "also":
		return slotAnd
	case (w == "make it" || w == "make that") && (len(piece) == 0 || prev == slotAnd || thing && prev != slotCount && prev != slotValue && prev != slotNew):
		return slotSet
	case letter == slotFix && len(piece) == 0 && (w == "actually" || w == "sorry" || w == "wait") && i+n < len(words) && words[i+n-1].Stop == hear.None && !t.begun:
		return 0
	case letter == slotFix && i > 0 && !thing && prev != slotOut && prev != slotIn && w != "no" && w != "i mean" && w != "i meant":
		return 0
	case (w == "no" || strings.HasSuffix(w, " no") || w == "nope" || w == "nah") && words[i+n-1].Stop == hear.None && t.namesNext(words, i+n):
		return slotNot
	case w == "have" && prev == slotAdd, w == "like" && prev != 0:
		return 0
	case letter == slotTo && (w == "from" || w == "as" || w == "to") && next != "" && isVerb(words, i+n):
		return 0
	case w == "to" && len(piece) == 0:
		return 0
	case letter == slotLater && w == "later" && next == "on":
		return slotLater
	}
	return letter
}

func (t *turn) countAt(words []token, i int) bool {
	_, n := t.lang.Number(words, i)
	return n > 0
}

// moneyAt gives how many words tell what something comes to: "that is | ninety dollars". A bound of a search is none of that.
func (t *turn) moneyAt(words []token, i int) int {
	if i == 0 || !comesTo[words[i-1].Text] {
		return 0
	}
	_, n := t.lang.Number(words, i)
	if n == 0 || i+n >= len(words) || !moneyWords[words[i+n].Text] {
		return 0
	}
	return n + 1
}

// comesTo stand before what something costs.
var comesTo = set("is", "are", "was", "be", "costs", "cost")

// goodsAhead says that goods are named next.
func (t *turn) goodsAhead(words []token, i int) bool {
	for k := i; k < len(words) && k < i+6; k++ {
		if t.kindAt(words, k) == wordGoods {
			return true
		}
		if _, n := englishCues.At(words, k); n > 0 || words[k].Stop != hear.None {
			return false
		}
	}
	return false
}

// namesNext says that goods follow without an article or a number: "no socks", not "no, the silk one".
func (t *turn) namesNext(words []token, i int) bool {
	for ; i < len(words); i++ {
		switch k := t.wordKind(words[i].Text); {
		case k == wordGoods || k == wordSound:
			return true
		case words[i].Text != "extra" && words[i].Text != "more" && words[i].Text != "other" && !t.tables.mild[words[i].Text] && k != wordValue, words[i].Stop != hear.None:
			return false
		}
	}
	return false
}

func isVerb(words []token, i int) bool {
	letter, n := englishCues.At(words, i)
	return n > 0 && (letter == slotWish || letter == slotAdd || letter == slotMove || letter == slotRemove || letter == slotSwap || letter == slotSet || letter == slotSave || letter == slotStay)
}

func isThing(letter rune) bool {
	switch letter {
	case slotNew, slotLine, slotOther, slotSaved, slotValue, slotCount, slotPoint, slotPlace, slotAll, slotStrange:
		return true
	}
	return false
}

// thingAt reads what names, counts, or points at goods, from its article to its last option; strange = a word in it is no goods.
func (t *turn) thingAt(words []token, i int) (n int, strange bool) {
	j, head := i, false
	for j < len(words) {
		if head && t.beginsAnother(words, i, j) {
			break
		}
		took, named, odd := t.partAt(words, i, j, head)
		if took == 0 || odd && strange || odd && !head && i < j && !named && ofPeople[words[i].Text] {
			break
		}
		j, head, strange = j+took, head || named, strange || odd
		if words[j-1].Stop != hear.None {
			break
		}
	}
	for j > i && t.glue(words[j-1].Text) {
		j--
	}
	if !head {
		return 0, false
	}
	return j - i, strange
}

// beginsAnother says that a thing with its option is said, and that goods follow: "flannel shirt large | straight jeans".
func (t *turn) beginsAnother(words []token, from, j int) bool {
	if k := t.wordKind(words[j].Text); k != wordGoods && (k != wordValue || j+1 >= len(words) || t.wordKind(words[j+1].Text) != wordGoods) {
		return false
	}
	if _, n := t.lang.Letters(words, j-1); n == 0 {
		if _, n := t.lang.Measure(words, j-1); n == 0 {
			return false
		}
	}
	for k := from; k < j-1; k++ {
		if _, n := t.lang.Number(words, k); n == 0 && t.wordKind(words[k].Text) == wordGoods {
			return !words[j-1].Joined
		}
	}
	return false
}

// glue holds a thing together and ends none.
func (t *turn) glue(w string) bool {
	return w == "of" || w == "in" || w == "with" || w == "size" || w == "the" || w == "a" || w == "an" || w == "and"
}

// partAt reads the next part of a thing that began at from; named = it names, counts or points.
func (t *turn) partAt(words []token, from, j int, head bool) (took int, named, odd bool) {
	w, prev, next := words[j].Text, "", ""
	if j > from {
		prev = words[j-1].Text
	}
	if j+1 < len(words) && words[j].Stop == hear.None {
		next = words[j+1].Text
	}
	if n := t.pointerAt(words, j); n > 0 && (!head || prev == "of" || w == "one" || w == "ones") {
		return n, true, false
	}
	switch {
	case w == "one" && t.namesWord(prev) && next != "" && (t.wordKind(next) >= wordValue || t.lang.Holder(next)): // "a navy scarf one red scarf"
		return 0, false, false
	case (w == "one" || w == "ones") && j > from:
		return 1, true, false
	case t.tables.articles[w]:
		if head && prev != "of" && prev != "in" || next == "" {
			return 0, false, false
		}
		return 1, false, false
	case w == "of" && head && next != "":
		return 1, false, false
	case (w == "in" || w == "size" || w == "sized" || w == "with" || w == "color" || w == "colour" || w == "waist" || w == "inch") && (j > from || w == "size" || w == "in"):
		return t.optionAhead(words, j), false, false
	case w == "and" && head && next != "" && t.nameJoins(prev, next):
		return 1, false, false
	}
	return t.namedAt(words, from, j, head)
}

// namedAt reads numbers, sizes, ordinals and words.
func (t *turn) namedAt(words []token, from, j int, head bool) (took int, named, odd bool) {
	w, prev := words[j].Text, ""
	if j > from {
		prev = words[j-1].Text
	}
	if _, n := t.lang.Ordinal(words, j); n > 0 && !t.namesWord(prev) {
		return n, true, false
	}
	if _, n := t.lang.Letters(words, j); n > 0 && (n > 1 || len(w) > 3 || t.lang.IsMeasure(w) || w == "big" || t.tables.sizeSigns[prev] || j == len(words)-1 && head) {
		return n, true, false
	}
	if _, n := t.lang.Measure(words, j); n > 0 {
		return t.numberAt(words, from, j, n, head)
	}
	if _, n := t.lang.Number(words, j); n > 0 {
		return t.numberAt(words, from, j, n, head)
	}
	if w == "extra" || w == "same" || w == "other" || w == "another" || w == "more" {
		return 1, w != "more" || head, false
	}
	switch k := t.kindAt(words, j); {
	case k == wordGoods || k == wordValue:
		if _, n := englishCues.At(words, j); n > 0 && j == from && !head && k == wordGoods && isVerb(words, j) && !t.nounHere(words, j) {
			return 0, false, false
		}
		return 1, true, false
	case t.tables.mild[w] && (j > from || !head):
		return 1, false, false
	case t.lang.Holder(w) && j > from:
		return 1, true, false
	case k == wordSmall:
		return 0, false, false
	}
	return t.oddAt(words, from, j, head)
}

// kindAt is what a word may be where it stands: what carries nothing is goods only beside other words of goods ("still water").
func (t *turn) kindAt(words []token, j int) wordKind {
	k := t.wordKind(words[j].Text)
	if k < wordValue || !englishFiller[words[j].Text] {
		return k
	}
	if len(words) == 1 || j+1 < len(words) && words[j].Stop == hear.None && t.wordKind(words[j+1].Text) >= wordValue || j > 0 && t.wordKind(words[j-1].Text) == wordGoods && !englishFiller[words[j-1].Text] || j > 0 && t.tables.articles[words[j-1].Text] {
		return k
	}
	return wordSmall
}

// oddAt takes a word that means nothing by itself into a thing: between an article and goods, or where goods sound like both.
func (t *turn) oddAt(words []token, from, j int, head bool) (took int, named, odd bool) {
	if _, n := englishCues.At(words, j); n > 0 || englishFiller[words[j].Text] {
		return 0, false, false
	}
	if head && j > from {
		text := hear.Text(words[from : j+1])
		f := t.find(evercart.Query{Words: text})
		if len(f.Unknown) == 0 && len(f.Hits) > 0 {
			return 1, true, false
		}
		if _, ok := t.mended(text); ok {
			return 1, true, true
		}
	}
	if words[j].Stop == hear.None && j+1 < len(words) && (t.wordKind(words[j+1].Text) == wordGoods) {
		f := t.find(evercart.Query{Words: hear.Text(words[j : j+2])})
		return 1, false, len(f.Unknown) > 0 || len(f.Hits) == 0
	}
	if j > from && !head && t.tables.articles[words[j-1].Text] && !ofPeople[words[j-1].Text] {
		return 1, true, true
	}
	return 0, false, false
}

func (t *turn) namesWord(w string) bool { return w != "" && t.wordKind(w) == wordGoods }

// numberAt takes a number into a thing where it counts it, or is a size of it; a number before other goods begins another thing.
func (t *turn) numberAt(words []token, from, j, n int, head bool) (int, bool, bool) {
	after := ""
	if j+n < len(words) && words[j+n-1].Stop == hear.None {
		after = words[j+n].Text
	}
	if head && j > from && t.namesWord(words[j-1].Text) && after != "" && (t.wordKind(after) >= wordValue || t.lang.Holder(after) || t.tables.mild[after] || after == "of") && !t.tables.measures[after] && !words[j+n-1].Joined && !t.sizeOf(words[from:j], words, j) {
		return 0, false, false
	}
	if head && after == "of" && j+n+1 < len(words) && t.pointerAt(words, j+n+1) > 0 { // "crisps, family size, two of them"
		return 0, false, false
	}
	if head && after != "" && j > from && t.tables.articles[words[j-1].Text] {
		return n, true, false
	}
	return n, true, false
}

// sizeOf says that the number at j is a size of the goods before it: "straight jeans thirty-two, black belt".
func (t *turn) sizeOf(goods, words []token, j int) bool {
	f := t.find(evercart.Query{Words: hear.Text(goods), Limit: 1})
	size, n := t.lang.Measure(words, j)
	return n > 0 && len(f.Hits) > 0 && len(f.Unknown) == 0 && t.hasNumbers(f.Hits[0].Product) && hasValue(t, f.Hits[0].Product, size)
}

// optionAhead says that an option follows "in", "size" or "with": it gives one word, or none.
func (t *turn) optionAhead(words []token, j int) int {
	if words[j].Stop != hear.None {
		return 0
	}
	for k := j + 1; k < len(words) && k < j+4; k++ {
		w := words[k].Text
		_, size := t.lang.Letters(words, k)
		_, number := t.lang.Measure(words, k)
		if mistaken, ok := t.lang.Mistaken(w); ok && mistaken > 0 && words[k-1].Text == "size" {
			return 1
		}
		if number > 0 && k+number+1 < len(words) && words[k+number].Text == "of" || number > 0 && k+number < len(words) && t.lang.Holder(words[k+number].Text) { // "in two packs"
			return 0
		}
		if size > 0 || number > 0 || t.wordKind(w) == wordValue || t.lang.Color(w) {
			return 1
		}
		if !t.glue(w) && w != "color" && w != "colour" && w != "number" && !t.tables.articles[w] {
			return 0
		}
	}
	return 0
}

// pointerAt reads what points: "them", "the last one", "both of them"; the longest phrase counts.
func (t *turn) pointerAt(words []token, j int) int {
	_, best := t.tables.pointers.At(words, j)
	if words[j].Text == "the" && j+1 < len(words) {
		if n := t.pointerAt(words, j+1); n > best {
			return n + 1
		}
	}
	if best == 1 {
		w, after := words[j].Text, ""
		if j+1 < len(words) && words[j].Stop == hear.None {
			after = words[j+1].Text
		}
		if t.tables.articles[w] && after != "" && (t.wordKind(after) >= wordValue || t.tables.mild[after] || t.lang.Holder(after)) { // "those socks"
			return 0
		}
		if _, size := t.lang.Letters(words, j+1); w == "both" && (size > 0 || after != "" && t.wordKind(after) == wordValue) { // "both large"
			return 0
		}
		if w == "extra" || w == "more" || w == "another" || w == "same" || w == "other" || w == "additional" {
			return 0
		}
		if w == "that" && j > 0 && words[j-1].Stop == hear.None && relative[after] && (t.wordKind(words[j-1].Text) >= wordValue || words[j-1].Text == "ones" || words[j-1].Text == "one") { // "the dusk ones that have to go"
			return 0
		}
		if (w == "that" || w == "it" || w == "this") && (after == "is" || after == "was") {
			return 0
		}
	}
	return best
}
