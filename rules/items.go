package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/hear"
)

// item is one thing named in a clause, with what is said of it.
type item struct {
	words    []string // what names it, colours included
	sizes    []string // sizes in letters, as hear.Value writes them
	nums     []num    // numbers whose meaning the goods decide: a size, or how many
	qty      int      // how many; 0 = not said
	more     bool     // another, more, extra
	ordinals []int    // the second one; hear.Last
	ref      ref
	same     bool // the same …
	rank     int  // −1 the cheapest, +1 the dearest
	plural   bool // the last word that names it was a plural
	given    bool // it began with an article or a number: a thing of its own
	mine     bool // that began with "those", "my": one that was spoken of
	derived  bool // it is the thing before in another colour
	told     bool // it follows the one before without an "and": it may tell more of it
	or       bool // it stands beside the one before: "this or that"
	vague    bool // "a few", "several": how many must be asked
	pair     bool // counted in pairs: two of what does not come in pairs
	ones     bool // it ended in "one" or "ones": of the kind that is spoken of
	bad      bool // a quantity that is none: minus two, half a scarf, zero
}

// num is a number as a size ("8.5") and, where it is whole, as a count.
type num struct {
	size  string
	count int  // 0 = a fraction
	sized bool // said as a size: "size nine", "in a nine"
}

// ref is how a thing is pointed at.
type ref int

const (
	refNone  ref = iota
	refIt        // it, that, this, the one
	refThem      // those, them
	refEach      // each, both, all of them
	refOther     // the other one
)

// Ordinals besides hear.Last.
const (
	lastButOne = -2   // and so on: −3 is the third from the end
	middle     = -100 // of an odd number
)

// place turns an ordinal into an index of n things; −1 = there is none.
func place(ordinal, n int) int {
	i := ordinal - 1
	switch {
	case ordinal == middle:
		if i = n / 2; n%2 == 0 {
			return -1
		}
	case ordinal <= hear.Last:
		i = n + ordinal
	}
	if i < 0 || i >= n {
		return -1
	}
	return i
}

// bare says that nothing names the thing but pointing, sizes and numbers.
func (it item) bare() bool { return len(it.words) == 0 }

// empty says that nothing was said at all.
func (it item) empty() bool {
	return it.bare() && len(it.sizes) == 0 && len(it.nums) == 0 && it.qty == 0 && len(it.ordinals) == 0 && it.ref == refNone && !it.more && !it.same && it.rank == 0 && !it.bad && !it.vague
}

// onlyPoints says that nothing but "it" or "that" was said.
func (it item) onlyPoints() bool {
	return it.bare() && len(it.sizes) == 0 && len(it.nums) == 0 && it.qty == 0 && len(it.ordinals) == 0 && !it.more && !it.same && it.rank == 0 && (it.ref == refIt || it.ref == refThem)
}

func (b *Brain) readFresh(text string) item {
	it := item{}
	words := b.wordsOf(b.grammar.place.ReplaceAllString(text, " "))
	for i := 0; i < len(words); {
		i += max(1, b.readAt(&it, words, i))
	}
	if len(it.words) == 1 && b.tables.counts[b.lang.Stem(it.words[0])] { // "a pair in size nine": of what is spoken of
		it.words = nil
	}
	it.words, it.sizes, it.nums, it.ordinals = slices.Clip(it.words), slices.Clip(it.sizes), slices.Clip(it.nums), slices.Clip(it.ordinals)
	return it
}

// readAt reads what stands at i and gives how many words that was.
func (b *Brain) readAt(it *item, words []hear.Token, i int) int {
	w := words[i].Text
	if w := words[i].Text; it.empty() && i+1 < len(words) && b.tables.demonstratives[w] {
		it.mine = true
	}
	if _, n := b.lang.Letters(words, i); n > 1 { // "extra large", before "extra"
		return b.readSize(it, words, i)
	}
	if n := b.readPointer(it, words, i); n > 0 {
		return n
	}
	if n := b.readSize(it, words, i); n > 0 {
		return n
	}
	if n := b.readNumber(it, words, i); n > 0 {
		return n
	}
	if b.tables.articles[w] && it.empty() {
		it.given = true
	}
	if b.tables.vague[w] && len(it.words) == 0 {
		it.vague = true
		return 1
	}
	if b.lang.Small(w) {
		it.ones = it.ones || w == "ones" && len(it.words) > 0
		return 1
	}
	if b.lang.Holder(w) && (it.qty > 0 || i > 0 && b.tables.articles[words[i-1].Text]) && i+1 < len(words) && words[i+1].Text == "of" {
		if i > 0 && words[i-1].Text == "a" && it.qty == 0 { // "a pack of socks" of three
			it.qty = 1
		}
		it.pair = it.pair || b.tables.counts[b.lang.Stem(w)]
		return 2 // "a bottle of", "three packs of"
	}
	it.words = append(it.words, w)
	it.plural = b.lang.Stem(w) != w
	return 1
}

// readPointer reads what points at a thing without naming it.
func (b *Brain) readPointer(it *item, words []hear.Token, i int) int {
	if mark, n := b.tables.pointers.Across(words, i); n > 0 {
		if _, size := b.lang.Letters(words, i+n-1); size <= 1 { // not "an extra small blouse"
			mark(it)
			return n
		}
	}
	if n, took := b.lang.Ordinal(words, i); took > 0 && len(it.words) == 0 {
		if i > 0 && words[i-1].Text == "a" && i+1 < len(words) && !b.lang.Small(words[i+1].Text) { // "a second rosé lemonade"
			it.more = true
			return took
		}
		return took + b.readOrdinals(it, words, i+took, n)
	}
	return 0
}

// readOrdinals notes an ordinal, or as many as follow it: "the last two".
func (b *Brain) readOrdinals(it *item, words []hear.Token, i, ordinal int) int {
	many, took := b.lang.Number(words, i)
	if took == 0 || many < 2 || many > 9 || ordinal != 1 && ordinal != hear.Last || words[i].Joined {
		it.ordinals = append(it.ordinals, ordinal)
		return 0
	}
	for k := range many {
		if ordinal == 1 {
			it.ordinals = append(it.ordinals, 1+k)
		} else {
			it.ordinals = append(it.ordinals, hear.Last-k)
		}
	}
	return took
}

// readSize reads a size in letters. One that may be a word of its own needs a sign: "size em", "in a L", or the end.
func (b *Brain) readSize(it *item, words []hear.Token, i int) int {
	size, took := b.lang.Letters(words, i)
	if took == 0 {
		return 0
	}
	w := words[i].Text
	if took == 1 && !b.lang.IsMeasure(w) && len(w) <= 3 && w != "big" && w != "mid" && w != "med" && !strings.Contains(w, "x") {
		prev := ""
		if i > 0 {
			prev = words[i-1].Text
		}
		if !(b.tables.sizeSigns[prev] || i == len(words)-1 || i == 0 && len(words) > 1 && len(w) == 1) {
			return 0
		}
	}
	it.sizes = append(it.sizes, size)
	return took
}

// readNumber reads a number: how many, a size, or a part of a name ("three-pack", "750 ml").
func (b *Brain) readNumber(it *item, words []hear.Token, i int) int {
	w := words[i].Text
	if n := b.readBad(it, words, i); n > 0 {
		return n
	}
	if w == "one" && !b.countsOne(it, words, i) {
		it.ones = it.ones || len(it.words) > 0
		if len(it.words) == 0 && it.ref == refNone && i+1 == len(words) && len(it.ordinals) == 0 {
			it.ref = refIt
		}
		return 1
	}
	if m, ok := b.lang.Mistaken(w); ok && i > 0 && (words[i-1].Text == "size" || i == len(words)-1 && len(it.words) > 0 && b.tables.lastNumbers[w]) {
		it.nums = append(it.nums, num{strconv.Itoa(m), m, words[i-1].Text == "size"})
		return 1
	}
	words = b.singular(words, i)
	plural := words[i].Text != w
	count, took := b.lang.Number(words, i)
	size, sizeTook := b.lang.Measure(words, i)
	if took == 0 && sizeTook == 0 {
		return 0
	}
	if n, digits := b.lang.Digits(words, i); i == 0 && digits > took && digits == len(words) { // "one five"
		count, took, size, sizeTook = n, digits, strconv.Itoa(n), digits
	}
	if i > 1 && it.rank != 0 && words[i-1].Text == "the" && words[i-2].Text == "of" && took > 0 { // "the cheaper of the two"
		return took
	}
	if i > 0 && b.tables.elsewhere[words[i-1].Text] && took > 0 && len(it.words) > 0 { // "my flight at nine", "room twelve"
		return took
	}
	if i > 1 && words[i-1].Text == "of" && b.lang.Holder(words[i-2].Text) && it.qty > 0 && took == 1 && i+1 < len(words) && b.lang.Stem(w) == w && !b.tables.counts[b.lang.Stem(words[i-2].Text)] { // "two packs of three socks": the number is part of the name
		it.words = append(it.words, w)
		return 1
	}
	if tens, n := b.lang.Number(words, i+1); took == 1 && sizeTook == 1 && count > 0 && count < 10 && n == 1 && tens >= 20 && tens < 100 && tens%10 == 0 && words[i].Stop == hear.None { // "the seven fifty"
		n := count*100 + tens
		it.nums = append(it.nums, num{strconv.Itoa(n), n, true})
		return 2
	}
	if next := i + max(took, sizeTook); next < len(words) && moneyWords[words[next].Text] { // "that is ninety dollars"
		return next + 1 - i
	}
	half := sizeTook > took
	if half {
		count, took = 0, sizeTook
	}
	next, prev := "", ""
	if i+took < len(words) {
		next = words[i+took].Text
	}
	if i > 0 {
		prev = words[i-1].Text
	}
	if b.tables.anything[next] && len(it.words) == 0 && prev != "size" { // "two things: …"
		it.vague = true
		return took + 1
	}
	switch {
	case words[i+took-1].Joined && next != "" && !b.tables.measures[next]: // "three-pack"
		for _, t := range words[i : i+took] {
			it.words = append(it.words, t.Text)
		}
		return took
	case b.tables.unitWords[next]: // "750 ml"
		it.words = append(it.words, size, next)
		return took + 1
	}
	sized := half || plural || b.tables.sizeSigns[prev] || b.tables.measures[next]
	if w == "a" || w == "half" || prev == "a" && count >= 100 || prev == "in" && next != "" && b.lang.Holder(next) {
		sized = false
	}
	it.count(num{size, count, sized}, prev)
	return took
}

// moneyWords are what prices are counted in: a number of them is none of goods.
var moneyWords = set("dollar", "dollars", "buck", "bucks", "quid", "euro", "euros", "cents")

// count puts a number where it belongs: in front of the name it counts, behind it the goods decide.
func (it *item) count(n num, prev string) {
	if !n.sized && it.qty == 0 && (len(it.words) == 0 && len(it.sizes) == 0 || prev == "just" || prev == "only") && prev != "the" && prev != "my" {
		if it.qty = n.count; n.count == 0 {
			it.bad = true
		}
		return
	}
	it.nums = append(it.nums, n)
}

// readBad reads quantities that are none.
func (b *Brain) readBad(it *item, words []hear.Token, i int) int {
	switch w := words[i].Text; {
	case (w == "minus" || w == "negative") && i+1 < len(words):
		if _, took := b.lang.Number(words, i+1); took > 0 {
			it.bad = true
			return 1 + took
		}
	case w == "half" && i+1 < len(words) && len(it.words) == 0 && it.qty == 0 && len(it.nums) == 0:
		if _, took := b.lang.Number(words, i); took == 0 {
			it.bad = true
			return 1
		}
	}
	return 0
}

// singular reads "nines" as "nine".
func (b *Brain) singular(words []hear.Token, i int) []hear.Token {
	s := b.lang.Stem(words[i].Text)
	if s == words[i].Text || s == "one" {
		return words
	}
	if _, took := b.lang.Number([]hear.Token{{Text: s}}, 0); took == 0 {
		return words
	}
	out := slices.Clone(words)
	out[i].Text = s
	return out
}

// countsOne tells the number one from the pronoun: "one mug", "just the one" against "the second one", "the silk one".
func (b *Brain) countsOne(it *item, words []hear.Token, i int) bool {
	next, prev := "", ""
	if i+1 < len(words) {
		next = words[i+1].Text
	}
	if i > 0 {
		prev = words[i-1].Text
	}
	switch {
	case prev == "just" || prev == "only" || prev == "the" && i > 1 && (words[i-2].Text == "just" || words[i-2].Text == "only"):
		return true
	case prev == "number" || prev == "size" || prev == "extra":
		return true
	case len(it.words) > 0 || len(it.ordinals) > 0 || it.ref != refNone || it.rank != 0 || it.same || prev == "the" || prev == "that" || prev == "this" || prev == "another" || prev == "other" || prev == "large" || prev == "small" || prev == "medium" || prev == "big":
		return false
	case i == 0 && next == "":
		return true
	}
	return true
}

func endsWith(words, tail []string) bool {
	return len(words) > len(tail) && slices.Equal(words[len(words)-len(tail):], tail)
}

func allColors(l *hear.Language, words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !l.Color(w) })
}
