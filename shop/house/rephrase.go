package house

import (
	"strings"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// What callers ask of delivery without a word that any answer is written in: "when's it get here", "do you ship to Canada", "is postage free if I
// spend a hundred". Where the answers do not know the question as it was put, it is put once more as answers are written. The words of each way
// are told one by one: a word that nobody foresaw (goods, a service, something that was ordered) leaves the question as it is.
const (
	askOpens = `^(?:(?:oh|well|so|and|but|okay|ok|right|now|then|hi|hello|hey|please|sorry|excuse me|tell me|can you tell me|could you tell me|do you know|i wonder|you know|what if|suppose|supposing|let us say) )*`
	askEnds  = `(?: (?:please|then|now|today|tomorrow|tonight|this week|at all|exactly|usually|normally|roughly|about|dear|thanks|thank you|here|to me|to my door|to my house|at my place|from you|with you))*$`
	ordered  = `(?:if|when|once|suppose|supposing)(?: i| we)? (?:order|ordered|buy|bought|take|took|get|got|pay|paid)(?: (?:it|this|that|them|these|everything|one|now|today|tonight|right now|by [a-z]+|this (?:morning|afternoon|evening)))*`
	timeWord = `(?:will|would|does|do|can|could|might|may|should|is|it|they|this|that|these|i|we|you|the|package|packages|parcel|parcels|things|stuff|goods|delivery|to|take|takes|expect|until|till|before|be|get|gets|everything|all|have|usually|normally|typically|about|roughly|them|for|then)`
	arriving = `(?:arrive|arrives|get (?:it|them|this|that|everything)|gets? here|get there|come|comes|here|have (?:it|them|this|that)|receive (?:it|them|this|that)|reach me|reaches me|delivered|deliver|with me|take|takes|there)`
	landName = `(?:abroad|overseas|internationally|outside (?:of )?(?:the )?(?:us|u s|usa|united states|states|country|europe|eu|uk)|(?:to|in|into|for|as far as) (?:the |northern |southern |western |eastern )?(?:` +
		`canada|mexico|united kingdom|uk|u k|britain|great britain|england|scotland|wales|ireland|france|germany|austria|switzerland|italy|spain|portugal|netherlands|holland|belgium|luxembourg|denmark|sweden|norway|finland|iceland|poland|czechia|czech republic|slovakia|hungary|` +
		`romania|bulgaria|greece|cyprus|malta|croatia|slovenia|serbia|estonia|latvia|lithuania|ukraine|turkey|israel|egypt|morocco|south africa|nigeria|kenya|india|pakistan|china|hong kong|taiwan|japan|korea|south korea|thailand|vietnam|singapore|malaysia|indonesia|philippines|` +
		`australia|new zealand|brazil|argentina|chile|colombia|peru|united states|usa|europe|asia|africa|south america|other countries|another country|foreign countries))`
)

var (
	asksTime = sift.Of(askOpens + `(?:` + ordered + `,? )?(?:when(?: is| did)?|how (?:soon|fast|quick|quickly|long|many days)|(?:in|after|within) how many days|by when|what day|how many days)(?: ` + timeWord + `){0,7}? ` + arriving + `(?:,? ` + ordered + `)?` + askEnds)
	asksLand = sift.Of(`\b(?:deliver(?:y|ies|s|ed|ing)?|ship(?:s|ping|ped|ment)?|send(?:s|ing)?|sent|post(?:s|ed)?|mail(?:s|ed)?)\b.*\b` + landName + `\b`)
	asksFree = sift.Of(`\b(?:postage|shipping|delivery|carriage|sending)\b`)
	costsNot = sift.Of(`\b(?:free|gratis|nothing|for nothing|waived|pay|paying|charge|charged)\b`)
	fromOf   = sift.Of(`\b(?:over|above|more than|under|less than|at least|minimum|spend|spent|(?:if|when) (?:i|we) (?:buy|order|pay|take|get|spend)|from how much|from what)\b`)
	ofElse   = sift.Of(`\b(?:from|how much|how long|how many|how soon|cost|costs|price|when|customs|duty|duties|tax|taxes|return\w*|exchange\w*|refund\w*|express|overnight|next day|saturday|sunday|furniture|truck|gift|candles?|sofa|rugs?|letter|e-?mail|text|message|bank|money|voucher|order number|my order|i ordered|i bought|track\w*|pick\w*|store|email)\b`)
	ofAnswer = sift.Of(`\b(?:ordered|bought|my order|refund\w*|return\w*|exchange\w*|express|overnight|next day|abroad|international\w*|card|voucher|member\w*|points)\b`)
)

// asksArrival says that a question asks when something would be there, in words that tell nothing else: no answer that has one of them is nearer than that to
// delivery.
func asksArrival(question string) bool {
	said := hear.Text(hear.For("en").Words(question))
	return len(said) <= maxRephrased && asksTime.MatchString(said)
}

// maxRephrased bounds what is held against the patterns.
const maxRephrased = 200

// rephrased puts a question as answers are written; "" = it is none of those.
func rephrased(question string) string {
	said := hear.Text(hear.For("en").Words(question))
	switch {
	case len(said) > maxRephrased:
	case asksLand.MatchString(said) && !ofElse.MatchString(strings.ReplaceAll(said, "e mail", "email")):
		return "which countries do you deliver to"
	case asksFree.MatchString(said) && costsNot.MatchString(said) && fromOf.MatchString(said) && !ofAnswer.MatchString(said):
		return "is there an amount from which delivery costs nothing"
	}
	return ""
}
