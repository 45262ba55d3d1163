package claims

import (
	"slices"
	"strings"
)

// noun says what something that is no goods is.
type noun int

const (
	nOrder noun = 1 << iota
	nAddress
	nDelivery
	nCode
	nRefund
	nMail
	nText
	nPaper // what is sent: a confirmation, a receipt, a link
	nPerson
	nLater
	nPay
	nPrice
	nChange
	nAway // "out", "off"
	nBack
	nThrough
	nCart
)

// nounsIn gathers what a span speaks of besides goods.
func (c *checker) nounsIn(sp span) noun {
	var all noun
	for i, w := range sp.words() {
		n := c.lex.nouns[w.key]
		if c.lex.is(cartings, w.key) {
			n |= nCart
		}
		if w.key == "list" && i > 0 && (sp.words()[i-1].key == "wish" || sp.words()[i-1].key == "saved") {
			n |= nLater
		}
		all |= n
		if isCode(w.raw) && !c.known.holds(w) {
			all |= nCode
		}
	}
	for _, f := range sp.figures {
		if f.percent {
			all |= nCode
		}
	}
	return all
}

// changing are all kinds of deeds that change something.
var changing = []Kind{Added, Removed, Saved, Restored, Quantity, Options, Cleared, CouponApplied, Ordered, OrderCanceled, Refunded, Mailed, Texted, AddressSet, DeliverySet, HandedOff, Noted}

// into are the kinds after which something is in the cart.
var into = []Kind{Added, Restored, Quantity, Options}

// resolve says which kinds of deeds bear a claim out; none = it is no claim after all.
func (c *checker) resolve(sp span) []Kind {
	kinds := c.kinds(sp)
	if slices.Equal(kinds, []Kind{Saved}) && sp.has(c.lex, olds) { // "in L now instead of M"
		return append(kinds, Options, Quantity)
	}
	return kinds
}

func (c *checker) kinds(sp span) []Kind {
	n := c.nounsIn(sp)
	has := func(of noun) bool { return n&of != 0 }
	items := len(c.heads(sp)) > 0
	switch k := sp.trigger.class; k {
	case add, put, in, have, back, set, save, aside, restore:
		return c.placed(sp, k, n, items)
	case take, remove, out, empty:
		if list := removed(k, n, items, sp); !deleting[sp.s.words[sp.trigger.from].key] {
			return list
		} else {
			return slices.DeleteFunc(slices.Clone(list), func(k Kind) bool { return k == Saved })
		}
	case addressed:
		if len(c.facts.all([]Kind{AddressSet, DeliverySet})) == 0 && !sp.has(c.lex, nows) {
			return nil // what is to come, and nobody has decided it here
		}
		return []Kind{AddressSet, DeliverySet}
	case change, count, nowis:
		list := changed(k, n, items, len(sp.figures) > 0)
		if k == nowis && !items && sp.s.labeled(c.lex) { // "that's express now"
			list = slices.Concat(list, []Kind{AddressSet, DeliverySet})
		}
		return list
	case apply, use, active, works:
		return coupon(sp, k, n, items)
	case cancel:
		return []Kind{OrderCanceled}
	case refund:
		if items && has(nCart) { // "devuelto al carrito"
			return []Kind{Restored, Added, Quantity}
		}
		return []Kind{Refunded}
	case give:
		switch {
		case has(nRefund):
			return []Kind{Refunded}
		case has(nCode), has(nPrice), has(nAway):
			return []Kind{CouponApplied}
		}
		return nil
	case send, email, text, onway, hand:
		if slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts != nil }) {
			n |= nPay
		}
		return sent(k, n)
	case order, pay, makes, went:
		if k == makes && items && !has(nOrder) {
			for _, m := range c.mentions(sp) {
				if m.size != "" || m.count > 0 || len(m.colors) > 0 || sp.has(c.lex, sizing) {
					return []Kind{Options, Quantity, Added}
				}
			}
		}
		if k == went && !items && n&^nThrough == 0 && len(c.facts.all([]Kind{Ordered})) > 0 {
			return []Kind{Ordered}
		}
		return made(k, n, items)
	case done:
		if has(nRefund | nOrder) {
			return made(makes, n, items)
		}
		return changing
	case undo, other:
		return changing
	case same:
		if has(nPrice) {
			return []Kind{CouponApplied}
		}
		return []Kind{Added, Removed, Saved, Restored, Quantity, Options, Cleared, CouponApplied}
	}
	return nil
}

// coupon resolves what is said of a code, or of whatever was tried.
func coupon(sp span, k class, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case has(nCode | nPrice), k == apply && !items && !has(nAddress|nOrder|nDelivery|nRefund):
		return []Kind{CouponApplied}
	case k == apply, k == works && len(sp.words()) < 6: // "that worked"
		return changing
	}
	return nil
}

// deleting are words for what is not kept for later.
var deleting = words("deleted discarded scrapped dumped eliminated borrado eliminado geloscht")

func (c *checker) placed(sp span, k class, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case k == save && items && has(nCart) && !has(nLater): // "in den Korb zurückgelegt"
		return append([]Kind{Saved}, into...)
	case has(nOrder) && !items && (k == put || k == in || k == set):
		if k == put && has(nThrough) || k != put || sp.trigger.to-sp.trigger.from >= 1 && !has(nCart) {
			return []Kind{Ordered}
		}
	case has(nPerson) && has(nThrough):
		return []Kind{HandedOff}
	case has(nMail|nText) && !items && !has(nCart):
		return sent(send, n)
	case has(nAddress) && !items:
		return []Kind{AddressSet}
	case has(nDelivery) && !items:
		return []Kind{DeliverySet}
	case has(nCode) && !items && !has(nCart) || k == save && len(sp.figures) > 0 && sp.figures[0].amounts != nil:
		return []Kind{CouponApplied}
	case has(nLater), k == save, k == aside:
		return []Kind{Saved}
	case k == put && has(nBack), k == back, k == restore:
		return []Kind{Restored, Added, Removed, Quantity}
	case k == set:
		return changing
	case k == put && c.lex.tag == "es" && !has(nCart) && !items && !has(nAway):
		return into
	}
	if has(nRefund) {
		return []Kind{Refunded}
	}
	return into
}

func removed(k class, n noun, items bool, sp span) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	gone := []Kind{Removed, Cleared, Quantity, Saved}
	switch {
	case k == empty:
		return []Kind{Cleared, Removed, Saved}
	case has(nCode) && !items:
		if k == take && len(sp.figures) == 0 {
			return gone
		}
		return []Kind{CouponApplied}
	case has(nOrder) && k == out && !items:
		return []Kind{Ordered}
	case has(nMail|nPaper|nText) && k == out && !items:
		return []Kind{Mailed, Texted}
	case has(nRefund) && k == out && !items:
		return []Kind{Refunded}
	case has(nOrder) && !items && (k == remove || k == take && has(nAway|nBack)):
		return []Kind{OrderCanceled}
	case k == take && slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts != nil }) && !items:
		return []Kind{CouponApplied, Removed, Quantity}
	case k == take && !has(nAway) && !has(nCart):
		return nil
	}
	return gone
}

func changed(k class, n noun, items, figures bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case has(nAddress) && !items:
		return []Kind{AddressSet}
	case has(nDelivery) && !items:
		return []Kind{DeliverySet}
	case has(nLater):
		return []Kind{Saved}
	case has(nPrice) && !items && !figures:
		return []Kind{CouponApplied, Quantity, Options, Added, Removed}
	case has(nOrder) && !items:
		return []Kind{Options, Quantity, AddressSet, DeliverySet}
	case k == count:
		return []Kind{Quantity, Added, Removed}
	case k == nowis:
		return []Kind{Quantity, Options, Added, Removed, Restored}
	case n == 0 && !items && !figures: // "I've changed that"
		return []Kind{Options, Quantity, Noted, AddressSet, DeliverySet}
	}
	return []Kind{Options, Quantity, Noted}
}

func sent(k class, n noun) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case k == email:
		return []Kind{Mailed}
	case k == text:
		return []Kind{Texted}
	case k == hand:
		return []Kind{HandedOff}
	case has(nRefund), (k == onway || k == send) && has(nBack) && has(nPay):
		return []Kind{Refunded}
	case has(nText):
		return []Kind{Texted}
	case has(nMail):
		return []Kind{Mailed}
	case has(nPerson) && k == send && !has(nPaper):
		return []Kind{HandedOff}
	case has(nPaper):
		return []Kind{Mailed, Texted}
	case has(nOrder), k == onway:
		return []Kind{Ordered}
	case has(nAddress):
		return []Kind{AddressSet}
	}
	return []Kind{Mailed, Texted, Ordered, HandedOff}
}

func made(k class, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case has(nRefund), k == pay && has(nBack):
		return []Kind{Refunded}
	case k != order && has(nCode) && !items:
		return []Kind{CouponApplied}
	case has(nAddress) && !has(nOrder):
		return []Kind{AddressSet}
	case has(nDelivery) && !has(nOrder) && !items:
		return []Kind{DeliverySet}
	case k == makes && has(nChange):
		return changing
	case k == makes && !has(nOrder|nPay), k == went && !has(nOrder|nPay):
		return nil
	}
	return []Kind{Ordered}
}

// groups says about which kinds of deeds a label tells something.
var groups = map[string][]Kind{
	"office": {AddressSet}, "home": {AddressSet},
	"express": {DeliverySet, AddressSet}, "standard": {DeliverySet, AddressSet}, "overnight": {DeliverySet, AddressSet}, "pickup": {DeliverySet, AddressSet}, "economy": {DeliverySet, AddressSet},
	"confirmation": {Mailed, Texted}, "link": {Mailed, Texted}, "tracking": {Mailed, Texted},
}

var reasons = []string{"stock", "nosize", "expired", "combine", "minimum", "limit", "invalid", "used"}

// labelOf is the label of what a deed keeps: "payment_link" is a link.
func labelOf(of string) string { return labelIn(of, false) }

// reasonOf is the label of why something was refused.
func reasonOf(of string) string { return labelIn(of, true) }

func labelIn(of string, reason bool) string {
	if reason && strings.Contains(strings.ReplaceAll(of, "_", " "), "no such") { // size, color, option
		return "nosize"
	}
	for w := range strings.FieldsSeq(strings.NewReplacer("_", " ", "-", " ").Replace(fold(of))) {
		if l, ok := english.labels[w]; ok && slices.Contains(reasons, l) == reason && l != "days" {
			return l
		}
	}
	return ""
}
