package rules

import (
	"slices"
	"strconv"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// How many there are to be of what is there already.
var (
	inAll    = sift.Of(`\b(?:in total|altogether|all together|in all|all in all|in fact|instead|after all|is enough|are enough|is plenty|will do|just|only)\b|\bactually$|^(?:and )?actually\b`)
	weAre    = sift.Of(`^(?:as |since |because )?(?:we are|there are|there will be|i have got|we have got) \w+(?: of us)?$`)
	sayMore  = sift.Of(`\b(?:more|another|also|too|as well|extra|additional|further|again|each|same|half|second|third|plus|add|adding|first)\b`)
	becauses = set("so", "because", "since", "as", "for", "if", "when", "in", "is", "are")
	sequels  = set("let", "us", "do", "make", "it", "that", "them", "those", "these", "have", "take", "get", "give", "me", "i", "we", "will", "would", "want", "need", "like", "should", "say", "go", "with", "be", "just", "only",
		"instead", "total", "altogether", "together", "all", "enough", "plenty", "fact", "of", "the", "and", "but", "then", "ok", "okay", "oh", "well", "hm", "hmm", "um", "uh", "right", "yes", "yeah", "no", "wait", "sorry", "actually", "please", "could", "can", "one", "ones", "my", "a", "in", "thanks", "rather", "really", "after", "nah", "nope", "take", "off", "now", "so")
	noneOf = set("none", "no", "not", "without", "zero")
)

// part is how many of one thing there are to be.
type part struct {
	n    int
	none bool // none of it
	it   item
}

// sequel reads a whole turn that says how many there are to be of what was just put in, or of lines that it names: "two then, in total",
// "just one blue then", "two teal, two mustard instead", "two of the black and none of the steel".
func (t *turn) sequel(text string) ([]clause, bool) {
	words := t.wordsOf(text)
	if t.said != "" || !t.fresh || masked(text) || len(words) == 0 || len(words) > maxAsked || t.openQuestion() != nil {
		return nil, false
	}
	words = t.withoutRemarks(words)
	folded := hear.Text(words)
	if it := t.read(folded); it.qty > 0 && len(words) < 4 && t.onlyIt(folded) && t.offersOne() { // "one, please", told that it is there
		return []clause{{found: found{want: wantAdd, rule: true, x: strconv.Itoa(it.qty)}, text: folded}}, true
	}
	if len(t.state.Cart.Lines) == 0 {
		return nil, false
	}
	for _, reads := range []func([]token, string) ([]clause, bool){t.takenBack, t.shownInstead, t.fewer, t.byNumber} {
		if list, ok := reads(words, text); ok {
			return list, true
		}
	}
	if sayMore.MatchString(folded) {
		return nil, false
	}
	parts, ok := t.soMany(words)
	if !ok {
		return nil, false
	}
	none := slices.ContainsFunc(parts, func(p part) bool { return p.none })
	total := inAll.MatchString(folded) || none
	if len(parts) == 1 && parts[0].it.bare() && len(parts[0].it.sizes)+len(parts[0].it.nums) == 0 {
		return t.soManyOfIt(parts[0].n, total)
	}
	if !total || none && len(parts) < 2 {
		return nil, false
	}
	return t.soManyEach(parts)
}

// offersOne says that the turn before only looked at one product, which is not in the cart.
func (t *turn) offersOne() bool {
	n, hits := len(t.prompt.History), t.focus()
	return n > 0 && len(hits) == 1 && !t.inCart(hits[0].Product) && len(t.prompt.History[n-1].Steps) > 0 && onlyLooked(t.prompt.History[n-1])
}

// takenBack reads "no, actually, not the milk one": what was just put in is not wanted.
func (t *turn) takenBack(_ []token, text string) ([]clause, bool) {
	list := t.parse(text)
	if len(list) != 1 || list[0].want != wantNot || len(list[0].more) > 0 || !t.denied && !t.hesitated || !t.changedJustNow() || !t.lastAdded() {
		return nil, false
	}
	last, it := t.lastChanged(t.state.Cart.Lines), t.read(list[0].x)
	if len(last) != 1 || it.bare() || it.qty > 0 {
		return nil, false
	}
	lines := t.namedLines(it, t.state.Cart.Lines)
	if len(lines) != 1 {
		return nil, false
	}
	x := t.lineWords(lines[0])
	return []clause{{found: found{want: wantRemove, rule: true, x: x}, text: x}}, true
}

// shownInstead reads "one of those instead of one of the figs": what was just shown, in the place of some of a line.
func (t *turn) shownInstead(_ []token, text string) ([]clause, bool) {
	list := t.parse(text)
	if len(list) != 1 || list[0].want != wantSwap || t.read(list[0].x).bare() || !t.onlyIt(list[0].y) || !t.offersOne() {
		return nil, false
	}
	return list, true
}

// fewer reads how many less there are to be of a line: "two bags less of the jalapeño ones".
func (t *turn) fewer(words []token, _ string) ([]clause, bool) {
	at := slices.IndexFunc(words, func(w token) bool { return w.Text == "less" || w.Text == "fewer" })
	if at < 1 || at+1 == len(words) {
		return nil, false
	}
	parts, ok := t.soMany(slices.Concat(words[:at], words[at+1:]))
	if !ok || len(parts) != 1 || parts[0].n == 0 || parts[0].it.bare() {
		return nil, false
	}
	lines := t.namedLines(parts[0].it, t.state.Cart.Lines)
	if len(lines) != 1 {
		return nil, false
	}
	x := strconv.Itoa(parts[0].n) + " " + t.lineWords(lines[0])
	return []clause{{found: found{want: wantRemove, rule: true, x: x}, text: x}}, true
}

// byNumber reads "first one, make it four" where what is spoken of is in the cart: the first one is the cart's.
func (t *turn) byNumber(words []token, _ string) ([]clause, bool) {
	makes := func(w token) bool { return w.Text == "make" || w.Text == "set" || w.Text == "change" }
	it := t.read(hear.Text(slices.DeleteFunc(slices.Clone(words), makes)))
	if len(it.ordinals) != 1 || !it.bare() || len(it.sizes) > 0 || it.more || !t.focusIn() || len(t.focus()) != 1 || !slices.ContainsFunc(words, makes) {
		return nil, false
	}
	n := it.qty
	if n == 0 && len(it.nums) == 1 {
		n = it.nums[0].count
	}
	i := place(it.ordinals[0], len(t.state.Cart.Lines))
	if n == 0 || i < 0 {
		return nil, false
	}
	return []clause{t.setTo(t.state.Cart.Lines[i], n)}, true
}

// withoutRemarks leaves out sentences before and behind that name nothing and want nothing: "no wait, Kim left, so only three mediums", "two
// sets, please, we're eight".
func (t *turn) withoutRemarks(words []token) []token {
	pieces := sentences(words)
	for len(pieces) > 1 && !t.namesAny(pieces[0], wordValue) && !t.wishesIn(pieces[0]) {
		pieces = pieces[1:]
	}
	if n := len(pieces); n > 1 && weAre.MatchString(hear.Text(pieces[n-1])) {
		pieces = pieces[:n-1]
	}
	return slices.Concat(pieces...)
}

// soMany cuts a turn into numbers with what they count; false = something else is said.
func (t *turn) soMany(words []token) ([]part, bool) {
	var parts []part
	named := func() *part {
		if len(parts) == 0 {
			return nil
		}
		return &parts[len(parts)-1]
	}
	for i := 0; i < len(words); {
		w, prev := words[i].Text, ""
		if i > 0 {
			prev = words[i-1].Text
		}
		n, took := t.lang.Number(words, i)
		p := named()
		switch {
		case noneOf[w] && i+1 < len(words) && words[i].Stop == hear.None && (w != "no" || t.wordKind(words[i+1].Text) >= wordValue):
			parts = append(parts, part{none: true})
			took = 1
		case w == "one" && p != nil && (p.none || !p.it.bare()), w == "a":
			took = 1
		case took > 0 && n > 0 && prev != "the" && prev != "this" && prev != "size":
			parts = append(parts, part{n: n})
		default:
			took = t.counted(p, words, i)
			if took == 0 && p != nil && (becauses[w] || words[i-1].Stop != hear.None) && !t.namesAny(words[i:], wordValue) && !t.wishesIn(words[i:]) {
				return parts, true // "so mum doesn't get jealous"
			}
			if took == 0 && !sequels[w] && !t.lang.Holder(w) && !t.tables.counts[t.lang.Stem(w)] {
				return nil, false
			}
		}
		i += max(1, took)
	}
	return parts, len(parts) > 0
}

// counted takes a word that tells what is counted: an option, or what goods in the cart are called.
func (t *turn) counted(p *part, words []token, i int) int {
	if p == nil {
		return 0
	}
	if size, n := t.lang.Letters(words, i); n > 0 && (n > 1 || len(words[i].Text) > 3) {
		p.it.sizes = append(p.it.sizes, size)
		return n
	}
	w := words[i].Text
	if t.lang.Small(w) || t.lang.Holder(w) {
		return 0
	}
	for _, l := range t.state.Cart.Lines {
		if q, ok := t.productOf(l.SKU); ok && t.bears(q, []string{w}) {
			p.it.words = append(p.it.words, w)
			return 1
		}
	}
	return 0
}

// soManyOfIt sets how many there are to be of what was just put in: "two, then", where one was put in and no number was said for it.
func (t *turn) soManyOfIt(n int, total bool) ([]clause, bool) {
	if wish, ok := t.refusedWish(); ok && total {
		if l, there := t.state.Cart.LineOf(wish.SKU); there {
			return []clause{t.setTo(l, n)}, true
		}
	}
	lines := t.lastChanged(t.state.Cart.Lines)
	if len(lines) != 1 || !t.focusIsIn(lines[0]) || !t.lastAdded() && !t.stillAbout() && !t.changedJustNow() {
		return nil, false
	}
	l := lines[0]
	if n == l.Quantity || n < l.Quantity && !total || !total && (l.Quantity != 1 || len(t.wordsOf(t.prompt.Now.Words.Reveal())) == 1) {
		return nil, false
	}
	return []clause{t.setTo(l, n)}, true
}

// soManyEach sets how many there are to be of each of several, or of one that is named. What comes otherwise than a line is put in.
func (t *turn) soManyEach(parts []part) ([]clause, bool) {
	var out []clause
	for _, p := range parts {
		if p.it.bare() && len(p.it.sizes) == 0 {
			return nil, false
		}
		lines := t.namedLines(p.it, t.state.Cart.Lines)
		switch {
		case len(lines) > 1:
			return nil, false
		case len(lines) == 1 && p.none:
			out = append(out, clause{found: found{want: wantRemove, rule: true, x: t.lineWords(lines[0])}, text: t.lineWords(lines[0])})
		case len(lines) == 1:
			if len(parts) == 1 && lines[0].Quantity <= p.n && lines[0].Quantity != 1 {
				return nil, false
			}
			out = append(out, t.setTo(lines[0], p.n))
		case p.none, len(parts) == 1:
			return nil, false
		default:
			hits, ok := t.besideLine(p.it)
			if !ok {
				return nil, false
			}
			x := strconv.Itoa(p.n) + " " + hits
			out = append(out, clause{found: found{want: wantAdd, rule: true, x: x}, text: x})
		}
	}
	return out, len(out) > 0
}

// besideLine names a variant that is told by its option of the goods of one line: "two mustard", beside teal ones.
func (t *turn) besideLine(it item) (string, bool) {
	var names []string
	for _, l := range t.state.Cart.Lines {
		p, ok := t.productOf(l.SKU)
		if !ok || !t.allOptions([]evercart.Hit{{Product: p}}, it.words) {
			continue
		}
		said := t.newOptions(p, l, wishes{it.words, it.sizes})
		if len(said) == 0 {
			continue
		}
		if c, ok := t.wish(p, l.SKU, 1, said); ok && !slices.Contains(names, c.text) {
			names = append(names, c.text)
		}
	}
	if len(names) != 1 {
		return "", false
	}
	return names[0], true
}

// setTo is the clause that sets how many there are of a line.
func (t *turn) setTo(l evercart.Line, n int) clause {
	x := t.lineWords(l)
	return clause{found: found{want: wantChange, rule: true, x: x, y: strconv.Itoa(n)}, text: x}
}

// lineWords names a line so that it is read as that line.
func (t *turn) lineWords(l evercart.Line) string {
	p, ok := t.productOf(l.SKU)
	if !ok {
		return hear.Text(t.wordsOf(l.Title))
	}
	said := map[string][]string{}
	for _, o := range l.Options {
		if !isDefault(o) {
			said[o.Name] = []string{t.lang.Value(o.Value)}
		}
	}
	return t.nameWith(p, said)
}
