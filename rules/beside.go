package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// beside says that a piece tells something and wants nothing: "he has big feet", "my train leaves at seven". It begins as a
// sentence does and holds words by which no goods are called.
func (b *Brain) beside(raw string) bool {
	first := firstWord(raw)
	if b.look == nil || !b.tables.remarks[first] || !strings.Contains(raw, " ") {
		return false
	}
	it := b.read(raw)
	if it.bare() || allColors(b.lang, it.words) {
		return false
	}
	f := b.look(evercart.Query{Words: it.query()})
	if len(f.Hits) == 0 {
		return true
	}
	if b.tables.speakers[first] {
		return len(f.Unknown) > 0 || b.tables.thirds[first]
	}
	if !f.Hits[0].Whole && b.tables.possessives[first] && saysOf.MatchString(raw) { // "my house number is fifteen"
		return true
	}
	return len(f.Unknown) > 1 && !slices.ContainsFunc(f.Unknown, b.lang.Color)
}

// nameJoins says that an "and" belongs to a name: "fig and cedar candle".
func (b *Brain) nameJoins(prev, next string) bool {
	if b.look == nil || b.lang.Small(prev) || b.lang.Small(next) {
		return false
	}
	f := b.look(evercart.Query{Words: prev + " " + next, Limit: 1})
	if len(f.Hits) == 0 || len(f.Unknown) > 0 {
		return false
	}
	last := ""
	for _, w := range b.wordsOf(f.Hits[0].Product.Title) {
		if w.Text == "and" {
			continue
		}
		if stem := b.lang.Stem(w.Text); last == b.lang.Stem(prev) && stem == b.lang.Stem(next) {
			return strings.Contains(hear.Fold(f.Hits[0].Product.Title), "&") || strings.Contains(hear.Fold(f.Hits[0].Product.Title), " and ")
		}
		last = b.lang.Stem(w.Text)
	}
	return false
}

// saysOf is the verb of a sentence about something of somebody's, iWish that of a wish in the middle of one.
var (
	saysOf = sift.Of(`\b(?:is|are|was|were|has|have|had|will|does|did|says|said|leaves|gets|goes|comes|keeps|came|went)\b`)
	iWish  = sift.Of(`\b(?:i|we) (?:would |will |do |am |are )?(?:also |really |still |just )*(?:like|love|want|need|take|have|get|after|fancy)\b|\b(?:get|give|bring|send|fetch|grab|order|buy) (?:me|us|myself|ourselves)\b`)
)

// goodsIn leaves out what a wish has around the goods: "treat myself to the wool throw".
func (b *Brain) goodsIn(x string) string {
	it := b.read(x)
	if b.look == nil || it.bare() || len(b.look(evercart.Query{Words: it.query()}).Unknown) == 0 {
		return x
	}
	if goods, ok := b.mentioned(x); ok {
		return goods
	}
	return x
}

// mentioned finds the goods that a sentence names in passing: "my sister told me about your wool throw". They begin with an
// article or a number; what stands before them may be any words but those that deny.
func (b *Brain) mentioned(raw string) (string, bool) {
	words := b.wordsOf(raw)
	for i := 1; i < len(words); i++ {
		if b.tables.denials[words[i-1].Text] {
			return "", false
		}
		_, number := b.lang.Number(words, i)
		if number == 0 && !b.tables.articles[words[i].Text] && words[i].Text != "your" {
			continue
		}
		for j := len(words); j > i+1; j-- {
			if j < len(words) && !b.lang.Small(words[j].Text) { // goods end before a little word: "a travel mug at home"
				continue
			}
			x := hear.Text(words[i:j])
			it := b.read(x)
			if it.bare() {
				continue
			}
			if f := b.look(evercart.Query{Words: it.query()}); len(f.Hits) > 0 && len(f.Unknown) == 0 && f.Hits[0].Score >= 0.3 {
				return x, true
			}
		}
	}
	return "", false
}

// front reads goods that stand first: what is in the cart already is kept, or becomes what is said of it; else it is wanted.
func (t *turn) front(c clause) outcome {
	it := t.read(c.x)
	found, _ := t.lines(it, t.state.Cart.Lines)
	if it.bare() && len(it.ordinals) == 0 {
		found = nil
	}
	switch {
	case len(found) == 1 && it.qty == 0 && c.y == "" && len(c.more) == 0:
		return outcome{say: t.voice.Say("left")}
	case len(found) == 1 && it.qty == 0:
		value := t.read(c.y)
		for _, p := range c.more {
			value = value.join(t.read(p.text))
		}
		return t.become(found, value)
	}
	c.want, c.x, c.y = wantAdd, strings.TrimSpace(c.x+" "+c.y), ""
	return t.add(c)
}

// find asks the catalogue; its failure ends the turn. Words that praise or tell nothing ("lovely", "normal") count only where
// goods are called by them.
func (t *turn) find(q evercart.Query) evercart.Finding {
	f := t.ask(q)
	if !slices.ContainsFunc(f.Unknown, t.mild) {
		return f
	}
	var kept []string
	for _, w := range strings.Fields(q.Words) {
		if !t.mild(w) || !slices.Contains(f.Unknown, w) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return f
	}
	q.Words = strings.Join(kept, " ")
	return t.ask(q)
}

func (t *turn) mild(w string) bool { return t.tables.mild[w] }

// passing is a turn, or the part of one, that only told something. Goods that it named are asked about.
func (t *turn) passing(c clause) outcome {
	if c.x == "" {
		if t.clauses > 1 {
			return outcome{}
		}
		return outcome{say: t.cannot(c.text), lost: true}
	}
	it := t.read(c.x)
	ch := t.choose(it)
	if ch.miss != "" || t.failed != nil || len(ch.hits) == 0 {
		return outcome{lost: true}
	}
	o := t.askMeant(ch.hits, evercart.Command{Verb: evercart.Add, Quantity: max(ch.qty, 1)})
	o.lost = true
	return o
}

// aside leaves a sentence that wants nothing out; where it stands first, the goods that it names may be what the next one means.
func (b *Brain) aside(out []clause, raw string, p piece) []clause {
	x, names := b.mentioned(raw)
	if len(out) == 0 || out[0].want == wantBeside && len(out) == 1 {
		return []clause{{found: found{want: wantBeside, rule: true, x: x}, text: raw, asked: p.end == hear.Question}}
	}
	if names && b.tables.speakers[firstWord(raw)] && firstWord(raw) == "i" {
		return append(out, clause{found: found{want: wantBeside, rule: true, x: x}, text: raw})
	}
	return out
}

// reflected is a second thought that speaks of what is there, and not of more.
var reflected = sift.Of(`^(?:on reflection|on second thoughts?|thinking about it)\b`)

// ending is how a sentence goes on whose goods stand before a pause.
var ending = sift.Of(`^(?:should|can|could|may|must|needs?|has|have|is|are|will|would|goes|go|comes?|stays?)\b`)

var (
	perfect = sift.Of(`^(?:been|never|always|already|heard|seen|read|tried|looked|thought|reconsidered|decided|got to)\b`)
	twoSize = sift.Of(` (?:two|too) ((?:a |an )?(?:size )?(?:small|medium|large|extra large|extra small|xl|xs))$`)
)

// acts says that it changes the cart, other than by taking out.
func (w want) acts() bool {
	switch w {
	case wantAdd, wantMore, wantLess, wantTimes, wantChange, wantStep, wantSwap, wantSave, wantRestore, wantClear, wantUndo:
		return true
	}
	return false
}
