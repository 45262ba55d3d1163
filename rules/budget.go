package rules

import (
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// hasToSpend tells how much there is to spend on all of it: no wish for anything, and no limit of a search.
var hasToSpend = sift.Of(`^(?:(?:oh|ah|um|hm|hmm|well|so|and|but|okay|ok|the thing is|you know|i am afraid|unfortunately|sorry|no|remember|only|just) )*(?:(?:that is|it is|this is|we are|i am) (?:way |a bit |a little |slightly |well )?(?:over|above|beyond|more than|outside) (?:my|our|the) (?:budget|limit|means)(?:,? (?:i|we)(?: only| just)? (?:have|got|can spend|have got)(?: only| just| about| around| got)* (?P<a>[a-z0-9. ]+?))?` +
	`|(?:i|we)(?: do| really)?(?: only| just)? (?:have|got|have got|can spend|can afford|want to spend|wanted to spend|am allowed to spend|brought)(?: only| just| about| around| got| exactly| no more than| not more than| at most| up to)* (?P<b>[a-z0-9. ]+?)(?: dollars| bucks| euros| pounds)?(?: to spend| on me| left| in my (?:purse|wallet|pocket)| for (?:it|this|everything|all of it))?` +
	`|(?:my|our|the) (?:budget|limit) is(?: only| just| about| around)* (?P<c>[a-z0-9. ]+?)|(?:it|that|everything|all of it|the whole thing|the lot|altogether it|in total it) (?:must|should|may|can)(?: not)? (?:be|cost|come to)(?: no)?(?: more than| over| above| under| below| at most)+ (?P<d>[a-z0-9. ]+?))(?: in all| in total| altogether| at most| at the most| max| maximum| and no more| total| today| this month)*$`)

// tellsBudget answers one who tells how much there is to spend, while things are in the cart, with what these come to, and how far that is from it: what
// goes is for who pays to say.
func (t *turn) tellsBudget(text string) (outcome, bool) {
	words := t.inEnglishOf(text, 3, maxAsked)
	if words == nil || len(t.state.Cart.Lines) == 0 || t.openQuestion() != nil || words[len(words)-1].Stop == hear.Question {
		return outcome{}, false
	}
	said := hear.Text(words)
	m := hasToSpend.FindStringSubmatch(said)
	if m == nil {
		return outcome{}, false
	}
	total := t.today(t.state.Cart)
	amount := strings.TrimSpace(strings.Join(m[1:], ""))
	if amount == "" {
		return outcome{say: t.voice.Totals(total)}, true
	}
	ahead := hear.Tokens("under " + amount + " dollars")
	b, took := t.lang.Bound(ahead, 0)
	if took != len(ahead) && took != len(ahead)-1 || b.Under <= 0 {
		return outcome{}, false
	}
	cur := t.shop.Currency
	has, all := evercart.Minor(b.Under)*cur.Unit()/100, total.Totals.Total
	switch {
	case all > has:
		return outcome{say: t.voice.Totals(total) + " " + t.sayOwn("over.budget", t.voice.Money(all-has, cur))}, true
	case all == has:
		return outcome{say: t.voice.Totals(total)}, true
	}
	return outcome{say: t.voice.Totals(total) + " " + t.sayOwn("in.budget", t.voice.Money(has-all, cur))}, true
}
