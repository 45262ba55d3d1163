package braintest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// sent is a request as the server got it.
type sent struct {
	Tools    json.RawMessage `json:"tools"`
	Messages []struct {
		Role    string  `json:"role"`
		Content *string `json:"content"`
		CallID  string  `json:"tool_call_id"`
		Calls   []struct {
			ID       string                           `json:"id"`
			Function struct{ Name, Arguments string } `json:"function"`
		} `json:"tool_calls"`
	} `json:"messages"`
}

// last is the newest request. A refused one is an error that tells why.
func (b *bench) last() (sent, string, error) {
	var s sent
	list := b.server.Requests()
	if len(list) == 0 {
		return s, "", errors.New("the server was not asked")
	}
	k := list[len(list)-1]
	if k.Why != "" {
		return s, string(k.Body), fmt.Errorf("the server refused the request: %s", k.Why)
	}
	err := json.Unmarshal(k.Body, &s)
	return s, string(k.Body), err
}

// where tells in which roles a text stands.
func (s sent) where(text string) string {
	var roles []string
	for _, m := range s.Messages {
		if m.Content != nil && strings.Contains(*m.Content, text) {
			roles = append(roles, m.Role)
		}
	}
	return strings.Join(roles, " ")
}
