package shop

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/hear"
)

const (
	maxValues = 8   // of one call
	maxKey    = 40  // characters
	maxValue  = 200 // characters
)

// intents are what may be inferred of a shopper.
var intents = []string{"browse", "buy", "ask", "compare", "change", "return", "leave", "other"}

// barred are words that a key must not have: what is known of prices and of people comes from elsewhere, never from a model.
var barred = []string{"price", "prices", "discount", "coupon", "total", "tax", "cost", "user", "userid", "name", "surname", "email", "mail", "phone",
	"telephone", "address", "street", "zip", "postcode", "card", "cvv", "cvc", "iban", "account", "password", "pin", "ssn", "tier", "loyalty",
	"role", "admin", "session", "token", "identity", "birthday", "birthdate"}

// setContext remembers what the shopper said of themselves that helps to sell the right thing.
func (k kit) setContext() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "set_context", Changes: true,
			About: "Remember preferences that the shopper told (shoe size, favourite colour, occasion, whom it is for), or what they are about. An empty value forgets. Never prices, names, addresses or anything that identifies a person.",
			Schema: object(nil,
				prop{"values", `{"type":"object","maxProperties":8,"additionalProperties":{"type":"string","maxLength":200}}`},
				prop{"intent", `{"type":"string","enum":["` + strings.Join(intents, `","`) + `"]}`}),
		},
		prepare: func(ctx context.Context, _ evercart.State, a *args) evercart.Effect {
			if len(a.values) == 0 {
				a.fail("values", "give values or intent")
			}
			fact := &evercart.ContextSet{}
			if fact.Intent = a.text("intent", maxKey); fact.Intent != "" && !slices.Contains(intents, fact.Intent) {
				a.fail("intent", "it has to be one of "+strings.Join(intents, ", "))
			}
			fact.Personal.Values = a.context()
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				if err := w.note(fact); err != nil {
					return w.refuse(err, nil)
				}
				known := map[string]string{}
				for k, v := range w.state.Personal.Context {
					known[k] = v.Reveal()
				}
				return evercart.Change{Facts: w.facts}, evercart.Result{Say: evercart.Private(w.v.Say("noted")),
					Data: data(map[string]any{"context": known, "intent": w.state.Intent})}, nil
			}
		},
	}
}

// context reads and cleans the values.
func (a *args) context() map[string]evercart.Personal {
	values := a.texts("values")
	if len(values) > maxValues {
		a.fail("values", "too many at once")
		return nil
	}
	var out map[string]evercart.Personal
	for _, key := range slices.Sorted(maps.Keys(values)) {
		name := strings.Join(strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
		value := strings.Join(strings.Fields(values[key]), " ")
		switch {
		case name == "" || utf8.RuneCountInString(name) > maxKey:
			a.fail("values", "a key is 1 to 40 letters")
			return nil
		case slices.ContainsFunc(strings.Fields(name), func(w string) bool { return slices.Contains(barred, w) }):
			a.fail("values", "prices, and what identifies a person, are not kept here")
			return nil
		case utf8.RuneCountInString(value) > maxValue:
			a.fail("values", "a value is at most 200 characters")
			return nil
		}
		value, _ = hear.Mask(value)
		if out == nil {
			out = map[string]evercart.Personal{}
		}
		out[name] = evercart.Private(value)
	}
	return out
}
