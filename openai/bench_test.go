package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/openai"
)

// BenchmarkThink is one step without a network: a prompt of twenty turns with tools, an answer of forty pieces.
func BenchmarkThink(b *testing.B) {
	events := make([]string, 0, 41)
	for range 40 {
		events = append(events, `{"choices":[{"index":0,"delta":{"content":"a word "},"finish_reason":null}]}`)
	}
	events = append(events, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")
	brain, err := openai.New(openai.Config{BaseURL: "http://model.example.com", Model: "m", Transport: canned("data: " + strings.Join(events, "\n\ndata: ") + "\n\n")})
	if err != nil {
		b.Fatal(err)
	}
	p := talk(20)
	for b.Loop() {
		for _, err := range brain.Think(b.Context(), p) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// talk is a prompt with so many turns behind it.
func talk(turns int) evercart.Prompt {
	p := evercart.Prompt{Policy: strings.Repeat("A rule. ", 400), Facts: `{"cart":` + strings.Repeat(`[{"sku":"SCF-RED","quantity":2}],`, 10) + `[]}`}
	for i := range 12 {
		p.Tools = append(p.Tools, evercart.ToolSpec{Name: fmt.Sprint("tool_", i), About: strings.Repeat("What it does. ", 10), Schema: json.RawMessage(`{"type":"object","properties":{"sku":{"type":"string"}}}`)})
	}
	for i := range turns {
		id := evercart.CallID("1.1")
		p.History = append(p.History, evercart.Exchange{Words: evercart.Private(fmt.Sprint("add scarf ", i)), Heard: "It is in the cart now.", How: evercart.Done,
			Steps: []evercart.Step{{Calls: []evercart.ToolCall{{ID: id, Tool: "add_to_cart", Args: evercart.PersonalJSON(`{"sku":"SCF-RED","quantity":1}`)}},
				Results: []evercart.Result{{Call: id, Say: "Added.", Data: evercart.PersonalJSON(`{"items":1,"text":"` + strings.Repeat("x", 600) + `"}`)}}}}})
	}
	p.Now = evercart.Exchange{Words: "and now?"}
	return p
}

// A thousand turns behind a prompt cost no more bytes than fifty: the budget bounds both.
func TestBytesStayBounded(t *testing.T) {
	t.Parallel()
	var sizes []int
	for _, turns := range []int{20, 50, 1000} {
		b, server := scripted(t, openai.Config{Budget: 6_000}, `{"answer":{"text":"Yes."}}`)
		think(t, b, talk(turns))
		sizes = append(sizes, len(server.Requests()[0].Body))
	}
	if sizes[2] > sizes[0]*12/10 {
		t.Errorf("requests of %v bytes after 20, 50 and 1000 turns", sizes)
	}
}
