package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	vectors "github.com/evercart/evercart/internal/words"
)

// What people say has more words than lists hold. A claim whose words mean deeds of which none was done is a lie for certain only where nothing
// else was done that it may well tell of; and it tells of that where something which it names is that deed's own.

// loosely are, by what was done, the classes of words that it may be told by. What is told by the opposite is not among them.
var loosely = map[Kind][]class{
	Added:         {add, put, in, have, back, set, nowis, count, makes, went, other, done, gives, give, ring, restore, use, extra},
	Restored:      {add, put, in, have, back, set, change, nowis, makes, went, other, done, gives, give, restore, use},
	Removed:       {take, remove, out, put, noMore, back, went, gives, other, done, extra, count, nowis, cancel, apply},
	Cleared:       {take, remove, out, put, noMore, empty, back, went, other, done, cancel},
	Quantity:      {add, put, take, remove, in, have, set, change, nowis, count, makes, went, other, done, give, rest, noMore},
	Options:       {put, in, have, set, change, nowis, count, makes, went, other, done, give, gives, use},
	Saved:         {save, aside, put, set, other, done, makes, went, extra},
	CouponApplied: {take, remove, out, give, gives, apply, use, active, works, put, add, in, set, went, makes, done, other, save, nowis, change, count, noMore, onway},
	Ordered:       {order, buy, went, makes, pay, in, put, done, send, out, onway, set, ring, other, apply},
	OrderCanceled: {cancel, out, take, remove, undo, other, done, noMore, put},
	Refunded:      {refund, give, gives, send, onway, put, back, went, makes, pay, apply, set, other, done, have, in, out, take, undo, active, order},
	Mailed:        {send, email, onway, mails, in, out, went, put, makes, set, other, done, have},
	Texted:        {send, text, onway, in, out, went, put, makes, set, other, done, have},
	AddressSet:    {set, change, put, addressed, route, ship, use, in, makes, went, done, other, send, nowis, take, add, apply, have},
	DeliverySet:   {set, change, put, addressed, route, ship, use, in, makes, went, done, other, send, nowis, add, apply, have, active},
	HandedOff:     {hand, send, put, makes, set, onway, other, done, went, give},
}

// evident are the deeds that a claim tells of all the same, in words that are more often said of others.
func (c *checker) evident(sp span) []Deed {
	var out []Deed
	for _, d := range c.facts.Deeds {
		if slices.Contains(loosely[d.Kind], sp.trigger.class) && !c.opposite(sp, d) && c.tied(sp, d) {
			out = append(out, d)
		}
	}
	return out
}

// tied says that a span names what is a deed's own: its goods, an amount, a number, a code, or where or how.
func (c *checker) tied(sp span, d Deed) bool {
	if n := c.nounsIn(sp); d.Kind == DeliverySet && n&nAddress != 0 || d.Kind == Mailed && n&nText != 0 || d.Kind == Texted && n&nMail != 0 || d.Kind == Saved && n&nCart != 0 || d.Kind != Saved && n&nLater != 0 && n&nBack == 0 {
		return false // another way, or another place
	}
	if d.Title != "" && slices.ContainsFunc(c.heads(sp), func(m mention) bool { return m.fits(d, nil) == "" }) {
		return true
	}
	if len(c.heads(sp)) == 0 && len(sp.figures) == 0 && sp.to-sp.from < len(sp.s.words) && slices.ContainsFunc(sp.words(), func(w word) bool { return standIns[w.key] || w.key == "lo" }) {
		sp = span{s: sp.s, to: len(sp.s.words), figures: c.lex.figures(sp.s.words)} // "it's going to your aunt's, I put that in"
	}
	own := amountsOf([]Deed{d})
	for _, f := range sp.figures {
		for _, a := range f.amounts {
			if slices.Contains(own, a) {
				return true
			}
		}
		if d.Number != "" && len(f.text) > 3 && f.text == onlyDigits(d.Number) {
			return true
		}
	}
	of := labelOf(d.Of)
	return slices.ContainsFunc(sp.words(), func(w word) bool {
		return d.Number != "" && strings.EqualFold(w.raw, d.Number) || of != "" && w.label == of
	})
}

// kindsAmong are the kinds of deeds, each once.
func kindsAmong(deeds []Deed) []Kind {
	var out []Kind
	for _, d := range deeds {
		if !slices.Contains(out, d.Kind) {
			out = append(out, d.Kind)
		}
	}
	return out
}

// paidAs are the deeds whose goods cost just what a span tells, where what it calls them may be another word for them: "the skillet, forty-eight
// seventy-five", where a pan was added. A shop hardly has two things for one odd price; what is told of another thing is told with that one's.
func (c *checker) paidAs(sp span, m mention, deeds []Deed) []Deed {
	var out []Deed
	for _, d := range deeds {
		title := stems(d.Title)
		if d.Title == "" || slices.ContainsFunc(m.mods, func(mod []string) bool {
			return slices.ContainsFunc(mod, func(e string) bool { return contrasts(e, title, d.Options) })
		}) || m.size != "" && !hasSize(m.size, d) || slices.ContainsFunc(m.colors, func(color string) bool { return !hasColor(color, title, d.Options) }) {
			continue
		}
		if c.costs(sp, d) && akin(m, title) {
			out = append(out, d)
		}
	}
	return out
}

// beside says that a name only tells what something was put to, and that this is there: "the blouse is in next to your scarf".
func (c *checker) beside(sp span, m mention) bool {
	ws, at := sp.s.words, m.from-1
	for at > sp.from && c.lex.is(articles, ws[at].key) && !besides[ws[at].key] {
		at--
	}
	if at < sp.from || !besides[ws[at].key] && !(at > sp.from && besides[ws[at-1].key]) {
		return false
	}
	return slices.ContainsFunc(slices.Concat(c.facts.Lines, c.facts.Saved, c.facts.Deeds), func(d Deed) bool { return d.Title != "" && m.fits(d, nil) == "" })
}

// besides stand before what was there.
var besides = words("next beside besides with alongside neben zu zum zur mit bei beim junto lado ademas con")

// costs says that a span tells what a deed's goods cost, one or all of them.
func (c *checker) costs(sp span, d Deed) bool {
	return d.Price > 0 && slices.ContainsFunc(sp.figures, func(f figure) bool {
		amounts := f.amounts
		if amounts == nil && f.n >= 10 && !f.percent && !c.lex.nounAt(sp.s.words, f.to) {
			amounts = []evercart.Minor{f.cents()}
		}
		return slices.Contains(amounts, d.Price) || slices.Contains(amounts, d.Price*evercart.Minor(max(d.Count, 1)))
	})
}

// akin says that a name is not surely that of other goods: one of its words means something near to a word of the title, or nobody knows what it means.
func akin(m mention, title []string) bool {
	of := make([]vectors.ID, 0, len(title))
	for _, t := range title {
		of = append(of, meaning(t))
	}
	if len(of) == 0 || of[len(of)-1] == vectors.None {
		return true
	}
	known := false
	for _, h := range m.head {
		id := meaning(strings.TrimPrefix(h, "="))
		known = known || id != vectors.None
		if id != vectors.None && slices.ContainsFunc(of, func(t vectors.ID) bool { return vectors.Like(id, t) >= nearly }) {
			return true
		}
	}
	return !known
}

// meaning finds a word's vector, be it known in the plural alone.
func meaning(stem string) vectors.ID {
	if id := vectors.Find(stem); id != vectors.None {
		return id
	}
	return vectors.Find(stem + "s")
}

// nearly is how alike words are that may be said of one thing: a skillet is like a pan by 0.85, and a mug not like a candle.
const nearly = 0.3
