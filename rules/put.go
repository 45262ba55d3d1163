package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// How likely a turn must be put to the shop itself, by what else speaks for it or against it.
const (
	putKnown  = 0.4  // the shop's words answer it
	putLoose  = 0.6  // they do not, and nothing that is read of it names goods
	putFirm   = 0.75 // they do, but goods are named
	putSurely = 0.93 // goods are named, or the cart is spoken of, and nothing else speaks for it
	putRead   = 0.82 // they do not answer it, and what is learned of its words reads something else in it
	putHalf   = 0.5  // they answer it, and what is learned reads a wish in it
	putAsked  = 0.35 // the grammar hears a question in it that no catalogue answers, and the shop's words answer it
)

// putToShop takes a whole turn for a question to the shop's own words, by what was learned of how people ask shops: many do it
// without a word that asks ("bit coin", "kids stuff, what ages"), and with words that name goods too ("length of a scarf").
func (t *turn) putToShop(text string, read reading) (clause, bool) {
	if t.put == nil || t.knows == nil || t.said != "" || !t.fresh {
		return clause{}, false
	}
	words := t.wordsOf(text)
	folded := hear.Text(words)
	if len(words) < 2 || len(words) > maxWords || toPerson.MatchString(folded) && !notToPerson.MatchString(folded) || offTopic.MatchString(folded) {
		return clause{}, false
	}
	if seeksThing.MatchString(folded) && !ofTrade.MatchString(folded) && !serviceWords.MatchString(folded) {
		return clause{}, false
	}
	p := t.put(text)
	shown := t.ofWhatIsShown(text, folded)
	if q := t.openQuestion(); !shown && ofDoing(folded) && (q == nil || q.Kind == "person") {
		return clause{found: found{want: wantPolicy, x: t.ofReturns(text, folded), rule: true}, text: folded}, true
	}
	if p < putKnown || t.openQuestion() != nil && (p < putSurely || !t.knows(text) || strings.ContainsAny(text, "0123456789")) { // it may be the answer: "it's 207 555 0123"
		return clause{}, false
	}
	switch g := t.intent(text); {
	case g.Sure < sure:
	case g.Intent == hear.IntentOrderStatus && !t.knows(text), g.Intent == hear.IntentRepeat && !t.knows(text):
		return clause{}, false
	}
	if shown || t.browsesUnder(text, words) || len(t.state.Cart.Lines)+len(t.state.Cart.Saved) > 0 && bidsBack.MatchString(folded) && !asks.MatchString(folded) {
		return clause{}, false
	}
	out := clause{found: found{want: wantPolicy, x: text, rule: true}, text: folded}
	hold := t.heldBy(text)
	if hold == holdsOther && !asks.MatchString(folded) { // "cancel my gym membership"
		return out, p >= putRead && t.knows(text)
	}
	if hold == holdsChange && len(t.pieces(words)) > 1 { // "add the socks, and how long may I bring them back"
		return out, p >= putSurely && t.knows(text)
	}
	if hold == holdsNothing || hold == holdsOther {
		return out, t.mayPut(text, p, putLoose, putKnown, read)
	}
	return out, p >= putSurely || p >= putFirm && t.knows(text) && t.readAsElse(text, read) != elseCart
}

var (
	pointsBack = sift.Of(`\b(?:it|its|they|them|their|those|these|(?:that|this|the \w+) ones?|that|this)\b`)
	ofTrade    = sift.Of(`\b(?:ship|shipping|shipped|deliver|delivery|delivered|return|returns|returned|send|sent|post|back|refund|exchange|wrap|wrapped|gift|order|orders|ordered|pay|paying|track|tracking|cancel|warranty|guarantee|repair|pick|pickup|collect|stores?|shops?|points?|voucher|discounts?|tax|taxes|arrive|arrives|here by|take to|long (?:does|will|until)|person|human|call)\b`)
)

// Questions about how something is done, whether and when there is something again, or about what was ordered before are the shop's, or
// are admitted, whatever goods they name.
var (
	howTo     = sift.Of(`\bhow (?:do|does|can|could|should|would|must) (?:i|we|one|you|people|somebody|someone) (?:best |properly |safely |even |ever )*(?:get (?:\w+ ){1,6}?(?:off|out)\b|get rid of|(?:clean|wash|dry|iron|store|fold|mend|fix|repair|polish|stretch|soften|treat|stop|prevent|look after|care for|take care of)\b)|\bhow often (?:do|should|must)\b|^(?:and |so )?(?:washing|vacuuming|cleaning|ironing|drying|storing|polishing|steaming|airing) `)
	mayUse    = sift.Of(`\b(?:is|are) (?:the|your|these|those|this|that) (?:\w+ ){1,4}?(?:ok|okay|safe|suitable|allowed|meant) (?:in|for|with|on|near|around|under|outside)\b`)
	soonIn    = sift.Of(`\b(?:get|getting|have|need|want) (?:it|this|that|them|my order|something) (?:here |delivered |shipped |sent )?(?:by )?(?:tomorrow|overnight|(?:the )?next day)\b`)
	whenBack  = sift.Of(`\b(?:when|how (?:long|soon|much longer)|until|will|expect|expecting|what day)\b.*\b(?:back in(?: stock| again)?|in stock again|in again|restock\w*|available again)\b`)
	orderedIn = sift.Of(`\b(?:what|which|that|one|something|the \w+|an order|my order|order) (?:that )?(?:i|we) (?:have |had |just |already )*(?:ordered|bought|purchased|placed)\b`)
	agoIn     = sift.Of(`\b(?:ago|yesterday|last (?:night|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|this morning|earlier today|just now|just (?:ordered|bought|placed))\b`)
	// sendsBack asks how it is with returns, of no particular thing of the cart: "may I return a mug", "can it go back if it does not fit".
	sendsBack = sift.Of(`\b(?:(?:can|could|may|might|do) (?:i|we|one|you|people)|(?:able|possible|allowed|easy) to|how (?:do|can|could|would|should) (?:i|we|one|you)|what if (?:i|we)(?: want to| need to| have to)?|let (?:me|us|people)|accept) (?:also |ever |still |always |later |then )?(?:(?:return|(?:send|bring|give|take) back) (?:an?|any|some)\b|(?:return|exchange|(?:send|bring|give|take) back) (?:something|somebody s|things|anything|items?|goods|clothes|stuff|what|sale|used|opened|worn|damaged|faulty|broken|my order|presents?|gifts?)\b|(?:send|bring|give|take) (?:an?|any|some|something|things|anything|items?|goods|clothes|stuff|presents?|gifts?) (?:\w+ ){0,3}?back\b|(?:return|exchange|send|bring|give|take)(?: back)? (?:it|them|that|this|these|those|the \w+(?: \w+)?)(?: back)? (?:if|when|once|after|within|without|should|in case)\b)|\b(?:is|are|can|could) (?:\w+ ){1,4}?(?:be (?:returned|exchanged|refunded|sent back)|returnable|refundable|exchangeable)\b`)
	swatch    = sift.Of(`\b(?:swatch|swatches|samples? of|(?:free|fabric|colou?r) samples?)\b`)
	bidsBack  = sift.Of(`\b(?:take|put|bring|get|leave) (?:it|them|that|those|this|these)(?: ones?)? (?:straight |right )?(?:out|off|back|away|aside)\b`) // "oh dear, take it out again"
	ofTheCart = sift.Of(`\b(?:cart|basket|trolley)\b`)
)

// seeksThing says that goods are looked for, whatever stands of them in the shop's answers: "I'm looking for a lamp for my desk".
var seeksThing = sift.Of(`^(?:(?:oh|hi|hello|hey|well|so|and|okay|ok|yes|um|good (?:morning|afternoon|evening)) )*(?:(?:i|we) (?:am|are|was|were)(?: just| really| still)? )?(?:looking|searching|shopping|hunting)(?: for)? (?:a|an|some|new|my|the)(?: [a-z]+){1,8}$|^(?:(?:oh|hi|hello|hey|well|so|and|okay|ok|yes|um) )*(?:i|we) (?:need|want) (?:a|an|some)(?: new| nice| good)*(?: [a-z]+){1,2}(?: for (?:my|the|our)(?: [a-z]+){1,2})?$`)

// ofDoing says that a turn asks so.
func ofDoing(folded string) bool {
	switch {
	case ofTheCart.MatchString(folded):
		return false
	case howTo.MatchString(folded), mayUse.MatchString(folded), soonIn.MatchString(folded) && asks.MatchString(folded), whenBack.MatchString(folded), swatch.MatchString(folded), sendsBack.MatchString(folded):
		return true
	}
	return orderedIn.MatchString(folded) && agoIn.MatchString(folded) && asks.MatchString(folded)
}

// ofReturns asks how it is with returns in general, where the shop's words tell nothing of what is named: "can I return a mug".
func (t *turn) ofReturns(text, folded string) string {
	const general = "How do I send something back?"
	if sendsBack.MatchString(folded) && !onTerms.MatchString(folded) && !t.knows(text) && t.knows(general) {
		return general
	}
	return text
}

// onTerms are words under which something is sent back.
var onTerms = sift.Of(`\b(?:if|when|once|after|within|without|should|in case|sale|used|opened|worn|damaged|faulty|broken)\b`)

// ofWhatIsShown says that a question is about the goods that were just spoken of, and not about what the shop does: "how much are they",
// "does it have a hood".
func (t *turn) ofWhatIsShown(text, folded string) bool {
	if len(t.focus()) == 0 || ofTrade.MatchString(folded) {
		return false
	}
	if pointsBack.MatchString(folded) && asks.MatchString(folded) {
		return true
	}
	clauses := t.parse(text)
	return len(clauses) > 0 && !slices.ContainsFunc(clauses, func(c clause) bool { return !c.rule || !c.question() || !t.onlyIt(c.x) && c.x != "" })
}

// browsesUnder says that goods are looked for up to a price: "what have you got for under twenty dollars".
func (t *turn) browsesUnder(text string, words []token) bool {
	clauses := t.parse(text)
	return len(clauses) == 1 && clauses[0].rule && clauses[0].want == wantBrowse && t.sought(words).price && !ofShop(hear.Text(words))
}

// mayPut says that a turn so likely is put to the shop, by what is learned of its words; loose and known = what it takes where nothing speaks
// against it, and where the shop's words answer it.
func (t *turn) mayPut(text string, p, loose, known float64, read reading) bool {
	switch t.readAsElse(text, read) {
	case elseNothing:
		return p >= loose || p >= known && t.knows(text)
	case elseCart:
		return p >= putSurely
	case elseChange:
		return p >= putRead || p >= putHalf && t.knows(text)
	case elseGoods:
		return p >= putFirm || p >= known && t.knows(text)
	}
	return p >= putRead || p >= known && t.knows(text)
}

// asksTheShop says that what the grammar takes for a question to the shop's words may be one, by all its words: a whole turn, or what it
// asks beside what it wants.
func (t *turn) asksTheShop(question string, whole bool) bool {
	if t.put == nil || t.said != "" {
		return true
	}
	p, loose := t.put(question), putKnown
	if whole {
		loose = putAsked
	}
	folded := hear.Text(t.wordsOf(question))
	switch {
	case whole && t.ofWhatIsShown(question, folded):
		return false
	case whole && ofDoing(folded):
		return true
	case p < putAsked, offTopic.MatchString(folded) && !ofShop(folded), p < putRead && !asks.MatchString(folded) && t.heldBy(question) == holdsOther:
		return false
	}
	return t.mayPut(question, p, loose, putAsked, t.labelledAs(question))
}

// elsewise is what a turn may be by its words, beside a question to the shop.
type elsewise int

const (
	elseNothing elsewise = iota
	elseTopic            // what no shop helps with
	elseChange           // a wish of the cart
	elseCart             // a question about the cart
	elseGoods            // a question about goods that the catalogue answers
)

// ofShops are words of what a shop does.
var ofShops = sift.Of(`\b(?:orders?|parcels?|packages?|mail|mailbox|stores?|shops?|outlet|branch|warehouse|website|online|courier|driver|truck|catalog|catalogue|discounts?|threads|app)\b`)

// ofYours are words of what the shop has, ofSelf of who speaks for it: "where are your servers", "what is your name".
var (
	ofYours = sift.Of(`\byour \w+`)
	ofSelf  = sift.Of(`\byour (?:own |real |first |last )*(?:name|day|age|opinion|favou?rite|mother|father|friends?|family|boss|job|life|birthday|mood|voice|brain|head|turn|mind|help|time)\b`)
)

// ofShop says that words speak of what a shop does.
func ofShop(folded string) bool {
	return policyWords.MatchString(folded) || serviceWords.MatchString(folded) || ofShops.MatchString(folded)
}

// surelyElse is how sure it must be that something is no shop's business, or asks what goods are like.
const surelyElse = 0.8

// readAsElse says what is learned of a turn by its words: that it is no shop's business, what it does to the cart, and what it asks of it
// or of goods.
func (t *turn) readAsElse(text string, read reading) elsewise {
	folded := hear.Text(t.wordsOf(text))
	ours := ofShop(folded)
	if g := t.intent(text); g.Intent == hear.IntentElsewhere && g.Sure >= surelyElse && !ours && !(ofYours.MatchString(folded) && !ofSelf.MatchString(folded)) {
		return elseTopic
	}
	if read.sure >= sureSimply && len(t.changes(read.clauses)) > 0 && slices.ContainsFunc(read.clauses, func(c clause) bool { return t.read(c.x).bare() || t.namesAll(c) }) { // not what only sounds like goods: a "swatch"
		return elseChange
	}
	switch q := read.question; {
	case q.clauses == nil || ours:
	case q.kind == "total", q.kind == "cart" && q.sure >= sureSimply:
		if len(t.state.Cart.Lines) > 0 {
			return elseCart
		}
	case q.kind == "material" && t.untold(q.clauses):
	case q.sure >= surelyElse || q.sure >= sureSimply && q.kind != "material":
		if o := t.tried(q.clauses, false); len(o.calls) > 0 && !o.lost {
			return elseGoods
		}
	}
	return elseNothing
}

// untold says that what is asked of goods by its name stands nowhere in what is told of them: "does it need waterproofing every year".
func (t *turn) untold(clauses []clause) bool {
	for _, c := range clauses {
		if c.want != wantMaterial && c.want != wantTell || c.y == "" {
			continue
		}
		items := t.items(c)
		if len(items) == 0 || items[0].bare() {
			continue
		}
		f := t.find(evercart.Query{Words: items[0].query()})
		for _, w := range t.wordsOf(c.y) {
			stem := t.lang.Stem(w.Text)
			if !t.lang.Small(w.Text) && !slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool {
				return slices.ContainsFunc(hear.Tokens(h.Product.Title+" "+h.Product.Text), func(o hear.Token) bool { return t.lang.Stem(o.Text) == stem })
			}) {
				return true
			}
		}
	}
	return false
}

// holding is what the grammar makes of a turn.
type holding int

const (
	holdsNothing holding = iota
	holdsOther           // small talk, and what no shop helps with
	holdsGoods           // a question about goods, or about the cart
	holdsChange          // a wish of the cart
)

// heldBy says what the grammar makes of a turn.
func (t *turn) heldBy(text string) holding {
	most, clauses := holdsNothing, t.parse(text)
	for i, c := range clauses {
		if !c.rule {
			continue
		}
		switch c.want {
		case wantCannot, wantTalk:
			if i == 0 {
				most = holdsOther
			}
		case wantView, wantTotal, wantUndo, wantClear: // not of an empty cart, beside something else: "it is the second time that I exchange it, what do I owe"
			if len(clauses) == 1 || len(t.state.Cart.Lines) > 0 {
				most = max(most, holdsGoods)
			}
		case wantPrice, wantStock, wantColors, wantSizes, wantCheapest, wantCompare, wantTell, wantMaterial, wantBrowse:
			if t.namesAll(c) && !t.untold([]clause{c}) {
				most = max(most, holdsGoods)
			}
		case wantAdd, wantMore, wantLess, wantTimes, wantChange, wantStep, wantSwap, wantRemove, wantExcept, wantSave, wantRestore, wantKeep:
			if t.namesAll(c) || slices.Contains([]want{wantRemove, wantChange, wantSwap}, c.want) && len(t.state.Cart.Lines) > 0 && t.onlyIt(c.x) ||
				c.want == wantRestore && len(t.state.Cart.Saved) > 0 && t.onlyIt(c.x) {
				most = max(most, holdsChange)
			}
		}
	}
	return most
}

// shopKnows says that the shop's own words answer a turn that may be put to it by its words.
func (t *turn) shopKnows(text string) bool {
	return t.knows != nil && t.knows(text) && (t.put == nil || t.put(text) >= putAsked)
}

// namesAll says that a clause names goods, by a word of their titles, and nothing that is strange: what only sounds like goods, or
// stands in what is told of them, holds nothing against the shop's own words ("do you have gift cards", of which a wallet holds some).
func (t *turn) namesAll(c clause) bool {
	items := t.items(c)
	if len(items) == 0 || items[0].empty() || items[0].bare() || !t.namesGoods(c.x) {
		return false
	}
	said := map[string]bool{}
	for _, w := range t.wordsOf(c.x) {
		said[t.lang.Stem(w.Text)] = true
	}
	f := t.find(evercart.Query{Words: items[0].query()})
	return slices.ContainsFunc(f.Hits, func(h evercart.Hit) bool {
		return slices.ContainsFunc(hear.Tokens(h.Product.Title), func(w hear.Token) bool { return said[t.lang.Stem(w.Text)] })
	})
}
