package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

var ofPeople = set("my", "our", "his", "her", "their")

var relative = set("have", "has", "can", "should", "could", "is", "are", "need", "needs", "must", "will", "i", "we", "you", "may")

// thingSlot reads a thing, and whether it is in the cart.
func (t *turn) thingSlot(words []token, strange bool) slot {
	text := hear.Text(words)
	s := slot{text: text, it: t.read(text)}
	first := words[0].Text
	s.def = first == "the" || first == "my" || first == "that" || first == "those" || first == "these" || first == "this" || !t.tables.articles[first] && s.it.qty == 0 && !s.it.more
	s.letter = t.linked(s.it, s.def || first == "some")
	if strange || s.letter == slotStrange {
		if mended, ok := t.mended(text); ok {
			s.text, s.it, strange = mended, t.read(mended), false
			s.letter = t.linked(s.it, s.def)
		}
	}
	if rest, ok := strings.CutPrefix(text, "the "); ok && s.letter == slotValue {
		s.text, s.it = rest, t.read(rest)
	}
	if strange && s.letter != slotLine && s.letter != slotOther {
		s.letter = slotStrange
	}
	return s
}

// linked says where goods are: in the cart, put aside, or only in the shop.
func (t *turn) linked(it item, def bool) rune {
	if it.bare() {
		switch {
		case len(it.ordinals) > 0:
			return slotPlace
		case it.ref == refEach:
			return slotAll
		case len(it.sizes) > 0 || len(it.sizedNums()) > 0:
			return slotValue
		case it.ref != refNone || it.same || it.rank != 0 || it.more:
			return slotPoint
		case it.qty > 0 || len(it.nums) > 0:
			return slotCount
		}
		return slotStrange
	}
	if def && len(it.sizes)+len(it.nums) == 0 && t.allHolders(it.words) && len(t.state.Cart.Lines) > 0 && len(t.namedLines(it, t.state.Cart.Lines)) > 0 { // "the bag"
		return slotLine
	}
	if !slices.ContainsFunc(it.words, func(w string) bool { return t.wordKind(w) != wordValue && !t.lang.Color(w) && !t.lang.Holder(w) }) {
		return slotValue
	}
	named := it
	named.qty, named.more = 0, false
	if len(t.state.Cart.Lines) > 0 {
		if len(t.namedLines(named, t.state.Cart.Lines)) > 0 {
			return slotLine
		}
		if def && len(t.linesOfProducts(named)) > 0 {
			return slotOther
		}
	}
	if len(t.state.Cart.Saved) > 0 && def && len(t.namedLines(named, t.state.Cart.Saved)) > 0 {
		return slotSaved
	}
	if f := t.find(evercart.Query{Words: it.query()}); len(f.Hits) > 0 && len(f.Unknown) == 0 {
		return slotNew
	}
	return slotStrange
}

// mended writes a word that means nothing as one of a title that is said but for it, where both begin alike: "velvet cushing".
func (t *turn) mended(text string) (string, bool) {
	it := t.read(text)
	var odd []string
	for _, w := range it.words {
		if t.wordKind(w) == wordStrange {
			odd = append(odd, w)
		}
	}
	if len(odd) != 1 || t.lang.Trusted(odd[0]) || len(it.words) < 2 {
		return "", false
	}
	rest := it
	rest.words = slices.DeleteFunc(slices.Clone(it.words), func(w string) bool { return w == odd[0] })
	f := t.find(evercart.Query{Words: rest.query()})
	if len(f.Unknown) > 0 {
		return "", false
	}
	for _, h := range f.Hits[:min(5, len(f.Hits))] {
		for _, w := range t.wordsOf(h.Product.Title) {
			said := slices.ContainsFunc(rest.words, func(o string) bool { return t.lang.Stem(o) == t.lang.Stem(w.Text) })
			if limit := max(2, len(w.Text)/2); !said && len(w.Text) > 3 && w.Text[0] == odd[0][0] && hear.Distance(odd[0], w.Text, limit) <= limit {
				return strings.Replace(text, odd[0], w.Text, 1), true
			}
		}
	}
	return "", false
}
