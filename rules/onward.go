package rules

import (
	"slices"
	"strconv"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// What is said of one more of what was just put in, for somebody else: "and my boyfriend wants one as well, in XL".
var (
	tooFor = sift.Of(`\b(?:also|too|as well|another|same)\b|^(?:and|plus) one\b`)
	around = set("also", "too", "as", "another", "same", "but", "and", "plus", "of", "wants", "want", "wanted", "likes", "would", "should", "pair", "again", "other", "instead", "ok", "oh", "then", "those")
)

// onward reads a whole turn that wants another one of what was just put in, otherwise.
func (t *turn) onward(text string) (clause, bool) {
	words := t.withoutRemarks(t.wordsOf(text))
	if t.said != "" || !t.fresh || len(words) == 0 || len(words) > 16 || t.openQuestion() != nil || words[len(words)-1].Stop == hear.Question {
		return clause{}, false
	}
	folded := hear.Text(words)
	if !t.lastAdded() && !t.justShown() && !t.changedJustNow() || !tooFor.MatchString(folded) && !(forOther.MatchString(folded) && t.saidBefore(forSelf)) {
		return clause{}, false
	}
	lines := slices.DeleteFunc(t.lastChanged(t.state.Cart.Lines), func(l evercart.Line) bool {
		return !t.focusIsIn(l) && !inFocus(t.state.Focus, evercart.Product{Variants: t.variantsOf(l.SKU)})
	})
	if len(lines) != 1 {
		return clause{}, false
	}
	return t.otherwiseThan(words, lines[0].SKU, lines[0].Quantity)
}

// What is for somebody else, after what was for oneself: "medium for me" – "large for him".
var (
	forOther = sift.Of(`\bfor (?:him|her|them|mum|mom|dad|my [a-z]+|the [a-z]+)$`)
	forSelf  = sift.Of(`\bfor (?:me|myself|us|both)\b|\bmine\b|\bfor both of us\b`)
)

// saidBefore says that the words of the turn before hold something.
func (t *turn) saidBefore(re *sift.Pattern) bool {
	n := len(t.prompt.History)
	return n > 0 && re.MatchString(hear.Text(t.wordsOf(t.prompt.History[n-1].Words.Reveal())))
}

// otherwiseThan reads options of a product that differ from those of a variant of it, and nothing else.
func (t *turn) otherwiseThan(words []token, sku evercart.SKU, n int) (clause, bool) {
	p, ok := t.productOf(sku)
	if !ok {
		return clause{}, false
	}
	hits := []evercart.Hit{{Product: p, Variants: active(p.Variants)}}
	var it item
	owned := false
	for i := 0; i < len(words); {
		took := t.opinedAt(&it, hits, words, i)
		w := words[i].Text
		if took == 0 && i > 0 && words[i-1].Text == "same" && t.bears(p, []string{w}) { // "same shoe for him"
			took = 1
		}
		if took == 0 && !opining[w] && !around[w] && !t.lang.Small(w) && !(owned && (t.wordKind(w) == wordStrange || t.wordKind(w) == wordSound)) || t.tables.denials[w] {
			return clause{}, false
		}
		owned = owners[w] || owned && took == 0 && !opining[w]
		i += max(1, took)
	}
	for _, v := range it.nums {
		if !t.isValue(hits, v.size) {
			return clause{}, false
		}
		it.sizes = append(it.sizes, v.size)
	}
	said := t.optionsSaid(p, wishes{it.words, it.sizes})
	if len(said) == 0 {
		return clause{}, false
	}
	if !slices.ContainsFunc(words, func(w token) bool { return w.Text == "same" }) {
		n = 1
	}
	return t.wish(p, sku, n, said)
}

// wish is one for a product as a variant of it is, but for what is said of its options.
func (t *turn) wish(p evercart.Product, sku evercart.SKU, n int, said map[string][]string) (clause, bool) {
	all := map[string][]string{}
	same := true
	for _, v := range p.Variants {
		if v.SKU.Fold() != sku.Fold() {
			continue
		}
		for _, o := range v.Options {
			all[o.Name] = []string{t.lang.Value(o.Value)}
			if keys, ok := said[o.Name]; ok {
				same = same && slices.Equal(keys, all[o.Name])
				all[o.Name] = keys
			}
		}
	}
	if len(said) > 0 && same { // "one more in black", of a black one: others know that
		return clause{}, false
	}
	x := t.nameWith(p, all)
	return clause{found: found{want: wantAdd, rule: true, x: strconv.Itoa(max(n, 1)) + " " + x}, text: x}, true
}
