package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// Kind says what a deed is.
type Kind string

// The kinds of deeds.
const (
	Added         Kind = "item_added"
	Removed       Kind = "item_removed"
	Shown         Kind = "item_shown" // looked up, and nothing was changed
	Saved         Kind = "item_saved"
	Restored      Kind = "item_restored"
	Refused       Kind = "item_refused"
	Quantity      Kind = "quantity_set"
	Options       Kind = "options_changed"
	Cleared       Kind = "cart_cleared"
	CouponApplied Kind = "coupon_applied"
	CouponRefused Kind = "coupon_refused"
	Ordered       Kind = "order_placed"
	OrderCanceled Kind = "order_cancelled"
	OrderUnknown  Kind = "order_unknown"
	Refunded      Kind = "refund_made"
	Mailed        Kind = "email_sent"
	Texted        Kind = "text_sent"
	AddressSet    Kind = "address_set"
	DeliverySet   Kind = "delivery_set"
	HandedOff     Kind = "handed_off"
	Noted         Kind = "noted"    // something else that a tool did: a preference kept, an address noted
	Answered      Kind = "answered" // a tool ran that changes nothing
)

// changes says whether a deed of this kind changed anything.
func (k Kind) changes() bool {
	return !slices.Contains([]Kind{Shown, Refused, CouponRefused, OrderUnknown, Answered}, k)
}

// Deed is one thing that was committed in the turn.
type Deed struct {
	Kind    Kind
	Title   string            // of the goods
	Options []evercart.Option // of the goods; after the deed
	From    []evercart.Option // before it, where they changed
	Count   int               // how many: added, removed, or there are now
	Was     int               // how many there were
	Price   evercart.Minor    // of one; of a delivery
	Amount  evercart.Minor    // a discount, a refund, an order's total
	Number  string            // an order's number, a coupon's code
	Stands  bool              // it is told as a line of the cart, and was not done in this turn
	Of      string            // what was sent, which address or delivery, why it was refused
}

// Facts are what a reply is held against.
type Facts struct {
	Deeds    []Deed
	Total    evercart.Minor // of the cart after the turn; of the order, where one was placed
	NoTotal  bool           // the total is not known
	Known    bool           // Lines and Saved are the cart; else it is not known
	Lines    []Deed         // the cart's lines, as if each had just been added
	Saved    []Deed
	Goods    []Deed           // goods that the reply may speak of, with their prices
	Told     []evercart.Minor // amounts that the turn's results tell, besides
	Currency evercart.Currency
}

// Finding is a claim that is not borne out.
type Finding struct {
	At   int    // where in the reply its sentence begins, in bytes
	What string // which half of it: deed, item, option, count, price, total, number, code, reason
}

// Deed says that it is the deed itself that was not done, not some part of it.
func (f Finding) Deed() bool { return f.What == "deed" }

// Verdict is what came of a reply, sentence by sentence.
type Verdict struct {
	False []Finding
	Borne int // claims of deeds, and amounts, that are borne out
}

// Amounts are the amounts of money that a text tells; none in a language that is not judged.
func Amounts(locale, text string) []evercart.Minor {
	lex := lexiconOf(locale)
	if lex == nil {
		return nil
	}
	var out []evercart.Minor
	for _, s := range lex.sentences(text) {
		for _, f := range lex.figures(s.words) {
			out = append(out, f.amounts...)
		}
	}
	return out
}

// Judges says whether replies of this locale are judged at all.
func Judges(locale string) bool { return lexiconOf(locale) != nil }

// Check holds a reply against the facts. A reply in a language that is not judged claims nothing.
func Check(locale, reply string, f Facts) Verdict {
	lex := lexiconOf(locale)
	if lex == nil {
		return Verdict{}
	}
	c := checker{lex: lex, facts: f, known: f.titles()}
	for _, s := range lex.sentences(reply) {
		c.sentence(s)
	}
	return c.verdict
}

// checker goes through the sentences of one reply.
type checker struct {
	lex     *lexicon
	facts   Facts
	known   vocabulary
	claimed bool // the sentence before claimed something: one without a verb goes on with it
	verdict Verdict
}

func (c *checker) wrong(s sentence, what string) {
	c.verdict.False = append(c.verdict.False, Finding{At: s.at, What: what})
}

// sentence checks one sentence: its claims, then the amounts that no claim has spoken for.
func (c *checker) sentence(s sentence) {
	spans := c.spans(s)
	before := c.claimed
	c.claimed = false
	for _, sp := range spans {
		if what := c.span(sp, before); what != "" {
			c.wrong(s, what)
		}
	}
	if c.claimed = c.claimed || before && len(spans) == 1 && spans[0].trigger == nil; len(spans) == 0 {
		c.claimed = before
	}
}

// span checks one claim with what stands around it; "" = it is borne out, or none.
func (c *checker) span(sp span, goesOn bool) string {
	m := c.mood(sp)
	if m == unreal {
		return ""
	}
	if sp.trigger == nil {
		return c.unclaimed(sp, goesOn)
	}
	kinds := c.resolve(sp)
	if len(kinds) == 0 {
		return c.unclaimed(sp, goesOn)
	}
	what := ""
	if m == denied {
		what = c.checkDenial(sp, kinds)
	} else {
		c.claimed = true
		what = c.checkClaim(sp, kinds)
	}
	if what == "" {
		c.verdict.Borne++
	}
	return what
}

// titles are the words of all names that the facts know.
func (f Facts) titles() vocabulary {
	v := vocabulary{}
	for _, list := range [][]Deed{f.Deeds, f.Lines, f.Saved, f.Goods} {
		for _, d := range list {
			v.add(d.Title)
		}
	}
	return v
}

// all are the deeds of these kinds.
func (f Facts) all(kinds []Kind) []Deed {
	var out []Deed
	for _, d := range f.Deeds {
		if slices.Contains(kinds, d.Kind) {
			out = append(out, d)
		}
	}
	return out
}

func fold(s string) string { return strings.TrimSpace(strings.ToLower(s)) }
