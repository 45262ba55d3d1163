package rules_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/bigfeed"
)

// warehouse is a counter over 50,000 generated variants.
func warehouse(t *testing.T) *counter {
	t.Helper()
	feed := new(bytes.Buffer)
	if err := bigfeed.Shopify(feed, 50_000); err != nil {
		t.Fatal(err)
	}
	products, _, err := catalog.Import(context.Background(), feed, catalog.Options{Currency: "USD"})
	if err != nil {
		t.Fatal(err)
	}
	return counterOf(t, products)
}

// turnOf is what is said, and what every product that is shown must be like.
type turnOf struct {
	say   string
	kind  string // "" = nothing is shown
	color string
	not   string
	under evercart.Minor
	over  evercart.Minor
	who   string
	text  string // in the answer
}

func (w turnOf) fits(p evercart.Product, v evercart.Variant) bool {
	return p.Type == w.kind && (w.color == "" || v.Option("color") == w.color) && (w.not == "" || !strings.Contains(p.Title, w.not)) &&
		(w.under == 0 || v.Price <= w.under) && v.Price >= w.over && (w.who == "" || slices.Contains(p.Tags, w.who) || slices.Contains(p.Tags, "unisex"))
}

// What narrows a search, goes on with it, or speaks of what was shown; at most three things are read out, and the rest is
// offered.
func TestLookingAround(t *testing.T) {
	t.Parallel()
	c := warehouse(t)
	for _, talk := range [][]turnOf{
		{
			{say: "Show me red boots under two hundred dollars", kind: "Boots", color: "red", under: 20000, text: "Shall I go on?"},
			{say: "not denim", kind: "Boots", color: "red", under: 20000, not: "Denim"},
			{say: "in black then", kind: "Boots", color: "black", under: 20000, not: "Denim"},
			{say: "what else do you have", kind: "Boots", color: "black", under: 20000, not: "Denim"},
			{say: "show me jackets for women", kind: "Jacket", who: "women"},
		},
		{
			{say: "I'm looking for a jacket between one hundred and two hundred dollars", kind: "Jacket", over: 10000, under: 20000},
			{say: "for men", kind: "Jacket", over: 10000, under: 20000, who: "men"},
			{say: "something under one fifty", kind: "Jacket", over: 10000, under: 15000, who: "men"},
		},
		{
			{say: "do you have mugs for under two hundred dollars", kind: "Mug", under: 20000},
			{say: "anything cheaper?", kind: "Mug", under: 20000},
		},
		{
			{say: "show me lamps", kind: "Lamp", text: "and twenty-eight more. Shall I go on?"},
			{say: "yes please", kind: "Lamp", text: "and twenty-five more"},
			{say: "go on", kind: "Lamp", text: "and twenty-two more"},
			{say: "more", kind: "Lamp", text: "and nineteen more"},
		},
		{
			{say: "I want a coat under ten dollars", kind: "Coat", under: 1000},
			{say: "show me the cheaper ones", text: "nothing cheaper"},
			{say: "something more expensive", kind: "Coat", over: 1},
		},
		{
			{say: "show me jackets", kind: "Jacket"},
			{say: "how about in red", kind: "Jacket", color: "red"},
		},
		{
			{say: "do you have waterproof jackets", kind: "Jacket", text: "Shall I go on?"},
			{say: "under one hundred", kind: "Jacket", under: 10000},
			{say: "anything else", text: "That was all"},
		},
		{
			{say: "boots under two dollars", text: "none like that"},
			{say: "show me vases, but not glass or copper", kind: "Vase", not: "Glass"},
		},
	} {
		v := c.visit(nil, nil)
		shown := map[evercart.SKU]bool{}
		for _, w := range talk {
			before := v.state.Focus
			a := v.say(w.say)
			if !strings.Contains(a.text, w.text) || a.changed || v.state.Question != nil {
				t.Errorf("%q: %s, question %+v", w.say, a.text, v.state.Question)
			}
			switch {
			case w.kind == "" && len(a.shown) > 0, w.kind != "" && (len(a.shown) == 0 || slices.Equal(before, v.state.Focus)):
				t.Errorf("%q shows %v: %s %v", w.say, a.shown, a.text, a.calls)
			}
			for _, sku := range a.shown {
				p, err := c.index.ProductOf(t.Context(), sku)
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(p.Variants, func(v evercart.Variant) bool { return v.SKU == sku })
				if !w.fits(p, p.Variants[i]) {
					t.Errorf("%q shows %s, %+v", w.say, p.Title, p.Variants[i])
				}
			}
			if strings.HasPrefix(w.text, "and ") || strings.Contains(w.say, "else") {
				for _, sku := range a.shown {
					if shown[sku] {
						t.Errorf("%q tells %s again", w.say, sku)
					}
				}
			}
			for _, sku := range a.shown {
				shown[sku] = true
			}
			if w.kind == "Mug" && strings.Contains(w.say, "cheaper") {
				cheaperThan(t, c, a.shown, before)
			}
		}
	}
}

func cheaperThan(t *testing.T, c *counter, now, before []evercart.SKU) {
	t.Helper()
	shelf, err := c.index.Shelf(t.Context(), slices.Concat(now, before)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range now {
		for _, b := range before {
			if shelf[n.Fold()].Price >= shelf[b.Fold()].Price {
				t.Errorf("%s is not cheaper than %s", n, b)
			}
		}
	}
}

// Words that hold a bound, or leave something out, in other frames than a question.
func TestBoundsInAnyFrame(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	for said, want := range map[string]string{
		"bags for less than a hundred":                         "tote bag",
		"candles without fig":                                  "café noir candle",
		"I need socks, not wool ones, under fifteen":           "cotton socks",
		"add a dawn mug and show me scarves under fifty":       "wool scarf",
		"do you have anything between ten and fifteen dollars": "cotton bandana",
		"show me something for my kids":                        "What kind of thing",
		"what do you have on sale":                             "wrap dress",
		"I'd like a scarf for my mother under fifty dollars":   "wool scarf",
		"is there a scarf for under ten dollars":               "none like that",
	} {
		if a := c.visit(nil, nil).say(said); !strings.Contains(a.text, want) {
			t.Errorf("%q: %s %v, want %q", said, a.text, a.calls, want)
		}
	}
	v := c.visit(nil, nil)
	v.say("show me all your bags and scarves")
	v.say("show me bags")
	if a := v.say("what's the difference"); len(a.shown) < 2 || !strings.Contains(a.text, "dollars") {
		t.Errorf("the difference: %s %v", a.text, a.calls)
	}
}

// What sounds like a search and is none stays what it is.
func TestNotLookingAround(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	v := c.visit(nil, nil)
	v.say("show me mugs")
	if a := v.say("the cheaper one please"); len(a.calls) == 0 || strings.Contains(a.calls[0], "search") {
		t.Errorf("the cheaper one: %s %v", a.text, a.calls)
	}
	v = c.visit([]line{{SKU: "MUG-SS", Quantity: 1}}, nil)
	v.say("show me mugs")
	v.say("what's in my cart")
	if a := v.say("yes"); len(a.calls) > 0 {
		t.Errorf("a yes that answers nothing: %s %v", a.text, a.calls)
	}
	v.say("add a dawn mug")
	v = c.visit(nil, nil)
	v.say("add a dawn mug")
	v.say("what hats do you have")
	if a := v.say("no, two"); slices.ContainsFunc(a.calls, func(s string) bool { return strings.Contains(s, "search") }) {
		t.Errorf("a correction: %s %v, cart %+v", a.text, a.calls, v.state.Cart.Lines)
	}
}
