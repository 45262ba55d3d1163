package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/hear"
)

// maxWords bounds what is looked at; a turn that goes on for longer is cut there.
const maxWords = 160

// clause is one thing that is wanted.
type clause struct {
	found
	more   []piece // bare pieces that follow and belong to it
	asked  bool    // it ended with a question mark
	text   string  // as matched, for what no rule fits
	again  bool    // it began with "actually": it speaks of what was said before
	either bool    // a swap that is an addition where there is nothing to give way
}

// piece is a stretch of words between marks or connecting words.
type piece struct {
	text  string
	mark  hear.Stop // what stood before it
	word  string    // the word that stood before it: "and", "but", …
	fix   bool      // it corrects what stands before: "no, three"
	end   hear.Stop // what stands after it
	again bool      // it speaks of what was said before: "actually, …", "… instead"
}

// parse cuts an utterance into clauses.
func (b *Brain) parse(text string) []clause {
	words := b.listed(b.lang.Words(text))
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	var out []clause
	for _, p := range b.pieces(words) {
		out = b.take(out, p)
	}
	return b.tidy(out)
}

// listed writes phrases that only list as "and".
func (b *Brain) listed(words []hear.Token) []hear.Token {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		for phrase, short := range b.tables.joins {
			if n := matches(words, i, phrase); n > 0 {
				w, i = hear.Token{Text: short, Stop: words[i+n-1].Stop}, i+n-1
				break
			}
		}
		out = append(out, w)
	}
	return out
}

// pieces cuts at marks and at words that may begin a clause.
func (b *Brain) pieces(words []hear.Token) []piece {
	var out []piece
	cur, next := []hear.Token(nil), piece{}
	flush := func(stop hear.Stop, word string) {
		if len(cur) > 0 {
			next.text, next.end = hear.Text(cur), stop
			out = append(out, next)
			cur, next = nil, piece{mark: stop, word: word}
			return
		}
		next.mark = max(next.mark, stop)
		if word != "" {
			next.word = word
		}
	}
	for i, w := range words {
		if b.splits(words, i) {
			flush(hear.None, w.Text)
			if w.Stop != hear.None {
				flush(w.Stop, "")
			}
			continue
		}
		cur = append(cur, hear.Token{Text: w.Text, Joined: w.Joined})
		if w.Stop != hear.None {
			flush(w.Stop, "")
		}
	}
	flush(hear.Period, "")
	return b.corrections(out)
}

// splits says that the word at i parts two clauses or two things. An "and" inside a number does not, nor a "but" in "all but".
func (b *Brain) splits(words []hear.Token, i int) bool {
	w := words[i].Text
	if !b.tables.splits[w] {
		return false
	}
	prev, next := "", ""
	if i > 0 {
		prev = words[i-1].Text
	}
	if i+1 < len(words) {
		next = words[i+1].Text
	}
	switch w {
	case "and":
		return !(next == "half" || next == "a" && i+2 < len(words) && words[i+2].Text == "half" || prev == "hundred" || prev == "thousand")
	case "but":
		return !b.isAll(prev) && prev != "nothing"
	case "then":
		return next != ""
	case "plus":
		return next != "size" && next != "sized"
	case "since":
		return next == "it" || next == "i" || next == "we" || next == "there" || next == "that"
	}
	return true
}

func (b *Brain) isAll(w string) bool {
	return w == "all" || w == "everything" || w == "it" || w == "them" || w == "things"
}

// corrections marks the pieces that take back what was just said, and leaves the words that do so out: "two, no, three",
// "the blouse, i mean the scarf", "in a nine, make that ten".
func (b *Brain) corrections(in []piece) []piece {
	out := in[:0]
	fix := false
	for i, p := range in {
		p.again = i > 0 && b.tables.seconds[in[i-1].text] && len(out) <= 1 || b.tables.seconds[firstWord(p.text)] || strings.HasSuffix(p.text, " instead")
		rest, marked := b.takesBack(p.text, i > 0 && (in[i-1].end != hear.Question || strings.Count(in[i-1].text, " ") < 2))
		if marked && (len(out) > 0 || rest == "") {
			if rest == "" {
				fix = len(out) > 0
				if !fix { // a "no" at the very start: an answer, or a correction of the turn before
					out = append(out, p)
				}
				continue
			}
			p.text, fix = rest, true
		}
		p.fix = fix && len(out) > 0
		fix = false
		out = append(out, p)
	}
	return out
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// takesBack cuts a marker of correction off the front.
func (b *Brain) takesBack(s string, inside bool) (rest string, marked bool) {
	if !inside {
		return s, false
	}
	bare := strings.TrimLeft(s, " ")
	for again := true; again; {
		again = false
		for _, m := range b.tables.corrections {
			if bare == m {
				return "", true
			}
			if after, ok := strings.CutPrefix(bare, m+" "); ok {
				bare, marked, again = after, true, true
				break
			}
		}
		if marked {
			break
		}
		for _, m := range b.tables.hesitations {
			if bare == m {
				return s, marked
			}
			if after, ok := strings.CutPrefix(bare, m+" "); ok {
				bare, again = after, true
				break
			}
		}
	}
	if marked {
		return bare, true
	}
	return s, false
}

// take puts a piece where it belongs: a clause of its own where a rule fits, else to the clause before.
func (b *Brain) take(out []clause, p piece) []clause {
	raw := strings.TrimSpace(p.text)
	if p.word == "while" || p.word == "because" || p.word == "since" {
		raw = p.word + " " + raw
	}
	s := b.grammar.lead(raw)
	if asking := (clause{found: b.grammar.find(s)}); !asking.question() { // in a question, the purpose may be the matter: "what is there for the kitchen?"
		s = b.grammar.lead(b.grammar.cutAsides(s))
	}
	asked := p.end == hear.Question
	if n := len(out); s == "" || s == "instead" {
		if n > 0 && (s == "instead" || raw == "instead") && out[n-1].givesWay() && len(out[n-1].more) > 0 { // "not the linen one. The silk one, please, instead."
			out[n-1].want, out[n-1].y, out[n-1].more = wantSwap, textOf(out[n-1].more), nil
		}
		return out
	}
	p.text = s
	if n := len(out); n > 0 && !out[n-1].rule && b.tables.particles[s] { // "number two, out"
		out[n-1].want, out[n-1].rule = wantRemove, true
		return out
	}
	f := b.grammar.find(s)
	if cut := b.grammar.cutAsides(f.x); cut != "" {
		f.x = cut
	}
	if f.want == wantComment || !f.rule && b.forWhom(s) {
		return out
	}
	if heard := b.misheard(raw); len(out) == 0 && !f.rule && heard != raw {
		f = found{want: wantAdd, rule: true, x: heard}
	}
	if wish, ok := b.mishearWish(raw); ok && !f.rule {
		f = found{want: wantAdd, rule: true, x: wish}
	}
	if b.ends(out, s, f, p) {
		return out
	}
	if n := len(out); p.fix && n > 0 && out[n-1].want == wantWrong && !f.rule { // "wrong colour on the blouse, I meant the sage"
		out[n-1].want, out[n-1].y = wantChange, s
		return out
	}
	if n := len(out); n > 0 && !out[n-1].rule && f.want == wantChange && f.y == "" && !b.isNamed(f.x) { // "the first one, make it four"
		f.x, f.y = out[n-1].x, f.x
		out[n-1] = clause{found: f, asked: asked, text: s}
		return out
	}
	if n := len(out); p.fix && n > 0 && f.rule && f.y == "" && f.n == "" && (f.want == out[n-1].want || f.want == wantAdd && !out[n-1].rule) {
		p.text, f = f.x, found{} // "no, I want the scarf": the same wish with another thing
	}
	if f.want == wantAdd {
		f.x = b.misheard(f.x)
	}
	if n := len(out); n > 0 && out[n-1].givesWay() && strings.Contains(raw, "instead") && (!f.rule || f.want == wantAdd) { // "not the blouse, the silk one instead"
		out[n-1].either = out[n-1].want == wantNot
		out[n-1].want, out[n-1].y = wantSwap, s
		if f.rule {
			out[n-1].y = f.x
		}
		return out
	}
	if n := len(out); n > 0 && f.want == wantSwap && !out[n-1].rule && strings.Contains(s, "instead of") { // "the same loafers, but black instead of the brown"
		f.x = out[n-1].x + " " + f.x
		out[n-1] = clause{found: f, asked: asked, text: s}
		return out
	}
	if n := len(out); p.fix && n > 0 && f.want == wantMore && (out[n-1].want == wantAdd || out[n-1].want == wantMore) { // "another one, no, two more"
		out[n-1] = clause{found: f, asked: asked, text: s}
		return out
	}
	if !f.rule {
		if n := len(out); n > 0 && p.word != "but" && out[n-1].takesMore() && !(out[n-1].asked && out[n-1].question()) {
			out[n-1].more = append(out[n-1].more, p)
			out[n-1].asked = out[n-1].asked || asked
			return out
		}
		return append(out, clause{text: s, asked: asked, again: p.again, found: found{x: s}})
	}
	c := clause{found: f, asked: asked, text: s, again: strings.HasSuffix(raw, " instead")}
	if n := len(out); n > 0 && !out[n-1].rule && b.onlyIt(f.x) && f.y == "" && f.n == "" && c.aboutThings() { // "the belt, I would like it"
		c.x, c.more = out[n-1].x, out[n-1].more
		out[n-1] = c
		return out
	}
	return append(out, c)
}

// givesWay says that the clause takes out what the next one may replace.
func (c clause) givesWay() bool { return c.want == wantRemove || c.want == wantNot }

// isNamed says that something is named, not only pointed at or counted.
func (b *Brain) isNamed(s string) bool {
	return len(b.read(s).words) > 0 && !allColors(b.lang, b.read(s).words)
}

// forWhom says that a piece tells whom something is for, and nothing else: "for my two sons".
func (b *Brain) forWhom(s string) bool {
	words := b.lang.Words(s)
	if len(words) < 2 || words[0].Text != "for" || !b.tables.articles[words[1].Text] && !b.lang.Small(words[1].Text) || words[1].Text == "one" {
		return false
	}
	for _, w := range words[2:] {
		if b.tables.articles[w.Text] {
			return false
		}
	}
	return true
}

// mishearWish reads "I want to lemonades" as a wish for two: what follows is goods, no verb.
func (b *Brain) mishearWish(raw string) (string, bool) {
	for _, verb := range b.tables.wishVerbs {
		_, after, ok := strings.Cut(" "+raw, " "+verb+" ")
		if !ok {
			continue
		}
		if wish := b.misheard(after); wish != after {
			return wish, true
		}
	}
	return "", false
}

// ends says that a piece ends the clause before, whose verb it shares: "take the mug | and the candle out".
func (b *Brain) ends(out []clause, s string, f found, p piece) bool {
	n := len(out)
	if n == 0 || p.mark >= hear.Period || !f.rule || f.x == "" || !strings.HasPrefix(s, f.x) || !out[n-1].rule {
		return false
	}
	prev := &out[n-1]
	if f.want != wantRemove && f.want != wantSave && f.want != wantRestore || prev.want == f.want {
		return false
	}
	whole := b.grammar.find(prev.text + " and " + s)
	if whole.want != f.want || strings.HasPrefix(prev.text+" and "+s, whole.x) {
		return false
	}
	first, _, _ := strings.Cut(whole.x, " and ")
	prev.found, prev.x = whole, first
	prev.more = append(prev.more, piece{text: f.x})
	return true
}

func textOf(pieces []piece) string {
	var out []string
	for _, p := range pieces {
		out = append(out, p.text)
	}
	return strings.Join(out, " ")
}

// misheard reads a number that was taken for another word: "add for lemonades" is four of them.
func (b *Brain) misheard(x string) string {
	words := b.lang.Words(b.grammar.place.ReplaceAllString(x, " "))
	if len(words) < 2 || b.lang.Small(words[1].Text) && words[1].Text != "of" || !slices.ContainsFunc(words[1:], func(w hear.Token) bool { return b.lang.Stem(w.Text) != w.Text }) {
		return x
	}
	n, ok := b.lang.Mistaken(words[0].Text)
	if !ok {
		return x
	}
	return strconv.Itoa(n) + " " + hear.Text(words[1:])
}

// takesMore says that bare pieces after the clause belong to it.
func (c clause) takesMore() bool {
	switch c.want {
	case wantTalk, wantBye, wantHelp, wantRepeat, wantBot, wantCannot, wantUndo, wantClear, wantView, wantTotal, wantOrder, wantLeave, wantNot, wantWrong:
		return false
	}
	return true
}

// question says that the clause wants to know, not to have.
func (c clause) question() bool {
	switch c.want {
	case wantPrice, wantCheapest, wantStock, wantColors, wantSizes, wantMaterial, wantCompare, wantTell, wantBrowse:
		return true
	}
	return false
}

// aboutThings says that the clause is about what its x names.
func (c clause) aboutThings() bool {
	switch c.want {
	case wantAdd, wantRemove, wantSave, wantRestore, wantKeep, wantChange, wantPrice, wantStock, wantTell, wantMore, wantLess:
		return true
	}
	return false
}

// onlyIt says that nothing is named: "it", "those", "one of those".
func (b *Brain) onlyIt(s string) bool {
	for _, w := range hear.Tokens(s) {
		if !b.lang.Small(w.Text) {
			return false
		}
	}
	return true
}

// tidy leaves out what only underlines: a clause that repeats the one before with nothing named ("throw it away, I don't need
// it"), and a no before a wish. "Three of them, not two" sets a number.
func (b *Brain) tidy(in []clause) []clause {
	out := in[:0]
	for i, c := range in {
		n := len(out)
		switch {
		case n > 0 && c.takesAway() && b.onlyIt(c.x) && len(c.more) == 0 && (out[n-1].want == c.want || c.want == wantRemove && (out[n-1].want == wantSave || out[n-1].want == wantLess)):
			continue
		case c.want == wantWrong && i+1 < len(in): // "the shoes are too small, give me a ten"
			next := &in[i+1]
			next.again = true
			if (next.want == wantAdd || next.want == wantChange && next.y == "" || !next.rule) && !b.isNamed(next.x) {
				next.want, next.rule, next.x, next.y = wantChange, true, b.unlessCounts(c.x), next.x
			}
			continue
		case c.want == wantLeave && c.x == "" && i+1 < len(in) && len(strings.Fields(c.text)) <= 2:
			continue
		case n > 0 && c.want == wantNot && b.onlyCounts(c.x):
			if prev := &out[n-1]; prev.want == wantAdd || !prev.rule {
				prev.want, prev.rule = wantChange, true
			}
			continue
		case n > 0 && c.want == wantNot && !b.isNamed(c.x): // "the shirt in XL, not M"
			out[n-1].again = true
			continue
		}
		out = append(out, c)
	}
	return out
}

// takesAway says that the clause leaves nothing to be done again.
func (c clause) takesAway() bool {
	return c.want == wantRemove || c.want == wantSave || c.want == wantKeep || c.want == wantRestore
}

// unlessCounts is x, or nothing where x is only a number or a size.
func (b *Brain) unlessCounts(x string) string {
	if b.onlyCounts(x) {
		return ""
	}
	return x
}

// onlyCounts says that nothing but a number is said.
func (b *Brain) onlyCounts(s string) bool {
	it := b.read(s)
	return it.bare() && (it.qty > 0 || len(it.nums) > 0 || it.ref == refIt) && len(it.sizes) == 0
}
