package rules_test

import (
	"cmp"
	"context"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/rules"
	"github.com/evercart/evercart/shop"
)

// counter is a shop with its brain and tools, without a store: a turn is the loop that the agent runs in memory.
type counter struct {
	t     testing.TB
	index *catalog.Index
	brain evercart.Brain
	tools map[string]evercart.Tool

	products []evercart.Product
	locale   string // "" = en-US
	last     string
	turn     int // of a case
}

func open(t testing.TB, parts ...string) *counter {
	t.Helper()
	f, err := os.Open(testdata.Path(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	products, _, err := catalog.Import(context.Background(), f, catalog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return counterOf(t, products)
}

func counterOf(t testing.TB, products iter.Seq2[evercart.Product, error]) *counter {
	t.Helper()
	x := catalog.NewIndex()
	var all []evercart.Product
	for p, err := range products {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
		x.Apply(evercart.Stocked{Product: p, Version: int64(len(all))})
	}
	s := evercart.DefaultShop()
	c := &counter{t: t, index: x, products: all, brain: rules.New(rules.Config{Catalog: x, Shop: s}), tools: map[string]evercart.Tool{}}
	for _, tool := range shop.Tools(x, s) {
		c.tools[tool.Spec().Name] = tool
	}
	return c
}

// visit is one shopper's session.
type visit struct {
	*counter
	state   evercart.State
	history []evercart.Exchange
	given   string // the locale of the session
	locale  string // the language of the turn
}

// answer is what one turn came to.
type answer struct {
	text    string
	calls   []string
	codes   []evercart.Code
	shown   []evercart.SKU
	changed bool
}

var noon = time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)

func (c *counter) visit(cart, saved []line, focus ...string) *visit {
	v := &visit{counter: c, given: cmp.Or(c.locale, "en-US")}
	v.fold("", &evercart.SessionOpened{Shop: "default", Subject: "s", Life: "l", Locale: v.given, Currency: "USD"})
	for _, l := range saved {
		v.decide(evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: l.Quantity})
		v.decide(evercart.Command{Verb: evercart.Save, SKU: l.SKU})
	}
	for _, l := range cart {
		v.decide(evercart.Command{Verb: evercart.Add, SKU: l.SKU, Quantity: l.Quantity})
	}
	v.state.Cart.Undo = nil
	var skus []evercart.SKU
	for _, f := range focus {
		if p, err := c.index.Product(context.Background(), f); err == nil {
			skus = append(skus, p.Variants[0].SKU)
		} else {
			skus = append(skus, evercart.SKU(f))
		}
	}
	if len(skus) > 0 {
		v.fold("", &evercart.FocusSet{SKUs: skus})
	}
	return v
}

func (v *visit) decide(cmd evercart.Command) {
	v.t.Helper()
	shelf, err := v.index.Shelf(context.Background(), v.state.Cart.SKUs(cmd.SKU, cmd.To)...)
	if err != nil {
		v.t.Fatal(err)
	}
	f, err := v.state.Cart.Decide(cmd, shelf, evercart.DefaultShop())
	if err != nil || f == nil {
		v.t.Fatalf("%+v: %v", cmd, err)
	}
	v.fold("", f)
}

func (v *visit) fold(turn evercart.TurnID, facts ...evercart.Fact) {
	v.t.Helper()
	s, _, err := v.state.After(noon, turn, "agent", facts...)
	if err != nil {
		v.t.Fatal(err)
	}
	v.state = s
}

// say lets the shopper say one thing.
func (v *visit) say(words string) answer {
	v.t.Helper()
	id := evercart.TurnID("t" + strconv.Itoa(v.state.Turns+1))
	before := v.state.Cart.Version
	opened := &evercart.TurnOpened{Node: "n"}
	v.fold(id, opened)
	now := evercart.Exchange{Turn: id, Words: evercart.Private(words)}
	var earlier []string
	for i := len(v.history) - 1; i >= 0; i-- {
		earlier = append(earlier, v.history[i].Words.Reveal())
	}
	v.locale = hear.SpokenOver(words, v.given, earlier...)
	v.state.Locale = v.locale
	var a answer
	var ask *evercart.Question
	for n := 0; ; n++ {
		if n > 12 {
			v.t.Fatalf("%q has no end", words)
		}
		step, asked, stop := v.step(id, n, now, &a)
		if asked != nil {
			ask = asked
		}
		if stop == evercart.StopSaid {
			break
		}
		now.Steps = append(now.Steps, step)
	}
	if ask != nil {
		v.fold(id, &evercart.QuestionAsked{Question: *ask})
	}
	v.fold(id, &evercart.TurnClosed{How: evercart.Done})
	now.Heard = evercart.Private(a.text)
	v.history = append(v.history, now)
	a.changed = v.state.Cart.Version != before
	return a
}

func (v *visit) step(id evercart.TurnID, n int, now evercart.Exchange, a *answer) (evercart.Step, *evercart.Question, evercart.Stop) {
	v.t.Helper()
	step, stop := evercart.Step{Brain: "rules"}, evercart.Stop("")
	var ask *evercart.Question
	text := ""
	for th, err := range v.brain.Think(context.Background(), evercart.Prompt{State: v.state, History: v.history, Now: now, Locale: v.locale}) {
		if err != nil {
			v.t.Fatal(err)
		}
		text += th.Text
		if th.Call != nil {
			step.Calls = append(step.Calls, *th.Call)
		}
		if th.Ask != nil {
			ask = th.Ask
		}
		if th.Stop != "" {
			stop, step.Opaque = th.Stop, th.Opaque
		}
	}
	a.text = strings.TrimSpace(a.text + " " + text)
	step.Text = evercart.Private(text)
	for i, call := range step.Calls {
		call.ID = evercart.CallID(strconv.Itoa(n+1) + "." + strconv.Itoa(i+1))
		step.Results = append(step.Results, v.run(id, call, a))
	}
	return step, ask, stop
}

func (v *visit) run(id evercart.TurnID, call evercart.ToolCall, a *answer) evercart.Result {
	v.t.Helper()
	a.calls = append(a.calls, call.Tool+" "+string(call.Args.Reveal()))
	tool, ok := v.tools[call.Tool]
	if !ok {
		v.t.Fatalf("no tool %s", call.Tool)
	}
	effect, err := tool.Prepare(context.Background(), v.state, call)
	if err != nil {
		v.t.Fatalf("%s %s: %v", call.Tool, call.Args.Reveal(), err)
	}
	change, result, err := effect(v.state)
	if err != nil {
		v.t.Fatalf("%s %s: %v", call.Tool, call.Args.Reveal(), err)
	}
	v.fold(id, change.Facts...)
	if len(result.Shown) > 0 {
		v.fold(id, &evercart.FocusSet{SKUs: result.Shown})
		a.shown = append(a.shown, result.Shown...)
	}
	if result.Question != nil {
		v.fold(id, &evercart.QuestionAsked{Question: *result.Question})
	}
	a.codes = append(a.codes, result.Code)
	return result
}

// line is a quantity of a SKU.
type line struct {
	SKU      evercart.SKU `json:"sku"`
	Quantity int          `json:"quantity"`
}

func linesOf(lines []evercart.Line) []line {
	out := []line{}
	for _, l := range lines {
		out = append(out, line{l.SKU, l.Quantity})
	}
	slices.SortFunc(out, func(a, b line) int { return strings.Compare(string(a.SKU), string(b.SKU)) })
	return out
}
