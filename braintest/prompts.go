package braintest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/evercart/evercart"
)

const (
	policy    = "Policy: speak briefly."
	shopWords = "Shop: we sell scarves."
	factLine  = `{"cart":{"lines":[{"sku":"SCF-RED","quantity":2}]}}`
)

func tools() []evercart.ToolSpec {
	schema := json.RawMessage(`{"type":"object","properties":{"sku":{"type":"string"},"quantity":{"type":"integer"}},"additionalProperties":false}`)
	return []evercart.ToolSpec{
		{Name: "add_to_cart", About: "Adds goods.", Schema: schema, Changes: true},
		{Name: "view_cart", About: "Tells the cart.", Schema: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
}

// says is a prompt with these words.
func says(words string) evercart.Prompt {
	return evercart.Prompt{Policy: policy, Shop: shopWords, Facts: factLine, Tools: tools(), Locale: "en-US",
		Now: evercart.Exchange{Turn: "t-now", Words: evercart.Private(words)}}
}

func wish(id, vendor, tool, args string) evercart.ToolCall {
	return evercart.ToolCall{ID: evercart.CallID(id), Vendor: vendor, Tool: tool, Args: evercart.PersonalJSON(args)}
}

func done(id, say string) evercart.Result {
	return evercart.Result{Call: evercart.CallID(id), Say: evercart.Private(say), Data: evercart.PersonalJSON(`{"items":1}`)}
}

// past is a turn of one call that was answered.
func past(no int, brain string) evercart.Exchange {
	return evercart.Exchange{
		Turn: evercart.TurnID(fmt.Sprint("t-", no)), Words: evercart.Private(fmt.Sprintf("add scarf number %d", no)),
		Heard: evercart.Private(fmt.Sprintf("Scarf %d is in.", no)), How: evercart.Done,
		Steps: []evercart.Step{{Brain: brain, Text: "One moment.", Calls: []evercart.ToolCall{wish("1.1", "v1", "add_to_cart", `{"sku":"SCF-RED","quantity":1}`)},
			Results: []evercart.Result{done("1.1", "Added.")}}},
	}
}

// shape is a prompt that came of something odd.
type shape struct {
	name   string
	prompt evercart.Prompt
}

// shapes are histories as interruptions, crashes, other brains and bad luck leave them behind.
func shapes(brain string) []shape {
	of := func(history ...evercart.Exchange) evercart.Prompt {
		p := says("and now?")
		p.History = history
		return p
	}
	change := func(f func(*evercart.Exchange)) evercart.Exchange {
		x := past(1, brain)
		f(&x)
		return x
	}
	now := func(steps ...evercart.Step) evercart.Prompt {
		p := of(past(1, brain))
		p.Now.Steps = steps
		return p
	}
	call := wish("1.1", "v1", "add_to_cart", `{"sku":"SCF-RED"}`)
	bare := says("hello")
	bare.Policy, bare.Shop, bare.Facts, bare.Tools, bare.Locale = "", "", "", nil, ""
	quiet := now(evercart.Step{Brain: "another", Text: "I have", Calls: []evercart.ToolCall{call}, Results: []evercart.Result{done("1.1", "Added.")}})
	quiet.NoCalls = true
	return []shape{
		{"first words", says("hello")},
		{"nothing but words", bare},
		{"greeting now", evercart.Prompt{Policy: policy, Now: evercart.Exchange{What: evercart.SayGreeting}}},
		{"blank words", says("  ")},
		{"greeting before", of(evercart.Exchange{What: evercart.SayGreeting, Heard: "Welcome.", How: evercart.Done})},
		{"a turn with a call", of(past(1, brain), past(2, brain))},
		{"interrupted in the middle", of(change(func(x *evercart.Exchange) { x.How, x.Heard = evercart.Interrupted, "Scarf" }))},
		{"interrupted before a word", of(change(func(x *evercart.Exchange) { x.How, x.Heard = evercart.Interrupted, "" }))},
		{"words alone", of(evercart.Exchange{Turn: "t", Words: "hm"}, evercart.Exchange{Turn: "u", Words: "hm"})},
		{"broken", of(change(func(x *evercart.Exchange) { x.How, x.Heard = evercart.Broken, "" }))},
		{"failed", of(change(func(x *evercart.Exchange) { x.How, x.Steps = evercart.Failed, nil }))},
		{"call without result", of(change(func(x *evercart.Exchange) { x.Steps[0].Results = nil }))},
		{"result without call", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls = nil }))},
		{"more results than calls", of(change(func(x *evercart.Exchange) {
			x.Steps[0].Results = append(x.Steps[0].Results, done("9.9", "?"))
		}))},
		{"empty result", of(change(func(x *evercart.Exchange) { x.Steps[0].Results = []evercart.Result{{Call: "1.1"}} }))},
		{"failed result", of(change(func(x *evercart.Exchange) {
			x.Steps[0].Results = []evercart.Result{{Call: "1.1", Code: evercart.OutOfStock, Say: "None left."}}
		}))},
		{"broken result", of(change(func(x *evercart.Exchange) { x.Steps[0].Results[0].Data = evercart.PersonalJSON(`{"a":`) }))},
		{"null arguments", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls[0].Args = evercart.PersonalJSON("null") }))},
		{"no arguments", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls[0].Args = nil }))},
		{"half arguments", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls[0].Args = evercart.PersonalJSON(`{"sku":"SCF`) }))},
		{"list for arguments", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls[0].Args = evercart.PersonalJSON(`[1]`) }))},
		{"invented tool", of(change(func(x *evercart.Exchange) {
			x.Steps[0].Calls[0].Tool = "größer als\nall das " + strings.Repeat("x", 99)
		}))},
		{"tool without a name", of(change(func(x *evercart.Exchange) { x.Steps[0].Calls[0].Tool = "" }))},
		{"call without ids", of(change(func(x *evercart.Exchange) {
			x.Steps[0].Calls[0].ID, x.Steps[0].Calls[0].Vendor, x.Steps[0].Results[0].Call = "", "", ""
		}))},
		{"two calls of one id", of(change(func(x *evercart.Exchange) {
			x.Steps[0].Calls = append(x.Steps[0].Calls, wish("1.2", "v1", "view_cart", "{}"), wish("1.3", "", "view_cart", "{}"))
		}))},
		{"poisoned text", of(change(func(x *evercart.Exchange) { x.Words, x.Heard = "a\x00b\xffc", "d\x00\xc3" }))},
		{"another brain's turn", of(past(1, "rules"), past(2, "another"))},
		{"a step taken", now(evercart.Step{Brain: brain, Calls: []evercart.ToolCall{call}, Results: []evercart.Result{done("1.1", "Added.")}})},
		{"two steps taken", now(
			evercart.Step{Brain: brain, Calls: []evercart.ToolCall{call}, Results: []evercart.Result{done("1.1", "Added.")}},
			evercart.Step{Brain: brain, Text: "And", Calls: []evercart.ToolCall{wish("2.1", "v1", "view_cart", "{}")}, Results: []evercart.Result{done("2.1", "One.")}})},
		{"a step without a result", now(evercart.Step{Brain: brain, Calls: []evercart.ToolCall{call}})},
		{"a step of words", now(evercart.Step{Brain: brain, Text: "I was about to"})},
		{"an empty step", now(evercart.Step{Brain: brain})},
		{"opaque of another model", now(evercart.Step{Brain: brain, Opaque: []byte(`{"model":"other","reasoning":"hm"}`), Calls: []evercart.ToolCall{call}})},
		{"opaque that is none", now(evercart.Step{Brain: brain, Opaque: []byte{0xff}, Calls: []evercart.ToolCall{call}})},
		{"another brain has acted", quiet},
	}
}
