package fakemodel

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// request is a chat-completions request, as far as a script looks at it. Those of other dialects are put into the same form.
type request struct {
	Model    string          `json:"model"`
	Messages []message       `json:"messages"`
	Tools    json.RawMessage `json:"tools"`
	Stream   bool            `json:"stream"`
	Options  *struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`

	raw     json.RawMessage // the messages as sent
	refused bool            // tools are there, but may not be called
	mute    bool            // thinking is switched off
	id      string          // of the answer, where the dialect wants one that is never used again
}

type message struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Calls   []toolCall      `json:"tool_calls"`
	CallID  string          `json:"tool_call_id"`
}

type toolCall struct {
	Index    *int         `json:"index,omitempty"`
	ID       string       `json:"id,omitempty"`
	Type     string       `json:"type,omitempty"`
	Function toolFunction `json:"function"`
}

type toolFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

// text is the content as text: a string, or the text parts of a list.
func (m message) text() string {
	var s string
	if json.Unmarshal(m.Content, &s) == nil {
		return s
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(m.Content, &parts) != nil {
		return ""
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// turn is what stands at the end of a conversation: the last user text and what came of it.
type turn struct {
	said    string
	step    int // messages with calls
	results []string
}

func (r request) turn() turn {
	var t turn
	for _, v := range slices.Backward(r.Messages) {
		switch m := v; m.Role {
		case "user":
			t.said = m.text()
			return t
		case "tool":
			t.results = append([]string{m.text()}, t.results...)
		case "assistant":
			if len(m.Calls) > 0 {
				t.step++
			}
		}
	}
	return t
}

// callID makes up the id of a call.
func (r request) callID(step, i int) string {
	if r.id != "" {
		return fmt.Sprintf("toolu_%s_%d", r.id, i)
	}
	return fmt.Sprintf("call_%d_%d", step, i)
}

// offers says that the request has tools.
func (r request) offers() bool {
	return !r.refused && len(r.Tools) > 0 && string(r.Tools) != "null" && string(r.Tools) != "[]"
}

// fits holds the request against a rule, and gives the groups of its expression.
func (w When) fits(r request, t turn) (groups map[string]string, ok bool) {
	switch {
	case w.Says != "" && !strings.Contains(strings.ToLower(t.said), strings.ToLower(w.Says)),
		w.Step != nil && *w.Step != t.step,
		w.Results != nil && *w.Results != len(t.results),
		w.Tools != nil && *w.Tools != r.offers(),
		w.Model != "" && w.Model != r.Model,
		w.context != nil && !w.context.Match(r.raw):
		return nil, false
	case w.match == nil:
		return nil, true
	}
	found := w.match.FindStringSubmatch(t.said)
	if found == nil {
		return nil, false
	}
	return named(w.match.SubexpNames(), found), true
}
