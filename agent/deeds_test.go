package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/agent"
)

// later is a tool that nobody had thought of when the check of claims was written.
type later struct {
	does []evercart.DeedKind
	did  []evercart.Deed
	code evercart.Code
}

func (l later) Spec() evercart.ToolSpec {
	return evercart.ToolSpec{Name: "later", Changes: true, Does: l.does}
}

func (l later) Prepare(context.Context, evercart.State, evercart.ToolCall) (evercart.Effect, error) {
	return func(evercart.State) (evercart.Change, evercart.Result, error) {
		return evercart.Change{}, evercart.Result{Say: "That is what came of it.", Did: l.did, Code: l.code}, nil
	}, nil
}

// A tool that is added later tells what it did: what is so is said at once, what is not never, whatever the tool claims beyond what it declares.
func TestToolsThatComeLater(t *testing.T) {
	t.Parallel()
	ordered := evercart.Deed{Kind: evercart.DeedOrdered, Number: "4711", Amount: 3333}
	coupon := evercart.Deed{Kind: evercart.DeedCouponApplied, Number: "TEN", Amount: 333}
	mailed := evercart.Deed{Kind: evercart.DeedMailed, Of: "confirmation"}
	only := func(k ...evercart.DeedKind) []evercart.DeedKind { return k }
	for name, c := range map[string]struct {
		tool  later
		say   string
		heard bool
	}{
		"an order":                      {later{only(evercart.DeedOrdered), []evercart.Deed{ordered}, ""}, "Your order 4711 has been placed.", true},
		"its total":                     {later{only(evercart.DeedOrdered), []evercart.Deed{ordered}, ""}, "I've placed your order for thirty-three dollars and thirty-three cents.", true},
		"another number":                {later{only(evercart.DeedOrdered), []evercart.Deed{ordered}, ""}, "Your order 4712 has been placed.", false},
		"another total":                 {later{only(evercart.DeedOrdered), []evercart.Deed{ordered}, ""}, "I've placed your order for thirty dollars.", false},
		"an order that was refused":     {later{only(evercart.DeedOrdered), nil, evercart.PriceChanged}, "Your order has been placed.", false},
		"an order of which it is quiet": {later{only(evercart.DeedOrdered), nil, ""}, "Your order has been placed.", false},
		"more than it declares":         {later{only(evercart.DeedCouponApplied), []evercart.Deed{coupon, ordered}, ""}, "Your order 4711 has been placed.", false},
		"a coupon":                      {later{only(evercart.DeedCouponApplied), []evercart.Deed{coupon}, ""}, "I've applied the code TEN.", true},
		"another code":                  {later{only(evercart.DeedCouponApplied), []evercart.Deed{coupon}, ""}, "I've applied the code TWENTY.", false},
		"a mail":                        {later{only(evercart.DeedMailed), []evercart.Deed{mailed}, ""}, "I've sent you an email.", true},
		"a mail that nobody sent":       {later{only(evercart.DeedOrdered), []evercart.Deed{ordered}, ""}, "I've sent you an email.", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := script("model", []evercart.Thought{call("later", `{}`), stop(evercart.StopCalls)}, []evercart.Thought{text(c.say), stop(evercart.StopSaid)})
			b := newBench(t, with(model), func(a *agentConfig) { a.Tools = append(a.Tools, c.tool) })
			b.begin()
			if h := b.answered("t", "do it later"); strings.Contains(h.text(), c.say) != c.heard {
				t.Errorf("heard %q after %d requests", h.text(), model.asked.Load())
			}
		})
	}
}

// A tool that changes things and does not declare what it does is not taken, nor one that declares deeds and changes nothing.
func TestToolsDeclareWhatTheyDo(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	for _, tool := range []evercart.Tool{later{}, declares{look{}}} {
		_, err := agent.New(agent.Config{Store: b.store, Keys: b.keys, Catalog: b.goods, Brains: []evercart.Brain{echo()}, Node: "n", Tools: []evercart.Tool{tool}})
		if evercart.CodeOf(err) != evercart.Invalid {
			t.Errorf("%+v: %v", tool.Spec(), err)
		}
	}
}

type declares struct{ evercart.Tool }

func (d declares) Spec() evercart.ToolSpec {
	s := d.Tool.Spec()
	s.Does = []evercart.DeedKind{evercart.DeedMailed}
	return s
}

// What was done is heard of, whatever the model says instead; what it does tell is not said twice.
func TestDeedsAreHeardOf(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		calls []evercart.Thought
		say   string
		want  string
	}{
		"of nothing":         {[]evercart.Thought{adds("SCF-RED")}, "It burns for forty hours.", "It burns for forty hours. One Red Scarf is in."},
		"of one of two":      {[]evercart.Thought{adds("SCF-RED"), adds("CND-CAF")}, "I've added the candle.", "I've added the candle. One Red Scarf is in."},
		"of both":            {[]evercart.Thought{adds("SCF-RED"), adds("CND-CAF")}, "I've added the candle and the scarf.", "I've added the candle and the scarf."},
		"of both at once":    {[]evercart.Thought{adds("SCF-RED"), adds("CND-CAF")}, "Both are in your cart.", "Both are in your cart."},
		"of its price alone": {[]evercart.Thought{adds("SCF-RED")}, "That makes $33.33.", "That makes thirty-three dollars and thirty-three cents."},
		"of what is refused": {[]evercart.Thought{adds("BLS-XXL")}, "There is none of that.", "There is none of that."},
		"of a look":          {[]evercart.Thought{call("look", `{}`)}, "There are two.", "There are two."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			model := script("model", append(c.calls, stop(evercart.StopCalls)), []evercart.Thought{text(c.say), stop(evercart.StopSaid)})
			b := newBench(t, with(model))
			b.begin()
			if h := b.answered("t", "the candle"); h.text() != c.want {
				t.Errorf("heard %q, want %q", h.text(), c.want)
			}
		})
	}
}

// A price that one tool told of one thing is not another thing's.
func TestPriceOfAnotherThing(t *testing.T) {
	t.Parallel()
	for say, heard := range map[string]bool{"The scarf costs twenty-four dollars and fifty cents.": false, "The candle costs twenty-four dollars and fifty cents.": true} {
		model := script("model", []evercart.Thought{adds("SCF-RED"), adds("CND-CAF"), stop(evercart.StopCalls)}, []evercart.Thought{text(say), stop(evercart.StopSaid)})
		b := newBench(t, with(model), func(c *agentConfig) { c.Tools[0] = priced{c.Tools[0]} })
		b.begin()
		if h := b.answered("t", "both"); strings.HasPrefix(h.text(), say) != heard {
			t.Errorf("heard %q", h.text())
		}
	}
}

// priced is a tool that tells a price of the candle with whatever it does.
type priced struct{ evercart.Tool }

func (p priced) Prepare(ctx context.Context, s evercart.State, c evercart.ToolCall) (evercart.Effect, error) {
	effect, err := p.Tool.Prepare(ctx, s, c)
	if err != nil {
		return nil, err
	}
	return func(s evercart.State) (evercart.Change, evercart.Result, error) {
		change, result, err := effect(s)
		result.Say += " The candle costs twenty-four dollars and fifty cents."
		return change, result, err
	}, nil
}
