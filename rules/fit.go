package rules

import (
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// Words for what goods must fit, and for how that is.
const (
	bodyPart  = `(?:feet|foot|foots|feets|toes|heels?|insteps?|arch|arches|ankles?|calves|shoulders?|hips|waist|chest|arms|legs|hands|head|thighs|bust|belly|neck|wrists?)`
	bodyShape = `(?:wide|broad|narrow|big|bigger|large|small|tiny|slim|thin|thick|high|low|flat|long|short|swollen|huge|fat|muscular|sensitive|difficult|odd|wider|broader|narrower|wide-ish)`
	bodyVery  = `(?:(?:always|been|quite|very|rather|really|pretty|so|a bit|a little|a tad|too|on the|just|got|had|have|the|such|a|an|more|extra|bit|little|side|unusually|fairly|somewhat|both) )*`
)

// ofBody tells how somebody is built, or asks whether something fits one who is.
var ofBody = sift.Of(`^(?:(?:oh|ah|um|hm|well|so|and|but|okay|ok|the thing is|you know|you see|i am afraid|i fear|actually|only|it is just that|just|because|by the way|i should say|i must say|thing is|problem is|the problem is) )*(?:` +
	`(?:my|his|her|our|their|i have) (?:[a-z]+ )?` + bodyPart + ` (?:is|are|am|have|has|were|was|run|tend to be) ` + bodyVery + bodyShape +
	`|(?:i|he|she|we|my [a-z]+)(?: have| has| got| had| am with)+ ` + bodyVery + `(?:` + bodyShape + ` (?:and [a-z]+ )?` + bodyPart + `|` + bodyPart + ` (?:is |are |very |so |quite |too )*` + bodyShape + `|bunions?|a bunion)` +
	`|` + bodyVery + bodyShape + ` ` + bodyPart + `(?: here)?` +
	`|(?:will|would|do|does|are|is|can) (?:they|it|these|those|that|this) (?:also |still |even )*(?:fit|suit|work|okay|ok|good|right|come|made|all right|comfortable|go|be (?:okay|ok|good|all right|fine))(?: up)?(?: with| for| on| in)? ` + bodyVery + `(?:my |somebody with |someone with |people with )?` + bodyShape + ` ` + bodyPart +
	`|(?:i|he|she|my [a-z]+) (?:am|is|are|fall|falls)(?: usually| normally| always| often| somewhere| right| just| mostly)* (?:in ?)?between (?:a |an |size |sizes |two )*[a-z0-9]+(?: and (?:a |an |size )*[a-z0-9]+)?(?: size)?` +
	`|(?:what|which) size (?:should|would|shall|must|do|does|will|ought) (?:i|he|she|they|we|you|my [a-z]+|one)(?: to)? (?:take|get|need|have|buy|order|choose|pick|go for|wear|recommend|suggest|say|be)(?: (?:then|for (?:me|him|her)))*(?:,? (?:if |when |as |since )?(?:i|he|she|they|my [a-z]+) (?:am|is|are|take|takes|wear|wears|have|has) .+)?` +
	`|(?:do|does|are|is|will) (?:they|it|these|those|this|that) (?:run|runs|come up|fit|made|cut|be)? ?(?:a bit |a little |very |too |rather |on the |quite |really )*(?:narrow|wide|small|large|big|tight|loose|true to size|roomy|generous|small side|large side|narrow side)(?: or (?:a bit |rather )?(?:narrow|wide|small|large|big|tight|true to size|loose))?` +
	`)(?:(?: at the (?:front|back|toes)| you know| you see| i am afraid| unfortunately| and i have (?:a bunion|bunions)| actually| sadly| for my size| and all| too)*(?: so| and| but)* ?(?:will|would|do|does|are|can)? ?(?:they|it|these|those|that)? ?(?:still |even )?(?:fit|suit|work|be (?:okay|ok|all right|too (?:tight|small|narrow|big)|any good)|any good|too (?:tight|small|narrow|big))?(?: for| on| with)?(?: me| him| her| them| us| that)?)$`)

// tellsOfBody answers one who tells how somebody is built: what the shop's own words say of how the goods that are spoken of fit, otherwise that this is
// not known, and in which sizes there are any. A wish or a size that was told as well is read by the rules.
func (t *turn) tellsOfBody(text string) (outcome, bool) {
	words := t.inEnglishOf(text, 3, maxAsked)
	if words == nil || !ofBody.MatchString(hear.Text(words)) {
		return outcome{}, false
	}
	hits := t.focus()
	if len(hits) == 0 && len(t.state.Cart.Lines) > 0 || len(hits) > 1 && ofIt.MatchString(hear.Text(words)) || len(hits) == 1 && !t.comesInSizes(hits[0].Product) {
		return outcome{}, false
	}
	if len(hits) == 1 && t.knows != nil {
		if ask := "how do the " + t.wordsIn(hits[0].Product) + " fit, are they narrow or wide?"; t.knows(ask) {
			return outcome{calls: []call{{"answer_question", map[string]any{"question": ask}}}}, true
		}
	}
	if t.knows != nil {
		return outcome{calls: []call{{"answer_question", map[string]any{"question": text}}}}, true
	}
	if len(hits) != 1 {
		return outcome{say: t.sayOwn("fit.any")}, true
	}
	p := hits[0].Product
	if said := t.fitSaid(p); said != "" {
		return outcome{calls: []call{lookUp(evercart.Hit{Product: p, Variants: active(p.Variants)})}, say: said}, true
	}
	o := outcome{calls: []call{lookUp(evercart.Hit{Product: p, Variants: active(p.Variants)})}, say: t.sayOwn("fit", t.the(p))}
	if sizes := t.values(p, false); len(sizes) > 1 {
		o.say = t.sayOwn("fit.sizes", t.the(p), t.voice.List(sizes))
	}
	return o, true
}

// comesInSizes says that a product has sizes: nothing else fits or does not.
func (t *turn) comesInSizes(p evercart.Product) bool {
	return slices.ContainsFunc(p.Variants, func(v evercart.Variant) bool { return v.Option("size") != "" }) || len(t.values(p, false)) > 1
}

// ofFit is in a sentence of a description that tells how goods fit.
var ofFit = sift.Of(`\b(?:runs?|fits?|fit|fitting|narrow|true to size|generously|generous|roomy|snug|stretches|pre-shrunk|adjustable|elastic)\b`)

// fitSaid is what a description says of how a product fits; "" = nothing.
func (t *turn) fitSaid(p evercart.Product) string {
	var said []string
	for _, s := range strings.Split(t.voice.Plain(p.Text), ". ") {
		if ofFit.MatchString(strings.ToLower(s)) {
			said = append(said, strings.TrimRight(s, "."))
		}
	}
	if len(said) == 0 {
		return ""
	}
	return t.sayOwn("about", t.name(p), strings.Join(said, ". ")) + "."
}
