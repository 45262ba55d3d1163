package eval

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/evercart/evercart/client"
	"github.com/evercart/evercart/trial"
)

// Control is a control word, or something that is none of a shop's business ("oos"), by CLINC150's labels.
type Control struct {
	Text  string `json:"text"`
	Label string `json:"label"`
	Split string `json:"split"`
	Lang  string `json:"lang"` // "" = English

	id string
}

// beside are labels of the same set that a shop answers in more than one way.
var beside = []string{"order", "change_speed"}

// beforeControl is said first, so that there is something to repeat; no label is answered as this is.
var beforeControl = map[string]string{"en": "please speak slower", "es": "hable más despacio por favor", "de": "bitte sprechen Sie langsamer"}

// ControlWords plays control words on a stage, each in a session of its own. Where lines are marked with a split, those marked
// test are left out: a set to report on stands in a file of its own, without marks.
func ControlWords(ctx context.Context, on trial.Stage, _ string, set io.Reader) (Report, error) {
	cases, err := read[Control](set)
	if err != nil {
		return Report{}, err
	}
	cases = slices.DeleteFunc(cases, func(c Control) bool { return c.Split == "test" || slices.Contains(beside, c.Label) })
	seen := map[string]int{}
	for i, c := range cases {
		seen[c.Label]++
		cases[i].id = c.Label + "-" + strconv.Itoa(seen[c.Label])
	}
	return each(ctx, cases, func(ctx context.Context, k Control) (CaseResult, error) {
		c := on.Client()
		lang := cmp.Or(k.Lang, "en")
		begun, err := c.Begin(ctx, client.Begin{Locale: lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", k.id, err)
		}
		before, err := c.Say(ctx, client.Turn{Session: string(begun.Session), Text: beforeControl[lang], Locale: lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", k.id, err)
		}
		r, err := c.Say(ctx, client.Turn{Session: string(begun.Session), Text: k.Text, Locale: lang})
		if err != nil {
			return CaseResult{}, fmt.Errorf("case %s: %w", k.id, err)
		}
		out := CaseResult{ID: k.id, kind: k.Label, lang: lang, Result: Wrong}
		out.changed = len(r.Cart.Lines) > 0 && k.Label != "shopping_list_update"
		if !out.changed && InKind(lang, k.Label, r.Reply, before.Reply) {
			out.Result = Right
		}
		if out.Result != Right {
			out.note = "\n    > " + k.Text + "\n    < " + r.Reply
		}
		return out, nil
	})
}

// inKind are, by language, parts of the sentences by which a label is answered; those for a yes, a no, a doubt and a "stop" that
// answer no question do for each other.
var inKind = map[string]map[string][]string{
	"en": {
		"thank_you": {"You are welcome"}, "goodbye": {"Goodbye"}, "greeting": {"Hello!", "I am well"}, "what_can_i_ask_you": {"You can ask me to"}, "are_you_a_bot": {"I am the AI"},
		"order_status": {"orders that were placed"}, "oos": {"I cannot help with that"}, "shopping_list": {"our cart", "we do not have", "I do not see"},
		"shopping_list_update": {"we do not have", "there is no", "I do not see", "I added", "your cart is empty", "Your cart is empty"},
		"yes":                  {"Okay", "I left everything"}, "no": {"Okay", "I left everything"}, "maybe": {"Take your time", "Okay", "I left everything"},
		"cancel": {"Okay", "I left everything", "nothing to take back"},
	},
	"es": {
		"thank_you": {"De nada"}, "goodbye": {"Adiós"}, "greeting": {"¡Hola!", "Muy bien, gracias"}, "what_can_i_ask_you": {"Puede pedirme que"}, "are_you_a_bot": {"Soy el asistente"},
		"order_status": {"pedidos anteriores"}, "oos": {"con eso no puedo ayudarle"}, "shopping_list": {"u carrito"},
		"yes": {"De acuerdo"}, "no": {"De acuerdo"}, "maybe": {"Tómese su tiempo", "De acuerdo"}, "cancel": {"De acuerdo", "deshacer"},
	},
	"de": {
		"thank_you": {"Gern geschehen"}, "goodbye": {"Auf Wiederhören"}, "greeting": {"Hallo!", "Danke, gut"}, "what_can_i_ask_you": {"Sie können mich etwas suchen"}, "are_you_a_bot": {"KI-Assistent"},
		"order_status": {"Frühere Bestellungen"}, "oos": {"Dabei kann ich leider nicht helfen"}, "shopping_list": {"arenkorb"},
		"yes": {"In Ordnung"}, "no": {"In Ordnung"}, "maybe": {"Lassen Sie sich Zeit", "In Ordnung"}, "cancel": {"In Ordnung", "rückgängig"},
	},
}

// InKind says that a reply is of the kind that a label asks for, in a language ("" = English); before = what was said last.
func InKind(lang, label, reply, before string) bool {
	if label == "repeat" {
		return reply == before
	}
	return slices.ContainsFunc(inKind[cmp.Or(lang, "en")][label], func(part string) bool { return strings.Contains(reply, part) })
}
