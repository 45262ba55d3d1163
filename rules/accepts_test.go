package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/rules"
)

// What a shop with words of its own is asked behind the offer of a person: who is glad of it, or asks for it to be done, accepts it.
func TestAnOfferIsAccepted(t *testing.T) {
	for words, accepts := range map[string]bool{
		"ok, could you do that?": true, "could you": true, "that would be very kind of you": true, "please make it": true, "I'd appreciate that": true, "would you do that for me, please?": true,
		"could you show me scarves": false, "okay, what sizes?": false, "that would be too much": false, "no": false, "could you add a dawn mug": false,
	} {
		calls := asked(t, words, evercart.State{Locale: "en-US", Question: &evercart.Question{Kind: "person"}})
		if got := slices.ContainsFunc(calls, func(k string) bool { return strings.HasPrefix(k, "hand_off") }); got != accepts {
			t.Errorf("%q hands over: %v %v", words, got, calls)
		}
	}
}

// A search is no question to the shop, whatever its answers say of the word; and what asks for a present is none either.
func TestASearchIsNotPutToTheShop(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	c.brain = rules.New(rules.Config{Catalog: c.index, Shop: evercart.DefaultShop(), Knows: func(q string) bool { return strings.Contains(q, "lamp") || strings.Contains(q, "birthday") }, Put: func(string) float64 { return 0.99 }})
	say := func(words string) answer {
		v := c.visit(nil, nil)
		v.tools["answer_question"] = knowing{}
		return v.say(words)
	}
	for words, want := range map[string]string{"I'm looking for a lamp for my desk": "we do not have lamp", "birthday present for my sister": "How about one of these"} {
		a := say(words)
		if slices.ContainsFunc(a.calls, func(k string) bool { return strings.HasPrefix(k, "answer_question") }) || !strings.Contains(a.text+strings.Join(a.calls, " "), want) {
			t.Errorf("%q: %q %v", words, a.text, a.calls)
		}
	}
	if a := say("how do I return a lamp"); !slices.ContainsFunc(a.calls, func(k string) bool { return strings.HasPrefix(k, "answer_question") }) {
		t.Errorf("a question is not put to the shop: %q %v", a.text, a.calls)
	}
}
