package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/sift"
)

// tillWords are the ways of a language to say that what is in the cart is to be ordered and paid, over a whole turn. In them, capitals stand
// for what short says of them.
type tillWords struct {
	front, back string            // what may stand around it
	all         []string          // says all by itself
	points      []string          // only points: "order it"
	short       map[string]string // parts of the patterns
	hint        []string          // one of these is in what fits
}

var englishTill = tillWords{
	front: `(?:(?:great|good|perfect|lovely|nice|excellent|brilliant|wonderful|super|okay|ok|right|alright|all right|so|well|and|now|then|cool|fine|yes|yeah|yep|thanks|thank you|please|hey|hi|no|that is (?:it|all|everything|great|good|perfect|fine)|that will (?:be all|do)|(?:i am|we are) (?:all )?(?:done|set|good|finished)(?: shopping)?|i think(?: that is (?:it|all|everything))?|nothing (?:else|more)|i have (?:got )?(?:everything|all i need)) )*`,
	back:  `(?: (?:please|now|then|thanks|thank you|today|right now|right away|straight away|already|for me|for us|as (?:it|they) (?:is|are)|if (?:i|you|we) (?:may|can|could)|ok|okay|with that|and (?:pay|check ?out|be done|that is it|that is all)))*`,
	all: []string{
		`(?:i|we) (?:am|are)(?: all| now)? ready(?: to (?:order|buy|pay|check ?out|purchase|place (?:the|my|an|our) order|complete .*))?`,
		`(?:LIKE |CAN |READY )?(?:order|buy|pay|check ?out|checking out|purchase|checkout)(?: now| here| by phone| with you| over the phone| this way)?`,
		`(?:LIKE |CAN |READY )?(?:ring|check|cash) (?:me|us) (?:up|out)|(?:CAN )?(?:ring|cash) (?:it|that|this|them|everything|my (?:order|cart|basket)) up|ring up (?:the|my) (?:order|cart|basket|things|lot)`,
		`(?:LIKE |CAN |READY )?(?:place|submit|confirm|complete|finali[sz]e|finish|process|put through|put in|close|take|make|do|wrap up|settle) (?:the|my|this|that|our|an) (?:order|purchase|sale|bill|payment|transaction|checkout|shopping)`,
		`(?:LIKE |CAN |READY )?(?:go|proceed|take me|take us|move|continue|head|go ahead|get)(?: straight| on| over)? to (?:the )?(?:check ?out|till|cash ?desk|payment|register|cashier)|on to (?:the )?(?:check ?out|payment)`,
		`(?:LIKE |CAN |READY )?(?:go ahead (?:and|with) (?:(?:the|my) )?(?:order|pay|purchase|payment|buy|check ?out)|settle up|finish up|pay up|pay the bill|charge (?:me|my card)|take my money|pay for (?:the|my|our|all (?:the|my)) (?:things|stuff|goods|items|order|cart|basket|shopping))`,
		`how (?:do|can|would|should) (?:i|we) (?:actually )?(?:order|check ?out|place (?:the|my|an) order|complete (?:the|my) (?:order|purchase)|finish (?:the|my) order)(?: now| here)?|(?:where|when) (?:do|can) (?:i|we) (?:pay|check ?out|order)|(?:shut up and )?take my money|the bill`,
		`(?:buy|order|purchase|check out|pay for) (?:(?:my|the|this) (?:cart|basket|things|stuff|lot)|what is in (?:my|the) (?:cart|basket)|what i have(?: got)?)`,
	},
	points: []string{`(?:LIKE |CAN |READY |go ahead and )?(?:order|buy|purchase|pay for|be buying|be ordering) IT(?: all| both)?(?: now)?|(?:ship|send|deliver) IT(?: over| off| out| (?:to|round to) (?:me|us|my (?:place|house|home|address|flat|door)))?|(?:get|have) IT (?:ordered|shipped|delivered|sent(?: out| over)?)|how (?:do|can) (?:i|we) (?:buy|order|pay for|get|purchase) IT`},
	short: map[string]string{
		"LIKE":  `(?:let us|let me|shall we|(?:i|we)(?: would| will| shall| am| are| should| think| just| really| do| want| like| love| need| wish| going| happy| hoping| now)*(?: to)?|time to)(?: just| now| please| go ahead and)*`,
		"CAN":   `(?:(?:and )?(?:can|could|may|shall|should|do|would|will) (?:i|we|you)(?: please| just| now| let me)*|is it possible to|please|just|now)`,
		"READY": `(?:(?:i|we) (?:am|are) (?:now |all )?)?(?:ready|set|good) to`,
		"IT":    `(?:it|that|this|them|those|these|both(?: of (?:them|those))?|everything|all of (?:it|them|that|those|this|these)|the lot|the whole (?:lot|thing|cart|basket|order)|all)`,
	},
	hint: []string{"order", "buy", "pay", "check", "purchase", "ring ", "till", "bill", "cash", "ship", "send", "deliver", "charge", "money", "settle", "finish", "ready", "register", "sale", "wrap up", "final"},
}

var spanishTill = tillWords{
	front: `(?:(?:bueno|bien|genial|perfecto|vale|muy bien|de acuerdo|ok|okay|pues|entonces|ya|ahora|si|gracias|y|listo|estupendo|eso es todo|nada mas|ya esta|ya tengo todo|es todo|con eso|hola|por favor) )*`,
	back:  `(?: (?:por favor|ya|ahora|gracias|entonces|asi|hoy|porfa|si puede ser|todo|de una vez|ya mismo|ahora mismo|como esta))*`,
	all: []string{
		`(?:QUIERO )?(?:pagar|comprar|comprar (?:ya|ahora)|pedir (?:ya|ahora)|hacer (?:el|mi|un|ya el) pedido|hacer la compra|finalizar(?: (?:la|mi) compra| (?:el|mi) pedido)?|terminar (?:la|mi) compra|terminar (?:el|mi) pedido|tramitar (?:el|mi) pedido|confirmar (?:el|mi) pedido|tramitar pedido|finalizar compra|realizar (?:el|mi|un) pedido|completar (?:la|mi) compra|completar (?:el|mi) pedido|pasar por caja|pasar a (?:la )?caja|ir a (?:la )?caja|ir a pagar|hacer el pago|cerrar (?:el|mi) pedido|encargar todo|comprar todo|pedir todo|pagar todo)(?: esto| todo)?`,
		`(?:me )?(?:cobre|cobreme|cobrame|cobra|cobras|cobra usted)(?: todo| esto| ya)?|me (?:cobra|cobras)|a (?:la )?caja|a pagar|la cuenta|hag[ao]me la cuenta|haz(?:me)? (?:el|mi) pedido|hag[ao](?:me)? (?:el|mi) pedido|hacemos (?:el|un) pedido|tome (?:el|mi) pedido|tramit[ae] (?:el|mi) pedido|confirm[aeo] (?:el|mi) pedido|mand[ae] (?:el|mi) pedido|envi[ae] (?:el|mi) pedido|estoy list[oa](?: para .*)?|estamos listos(?: para .*)?|como (?:hago|hacemos|puedo hacer) (?:el|un) pedido|donde (?:pago|se paga)`,
	},
	points: []string{`(?:QUIERO )?(?:comprarl[oa]s?|pedirl[oa]s?|pagarl[oa]s?|encargarl[oa]s?|llevarmel[oa]s?|comprarmel[oa]s?|comprar eso|comprar esto|pedir eso|pedir esto|encargar eso|encargar esto)(?: todo| tod[oa]s| ya| ahora)*|(?:me )?l[oa]s? (?:compro|pido|encargo|compramos|pedimos|pago)(?: todo| ya| ahora)*|(?:compra|compre|pide|pida|encarga|encargue)(?:l[oa]s?| eso| esto)(?: todo| ya)*|(?:compralo|comprelo|compralos|comprelos|pidelo|pidalo|pidelos|pidalos|encargalo|encarguelo)(?: todo| ya)*|como (?:puedo comprarl[oa]s?|l[oa]s? compro|l[oa]s? pido|l[oa]s? pago)`},
	short: map[string]string{
		"QUIERO": `(?:(?:yo )?(?:ya )?(?:quiero|quisiera|queria|querria|quieres|queremos|me gustaria|nos gustaria|voy a|vamos a|vamos|puedo|podria|podemos|podriamos|se puede|necesito|deseo|me interesa|list[oa]s? para|estoy list[oa] para|estamos listos para)(?: ya)?)`,
	},
	hint: []string{"pagar", "compr", "ped", "pid", "caja", "cobr", "cuenta", "tarjeta", "encarg", "pag", "list", "llevarm", "tramit", "final", "complet", "termin"},
}

var germanTill = tillWords{
	front: `(?:(?:gut|super|prima|toll|perfekt|okay|ok|also|so|na|dann|ja|danke|jetzt|nun|und|schon|sehr schon|sehr gut|alles klar|in ordnung|das war's|das wars|das war es|das ist alles|das war alles|mehr nicht|ich bin fertig|wir sind fertig|ich habe alles|bitte|hallo) )*`,
	back:  `(?: (?:bitte|jetzt|dann|danke|so|heute|gleich|sofort|alles|mal|schon|bei ihnen|hier))*`,
	all: []string{
		`(?:MOCHTE )?(?:(?:jetzt|dann|nun|gleich|bitte|gern|gerne|alles|das alles) )*(?:bestellen|zahlen|bezahlen|kaufen|auschecken|zur kasse(?: gehen)?|an die kasse(?: gehen)?|einkaufen|abschliessen|(?:die |meine |den |eine )?(?:bestellung|kauf|einkauf) (?:abschicken|aufgeben|abschliessen|abschicken|absenden|machen|fertig machen|bezahlen)|eine bestellung aufgeben)(?: k(?:o|oe)nnen| durfen)?`,
		`(?:zur|an die) kasse(?: gehen)?|ich (?:bestelle|bezahle|zahle)(?: jetzt| dann| nun| alles)*|(?:dann )?(?:bestellen|zahlen|bezahlen) wir(?: jetzt| dann| alles)*|(?:lass|lassen sie) uns (?:bestellen|zahlen|bezahlen)|(?:kassieren|kassier) (?:sie )?(?:mich |uns )?(?:bitte )?ab|abkassieren|die rechnung|(?:schick|schicken sie) (?:die|meine) bestellung ab|(?:gib|geben sie) (?:die|meine) bestellung auf|(?:nehmen sie|nimm) (?:die|meine) bestellung auf|ich bin (?:bereit|so ?weit)(?: .*)?|wir sind (?:bereit|so ?weit)(?: .*)?|(?:wie|wo) (?:kann|konnen|muss) (?:ich|wir|man) (?:hier )?(?:bestellen|zahlen|bezahlen)|wie bestelle ich|wie bestellt man(?: hier)?`,
	},
	points: []string{`(?:MOCHTE )?(?:ES )(?:jetzt |dann |bitte |alles |gern |gerne )*(?:bestellen|kaufen|bezahlen|zahlen)|(?:bestell|bestelle|bestellen sie|kauf|kaufen sie)(?: mir| uns)? (?:bitte )?ES(?: bitte| jetzt| alles)*|ES (?:bestelle|kaufe|bezahle|bestellen|kaufen) (?:ich|wir)(?: jetzt| dann| alles)*|ich (?:bestelle|kaufe|bezahle) ES(?: jetzt| dann| alles)*|(?:schick|schicken sie|liefern sie|liefer)(?: mir| uns)? (?:bitte )?ES(?: zu| nach hause)?|wie kann ich ES (?:kaufen|bestellen|bezahlen)|(?:bestellen|kaufen|bezahlen) wir ES`},
	short: map[string]string{
		"MOCHTE": `(?:(?:ich|wir) (?:mochte|mochten|will|wollen|wurde|wurden|kann|konnen|bin bereit,?)(?: gern| gerne| jetzt| dann| nun| bitte)*|(?:kann|konnte|darf|konnen|konnten|durfte) (?:ich|wir|man)(?: jetzt| dann| bitte| hier)*|(?:lass|lassen sie) uns|zum)`,
		"ES":     `(?:das|es|die|sie|alles|das alles|die beiden|beides|den|ihn|diese|dieses|diesen)`,
	},
	hint: []string{"bestell", "zahl", "kauf", "kasse", "kassier", "rechnung", "bereit", "weit", "abschliess", "schick", "liefer", "check"},
}

// till is one language's words, compiled.
type till struct{ all, it *sift.Pattern }

// tills are the languages, each compiled when it is first wanted.
var tills = map[string]struct {
	words    *tillWords
	compiled func() till
}{
	"en": {&englishTill, sync.OnceValue(func() till { return tillOf(&englishTill) })},
	"es": {&spanishTill, sync.OnceValue(func() till { return tillOf(&spanishTill) })},
	"de": {&germanTill, sync.OnceValue(func() till { return tillOf(&germanTill) })},
}

func tillOf(w *tillWords) till {
	frame := func(patterns []string) *sift.Pattern {
		p := strings.Join(patterns, "|")
		for name, long := range w.short {
			p = strings.ReplaceAll(p, name, long)
		}
		return sift.Of("^" + w.front + "(?:" + p + ")" + w.back + "$")
	}
	return till{frame(w.all), frame(w.points)}
}

// ordersCart reads a whole turn that orders what is in the cart. What only points does so where the cart holds all that it may point at: then
// it is never one more of that. With nothing in the cart, "order it" wants what was shown.
func (t *turn) ordersCart(text string) (clause, bool) {
	said, tag := t.asSaid(text)
	l := tills[tag]
	if !t.fresh || masked(text) || len(said) > maxSaid || !slices.ContainsFunc(l.words.hint, func(h string) bool { return strings.Contains(said, h) }) {
		return clause{}, false
	}
	if t.knows != nil && asks.MatchString(said) && t.knows(text) {
		return clause{}, false
	}
	c := clause{found: found{want: wantOrder, rule: true}, text: said}
	if l.compiled().all.MatchString(said) {
		return c, len(t.state.Cart.Lines) > 0 || len(t.state.Focus) == 0
	}
	return c, l.compiled().it.MatchString(said) && t.holdsShown()
}

// holdsShown says that the cart holds something, and all that was last spoken of.
func (t *turn) holdsShown() bool {
	return len(t.state.Cart.Lines) > 0 && !slices.ContainsFunc(t.focus(), func(h evercart.Hit) bool { return !t.inCart(h.Product) })
}

// maxSaid bounds what is held against the patterns of whole turns.
const maxSaid = 160

// asSaid is a turn in the words of its own language, in small letters without accents or marks, and which language that is.
func (t *turn) asSaid(text string) (said, tag string) {
	if t.said == "" {
		return hear.Text(t.wordsOf(text)), "en"
	}
	return hear.Text(hear.Tokens(t.said)), t.tag()
}

// orderCart says that no order is taken here, and what stays in the cart.
func (t *turn) orderCart() outcome {
	if len(t.state.Cart.Lines) == 0 {
		return outcome{say: t.voice.Say("cart.empty") + " " + t.sayOwn("what.kind"), lost: true}
	}
	return outcome{say: t.sayOwn("order") + " " + t.voice.Cart(t.today(t.state.Cart)), lost: true}
}
