package evercart

import (
	"slices"
	"time"
)

// DeedKind says what a deed is.
type DeedKind string

// The kinds of deeds.
const (
	DeedAdded         DeedKind = "item_added"
	DeedRemoved       DeedKind = "item_removed"
	DeedShown         DeedKind = "item_shown" // looked up, and nothing was changed
	DeedSaved         DeedKind = "item_saved"
	DeedRestored      DeedKind = "item_restored"
	DeedRefused       DeedKind = "item_refused"
	DeedQuantity      DeedKind = "quantity_set"
	DeedOptions       DeedKind = "options_changed"
	DeedCleared       DeedKind = "cart_cleared"
	DeedCouponApplied DeedKind = "coupon_applied"
	DeedCouponRefused DeedKind = "coupon_refused"
	DeedOrdered       DeedKind = "order_placed"
	DeedOrderCanceled DeedKind = "order_cancelled"
	DeedOrderUnknown  DeedKind = "order_unknown"
	DeedRefunded      DeedKind = "refund_made"
	DeedMailed        DeedKind = "email_sent"
	DeedTexted        DeedKind = "text_sent"
	DeedAddressSet    DeedKind = "address_set"
	DeedDeliverySet   DeedKind = "delivery_set"
	DeedHandedOff     DeedKind = "handed_off"
	DeedNoted         DeedKind = "noted"    // something else that a tool did: a preference kept, a line marked
	DeedAnswered      DeedKind = "answered" // a tool ran that changes nothing
)

// Changes says whether a deed of this kind changed anything.
func (k DeedKind) Changes() bool {
	return !slices.Contains([]DeedKind{DeedShown, DeedRefused, DeedCouponRefused, DeedOrderUnknown, DeedAnswered}, k)
}

// Deed is one thing that was done in a turn, as a sentence may tell it. What is said is held against it.
type Deed struct {
	Kind    DeedKind `json:"kind"`
	Title   string   `json:"title,omitempty"`   // of the goods
	Options []Option `json:"options,omitempty"` // of the goods; after the deed
	From    []Option `json:"from,omitempty"`    // before it, where they changed
	Count   int      `json:"count,omitempty"`   // how many: added, removed, or there are now
	Was     int      `json:"was,omitempty"`     // how many there were
	Price   Minor    `json:"price,omitempty"`   // of one; of a delivery
	Amount  Minor    `json:"amount,omitempty"`  // a discount, a refund, an order's total
	Number  string   `json:"number,omitempty"`  // an order's number, a coupon's code
	Stands  bool     `json:"stands,omitempty"`  // it is told as a line of the cart, and was not done in this turn
	Of      string   `json:"of,omitempty"`      // what was sent, which address or delivery, why it was refused
}

// Deeds are what facts that follow on s did. A kind of fact that does nothing that anybody would tell has none; a new kind that does gets a
// case here, and its test asks for the decision.
func (s State) Deeds(facts ...Fact) []Deed {
	var out []Deed
	for _, f := range facts {
		switch f := f.(type) {
		case *CartChanged:
			out = append(out, s.Cart.deeds(f)...)
		case *ContextSet:
			out = append(out, Deed{Kind: DeedNoted})
		case *HandedOff:
			out = append(out, Deed{Kind: DeedHandedOff, Number: f.Ticket})
		}
		next, _, err := s.After(time.Time{}, "", "", f)
		if err != nil { // facts that were committed follow on each other
			return out
		}
		s = next
	}
	return out
}

// deeds compares the lines that a command touched with what they were.
func (was Cart) deeds(f *CartChanged) []Deed {
	var out, gone, come []Deed
	verb := f.Command.Verb
	switch verb {
	case Refresh, SayPrices:
		return nil
	case Clear:
		out = append(out, Deed{Kind: DeedCleared})
	case Keep, UndoLast:
		out = append(out, Deed{Kind: DeedNoted})
	}
	for _, l := range f.Lines {
		old := quantityOf(was.Lines, l.No)
		switch d := l.Deed(DeedAdded); {
		case l.Quantity > old:
			if d.Count = l.Quantity - old; verb == Restore {
				d.Kind = DeedRestored
			}
			come = append(come, d)
		case l.Quantity < old:
			if d.Kind, d.Count = DeedRemoved, old-l.Quantity; verb == Save {
				d.Kind = DeedSaved
			}
			gone = append(gone, d)
		default:
			continue
		}
		if old > 0 && l.Quantity > 0 {
			d := l.Deed(DeedQuantity)
			d.Was = old
			out = append(out, d)
		}
	}
	if verb == Swap && len(gone) > 0 && len(come) > 0 {
		d := come[0]
		d.Kind, d.From = DeedOptions, gone[0].Options
		out = append(out, d)
	}
	for _, l := range f.Saved {
		if l.Quantity == 0 && verb == Remove {
			gone = append(gone, Deed{Kind: DeedRemoved, Title: l.Title, Options: l.Options, Count: quantityOf(was.Saved, l.No)})
		}
	}
	return slices.Concat(out, gone, come)
}

// Deed is a line as that kind of deed tells it.
func (l Line) Deed(k DeedKind) Deed {
	return Deed{Kind: k, Title: l.Title, Options: l.Options, Count: l.Quantity, Price: l.UnitPrice}
}

func quantityOf(lines []Line, no LineNo) int {
	i := slices.IndexFunc(lines, func(l Line) bool { return l.No == no })
	if i < 0 {
		return 0
	}
	return lines[i].Quantity
}
