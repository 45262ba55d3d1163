package rules

import (
	"slices"
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
	fix    bool    // it takes back what was said before
	either bool    // a swap that is an addition where there is nothing to give way
	apart  bool    // each piece is a thing of its own
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
	return slices.Clone(noted(b, func(n *notes) map[string][]clause { return n.clauses }, text, (*Brain).parseFresh))
}

func (b *Brain) parseFresh(text string) []clause {
	words := b.listed(b.lang.Words(unmasked.Replace(text)))
	if len(words) > maxWords {
		words = words[:maxWords]
	}
	var out []clause
	for _, p := range b.pieces(words) {
		if strings.Contains(p.text, maskWord) { // what was said of a card is no wish
			continue
		}
		out = b.take(out, p)
	}
	return b.tidy(out)
}

// maskWord stands for what was masked; nobody says it.
const maskWord = "maskednumber"

var unmasked = strings.NewReplacer(hear.MaskedCard, maskWord, hear.MaskedCode, maskWord)

// masked says that a card number was said.
func masked(text string) bool {
	return strings.Contains(text, hear.MaskedCard) || strings.Contains(text, hear.MaskedCode)
}

// about is what a clause names, to say it back.
func (c clause) about() string {
	if c.x != "" {
		return c.x
	}
	return c.text
}

// listed writes phrases that only list as "and", and forms of words that mean the same as one.
func (b *Brain) listed(words []hear.Token) []hear.Token {
	out := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		if len(words) > 1 && (w.Text == "please" || w.Text == "kindly") {
			if len(out) > 0 && out[len(out)-1].Stop == hear.None {
				out[len(out)-1].Stop = w.Stop
			}
			continue
		}
		if same, ok := b.tables.plain[w.Text]; ok {
			w.Text = same
		}
		if short, n := b.tables.joins.Across(words, i); n > 0 {
			w, i = hear.Token{Text: short, Stop: words[i+n-1].Stop}, i+n-1
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
		if b.breaksIn(words, i) && len(cur) > 0 {
			flush(hear.Comma, "")
		}
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
		if prev != "" && next != "" && b.nameJoins(prev, next) {
			return false
		}
		return !(next == "half" && !(i+2 < len(words) && (words[i+2].Text == "a" || words[i+2].Text == "dozen")) || next == "a" && i+2 < len(words) && words[i+2].Text == "half" || prev == "hundred" || prev == "thousand")
	case "but":
		return (!b.isAll(prev) || i > 1 && words[i-2].Text == "after") && prev != "nothing" // "keep it after all but …"
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
	return w == "all" || w == "anything" || w == "everything" || w == "it" || w == "them" || w == "things"
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// take puts a piece where it belongs: into the clause before where it changes that, a clause of its own where a rule fits, else
// to what the clause before is about.
func (b *Brain) take(out []clause, p piece) []clause {
	raw, s, f := b.matter(p)
	if len(out) > 0 && b.endsInstead(&out[len(out)-1], raw, s) || s == "" || s == "instead" {
		return out
	}
	p.text = s
	f = b.recognise(f, raw, len(out) == 0)
	if f.want == wantComment || !f.rule && b.forWhom(s) || b.ends(out, s, f, p) {
		return out
	}
	if !f.rule && !p.fix && b.beside(s) {
		return b.aside(out, s, p)
	}
	if x := b.goodsIn(s); !f.rule && !p.fix && x != s && iWish.MatchString(s) { // "besides the slippers I would like a hat"
		f, p.text = found{want: wantAdd, rule: true, x: x}, x
	}
	if len(out) == 1 && out[0].want == wantBeside && out[0].x == "" {
		out = out[:0]
	}
	if k := len(out) - 1; k >= 0 && ending.MatchString(s) { // "the hat, not the belt, should come out"
		for k > 0 && out[k].want == wantNot {
			k--
		}
		if whole := b.fit(out[k].text + " " + s); !out[k].rule && whole.rule && whole.x == out[k].text {
			out[k].found, out[k].text = whole, out[k].text+" "+s
			return out
		}
	}
	c := clause{found: f, asked: p.end == hear.Question && (f.rule || !b.politely(raw)), text: s, fix: p.fix, again: strings.HasSuffix(raw, " instead") || p.again && (f.want == wantNot || f.want == wantAdd && reflected.MatchString(p.text))}
	if len(out) > 0 {
		prev := &out[len(out)-1]
		if p.fix && f.sameWish(prev) { // "no, I want the scarf": the same wish with another thing
			p.text, c.found = f.x, found{}
		}
		if b.alters(prev, c, p, raw) {
			return out
		}
		if !c.rule && !p.fix {
			p.text = b.misheard(p.text)
		}
		if !c.rule && (p.word != "but" || b.onlyOptions(p.text)) && prev.takesMore() && !(prev.asked && prev.question()) {
			prev.more = append(prev.more, p)
			prev.asked = prev.asked || c.asked
			return out
		}
	}
	if !c.rule {
		c.x, c.again = s, p.again
	}
	return append(out, c)
}

// politely says that a question asks to have: "might I trouble you for two candles?"
func (b *Brain) politely(raw string) bool {
	for _, p := range b.tables.politely {
		if strings.Contains(raw, p) {
			return true
		}
	}
	return false
}

// matter gives a piece as it was said, what is left of it without what stands around the matter, and the rule of that.
func (b *Brain) matter(p piece) (raw, s string, f found) {
	raw = strings.TrimSpace(p.text)
	if p.word == "while" || p.word == "because" || p.word == "since" {
		raw = p.word + " " + raw
	}
	s = b.led(raw)
	f = b.fit(s)
	if (clause{found: f}).question() { // in a question, the purpose may be the matter: "what is there for the kitchen?"
		return raw, s, f
	}
	if cut := b.led(b.cutAsides(s)); cut != s {
		s, f = cut, b.fit(cut)
	}
	return raw, s, f
}

// recognise puts numbers right that were taken for other words, and takes purposes out of what the rule found.
func (b *Brain) recognise(f found, raw string, first bool) found {
	if cut := b.cutAsides(f.x); cut != "" {
		f.x = cut
	}
	if f.want == wantAdd && perfect.MatchString(f.x) { // "I have been thinking"
		f = found{}
	}
	if f.want.acts() && strings.HasPrefix(strings.TrimPrefix(raw, "please "), "do not ") { // "do not make it three"
		f.want = wantLeave
	}
	if f.want == wantChange && f.y == "" { // "make that for mugs"
		f.x = b.misheard(f.x)
	}
	if f.want == wantMaterial && b.isNamed(f.y) && b.onlyOptions("in "+f.x) { // "is there a white crew neck in medium?"
		f = found{want: wantStock, rule: true, x: f.y + " in " + f.x}
	}
	if f.want == wantChange && f.y == "" {
		f.x = twoSize.ReplaceAllString(f.x, " $1")
	}
	if f.want == wantAdd {
		f.x = b.goodsIn(b.misheard(f.x))
	}
	if f.rule {
		return f
	}
	if cut := b.cutAsides(raw); first && b.misheard(cut) != cut {
		heard := b.misheard(cut)
		return found{want: wantAdd, rule: true, x: heard}
	}
	if wish, ok := b.mishearWish(raw); ok {
		return found{want: wantAdd, rule: true, x: wish}
	}
	return f
}

// sameWish says that a correction repeats the wish before and names another thing.
func (f found) sameWish(prev *clause) bool {
	return f.rule && f.y == "" && f.n == "" && (f.want == prev.want || f.want == wantAdd && !prev.rule)
}

// alters lets a piece change the clause before it, in the ways that people speak; false = it does not.
func (b *Brain) alters(prev *clause, c clause, p piece, raw string) bool {
	switch {
	case !prev.rule && b.tables.particles[c.text]: // "number two, out"
		prev.want, prev.rule = wantRemove, true
	case p.fix && prev.want == wantWrong && !c.rule: // "wrong colour on the blouse, I meant the sage"
		prev.want, prev.y = wantChange, c.text
	case !prev.rule && c.want == wantChange && c.y != "" && b.onlyIt(c.x): // "the loafers, could they be a nine"
		c.x = prev.x
		*prev = c
	case p.word == "but" && (prev.want == wantKeep || prev.want == wantLeave) && prev.x != "" && !c.rule && b.onlyOptions(p.text): // "keep the ivory one but in a medium"
		prev.want, prev.y = wantChange, c.text
	case prev.want == wantRestore && c.want == wantAdd && b.onlyIt(c.x): // "the throw I had saved, I'd like it now"
	case !prev.rule && c.want == wantChange && c.y == "" && !b.isNamed(c.x): // "the first one, make it four"
		c.x, c.y = prev.x, c.x
		*prev = c
	case prev.givesWay() && strings.Contains(raw, "instead") && (!c.rule || c.want == wantAdd): // "not the blouse, the silk one instead"
		prev.either = prev.want == wantNot
		prev.want, prev.y = wantSwap, c.text
		if c.rule {
			prev.y = c.x
		}
	case prev.want == wantNot && (c.want == wantAdd || !c.rule) && c.x+c.text != "" && (strings.HasPrefix(prev.text, "instead of ") || strings.HasPrefix(prev.text, "rather than ")): // "instead of the rosé, I'll have the cloudy one"
		prev.either, prev.want, prev.y = true, wantSwap, c.text
		if c.rule {
			prev.y = c.x
		}
	case c.want == wantAdd && !prev.rule && prev.x != "" && b.onlyCounts(c.x) && b.countsOnly(c.x): // "the first one, I want two of them"
		prev.again = true
		prev.more = append(prev.more, piece{text: c.x, fix: true})
	case c.want == wantSwap && !prev.rule && strings.Contains(c.text, "instead of"): // "the same loafers, but black instead of the brown"
		c.x = prev.x + " " + c.x
		*prev = c
	case !prev.rule && p.word == "and" && c.takesAway() && c.y == "" && c.x != "" && strings.HasPrefix(c.text, c.x): // "numbers two | and three can go"
		c.more = append(prev.more, piece{text: c.x})
		c.x = prev.x
		*prev = c
	case !prev.rule && (c.want == wantLess || c.want == wantMore) && c.x == "" && c.n != "": // "mugs, minus one"
		c.x, c.more = prev.x, prev.more
		*prev = c
	case c.want == wantAdd && b.onlyOptions(c.x) && (prev.want == wantAdd || !prev.rule) && prev.x != "": // "the crew neck, I take a large"
		prev.more = append(prev.more, piece{text: c.x})
	case p.fix && c.want == wantMore && (prev.want == wantAdd || prev.want == wantMore): // "another one, no, two more"
		*prev = c
	case prev.want == wantBeside && !c.rule && p.word == "and" && p.mark == hear.None: // "about your fig | and cedar candle"
		prev.x += " and " + c.text
	case c.rule && (!prev.rule || prev.want == wantBeside && prev.x != "") && b.onlyIt(c.x) && (c.y == "" && c.n == "" && c.aboutThings() || c.want == wantStep): // "the belt, I would like it"
		c.x, c.more = prev.x, prev.more
		*prev = c
	default:
		return false
	}
	return true
}

// endsInstead hears "not the linen one. The silk one, please, instead."
func (b *Brain) endsInstead(prev *clause, raw, s string) bool {
	if s != "instead" && raw != "instead" || !prev.givesWay() || len(prev.more) == 0 {
		return false
	}
	prev.want, prev.y, prev.more = wantSwap, textOf(prev.more), nil
	return true
}

// isNamed says that something is named, not only pointed at or counted.
func (b *Brain) isNamed(s string) bool {
	return len(b.read(s).words) > 0 && !allColors(b.lang, b.read(s).words)
}

// forWhom says that a piece tells whom something is for, and nothing else: "for my two sons".
func (b *Brain) forWhom(s string) bool {
	words := b.wordsOf(s)
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

func textOf(pieces []piece) string {
	var out []string
	for _, p := range pieces {
		out = append(out, p.text)
	}
	return strings.Join(out, " ")
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
