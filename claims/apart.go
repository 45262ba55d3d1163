package claims

import (
	"slices"
)

// apart finds where the value ends that a "not" at k only tells from the one that counts: "green now, not grey", "not grey but green"; k = it
// denies something else.
func (l *lexicon) apart(ws []word, k int) int {
	if ws[k].key != apartings[l.tag] {
		return k
	}
	to, value := k+1, false
	for to < len(ws) && !ws[to].sep && !l.is(ands, ws[to].key) && !contraries[ws[to].key] {
		w := ws[to]
		if _, verb := l.verbs[w.key]; verb || to-k > 4 || l.is(beings, w.key) || l.is(havings, w.key) || l.is(modals, w.key) && w.key != "to" || l.is(ours, w.key) || l.is(persons, w.key) || l.is(cartings, w.key) {
			return k
		}
		value = value || w.number || goods(w) != notGoods || letters[w.raw] || l.sizes[w.key] != ""
		to++
	}
	behind := k > 0 && (ws[k].sep || l.is(ands, ws[k-1].key))
	if !value || !behind && (to == len(ws) || !contraries[ws[to].key]) {
		return k
	}
	return to
}

// apartings deny a value, contraries go before the one that is so.
var (
	apartings  = map[string]string{"en": "not", "de": "nicht", "es": "no"}
	contraries = words("but sondern sino")
)

// toldApart says that what stands at i is only what something is told from.
func (l *lexicon) toldApart(ws []word, i int) bool {
	for k := i; k >= max(0, i-4); k-- {
		if l.apart(ws, k) > i {
			return true
		}
	}
	return false
}

// notSo checks that what a claim is told from is not what is.
func (c *checker) notSo(sp span, deeds []Deed) string {
	for i := sp.from; i < sp.to; i++ {
		if !c.lex.toldApart(sp.s.words, i) {
			continue
		}
		if color := c.color(sp.s.words, i); color != "" && len(deeds) > 0 && !slices.ContainsFunc(deeds, func(d Deed) bool { return option(d.Options, "color", "colour") != plainColor(color) }) {
			return "option"
		}
	}
	return ""
}

// had says that the number at i is of what there was before: "you had one, now you have three".
func (c *checker) had(sp span, i int) bool {
	ws := sp.s.words
	for k := i - 1; k > max(sp.from, i-4)-1 && !ws[k+1].sep; k-- {
		if !hads[ws[k].key] {
			continue
		}
		if t := sp.trigger; t != nil && !t.told && t.from > i && !c.lex.parted(ws, i, t.from) {
			return false // "you had two added"
		}
		before := k - 1
		for before > sp.from && c.lex.is(adverbs, ws[before].key) {
			before--
		}
		return c.lex.tag != "en" || before >= 0 && hadBy[ws[before].key]
	}
	return false
}

// hads tell of what there was, hadBy whose it was.
var hads, hadBy = words("had hatten hatte tenia llevaba"), words("you cart basket bag trolley order there")
