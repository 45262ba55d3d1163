package fakemodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func at(list string, i int) string { return fmt.Sprintf("%s.%d", list, i) }

var errNoText = errors.New("not a string, nor a list of text blocks")

// texts reads a string or a list of text blocks; nothing is no text.
func texts(raw json.RawMessage) ([]string, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil && string(bytes.TrimSpace(raw)) != "null" {
		return []string{one}, nil
	}
	var list []part
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, errNoText
	}
	out := make([]string, len(list))
	for i, p := range list {
		if p.Type != "text" || p.Text == nil {
			return nil, errNoText
		}
		out[i] = *p.Text
	}
	return out, nil
}

// check refuses what the vendor would refuse.
func (m *messages) check(set Settings, a asked, size int) *refusal {
	switch {
	case a.Model == "":
		return bad("model", "field required")
	case a.MaxTokens == nil:
		return bad("max_tokens", "field required")
	case *a.MaxTokens < 1 || *a.MaxTokens > 128_000:
		return bad("max_tokens", "from 1 to what the model can give, 128000")
	case len(set.Models) > 0 && !slices.Contains(set.Models, a.Model):
		return &refusal{status: http.StatusNotFound, fault: Fault{Message: "model: " + a.Model, Code: "model_not_found"}}
	case set.Context > 0 && size > set.Context:
		f := bad("", "%d bytes > %d maximum", size, set.Context)
		f.fault.Code = "context_length_exceeded"
		return f
	}
	for _, f := range []func(asked) *refusal{checkChoices, checkSystem, checkTools, checkMarks, checkOrder, m.checkEnd, checkPairs, checkBlocks} {
		if f := f(a); f != nil {
			return f
		}
	}
	return m.checkThinking(a)
}

func checkChoices(a asked) *refusal {
	switch {
	case a.Thinking != nil && !slices.Contains([]string{"adaptive", "disabled", "between_tools"}, a.Thinking.Type):
		return bad("thinking.type", "this model takes adaptive or disabled, not %q", a.Thinking.Type)
	case a.Output != nil && !slices.Contains([]string{"", "low", "medium", "high", "xhigh", "max"}, a.Output.Effort):
		return bad("output_config.effort", "input should be low, medium, high, xhigh or max")
	case slices.ContainsFunc(a.Stops, func(s string) bool { return strings.TrimSpace(s) == "" }):
		return bad("stop_sequences", "each stop sequence must contain non-whitespace")
	case a.Choice == nil:
		return nil
	case len(a.Tools) == 0:
		return bad("tool_choice", "tool_choice may only be specified while providing tools")
	case !slices.Contains([]string{"auto", "any", "tool", "none"}, a.Choice.Type):
		return bad("tool_choice.type", "input should be auto, any, tool or none")
	}
	return nil
}

func checkSystem(a asked) *refusal {
	list, err := texts(a.System)
	if err != nil {
		return bad("system", "%v", err)
	}
	for i, t := range list {
		if strings.TrimSpace(t) == "" {
			return bad(at("system", i), "text content blocks must be non-empty")
		}
	}
	return nil
}

func checkTools(a asked) *refusal {
	seen := map[string]bool{}
	for i, t := range a.Tools {
		at := at("tools", i)
		var schema map[string]json.RawMessage
		switch {
		case t.Type != "" && t.Type != "custom":
			return bad(at+".type", "this server has only tools of one's own")
		case !toolName.MatchString(t.Name):
			return bad(at+".name", "string should match pattern ^[a-zA-Z0-9_-]{1,64}$")
		case seen[t.Name]:
			return bad(at+".name", "tool names must be unique")
		case json.Unmarshal(t.Schema, &schema) != nil || string(bytes.TrimSpace(schema["type"])) != `"object"`:
			return bad(at+".input_schema", "input_schema.type must be object")
		}
		for _, k := range []string{"oneOf", "allOf", "anyOf"} {
			if _, has := schema[k]; has {
				return bad(at+".input_schema", "input_schema does not support oneOf, allOf, or anyOf at the top level")
			}
		}
		seen[t.Name] = true
	}
	return nil
}

// checkMarks looks at the places to which the prompt is to be cached: at most four, none on what cannot be cached.
func checkMarks(a asked) *refusal {
	var marks []*cacheMark
	for _, t := range a.Tools {
		marks = append(marks, t.Cache)
	}
	var system []part
	_ = json.Unmarshal(a.System, &system) // a string has no marks
	for _, p := range system {
		marks = append(marks, p.Cache)
	}
	for i, s := range a.Messages {
		for _, p := range s.parts {
			if marks = append(marks, p.Cache); p.Cache != nil && strings.HasSuffix(p.Type, "thinking") {
				return bad(at("messages", i), "cache_control is not permitted on thinking blocks")
			}
		}
	}
	n, short := 0, false
	for _, m := range marks {
		if m == nil {
			continue
		}
		n++
		switch {
		case m.Type != "ephemeral" || m.TTL != "" && m.TTL != "5m" && m.TTL != "1h":
			return bad("cache_control", "cache_control is ephemeral, for 5m or 1h")
		case m.TTL == "1h" && short:
			return bad("cache_control", "a ttl of 1h must not come after one of 5m")
		}
		short = short || m.TTL != "1h"
	}
	if n > 4 {
		return bad("cache_control", "a maximum of 4 blocks with cache_control may be provided, found %d", n)
	}
	return nil
}

// checkOrder looks at who speaks when.
func checkOrder(a asked) *refusal {
	if len(a.Messages) == 0 {
		return bad("messages", "at least one message is required")
	}
	for i, s := range a.Messages {
		switch {
		case s.Role != "user" && s.Role != "assistant":
			return bad(at("messages", i)+".role", "input should be user or assistant")
		case i == 0 && s.Role != "user":
			return bad(at("messages", 0)+".role", "first message must use the user role")
		case len(s.parts) == 0:
			return bad(at("messages", i)+".content", "messages must have non-empty content")
		}
	}
	return nil
}

// checkEnd wants the user's message last, but for an answer that this server paused.
func (m *messages) checkEnd(a asked) *refusal {
	last := a.Messages[len(a.Messages)-1]
	if last.Role != "assistant" {
		return nil
	}
	text := ""
	for _, p := range last.parts {
		if p.Type == "text" && p.Text != nil {
			text = *p.Text // the newest one: a message may be paused more than once
		}
	}
	if m.isPaused(text) {
		return nil
	}
	return bad("messages", "this model does not support assistant message prefill: the conversation must end with a user message")
}

// checkPairs wants each call answered once, at the beginning of the next message, and nothing else answered.
func checkPairs(a asked) *refusal {
	open := map[string]bool{}
	for i, s := range a.Messages {
		at := at("messages", i)
		begun := false // something other than a result has come
		for j, p := range s.parts {
			if p.Type != "tool_result" {
				begun = true
				continue
			}
			switch {
			case len(a.Tools) == 0:
				return bad("tools", "requests which include tool_use or tool_result blocks must define tools")
			case s.Role != "user":
				return bad(at, "tool_result blocks can only be in user messages")
			case !open[p.CallID]:
				return bad(fmt.Sprintf("%s.content.%d", at, j), "unexpected tool_use_id in tool_result: each must have a corresponding tool_use in the previous message, once")
			case begun:
				return bad(fmt.Sprintf("%s.content.%d", at, j), "tool_result blocks must come before all other content of the message")
			}
			delete(open, p.CallID)
		}
		if len(open) > 0 {
			return bad(at, "tool_use ids were found without tool_result blocks immediately after")
		}
		for _, p := range s.parts {
			if p.Type == "tool_use" && open[p.ID] {
				return bad(at, "tool_use ids must be unique")
			}
			open[p.ID] = open[p.ID] || p.Type == "tool_use"
		}
		delete(open, "")
	}
	return nil
}

// checkBlocks looks into each block.
func checkBlocks(a asked) *refusal {
	for i, s := range a.Messages {
		for j, p := range s.parts {
			if f := p.check(fmt.Sprintf("messages.%d.content.%d", i, j), s.Role); f != nil {
				return f
			}
		}
	}
	return nil
}

func (p part) check(at, role string) *refusal {
	var input map[string]json.RawMessage
	switch p.Type {
	case "text":
		if p.Text == nil || strings.TrimSpace(*p.Text) == "" {
			return bad(at+".text", "text content blocks must contain non-whitespace text")
		}
	case "tool_use":
		switch {
		case role != "assistant":
			return bad(at, "tool_use blocks can only be in assistant messages")
		case !toolID.MatchString(p.ID):
			return bad(at+".id", "string should match pattern ^[a-zA-Z0-9_-]+$")
		case p.Name == "" || len(p.Name) > 200:
			return bad(at+".name", "string should have 1 to 200 characters")
		case json.Unmarshal(p.Input, &input) != nil || input == nil:
			return bad(at+".input", "input should be a valid dictionary")
		}
	case "tool_result":
		list, err := texts(p.Content)
		if err != nil {
			return bad(at+".content", "%v", err)
		}
		if slices.Contains(list, "") && bytes.HasPrefix(bytes.TrimSpace(p.Content), []byte("[")) {
			return bad(at+".content", "text content blocks must be non-empty")
		}
	case "thinking", "redacted_thinking":
		if role != "assistant" {
			return bad(at, "thinking blocks can only be in assistant messages")
		}
	default:
		return bad(at+".type", "input tag %q does not match any of the expected tags", p.Type)
	}
	return nil
}

// checkThinking wants thoughts back as they were given out: signed by the model that is asked now, first in their message, and
// there where the loop of calls that they led to still runs.
func (m *messages) checkThinking(a asked) *refusal {
	for i, s := range a.Messages {
		for j, p := range s.parts {
			at := fmt.Sprintf("messages.%d.content.%d", i, j)
			switch {
			case p.Type == "thinking" && (p.Thinking == nil || p.Signature == ""):
				return bad(at+".signature", "field required")
			case p.Type == "thinking" && p.Signature != sign(a.Model, *p.Thinking):
				return bad(at, "invalid signature in thinking block: it cannot be modified, nor given to another model")
			case p.Type == "redacted_thinking" && p.Data == "":
				return bad(at+".data", "field required")
			}
		}
	}
	n := len(a.Messages)
	if a.Thinking != nil && a.Thinking.Type == "disabled" || n < 2 || a.Messages[n-1].parts[0].Type != "tool_result" {
		return nil
	}
	loop := a.Messages[n-2].parts
	for _, p := range loop {
		t, known := m.issuedTo(p.ID)
		if p.Type != "tool_use" || !known || t.model != a.Model {
			continue
		}
		if !slices.ContainsFunc(loop, func(q part) bool { return q.Type == "thinking" || q.Type == "redacted_thinking" }) {
			return bad(at("messages", n-2), "the final assistant message must start with the thinking block that its tool_use came with")
		}
	}
	return nil
}
