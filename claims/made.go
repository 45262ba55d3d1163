package claims

import "slices"

// coupon resolves what is said of a code, or of whatever was tried.
func coupon(sp span, k class, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case k == use && has(nAddress):
		return []Kind{AddressSet}
	case k == active && sp.hasAmount():
		return []Kind{CouponApplied}
	case has(nCode | nPrice), k == apply && !items && !has(nAddress|nOrder|nDelivery|nRefund):
		return []Kind{CouponApplied}
	case k == works && slices.ContainsFunc(sp.s.words, func(w word) bool { return w.noun&nCode != 0 }):
		return []Kind{CouponApplied}
	case k == apply, k == works && len(sp.words()) < 6: // "that worked"
		return changing
	}
	return nil
}

func (c *checker) placed(sp span, k class, n noun, items bool) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	switch {
	case (k == put || k == set) && !items && !has(nCart|nOrder|nPaper) && sp.way(c.lex) != nil: // "I've put your office down"
		return sp.way(c.lex)
	case k == save && items && has(nCart) && !has(nLater): // "in den Korb zurückgelegt"
		return append([]Kind{Saved}, into...)
	case has(nOrder) && !items && (k == put || k == in || k == set):
		if k == put && has(nThrough) || k != put || sp.trigger.to-sp.trigger.from >= 1 && !has(nCart) {
			return []Kind{Ordered}
		}
	case k == put && !items && n&^nBack == 0 && sp.trigger.from == sp.from && placing[sp.s.words[sp.trigger.from].key]: // "placed, and …"
		return append([]Kind{Ordered}, into...)
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
	case has(nLater) && has(nCart) && c.intoCart(sp):
		return []Kind{Restored, Added, Quantity}
	case k != back && (has(nLater) || k == save || k == aside):
		return []Kind{Saved}
	case k == put && has(nBack), k == back, k == restore:
		return []Kind{Restored, Added, Removed, Quantity}
	case k == set:
		if to := (span{s: sp.s, to: len(sp.s.words)}).way(c.lex); to != nil && !items && n == 0 { // "it'll be shipped overnight, I've set that"
			return to
		}
		return changing
	case k == put && c.lex.tag == "es" && !has(nCart) && !items && !has(nAway):
		return into
	}
	if has(nRefund) {
		return []Kind{Refunded}
	}
	return into
}

// intoCart says that the cart is told last of where things were and went: "from the saved list to your cart".
func (c *checker) intoCart(sp span) bool {
	ws := sp.words()
	for i := len(ws) - 1; i > 0; i-- {
		if c.lex.is(cartings, ws[i].key) {
			return i > 1 && (ws[i-2].key == "to" || ws[i-2].key == "into" || ws[i-1].key == "al" || ws[i-2].key == "a" || ws[i-2].key == "in" || ws[i-1].key == "ins")
		}
		if c.lex.nouns[ws[i].key]&nLater != 0 || ws[i].key == "saved" {
			return false
		}
	}
	return false
}

// placing are words that alone are said of an order.
var placing = words("placed")

func removed(k class, n noun, items bool, sp span) []Kind {
	has := func(of noun) bool { return n&of != 0 }
	gone := []Kind{Removed, Cleared, Quantity, Saved}
	switch {
	case k == empty:
		return []Kind{Cleared, Removed, Saved}
	case has(nCode) && !items:
		if k == take && has(nAway) && len(sp.figures) == 0 {
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
	case k == out && sp.hasAmount() && !items: // "eight dollars came off"
		return []Kind{CouponApplied, Removed, Quantity}
	case k == take && items && pulling[sp.s.words[sp.trigger.from].key]:
		return gone
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
		return []Kind{Quantity, Added, Removed, Options}
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
	case k == makes && has(nBack) && has(nPay):
		return []Kind{Refunded}
	case k == makes && !has(nOrder|nPay), k == went && !has(nOrder|nPay):
		return nil
	}
	return []Kind{Ordered}
}
