package rules

import (
	"slices"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// notes keep what was made of words within a step: grammar, slots and roles read the same ones over and over, and so do those who
// resolve what was read. What is kept is only read. A brain outside of a step keeps nothing: its notes are nil.
type notes struct {
	words   map[string][]token
	items   map[string]item
	fits    map[string]found
	leads   map[string]string
	asides  map[string]string
	guesses map[string]hear.Guess
	sought  map[string]evercart.Finding
	clauses map[string][]clause
}

func newNotes() *notes {
	return &notes{map[string][]token{}, map[string]item{}, map[string]found{}, map[string]string{}, map[string]string{}, map[string]hear.Guess{}, map[string]evercart.Finding{}, map[string][]clause{}}
}

// noted gives what is kept of a text, or makes it and keeps it.
func noted[V any](b *Brain, of func(*notes) map[string]V, text string, fresh func(*Brain, string) V) V {
	if b.notes == nil {
		return fresh(b, text)
	}
	kept := of(b.notes)
	v, ok := kept[text]
	if !ok {
		v = fresh(b, text)
		kept[text] = v
	}
	return v
}

// wordsOf are the words of a text, to look at; who changes them cuts the text anew.
func (b *Brain) wordsOf(text string) []token {
	return noted(b, func(n *notes) map[string][]token { return n.words }, text, func(b *Brain, text string) []token { return slices.Clip(b.lang.Words(text)) })
}

// read makes an item of one piece.
func (b *Brain) read(text string) item {
	return noted(b, func(n *notes) map[string]item { return n.items }, text, (*Brain).readFresh)
}

// fit gives the first rule that fits.
func (b *Brain) fit(text string) found {
	return noted(b, func(n *notes) map[string]found { return n.fits }, text, func(b *Brain, text string) found { return b.grammar.find(text) })
}

// led is a text without what stands before and after the matter.
func (b *Brain) led(text string) string {
	return noted(b, func(n *notes) map[string]string { return n.leads }, text, func(b *Brain, text string) string { return b.grammar.lead(text) })
}

// cutAsides takes purposes and reasons out.
func (b *Brain) cutAsides(text string) string {
	return noted(b, func(n *notes) map[string]string { return n.asides }, text, func(b *Brain, text string) string { return b.grammar.cutAsides(text) })
}

// intent guesses what English words are for.
func (b *Brain) intent(text string) hear.Guess {
	return noted(b, func(n *notes) map[string]hear.Guess { return n.guesses }, text, func(b *Brain, text string) hear.Guess { return b.lang.Intent(text) })
}

// mostHits is how many are wanted of one search by its words at most.
const mostHits = 12

// ask looks in the catalogue; a search by words alone is made once, however many of its hits are wanted.
func (t *turn) ask(q evercart.Query) evercart.Finding {
	if len(q.Options)+len(q.Among)+q.Skip > 0 || q.Under != 0 || q.Over != 0 || q.After != nil || q.Limit > mostHits {
		return t.askFresh(q)
	}
	f, ok := t.notes.sought[q.Words]
	if !ok {
		if f = t.askFresh(evercart.Query{Words: q.Words, Limit: mostHits}); t.failed != nil {
			return f
		}
		t.notes.sought[q.Words] = f
	}
	if q.Limit <= 0 {
		q.Limit = 10
	}
	f.Hits = slices.Clip(f.Hits[:min(q.Limit, len(f.Hits))])
	return f
}

func (t *turn) askFresh(q evercart.Query) evercart.Finding {
	f, err := t.catalog.Find(t.ctx, q)
	if err != nil {
		t.failed = err
	}
	return f
}
