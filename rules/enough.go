package rules

import (
	"iter"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Ways to say that what is there is all: nothing is put in for it, and nothing is taken out. "I don't need any more" is one; "I don't need it
// any more" names what is to go, and is none.
var (
	enoughEnglish = sift.Of(`^(?:` +
		`(?:(?:i|we)(?: really| just| actually| certainly| honestly)* )?(?:do not|will not|would not|shall not|should not|cannot|could not|am not|are not)(?: really| actually| even| be)*(?: going to)? (?:need|want|needing|wanting|require|have|take|taking|like|get|getting|ask for|buy|buying|order|ordering)(?: to (?:buy|add|have|get|order))?` +
		` (?:(?:any ?)?more|(?:anything|any thing|nothing) (?:more|else|further)|another(?: one)?|any (?:others?|further)|(?:any )?more than (?:that|this|those|these))(?: of (?:the )?(?:it|them|those|these|that|this|ones|same))?(?P<goods>(?: (?:of (?:the|those|these|my) )?[a-z-]+){0,3}?)` +
		`|(?:i|we) (?:have(?: got)?|already have) (?:quite |more than |plenty |all )*(?:enough|plenty|all (?:i|we) (?:need|want|came for|wanted))(?: of (?:it|them|those|these|that|this))?(?P<goods2>(?: [a-z-]+){0,2}?)` +
		`|(?:i|we) (?:have )?(?:got|have)(?: got)? (?:it|everything)(?: all)?(?: (?:i|we) (?:need|want|wanted|came for))?` +
		`|(?:(?:i|we) )?(?:only|just) need (?:that|this|those|these|it|them)` +
		`|no more(?: than (?:that|this|those|these))?(?: of (?:the )?(?:it|them|those|these|that|this))?(?P<goods3>(?: [a-z-]+){0,3}?)(?: for (?:me|us))?` +
		`|(?:please )?do not (?:add|put in|give me|give us|bring me|get me|order|include)(?: me)?(?: any| anything| another)*(?: more| else| one)*(?: of (?:it|them|those|these|that|this))?(?P<goods4>(?: [a-z-]+){0,2}?)` +
		`)(?: (?:thanks|thank you|now|then|today|for now|for today|at the moment|right now|really|at all|either|after all|though|okay|ok|i think|please))*$`)
	noMoreOne = sift.Of(`^(?:no|do not want) more [a-z-]+$|^i do not want more [a-z-]+$`)
	onlyThat  = sift.Of(`\b(?:only|just) need\b`)
	// behindEnough is said beside it, and wants nothing either.
	behindEnough = sift.Of(`^(?:(?:no|yes|yeah|okay|ok|oh|well|right|and|so|great|good|lovely|perfect|fine|super|cool|brilliant|thanks|thank you|cheers|ta|very much|so much|a lot|that|this|it|those|they|these|is|are|was|will|would|be|do|does|just|fine|nicely|all|everything|enough|plenty|it then|then|now|for|me|us|today|` +
		`i|we|am|good|done|finished|think|of|really|now|one|two|three|four|five|six|is enough|am all set|all set|set)(?: |$))+$`)
	// namesAnew tells that what stands behind "any more" is what is to go ("any more the slippers"), or that a wish goes on.
	namesAnew = sift.Of(`\b(?:the|my|that|this|your|it|but|and|only|just|except|than|so|instead|or|take|remove|add|one|two|three)\b`)
)

// enoughAbroad are the same in other languages, as words are folded there; a whole turn is matched.
var enoughAbroad = map[string]*sift.Pattern{
	"de": sift.Of(`^(?:(?:nein|ne|nee|danke|dankeschon|danke ?schon|vielen|herzlichen|besten|dank|dir|ihnen|euch|sehr|vielmals|super|gut|okay|ok|prima|perfekt|wunderbar|toll|klasse|schon|passt|so|also|ja|jetzt|alles klar|und|bitte|dann|ach|nichts weiter|das reicht|das genugt) )*` +
		`(?:das (?:war|ware|wars|war's|ist|sind)(?:(?: (?:es|'s|s|dann|schon|auch|jetzt|erst|mal|erstmal|eigentlich|wirklich|soweit|so|weit|fur|heute|alles|was|ich|wir|brauche|brauchen|wollte|wollten))*)|(?:das|mir|uns)(?: das)? (?:reicht|genugt|langt)(?: mir| uns| so| schon| dann| jetzt| vollig| erst mal| erstmal)*` +
		`|(?:ich|wir) (?:habe|hab|haben) (?:jetzt |dann |nun |schon )*(?:alles|genug)(?: was (?:ich|wir) (?:brauche|brauchen|wollte|wollten)| beisammen| zusammen)?` +
		`|(?:noch )?mehr (?:wollte|wollten|brauche|brauch|brauchen|will|wollen|mochte|mochten|benotige|benotigen|nehme|nehmen|muss|soll|sollen)(?: ich| wir| es)?(?: jetzt| gar| wirklich| heute| auch| eigentlich| dann| erst mal)* nicht(?: sein| haben| mehr)?` +
		`|(?:ich|wir) (?:brauche|brauch|brauchen|will|wollen|mochte|mochten|benotige|nehme|nehmen)(?: jetzt| dann| auch| wirklich| heute| eigentlich| sonst)* (?:keine?n?s? (?:weitere[nrs]?|mehr|andere[nrs]?)(?: davon)?(?: [a-z]+)?|nichts (?:mehr|weiter|weiteres|anderes|sonst)|nicht mehr als das)(?: haben)?` +
		`|(?:sonst |weiter )?nichts(?: mehr| weiter| sonst| anderes)?|mehr nicht|(?:bitte )?nicht mehr(?: als das)?)` +
		`(?: (?:danke|dankeschon|schon|vielen|dank|dann|auch|bitte|erst|mal|erstmal|fur|heute|jetzt|wirklich|so|weit|soweit|erst einmal|gewesen|von mir))*$`),
	"es": sift.Of(`^(?:(?:no|gracias|muchas|muchisimas|mil|vale|bien|perfecto|muy|listo|ok|okay|bueno|ya|pues|si|y|asi|genial|eso|esto|estupendo|de momento|por ahora|por hoy) )*` +
		`(?:(?:es|era|seria|fue|ha sido|sera)(?: ya)? todo|(?:eso|ya|esto) (?:basta|esta|es suficiente)|con (?:eso|esto)(?: ya)? (?:es suficiente|basta|me basta|nos basta|alcanza|estoy|estamos|tengo|me vale|vale|me quedo)|basta|nada mas` +
		`|(?:ya )?no (?:necesito|necesitamos|quiero|queremos|quisiera|me hacen? falta|nos hacen? falta|hacen? falta)(?: ya)?(?: nada| ningun[oa]?)? mas(?P<goods> [a-z]+(?: [a-z]+)?)?|(?:ya )?(?:lo )?tengo(?: ya)? (?:todo|suficiente)(?: lo que (?:necesito|queria))?)` +
		`(?: (?:gracias|muchas|mil|por|hoy|ahora|favor|de momento|ya|entonces|vale))*$`),
}

// hasEnough says that a turn tells, in all of its sentences, that nothing more is wanted.
func (t *turn) hasEnough(all string) bool {
	if t.said != "" {
		said, tag := t.asSaid(all)
		way, ok := enoughAbroad[tag]
		return ok && len(said) <= maxSaid && saysEnough(way, said)
	}
	words := t.lang.Words(all)
	if len(words) < 3 || len(words) > maxAsked {
		return false
	}
	enough := false
	for _, p := range sentences(words) {
		for len(p) > 2 && openers[p[0].Text] {
			p = p[1:]
		}
		s := hear.Text(p)
		switch {
		case p[len(p)-1].Stop == hear.Question:
			return false
		case onlyThat.MatchString(s) && len(t.state.Focus) > 0 && !t.focusIn(): // of what was shown
			return false
		case noMoreOne.MatchString(s) && t.lang.Stem(lastWord(s)) == lastWord(s) && t.wordKind(lastWord(s)) == wordGoods && len(words) == len(p): // "no more hat"
			return false
		case saysEnough(enoughEnglish, s):
			enough = true
		case !behindEnough.MatchString(s):
			return false
		}
	}
	return enough
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// saysEnough matches one sentence. Behind "any more" stands nothing, or what goods are called.
func saysEnough(way *sift.Pattern, s string) bool {
	m := way.FindStringSubmatch(s)
	return m != nil && !slices.ContainsFunc(m[1:], func(goods string) bool { return namesAnew.MatchString(goods) || articlesAbroad.MatchString(goods) })
}

// articlesAbroad stand before what is to go: "no quiero más la bufanda".
var articlesAbroad = sift.Of(`^ (?:la|el|los|las|lo|esa|ese|esas|esos|eso|esta|este|estas|estos|mi|mis|de|que|un|una|den|die|das|der)\b`)

// Ways to ask whether the cart is as somebody thinks: "so that is two teapots, right?", "you put three mugs in, didn't you".
var (
	wantsToKnow = sift.Of(`^(?:(?:so|okay|ok|and|then|well|right|wait|hm+|oh|sorry|just (?:to )?(?:check|checking|confirm|be sure|be clear)|to be (?:sure|clear)|let me (?:just )?check|if i (?:am right|got it right|understand)|(?:i )?just want to be sure) )*`)
	thatIs      = sift.Of(`^(?:(?:that|this|it|these|those|there|they|which)(?: all)? (?:is|was|are|were|makes|made|would be|will be|should be|comes to)|(?:i|we|you)(?: have| had| would| should| do| did)?(?: now| then| already| just| also| only)* (?:have|has|had|got|have got|put|added|took|included|ordered|asked for|said|picked|chose)(?: in)?|(?:my|the) (?:cart|basket|order) (?:has|holds|is|now has))\b ?`)
	isItSo      = sift.Of(` ?\b(?:(?:is )?(?:that |this |it )?(?:right|correct|true)|am i right|is it(?: not)?|is not it|is that it|are there(?: not)?|did not you|did not i|have not i|have i not|have you not|have not you|do not i|do i not|did i not|did you not|was it(?: not)?|was not it|innit)$`)
	yesOrNo     = sift.Of(` (?:yes|yeah|yep|no|huh|eh|okay)$`)
	ofCartNow   = sift.Of(`\b(?:now|then|in there|in it|in (?:the|my) (?:cart|basket)|in total|in all|altogether|all together|so far|already|at the moment|in|please|total|of them|of those)$`)
	moreOfIt    = sift.Of(`\b(?:more|another|other|also|too|as well|add|extra|instead|make|remove|take|away|out|off|drop|delete|change|swap|keep|save|put|can|could|will|would|should|not|same|want|need|would like|give|get|please)\b`)
)

// checksAbroad are the same in other languages; a whole turn is matched.
var checksAbroad = map[string]*sift.Pattern{
	"de": sift.Of(`^(?:(?:also|dann|gut|okay|ok|und|so|moment|warte) )*(?:(?:das|es|dann|jetzt) (?:sind|waren|macht|machen|ist|war)|(?:ich|wir) (?:habe|hab|haben)|(?:jetzt |nun |dann )*(?:sind|habe|haben) (?:es|das|ich|wir)|sie haben|du hast)(?: dann| jetzt| also| nun)* .+ (?:oder|oder nicht|richtig|stimmts|stimmt's|stimmt das|nicht wahr|gell|korrekt|ist das richtig|ja)$`),
	"es": sift.Of(`^(?:(?:entonces|asi que|vale|ok|bueno|y|pues|o sea) )*(?:son|eran|es|tengo|tenemos|llevo|llevamos|van|hay|puso|ha puesto|has puesto) .+ (?:verdad|cierto|correcto|no|si|es asi|no es asi|no es cierto)$`),
}

// checks says that a turn only asks whether what it names is in the cart, or says that it is: nothing is put in once more for that.
func (t *turn) checks(all string) bool {
	words := t.lang.Words(all)
	if len(t.state.Cart.Lines) == 0 || len(words) < 3 || len(words) > 24 || t.openQuestion() != nil {
		return false
	}
	if t.said != "" {
		said, tag := t.asSaid(all)
		way, ok := checksAbroad[tag]
		return ok && len(said) <= maxSaid && way.MatchString(said)
	}
	folded := hear.Text(words)
	s := wantsToKnow.ReplaceAllString(folded, "")
	core := thatIs.ReplaceAllString(s, "")
	says := core != s
	asked := words[len(words)-1].Stop == hear.Question
	if says && asked {
		core = yesOrNo.ReplaceAllString(core, "")
	}
	if at := isItSo.FindStringIndex(core); at != nil && at[0] > 0 {
		core, says = core[:at[0]], true
	} else if !says || !asked && len(s) == len(folded) && !ofCartNow.MatchString(core) {
		return false
	} else if !asked && !t.holdsJust(core) {
		return false
	}
	if moreOfIt.MatchString(core) {
		return false
	}
	found := false
	for piece := range splitAnd(core) {
		it := t.read(ofCartNow.ReplaceAllString(piece, ""))
		it.qty, it.nums, it.given = 0, it.sizedNums(), false
		if it.bare() || len(t.cartLines(it)) == 0 {
			return false
		}
		found = true
	}
	return found
}

// holdsJust says that the cart holds what is named, and as many.
func (t *turn) holdsJust(core string) bool {
	for piece := range splitAnd(core) {
		it := t.read(ofCartNow.ReplaceAllString(piece, ""))
		n, sum := max(it.qty, 1), 0
		it.qty, it.nums = 0, it.sizedNums()
		for _, l := range t.cartLines(it) {
			sum += l.Quantity
		}
		if it.bare() || n != sum {
			return false
		}
	}
	return true
}

// cartLines are the lines of the cart that are called so; of several that fit as well, all.
func (t *turn) cartLines(it item) []evercart.Line {
	if lines := t.namedLines(it, t.state.Cart.Lines); len(lines) > 0 {
		return lines
	}
	return slices.DeleteFunc(slices.Clone(t.state.Cart.Lines), func(l evercart.Line) bool {
		p, ok := t.productOf(l.SKU)
		return !ok || !t.calledBy([]evercart.Hit{{Product: p}}, it.words)
	})
}

// splitAnd cuts what is listed.
func splitAnd(s string) iter.Seq[string] { return strings.SplitSeq(s, " and ") }
