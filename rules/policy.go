package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// What is asked of the shop itself, not of its goods or the cart.
const (
	wantPolicy want = "policy" // answered by the shop's own words, or by nobody
	wantPerson want = "person" // to be put through
)

var (
	asks         = sift.Of(`\b(?:how|what|which|who|whom|whose|where|why)\b|\b(?:^|until |till |by |since |so |and )?when (?:do|does|did|is|are|was|will|would|can|could|should|am|must|i|it|the|you|we)\b|\bwhen$|^when\b|^(?:is|are|was|were|does|did|will|would|should)\b|^(?:do|can|could) [a-mo-z]|^(?:have|has) (?:i|we|you|they|my|the)\b|\b(?:can|could|may|do|does|did|will|would|is|are|was|should|must|am) (?:i|we|you|he|she|it|they|there|my|the|your|this|that|these|those|somebody|anybody|someone|anyone|all|any|her|his|our|their)\b|\bany chance\b`)
	request      = sift.Of(`^(?:would|could|can|will) you(?: be .*| mind.*| please)?$|^(?:you know|guess) what$`)
	policyWords  = sift.Of(`\b(?:ship|shipping|shipped|deliver|delivery|delivered|return|returns|returned|refund|exchange|gift|points?|tier|members?|loyalty|rewards?|voucher|discounts?|installments?|tax|taxes|cancel|policy|warranty|pickup|pick up|express|overnight|wash|washed|iron|clean|care|half sizes?|chest|bust|inseam|palm|tracking|deposit|pre ?orders?|percentage)\b`)
	serviceWords = sift.Of(`\b(?:opening|hours|address|phone number|email|account|invoice|receipt|coupon|code|name)\b`)
	offTopic     = sift.Of(`\b(?:weather|forecast|capital|president|election|homework|recipe|joke|news|football|baseball|cricket|soccer|(?:which|what) (?:country|team|planet|language|film|movie|song)|(?:good|new) (?:film|movie|song|joke)|translate|traffic|train station|station|airport|what time is it|what day is it|meaning of life|sing|dance|who (?:wrote|won|painted|invented|discovered|directed|composed|sang|scored)|in (?:a|an|one) (?:mile|pound|foot|yard|gallon|litre|liter|inch|metre|meter|kilometre|kilometer|dozen|century|light year)|(?:times|plus|minus|divided by|per ?cent of) \w+$)\b`)
	onlyRefers   = sift.Of(`^(?:(?:and|so) )?(?:how much|what) (?:is|are|does|do|would|will) (?:it|that|this|they|those)(?: be| cost| come to)*$`)
	asksWhich    = sift.Of(`^(?:(?:and|so) )?(?:which|what|who|whose|where|when|why)\b`)
	inStore      = sift.Of(`\b(?:in|at|to|of|into|from) (?:the |your |any |a |one of your )?(?:\w+ ){0,2}(?:stores?|branch|outlet)\b|\bstore (?:in|at|near)\b`)
	howMany      = sift.Of(`\bhow many\b`)
	howManyOf    = sift.Of(`\bhow many (?:more |business |working )?(?:minutes|hours|days|weeks|months|years|times|points)\b`)
	howMuchTime  = sift.Of(`\bhow much (?:longer|sooner|earlier|later|faster|slower)\b`)
	notOfUs      = sift.Of(`\b(?:until|till|by|since) when\b|\bwhere (?:is|are) (?:the|your)\b|\bhow (?:tall|late|heavy) (?:is|are|do|does|can)\b`)               // not of whom one talks with
	ofSpeaker    = sift.Of(`\b(?:you|your|yourself|u|i|me|we|this|that|here|talking|speaking|bot|robot|human|person|machine|computer|ai|recording|real|alive)\b`) // who asks whether a machine speaks says one of these
	bounded      = sift.Of(`\b(?:least|most|minimum|maximum|smallest|largest|lowest|highest|percent|percentage)\b`)
	service      = sift.Of(`\bto (?:have|get) (?:\w+ ){1,4}?(?:put|sewn|stitched|done|fixed|repaired|mended|shortened|hemmed|altered|wrapped|cleaned|engraved|printed|monogrammed|resoled|embroidered|delivered|shipped|sent)\b`)
	stocked      = sift.Of(`\b(?:left|stock|costs?|have|got|available|cart|basket|colou?rs|sizes)\b`)
	tells        = sift.Of(`^(?:(?:and|so|well|okay|hi|hello|yeah) )*(?:i|we|my|our|the|he|she|they|it|there)\b`)
	isThere      = sift.Of(`^(?:(?:and|so) )?(?:is|are) there\b`)
	canDo        = sift.Of(`^(?:(?:and|so) )?(?:can|could|may|should) (?:i|you|we)\b`)
	// asksAbroad are the asking words of the other languages, of which the rules make orders: "hasta cuándo puedo cancelar".
	asksAbroad = sift.Of(`\b(?:cual|cuales|quien|como|cuando|cuanto|cuanta|cuantos|cuantas|donde|por que|puedo|podria|se puede|hay|aceptan|es posible|was|wie|wann|wo|welche[rsn]?|warum|kann (?:ich|man)|darf (?:ich|man)|gibt es|nehmen sie|muss ich)\b`)
	// softly is a way to ask that is no question: it counts where the shop's words know the matter.
	softly = sift.Of(`\b(?:tell|ask|explain|question|wonder(?:ing)?|about|policy|policies|rules?|let me know|know)\b`)

	personWords = `(?:person|human|human being|agent|someone|somebody|representative|rep|operator|manager|supervisor|people|employee|customer service|support|staff|member of staff|assistant who is human|team)`
	toPerson    = sift.Of(`\b(?:talk|talking|speak|speaking|chat)(?: (?:to|with))? (?:a |an |the |your |some |any )?(?:real |actual |live |human |other )*` + personWords + `\b` +
		`|\b(?:put me through|connect me|transfer me|pass me on|hand me over)(?: to .*)?$|\b(?:get|give|want|need|fetch) (?:me )?(?:a |an |the |your )?(?:real |actual |live |human )+` + personWords + `\b` +
		`|\b(?:want|need|get me|give me|have|let) (?:a |an |your |some )?(?:agent|representative|human|manager|supervisor|operator|person|someone|somebody)\b(?: .*)?\b(?:call|ring|phone|please|now|back|instead)\b|\b(?:call|ring|phone) me (?:(?:back )?(?:up )?(?:today|tomorrow|tonight|later|this|next|on|at|after|before|around|in the|between)|back)\b|\b(?:can|could|would|will|should) (?:you|someone|somebody|anyone|anybody) (?:please )?(?:call|ring|phone) me(?: (?:up|back|please))?$|^(?:agent|representative|operator|human|real person|customer service)(?: please)?$|\bi (?:want|need) (?:a|an) (?:human|person|agent|manager|supervisor|operator|representative)$`)
	notToPerson = sift.Of(`\b(?:am i|are you|is this|is it|was i|until when|till when|what time|how late|how early|from when|which days|what days|what hours)\b`)
	digitLike   = sift.Of(`\b(?:\d+|zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b`)
	timeLike    = sift.Of(`\b(?:today|tomorrow|tonight|morning|afternoon|evening|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|after|before|at \w+ ?(?:a ?m|p ?m|o'clock)|[ap] ?m)\b`)
)

// withPolicy parts a turn into what is wanted of cart and goods, and what is asked of the shop itself: "add the socks, and how
// long may I bring them back" is both. Without words of its own a shop is asked nothing.
func (t *turn) withPolicy(text string, clauses []clause) []clause {
	words := t.wordsOf(text)
	folded := hear.Text(words)
	if toPerson.MatchString(folded) && !notToPerson.MatchString(folded) {
		return []clause{{found: found{want: wantPerson, x: text, rule: true}, text: folded}}
	}
	if t.knows == nil || len(words) > maxWords || seeksThing.MatchString(folded) && !ofTrade.MatchString(folded) && !serviceWords.MatchString(folded) || !asks.MatchString(folded) && !softly.MatchString(folded) && !(policyWords.MatchString(folded) && t.knows(text)) {
		return clauses
	}
	pieces := t.pieces(words)
	kinds := make([]pieceKind, len(pieces))
	asked, done := false, false
	for i, p := range pieces {
		kinds[i] = t.kindOf(p)
		if asked && kinds[i] == pieceWish && onlyRefers.MatchString(strings.TrimSpace(p.text)) { // "… and how much is it"
			kinds[i] = pieceAsk
		}
		asked = asked || kinds[i] == pieceAsk
		done = done || kinds[i] == pieceWish
	}
	if !asked && !done && len(pieces) > 1 && t.knows(text) && t.asksTheShop(text, true) { // the parts say nothing, the whole does
		return []clause{{found: found{want: wantPolicy, x: text, rule: true}, text: folded}}
	}
	switch {
	case !asked, !done && !t.asksTheShop(text, true):
		return clauses
	case !done:
		return []clause{{found: found{want: wantPolicy, x: text, rule: true}, text: folded}}
	}
	out := t.parted(pieces, kinds)
	if !t.asksTheShop(out[len(out)-1].x, false) {
		return clauses
	}
	return out
}

// foreignQuestion takes a whole turn in another language for a question to the shop's own words where they know it: what the grammar
// makes of another language's order counts less, unless it names goods.
func (t *turn) foreignQuestion(text string) (clause, bool) {
	folded := hear.Text(t.wordsOf(text))
	ofShop := policyWords.MatchString(folded) || asksAbroad.MatchString(hear.Fold(t.said))
	if t.said == "" || t.knows == nil || !t.fresh || t.openQuestion() != nil || !ofShop && !asks.MatchString(folded) {
		return clause{}, false
	}
	english := t.prompt.Now.Words.Reveal()
	if hold := t.heldBy(text); hold == holdsChange || hold == holdsGoods && !ofShop || !t.knows(english) {
		return clause{}, false
	}
	return clause{found: found{want: wantPolicy, x: english, rule: true}, text: folded}, true
}

// parted makes the clauses of a turn that wants something and asks something. What is neither belongs to what stands before it.
func (t *turn) parted(pieces []piece, kinds []pieceKind) []clause {
	var out []clause
	var question []string
	begun := false
	for i, p := range pieces {
		switch kinds[i] {
		case pieceWish:
			out, begun = t.take(out, p), true
			continue
		case pieceBeside:
			if begun && len(question) == 0 {
				out = t.take(out, p)
			}
		}
		if p.word != "" && len(question) > 0 {
			question = append(question, p.word)
		}
		question = append(question, strings.TrimSpace(p.text))
	}
	out = t.tidy(out)
	x := strings.Join(question, " ")
	return append(out, clause{found: found{want: wantPolicy, x: x, rule: true}, text: x})
}

// pieceKind is what a piece of a turn is.
type pieceKind int

const (
	pieceBeside pieceKind = iota // it tells something
	pieceWish                    // cart and goods
	pieceAsk                     // the shop itself
)

// kindOf tells questions of the shop from those of its goods: what names goods is the catalogue's, unless the shop's words know
// more of it than a price.
func (t *turn) kindOf(p piece) pieceKind {
	raw := strings.TrimSpace(p.text)
	list := t.take(nil, p)
	asking := asks.MatchString(raw) && !request.MatchString(raw)
	if asking && (inStore.MatchString(raw) && !strings.Contains(raw, "cart") || service.MatchString(raw) || howMuchTime.MatchString(raw)) {
		return pieceAsk
	}
	if len(list) == 0 || !list[0].rule {
		return t.kindOfBare(raw, asking)
	}
	c := list[0]
	switch c.want {
	case wantView, wantTotal, wantBot, wantTalk, wantBye, wantRepeat, wantOrder, wantUndo:
		if asking && (howManyOf.MatchString(raw) || (c.want == wantBot || c.want == wantTalk) && notOfUs.MatchString(raw) || (policyWords.MatchString(raw) || howMany.MatchString(raw) || bounded.MatchString(raw)) && t.knows(raw)) {
			return pieceAsk // no cart holds days; and what an order must be is no order
		}
		return pieceWish
	case wantPrice, wantStock, wantColors, wantSizes, wantCheapest, wantCompare, wantTell, wantMaterial, wantBrowse:
		return t.ofGoods(c, raw)
	case wantHelp, wantCannot, wantNot:
		if (asking || t.knows(raw)) && !offTopic.MatchString(raw) {
			return pieceAsk
		}
		return pieceWish
	case wantBeside, wantComment: // told, as the grammar has it; but it may be asked
		return t.kindOfBare(raw, asking)
	case wantClear, wantLeave:
		if asking && (policyWords.MatchString(raw) && t.knows(raw) || c.want == wantLeave && !t.onlyIt(c.x) && !t.namesGoods(c.x)) {
			return pieceAsk
		}
		return pieceWish
	}
	switch named := t.onlyIt(c.x) || t.namesGoods(c.x); {
	case asking && !named, asking && t.knows(raw) && len(t.state.Cart.Lines)+len(t.state.Cart.Saved) == 0 && (c.want != wantAdd || t.onlyIt(c.x) && len(t.state.Focus) == 0):
		return pieceAsk
	case !asking && !named && len(t.state.Cart.Lines)+len(t.state.Cart.Saved) == 0 && (c.want == wantRemove || c.want == wantChange || c.want == wantSwap):
		return pieceBeside // "I threw the box away, can I still …": nothing stands there that it could be
	case tells.MatchString(raw) && !named: // "I want to buy something for my dad, until when …"
		return pieceBeside
	}
	return pieceWish
}

// kindOfBare is kindOf where no rule fits.
func (t *turn) kindOfBare(raw string, asking bool) pieceKind {
	switch {
	case !asking && !softly.MatchString(raw):
		return pieceBeside
	case !asking || policyWords.MatchString(raw):
		if t.knows(raw) {
			return pieceAsk
		}
	}
	it := t.read(raw)
	f := t.find(evercart.Query{Words: it.query()})
	named := !it.empty() && len(f.Hits) > 0
	switch {
	case named && len(f.Unknown) == 0 && asksWhich.MatchString(raw):
		return pieceBeside
	case t.knows(raw):
		return pieceAsk
	case !asking, offTopic.MatchString(raw):
		return pieceBeside
	case it.empty(), canDo.MatchString(raw):
		return pieceAsk
	}
	if n := strange(f.Unknown, t.lang); named && (n == 0 || n == 1 && asksWhich.MatchString(raw)) {
		return pieceBeside
	}
	return pieceAsk
}

// ofGoods decides on a question that sounds like one about goods.
func (t *turn) ofGoods(c clause, raw string) pieceKind {
	items := t.items(c)
	if len(items) == 0 || items[0].bare() {
		if policyWords.MatchString(raw) && t.knows(raw) {
			return pieceAsk
		}
		return pieceWish
	}
	f := t.find(evercart.Query{Words: items[0].query()})
	known := len(f.Hits) > 0 && len(f.Unknown) == 0
	switch {
	case isThere.MatchString(raw) && !known, policyWords.MatchString(raw) && (!known || t.knows(raw)), howMany.MatchString(raw) && !stocked.MatchString(raw):
		return pieceAsk
	case known && (c.want != wantTell && c.want != wantMaterial || !t.knows(raw)):
		if canDo.MatchString(raw) && (c.want == wantTell || c.want == wantMaterial) {
			return pieceAsk
		}
		return pieceWish
	case c.want == wantCompare || c.want == wantCheapest:
		return pieceWish
	case t.knows(raw):
		return pieceAsk
	case (c.want == wantColors || c.want == wantSizes) && len(f.Hits) > 0 && strange(f.Unknown, t.lang) < 2:
		return pieceWish
	case asksWhich.MatchString(raw):
		return pieceAsk
	case strange(f.Unknown, t.lang) < 2 && (len(f.Hits) > 0 || slices.ContainsFunc(items[0].words, t.lang.Trusted)) && c.want != wantTell && c.want != wantMaterial:
		return pieceWish // no such goods: the catalogue says it best
	}
	return pieceAsk
}

// strange counts words that name neither goods nor colours anywhere.
func strange(unknown []string, lang *hear.Language) int {
	n := 0
	for _, w := range unknown {
		if !lang.Trusted(w) {
			n++
		}
	}
	return n
}

// namesGoods says that words name goods of the shop and nothing else.
func (t *turn) namesGoods(x string) bool {
	it := t.read(x)
	if it.empty() || it.bare() {
		return it.ref != refNone || it.qty > 0 || len(it.ordinals) > 0
	}
	f := t.find(evercart.Query{Words: it.query()})
	return len(f.Hits) > 0 && len(f.Unknown) == 0
}

// askShop has the shop's own words answer.
func (t *turn) askShop(c clause) outcome {
	question := c.x
	if t.asking != nil {
		question = t.asking(question)
	}
	o := outcome{calls: []call{{"answer_question", map[string]any{"question": evercart.Clip(question, 1000)}}}}
	if h, ok := t.asksOfProduct(c); ok { // it is what is spoken of now: "is the scarf scratchy" – "I'll take one"
		o.calls = append([]call{lookUp(h)}, o.calls...)
	}
	return o
}

// asksOfProduct is the one product that a question to the shop names.
func (t *turn) asksOfProduct(c clause) (evercart.Hit, bool) {
	if t.said != "" || ofTrade.MatchString(hear.Text(t.wordsOf(c.x))) {
		return evercart.Hit{}, false
	}
	for _, c := range t.parse(c.x) {
		it := t.read(c.x)
		if it.empty() || it.bare() {
			continue
		}
		f := t.find(evercart.Query{Words: it.query()})
		if len(f.Hits) == 1 && t.saysTitle(c.x, f.Hits[0]) {
			return f.Hits[0], true
		}
	}
	return evercart.Hit{}, false
}

// saysTitle says that all words of a product's title are said.
func (t *turn) saysTitle(x string, h evercart.Hit) bool {
	said := map[string]bool{}
	for _, w := range t.wordsOf(x) {
		said[t.lang.Stem(w.Text)] = true
	}
	return !slices.ContainsFunc(hear.Tokens(h.Product.Title), func(w hear.Token) bool { return !said[t.lang.Stem(w.Text)] })
}

// person hands the shopper on, where there is somebody.
func (t *turn) person(c clause) outcome {
	if t.knows == nil {
		return outcome{say: t.voice.Say("person.none")}
	}
	args := map[string]any{"reason": "asked"}
	t.callBack(args, c.text)
	return outcome{calls: []call{{"hand_off", args}}}
}

// countDigits counts the digits of a text.
func countDigits(s string) int {
	n := 0
	for _, c := range []byte(s) {
		if '0' <= c && c <= '9' {
			n++
		}
	}
	return n
}

// callBack adds the number and the time that are said.
func (t *turn) callBack(args map[string]any, folded string) {
	if len(digitLike.FindAllString(folded, -1)) >= 3 || strings.Count(folded, "0")+countDigits(folded) >= 7 {
		args["number"] = evercart.Clip(folded, 200)
	}
	if timeLike.MatchString(folded) {
		args["when"] = evercart.Clip(folded, 200)
	}
}

// answerPerson reads the answer to "shall I put you through" and to "which number may they call".
func (t *turn) answerPerson(q *evercart.Question, p hear.Polarity, text string, clauses []clause) (outcome, bool) {
	folded := hear.Text(t.wordsOf(text))
	args := map[string]any{"reason": "asked"}
	t.callBack(args, folded)
	_, number := args["number"]
	switch {
	case q.Kind == "call_back" && number:
		return outcome{calls: []call{{"hand_off", args}}}, true
	case p == hear.No && !t.wantsMore(clauses):
		return outcome{say: t.voice.Say("okay")}, true
	case q.Kind == "call_back" && p == hear.Yes:
		return outcome{ask: q, askSay: t.voice.Say("person.ask")}, true
	case q.Kind == "person" && p == hear.Yes && !t.wantsMore(clauses) && !asksOn.MatchString(folded):
		args["reason"] = "unanswered"
		if n := len(t.prompt.History); n > 0 {
			args["summary"] = evercart.Clip(t.prompt.History[n-1].Words.Reveal(), 500)
		}
		if args["summary"] == "" {
			delete(args, "summary")
		}
		return outcome{calls: []call{{"hand_off", args}}}, true
	}
	return outcome{}, false
}

// asksOn is in what asks on, and wants no person for that: "okay, what sizes?" behind "shall I put you through".
var asksOn = sift.Of(`\b(?:what|which|how|when|where|why|does|do you (?:have|sell|ship|take|carry)|is there|are there|welche[rsn]?|was|wie|wann|wo|warum|gibt es|cual|cuales|cuando|donde|hay)\b`)

// wantsShown says that so many of what was shown are wanted, and no person: "all right, I'd like one", "add it".
func (t *turn) wantsShown(c clause) bool {
	it := t.read(c.x)
	return len(t.state.Focus) > 0 && it.bare() && (it.qty > 0 && it.qty < 100 && len(strings.Fields(c.text)) < 6 || c.rule && (strings.HasPrefix(c.text, "add ") || strings.Contains(" "+c.x+" ", " one ")))
}

// wantsMore says that an answer holds a wish of its own.
func (t *turn) wantsMore(clauses []clause) bool {
	return slices.ContainsFunc(clauses, func(c clause) bool {
		switch c.want {
		case wantAdd:
			return t.namesGoods(c.x) && !t.onlyIt(c.x) || t.wantsShown(c)
		case wantNothing:
			if t.wantsShown(c) || !t.read(c.x).bare() && t.namesGoods(c.x) { // "fine. the rain jacket in yellow, medium"
				return true
			}
		case wantRemove, wantChange, wantSwap, wantView, wantTotal, wantPolicy, wantClear, wantPrice, wantStock, wantBrowse, wantMore, wantLess:
			return true
		}
		return false
	})
}
