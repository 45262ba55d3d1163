package anthropic

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go/v2"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/model"
)

// Bounds of one message.
const (
	maxCalls  = 32
	maxBlocks = 128
	maxKeep   = 256 << 10 // bytes of thinking that can be given back
)

// message is an answer while it comes in.
type message struct {
	step   int  // of the turn, from 1
	quiet  bool // calls are not wanted, and do not count
	model  string
	blocks []*block
	kept   int // bytes of thinking
	used   model.Used
	stop   string // the vendor's reason
	over   bool   // message_stop has come
}

// block is a part of a message.
type block struct {
	index int64
	kind  string // text, tool_use, thinking, redacted_thinking; others are passed over
	text  strings.Builder
	sign  string
	data  string
	id    string
	name  string
	args  []byte
	long  bool // over model.MaxArgs: no longer collected
}

// take adds an event, and gives the text in it.
func (m *message) take(e sdk.MessageStreamEventUnion) (text string, err error) {
	switch e.Type {
	case "message_start":
		m.model = evercart.Clip(evercart.Clean(e.Message.Model), 100)
		u := e.Message.Usage
		m.used = model.Used{In: u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens, Cached: u.CacheReadInputTokens,
			Written: u.CacheCreationInputTokens, Out: u.OutputTokens}
	case "content_block_start":
		return m.begin(e)
	case "content_block_delta":
		return m.add(e)
	case "message_delta":
		m.stop = string(e.Delta.StopReason)
		m.total(e.Usage)
	case "message_stop":
		m.over = true
		if m.stop == "" {
			return "", evercart.Errorf(evercart.Unavailable, op, "the answer has no end")
		}
	}
	return "", nil // what this room does not know is the vendor's new thing, and nothing is lost without it
}

// total takes the usage so far: totals, of which only what is there counts.
func (m *message) total(u sdk.MessageDeltaUsage) {
	m.used.Out = u.OutputTokens
	if in := u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens; in > 0 {
		m.used.In, m.used.Cached, m.used.Written = in, u.CacheReadInputTokens, u.CacheCreationInputTokens
	}
}

func (m *message) begin(e sdk.MessageStreamEventUnion) (string, error) {
	c := e.ContentBlock
	if len(m.blocks) >= maxBlocks || c.Type == "tool_use" && len(m.calls()) >= maxCalls {
		return "", evercart.Errorf(evercart.TooLarge, op, "the model made more than %d calls, or spoke in more than %d parts", maxCalls, maxBlocks)
	}
	b := &block{index: e.Index, kind: c.Type, sign: c.Signature, data: c.Data, id: c.ID, name: c.Name}
	m.blocks = append(m.blocks, b)
	if args, err := json.Marshal(c.Input); err == nil && c.Type == "tool_use" && string(args) != "null" && string(args) != "{}" {
		b.args = args // whole at once, which the vendor does not do today
	}
	switch m.kept += len(c.Data) + len(c.Signature) + len(c.Thinking); c.Type {
	case "text":
		b.text.WriteString(c.Text)
		return evercart.Clean(c.Text), nil
	case "thinking":
		b.text.WriteString(c.Thinking)
	}
	return "", nil
}

func (m *message) add(e sdk.MessageStreamEventUnion) (string, error) {
	i := slices.IndexFunc(m.blocks, func(b *block) bool { return b.index == e.Index })
	if i < 0 {
		return "", evercart.Errorf(evercart.Unavailable, op, "the model server sent a piece of nothing that it had begun")
	}
	b, d := m.blocks[i], e.Delta
	switch d.Type {
	case "text_delta":
		b.text.WriteString(d.Text)
		return evercart.Clean(d.Text), nil
	case "thinking_delta":
		if m.kept += len(d.Thinking); m.kept <= maxKeep {
			b.text.WriteString(d.Thinking)
		}
	case "signature_delta":
		if m.kept += len(d.Signature); m.kept <= maxKeep {
			b.sign += d.Signature
		}
	case "input_json_delta":
		if b.long = b.long || len(b.args)+len(d.PartialJSON) > model.MaxArgs; b.long {
			b.args = nil
		} else {
			b.args = append(b.args, d.PartialJSON...)
		}
	}
	return "", nil
}

// calls are the blocks that call a tool.
func (m *message) calls() []*block {
	var out []*block
	for _, b := range m.blocks {
		if b.kind == "tool_use" {
			out = append(out, b)
		}
	}
	return out
}

// ended says how a whole message ended, and gives its calls. Of an end that this room does not know, nothing is believed but the
// text; one for length has calls that may not be whole.
func (m *message) ended() (evercart.Stop, []evercart.ToolCall) {
	switch sdk.StopReason(m.stop) {
	case sdk.StopReasonEndTurn, sdk.StopReasonToolUse, sdk.StopReasonStopSequence:
	case sdk.StopReasonRefusal:
		return evercart.StopRefused, nil
	default: // max_tokens, model_context_window_exceeded, and whatever comes
		return evercart.StopLength, nil
	}
	blocks := m.calls()
	if len(blocks) == 0 || m.quiet {
		return evercart.StopSaid, nil
	}
	calls := make([]evercart.ToolCall, len(blocks))
	for i, c := range blocks {
		calls[i] = evercart.ToolCall{
			ID:     evercart.CallID(fmt.Sprintf("%d.%d", m.step, i+1)),
			Vendor: evercart.Clip(evercart.Clean(c.id), 128),
			Tool:   evercart.Clip(evercart.Clean(c.name), 64),
			Args:   model.Called(c.args, c.long),
		}
	}
	return evercart.StopCalls, calls
}

// params is the message as it is given back to go on from; false where it has parts that cannot be.
func (m *message) params() ([]sdk.ContentBlockParamUnion, bool) {
	var out []sdk.ContentBlockParamUnion
	for _, b := range m.blocks {
		switch text := b.text.String(); b.kind {
		case "thinking":
			out = append(out, sdk.NewThinkingBlock(b.sign, text))
		case "redacted_thinking":
			out = append(out, sdk.NewRedactedThinkingBlock(b.data))
		case "text":
			if strings.TrimSpace(text) != "" {
				out = append(out, sdk.NewTextBlock(text))
			}
		default:
			return nil, false
		}
	}
	return out, len(out) > 0 && m.kept <= maxKeep
}

// kept is what the vendor wants back with the calls of a message while their loop runs, in its order.
type kept struct {
	Model string    `json:"model"`
	Parts []keeping `json:"parts,omitempty"`
	Lost  bool      `json:"lost,omitempty"` // it thought more than can be kept
}

// keeping is one part: a thought as it was, or the place of the text (Kind "text") or of the next call ("tool_use").
type keeping struct {
	Kind string `json:"kind"`
	Text string `json:"text,omitempty"`
	Sign string `json:"sign,omitempty"`
	Data string `json:"data,omitempty"`
}

// opaque is what must be given back unchanged; nil = nothing.
func (m *message) opaque(by string) []byte {
	k, thought := kept{Model: by}, false
	for _, b := range m.blocks {
		switch b.kind {
		case "thinking", "redacted_thinking":
			thought = true
			k.Parts = append(k.Parts, keeping{Kind: b.kind, Text: b.text.String(), Sign: b.sign, Data: b.data})
		case "text", "tool_use":
			k.Parts = append(k.Parts, keeping{Kind: b.kind})
		}
	}
	if !thought || len(m.calls()) == 0 {
		return nil
	}
	if m.kept > maxKeep {
		k = kept{Model: by, Lost: true}
	}
	b, err := model.Encode(k)
	if err != nil {
		return nil
	}
	return b
}
