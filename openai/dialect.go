package openai

import (
	"encoding/json"
	"strings"
)

// What goes to the server.
type (
	asked struct {
		Model       string   `json:"model"`
		Tools       []tool   `json:"tools,omitempty"`
		Messages    []said   `json:"messages"`
		Stream      bool     `json:"stream"`
		Options     *options `json:"stream_options,omitempty"`
		Temperature *float64 `json:"temperature,omitempty"`
		Effort      string   `json:"reasoning_effort,omitempty"`
		MaxTokens   int      `json:"max_tokens,omitempty"`
		MaxNew      int      `json:"max_completion_tokens,omitempty"`
	}
	options struct {
		Usage bool `json:"include_usage"`
	}
	tool struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	function struct {
		Name   string          `json:"name"`
		About  string          `json:"description,omitempty"`
		Schema json.RawMessage `json:"parameters"`
	}
	// said is one message.
	said struct {
		Role      string  `json:"role"`
		Content   *string `json:"content"` // null beside calls
		Reasoning string  `json:"reasoning_content,omitempty"`
		Calls     []call  `json:"tool_calls,omitempty"`
		CallID    string  `json:"tool_call_id,omitempty"`
	}
	call struct {
		ID       string          `json:"id"`
		Type     string          `json:"type"`
		Function named           `json:"function"`
		Extra    json.RawMessage `json:"extra_content,omitempty"` // some servers sign their calls and want that back
	}
	named struct {
		Name string `json:"name"`
		Args string `json:"arguments"`
	}
)

// What comes from it: an event of the stream, or the whole answer of a server that does not stream.
type (
	chunk struct {
		Model   string          `json:"model"`
		Choices []choice        `json:"choices"`
		Usage   *usage          `json:"usage"`
		Error   json.RawMessage `json:"error"`
	}
	choice struct {
		Index   int     `json:"index"`
		Delta   delta   `json:"delta"`
		Message *delta  `json:"message"`
		Finish  *string `json:"finish_reason"`
	}
	delta struct {
		Content   content     `json:"content"`
		Refusal   string      `json:"refusal"`
		Reasoning string      `json:"reasoning_content"`
		Calls     []callDelta `json:"tool_calls"`
	}
	callDelta struct {
		Index    *int            `json:"index"`
		ID       string          `json:"id"`
		Function named           `json:"function"`
		Extra    json.RawMessage `json:"extra_content"`
	}
	usage struct {
		In      int64 `json:"prompt_tokens"`
		Out     int64 `json:"completion_tokens"`
		Details struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
)

// content is text: a string, null, or the text parts of a list.
type content string

// UnmarshalJSON takes each form that servers use.
func (c *content) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '[' {
		var parts []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if err := json.Unmarshal(b, &parts); err != nil {
			return err
		}
		var s strings.Builder
		for _, p := range parts {
			if p.Type == "text" {
				s.WriteString(p.Text)
			}
		}
		*c = content(s.String())
		return nil
	}
	var s string
	err := json.Unmarshal(b, &s)
	*c = content(s)
	return err
}
