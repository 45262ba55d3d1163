package fakemodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"unicode/utf8"
)

// refusal is an HTTP error with its body.
type refusal struct {
	status int
	retry  string
	fault  Fault
}

func bad(param, format string, args ...any) *refusal {
	return &refusal{status: http.StatusBadRequest, fault: Fault{Message: fmt.Sprintf(format, args...), Param: param}}
}

// chatMembers are the arguments that chat completions know; others are refused, as the vendor does.
var chatMembers = []string{
	"model", "messages", "tools", "tool_choice", "parallel_tool_calls", "stream", "stream_options", "temperature", "top_p",
	"max_tokens", "max_completion_tokens", "stop", "seed", "n", "user", "response_format", "reasoning_effort", "verbosity",
	"presence_penalty", "frequency_penalty", "logprobs", "top_logprobs", "logit_bias", "metadata", "store", "service_tier",
	"prompt_cache_key", "safety_identifier", "modalities", "prediction",
}

// read implements dialect.
func (chat) read(s Settings, _ *http.Request, body []byte) (request, *refusal) {
	var r request
	if !utf8.Valid(body) {
		return r, bad("", "the body is not UTF-8")
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(body, &top); err != nil {
		return r, bad("", "we could not parse the JSON body of your request: %v", err)
	}
	for name := range top {
		if !slices.Contains(chatMembers, name) {
			return r, bad(name, "unrecognized request argument supplied: %s", name)
		}
	}
	if err := r.members(top); err != nil {
		return r, bad("", "a member has the wrong type: %v", err)
	}
	if r.Model == "" {
		return r, bad("model", "you must provide a model parameter")
	}
	if len(s.Models) > 0 && !slices.Contains(s.Models, r.Model) {
		return r, &refusal{status: http.StatusNotFound, fault: Fault{Message: "the model does not exist", Code: "model_not_found"}}
	}
	if s.Context > 0 && len(body) > s.Context {
		f := bad("messages", "the maximum context length is %d bytes, and %d came", s.Context, len(body))
		f.fault.Code = "context_length_exceeded"
		return r, f
	}
	if f := chatOptions(top, r); f != nil {
		return r, f
	}
	if f := chatTools(top["tools"]); f != nil {
		return r, f
	}
	return r, conversation(r.Messages)
}

// members reads those that a script looks at, each by itself: most of a request are tools, which are only kept.
func (r *request) members(top map[string]json.RawMessage) error {
	for name, into := range map[string]any{"model": &r.Model, "messages": &r.Messages, "stream": &r.Stream, "stream_options": &r.Options} {
		if raw, has := top[name]; has {
			if err := json.Unmarshal(raw, into); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	r.Tools, r.raw = top["tools"], top["messages"]
	return nil
}

func chatOptions(top map[string]json.RawMessage, r request) *refusal {
	if _, has := top["stream_options"]; has && !r.Stream {
		return bad("stream_options", "stream_options is only allowed with stream")
	}
	for _, name := range []string{"tool_choice", "parallel_tool_calls"} {
		if _, has := top[name]; has && !r.offers() {
			return bad(name, "%s is only allowed when tools are specified", name)
		}
	}
	if raw, has := top["temperature"]; has {
		var t float64
		if json.Unmarshal(raw, &t) != nil || t < 0 || t > 2 {
			return bad("temperature", "temperature is a number from 0 to 2")
		}
	}
	return nil
}

var toolName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

var toolID = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func chatTools(raw json.RawMessage) *refusal {
	if len(raw) == 0 {
		return nil
	}
	var list []struct {
		Type     string `json:"type"`
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 {
		return bad("tools", "tools is a list of at least one tool; leave it out otherwise")
	}
	seen := map[string]bool{}
	for i, t := range list {
		at := fmt.Sprintf("tools[%d]", i)
		switch {
		case t.Type != "function":
			return bad(at+".type", "a tool's type is function")
		case !toolName.MatchString(t.Function.Name):
			return bad(at+".function.name", "a tool's name fits ^[a-zA-Z0-9_-]{1,64}$")
		case seen[t.Function.Name]:
			return bad(at+".function.name", "two tools have the same name")
		}
		seen[t.Function.Name] = true
		if len(t.Function.Parameters) == 0 {
			continue
		}
		var schema map[string]json.RawMessage
		if json.Unmarshal(t.Function.Parameters, &schema) != nil || string(bytes.TrimSpace(schema["type"])) != `"object"` {
			return bad(at+".function.parameters", "invalid schema: its type is object")
		}
		if p, has := schema["properties"]; has {
			var m map[string]json.RawMessage
			if json.Unmarshal(p, &m) != nil || m == nil {
				return bad(at+".function.parameters", "invalid schema: properties is an object")
			}
		}
	}
	return nil
}

// conversation checks the order of messages: a message with calls is followed by one result for each, and nothing else is.
func conversation(list []message) *refusal {
	if len(list) == 0 {
		return bad("messages", "messages is a list of at least one message")
	}
	open := map[string]bool{} // ids of the last message's calls that have no result
	begun := false            // a message other than the system's has come
	for i, m := range list {
		at := fmt.Sprintf("messages[%d]", i)
		if m.Role != "tool" && len(open) > 0 {
			return bad(at, "an assistant message with tool_calls must be followed by tool messages responding to each tool_call_id")
		}
		var f *refusal
		switch m.Role {
		case "system", "developer":
			if begun {
				return bad(at+".role", "a system message stands at the beginning")
			}
			f = spoken(at, m)
		case "user":
			f = spoken(at, m)
		case "assistant":
			if i == 0 {
				return bad(at+".role", "the first message is the system's or the user's")
			}
			f = assistant(at, m, open)
		case "tool":
			f = result(at, m, open)
		default:
			return bad(at+".role", "unknown role")
		}
		if f != nil {
			return f
		}
		if m.Role != "assistant" && len(m.Calls) > 0 {
			return bad(at+".tool_calls", "only an assistant message has tool_calls")
		}
		begun = begun || m.Role != "system" && m.Role != "developer"
	}
	switch last := list[len(list)-1]; {
	case len(open) > 0:
		return bad("messages", "an assistant message with tool_calls must be followed by tool messages responding to each tool_call_id")
	case last.Role != "user" && last.Role != "tool":
		return bad("messages", "the last message is the user's or a tool's")
	}
	return nil
}

func spoken(at string, m message) *refusal {
	if m.text() == "" {
		return bad(at+".content", "content is a text that is not empty")
	}
	return nil
}

func assistant(at string, m message, open map[string]bool) *refusal {
	empty := len(m.Content) == 0 || string(m.Content) == "null"
	switch {
	case !empty && m.text() == "":
		return bad(at+".content", "content is a text that is not empty, or null beside tool_calls")
	case empty && len(m.Calls) == 0:
		return bad(at+".content", "a message has content or tool_calls")
	case m.Calls != nil && len(m.Calls) == 0:
		return bad(at+".tool_calls", "tool_calls has at least one call; leave it out otherwise")
	}
	for j, c := range m.Calls {
		at := fmt.Sprintf("%s.tool_calls[%d]", at, j)
		var args map[string]json.RawMessage
		switch {
		case c.ID == "":
			return bad(at+".id", "a call has an id")
		case c.Type != "function":
			return bad(at+".type", "a call's type is function")
		case !toolName.MatchString(c.Function.Name):
			return bad(at+".function.name", "a call's name fits ^[a-zA-Z0-9_-]{1,64}$")
		case open[c.ID]:
			return bad(at+".id", "two calls have the same id")
		case json.Unmarshal([]byte(c.Function.Arguments), &args) != nil || args == nil:
			return bad(at+".function.arguments", "arguments are the text of one JSON object")
		}
		open[c.ID] = true
	}
	return nil
}

func result(at string, m message, open map[string]bool) *refusal {
	switch {
	case m.CallID == "":
		return bad(at+".tool_call_id", "a tool message names its call")
	case !open[m.CallID]:
		return bad(at+".tool_call_id", "a tool message must be a response to a preceding message with tool_calls, one for each call")
	case len(m.Content) == 0 || string(m.Content) == "null" || m.text() == "":
		return bad(at+".content", "a tool message has content")
	}
	delete(open, m.CallID)
	return nil
}
