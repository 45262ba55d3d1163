package rules_test

import (
	"context"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

func TestKeptInTheCartAndShownShoes(t *testing.T) {
	t.Parallel()
	v := counterOf(t, catalog.Sample()).visit(nil, nil)
	a := v.say("Add the silk blouse in size M, and keep it in my cart while I look at the shoes.")
	lines := v.state.Cart.Lines
	if len(lines) != 1 || lines[0].SKU != "BLS-IVR-M" || !lines[0].Kept {
		t.Fatalf("lines = %+v", lines)
	}
	if len(a.calls) != 3 || !strings.HasPrefix(a.calls[0], "add_to_cart") || !strings.HasPrefix(a.calls[1], "keep_in_cart") || !strings.HasPrefix(a.calls[2], "search_products") {
		t.Errorf("calls = %v", a.calls)
	}
}

func TestThinkingTwiceGivesTheSame(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	for _, words := range []string{"two dawn mugs and a wool scarf, then show me the shoes", "a tote bag", "what is in my cart", "hello"} {
		v := c.visit([]line{{"MUG-SS", 1}}, nil)
		p := evercart.Prompt{State: v.state, Now: evercart.Exchange{Turn: "t1", Words: evercart.Private(words)}, Locale: "en"}
		if a, b := thoughts(t, c.brain, p), thoughts(t, c.brain, p); a != b {
			t.Errorf("%q: %s\nthen: %s", words, a, b)
		}
	}
}

func TestLargeNumbersAreSaidBack(t *testing.T) {
	t.Parallel()
	v := counterOf(t, catalog.Sample()).visit(nil, nil)
	a := v.say("Fifteen dawn mugs.")
	if !strings.Contains(a.text, "fifteen") || !strings.Contains(a.text, "two hundred forty dollars") {
		t.Errorf("said %q", a.text)
	}
}

func TestGreetsAndRecaps(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	p := evercart.Prompt{State: c.visit(nil, nil).state, Now: evercart.Exchange{Turn: "t1", What: evercart.SayGreeting}}
	if got := thoughts(t, c.brain, p); !strings.Contains(got, "AI") {
		t.Errorf("greeting = %s", got)
	}
	p.State = c.visit([]line{{"MUG-SS", 2}}, nil).state
	if got := thoughts(t, c.brain, p); !strings.Contains(got, "dawn mugs") {
		t.Errorf("recap = %s", got)
	}
}

func TestOnlySpeaksWhenItMayNotCall(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	p := evercart.Prompt{State: c.visit([]line{{"MUG-SS", 2}}, nil).state, NoCalls: true, Now: evercart.Exchange{Turn: "t1", Words: "remove the mug"}}
	for th, err := range c.brain.Think(context.Background(), p) {
		if err != nil || th.Call != nil || th.Stop == evercart.StopCalls {
			t.Errorf("thought %+v, %v", th, err)
		}
	}
}

// thoughts writes a step down, to compare it.
func thoughts(t testing.TB, b evercart.Brain, p evercart.Prompt) string {
	t.Helper()
	var out strings.Builder
	for th, err := range b.Think(context.Background(), p) {
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(th.Text)
		if th.Call != nil {
			out.WriteString("[" + th.Call.Tool + string(th.Call.Args.Reveal()) + "]")
		}
		out.WriteString(string(th.Stop) + string(th.Opaque))
	}
	return out.String()
}

func FuzzSay(f *testing.F) {
	c := counterOf(f, catalog.Sample())
	for _, s := range []string{"add two, no, three and a half dozen of the first", "swap it for the other one in black, not the red", "instead of the mug instead", "the last two out, and one size up", "minus half of both", "make it for"} {
		f.Add(s, "yes, the second one")
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		at := *c
		at.t = t
		v := at.visit([]line{{"MUG-SS", 2}, {"BLS-IVR-M", 1}}, []line{{"SOC-3PK", 1}}, "running-shoes")
		for _, words := range []string{one, two} {
			if a := v.say(words); strings.TrimSpace(a.text) == "" {
				t.Errorf("nothing is said to %q", words)
			}
		}
	})
}

func BenchmarkTurn(b *testing.B) {
	c := counterOf(b, catalog.Sample())
	b.ReportAllocs()
	for b.Loop() {
		v := c.visit([]line{{"MUG-SS", 2}}, nil)
		v.say("Put the silk blouse in, size medium, and two more mugs, and what shoes do you have?")
	}
}
