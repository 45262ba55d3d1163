package fakemodel

import (
	"encoding/json"
	"strings"
)

// Sent is what a kept request said, in one form for all dialects.
type Sent struct {
	Tools    json.RawMessage // nil where none may be called
	Messages []SentMessage   // the system's first
}

// SentMessage is a message of a conversation. Role is system, user, assistant or tool.
type SentMessage struct {
	Role, Text string
	Answers    string // the id of the call that it is the result of
	Calls      []SentCall
}

// SentCall is a call of an assistant's message.
type SentCall struct{ ID, Tool, Args string }

// Sent takes a kept request apart. One that is no JSON of its dialect says nothing.
func (k Kept) Sent() Sent {
	var r request
	if strings.HasSuffix(k.Path, "/messages") {
		r = neutralOf(k.Body)
	} else if json.Unmarshal(k.Body, &r) != nil {
		return Sent{}
	}
	var out Sent
	if r.offers() {
		out.Tools = r.Tools
	}
	for _, m := range r.Messages {
		s := SentMessage{Role: m.Role, Text: m.text(), Answers: m.CallID}
		for _, c := range m.Calls {
			s.Calls = append(s.Calls, SentCall{c.ID, c.Function.Name, c.Function.Arguments})
		}
		out.Messages = append(out.Messages, s)
	}
	return out
}
