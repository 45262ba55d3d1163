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

// Words that a key must not have: what is known of prices, of people and of the cart comes from elsewhere, never from a model.
var (
	priceWords = []string{"price", "prices", "discount", "coupon", "total", "subtotal", "tax", "cost"}

	personWords = []string{"user", "userid", "name", "surname", "email", "mail", "phone", "telephone", "address", "street", "zip", "postcode", "card", "cvv",
		"cvc", "iban", "account", "password", "pin", "ssn", "tier", "loyalty", "role", "admin", "session", "token", "identity", "birthday", "birthdate",
		"customer"}

	cartWords = []string{"cart", "basket", "lines", "items", "sku", "skus", "quantity"}
)

// Where they do come from.
const (
	pricesElsewhere = "prices come from the catalogue: get_product and view_cart tell them, and no tool sets them"
	personElsewhere = "the session is the one in which the call is made, and who the shopper is comes from the sign-in: no tool sets either"
	cartElsewhere   = "add_to_cart, change_cart_line and remove_from_cart change the cart"
)

// setContext remembers what the shopper said of themselves that helps to sell the right thing.
func (k kit) setContext() evercart.Tool {
	return tool{
		spec: evercart.ToolSpec{
			Name: "set_context", Changes: true, Does: []evercart.DeedKind{evercart.DeedNoted},
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
			fact.Personal.Values = a.context("values", "")
			return func(s evercart.State) (evercart.Change, evercart.Result, error) {
				w := k.begin(ctx, s)
				if err := w.remember(fact); err != nil {
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

// remember folds the fact in. LimitReached where there is no room for all of it: a State drops what is too much, and nobody may be
// told that it is remembered.
func (w *work) remember(f *evercart.ContextSet) error {
	if err := w.note(f); err != nil {
		return err
	}
	for key, v := range f.Personal.Values {
		if _, kept := w.state.Personal.Context[key]; v != "" && !kept {
			return evercart.Errorf(evercart.LimitReached, "shop.context", "as much is remembered as there is room for: forget something first, with an empty value")
		}
	}
	return nil
}

// context reads and cleans the values of an argument; their keys get the prefix.
func (a *args) context(arg, prefix string) map[string]evercart.Personal {
	values := a.texts(arg)
	if len(values) > maxValues {
		a.fail(arg, "too many at once")
		return nil
	}
	var out map[string]evercart.Personal
	for _, key := range slices.Sorted(maps.Keys(values)) {
		name, value, why := remembered(key, values[key])
		if _, twice := out[prefix+name]; twice {
			why = "a key stands there twice"
		}
		if why != "" {
			a.fail(arg, why)
			return nil
		}
		if out == nil {
			out = map[string]evercart.Personal{}
		}
		out[prefix+name] = evercart.Private(value)
	}
	return out
}

// remembered cleans a key and its value, or says why they are not kept.
func remembered(key, value string) (name, kept, why string) {
	words := keyWords(key)
	name, kept = strings.Join(words, " "), strings.Join(strings.Fields(value), " ")
	_, isCard := hear.Mask(name)
	switch {
	case name == "" || utf8.RuneCountInString(name) > maxKey:
		return "", "", "a key is 1 to 40 letters"
	case has(words, priceWords):
		return "", "", pricesElsewhere
	case isCard || has(words, personWords):
		return "", "", personElsewhere
	case has(words, cartWords):
		return "", "", cartElsewhere
	case utf8.RuneCountInString(kept) > maxValue:
		return "", "", "a value is at most 200 characters"
	}
	kept, _ = hear.Mask(kept)
	return name, kept, ""
}

// keyWords are the words of a key in small letters, however they are joined: "shoe_size", "shoe-size", "shoeSize".
func keyWords(key string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range key {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return strings.FieldsFunc(strings.ToLower(b.String()), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// has says that one of the words is barred, also with accents or in letters of another width.
func has(words, barred []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(barred, hear.Fold(w)) })
}
