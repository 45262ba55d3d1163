package fakemodel

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/sse"
)

// chat is the chat-completions dialect.
type chat struct{}

var _ dialect = chat{}

// refuse implements dialect.
func (chat) refuse(w http.ResponseWriter, f *refusal) {
	if f.retry != "" {
		w.Header().Set("Retry-After", f.retry)
	}
	kind := "invalid_request_error"
	if f.status >= http.StatusInternalServerError {
		kind = "server_error"
	}
	f.fault.Type = cmp.Or(f.fault.Type, kind)
	write(w, f.status, map[string]Fault{"error": f.fault})
}

// fault implements dialect.
func (chat) fault(f Fault) sse.Event { return sse.Event{Data: encode(map[string]any{"error": f})} }

// whole implements dialect.
func (chat) whole(a answer) any {
	m := map[string]any{"role": "assistant", "content": nil}
	if len(a.pieces) > 0 {
		m["content"] = strings.Join(a.pieces, "")
	}
	if len(a.calls) > 0 {
		m["tool_calls"] = a.calls
	}
	return map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion", "created": time.Now().Unix(), "model": a.request.Model,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": a.chatFinish()}}, "usage": a.chatUsage()}
}

// steps implements dialect.
func (chat) steps(a answer) (body, tail [][]sse.Event) {
	one := func(data string) []sse.Event { return []sse.Event{{Data: data}} }
	choice := func(delta map[string]any, finish any) []sse.Event {
		return one(encode(a.chatEvent([]any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}, nil)))
	}
	body = append(body, choice(map[string]any{"role": "assistant", "content": ""}, nil))
	for _, p := range a.pieces {
		body = append(body, choice(map[string]any{"content": p}, nil))
	}
	if a.Refusal != "" {
		body = append(body, choice(map[string]any{"refusal": a.Refusal}, nil))
	}
	for i, c := range a.calls {
		head, args := c, c.Function.Arguments
		head.Index, head.Function.Arguments = &i, ""
		body = append(body, choice(map[string]any{"tool_calls": []toolCall{head}}, nil))
		for _, p := range chop(args, a.Chunk) {
			body = append(body, choice(map[string]any{"tool_calls": []toolCall{{Index: &i, Function: toolFunction{Arguments: p}}}}, nil))
		}
	}
	if !a.NoFinish {
		tail = append(tail, choice(map[string]any{}, a.chatFinish()))
	}
	if o := a.request.Options; o != nil && o.Usage {
		tail = append(tail, one(encode(a.chatEvent([]any{}, a.chatUsage()))))
	}
	if !a.NoDone {
		tail = append(tail, one("[DONE]"))
	}
	return body, tail
}

func (a answer) chatFinish() string {
	if a.Finish == "" && len(a.calls) > 0 {
		return "tool_calls"
	}
	return cmp.Or(a.Finish, "stop")
}

func (a answer) chatUsage() map[string]any {
	u := a.tokens()
	return map[string]any{"prompt_tokens": u.Prompt, "completion_tokens": u.Completion, "total_tokens": u.Prompt + u.Completion,
		"prompt_tokens_details": map[string]int{"cached_tokens": u.Cached}}
}

func (a answer) chatEvent(choices []any, usage map[string]any) map[string]any {
	return map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": time.Now().Unix(), "model": a.request.Model,
		"choices": choices, "usage": usage}
}
