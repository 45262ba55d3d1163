package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/roles"
)

// labelled is a turn as the model sees it, with the slot of each element.
type labelled struct {
	sentence roles.Sentence
	slots    []slot // one an element
	begins   []int  // the word that each element begins with
	words    []token
}

// labels cuts a turn into elements: nothing is left out, each word may tell.
func (t *turn) labels(text string) labelled {
	words := t.Brain.listed(t.lang.Words(unmasked.Replace(text)))
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	words = t.heardNumbers(words)
	for i, w := range words {
		if w.Text == "em" && i > 0 && words[i-1].Text != "size" && words[i-1].Text != "a" && words[i-1].Text != "an" {
			words[i].Text = "them"
		}
	}
	out := labelled{words: words}
	for i := 0; i < len(words); {
		s, n := t.elementAt(words, i)
		out.slots, out.begins = append(out.slots, s), append(out.begins, i)
		i += n
	}
	out.slots = t.onesOf(out.slots)
	for k, s := range out.slots {
		end := len(words)
		if k+1 < len(out.slots) {
			end = out.begins[k+1]
		}
		e := roles.Element{Letter: byte(s.letter), Stop: markOf(words[end-1].Stop)}
		for _, w := range words[out.begins[k]:end] {
			e.Words = append(e.Words, w.Text)
		}
		if e.Thing() {
			e.Flags = t.flagsOf(s)
		}
		out.sentence.Elements = append(out.sentence.Elements, e)
	}
	out.sentence.Elements = append(out.sentence.Elements, roles.Element{Letter: slotWhole, Words: []string{""}})
	out.slots, out.begins = append(out.slots, slot{letter: slotWhole}), append(out.begins, len(words))
	out.sentence.State = t.stateFlags()
	return out
}

func markOf(s hear.Stop) byte {
	switch s {
	case hear.None:
		return 0
	case hear.Comma:
		return ','
	case hear.Question:
		return '?'
	}
	return '.'
}

// elementAt reads the thing, the cue or the word at i.
func (t *turn) elementAt(words []token, i int) (slot, int) {
	if n := t.moneyAt(words, i); n > 0 {
		return slot{letter: slotWord, text: hear.Text(words[i : i+n])}, n
	}
	letter, cue := englishCues.At(words, i)
	thing, strange := t.thingAt(words, i)
	switch {
	case cue > 0 && (thing == 0 || cue >= thing && !t.nounHere(words, i)):
		text := hear.Text(words[i : i+cue])
		if timesWords[text] {
			letter = slotTimes
		}
		return slot{letter: letter, text: text}, cue
	case thing > 0:
		n := t.oneThing(words, i, thing)
		if n < thing {
			strange = false
		}
		s := t.thingSlot(words[i:i+n], strange)
		if s.letter == slotStrange && n > 1 && !t.tables.articles[words[i].Text] && t.wordKind(words[i].Text) == wordStrange && !t.lang.Color(words[i].Text) && !t.countAt(words, i) && !t.sizeAt(words, i) {
			if rest := t.thingSlot(words[i+1:i+n], false); rest.letter != slotStrange { // "adores rosé lemonade"
				return slot{letter: slotWord, text: words[i].Text}, 1
			}
		}
		return s, n
	}
	s := slot{text: words[i].Text}
	if w := words[i].Text; !englishFiller[w] && !t.tables.mild[w] && !t.lang.Small(w) {
		s.letter = slotWord
	}
	return s, 1
}

// timesWords multiply.
var timesWords = set("double", "triple", "treble", "quadruple", "twice", "half", "halve")

// oneThing cuts what was read as one thing where it holds two: "dusk mug dawn mug", "wool scarf red wool scarf grey".
func (t *turn) oneThing(words []token, i, n int) int {
	seen := map[string]bool{}
	goods := 0
	for j := i; j < i+n; j++ {
		if letter, cue := englishCues.At(words, j); j > i && letter == slotStep && cue > 1 { // "have them | one size smaller"
			return j - i
		}
		if j > i+1 && words[j-2].Text == "of" && (words[j-1].Text == "them" || words[j-1].Text == "those" || words[j-1].Text == "these") && t.wordKind(words[j].Text) >= wordValue {
			return j - i
		}
		if t.wordKind(words[j].Text) != wordGoods {
			continue
		}
		stem := t.lang.Stem(words[j].Text)
		if seen[stem] {
			return t.cutBefore(words, i, j) - i
		}
		seen[stem] = true
		goods++
	}
	if next := i + n; next < len(words) && words[next-1].Stop == hear.None && t.wordKind(words[next].Text) == wordGoods && seen[t.lang.Stem(words[next].Text)] { // "small orange juice large | orange juice"
		if cut := t.cutBefore(words, i, next); cut < next {
			return cut - i
		}
	}
	if goods < 2 {
		return n
	}
	known := func(to int) bool {
		f := t.find(evercart.Query{Words: t.read(hear.Text(words[i:to])).query(), Limit: 1})
		return len(f.Hits) > 0 && len(f.Unknown) == 0
	}
	if known(i + n) {
		return n
	}
	was := false
	for j := i + 1; j < i+n; j++ {
		now := known(j + 1)
		if was && !now && t.wordKind(words[j].Text) == wordGoods {
			return t.cutBefore(words, i, j) - i
		}
		was = now
	}
	return n
}

// cutBefore puts the option before the noun at j to it, where the thing that began at i had its own option first.
func (t *turn) cutBefore(words []token, i, j int) int {
	option := func(k int) bool {
		_, size := t.lang.Letters(words, k)
		return size > 0 || t.wordKind(words[k].Text) == wordValue || t.lang.Color(words[k].Text)
	}
	first := i
	for first < j && (t.tables.articles[words[first].Text] || t.countAt(words, first)) {
		first++
	}
	if j-1 > first && option(j-1) && option(first) {
		j--
	}
	for j-1 > i && t.glue(words[j-1].Text) {
		j--
	}
	return j
}

// flagsOf tells how a thing is said.
func (t *turn) flagsOf(s slot) string {
	var b strings.Builder
	put := func(is bool, flag byte) {
		if is {
			b.WriteByte(flag)
		}
	}
	put(s.def, 'd')
	put(s.it.given, 'g')
	put(s.it.more, 'm')
	put(s.it.same, 's')
	put(s.it.qty > 0, 'q')
	put(s.it.qty == 1, '1')
	put(len(s.it.nums) > 0, 'n')
	put(len(s.it.sizes) > 0, 'z')
	put(s.it.mine, 't')
	put(s.it.plural, 'p')
	put(strings.HasSuffix(s.text, " one") || strings.HasSuffix(s.text, " ones"), 'o')
	put(s.it.ref == refThem, 'h')
	put(s.it.ref == refOther, 'r')
	put(s.it.ref == refEach, 'e')
	if s.letter == slotLine {
		named := s.it
		named.qty, named.more, named.nums = 0, false, s.it.sizedNums()
		found := t.namedLines(named, t.state.Cart.Lines)
		put(len(found) > 1, 'M')
		put(len(found) == 1 && found[0].Quantity > 1, 'Q')
		put(len(found) == 1 && s.it.qty > found[0].Quantity, '>')
		put(len(found) == 1 && s.it.qty > 0 && s.it.qty < found[0].Quantity, '<')
		put(len(found) == 1 && s.it.qty == found[0].Quantity, '=')
	}
	return b.String()
}

// stateFlags tells of cart and talk.
func (t *turn) stateFlags() string {
	var b strings.Builder
	put := func(is bool, flag byte) {
		if is {
			b.WriteByte(flag)
		}
	}
	lines := t.state.Cart.Lines
	put(len(lines) == 0, 'e')
	put(len(lines) == 1, '1')
	put(len(lines) > 1, 'n')
	put(len(t.state.Cart.Saved) > 0, 's')
	put(len(t.state.Focus) > 0, 'f')
	put(len(t.state.Focus) > 0 && t.focusIn(), 'c')
	put(len(t.prompt.History) > 0, 'h')
	return b.String()
}

func (t *turn) focusIn() bool {
	for _, s := range t.state.Focus {
		if _, ok := t.state.Cart.LineOf(s); ok {
			return true
		}
	}
	return false
}

// nothingMore says that a turn after another wants nothing: "yes, fifteen".
func (t *turn) nothingMore(l labelled, given []roles.Role) bool {
	return len(t.prompt.History) > 0 && len(given) > 1 && strings.Trim(string(given), "-") == "" && strings.Trim(l.sentence.Letters(), "#VPW") == ""
}
