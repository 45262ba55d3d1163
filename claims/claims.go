package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
)

// Kind says what a deed is.
type Kind = evercart.DeedKind

// The kinds of deeds.
const (
	Added         = evercart.DeedAdded
	Removed       = evercart.DeedRemoved
	Shown         = evercart.DeedShown
	Saved         = evercart.DeedSaved
	Restored      = evercart.DeedRestored
	Refused       = evercart.DeedRefused
	Quantity      = evercart.DeedQuantity
	Options       = evercart.DeedOptions
	Cleared       = evercart.DeedCleared
	CouponApplied = evercart.DeedCouponApplied
	CouponRefused = evercart.DeedCouponRefused
	Ordered       = evercart.DeedOrdered
	OrderCanceled = evercart.DeedOrderCanceled
	OrderUnknown  = evercart.DeedOrderUnknown
	Refunded      = evercart.DeedRefunded
	Mailed        = evercart.DeedMailed
	Texted        = evercart.DeedTexted
	AddressSet    = evercart.DeedAddressSet
	DeliverySet   = evercart.DeedDeliverySet
	HandedOff     = evercart.DeedHandedOff
	Noted         = evercart.DeedNoted
	Answered      = evercart.DeedAnswered
)

// Deed is one thing that was committed in the turn.
type Deed = evercart.Deed

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

// Names says that a text names something of that title, by one of its words in the text's own language or in English. False in a language that
// is not judged.
func Names(locale, text, title string) bool {
	lex := lexiconOf(locale)
	if lex == nil {
		return false
	}
	of := stems(title)
	for _, s := range lex.sentences(text) {
		for _, w := range s.words {
			if slices.ContainsFunc(w.eng, func(e string) bool { return named(strings.TrimPrefix(e, "="), of, nil) }) {
				return true
			}
		}
	}
	return false
}

// Judges says whether replies of this locale are judged at all.
func Judges(locale string) bool { return lexiconOf(locale) != nil }

// Check holds a reply against the facts. A reply in a language that is not judged claims nothing.
func Check(locale, reply string, f Facts) Verdict {
	lex := lexiconOf(locale)
	if lex == nil {
		return Verdict{}
	}
	return lex.check(reply, f)
}

func (l *lexicon) check(reply string, f Facts) Verdict {
	c := checker{lex: l, facts: f, known: f.titles()}
	var ahead sentence // a name that the next sentence may say something of: "Twenty rings, at three each. They're in."
	for _, s := range l.sentences(reply) {
		before := len(c.verdict.False)
		c.sentence(s)
		if ahead.words != nil && c.claimed && len(c.verdict.False) == before && len(c.spans(s)[0].words()) < 5 {
			if what := c.unclaimed(span{s: ahead, to: len(ahead.words), last: true, figures: l.figures(ahead.words)}, true); what != "" {
				c.wrong(ahead, what)
			}
		}
		if ahead = (sentence{}); !s.asks && !c.claimed {
			ahead = s
		}
	}
	return c.verdict
}

// checker goes through the sentences of one reply.
type checker struct {
	lex   *lexicon
	facts Facts
	known vocabulary
	seen  struct { // what was read last: several checks ask for the same
		place where
		list  []mention
	}
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
		if c.failed(sp) {
			return c.reason(sp)
		}
		return ""
	}
	if sp.trigger == nil {
		return c.unclaimed(sp, goesOn)
	}
	kinds := c.resolve(sp)
	if len(kinds) == 0 {
		return c.unclaimed(sp, goesOn)
	}
	var what string
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

// failed says that something could not be done: "I couldn't add it, it's sold out". Why is a claim, too.
func (c *checker) failed(sp span) bool {
	ws := sp.words()
	return !sp.s.asks && slices.ContainsFunc(ws, func(w word) bool { return failing[w.key] }) && slices.ContainsFunc(ws, func(w word) bool { return c.lex.is(negations, w.key) })
}

// failing are words for what was tried, where they are denied.
var failing = words("could able pude pudimos podido konnte konnten")

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
