package rules_test

import (
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/rules"
)

// What is put to the shop itself is known by more than the grammar's asking words; what the grammar holds firmly of goods and the cart
// stays theirs, and nothing that was asked goes into the cart.
func TestPutToTheShop(t *testing.T) {
	t.Parallel()
	c := open(t, "understanding", "catalog.csv")
	likely := map[string]float64{
		"bit coin": 0.7, "length of a scarf please": 0.9, "price of next day": 0.7, "one wool throw please": 0.3, "which throws get swapped the most": 0.8,
		"add two wool throws and how long do I have to send them back": 0.9, "how much is the wool throw": 0.9, "where is my order": 0.9,
		"from what is made the wool throw": 0.14, "who wrote Hamlet": 0.74, "which country has the most people": 0.84, "cancel my gym membership and send it back": 0.49,
		"what would I pay for the wool throw": 0.57, "is there a military discount": 0.97, "how long do i have to send them back": 0.98,
	}
	c.brain = rules.New(rules.Config{Catalog: c.index, Shop: evercart.DefaultShop(),
		Put: func(turn string) float64 { return likely[turn] },
		Knows: func(q string) bool {
			return strings.Contains(q, "length of") || strings.Contains(q, "back") || strings.Contains(q, "next day")
		}})
	for words, want := range map[string]string{
		"bit coin":                                       "answer_question",
		"length of a scarf please":                       "answer_question",
		"how do I get ink off a leather bag":             "answer_question",
		"can I return a wool throw":                      "answer_question",
		"are the wool throws returnable":                 "answer_question",
		"could you mail me a swatch of the velvet first": "answer_question",
		"I want to add a belt to what I ordered ten minutes ago, what do I do": "answer_question",
		"price of next day":                                            "answer_question",
		"which throws get swapped the most":                            "answer_question",
		"one wool throw please":                                        "add_to_cart",
		"how much is the wool throw":                                   "get_product",
		"add two wool throws and how long do I have to send them back": "add_to_cart answer_question",
		"where is my order":                                            "",
		"from what is made the wool throw":                             "get_product", // the catalogue knows, and nobody asks a shop so
		"what would I pay for the wool throw":                          "get_product",
		"who wrote Hamlet":                                             "",
		"which country has the most people":                            "",
		"cancel my gym membership and send it back":                    "",
		"is there a military discount":                                 "answer_question", // for the tool to admit
	} {
		v := c.visit(nil, nil)
		v.tools["answer_question"] = knowing{}
		a := v.say(words)
		var got []string
		for _, call := range a.calls {
			name, _, _ := strings.Cut(call, " ")
			got = append(got, name)
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q: %q, not %q; %q", words, s, want, a.text)
		}
	}
}
