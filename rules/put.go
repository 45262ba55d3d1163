package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// How likely a turn must be put to the shop itself, by what else speaks for it or against it.
const (
	putKnown  = 0.4  // the shop's words answer it
	putLoose  = 0.6  // they do not, and the grammar makes nothing of it that names goods
	putFirm   = 0.75 // they do, but goods are named
	putSurely = 0.93 // goods are named, and nothing else speaks for it
)

// putToShop takes a whole turn for a question to the shop's own words, by what was learned of how people ask shops: many do it
// without a word that asks ("bit coin", "kids stuff, what ages"), and with words that name goods too ("length of a scarf").
func (t *turn) putToShop(text string) (clause, bool) {
	if t.put == nil || t.knows == nil || t.said != "" || !t.fresh {
		return clause{}, false
	}
	words := t.wordsOf(text)
	folded := hear.Text(words)
	if len(words) < 2 || len(words) > maxWords || toPerson.MatchString(folded) && !notToPerson.MatchString(folded) || offTopic.MatchString(folded) {
		return clause{}, false
	}
	p := t.put(text)
	if p < putKnown || t.openQuestion() != nil && (p < putSurely || !t.knows(text) || strings.ContainsAny(text, "0123456789")) { // it may be the answer: "it's 207 555 0123"
		return clause{}, false
	}
	switch g := t.intent(text); {
	case g.Sure < sure:
	case g.Intent == hear.IntentOrderStatus && !t.knows(text), g.Intent == hear.IntentRepeat && !t.knows(text), g.Intent == hear.IntentElsewhere && p < putLoose:
		return clause{}, false
	}
	out := clause{found: found{want: wantPolicy, x: text, rule: true}, text: folded}
	switch hold := t.heldBy(text); {
	case hold == holdsChange && len(t.pieces(words)) > 1: // "add the socks, and how long may I bring them back"
		return out, p >= putSurely && t.knows(text)
	case hold == holdsNothing:
		return out, p >= putLoose || t.knows(text)
	default:
		return out, p >= putSurely || p >= putFirm && t.knows(text)
	}
}

// holding is what the grammar makes of a turn.
type holding int

const (
	holdsNothing holding = iota
	holdsGoods           // a question about goods, or about the cart
	holdsChange          // a wish of the cart
)

// heldBy says what the grammar makes of a turn.
func (t *turn) heldBy(text string) holding {
	most := holdsNothing
	for _, c := range t.parse(text) {
		if !c.rule {
			continue
		}
		switch c.want {
		case wantView, wantTotal, wantUndo, wantClear:
			most = max(most, holdsGoods)
		case wantPrice, wantStock, wantColors, wantSizes, wantCheapest, wantCompare, wantTell, wantMaterial, wantBrowse:
			if t.namesAll(c) {
				most = max(most, holdsGoods)
			}
		case wantAdd, wantMore, wantLess, wantTimes, wantChange, wantStep, wantSwap, wantRemove, wantExcept, wantSave, wantRestore, wantKeep:
			if t.namesAll(c) || slices.Contains([]want{wantRemove, wantChange, wantSwap}, c.want) && len(t.state.Cart.Lines) > 0 && t.onlyIt(c.x) {
				most = max(most, holdsChange)
			}
		}
	}
	return most
}

// namesAll says that a clause names goods, by a word of their titles, and nothing that is strange: what only sounds like goods, or
// stands in what is told of them, holds nothing against the shop's own words ("do you have gift cards", of which a wallet holds some).
func (t *turn) namesAll(c clause) bool {
	items := t.items(c)
	if len(items) == 0 || items[0].empty() || items[0].bare() || !t.namesGoods(c.x) {
		return false
	}
	said := map[string]bool{}
	for _, w := range t.wordsOf(c.x) {
		said[t.lang.Stem(w.Text)] = true
	}
	f := t.find(evercart.Query{Words: items[0].query()})
	return slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool {
		return slices.ContainsFunc(hear.Tokens(h.Product.Title), func(w hear.Token) bool { return said[t.lang.Stem(w.Text)] })
	})
}
