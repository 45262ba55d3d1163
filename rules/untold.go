package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// matter is something that a shop with words of its own would tell, and how each language asks for it.
type matter struct{ key, en, es, de string } // key = of its name among the sentences

// matters are what callers ask of every shop; the first that fits counts.
var matters = []matter{
	{"of.wrapping", `gift ?wrap(?:s|ped|ping)?|wrap (?:it|them|this|that|these|those|everything|up|as)|(?:be|get|have it|have them|come|comes|is it|are they) (?:nicely |all )?wrapped|wrapping|gift (?:box|receipt|message|note|bag)|engrav(?:e|ed|ing)|monogram(?:med)?`,
		`envolv\w+|envuelv\w+|envoltorio|papel de regalo|para regalo`, `geschenkpapier|geschenkverpack\w*|als geschenk (?:ein|ver)\w*`},
	{"of.return", `return(?:s|ed|ing|able)?|exchang(?:e|es|ed|ing|eable)|refund(?:s|ed|able)?|money back|send (?:it|them|this|that|things|something) back|(?:return|exchange) policy`,
		`devol\w+|devuelv\w+|reembols\w+`, `zuruckgeben|zuruckschicken|zuruckbringen|ruckgabe\w*|umtausch\w*|rucksend\w*|retouren?|erstatt\w*|geld zuruck`},
	{"of.warranty", `warranty|warranties|guaranteed?|guarantees|repaire?d?s?|spare parts`, `garantias?|reparacion\w*`, `garantien?|gewahrleistung|reparatur\w*|reparier\w*`},
	{"of.discount", `discounts?|vouchers?|coupons?|promo(?:tion)?(?:al)? ?codes?|promo|loyalty|price match`, `descuentos?|cupon(?:es)?|codigos? promocional(?:es)?`, `rabatte?|rabattcodes?|gutscheine?|gutscheincodes?|skonto`},
	{"of.delivery", `(?:pay|paying|charged?|cost|costs|free|add)(?: [a-z]+){0,3} (?:postage|shipping|delivery)|(?:postage|shipping|delivery)(?: [a-z]+){0,3} (?:free|gratis|cost|costs|charged?)`, ``, ``},
	{"of.payment", `pay|paying|payments?|pay ?pal|credit cards?|debit cards?|(?:by|with|take|accept|use) (?:visa|amex|american express)|mastercard|apple pay|google pay|klarna|cash on delivery|instal?ments?|bank transfer|invoice`,
		`pag(?:o|os|ar|arlo|an)|tarjetas?|pay ?pal|bizum|efectivo|transferencia|a plazos|contrarreembolso|factura`, `zahlen|zahle|zahlung\w*|zahlungsarten|bezahl\w*|pay ?pal|kreditkarten?|ec karte|rechnung|raten\w*|uberweis\w*|nachnahme`},
	{"of.hours", `opening (?:hours|times)|business hours|(?:are|is) (?:you|the shop|the store|your shop|your store) (?:still |ever )?(?:open|closed)|(?:what time|when|how late|how long|until when) (?:do|are|is|does) (?:you|the (?:shop|store)) (?:open|close|closed|closing)`,
		`horarios?|a que hora (?:abr|cierr)\w+|cuando (?:abr|cierr)\w+|estan abiertos`, `offnungszeiten|geoffnet|(?:wann|wie lange|bis wann) (?:habt|haben|macht|machen|seid|sind) (?:ihr|sie) (?:auf|zu|offen|geoffnet|geschlossen|da)`},
	{"of.stores", `where (?:are you|is (?:the|your) (?:shop|store|branch)|can i find you)(?: located| based)?|(?:shops?|stores?|branch(?:es)?|showrooms?|outlets?) (?:near|nearby|in|around|close)|a physical (?:shop|store)|pick ?up (?:in|at|from)|pick (?:it|them|this|that|things|my order) up|click and collect|collect (?:it|them|my order)|your address`,
		`donde (?:estan|estais|esta (?:la|su) tienda)|tiendas? fisicas?|recoger(?:lo|los|la|las)?`, `wo (?:seid ihr|sind sie|ist (?:der|ihr|euer) laden|finde ich (?:sie|euch))|filialen?|abhol\w*|ladengeschaft|vor ort`},
	{"of.taxes", `(?:plus|with|without|includes?|including|sales|before|after|is there|add|any) (?:the )?(?:tax|taxes)|vat|customs (?:duty|duties|fees|charges)|import (?:fees|duties|duty)`, `iva|impuestos?|aduanas?`, `mehrwertsteuer|mwst|steuern?|zoll|zollgebuhren`},
	{"of.delivery", `deliver(?:y|ies|ed|s|ing)?|ship(?:ping|ped|s|ment)?|postage|courier|dispatched|(?:get|be|be here|come|arrive) (?:here|to me|there) (?:by|before|on|in time|tomorrow|today)|arriv(?:e|es|ed|al|ing)|how long (?:does|will|would|do|is) (?:it|that|they|this) (?:take|be)(?:$| to (?:get here|come|arrive|reach me))|when (?:will|would|does|do|can|could|should) (?:(?:it|they|that|this|those|these|everything|all of it|my (?:order|things|stuff|parcel|package)) (?:get|come|arrive|be)(?: (?:here|there|in|to me))?|i (?:get|have|receive|expect) (?:it|them|that|this|my order))|(?:express|next day|same day|overnight) (?:delivery|shipping)|(?:send|sends|sent|sending|post|posts|posted|mail|mails) (?:[a-z]+ ){0,6}?(?:to|abroad|overseas|out|here)|abroad|overseas|internationally|come (?:out )?(?:this|that|so) far` +
		`|how (?:soon|quickly|fast|quick|long)(?: [a-z]+){1,4} (?:get (?:it|them|this|that|here|my things)|have (?:it|them)|receive|come|arrive|here)|(?:in )?how many days(?: [a-z]+){0,5}? (?:takes?|comes?|arrives?|receive|get it|get here|here|have it|express|delivered)|when (?:(?:is|does|will|do|would|did) )?(?:it|they|this|that|everything|the (?:package|parcel|order|things?|stuff))(?: [a-z]+){0,2} (?:get here|here|come|comes|arrive|arrives|there)|when comes? (?:it|the (?:package|parcel))`,
		`envi(?:o|os|an|ais|as|a|ar|arlo|arme)|entreg\w+|reparto|cuando (?:llega\w*|me llega\w*|lo (?:recib|tendr)\w*)|cuanto tarda\w*|gastos de envio`, `liefer\w*|lieferung\w*|versand\w*|versend\w*|verschick\w*|porto|zustell\w*|wann (?:kommt|kommen|ware|waren|ist|sind|wird|werden) (?:das|es|sie|die|der|meine|alles).*|wie lange dauert.*`},
}

// mattersIn are the patterns of each language, compiled when they are first wanted.
var mattersIn = map[string]func() *sift.Set{
	"en": sync.OnceValue(func() *sift.Set { return mattersOf(func(m matter) string { return m.en }) }),
	"es": sync.OnceValue(func() *sift.Set { return mattersOf(func(m matter) string { return m.es }) }),
	"de": sync.OnceValue(func() *sift.Set { return mattersOf(func(m matter) string { return m.de }) }),
}

func mattersOf(in func(matter) string) *sift.Set {
	exprs := make([]string, len(matters))
	for i, m := range matters {
		if exprs[i] = `\b(?:` + in(m) + `)\b`; in(m) == "" { // not asked so in this language
			exprs[i] = `^\b$`
		}
	}
	return sift.Compile(exprs...)
}

// ofOthers are words by which something is no matter of a shop, though it is paid, sent or opened.
var ofOthers = sift.Of(`\b(?:bills?|rent|(?:send|sends|sent|sending) (?:[a-z]+ ){0,3}?(?:texts?|pictures?|photos?|links?)|dry cleaners?|mortgage|loan|bank|balance|account|salary|flights?|hotel|car|insurance|restaurant|gas|electric\w*|water|phone|train|bus|plane|passport|travel|mail|letter|e-?mail|message|movie|school|hospital|doctor|library|income|(?:what|how much) (?:would|do|will|must|should) (?:i|we) (?:have to )?pay)\b`)

// Questions that have no asking word where one is looked for, and what tells a delivery that is to come from one that was ordered: of the first the
// shop would have told, of the second nobody here can tell.
var (
	asksAnyhow  = sift.Of(`^(?:[a-z]+ ){0,4}?you (?:can |could |guys |also |ever )*(?:send|ship|deliver|post)\b|^(?:so |and |u |you |guys )*(?:ship|deliver|send|post)(?:s|ing)? (?:[a-z]+ ){0,2}?(?:to|abroad|overseas)\b|^(?:suppose|supposing|if) .*\b(?:is|are|do|does|will|would|can)\b|\b(?:shipping|delivery|postage) (?:is |are )?free$|\bdo you come\b`)
	yetToOrder  = sift.Of(`\b(?:would|if (?:i|we) (?:order|buy|take|get)|how (?:soon|long|fast|quickly|many days)|when (?:will|would|it will|can|does|might)|possible|free|costs?|charged?|by (?:mon|tues|wednes|thurs|fri|satur|sun)day|by (?:tomorrow|christmas|the weekend))\b`)
	orderedOnce = sift.Of(`\b(?:my (?:order|package|parcel|delivery)|ordered|bought|order number|track\w*|still (?:not|waiting)|already|late|yesterday|last week|was supposed|supposed to)\b`)
)

// matterAsked is what a turn asks of the shop itself that it has not told; "" = nothing that is known to be asked of shops.
func (t *turn) matterAsked(text string) string {
	said, tag := t.asSaid(text)
	if offTopic.MatchString(said) || ofOthers.MatchString(said) {
		return ""
	}
	asking := asks.MatchString(said) || asksAbroad.MatchString(said) || strings.Contains(t.said, "?") || t.said == "" && asksAnyhow.MatchString(said)
	set := mattersIn[tag]()
	may := set.In(said)
	for i := may.Next(0); i >= 0; i = may.Next(i + 1) {
		if key := matters[i].key; (asking || key == "of.wrapping") && set.At(i).MatchString(said) {
			return key
		}
	}
	return ""
}

// asksUntold reads a whole turn that asks the shop itself for something, where it has no words of its own to answer it; of delivery also where it has.
func (t *turn) asksUntold(text string) (clause, bool) {
	if !t.fresh || masked(text) || t.openQuestion() != nil && t.openQuestion().Kind != "what" {
		return clause{}, false
	}
	key := t.matterAsked(text)
	if key == "" || t.knows != nil && (t.said != "" || key != "of.delivery" || !t.knows(text)) {
		return clause{}, false
	}
	said, _ := t.asSaid(text)
	if g := t.guess(text); g.Intent == hear.IntentOrderStatus && g.Sure >= sureEnough && (t.said != "" || key != "of.delivery" || orderedOnce.MatchString(said) || !yetToOrder.MatchString(said)) {
		return clause{}, false
	}
	wished := slices.ContainsFunc(t.parse(text), func(c clause) bool {
		return c.want == wantTotal || c.want == wantView || c.want == wantPrice && t.namesGoods(c.x) || (c.want.acts() || c.takesAway()) && c.want != wantNothing && !t.onlyIt(c.x) && t.namesGoods(c.x)
	})
	if t.knows != nil { // "how soon would I get it" has no word by which a question is put to a shop
		return clause{found: found{want: wantPolicy, x: text, rule: true}, text: said}, !wished
	}
	return clause{found: found{want: wantCannot, rule: true}, text: said}, !wished || sendsBack.MatchString(said)
}

// cannot says that something cannot be done here: which kind of thing the shop has not told, where it is one of those.
func (t *turn) cannot(text string) string {
	key := ""
	if t.knows == nil {
		key = t.matterAsked(text)
	}
	if key == "" {
		return t.sayOwn("cannot")
	}
	about, last := t.sayPart(key), t.lastReply()
	for _, m := range matters {
		for _, way := range []string{"untold", "untold.too", "untold.again"} {
			switch {
			case last != t.sayOwn(way, t.sayPart(m.key)):
			case m.key == key:
				return t.sayOwn("untold.again", about)
			default:
				return t.sayOwn("untold.too", about)
			}
		}
	}
	return t.sayOwn("untold", about)
}

// sayPart is a part of a sentence of this room's own, as it stands.
func (t *turn) sayPart(key string) string { return t.tables.own.Part(key) }

// lastReply is what was heard of the last answer.
func (t *turn) lastReply() string {
	if n := len(t.prompt.History); n > 0 {
		return strings.TrimSpace(t.prompt.History[n-1].Heard.Reveal())
	}
	return ""
}

// otherwise says a sentence that helps nobody on in other words, where it was said just before.
func (t *turn) otherwise(said []string) []string {
	if len(said) != 1 || said[0] == "" || said[0] != t.lastReply() {
		return said
	}
	switch said[0] {
	case t.sayOwn("cannot"):
		return []string{t.sayOwn("cannot.again")}
	case t.voice.Say("help"):
		return []string{t.sayOwn("help.again")}
	case t.voice.Say("not.understood"):
		return []string{t.sayOwn("not.understood.again")}
	}
	return said
}
