package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

// checkClaim holds a claim against the deeds of its kinds; "" = it is borne out.
func (c *checker) checkClaim(sp span, kinds []Kind) string {
	deeds := c.facts.all(kinds)
	if sp.trigger.told || c.lex.is(nows, "") || sp.has(c.lex, nows) {
		deeds = append(deeds, c.standing(sp)...)
	}
	if len(deeds) == 0 {
		if c.emptied(sp) || sp.trigger.class == have && !c.facts.Known {
			return ""
		}
		return "deed"
	}
	if sp.trigger.class == empty && !c.facts.NoTotal && c.facts.Total != 0 && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind == Cleared }) {
		return "deed"
	}
	if what := c.whole(sp, deeds); what != "" {
		return what
	}
	fitting := deeds
	if !slices.ContainsFunc(kinds, aboutNoItems) || slices.ContainsFunc(deeds, func(d Deed) bool { return d.Title != "" }) {
		for _, m := range c.mentions(sp) {
			these, what := c.fitting(sp, m, deeds)
			if what != "" {
				return what
			}
			fitting = these
		}
		if what := c.olds(sp, fitting); what != "" {
			return what
		}
	}
	for _, check := range []func(span, []Kind, []Deed) string{c.numbers, c.codes, c.labels} {
		if what := check(sp, kinds, deeds); what != "" {
			return what
		}
	}
	return c.amounts(sp, kinds, fitting)
}

func aboutNoItems(k Kind) bool {
	return slices.Contains([]Kind{CouponApplied, Ordered, OrderCanceled, Refunded, Mailed, Texted, AddressSet, DeliverySet, HandedOff}, k)
}

// whole checks that all is gone where "everything" is said to be.
func (c *checker) whole(sp span, deeds []Deed) string {
	k := sp.trigger.class
	if k != out && k != remove && k != take || !sp.has(c.lex, wholes) || c.facts.NoTotal || c.facts.Total == 0 || len(c.heads(sp)) > 0 {
		return ""
	}
	if slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind == Cleared }) {
		return ""
	}
	return "count"
}

// standing is what stands in the cart, for a claim that tells how things are.
func (c *checker) standing(sp span) []Deed {
	switch sp.trigger.class {
	case in, have, back, nowis, add, put, set, change:
		return c.facts.Lines
	case aside, save:
		return c.facts.Saved
	}
	return nil
}

// emptied says that the cart is as empty as a claim has it.
func (c *checker) emptied(sp span) bool {
	return sp.trigger.class == empty && sp.trigger.told && !c.facts.NoTotal && c.facts.Total == 0
}

// fitting are the deeds that a mention can speak of; what = in what the nearest one differs.
func (c *checker) fitting(sp span, m mention, deeds []Deed) ([]Deed, string) {
	var out []Deed
	if m.unknown && c.lex.tongue != nil {
		return deeds, ""
	}
	what, rank := "", map[string]int{"item": 1, "option": 2, "count": 3}
	sum := 0
	for _, d := range deeds {
		if d.Title == "" {
			continue
		}
		without := m
		without.count = 0
		differs := without.fits(d, nil)
		if differs == "" {
			if sum += d.Count; m.count == 0 || slices.Contains(c.countsOf(sp, d), m.count) {
				out = append(out, d)
				continue
			}
			differs = "count"
		}
		if rank[differs] > rank[what] {
			what = differs
		}
	}
	switch {
	case len(out) > 0 || what == "":
		return out, ""
	case what == "count" && sum == m.count:
		return deeds, ""
	case c.rest(sp, m):
		return deeds, ""
	}
	return nil, what
}

// rest says that a name stands in a claim about something that is no goods, such as an order of socks.
func (c *checker) rest(sp span, m mention) bool {
	return len(m.head) == 0 && len(m.colors) == 0 && m.size == "" && m.count > 0 && len(c.facts.Deeds) > 1 && m.count == len(c.facts.Deeds)
}

// countsOf are the numbers that a claim may give of a deed.
func (c *checker) countsOf(sp span, d Deed) []int {
	out := []int{d.Count}
	if d.Kind == Quantity {
		out = append(out, max(d.Count-d.Was, d.Was-d.Count)) // "one more", "I took two out"
	}
	if d.Kind == Options && d.Count == 0 || d.Kind == Saved && d.Count == 0 || d.Kind == Restored && d.Count == 0 {
		return nil
	}
	for _, l := range c.facts.Lines {
		if l.Title == d.Title && slices.Equal(l.Options, d.Options) && (sp.trigger == nil || sp.trigger.told || sp.has(c.lex, nows)) {
			out = append(out, l.Count)
		}
	}
	return out
}

// olds checks what a claim says that there was before.
func (c *checker) olds(sp span, deeds []Deed) string {
	for i := sp.from; i < sp.to; i++ {
		if !c.isOld(sp, i) {
			continue
		}
		if f := c.figureAt(sp, i); f != nil && f.from == i && f.amounts == nil && !f.percent {
			if !slices.ContainsFunc(deeds, func(d Deed) bool {
				return d.Was == f.n || d.Kind == Options && hasSize(f.text, Deed{Options: d.From}) || d.Kind != Quantity && d.Kind != Options
			}) {
				return "count"
			}
		}
		color := c.color(sp.s.words, i)
		size, _ := c.letterSize(sp, i)
		for _, old := range []struct {
			v   string
			has func(Deed) bool
		}{{color, func(d Deed) bool { return hasColor(color, nil, d.From) }}, {size, func(d Deed) bool { return hasSize(size, Deed{Options: d.From}) }}} {
			if old.v != "" && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind != Options || old.has(d) }) {
				return "option"
			}
		}
	}
	return ""
}

// numbers checks the numbers of orders.
func (c *checker) numbers(sp span, kinds []Kind, deeds []Deed) string {
	if !slices.Contains(kinds, Ordered) && !slices.Contains(kinds, OrderCanceled) {
		return ""
	}
	return c.orderNumber(sp, deeds)
}

func (c *checker) orderNumber(sp span, deeds []Deed) string {
	var known []string
	for _, d := range deeds {
		if d.Number != "" {
			known = append(known, onlyDigits(d.Number))
		}
	}
	if len(known) == 0 {
		return ""
	}
	for _, f := range sp.figures {
		if f.amounts == nil && !f.percent && c.isNumber(sp, f) && !slices.Contains(known, strings.ReplaceAll(f.text, ".", "")) {
			return "number"
		}
	}
	return ""
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// codes checks the code of a coupon, and its percent.
func (c *checker) codes(sp span, kinds []Kind, deeds []Deed) string {
	if !slices.Contains(kinds, CouponApplied) {
		return ""
	}
	for _, w := range sp.words() {
		if !isCode(w.raw) {
			continue
		}
		if !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind != CouponApplied || strings.EqualFold(d.Number, w.raw) }) {
			return "code"
		}
	}
	for _, f := range sp.figures {
		if f.percent && !slices.ContainsFunc(deeds, func(d Deed) bool { return c.isPercent(d, f.n) }) {
			return "price"
		}
	}
	return ""
}

func (c *checker) isPercent(d Deed, n int) bool {
	whole := int64(c.facts.Total) + int64(d.Amount)
	if c.facts.NoTotal || d.Amount == 0 || whole == 0 {
		return true
	}
	permille := int64(d.Amount) * 1000 / whole
	return permille >= int64(n)*10-10 && permille <= int64(n)*10+10
}

// isCode says that a word is written as codes are: in capitals, and no size or common abbreviation.
func isCode(raw string) bool {
	if len(raw) < 3 || raw != strings.ToUpper(raw) || letters[raw] || strings.Trim(raw, "0123456789.,") == "" {
		return false
	}
	return !slices.Contains([]string{"USD", "EUR", "GBP", "SMS", "VIP", "PDF", "FAQ", "USA", "CAD"}, raw)
}

// labels checks what was sent, where it goes and how.
func (c *checker) labels(sp span, kinds []Kind, deeds []Deed) string {
	var told []string
	for _, w := range sp.words() {
		if l, ok := c.lex.labels[w.key]; ok && slices.Contains(groups[l], kinds[0]) {
			told = append(told, l)
		}
	}
	for _, t := range told {
		known, fits := false, false
		for _, d := range deeds {
			of := labelOf(d.Of)
			known = known || of != ""
			fits = fits || of == t || of == ""
		}
		if known && !fits {
			return "label"
		}
	}
	if len(told) == 0 && slices.Equal(kinds, []Kind{AddressSet}) {
		return c.place(sp, deeds)
	}
	return ""
}

// place checks the name of a street or a town, where the language tells names by their capitals.
func (c *checker) place(sp span, deeds []Deed) string {
	if c.lex.tag == "de" {
		return ""
	}
	for i, w := range sp.words() {
		if i+sp.from == 0 || len(w.raw) < 3 || w.raw == strings.ToLower(w.raw) || c.lex.is(ours, w.key) {
			continue
		}
		if !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Of == "" || slices.Contains(stems(d.Of), hear.For("en").Stem(w.key)) }) {
			return "label"
		}
	}
	return ""
}

// checkDenial holds "nothing was changed" against what was; "" = it is so.
func (c *checker) checkDenial(sp span, kinds []Kind) string {
	for _, d := range c.facts.all(kinds) {
		if !d.Kind.changes() {
			continue
		}
		if d.Title == "" {
			return "deed"
		}
		differs := false
		for _, m := range c.heads(sp) {
			differs = differs || m.fits(d, nil) != ""
		}
		ms := c.mentions(sp)
		for _, m := range ms {
			m.count = 0
			differs = differs || (len(m.head) > 0 || len(m.colors) > 0 || m.size != "") && m.fits(d, nil) != ""
		}
		if !differs {
			return "deed"
		}
	}
	return c.reason(sp)
}

// reason checks why something was refused.
func (c *checker) reason(sp span) string {
	var why []string
	for _, d := range c.facts.Deeds {
		if d.Kind == Refused || d.Kind == CouponRefused {
			if r := reasonOf(d.Of); r != "" {
				why = append(why, r)
			}
		}
	}
	if len(why) == 0 {
		return ""
	}
	var said []string
	for _, w := range sp.s.words {
		if r := c.lex.labels[w.key]; slices.Contains(reasons, r) {
			said = append(said, r)
		}
	}
	for _, r := range said {
		if !slices.Contains(why, r) {
			return "reason"
		}
	}
	return ""
}

// unclaimed checks a sentence that claims no deed: its total, and the price of what it names.
func (c *checker) unclaimed(sp span, goesOn bool) string {
	if what := c.amounts(sp, nil, nil); what != "" {
		return what
	}
	for _, k := range []Kind{AddressSet, DeliverySet} {
		if of := c.facts.all([]Kind{k}); len(of) > 0 && sp.s.labeled(c.lex) {
			if what := c.labels(sp, []Kind{k}, of); what != "" && len(c.heads(sp)) == 0 {
				return what
			}
		}
	}
	placed := c.facts.all([]Kind{Ordered, OrderCanceled})
	if len(placed) > 0 && sp.has(c.lex, numbering) {
		if what := c.orderNumber(sp, placed); what != "" {
			return what
		}
	}
	if !goesOn || c.hasVerb(sp) {
		return ""
	}
	deeds := slices.DeleteFunc(slices.Clone(c.facts.Deeds), func(d Deed) bool { return d.Title == "" })
	if len(deeds) == 0 {
		return ""
	}
	for _, m := range c.mentions(sp) {
		if len(m.head) == 0 {
			continue
		}
		if _, what := c.fitting(sp, m, deeds); what != "" {
			return what
		}
	}
	return ""
}

// labeled says that a sentence names a place or a way of delivery.
func (s sentence) labeled(l *lexicon) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { _, ok := l.labels[w.key]; return ok })
}

func (c *checker) hasVerb(sp span) bool {
	return sp.has(c.lex, beings) || sp.has(c.lex, havings) || sp.has(c.lex, modals)
}

// amountsOf are the prices that a claim may give of these deeds.
func amountsOf(deeds []Deed) []evercart.Minor {
	var out []evercart.Minor
	for _, d := range deeds {
		if d.Price > 0 || d.Kind == DeliverySet {
			out = append(out, d.Price, d.Price*evercart.Minor(max(d.Count, 1)))
		}
		if d.Amount > 0 {
			out = append(out, d.Amount)
		}
	}
	return out
}
