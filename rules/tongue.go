package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/rules/say"
	"github.com/evercart/evercart/rules/tongue"
)

// inTongue takes a step in the language of the words. One that is not spoken gets one sentence, and nothing is changed.
func (t *turn) inTongue() ([]evercart.Thought, error) {
	said, words := t.results(), t.prompt.Now.What == evercart.SayWords
	if sentence := hear.NotSpoken(t.prompt.Locale); sentence != "" && words {
		return t.end(sentence), nil
	}
	l, ok := tongue.Of(t.tag())
	if !ok {
		return t.step(said)
	}
	t.tables.own = say.In(t.tag())
	if words && !t.over() {
		t.said = t.prompt.Now.Words.Reveal()
		t.foreign = l.English(unmasked.Replace(t.said), t.calls)
		t.foreign.Words = strings.ReplaceAll(t.foreign.Words, maskWord, hear.MaskedCard)
		t.prompt.Now.Words = evercart.Private(t.foreign.Words)
		t.ownQuestions()
	}
	return t.step(said)
}

// ownQuestions lets a question be known as it was said, where the shop's answers are written in the language of it.
func (t *turn) ownQuestions() {
	knows, english := t.knows, t.prompt.Now.Words.Reveal()
	if knows == nil || t.foreign.OfCart {
		return
	}
	t.knows = func(question string) bool {
		return question == english && knows(t.said) || knows(question)
	}
	t.asking = func(question string) string {
		if question == english && knows(t.said) {
			return t.said
		}
		return question
	}
}

// calls says that goods of the shop are called by a word of its language: in their titles, or, where it is a colour or the like, in
// their options ("creme" is not what makes a crème brûlée).
func (t *turn) calls(word string) bool {
	l, _ := tongue.Of(t.tag())
	kind := l.Words.Kind(word)
	is := func(text string) bool {
		return slices.ContainsFunc(hear.Tokens(text), func(w hear.Token) bool { return w.Text == word })
	}
	f := t.ask(evercart.Query{Words: word, Limit: 3})
	return slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool {
		return !kind && is(h.Product.Title) || slices.ContainsFunc(h.Product.Variants, func(v evercart.Variant) bool {
			return slices.ContainsFunc(v.Options, func(o evercart.Option) bool { return is(o.Value) })
		})
	})
}
