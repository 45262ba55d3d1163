package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// beside says that a piece tells something and wants nothing: "he has big feet", "my train leaves at seven". It begins as a
// sentence does and holds words by which no goods are called.
func (b *Brain) beside(raw string) bool {
	first := firstWord(raw)
	if b.look == nil || !b.tables.remarks[first] || !strings.Contains(raw, " ") {
		return false
	}
	it := b.read(raw)
	if it.bare() {
		return false
	}
	f := b.look(evercart.Query{Words: it.query()})
	if len(f.Hits) == 0 {
		return true
	}
	if b.tables.speakers[first] {
		return len(f.Unknown) > 0 || b.tables.thirds[first]
	}
	return len(f.Unknown) > 1 && !slices.ContainsFunc(f.Unknown, b.lang.Color)
}

// mentioned finds the goods that a sentence names in passing: "my sister told me about your wool throw". They begin with an
// article or a number; what stands before them may be any words but those that deny.
func (b *Brain) mentioned(raw string) (string, bool) {
	words := b.lang.Words(raw)
	for i := 1; i < len(words); i++ {
		if b.tables.denials[words[i-1].Text] {
			return "", false
		}
		_, number := b.lang.Number(words, i)
		if number == 0 && !b.tables.articles[words[i].Text] && words[i].Text != "your" {
			continue
		}
		x := hear.Text(words[i:])
		it := b.read(x)
		if it.bare() {
			continue
		}
		if f := b.look(evercart.Query{Words: it.query()}); len(f.Hits) > 0 && len(f.Unknown) == 0 && f.Hits[0].Score >= 0.3 {
			return x, true
		}
	}
	return "", false
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

func (t *turn) ask(q evercart.Query) evercart.Finding {
	f, err := t.catalog.Find(t.ctx, q)
	if err != nil {
		t.failed = err
	}
	return f
}

// passing is a turn, or the part of one, that only told something. Goods that it named are asked about.
func (t *turn) passing(c clause) outcome {
	if c.x == "" {
		if t.clauses > 1 {
			return outcome{}
		}
		return outcome{say: t.sayOwn("cannot"), lost: true}
	}
	it := t.read(c.x)
	ch := t.choose(it)
	if ch.miss != "" || t.failed != nil || len(ch.hits) == 0 {
		return outcome{lost: true}
	}
	return t.askMeant(ch.hits, evercart.Command{Verb: evercart.Add, Quantity: max(ch.qty, 1)})
}
