package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// corrections marks the pieces that take back what was just said, and leaves the words that do so out: "two, no, three",
// "the blouse, i mean the scarf", "in a nine, make that ten".
func (b *Brain) corrections(in []piece) []piece {
	out := in[:0]
	fix := false
	for i, p := range in {
		p.again = b.second(p.text) || i > 0 && b.tables.seconds[in[i-1].text] && len(out) <= 1 || b.tables.seconds[firstWord(p.text)] || strings.HasSuffix(p.text, " instead") || strings.HasPrefix(p.text, "i meant ") || strings.HasPrefix(p.text, "i actually meant ") || strings.HasPrefix(p.text, "i really meant ")
		if i == 0 {
			p.text = b.insisted(p.text)
		}
		rest, marked := b.takesBack(p.text, i > 0 && (in[i-1].end != hear.Question || strings.Count(in[i-1].text, " ") < 2))
		if marked && b.denies(p, i > 0 && b.tables.seconds[in[i-1].text]) { // "but no extra scarf": it is not wanted
			marked = false
		}
		if marked && p.word == "and" && b.countsNamed(rest) { // "remove the mug and make it three candles": another wish
			marked = false
		}
		if marked && rest != "" && len(out) > 0 && strings.HasPrefix(p.text, "make ") && !slices.ContainsFunc(out, func(o piece) bool { return !saysNothing.MatchString(o.text) }) { // "hmm, make it six" corrects nothing that was said
			marked = false
		}
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

// saysNothing is a piece in which somebody only thinks.
var saysNothing = sift.Of(`^(?:(?:uh|um|uhm|er|erm|oh|ah|hm+|mm+|well|okay|ok|right|so|and|yes|yeah|let me (?:see|think)|let us see|good|great|fine|then|now|please)(?: |$))+$`)

// second says that a second thought begins a piece.
func (b *Brain) second(s string) bool {
	for m := range b.tables.seconds {
		if strings.HasPrefix(s, m+" ") {
			return true
		}
	}
	return false
}

// denies says that the "no" of a piece belongs to what follows: "and no socks", "on second thoughts, no boots".
func (b *Brain) denies(p piece, second bool) bool {
	rest, ok := strings.CutPrefix(p.text, "no ")
	if !ok || !strings.HasSuffix(rest, " ones") && p.word != "but" && p.word != "and" && !second && firstWord(rest) != "more" && firstWord(rest) != "extra" {
		return false
	}
	it := b.read(rest)
	if strings.HasSuffix(rest, " ones") && len(it.words) > 0 {
		return true
	}
	return !it.given && it.qty == 0 && len(it.words) > 0 && !allColors(b.lang, it.words) && !slices.Contains(b.tables.corrections, firstWord(rest))
}

// breaksIn says that what stands at i takes back what was said before it, although no pause parts them: "two no three", "small i
// mean medium". Before it stands something of its own, no article or pronoun ("the one i meant", "can you make that two").
func (b *Brain) breaksIn(words []hear.Token, i int) bool {
	if i == 0 || i+1 >= len(words) || words[i-1].Stop != hear.None {
		return false
	}
	if _, number := b.lang.Number(words, i-1); number == 0 && b.lang.Small(words[i-1].Text) {
		return false
	}
	for _, p := range b.tables.breaks[words[i].Text] {
		if n := i + len(p.Words); p.Begins(words[i:]) && n < len(words) && words[n].Text != "to" {
			return true
		}
	}
	if words[i].Text != "no" {
		return false
	}
	_, number := b.lang.Number(words, i+1)
	_, size := b.lang.Letters(words, i+1)
	return number > 0 || size > 0 || words[i+1].Text == "the"
}

// insisted leaves out the "no" before what was meant, where no pause parts them: "no i meant five".
func (b *Brain) insisted(s string) string {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(s, "oh "), "no ")
	for _, m := range b.tables.insists {
		if ok && strings.HasPrefix(rest, m+" ") {
			return rest
		}
	}
	return s
}

// countsNamed says that a number of named things is said.
func (b *Brain) countsNamed(s string) bool {
	it := b.read(s)
	return it.qty > 0 && len(it.words) > 0
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

// tidy leaves out what only underlines: a clause that repeats the one before with nothing named ("throw it away, I don't need
// it"), and a no before a wish. "Three of them, not two" sets a number.
func (b *Brain) tidy(in []clause) []clause {
	out := in[:0]
	for i, c := range in {
		n := len(out)
		switch {
		case n > 0 && c.takesAway() && b.onlyIt(c.x) && len(c.more) == 0 && (out[n-1].want == c.want || c.want == wantRemove && (out[n-1].want == wantSave || out[n-1].want == wantLess)):
			continue
		case n > 0 && (c.want == wantLeave || c.want == wantUndo) && c.fix && b.onlyIt(c.x) && (out[n-1].want.acts() || out[n-1].want == wantRemove): // "take the lemonade off, no, leave it"
			c.want = wantLeave
			out[n-1] = c
			continue
		case n > 0 && c.want == wantNot && b.isNamed(c.x) && (out[n-1].want == wantKeep || out[n-1].want == wantLeave && strings.Contains(out[n-1].text, "stay")): // "keep the mug but not the candle"
			c.want = wantRemove
		case n > 0 && b.onlyCounts(c.text) && !c.rule && out[n-1].want == wantRemove && strings.HasPrefix(out[n-1].text, "no more "): // "no more chocolate, two is plenty"
			out[n-1].want, out[n-1].y = wantChange, c.text
			continue
		case n > 0 && !c.rule && out[n-1].givesWay() && b.onlyTold(c.x): // "I don't want the wool scarf but the silk one"
			if was := b.read(out[n-1].x).words; len(was) > 1 {
				c.x += " " + was[len(was)-1]
			}
		case n > 0 && (c.want == wantKeep || c.want == wantAdd && c.x != "") && out[n-1].want == wantLeave && out[n-1].x != "" && b.onlyIt(c.x) && len(c.more) == 0: // "I would not want to lose the scarf, so keep that"
			continue
		case c.want == wantAdd && c.x == "" && i+1 < len(in) && in[i+1].question() && b.read(textOf(c.more)).empty(): // "I need, like … what colours do they come in?"
			continue
		case !c.rule && i+1 < len(in) && in[i+1].asked && !in[i+1].want.acts() && isOne.MatchString(c.text): // "I'm usually a medium, but do they run big?"
			continue
		case c.want == wantWrong && i+1 < len(in): // "the shoes are too small, give me a ten"
			next := &in[i+1]
			next.again = true
			if next.rule && next.aboutThings() && b.onlyIt(next.x) && next.want != wantAdd && next.want != wantChange { // "I am not sure about the throw, take it out"
				next.x = b.unlessCounts(c.x)
				continue
			}
			if (next.want == wantAdd || next.want == wantChange && next.y == "" || !next.rule) && !b.isNamed(next.x) {
				next.want, next.rule, next.x, next.y = wantChange, true, b.unlessCounts(c.x), next.x
			}
			continue
		case n > 0 && c.want == wantAdd && out[n-1].givesWay() && out[n-1].x != "" && strings.Contains(c.text+" "+textOf(c.more), "same "): // "not the trail shoes, the running shoes, same size"
			out[n-1].either, out[n-1].want, out[n-1].y, out[n-1].more = true, wantSwap, c.x, c.more
			continue
		case n > 0 && c.want == wantAdd && out[n-1].want == wantAdd && c.n == "" && len(c.more) == 0 && b.addsNothing(c.x): // "I like the dawn one, add it"
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

// countsOnly says that how many is said, and no size.
func (b *Brain) countsOnly(s string) bool {
	it := b.read(s)
	return it.qty > 0 && len(it.nums)+len(it.sizes)+len(it.ordinals) == 0 && !it.more
}

// onlyOptions says that nothing but colours and sizes are said: "but in navy".
func (b *Brain) onlyOptions(s string) bool {
	it := b.read(s)
	return (!it.given || it.bare()) && it.qty == 0 && it.ref == refNone && len(it.ordinals) == 0 && !it.more && (len(it.words) > 0 && allColors(b.lang, it.words) || it.bare() && len(it.sizes)+len(it.nums) > 0)
}

// onlyTold says that a thing is only told apart by its material or colour: "the silk one".
func (b *Brain) onlyTold(x string) bool {
	it := b.read(x)
	for _, w := range it.words {
		if !b.tables.materials[w] && !b.lang.Color(w) {
			return false
		}
	}
	return len(it.words) > 0 && strings.Contains(x+" ", " one")
}

// addsNothing says that nothing is named, counted or told apart.
func (b *Brain) addsNothing(x string) bool {
	it := b.read(x)
	return it.empty() || it.onlyPoints() || x == "one"
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

// givesWay says that the clause takes out what the next one may replace.
func (c clause) givesWay() bool { return c.want == wantRemove || c.want == wantNot }

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
	whole := b.fit(prev.text + " and " + s)
	if whole.want != f.want || strings.HasPrefix(prev.text+" and "+s, whole.x) {
		return false
	}
	first, _, _ := strings.Cut(whole.x, " and ")
	prev.found, prev.x = whole, first
	prev.more = append(prev.more, piece{text: f.x})
	return true
}

// misheard reads a number that was taken for another word: "add for lemonades" is four of them.
func (b *Brain) misheard(x string) string {
	words := b.wordsOf(b.grammar.place.ReplaceAllString(x, " "))
	if len(words) < 2 || b.lang.Small(words[1].Text) && words[1].Text != "of" && words[1].Text != "more" {
		return x
	}
	n, ok := b.lang.Mistaken(words[0].Text)
	if plural := slices.ContainsFunc(words[1:], func(w hear.Token) bool { return b.lang.Stem(w.Text) != w.Text }); !ok || !plural && n != 1 {
		return x
	}
	return strconv.Itoa(n) + " " + hear.Text(words[1:])
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

// pardons are turns of phrase behind which stands what was meant, where something stands before them.
var pardons = hear.PhrasesOf(set("i do beg your pardon", "i beg your pardon", "beg your pardon", "i should have said", "i ought to have said", "what i meant to say was", "what am i saying", "tell a lie", "i tell a lie", "i misread", "i misspoke", "misprint", "my mistake", "silly me", "tell you what", "not you"))

// pardoned writes those as "I mean".
func pardoned(words []token) ([]token, bool) {
	var out []token
	changed := false
	for i := 0; i < len(words); {
		_, n := pardons.At(words, i)
		if n == 0 || i == 0 || i+n >= len(words) || words[i-1].Stop == hear.None && (len(out) == 0 || out[len(out)-1].Text != "mean") {
			out, i = append(out, words[i]), i+1
			continue
		}
		if words[i].Text == "tell" && words[i+1].Text == "you" && words[i-1].Text != "no" && words[i-1].Text != "actually" {
			out, i = append(out, words[i]), i+1
			continue
		}
		if k := len(out); k < 2 || out[k-1].Text != "mean" {
			out = append(out, hear.Token{Text: "i"}, hear.Token{Text: "mean"})
		}
		i, changed = i+n, true
	}
	return out, changed
}
