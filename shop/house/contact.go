package house

import (
	"regexp"
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

const contactOpen = `^(?:(?:hi|hello|hey|so|and|okay|please|um|well) )*(?:(?:what|which) (?:is|are) |what s |whats |tell me |(?:can|could|may) (?:i|you) (?:have|get|give me|tell me) |give me |do you (?:guys )?have |have you got |is there |i need )?(?:your|a|an|the) `

// Who asks for a number or an address of the shop as a whole, and of nobody else's.
var (
	numberAsked = regexp.MustCompile(contactOpen + `(?:(?:phone|telephone|contact|customer service|help|service|call|hotline) )*(?:number|hotline)(?: (?:of yours|for you|for the shop|to call|to reach you|i can call|i could call|where i can (?:call|reach) (?:you|somebody|someone)))?(?: please)?$` +
		`|^(?:what|which) number (?:can|do|should|could) i (?:call|dial|ring)(?: you(?: at| on)?)?$|^how (?:can|do) i (?:call|phone|ring|reach|contact) (?:you|somebody|someone)(?: there)?(?: by phone)?$`)
	mailAsked = regexp.MustCompile(contactOpen + `(?:contact )?(?:e ?mail)(?: address)?(?: (?:of yours|for you|for the shop|to write to|i can write to))?(?: please)?$` +
		`|^(?:where|how|what address) (?:can|do|should|could) i (?:e ?mail|write)(?: to)?(?: you)?(?: an e ?mail)?(?: to)?$|^how (?:can|do) i (?:reach|contact) (?:you|somebody|someone) by e ?mail$`)
)

// Contact says how the shop's people are reached, from its own table. False where that is not asked, or the table does not say. It is
// understood in English alone.
func (f *Front) Contact(question string, v *speak.Voice) (string, bool) {
	if v.Language() != "en" {
		return "", false
	}
	folded, who := hear.Text(hear.For("en").Words(strings.ReplaceAll(question, "-", ""))), f.HandOff.Name
	if who == "" {
		who = "our people"
	}
	switch number, mail := f.HandOff.Number, f.HandOff.Email; {
	case mailAsked.MatchString(folded) && mail != "":
		return "You can write to " + who + " at " + mail + ".", true
	case numberAsked.MatchString(folded) && number != "":
		return "You can call " + who + " at " + number + ".", true
	}
	return "", false
}
