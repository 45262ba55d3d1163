package rules

import (
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// takesOffer accepts what was offered, in the words of one who asks for it to be done, or is glad of it: "okay, could you do that?" is no question.
var takesOffer = sift.Of(`^(?:(?:oh|ah|well|yes|yeah|yep|sure|ok|okay|right|alright|all right|please|fine|good|great|then|so|and|if you (?:could|would|can|like)|hm|hmm) )*(?:` +
	`(?:could|would|can|will|if) you(?: (?:please|kindly|perhaps|maybe|really))*(?: (?:do|make|arrange|try|manage) (?:that|it|so|this))?` +
	`|(?:that|it|this) (?:would|will|might) be (?:very |really |so |most |quite |just )*(?:kind|great|good|nice|lovely|helpful|wonderful|perfect|fine|best|brilliant|super|fantastic|useful|the best|ideal|appreciated|a help|better)(?: of you)?` +
	`|(?:i|we) (?:would|will|do|should) (?:really |very much |much |so |greatly )*(?:appreciate|like|love|prefer|welcome) (?:that|it|this)` +
	`|(?:do|make) (?:that|it|this|so)|you (?:can|could|may|should) (?:do (?:that|it|so|this)|make (?:that|it))|please (?:do|make)|by all means|be so (?:kind|good)|let us do (?:that|it)|go for it` +
	`)(?: (?:please|then|for me|for us|thanks|thank you|now|much|very much|if you (?:can|could|would|will|do not mind)|yes|dear|kindly))*$`)

// acceptsPerson hands over to a person where that was just offered and is accepted so.
func (t *turn) acceptsPerson(text string) (outcome, bool) {
	q := t.openQuestion()
	if t.said != "" || q == nil || q.Kind != "person" || !takesOffer.MatchString(hear.Text(t.lang.Words(text))) {
		return outcome{}, false
	}
	return t.answerPerson(q, hear.Yes, "", nil)
}
