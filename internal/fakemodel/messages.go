package fakemodel

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/evercart/evercart/internal/sse"
)

// messages is the dialect of Anthropic's messages.
type messages struct {
	mu     sync.Mutex // guards what follows
	no     int        // answers given
	issued map[string]thought
	paused map[string]bool // texts that may be gone on with
}

// thought is what came before a call: where its loop is not over, it must come back as it was.
type thought struct{ model, thinks, hides string }

const maxIssued = 100_000 // then the oldest are forgotten, all at once

var _ dialect = (*messages)(nil)

// next names an answer.
func (m *messages) next() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.no++
	return strconv.Itoa(m.no)
}

// issue remembers what a message with calls began with.
func (m *messages) issue(a answer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.issued)+len(m.paused) > maxIssued {
		clear(m.issued)
		clear(m.paused)
	}
	if a.stopReason() == "pause_turn" {
		m.paused[strings.Join(a.pieces, "")] = true
	}
	if a.request.mute || a.Thinks == "" && a.Hides == "" {
		return
	}
	for _, c := range a.calls {
		m.issued[c.ID] = thought{a.request.Model, a.Thinks, a.Hides}
	}
}

func newMessages() *messages {
	return &messages{issued: map[string]thought{}, paused: map[string]bool{}}
}

func (m *messages) isPaused(text string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.paused[text]
}

func (m *messages) issuedTo(id string) (thought, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.issued[id]
	return t, ok
}

// sign is the signature of a thought of that model. It is the same in every process, so that a server can be started anew.
func sign(model, text string) string {
	h := hmac.New(sha256.New, []byte("scripted "+model))
	_, _ = h.Write([]byte(text)) // a hash takes everything
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// kinds are the vendor's names of its errors, by status.
var kinds = map[int]string{
	http.StatusUnauthorized: "authentication_error", http.StatusPaymentRequired: "billing_error", http.StatusForbidden: "permission_error",
	http.StatusNotFound: "not_found_error", http.StatusConflict: "conflict_error", http.StatusRequestEntityTooLarge: "request_too_large",
	http.StatusTooManyRequests: "rate_limit_error", http.StatusInternalServerError: "api_error", http.StatusGatewayTimeout: "timeout_error", 529: "overloaded_error",
}

// fault implements dialect.
func (*messages) fault(f Fault) sse.Event {
	return sse.Event{Name: "error", Data: encode(faultOf(f, http.StatusInternalServerError))}
}

func faultOf(f Fault, status int) map[string]any {
	kind := cmp.Or(kinds[status], "invalid_request_error")
	if status >= http.StatusInternalServerError {
		kind = cmp.Or(kinds[status], "api_error")
	}
	text := f.Message
	if f.Code == "context_length_exceeded" {
		text = "prompt is too long: " + text // the vendor has no code of its own for it
	}
	if f.Param != "" {
		text = f.Param + ": " + text
	}
	return map[string]any{"type": "error", "request_id": "req_scripted", "error": map[string]string{"type": cmp.Or(f.Type, kind), "message": text}}
}

// refuse implements dialect.
func (*messages) refuse(w http.ResponseWriter, f *refusal) {
	if f.retry != "" {
		w.Header().Set("Retry-After", f.retry)
	}
	w.Header().Set("Request-Id", "req_scripted")
	write(w, f.status, faultOf(f.fault, f.status))
}

// stopReason puts a script's finish into the vendor's words.
func (a answer) stopReason() string {
	words := map[string]string{"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "tool_calls": "tool_use"}
	switch {
	case a.Refusal != "":
		return "refusal"
	case a.Finish != "":
		return cmp.Or(words[a.Finish], a.Finish)
	case len(a.calls) > 0:
		return "tool_use"
	}
	return "end_turn"
}

func (a answer) messagesUsage(out int) map[string]any {
	u := a.tokens()
	return map[string]any{"input_tokens": u.Prompt - u.Cached - u.Written, "cache_read_input_tokens": u.Cached, "cache_creation_input_tokens": u.Written,
		"output_tokens": out, "service_tier": "standard"}
}

// blocks are the content of an answer: a block each, with the deltas that it comes in.
type block struct {
	start  map[string]any
	deltas []map[string]any
}

func (a answer) blocks() []block {
	var out []block
	delta := func(kind, key string, values ...string) []map[string]any {
		var list []map[string]any
		for _, v := range values {
			list = append(list, map[string]any{"type": kind, key: v})
		}
		return list
	}
	if !a.request.mute && a.Thinks != "" {
		deltas := delta("thinking_delta", "thinking", chop(a.Thinks, a.Chunk)...)
		out = append(out, block{map[string]any{"type": "thinking", "thinking": "", "signature": ""},
			append(deltas, delta("signature_delta", "signature", sign(a.request.Model, a.Thinks))...)})
	}
	if !a.request.mute && a.Hides != "" {
		out = append(out, block{map[string]any{"type": "redacted_thinking", "data": base64.StdEncoding.EncodeToString([]byte(a.Hides))}, nil})
	}
	text := a.pieces
	if a.Refusal != "" {
		text = append(slices.Clip(text), a.Refusal)
	}
	if len(text) > 0 {
		out = append(out, block{map[string]any{"type": "text", "text": ""}, delta("text_delta", "text", text...)})
	}
	for _, c := range a.calls {
		out = append(out, block{map[string]any{"type": "tool_use", "id": c.ID, "name": c.Function.Name, "input": map[string]any{}},
			delta("input_json_delta", "partial_json", chop(c.Function.Arguments, a.Chunk)...)})
	}
	return out
}

// steps implements dialect. What the script counts as one event is the start of a call, or a piece of text or of arguments.
func (m *messages) steps(a answer) (body, tail [][]sse.Event) {
	m.issue(a)
	event := func(name string, v map[string]any) sse.Event {
		v["type"] = name
		return sse.Event{Name: name, Data: encode(v) + strings.Repeat(" ", len(name)%7)} // the real one pads with blanks too
	}
	start := map[string]any{"message": map[string]any{"id": "msg_" + a.request.id, "type": "message", "role": "assistant", "model": a.request.Model,
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": a.messagesUsage(1)}}
	body = append(body, []sse.Event{event("message_start", start), event("ping", map[string]any{})})
	var open []sse.Event // waits for the next step
	for i, b := range a.blocks() {
		open = append(open, event("content_block_start", map[string]any{"index": i, "content_block": b.start}))
		if b.start["type"] == "tool_use" {
			body, open = append(body, open), nil
		}
		for _, d := range b.deltas {
			body, open = append(body, append(open, event("content_block_delta", map[string]any{"index": i, "delta": d}))), nil
		}
		open = append(open, event("content_block_stop", map[string]any{"index": i}))
	}
	if !a.NoFinish {
		end := map[string]any{"stop_reason": a.stopReason(), "stop_sequence": nil}
		if end["stop_reason"] == "refusal" {
			end["stop_details"] = map[string]any{"type": "refusal", "category": nil, "explanation": nil}
		}
		open = append(open, event("message_delta", map[string]any{"delta": end, "usage": a.messagesUsage(a.tokens().Completion)}))
	}
	tail = append(tail, open)
	if !a.NoDone {
		tail = append(tail, []sse.Event{event("message_stop", map[string]any{})})
	}
	return body, tail
}

// whole implements dialect.
func (m *messages) whole(a answer) any {
	m.issue(a)
	content := []map[string]any{}
	for _, b := range a.blocks() {
		c := b.start
		for _, d := range b.deltas {
			for key, v := range d {
				if v, ok := v.(string); ok && key != "type" {
					had, _ := c[key].(string)
					c[key] = had + v
				}
			}
		}
		if raw, ok := c["partial_json"].(string); ok {
			delete(c, "partial_json")
			if raw = string(bytes.TrimSpace([]byte(raw))); json.Valid([]byte(raw)) {
				c["input"] = json.RawMessage(raw)
			}
		}
		content = append(content, c)
	}
	return map[string]any{"id": "msg_" + a.request.id, "type": "message", "role": "assistant", "model": a.request.Model, "content": content,
		"stop_reason": a.stopReason(), "stop_sequence": nil, "usage": a.messagesUsage(a.tokens().Completion)}
}
