package rules

import (
	"context"
	"strconv"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// mender is a catalogue that knows what its words sound like.
type mender interface {
	Mend(words []hear.Token, firm []hear.Firm, here []evercart.SKU, alone bool) []hear.Mended
}

// heard is the turn as it was meant: as the first step of it made out, since the cart may have changed.
func (t *turn) heard(text string) string {
	if t.fresh && t.prompt.Now.What == evercart.SayWords {
		if s := t.plainly(t.bySound(t.inMeasures(t.everyday(t.asCatalogued(text))))); s != text {
			t.memory.Heard = s
		}
	}
	if t.memory.Heard != "" {
		return t.memory.Heard
	}
	return text
}

// namer is a catalogue that knows what its shoppers call goods.
type namer interface {
	Synonym(ctx context.Context, words []hear.Token) (to string, n int)
}

// asCatalogued writes the shop's own synonyms as the catalogue does, before anything asks whether a word names goods: "do you have dowels".
func (t *turn) asCatalogued(text string) string {
	n, ok := t.catalog.(namer)
	if !ok || masked(text) {
		return text
	}
	words := t.lang.Words(text)
	if len(words) == 0 || len(words) > maxWords {
		return text
	}
	out, changed := make([]token, 0, len(words)), false
	for i := 0; i < len(words); {
		to, took := n.Synonym(t.ctx, words[i:])
		if put := hear.Tokens(to); took > 0 && len(put) > 0 {
			put[len(put)-1].Stop = words[i+took-1].Stop
			out, i, changed = append(out, put...), i+took, true
			continue
		}
		out, i = append(out, words[i]), i+1
	}
	if !changed {
		return text
	}
	return written(out, nil)
}

// bySound writes what a recogniser heard wrong as what it stands for, where what stands around it leaves no doubt. What is in
// doubt stays as it was heard.
func (t *turn) bySound(text string) string {
	m, ok := t.catalog.(mender)
	if !ok || masked(text) {
		return text
	}
	words := t.lang.Words(text)
	if len(words) == 0 || len(words) > 60 {
		return text
	}
	mended := t.heardCues(words)
	firm, changes := t.firmness(words)
	found := m.Mend(words, firm, t.before(), changes)
	if len(found) == 0 && !mended {
		return text
	}
	return t.numbersIn(written(words, found))
}

// numbersIn reads numbers that were taken for other words, in a sentence that was not heard well: "and to dawn mugs", "times to".
func (t *turn) numbersIn(text string) string {
	words := t.lang.Words(text)
	changed := false
	for i := range words {
		n, ok := t.lang.Mistaken(words[i].Text)
		if !ok {
			if words[i].Text == "waste" && i > 0 && t.countAt(words, i-1) {
				words[i].Text, changed = "waist", true
			}
			continue
		}
		begins := i == 0 || words[i-1].Stop != hear.None || words[i-1].Text == "and"
		last := i == len(words)-1 || words[i].Stop != hear.None
		if words[i].Text == "to" && i > 0 && words[i-1].Stop == hear.None && (i == len(words)-1 && t.wordKind(words[i-1].Text) >= wordValue || i+1 < len(words) && words[i].Stop == hear.None && t.lang.Holder(words[i+1].Text) && t.lang.Stem(words[i+1].Text) != words[i+1].Text) { // "family bag to", "small to bags"
			words[i].Text, changed = strconv.Itoa(n), true
			continue
		}
		if times := i > 0 && last && words[i-1].Text == "times"; times || begins && !last && t.wordKind(words[i+1].Text) == wordGoods {
			words[i].Text, changed = strconv.Itoa(n), true
		}
	}
	if !changed {
		return text
	}
	return written(words, nil)
}

// written puts words together again, those that were mended in their new form.
func written(words []token, found []hear.Mended) string {
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		if i > 0 && !words[i-1].Joined {
			b.WriteByte(' ')
		}
		last := i
		text := words[i].Text
		for _, f := range found {
			if f.At == i {
				text, last = f.Text, i+f.N-1
			}
		}
		i = last
		b.WriteString(text)
		switch words[last].Stop {
		case hear.Comma:
			b.WriteByte(',')
		case hear.Period:
			b.WriteByte('.')
		case hear.Question:
			b.WriteByte('?')
		}
		if words[last].Joined && words[last].Stop == hear.None {
			b.WriteByte('-')
		}
	}
	return b.String()
}

// before is what the shopper has before him: cart, what is put aside, focus.
func (t *turn) before() []evercart.SKU {
	var out []evercart.SKU
	for _, lines := range [][]evercart.Line{t.state.Cart.Lines, t.state.Cart.Saved} {
		for _, l := range lines[:min(len(lines), 20)] {
			out = append(out, l.SKU)
		}
	}
	return append(out, t.state.Focus[:min(len(t.state.Focus), 20)]...)
}

// firmness tells how surely each word is meant as it was heard, and whether something of the cart is to be changed.
func (t *turn) firmness(words []token) (firm []hear.Firm, changes bool) {
	firm = make([]hear.Firm, len(words))
	for i := range words {
		w := words[i].Text
		letter, cue := englishCues.At(words, i)
		if strings.ContainsRune("rmswkg", letter) && cue > 0 {
			changes = true
		}
		if i > 0 && t.mistaken(w) && t.countAt(words, i-1) && words[i-1].Text != "one" { // "thirty too"
			continue
		}
		for k := i; k < i+cue; k++ {
			firm[k] = max(firm[k], hear.Tied)
		}
		if n := t.spokenFor(words, i); n > 0 && len(w) > 1 {
			for k := i; k < i+n; k++ {
				firm[k] = max(firm[k], hear.Tied)
			}
		}
		switch {
		case t.mistaken(w) || t.lang.Small(w) || englishFiller[w] || t.tables.mild[w] || t.tables.frames[w] || t.tables.thirds[w] || t.tables.articles[w] || t.lang.Holder(w):
			firm[i] = max(firm[i], hear.Tied)
		case t.lang.Trusted(w) || len(w) < 2:
			firm[i] = max(firm[i], hear.Named)
		case hear.OftenSaid(w) || hear.OftenSaid(t.lang.Stem(w)):
			firm[i] = max(firm[i], hear.Often)
		}
	}
	return firm, changes
}

// spokenFor counts the words of a number or a size at i.
func (t *turn) spokenFor(words []token, i int) int {
	if _, n := t.lang.Number(words, i); n > 0 {
		return n
	}
	if _, n := t.lang.Letters(words, i); n > 0 {
		return n
	}
	_, n := t.lang.Ordinal(words, i)
	return n
}

func (t *turn) mistaken(w string) bool {
	_, ok := t.lang.Mistaken(w)
	return ok
}

// heardCues writes common words that were taken for others that sound like them, where only those make sense.
func (t *turn) heardCues(words []token) bool {
	changed := false
	put := func(i int, w string) { words[i].Text, changed = w, true }
	for i := range words {
		next := ""
		if i+1 < len(words) && words[i].Stop == hear.None {
			next = words[i+1].Text
		}
		begins := i == 0 || words[i-1].Stop != hear.None || words[i-1].Text == "and" || words[i-1].Text == "you" || words[i-1].Text == "please" || words[i-1].Text == "to"
		leads := t.tables.articles[next] || t.countAt(words, i+1)
		switch w := words[i].Text; {
		case (w == "pears" || w == "pear") && i > 0 && t.wordKind(w) != wordGoods && (t.mistaken(words[i-1].Text) || t.countAt(words, i-1)):
			put(i, strings.Replace(w, "pear", "pair", 1))
			if n, ok := t.lang.Mistaken(words[i-1].Text); ok {
				put(i-1, strconv.Itoa(n))
			}
		case w == "loose" && begins && leads:
			put(i, "lose")
		case w == "ad" && begins:
			put(i, "add")
		case w == "bye" && i > 0 && leads:
			put(i, "buy")
		case w == "wood" && (next == "you" || i > 0 && words[i-1].Text == "i" && next == "like"):
			put(i, "would")
		case w == "of" && i > 0 && words[i-1].Text == "take" && leads && next != "one":
			put(i, "off")
		}
	}
	return changed
}
