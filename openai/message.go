package openai

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// Bounds of one message.
const (
	maxArgs  = model.MaxArgs
	maxCalls = 32
	maxKeep  = 256 << 10 // bytes of reasoning that can be given back
)

// message is an answer while it comes in.
type message struct {
	step  int  // of the turn, from 1
	quiet bool // calls are not wanted, and do not count
	model string
	calls []*openCall
	usage usage

	finish    string
	refused   bool
	reasoning strings.Builder
}

// openCall is a call whose arguments are still coming.
type openCall struct {
	index int
	id    string
	name  string
	args  []byte
	long  bool // over maxArgs: no longer collected
	extra json.RawMessage
}

// take adds an event, and gives the text in it.
func (m *message) take(data []byte) (text string, err error) {
	var c chunk
	if err := json.Unmarshal(data, &c); err != nil {
		return "", &evercart.Error{Code: evercart.Unavailable, Op: op, Message: "the model server sent an event that is no JSON of the dialect", Err: fmt.Errorf("%d bytes", len(data))}
	}
	if len(c.Error) > 0 && string(c.Error) != "null" {
		return "", inStream(c.Error)
	}
	if c.Model != "" {
		m.model = evercart.Clip(evercart.Clean(c.Model), 100)
	}
	if c.Usage != nil {
		m.usage = *c.Usage
	}
	for _, ch := range c.Choices {
		if ch.Index != 0 || m.finish != "" {
			continue
		}
		d := ch.Delta
		if ch.Message != nil {
			d = *ch.Message
		}
		if err := m.add(d); err != nil {
			return "", err
		}
		text += string(d.Content) + d.Refusal
		if ch.Finish == nil {
			continue
		}
		if m.finish = *ch.Finish; m.finish == "error" || m.finish == "insufficient_system_resource" {
			return "", evercart.Errorf(evercart.Unavailable, op, "the model server gave up on the answer")
		}
	}
	return evercart.Clean(text), nil
}

func (m *message) add(d delta) error {
	m.refused = m.refused || d.Refusal != ""
	if m.reasoning.Len() <= maxKeep {
		m.reasoning.WriteString(d.Reasoning)
	}
	for i, p := range d.Calls {
		c := m.callOf(p, i)
		if c == nil {
			return evercart.Errorf(evercart.TooLarge, op, "the model made more than %d calls at once", maxCalls)
		}
		if c.id == "" {
			c.id = p.ID
		}
		if c.name == "" {
			c.name = p.Function.Name
		}
		if len(p.Extra) > 0 && len(p.Extra) <= maxArgs {
			c.extra = p.Extra
		}
		if c.long = c.long || len(c.args)+len(p.Function.Args) > maxArgs; c.long {
			c.args = nil
		} else {
			c.args = append(c.args, p.Function.Args...)
		}
	}
	return nil
}

// callOf finds the call that a piece belongs to, or begins it; nil = too many. Pieces are told apart by index; some servers
// give none, or the same one to all: there another id begins another call, and without ids a name after whole arguments.
func (m *message) callOf(p callDelta, place int) *openCall {
	index := place
	if p.Index != nil {
		index = *p.Index
	}
	for _, c := range slices.Backward(m.calls) {
		if c.index != index || p.ID != "" && c.id != "" && p.ID != c.id {
			continue
		}
		if p.ID == "" && p.Function.Name != "" && len(c.args) > 0 && json.Valid(c.args) {
			break
		}
		return c
	}
	if len(m.calls) >= maxCalls {
		return nil
	}
	c := &openCall{index: index}
	m.calls = append(m.calls, c)
	return c
}

// used is what the answer took.
func (m *message) used() model.Used {
	return model.Used{In: m.usage.In, Cached: m.usage.Details.Cached, Out: m.usage.Out}
}

// ended says how a whole message ended, and gives its calls. Of an end that this room does not know, nothing is believed but the text.
func (m *message) ended() (evercart.Stop, []evercart.ToolCall) {
	switch m.finish {
	case "stop", "tool_calls", "function_call", "eos", "end_turn":
	case "content_filter", "refusal", "safety":
		return evercart.StopRefused, nil
	default:
		return evercart.StopLength, nil
	}
	switch {
	case m.refused:
		return evercart.StopRefused, nil
	case len(m.calls) == 0 || m.quiet:
		return evercart.StopSaid, nil
	}
	calls := make([]evercart.ToolCall, len(m.calls))
	for i, c := range m.calls {
		calls[i] = evercart.ToolCall{
			ID:     evercart.CallID(fmt.Sprintf("%d.%d", m.step, i+1)),
			Vendor: evercart.Clip(evercart.Clean(c.id), 128),
			Tool:   evercart.Clip(evercart.Clean(c.name), 64),
			Args:   model.Called(c.args, c.long),
		}
	}
	return evercart.StopCalls, calls
}

// kept is what a server wants back with its calls while the turn lasts.
type kept struct {
	Model     string            `json:"model"`
	Reasoning string            `json:"reasoning,omitempty"`
	Extra     []json.RawMessage `json:"extra,omitempty"` // one a call, or none
}

// opaque is what must be given back unchanged; nil = nothing.
func (m *message) opaque(by string) []byte {
	k := kept{Model: by}
	if n := m.reasoning.Len(); n <= maxKeep {
		k.Reasoning = m.reasoning.String()
	}
	signed := false
	for _, c := range m.calls {
		if len(c.extra) == 0 {
			k.Extra = append(k.Extra, json.RawMessage("null"))
			continue
		}
		k.Extra, signed = append(k.Extra, c.extra), true
	}
	if !signed {
		k.Extra = nil
	}
	if len(m.calls) == 0 || k.Reasoning == "" && !signed {
		return nil
	}
	b, err := model.Encode(k)
	if err != nil {
		return nil
	}
	return b
}
