package anthropic

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/packages/param"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// said is a block and whose it is. Blocks of one side in a row are one message.
type said struct {
	user  bool
	block sdk.ContentBlockParamUnion
}

// overhead is what a block costs around itself, and a request around its blocks, in bytes.
const (
	overhead = 48
	envelope = 700
)

// params is the request for a prompt. Tools and system text come first and are the same bytes for every shopper; then whole turns,
// as many of the last ones as the budget holds; then the facts of this moment, the shopper's words, and what this turn has done so
// far. What comes before the facts is marked to be cached, as is the open turn once it has steps.
func (a *answer) params() sdk.MessageNewParams {
	c, p := a.brain.config, a.p
	out := sdk.MessageNewParams{Model: a.name, MaxTokens: int64(c.MaxTokens), Tools: tools(p)}
	if text := model.System(p); text != "" {
		out.System = []sdk.TextBlockParam{{Text: text, CacheControl: sdk.NewCacheControlEphemeralParam()}}
	}
	past, now := model.Window[said]{Budget: c.Budget - (size(out.Tools)+size(out.System)+envelope)/4, MaxResult: c.MaxResult, Now: a.now,
		Past: func(x evercart.Exchange) []said { return a.past(x) }, Cost: cost}.Fit(p.History)
	mark(past)
	if len(p.Now.Steps) > 0 {
		mark(now)
	}
	out.Messages = joined(slices.Concat(past, now))
	if named := called(p); len(out.Tools) == 0 && len(named) > 0 {
		out.Tools = named // calls are there to be told of, and the vendor wants their tools defined
	}
	if p.NoCalls && len(out.Tools) > 0 || len(p.Tools) == 0 && len(out.Tools) > 0 {
		none := sdk.NewToolChoiceNoneParam()
		out.ToolChoice = sdk.ToolChoiceUnionParam{OfNone: &none} // leaving the tools out would be another prefix
	}
	can := a.brain.abilities(a.name)
	out.Thinking = a.thinking(can, len(p.Now.Steps) == 0 && unfinished(past))
	if c.Effort != "none" && can.effort {
		out.OutputConfig.Effort = sdk.OutputConfigEffort(c.Effort)
	}
	return out
}

// unfinished says that the turn before ended with results, and nothing of an answer was heard: to the vendor its loop still runs.
func unfinished(past []said) bool {
	for _, s := range slices.Backward(past) {
		if !s.user || s.block.OfToolResult != nil {
			return s.user
		}
	}
	return false
}

// thinking says whether the model may think. It may not where the thoughts of a loop that runs are not there any more: another
// model's, another brain's, too long to keep, or (cut) those of an earlier turn that was spoken over.
func (a *answer) thinking(can abilities, cut bool) sdk.ThinkingConfigParamUnion {
	off := cut || a.brain.config.Thinking == ThinkingOff
	for _, s := range a.p.Now.Steps {
		k := a.kept(s)
		foreign := s.Brain != a.brain.config.Name || len(s.Opaque) > 0 && (k.Model == "" || k.Lost)
		off = off || len(s.Calls) > 0 && foreign
	}
	switch {
	case off && can.silent:
		none := sdk.NewThinkingConfigDisabledParam()
		return sdk.ThinkingConfigParamUnion{OfDisabled: &none}
	case !off && a.brain.config.Thinking == ThinkingOn && can.thinks:
		return sdk.ThinkingConfigParamUnion{OfAdaptive: &sdk.ThinkingConfigAdaptiveParam{}}
	}
	return sdk.ThinkingConfigParamUnion{}
}

// tools are those that the shop has, in its order. A schema goes out as it stands.
func tools(p evercart.Prompt) []sdk.ToolUnionParam {
	var out []sdk.ToolUnionParam
	for _, t := range p.Tools {
		schema := t.Schema
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object","properties":{}}`)
		}
		tool := sdk.ToolParam{Name: t.Name, InputSchema: param.Override[sdk.ToolInputSchemaParam](schema)}
		if t.About != "" {
			tool.Description = sdk.String(t.About)
		}
		out = append(out, sdk.ToolUnionParam{OfTool: &tool})
	}
	return out
}

// called are stand-ins for the tools that the conversation tells of.
func called(p evercart.Prompt) []sdk.ToolUnionParam {
	var out []sdk.ToolUnionParam
	seen := map[string]bool{}
	for _, x := range append(slices.Clip(p.History), p.Now) {
		for _, s := range x.Steps {
			for _, c := range s.Calls {
				if name := model.Name(c.Tool); !seen[name] {
					seen[name] = true
					out = append(out, sdk.ToolUnionParam{OfTool: &sdk.ToolParam{Name: name, InputSchema: param.Override[sdk.ToolInputSchemaParam](json.RawMessage(`{"type":"object"}`))}})
				}
			}
		}
	}
	return out
}

func words(user bool, text string) said { return said{user, sdk.NewTextBlock(text)} }

// past is an earlier turn as the shopper knows it: what was asked, done and heard.
func (a *answer) past(x evercart.Exchange) []said {
	out := []said{words(true, model.Opening(x))}
	for _, s := range x.Steps {
		out = append(out, a.acted(s, a.brain.config.MaxResult/8, false)...)
	}
	heard, note := model.Heard(x)
	if heard != "" {
		out = append(out, words(false, heard))
	}
	if note != "" {
		out = append(out, words(true, note))
	}
	return out
}

// now is the facts and the open turn, with its steps so far.
func (a *answer) now(most int) []said {
	out := []said{words(true, model.Facts(a.p)), words(true, model.Opening(a.p.Now))}
	for _, s := range a.p.Now.Steps {
		out = append(out, a.acted(s, most, true)...)
		if text := model.Clean(s.Text.Reveal()); len(s.Calls) == 0 && text != "" {
			out = append(out, words(false, text))
		}
	}
	for _, b := range a.extra { // of a message that the server paused: it is gone on with from there
		out = append(out, said{false, b})
	}
	if !out[len(out)-1].user && len(a.extra) == 0 {
		out = append(out, words(true, model.NoteGoOn)) // a conversation that the assistant ends is refused
	}
	return out
}

// acted is a step's message with its calls, and their results in the message after it: one for each, in their order, whatever the
// step has. A step without calls is nothing here: what it said is in what was heard. live = it is of the open turn.
func (a *answer) acted(s evercart.Step, most int, live bool) []said {
	if len(s.Calls) == 0 {
		return nil
	}
	text := ""
	if live {
		text = model.Clean(s.Text.Reveal())
	}
	ids := idsOf(s)
	use := func(i int) sdk.ContentBlockParamUnion {
		return sdk.NewToolUseBlock(ids[i], json.RawMessage(model.Args(s.Calls[i].Args)), model.Name(s.Calls[i].Tool))
	}
	var blocks []sdk.ContentBlockParamUnion
	next := 0
	if live && a.thinks() {
		for _, k := range a.kept(s).Parts {
			switch {
			case k.Kind == "thinking":
				blocks = append(blocks, sdk.NewThinkingBlock(k.Sign, k.Text))
			case k.Kind == "redacted_thinking":
				blocks = append(blocks, sdk.NewRedactedThinkingBlock(k.Data))
			case k.Kind == "text" && text != "":
				blocks, text = append(blocks, sdk.NewTextBlock(text)), ""
			case k.Kind == "tool_use" && next < len(s.Calls):
				blocks, next = append(blocks, use(next)), next+1
			}
		}
	}
	if text != "" {
		blocks = slices.Insert(blocks, len(blocks)-next, sdk.NewTextBlock(text))
	}
	for ; next < len(s.Calls); next++ {
		blocks = append(blocks, use(next))
	}
	out := make([]said, 0, len(blocks)+len(s.Calls))
	for _, b := range blocks {
		out = append(out, said{false, b})
	}
	for i := range s.Calls {
		result, failed := model.Result(s, i, most)
		out = append(out, said{true, sdk.NewToolResultBlock(ids[i], result, failed)})
	}
	return out
}

// thinks says that thoughts may be given back.
func (a *answer) thinks() bool {
	return a.thinking(a.brain.abilities(a.name), false).OfDisabled == nil
}

// kept is what goes back with a step's calls: only if it was this brain and model.
func (a *answer) kept(s evercart.Step) kept {
	var k kept
	if s.Brain != a.brain.config.Name || len(s.Opaque) == 0 || json.Unmarshal(s.Opaque, &k) != nil || k.Model != a.name {
		return kept{}
	}
	return k
}

// idsOf names a step's calls as the vendor takes it: its own names, where they are, each once.
func idsOf(s evercart.Step) []string {
	out := make([]string, len(s.Calls))
	for i, c := range s.Calls {
		id := strings.Map(func(r rune) rune {
			if r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
				return r
			}
			return '_'
		}, cmp.Or(c.Vendor, "call_"+string(c.ID)))
		for slices.Contains(out[:i], id) {
			id += "x" // two calls of one name would take each other's results
		}
		out[i] = id
	}
	return out
}

// joined makes messages of blocks.
func joined(list []said) []sdk.MessageParam {
	var out []sdk.MessageParam
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].user == list[0].user {
			n++
		}
		blocks := make([]sdk.ContentBlockParamUnion, n)
		for i := range n {
			blocks[i] = list[i].block
		}
		if list[0].user {
			out = append(out, sdk.NewUserMessage(blocks...))
		} else {
			out = append(out, sdk.NewAssistantMessage(blocks...))
		}
		list = list[n:]
	}
	return out
}

// mark asks for what stands up to the last block to be cached.
func mark(list []said) {
	if n := len(list); n > 0 {
		if m := list[n-1].block.GetCacheControl(); m != nil {
			*m = sdk.NewCacheControlEphemeralParam()
		}
	}
}

// cost estimates tokens: a quarter of the bytes as sent.
func cost(list []said) int {
	n := 0
	for _, s := range list {
		n += size(s.block) + overhead
	}
	return (n + 3) / 4
}

func size(v any) int {
	b, err := json.Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}
