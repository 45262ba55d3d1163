package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Words of which questions about the cart are made.
const (
	cartPlace = `(?:in|inside|into|within)(?: of)? (?:my|the|our|this|your) (?:shopping )?(?:cart|basket|trolley|order)|(?:in|inside|into|on) (?:my|the|our) list|in (?:there|here)|in with the rest`
	cartYet   = `(?: still| already| now| yet| by now| too| or not| then| please| anyway| right now| at all| again)*`
	cartOpens = `^(?:(?:oh|ah|um|uh|er|hm|hmm|well|so|and|but|okay|ok|right|now|then|sorry|wait|hang on|hello|hi|hey|excuse me|please|actually|by the way|just|one moment|just to be sure|to be sure|just checking|can you tell me|could you tell me|tell me|can you check|could you check|check|remind me|can you remind me|could you remind me|i forget|i forgot|what i (?:want|wanted) to know) )*(?:if |whether )?`
	cartEnds  = `(?: please| then| now| again| exactly| dear| love| thanks| thank you| so far| at the moment| at this point)*$`

	justNow = `(?: just| only| now| right now| just now| last| lastly| recently| before| earlier| then| a (?:moment|minute|second|while) ago| a little while ago| the last time| last time| this time| again| please| out| off| away| of it| from (?:there|it|my cart|the cart|my basket|the basket)| (?:in|to|into) (?:there|it|my cart|the cart|my basket|the basket))*`
	tookOut = `(?:take|took|taken|took|get|got|throw|threw|thrown|had taken|had) (?:it |that |one )?(?:out|off|away)|remove|removed|had removed|drop|dropped|delete|deleted|delete out|bin|binned|ditch|ditched|discard|discarded|kick out|kicked out|cancel|cancelled|canceled`
	putIn   = `add|added|had added|put (?:it |that )?(?:in|on|into|there|in there|in my cart|in the cart|in my basket|in the basket|into my cart|into the cart|into my basket)|throw in|threw in|pop in|popped in`
	whats   = `(?:what|which|what thing|which thing|what things|which things|which one|which ones|what item|which item|which items|what article|which article|what product|which product|what of (?:them|those)|which of (?:them|those|the things))`
	theLast = `(?: (?:it|that|the (?:very )?(?:last |latest |first )?(?:thing|things|item|items|one|ones|article|product)))?`
)

// The ways to ask what is in the cart, how many things that is, and what was last put in or taken out. x = what is named.
var (
	isInCart = sift.Of(cartOpens + `(?:` +
		`(?:is|are|was|were|does|do) (?:not )?(?:there )?(?P<a>.+?)(?: still| already| now| yet| also| definitely| really)* (?:` + cartPlace + `)` +
		`|(?:is|are) (?:not )?(?P<b>.+?)(?: still| already| now) (?:in|inside|included)` +
		`|(?:is|are) (?:not )?(?:still |already )*(?:` + cartPlace + `) (?P<c>.+?)` +
		`|(?:have|do|did|had) (?:not )?(?:i|we|you) (?:not )?(?:still |already |really |actually |just )*(?:have |got |had |put |add |added |place |placed )+(?P<d>.+?)(?: still| already)* (?:in|` + cartPlace + `)` +
		`|(?:have|did|had) (?:i|we|you) (?:already |really |actually )*(?:put in|add|added|throw in) (?P<e>.+?)(?: to (?:my|the|our) (?:shopping )?(?:list|cart|basket|trolley))?` +
		`|(?:has|have|did) (?P<f>.+?) (?:make|made|get|got|gone|go) (?:it )?(?:in|` + cartPlace + `)` +
		`|(?:has|have|was|were) (?P<g>.+?) been (?:put in|added)` +
		`|(?P<h>(?:[a-z]+ ){0,3}?[a-z]+)(?: is| are)? (?:still|already) (?:in|inside|included|` + cartPlace + `)` +
		`)` + cartYet + cartEnds)
	// surelyIn is told, and asked at its end: "I did put the scarf in, didn't I?"
	surelyIn = sift.Of(cartOpens + `(?:i|we|you) (?:did |have |had |do )*(?:still |already |definitely |surely )*(?:have|got|put|add|added|had|placed)(?: already| still)? (?P<a>.+?)(?: already| still)*(?: in| ` + cartPlace + `)?(?: already| now)*$`)
	inTag    = sift.Of(`^(?:(?:did|have|had|do|is|are|was) not (?:i|we|you|it|they)|(?:did|have|had|do|is|are) (?:i|we|you|it|they)(?: not)?|right|correct|yes|no|true|or not|is that right|am i right|is that correct)$`)
	// howManyIn counts; a thing or the cart must be named.
	howManyIn = sift.Of(cartOpens + `how (?:many|much)(?P<x>(?: [a-z'-]+){0,5}?)(?: that)? (?:(?:did|have) you (?:put|add|added)|(?:do|have|did|are|is|am|does|will|would)(?: there| that| this| it)?(?: i| we)?(?: have| got| at| in| make| makes| be| put| add| added| now| already| currently| there)*|(?:i|we) (?:have|got|had)(?: got| put| added)?|(?:that|it|this) makes?|are|is|so far|by now|all together|altogether|in all|in total)` +
		`(?: got| in| put in| added| there| inside| already| now| so far| by now| until now| altogether| all together| in all| in total| all in all| ` + cartPlace + `)*` + cartEnds)
	uncounted  = sift.Of(`\b(?:things?|stuff|items?|articles?|products?|pieces?|goods)$|^ [a-z]+s$`)
	isOneOrTwo = sift.Of(cartOpens + `(?:have (?:i|we) got|do (?:i|we) have|are there|is (?:it|that)|are (?:we|i) at|did i (?:put|add)) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:things|items|pieces|articles|products))? or (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:things|items|pieces|articles|products))?(?: in| there| already| now| by now| so far| ` + cartPlace + `)*` + cartEnds)
	ownCart    = sift.Of(`\b(?:i|we|my|our|cart|basket|trolley)\b`)
	unitWords  = set("things", "thing", "items", "item", "articles", "article", "pieces", "piece", "products", "product", "bits", "stuff",
		"of", "them", "those", "these", "different", "all", "goods", "units", "in", "total", "altogether", "the", "my", "it")

	// isOut asks whether something was taken out.
	isOut = sift.Of(cartOpens + `(?:(?:did|have|had) (?:i|we|you) (?:not )?(?:already |just |really |actually )*(?:(?:take|taken|took) (?P<a>.+?) (?:out|off|away)|(?:take|taken|took) (?:out|off|away) (?P<b>.+?)|(?:remove|removed|delete|deleted|drop|dropped) (?P<c>.+?))|(?:is|are|was|were|has|have) (?P<d>.+?)(?: been)?(?: really| already| now)* (?:out|gone|removed|deleted|taken out|taken off))(?: of| from)?(?: my| the)?(?: cart| basket| trolley)?` + cartYet + cartEnds)

	lastOut = lastDeed(tookOut)
	lastIn  = lastDeed(putIn)
	allIn   = sift.Of(`\b(?:just|last|lastly|latest|recently|ago|most recent)\b`) // without one of these, "what did I add?" asks for all of it
)

// lastDeed are the ways to ask for what was last done with things.
func lastDeed(deed string) *sift.Pattern {
	return sift.Of(cartOpens + `(?:of )?` + whats + `(?: was| is| were| are)?` + theLast +
		`(?:(?: that| which)? (?:did|have|had|has)? ?(?:i|we|you)(?: have| had| did)?(?: just| last| lastly| recently| only| already| also)* (?:` + deed + `)|(?: was| were| has been| have been| got| just got)(?: just| last)* (?:` + deed + `))` + justNow + cartEnds)
}

// asksOfCart answers a whole turn that asks of the cart what a person would answer with yes or no, a number or a name, where reading out all of
// it would leave the listening to who asks: "is the scarf still in there?", "how many things do I have?", "what did I just take out?"
func (t *turn) asksOfCart(text string) (outcome, bool) {
	words := t.inEnglishOf(text, 3, maxSaid/8)
	if words == nil {
		return outcome{}, false
	}
	said := hear.Text(words)
	for i, w := range words[:len(words)-1] { // two sentences ask more than that
		if w.Stop != hear.None && w.Stop != hear.Comma && i > 2 && !endsHere.MatchString(said) {
			return outcome{}, false
		}
	}
	switch {
	case lastOut.MatchString(said):
		return t.lastMoved(true), true
	case lastIn.MatchString(said):
		if !allIn.MatchString(said) {
			return outcome{calls: []call{{"view_cart", map[string]any{}}}}, true
		}
		return t.lastMoved(false), true
	case isOneOrTwo.MatchString(said):
		return t.countOf("")
	}
	m := howManyIn.FindStringSubmatch(said)
	if m != nil && !strings.Contains(m[1]+" ", " you ") && (strings.Contains(said, "how many ") || uncounted.MatchString(m[1])) { // "how much is that altogether" asks for the sum
		return t.countOf(strings.TrimSpace(m[1]))
	}
	if m := isInCart.FindStringSubmatch(said); m != nil {
		x := strings.TrimSpace(strings.Join(m[1:], ""))
		if m[8] == "" || words[len(words)-1].Stop == hear.Question || strings.Contains(said, " still ") {
			return t.isIn(x)
		}
	}
	if m := isOut.FindStringSubmatch(said); m != nil {
		return t.isGone(strings.TrimSpace(strings.Join(m[1:], "")))
	}
	if endsHere.MatchString(said) {
		if len(t.state.Cart.Lines) == 0 {
			return outcome{say: t.voice.Say("left")}, true
		}
		return outcome{calls: []call{{"view_cart", map[string]any{}}}}, true
	}
	if x, ok := t.surely(words); ok {
		return t.isIn(x)
	}
	return outcome{}, false
}

// inEnglishOf are the words of a turn of so many, that was said in English and tells nothing that is kept from the words; nil = it is none.
func (t *turn) inEnglishOf(text string, least, most int) []token {
	words := t.lang.Words(text)
	if t.said != "" || masked(text) || len(words) < least || len(words) > most {
		return nil
	}
	return words
}

// surely reads what is told and asked at its end; the tag stands behind a comma, or the whole is a question.
func (t *turn) surely(words []token) (string, bool) {
	end := len(words)
	for i := end - 1; i > 1; i-- {
		apart := words[i-1].Stop == hear.Comma || i > 2 && words[end-1].Stop == hear.Question && end-i > 1
		if apart && inTag.MatchString(hear.Text(words[i:])) {
			end = i
			break
		}
	}
	if end == len(words) {
		return "", false
	}
	if m := surelyIn.FindStringSubmatch(hear.Text(words[:end])); m != nil {
		return m[1], true
	}
	return "", false
}

// isIn says whether the cart has what is named. False = what is named is no one thing.
func (t *turn) isIn(x string) (outcome, bool) {
	words, it := t.wordsOf(x), t.read(x)
	if len(words) > 7 || t.deedIn(words, mildly) || it.empty() || len(it.ordinals) > 0 {
		return outcome{}, false
	}
	all := outcome{calls: []call{{"view_cart", map[string]any{}}}}
	if it.bare() {
		hits := t.focus()
		if it.ref == refEach || len(hits) != 1 || !it.onlyPoints() {
			return all, it.ref != refNone
		}
		x = t.wordsIn(hits[0].Product)
		it = t.read(x)
	}
	f := t.find(evercart.Query{Words: it.query()})
	strange := len(f.Unknown) > 0 || len(f.Hits) == 0
	if t.failed != nil || strange && (len(words) > 4 || !ofTheCart.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal())))) {
		return outcome{}, false
	}
	if lines := t.borne(t.namedLines(it, t.state.Cart.Lines), it); len(lines) > 0 {
		return outcome{calls: t.lookUpLines(lines), say: t.sayOwn("in.cart", t.voice.List(t.linesSaid(lines)))}, true
	}
	if saved := t.namedLines(it, t.state.Cart.Saved); len(saved) > 0 {
		return outcome{say: t.sayOwn("in.saved", t.voice.List(t.linesSaid(saved)))}, true
	}
	if lines := t.borne(t.linesOfProducts(it), it); len(lines) > 0 {
		return outcome{calls: t.lookUpLines(lines), say: t.sayOwn("in.other", t.voice.List(t.linesSaid(lines)))}, true
	}
	switch {
	case len(t.state.Cart.Lines) == 0:
		return outcome{say: t.voice.Say("cart.empty")}, true
	case len(f.Hits) > 0 && len(f.Unknown) == 0 && (f.Sure || len(f.Hits) == 1):
		return outcome{calls: []call{lookUp(f.Hits[0])}, say: t.sayOwn("in.not", t.the(f.Hits[0].Product))}, true
	}
	return outcome{say: t.sayOwn("in.none", it.spoken())}, true
}

// borne keeps of lines those whose product is called by one of the words: what an index finds near them is not sure enough for a yes.
func (t *turn) borne(lines []evercart.Line, it item) []evercart.Line {
	return slices.DeleteFunc(lines, func(l evercart.Line) bool {
		p, _ := t.productOf(l.SKU)
		return !t.bears(p, it.words)
	})
}

// isGone says of what was asked after whether it is out of the cart. False = that is for reading out all of it.
func (t *turn) isGone(x string) (outcome, bool) {
	words, it := t.wordsOf(x), t.read(x)
	if len(words) > 6 || it.bare() || t.deedIn(words, mildly) || len(t.namedLines(it, t.state.Cart.Lines)) > 0 {
		return outcome{}, false
	}
	f := t.find(evercart.Query{Words: it.query()})
	if t.failed != nil || len(f.Unknown) > 0 || len(f.Hits) == 0 || !f.Sure && len(f.Hits) > 1 {
		return outcome{}, false
	}
	return outcome{calls: []call{lookUp(f.Hits[0])}, say: t.sayOwn("out", t.the(f.Hits[0].Product))}, true
}

// endsHere lets go what was spoken of, and says that what is there is all: nothing of it is put in, or taken back.
var endsHere = sift.Of(`^(?:(?:oh|ok|okay|no|well|right|so|then|hm|hmm|thanks|thank you|alright|all right|good|fine|yes|please|and|actually) )*(?:never ?mind|leave it|forget it|no matter|it does not matter|does not matter|no need|do not bother|do not worry)(?: then| about it| about that| that| it| thanks)* (?:(?:and|i think|so|then|i guess|i suppose|thanks) )*(?:(?:that|this|it) (?:is|will be|would be) (?:all|it|everything)|nothing else|i am done|we are done|i am finished)(?: then| thanks| thank you| for now| for today| please| really)*$`)

// wordsIn are a product's title as words.
func (t *turn) wordsIn(p evercart.Product) string { return hear.Text(t.wordsOf(p.Title)) }

// linesSaid calls lines by their names, with how many there are of each.
func (t *turn) linesSaid(lines []evercart.Line) []string {
	var out []string
	for _, l := range lines[:min(maxNamed, len(lines))] {
		out = append(out, t.voice.Line(l))
	}
	return out
}

// lookUpLines makes the goods of lines what is spoken of.
func (t *turn) lookUpLines(lines []evercart.Line) []call {
	var out []call
	for _, l := range lines[:min(maxNamed, len(lines))] {
		if p, ok := t.productOf(l.SKU); ok {
			i := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return sameSKU(v.SKU, l.SKU) })
			out = append(out, lookUp(evercart.Hit{Product: p, Variants: p.Variants[i : i+1]}))
		}
	}
	return out
}

// countOf says how many there are of what is named, or of all things in the cart.
func (t *turn) countOf(x string) (outcome, bool) {
	lines := t.state.Cart.Lines
	if slices.ContainsFunc(strings.Fields(x), func(w string) bool { return !unitWords[w] }) {
		it := t.read(x)
		if it.bare() || t.deedIn(t.wordsOf(x), mildly) || len(it.sizes)+len(it.nums) > 0 {
			return outcome{}, false
		}
		named := t.namedLines(it, lines)
		if len(named) > 0 {
			return outcome{calls: t.lookUpLines(named), say: t.sayOwn("have", t.voice.List(t.linesSaid(named)))}, true
		}
		f := t.find(evercart.Query{Words: it.query()})
		if len(f.Hits) == 0 || len(f.Unknown) > 0 {
			return outcome{}, false
		}
		return outcome{say: t.sayOwn("in.none", it.spoken())}, true
	}
	elsewhere := len(lines) == 0 || len(t.focus()) > 0 && !t.focusIn()
	if elsewhere && !ownCart.MatchString(hear.Text(t.wordsOf(t.prompt.Now.Words.Reveal()))) { // "how many pieces is inside?", of what is shown
		return outcome{}, false
	}
	switch n := t.state.Cart.Items(); {
	case len(lines) == 0:
		return outcome{say: t.voice.Say("cart.empty")}, true
	case len(lines) <= maxNamed:
		return outcome{say: t.sayOwn("have.all", n, t.voice.List(t.linesSaid(lines)))}, true
	default:
		return outcome{say: t.sayOwn("have.kinds", n, len(lines))}, true
	}
}

// lastMoved tells what was last taken out of the cart, or put in, by what each change found there.
func (t *turn) lastMoved(out bool) outcome {
	key, none := "last.in", "last.in.none"
	if out {
		key, none = "last.out", "last.out.none"
	}
	after := map[evercart.LineNo]int{}
	for _, l := range t.state.Cart.Lines {
		after[l.No] = l.Quantity
	}
	for _, u := range slices.Backward(t.state.Cart.Undo) {
		var moved []evercart.Line
		for _, l := range u.Lines {
			n := l.Quantity - after[l.No]
			if !out {
				n = -n
			}
			if now, ok := t.state.Cart.Line(l.No); ok && !out {
				l = now
			}
			if l.Quantity = n; n > 0 && l.SKU != "" {
				moved = append(moved, l)
			}
		}
		if out { // what is put aside was not taken out
			moved = slices.DeleteFunc(moved, func(l evercart.Line) bool {
				return slices.ContainsFunc(t.state.Cart.Saved, func(s evercart.Line) bool { return sameSKU(s.SKU, l.SKU) })
			})
		}
		if len(moved) > 0 {
			return outcome{calls: t.lookUpLines(moved), say: t.sayOwn(key, t.voice.List(t.linesSaid(moved)))}
		}
		for _, l := range u.Lines {
			after[l.No] = l.Quantity
		}
	}
	return outcome{say: t.sayOwn(none)}
}
