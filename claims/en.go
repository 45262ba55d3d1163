package claims

import (
	"slices"
	"strings"

	"github.com/evercart/evercart/hear"
)

// english, as shops speak it on both sides of the Atlantic.
var english = &lexicon{
	tag:   "en",
	links: strings.NewReplacer("as soon as", "once      ", "As soon as", "Once      ", "used to be", "was       ", "there were", "there was ", "half a dozen", "six         ", "Half a dozen", "Six         ", "a couple of", "two        ", "A couple of", "Two        "), // of one length: places in the reply stay
	verbs: table(map[string]class{
		"added included inserted tossed threw thrown slipped loaded stuck tucked bagged popped dropped_in grabbed reserved snagged nabbed chucked squeezed snuck sneaked": add,
		"put placed moved dropped":                put,
		"took taken pulled kicked knocked yanked": take,
		"removed deleted scrapped scratched ditched discarded excluded eliminated dumped crossed struck axed nixed zapped withdrawn booted weeded": remove,
		"saved parked stashed stored shelved": save,
		"restored reinstated":                 restore,
		"changed updated swapped switched replaced exchanged modified adjusted amended edited altered corrected upgraded downgraded traded turned converted flipped fixed resized subbed": change,
		"redirected rerouted re-routed": route, "returned": gives,
		"increased raised bumped upped doubled tripled halved reduced lowered decreased": count,
		"set":                   set,
		"cleared emptied wiped": empty,
		"applied redeemed activated deducted subtracted discounted accepted": apply,
		"worked": works, "given gave shaved honored honoured": give, "touched": other, "kept held": set,
		"used entered": use,
		"pre-ordered preordered backordered back-ordered": order, "bought_up": buy,
		"ordered purchased bought submitted finalized finalised booked shipped dispatched": order,
		"cancelled canceled voided":                cancel,
		"refunded reimbursed credited repaid":      refund,
		"sent forwarded resent re-sent mailed_out": send,
		"emailed mailed":                           email,
		"texted messaged":                          text,
		"connected transferred escalated referred notified alerted handed passed": hand,
		"charged billed paid": pay,
		"made issued processed initiated arranged confirmed completed done started approved": makes,
		"wrote written": extra, "cut": take,
		"noted registered subscribed enrolled scheduled waived unlocked renewed wrapped gift-wrapped engraved extended donated": extra,
		"undid undone reversed reverted": undo,
	}, nil),
	states: byFirst(slices.Concat(englishSayings, []state{
		{in, "brings|puts * order in"}, {in, "has|have|'s just|now|already? gone|went in|into|inside"}, {order, "it|that|everything|all is|'s|has|have now|all|been? placed"},
		{have, "cart|basket|bag now? holds|contains now?"}, {nowis, "it is up|down from"},
		{nowis, "up|down|went|gone|go|goes|gone from * to"},
		{done, "all set|done|sorted ."}, {done, "done ."}, {done, "sorted ."}, {done, "taken care of"}, {done, "took care of"}, {done, "consider it done"}, {done, "it|that 's|is all? done|sorted|finished ."},
		{out, "no longer in"}, {out, "not in your cart|basket|bag any"}, {same, "nothing * has|was|is? * changed|different"}, {same, "nothing changed"}, {same, "no changes|change were|was|has|have been? made"}, {same, "is|are|'s unchanged"}, {same, "left|kept * as|alone|untouched"}, {same, "no changes ."}, {same, "as it|they was|were"}, {same, "has|have not changed"},
		{same, "still the same"}, {same, "price|total is|stays|stayed|remains the? same|unchanged"}, {same, "made no changes|change"},
		{back, "back in|into your|the|my shopping? cart|basket|bag|trolley"}, {back, "is|are|'s back in? ."},
		{have, "you have|'ve|got * in your cart|basket|bag|trolley"}, {have, "there is|are * in your|the cart|basket|bag|trolley"}, {have, "you now? have|got now? got? * in there|now"},
		{in, "in|into|inside your|the|my shopping? cart|basket|bag|trolley"}, {in, "is|are|'s|went|goes|go now|already|all|both|safely? in there?|now? ."}, {in, "is|are|'s|went now|already|all|both? in at|for|with|now|there|and"}, {in, "is|are|'s now? on your order|list"},
		{in, "is|are|'s all? yours"}, {in, "has|have made it in|into"}, {in, "joined * cart|basket|bag"},
		{out, "is|are|'s|been|was|were now|already|all|both? gone"}, {out, "is|are|'s now|already|all|both? out|off again|now|then|too|as|for|and? ."}, {out, "is|are|'s now|already? out|off and|so|as|now|again"}, {out, "is|are|'s off your|the"}, {out, "out of|from your|the|my cart|basket|bag|trolley"}, {out, "out of there"}, {out, "left your cart|basket|bag"}, {out, "got rid of"}, {out, "came out|off"}, {out, "come out|off"},
		{empty, "cart|basket|bag|trolley is|'s now|completely|all? empty"}, {empty, "nothing left in"}, {empty, "empty now|again"},
		{aside, "set|put|putting aside"}, {aside, "on your wish list|wishlist"}, {aside, "kept|held|holding|put * aside|by"}, {aside, "saved * later"}, {aside, "waiting * later"},
		{went, "went|gone|is|are|'s|came|come through"}, {went, "checked out"}, {went, "is|are|'s|has|have|been|now now|all|been? placed|complete|completed|confirmed|final|submitted"},
		{onway, "on its|their|the way"}, {onway, "under way"}, {onway, "in your inbox"},
		{active, "is|are|'s now? active|live"}, {active, "is|are|'s now? on ."}, {active, "is|are|'s working"}, {active, "you save|saving"}, {active, "saves|saved you"}, {active, "takes|gives|gave|brings you?"},
		{back, "brought * back"}, {aside, "put away"}, {order, "placed your|the|an|that|this|it order?"}, {hand, "put you through"}, {hand, "let * know"}, {hand, "taken|took over"}, {hand, "has joined"}, {other, "opened|filed|lodged|raised|submitted a|your ticket|complaint|claim|case|return|replacement"}, {other, "sorted|handled it|that|this|everything"}, {hand, "called in"}, {cancel, "called off"}, {cancel, "called it|that|your|the order? off"}, {nowis, "have|'ve got you"}, {nowis, "got you the|a|your|two|three|four|five|six"}, {out, "has|have|'s just|now|already? gone|went"}, {out, "went out"}, {apply, "kicked in"}, {out, "everything|all 's|is out|gone"}, {empty, "started over|fresh"}, {onway, "is|are|'s with you"}, {onway, "should be with|in"}, {hand, "on the line"}, {hand, "colleague|someone|agent|person has|have|'s been? told|informed"},
		{hand, "told|informed|briefed|warned the|my|our|them|her|him|a|someone|somebody colleague|team|manager|warehouse|person|driver?"}, {hand, "spoken|spoke|talked to|with my|a|the|our colleague|team|manager"}, {in, "sits|sit now? in"}, {onway, "landed|arrived|is|are|'s in|on your inbox|phone|mailbox"},
		{addressed, "go|going|goes|shipping|ships|ship|delivered|deliver|delivering to your|the"}, {nowis, "made it|that|them"}, {nowis, "that is|'s|makes * now"}, {nowis, "now instead of"}, {nowis, "up|down to"},
		{order, "put|sent * order through|in|off"}, {other, "signed you up"}, {other, "took|taken down"}, {other, "made|taken|left a? note"}, {apply, "money off"},
	})),
	bases: map[string]class{"add": add, "put": put, "place": order, "take": take, "remove": remove, "delete": remove, "save": save, "change": change, "update": change, "swap": change, "apply": apply, "work": works, "accept": apply,
		"order": order, "submit": order, "cancel": cancel, "refund": refund, "send": send, "email": email, "text": text, "connect": hand, "transfer": hand, "charge": pay, "empty": empty, "clear": empty, "go": went, "touch": other, "get": in, "bring": back, "move": put, "reserve": other, "knock": give, "shave": give, "hold": other, "book": other, "restore": restore, "return": gives, "undo": undo, "switch": change, "drop": remove, "raise": count, "reduce": count},
	lists: map[list]map[string]bool{
		negations:  words("not never nothing none no neither nor without unable failed cannot"),
		conditions: words("if unless once when whenever after until till before whether provided assuming while"),
		modals:     words("will would shall should can could may might must to ready being gets gonna"),
		wishes:     words("want wanted wants like need needed prefer wish shall hope hoping about intend plan planning trying try promise"),
		times:      words("yesterday ago previously formerly earlier in|since|of_january|february|march|april|may|june|july|august|september|october|november|december last|on_monday|tuesday|wednesday|thursday|friday|saturday|sunday last_week|month|year|time|spring|summer|autumn|fall|winter|christmas|january|february|march|april|may|june|july|august|september|october|november|december|night|order in_19|20 the_other_day once_before a_while|week|month|year_ago in_the_past"),
		persons:    words("son daughter sister brother neighbor neighbour mom mum dad roommate boyfriend girlfriend partner kid kids cousin aunt uncle you he she they who customers customer client caller folks shoppers lady man woman people somebody someone shopper shoppers manufacturer maker designer supplier warehouse courier carrier bank husband wife friend mother father colleague team website site everyone brand factory tailor weaver"),
		ours:       words("i we"),
		olds:       words("from instead rather was longer"),
		totals:     words("so_far all_told tallies tally runs_to stands_at looking_at amounts_to it_is|'s_still bottom_line damage_is total altogether together overall grand sum makes comes came totals_up leaves bringing brings in_all you_are|'re_at|now at_checkout subtotal adds everything balance now_at"),
		discounts:  words("off less discount save saves saved saving savings cheaper reduction deducted knocked"),
		frees:      words("free no_charge|cost nothing_extra nothing at_no_cost|charge|extra costs_you?_nothing gratis complimentary"),
		moneys:     words("dollar dollars buck bucks usd euro euros pound pounds"),
		cents:      words("cent cents pennies penny"),
		percents:   words("percent % per_cent"),
		ands:       words("and but so which plus also"),
		sizing:     words("size sizes sized waist inseam"),
		cartings:   words("cart basket bag trolley"),
		nows:       words("now already currently"),
		plain:      words("left bill liberty side rest thing things item items one ones pair pairs pack packs packet packets set sets lot whole same usual change moment list order size color colour total price other others bit way minute second line lines lines piece pieces box boxes copy copies more them these those it that this everything all two three first last bottle bottles bar bars note name call wish details favor favour sort kind right correct quantity number amount cost deal shipping product products choice selection version bundle bunch couple dozen"),
		articles:   words("a an the your my this that these those our another"),
		adverbs:    words("just now also already then both all gladly successfully actually gone ahead well okay ok yes sure great perfect right alright so there really only since safely duly happily recently even simply hereby absolutely certainly no oh ah thanks it them that please good have"),
		beings:     words("reads is are was were been be being am 's got get gets"),
		havings:    words("have has had having"),
		generics:   words("each every always usually normally automatically generally typically by_hand often sometimes never_mind any"),
		harmless:   words("checked looked searched noticed listed compared mentioned asked explained described narrowed wanted needed liked tried picked opened received heard understood talked discussed offered missed confused misunderstood pulled gathered reviewed verified counted recommended selected answered double-checked located discovered helped enjoyed loved learned learnt stopped waited started finished followed failed managed hoped intended planned promised called mentioned"),
		supposed:   words("would could might"),
		boths:      words("both"), arrivals: words("inbox phone"), wholes: words("everything all"), pointing: words("this that these those another"),
		days: words("monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december spring summer autumn fall winter tomorrow tonight today noon midnight end morning evening weekend then"), nearlies: words("nearly almost"), turns: words("so but because since therefore"), besidesThat: words("else otherwise"), shelves: words("range collection catalog catalogue assortment selection lineup website store shop shelves"), moments: words("moment second seconds minute minutes"),
		imperatives: words("say tell give just press call let confirm click answer reply"),
		atFor:       words("at for"),
		finally:     words("for_good"),
		laters:      words("for_another|next|some|any_other?_time|day|occasion|visit|order for_the_next_time|order|visit for_a_rainy|later_day|time down_the_road"),
		numbering:   words("number order no reference"),
	},
	nouns: table(map[string]noun{
		"order orders purchase checkout":                             nOrder,
		"address street":                                             nAddress,
		"delivery shipping shipment":                                 nDelivery,
		"code coupon discount voucher promotion promo percent offer": nCode,
		"refund money reimbursement":                                 nRefund,
		"email mail inbox":                                           nMail,
		"text sms phone message":                                     nText,
		"confirmation receipt invoice link details tracking summary": nPaper,
		"colleague agent person someone somebody team representative human specialist manager operator": nPerson,
		"later aside":             nLater,
		"payment card":            nPay,
		"price prices total cost": nPrice,
		"change changes":          nChange,
		"out off away":            nAway,
		"back":                    nBack,
		"through":                 nThrough,
	}, nil),
	labels: table(map[string]string{
		"office work workplace": "office", "home house": "home", "brother": "brother", "sister": "sister", "parents": "parents", "mother mom mum": "mother", "father dad": "father", "neighbor neighbour neighbors neighbours": "neighbor", "grandmother grandma": "grandmother", "friend": "friend", "aunt": "aunt", "uncle": "uncle", "son": "son", "daughter": "daughter", "express": "express", "standard regular": "standard", "overnight": "overnight", "pickup": "pickup", "economy": "economy",
		"confirmation receipt invoice details summary": "confirmation", "link": "link", "tracking": "tracking",
		"sold stock": "stock", "expired": "expired", "combinable combined combine combination": "combine", "minimum": "minimum", "invalid": "invalid", "days hours weeks": "days",
	}, nil),
	sizes:  map[string]string{"small": "s", "medium": "m", "large": "l", "king": "king", "queen": "queen", "twin": "twin"},
	units:  map[string]int{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "dozen": 12, "sixes": 6, "sevens": 7, "eights": 8, "nines": 9, "tens": 10, "elevens": 11, "twelves": 12},
	tens:   map[string]int{"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90},
	scales: map[string]int{"hundred": 100, "thousand": 1000},
	moods: moods{
		questions: words("have has had did do does is are was were am can could will would shall should may might what which who when where why how whose want anything need"),
		others:    englishOthers,
		rule:      englishRule,
	},
}

// englishOthers says that the doer stands before the verb and is neither the shop nor what it was done to.
func englishOthers(l *lexicon, ws []word, at int) bool {
	i := at - 1
	for i >= 0 && !ws[i+1].sep && (l.is(adverbs, ws[i].key) || l.is(havings, ws[i].key) || ws[i].key == "not") {
		if ws[i].key == "just" || ws[i].key == "now" || ws[i].key == "successfully" {
			return false // "you have just ordered two"
		}
		i--
	}
	if i < 0 || ws[i+1].sep || l.is(beings, ws[i].key) || l.is(ours, ws[i].key) {
		return false
	}
	return l.is(persons, ws[i].key) || slices.ContainsFunc(ws[:at], func(w word) bool { return w.key == "who" }) || l.somebody(ws, at, i)
}

// somebody says that the word before a verb is the end of a name that stands for somebody, who did something of theirs: "the shop on the corner
// cancelled their sale", "the line dropped". A thing of the shop does nothing by itself, and what was done to it may stand behind it: "two blouses added".
func (l *lexicon) somebody(ws []word, at, i int) bool {
	next := l.at(ws, at+1)
	w := ws[i]
	ends := at+1 == len(ws) || ws[at+1].sep
	if !ends && !l.is(articles, next) && next != "their" && next != "his" && next != "her" && next != "its" || next == "your" || next == "my" {
		return false
	}
	if w.number || w.noun != 0 || w.label != "" || isCode(w.raw) || goods(w) != notGoods || l.small(w.key) || l.is(plain, w.key) || l.is(cartings, w.key) || l.is(ands, w.key) || hear.For("en").Small(w.key) {
		return false
	}
	for k := i - 1; k >= 0 && !ws[k+1].sep; k-- {
		if l.is(articles, ws[k].key) {
			return true
		}
		if l.is(ours, ws[k].key) || l.is(beings, ws[k].key) || l.is(havings, ws[k].key) {
			return false
		}
	}
	return false
}

// paidBy says that a card is told of by what was paid with it: "the card it came from".
func (l *lexicon) paidBy(ws []word, at int) bool {
	for i := at + 1; i+1 < len(ws); i++ {
		if k, next := ws[i].key, ws[i+1].key; k == "came" && next == "from" || k == "paid" && next == "with" {
			return true
		}
	}
	return false
}

// toThem says that what was done to the shopper is told as done, and not as what is done as a rule: "you're switched to overnight".
func (l *lexicon) toThem(ws []word) bool {
	switch l.verbs[ws[0].key] {
	case change, put, set, hand:
		return true
	case refund:
		return slices.ContainsFunc(ws, func(w word) bool { return l.is(moneys, w.key) })
	}
	return false
}

// englishRule says that something is told of a kind of things, not of these: "refunds are made to the card".
func englishRule(l *lexicon, ws []word, at int) bool {
	if by := slices.IndexFunc(ws[at:], func(w word) bool { return w.key == "by" }); by >= 0 && at+by+1 < len(ws) && l.at(ws, at+by+2) != "way" && (ws[at+by+1].key == "hand" || ws[at+by+1].key == "the") {
		return true
	}
	if slices.ContainsFunc(ws[at:min(at+4, len(ws))], func(w word) bool { return w.key == "us" }) {
		return true // "woven there and sent straight to us"
	}
	i := at - 1
	for i >= 0 && l.is(adverbs, ws[i].key) {
		i--
	}
	if i >= 0 && l.is(ands, ws[i].key) { // "orders are packed and handed to the carrier"
		for i > 0 && !l.is(beings, ws[i].key) && !l.is(ours, ws[i].key) {
			i--
		}
	}
	if i > 0 && ws[i].key == "is" && l.paidBy(ws, at) {
		return true // "money is returned to the card it came from"
	}
	if i < 1 || ws[i].key != "are" && ws[i].key != "is" || slices.ContainsFunc(ws[:at], func(w word) bool { return l.is(nows, w.key) }) {
		return false
	}
	first := 0
	for first < i && (l.is(adverbs, ws[first].key) || l.is(ands, ws[first].key)) {
		first++
	}
	if k := ws[first].key; k == "a" || k == "an" || k == "any" || k == "most" || k == "some" {
		return true
	}
	if l.attributive(ws, first) {
		return true
	}
	n := l.nouns[ws[i-1].key]
	if ws[i-1].key == "you" && l.toThem(ws[at:]) {
		return false
	}
	return ws[i].key == "are" && i-first <= 2 && !slices.ContainsFunc(ws[first:i], func(w word) bool {
		return l.is(articles, w.key) || l.units[w.key] > 0 || l.is(boths, w.key) || w.key == "they" || w.key == "all"
	}) &&
		(n != 0 || i-first == 1 && ws[first].raw != "They")
}
