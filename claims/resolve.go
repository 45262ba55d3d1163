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
		if (w.key == "items" || w.key == "for") && i > 0 && sp.words()[i-1].key == "saved" {
			n |= nLater
		}
		if w.key == "list" && i > 0 && (sp.words()[i-1].key == "wish" || sp.words()[i-1].key == "saved") {
			n |= nLater
		}
		all |= n
		if isCode(w.raw) && !c.known.holds(w) {
			all |= nCode
		}
	}
	if c.lex.phrased(sp, laters) {
		all |= nLater
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

// plainly are the classes that mean the same kinds whatever goes with them.
var plainly = map[class][]Kind{
	cancel: {OrderCanceled},
	ring:   append([]Kind{Ordered}, into...),
	buy:    {Ordered},
	route:  {AddressSet, DeliverySet},
	ship:   {DeliverySet, AddressSet},
	mails:  {Mailed},
	undo:   changing,
	other:  changing,
}

func (c *checker) kinds(sp span) []Kind {
	n := c.nounsIn(sp)
	has := func(of noun) bool { return n&of != 0 }
	items := len(c.heads(sp)) > 0
	if of, ok := plainly[sp.trigger.class]; ok {
		return of
	}
	switch k := sp.trigger.class; k {
	case add, put, in, have, back, set, save, aside, restore:
		switch {
		case k == put && slices.ContainsFunc(sp.words(), func(w word) bool { return shelving[w.key] }) && !has(nCart):
			return removed(take, n|nAway, items, sp)
		case (k == add || k == put) && c.flung(sp, n):
			return removed(take, n|nAway, items, sp)
		case k == in && !items && n == 0 && c.before(sp)&nCode != 0: // "with the code you save seven dollars, it's in"
			return append([]Kind{CouponApplied}, into...)
		}
		return c.placed(sp, k, n, items)
	case take, remove, out, empty, noMore:
		return c.gone(sp, n, items)
	case addressed:
		if len(c.facts.all([]Kind{AddressSet, DeliverySet})) == 0 && !sp.has(c.lex, nows) {
			return nil // what is to come, and nobody has decided it here
		}
		return []Kind{AddressSet, DeliverySet}
	case change, count, nowis, rest:
		return c.altered(sp, n, items)
	case apply, use, active, works:
		return coupon(sp, k, n, items)
	case refund, give, gives:
		return returned(sp, n, items)
	case send, email, text, onway, hand:
		if k == onway && has(nCart) { // "on their way into your cart"
			return into
		}
		if sp.hasAmount() {
			n |= nPay
		}
		return sent(k, n)
	case order, pay, makes, went:
		return c.through(sp, n, items)
	case done:
		if has(nRefund | nOrder) {
			return made(makes, n, items)
		}
		return changing
	case extra:
		if to := sp.way(c.lex); to != nil && has(nAddress|nDelivery) {
			return to
		}
		return []Kind{Noted, Options}
	case same:
		if has(nPrice) {
			return []Kind{CouponApplied}
		}
		return []Kind{Added, Removed, Saved, Restored, Quantity, Options, Cleared, CouponApplied}
	}
	return nil
}

// gone resolves what is out of the cart.
func (c *checker) gone(sp span, n noun, items bool) []Kind {
	k := sp.trigger.class
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case k == noMore && !items:
		return nil
	case k == out && sp.trigger.told && !has(nCart|nOrder) && slices.ContainsFunc(sp.s.words, func(w word) bool { return w.label == "stock" }) && len(c.facts.all([]Kind{Removed, Cleared, Quantity, Saved})) == 0:
		return nil // "the medium is gone, it sold out"
	case k == out && !items && n&^nAway == 0 && sp.trigger.told && c.onlySizes() && len(sp.figures) > 0:
		return nil // "the eight's out, the nine's in"
	case k == noMore:
		k = out
	}
	list := removed(k, n, items, sp)
	if deleting[sp.s.words[sp.trigger.from].key] || c.forGood(sp) {
		return slices.DeleteFunc(slices.Clone(list), func(k Kind) bool { return k == Saved })
	}
	return list
}

// altered resolves what is another number or choice now.
func (c *checker) altered(sp span, n noun, items bool) []Kind {
	k := sp.trigger.class
	switch {
	case k == rest && (len(c.facts.all([]Kind{Quantity})) == 0 || !slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts == nil }) || slices.ContainsFunc(sp.words(), func(w word) bool { return paying[w.key] })):
		return nil // what the shop has left, or what is left to pay
	case k == rest:
		return []Kind{Quantity}
	case k == nowis && !items && !c.tells(sp) && sp.way(c.lex) == nil && n&(nAddress|nDelivery|nPrice) == 0:
		return nil // "it's up to you"
	case k == nowis && !items && sp.hasAmount() && sp.has(c.lex, discounts): // "das sind 8,95 weniger"
		return []Kind{CouponApplied}
	case k == nowis && !items && len(sp.figures) > 0 && !slices.ContainsFunc(sp.figures, func(f figure) bool { return f.amounts == nil && !c.bareTotal(sp, f) }):
		return nil // "it is forty dollars now"
	}
	list := changed(k, n, items, len(sp.figures) > 0)
	if to := sp.way(c.lex); to != nil && !items { // "that's express now"
		return slices.Concat(to, list)
	}
	return list
}

// returned resolves what is given or given back.
func returned(sp span, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch k := sp.trigger.class; {
	case k == refund && items && has(nCart): // "devuelto al carrito"
		return []Kind{Restored, Added, Quantity}
	case k == refund && items && !has(nPay|nRefund) && !sp.hasAmount(): // "devolví la vela al estante"
		return []Kind{Removed, Quantity, Cleared, Restored}
	case k == refund:
		return []Kind{Refunded}
	case k == gives && has(nCart|nLater):
		return []Kind{Restored, Added, Quantity, Saved}
	case k == gives && (has(nPay|nRefund) || sp.hasAmount()), k == give && (has(nRefund) || has(nBack) && sp.hasAmount()):
		return []Kind{Refunded}
	case k == give && has(nCode|nPrice|nAway):
		return []Kind{CouponApplied}
	}
	return nil
}

// through resolves what was ordered, paid or made.
func (c *checker) through(sp span, n noun, items bool) []Kind {
	k := sp.trigger.class
	if k == makes && items && n&nOrder == 0 {
		for _, m := range c.mentions(sp) {
			if m.size != "" || m.count > 0 || len(m.colors) > 0 || sp.has(c.lex, sizing) || c.sized(sp) {
				return []Kind{Options, Quantity, Added}
			}
		}
	}
	if k == went && !items && n&^nThrough == 0 && pronounced(sp) {
		return changing
	}
	if to := sp.way(c.lex); to != nil && k == makes && !items && n&(nOrder|nRefund|nCode|nPay) == 0 { // "pickup's been arranged"
		return to
	}
	return made(k, n, items)
}

// sized says that something was made a size: "I've made the dress a medium", not "it is made in small batches".
func (c *checker) sized(sp span) bool {
	return c.lex.tag == "en" && !c.lex.is(beings, c.lex.at(sp.s.words, sp.trigger.from-1)) && slices.ContainsFunc(sp.words(), func(w word) bool { return c.lex.sizes[w.key] != "" })
}

// groups says about which kinds of deeds a label tells something.
var groups = map[string][]Kind{
	"office": {AddressSet}, "home": {AddressSet}, "brother": {AddressSet}, "sister": {AddressSet}, "parents": {AddressSet}, "mother": {AddressSet}, "father": {AddressSet}, "neighbor": {AddressSet}, "grandmother": {AddressSet},
	"friend": {AddressSet}, "aunt": {AddressSet}, "uncle": {AddressSet}, "son": {AddressSet}, "daughter": {AddressSet},
	"express": {DeliverySet, AddressSet}, "standard": {DeliverySet, AddressSet}, "overnight": {DeliverySet, AddressSet}, "pickup": {DeliverySet, AddressSet}, "economy": {DeliverySet, AddressSet},
	"confirmation": {Mailed, Texted}, "link": {Mailed, Texted}, "tracking": {Mailed, Texted},
}

var reasons = []string{"stock", "nosize", "expired", "combine", "minimum", "limit", "invalid", "used"}

// labelOf is the label of what a deed keeps: "payment_link" is a link.
func labelOf(of string) string { return labelIn(of, false) }

// isLabeled says that what a deed keeps is called that, too: a "tracking_link" is of the tracking, and a link.
func isLabeled(of, label string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(fold(of), func(r rune) bool { return r == '_' || r == '-' || r == ' ' }), func(w string) bool { return english.labels[w] == label })
}

// reasonOf is the label of why something was refused.
func reasonOf(of string) string { return labelIn(of, true) }

func labelIn(of string, reason bool) string {
	if reason && strings.Contains(strings.ReplaceAll(of, "_", " "), "no such") { // size, color, option
		return "nosize"
	}
	if reason && strings.Contains(of, "used") {
		return "used"
	}
	for w := range strings.FieldsSeq(strings.NewReplacer("_", " ", "-", " ", "'s", " ", "s'", "s ").Replace(fold(of))) {
		if l, ok := english.labels[w]; ok && slices.Contains(reasons, l) == reason && l != "days" {
			return l
		}
	}
	return ""
}
