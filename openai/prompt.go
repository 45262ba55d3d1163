package openai

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// body is the request for a prompt. System text comes first and is the same for every shopper; then whole turns, as many of the
// last ones as the budget holds; then the facts of this moment, the shopper's words, and what this turn has done so far.
func (b *Brain) body(p evercart.Prompt) ([]byte, error) {
	c := b.config
	r := asked{Model: c.Model, Stream: true, Temperature: c.Temperature, Effort: c.Effort}
	if !c.NoUsage {
		r.Options = &options{Usage: true}
	}
	if strings.HasPrefix(c.BaseURL, "https://api.openai.com/") {
		r.MaxNew = c.MaxTokens // the vendor's newer name, which others do not know yet
	} else {
		r.MaxTokens = c.MaxTokens
	}
	if !p.NoCalls {
		for _, t := range p.Tools {
			schema := t.Schema
			if len(schema) == 0 {
				schema = json.RawMessage(`{"type":"object","properties":{}}`)
			}
			r.Tools = append(r.Tools, tool{"function", function{t.Name, t.About, schema}})
		}
	}
	r.Messages = b.fit(p, cost(r))
	if c.Alternate {
		r.Messages = alternate(r.Messages)
	}
	body, err := model.Encode(r)
	return body, evercart.Wrap(err, evercart.Invalid, op)
}

// fit builds the messages within the budget, spent being what all else in the request costs.
func (b *Brain) fit(p evercart.Prompt, spent int) []said {
	head := system(p)
	past, now := model.Window[said]{Budget: b.config.Budget - spent - cost(head), MaxResult: b.config.MaxResult,
		Now: func(most int) []said { return b.now(p, most) }, Past: b.past, Cost: func(list []said) int { return cost(list) }}.Fit(p.History)
	return slices.Concat(head, past, now)
}

func system(p evercart.Prompt) []said {
	if text := model.System(p); text != "" {
		return []said{words("system", text)}
	}
	return nil
}

// past is an earlier turn as the shopper knows it: what was asked, done and heard.
func (b *Brain) past(x evercart.Exchange) []said {
	out := []said{words("user", model.Opening(x))}
	for _, s := range x.Steps {
		out = append(out, b.acted(x, s, b.config.MaxResult/8, false)...)
	}
	heard, note := model.Heard(x)
	if heard != "" {
		out = append(out, words("assistant", heard))
	}
	if note != "" {
		out = append(out, words("user", note))
	}
	return out
}

// now is the facts and the open turn, with its steps so far.
func (b *Brain) now(p evercart.Prompt, most int) []said {
	out := []said{words("user", model.Facts(p)), words("user", model.Opening(p.Now))}
	for _, s := range p.Now.Steps {
		out = append(out, b.acted(p.Now, s, most, true)...)
		if text := model.Clean(s.Text.Reveal()); len(s.Calls) == 0 && text != "" {
			out = append(out, words("assistant", text))
		}
	}
	if out[len(out)-1].Role == "assistant" {
		out = append(out, words("user", model.NoteGoOn)) // servers refuse a conversation that the assistant ends
	}
	return out
}

// acted is a step's message with its calls, and their results: one for each, whatever the step has. A step without calls is
// nothing here: what it said is in what was heard. live = it is of the open turn.
func (b *Brain) acted(x evercart.Exchange, s evercart.Step, most int, live bool) []said {
	if len(s.Calls) == 0 {
		return nil
	}
	own := b.kept(s, live)
	m := said{Role: "assistant", Reasoning: own.Reasoning}
	if text := model.Clean(s.Text.Reveal()); live && text != "" {
		m.Content = &text
	}
	out := []said{m}
	ids := map[string]bool{}
	for i, c := range s.Calls {
		id := cmp.Or(c.Vendor, "call_"+strings.ReplaceAll(string(c.ID), ".", "_"))
		for ids[id] || id == "call_" {
			id += "x" // two calls of one name would take each other's results
		}
		ids[id] = true
		k := call{ID: id, Type: "function", Function: named{Name: model.Name(c.Tool), Args: model.Args(c.Args)}}
		if i < len(own.Extra) && string(own.Extra[i]) != "null" {
			k.Extra = own.Extra[i]
		}
		out[0].Calls = append(out[0].Calls, k)
		text, _ := model.Result(s, i, most)
		result := words("tool", text)
		result.CallID = id
		out = append(out, result)
	}
	return out
}

// kept is what the server wants back with its calls: only in the open turn, and only if it was this brain and model.
func (b *Brain) kept(s evercart.Step, live bool) kept {
	var k kept
	if !live || s.Brain != b.config.Name || len(s.Opaque) == 0 || json.Unmarshal(s.Opaque, &k) != nil || k.Model != b.config.Model {
		return kept{}
	}
	return k
}

func words(role, text string) said { return said{Role: role, Content: &text} }

// alternate joins messages of one role in a row, for servers that want the user and the assistant in turns.
func alternate(list []said) []said {
	var out []said
	for _, m := range list {
		if n := len(out); n > 0 && out[n-1].Role == m.Role && (m.Role == "user" || m.Role == "assistant" && len(m.Calls)+len(out[n-1].Calls) == 0) {
			out[n-1] = words(m.Role, *out[n-1].Content+"\n\n"+*m.Content)
			continue
		}
		out = append(out, m)
	}
	return out
}

// cost estimates tokens: a quarter of the bytes as sent.
func cost(v any) int {
	b, err := model.Encode(v)
	if err != nil {
		return 0
	}
	return (len(b) + 3) / 4
}
