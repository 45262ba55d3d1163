package fakemodel

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// messagesMembers are the arguments that the vendor's messages know; others are refused.
var messagesMembers = []string{
	"model", "messages", "max_tokens", "system", "tools", "tool_choice", "stream", "stop_sequences", "metadata", "service_tier", "thinking",
	"output_config", "cache_control", "inference_geo", "speed", "container", "diagnostics",
}

// asked is a request as the vendor's messages word it.
type asked struct {
	Model     string          `json:"model"`
	MaxTokens *int            `json:"max_tokens"`
	System    json.RawMessage `json:"system"`
	Messages  []said          `json:"messages"`
	Tools     []struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
		Cache       *cacheMark      `json:"cache_control"`
	} `json:"tools"`
	Choice *struct {
		Type string `json:"type"`
		Name string `json:"name"`
	} `json:"tool_choice"`
	Stream   bool `json:"stream"`
	Thinking *struct {
		Type string `json:"type"`
	} `json:"thinking"`
	Output *struct {
		Effort string `json:"effort"`
	} `json:"output_config"`
	Stops []string `json:"stop_sequences"`
}

type said struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`

	parts []part // Content taken apart
}

// part is a block of content.
type part struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	CallID    string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	Thinking  *string         `json:"thinking"`
	Signature string          `json:"signature"`
	Data      string          `json:"data"`
	Cache     *cacheMark      `json:"cache_control"`
}

type cacheMark struct {
	Type string `json:"type"`
	TTL  string `json:"ttl"`
}

// read implements dialect.
func (m *messages) read(set Settings, r *http.Request, body []byte) (request, *refusal) {
	out := request{id: m.next()}
	if r.Header.Get("Anthropic-Version") == "" {
		return out, bad("anthropic-version", "header is required")
	}
	if !utf8.Valid(body) {
		return out, bad("", "the request body is not valid JSON: it is not UTF-8")
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(body, &top); err != nil {
		return out, bad("", "the request body is not valid JSON: %v", err)
	}
	for name := range top {
		if !slices.Contains(messagesMembers, name) {
			return out, bad(name, "extra inputs are not permitted")
		}
	}
	var a asked
	if err := json.Unmarshal(body, &a); err != nil {
		return out, bad("", "a field has the wrong type: %v", err)
	}
	for i := range a.Messages {
		if f := a.Messages[i].apart(i); f != nil {
			return out, f
		}
	}
	a.Messages = joined(a.Messages)
	if f := m.check(set, a, len(body)); f != nil {
		return out, f
	}
	id := out.id
	out = a.request(top)
	out.id = id
	return out, nil
}

// request is what a script looks at.
func (a asked) request(top map[string]json.RawMessage) request {
	return request{Model: a.Model, Stream: a.Stream, Tools: top["tools"], raw: top["messages"], Messages: a.neutral(),
		refused: a.Choice != nil && a.Choice.Type == "none", mute: a.Thinking != nil && a.Thinking.Type == "disabled"}
}

// neutralOf takes a request apart that was read before.
func neutralOf(body []byte) request {
	var top map[string]json.RawMessage
	var a asked
	if json.Unmarshal(body, &top) != nil || json.Unmarshal(body, &a) != nil {
		return request{}
	}
	for i := range a.Messages {
		if a.Messages[i].apart(i) != nil {
			return request{}
		}
	}
	return a.request(top)
}

// apart takes the content of a message apart: a string is one block of text.
func (s *said) apart(i int) *refusal {
	var text string
	if json.Unmarshal(s.Content, &text) == nil {
		s.parts = []part{{Type: "text", Text: &text}}
		return nil
	}
	if json.Unmarshal(s.Content, &s.parts) != nil {
		return bad(at("messages", i)+".content", "content is a string or a list of blocks")
	}
	return nil
}

// joined makes one turn of messages of one role in a row, as the vendor does.
func joined(list []said) []said {
	var out []said
	for _, s := range list {
		if n := len(out); n > 0 && out[n-1].Role == s.Role {
			out[n-1].parts = slices.Concat(out[n-1].parts, s.parts)
			continue
		}
		out = append(out, s)
	}
	return out
}

// neutral puts the conversation into the form of chat completions, on which scripts work.
func (a asked) neutral() []message {
	text := func(role, text string) message { return message{Role: role, Content: json.RawMessage(encode(text))} }
	var out []message
	if system, err := texts(a.System); err == nil && len(system) > 0 {
		var all strings.Builder
		for _, t := range system {
			all.WriteString(t)
		}
		out = append(out, text("system", all.String()))
	}
	for _, s := range a.Messages {
		said := message{Role: s.Role}
		for _, p := range s.parts {
			switch p.Type {
			case "text":
				if p.Text == nil {
					continue
				}
				if s.Role == "user" {
					out = append(out, text("user", *p.Text))
					continue
				}
				said.Content = json.RawMessage(encode(said.text() + *p.Text))
			case "tool_use":
				said.Calls = append(said.Calls, toolCall{ID: p.ID, Type: "function", Function: toolFunction{Name: p.Name, Arguments: string(p.Input)}})
			case "tool_result":
				list, _ := texts(p.Content) // checked already
				var all strings.Builder
				for _, t := range list {
					all.WriteString(t)
				}
				result := text("tool", all.String())
				result.CallID = p.CallID
				out = append(out, result)
			}
		}
		if s.Role == "assistant" {
			out = append(out, said)
		}
	}
	return out
}
