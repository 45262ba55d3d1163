package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

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
	if len(told) == 0 && slices.Contains(kinds, AddressSet) { // "it goes to your brother, I've entered his address"
		for _, w := range sp.s.words {
			if of := groups[w.label]; len(of) == 1 && of[0] == AddressSet {
				told = append(told, w.label)
			}
		}
	}
	if len(told) == 0 && kinds[0] == DeliverySet { // "it'll be shipped overnight, I've set that"
		for _, w := range sp.s.words[:sp.from] {
			if slices.Contains(groups[w.label], DeliverySet) {
				told = append(told, w.label)
			}
		}
	}
	if i := slices.Index(told, "home"); i >= 0 && slices.ContainsFunc(told, func(l string) bool { return l != "home" && len(groups[l]) == 1 }) { // "your parents' house"
		told = slices.Delete(told, i, i+1)
	}
	if slices.Contains(kinds, AddressSet) && c.nounsIn(sp)&nAddress != 0 && !slices.ContainsFunc(deeds, func(d Deed) bool { return d.Kind != DeliverySet }) &&
		slices.ContainsFunc(sp.words(), func(w word) bool { return len(groups[w.label]) == 1 && groups[w.label][0] == AddressSet }) {
		return "label" // "I set express and your home address", where express was set
	}
	for _, t := range told {
		known, fits := false, false
		for _, d := range deeds {
			known = known || d.Of != ""
			fits = fits || labelOf(d.Of) == t || isLabeled(d.Of, t) || d.Of == ""
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
