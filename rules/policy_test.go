package rules_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/rules"
)

// asked gives the calls of a first step, by a shop whose words know of returns, delivery and leather care.
func asked(t *testing.T, words string, state evercart.State) []string {
	t.Helper()
	c := open(t, "understanding", "catalog.csv")
	b := rules.New(rules.Config{Catalog: c.index, Shop: evercart.DefaultShop(), Knows: func(q string) bool {
		q = strings.ToLower(q)
		return strings.Contains(q, "send") && strings.Contains(q, "back") || strings.Contains(q, "express") || strings.Contains(q, "loafers run")
	}})
	var out []string
	p := evercart.Prompt{State: state, Locale: "en-US", Now: evercart.Exchange{Turn: "t-1", Words: evercart.Private(words)}}
	for range 4 {
		step := evercart.Step{Brain: "rules"}
		for th, err := range b.Think(t.Context(), p) {
			if err != nil {
				t.Fatal(err)
			}
			if th.Call != nil {
				out = append(out, th.Call.Tool+" "+string(th.Call.Args.Reveal()))
				step.Calls, step.Results = append(step.Calls, *th.Call), append(step.Results, evercart.Result{Call: th.Call.ID, Say: "Done."})
			}
			if th.Stop == evercart.StopCalls {
				step.Opaque = th.Opaque
			}
		}
		if len(step.Calls) == 0 {
			return out
		}
		p.Now.Steps = append(p.Now.Steps, step)
	}
	t.Fatalf("%q does not end: %v", words, out)
	return nil
}

func TestQuestionsOfTheShop(t *testing.T) {
	t.Parallel()
	for words, want := range map[string][]string{
		"how long do I have to send it back":                           {`answer_question {"question":"how long do I have to send it back"}`},
		"what do you charge for express":                               {`answer_question {"question":"what do you charge for express"}`},
		"is there a military discount":                                 {`answer_question {"question":"is there a military discount"}`},                                                   // not known: for the tool to admit
		"do the leather loafers run narrow":                            {`get_product {"product":"leather-loafers"}`, `answer_question {"question":"do the leather loafers run narrow"}`}, // they are spoken of now: "I'll take them"
		"add two wool throws and how long do I have to send them back": {`add_to_cart {"quantity":2,"sku":"THR-WOL"}`, `answer_question {"question":"how long do i have to send them back"}`},
		"are the silkworms treated humanely, like is it peace silk":    {`answer_question {"question":"are the silkworms treated humanely, like is it peace silk"}`}, // nobody asks who speaks
		"I want to talk to a person":                                   {`hand_off {"reason":"asked"}`},
		"call me tomorrow at five":                                     {`hand_off {"reason":"asked","when":"call me tomorrow at five"}`},
		"could you call me please":                                     {`hand_off {"reason":"asked"}`},
		"have someone call me back at 207 555 0142 tomorrow":           {`hand_off {"number":"have someone call me back at 207 555 0142 tomorrow","reason":"asked","when":"have someone call me back at 207 555 0142 tomorrow"}`},
		"how much is the wool throw":                                   {`get_product {"sku":"THR-WOL"}`},
		"what's in my cart":                                            {`view_cart {}`},
		"can I get a wool throw":                                       {`add_to_cart {"quantity":1,"sku":"THR-WOL"}`},
		"would you please add a wool throw":                            {`add_to_cart {"quantity":1,"sku":"THR-WOL"}`},
	} {
		if got := asked(t, words, evercart.State{Locale: "en-US"}); !slices.Equal(got, want) {
			t.Errorf("%q\n got %q\nwant %q", words, got, want)
		}
	}
}

// What answers "shall I put you through" and "which number may they call" is taken as that, and nothing else is.
func TestAnswersAboutPeople(t *testing.T) {
	t.Parallel()
	person, number := &evercart.Question{Kind: "person", Turn: "t-0"}, &evercart.Question{Kind: "call_back", Options: []string{"h-1"}, Turn: "t-0"}
	for _, c := range []struct {
		open  *evercart.Question
		words string
		want  []string
	}{
		{person, "yes please", []string{`hand_off {"reason":"unanswered"}`}},
		{person, "no thanks", nil},
		{person, "ok what sizes?", nil},
		{person, "yes I know but what about red", []string{`search_products {"limit":3,"query":"red"}`}},
		{person, "no, add a wool throw", []string{`add_to_cart {"quantity":1,"sku":"THR-WOL"}`}},
		{number, "two oh seven five five five oh one four two", []string{`hand_off {"number":"two oh seven five five five oh one four two","reason":"asked"}`}},
		{number, "no", nil},
		{number, "yes", nil},
		{number, "what do you charge for express", []string{`answer_question {"question":"what do you charge for express"}`}},
	} {
		if got := asked(t, c.words, evercart.State{Locale: "en-US", Question: c.open}); !slices.Equal(got, c.want) {
			t.Errorf("%s %q\n got %q\nwant %q", c.open.Kind, c.words, got, c.want)
		}
	}
}

// A turn is read once: what its first step changed must not have the rest read otherwise, or done again.
func TestReadOnce(t *testing.T) {
	t.Parallel()
	c := open(t, "understanding", "catalog.csv")
	c.brain = rules.New(rules.Config{Catalog: c.index, Shop: evercart.DefaultShop(), Knows: func(q string) bool {
		return strings.Contains(strings.ToLower(q), "return") || strings.Contains(strings.ToLower(q), "back")
	}})
	for _, words := range []string{
		"can I return a plant and add the wool throw", "can I send a plant back and add the wool throw", "can I return a throw and add the wool throw",
	} {
		v := c.visit(nil, nil)
		v.tools["answer_question"] = knowing{}
		a := v.say(words)
		n := map[evercart.SKU]int{}
		for _, l := range v.state.Cart.Lines {
			n[l.SKU] = l.Quantity
		}
		if n["THR-WOL"] != 1 || len(n) > 1 {
			t.Errorf("%q: %v, %q %v", words, n, a.text, a.calls)
		}
	}
}

// knowing answers each question alike.
type knowing struct{ evercart.Tool }

func (knowing) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "Within thirty days."}, nil
	}, nil
}
