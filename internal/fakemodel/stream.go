package fakemodel

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/sse"
)

// stream sends the answer event by event, and says how it ended.
func (s *Server) stream(ctx context.Context, w http.ResponseWriter, a answer) (ended string) {
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusOK)
	if out.Flush() != nil {
		return EndedLeft
	}
	body, tail := a.events()
	cutAt := a.CutAt
	if cutAt == 0 || cutAt > len(body) {
		cutAt = len(body)
	}
	all := append(slices.Clip(body), tail...)
	if a.Cut != "" || a.Error != nil {
		all = all[:cutAt]
	}
	if a.Cut == "" && a.Error != nil {
		all = append(all, encode(map[string]any{"error": a.Error}))
	}
	for i, data := range all {
		if s.pause(ctx, out, w, a, i+1) != nil || packets(out, w, sse.Append(nil, sse.Event{Data: data}), a) != nil {
			return EndedLeft
		}
	}
	if a.Hold != "" && a.HoldAt > len(all) && s.holds.hold(ctx, a.Hold) != nil {
		return EndedLeft
	}
	switch {
	case a.Cut == "reset":
		reset(out)
		return EndedCut
	case a.Cut != "" || a.Error != nil:
		return EndedCut
	}
	return EndedWhole
}

// pause is what happens before the event of that number.
func (s *Server) pause(ctx context.Context, out *http.ResponseController, w http.ResponseWriter, a answer, no int) error {
	if a.Comment != "" {
		if err := packets(out, w, []byte(": "+strings.ReplaceAll(a.Comment, "\n", " ")+"\n\n"), a); err != nil {
			return err
		}
	}
	if a.Hold != "" && a.HoldAt == no {
		if err := s.holds.hold(ctx, a.Hold); err != nil {
			return err
		}
	}
	return sleep(ctx, a.Pause)
}

// events are the data of the message's events, then of those that end it.
func (a answer) events() (body, tail []string) {
	choice := func(delta map[string]any, finish any) string {
		return encode(a.event([]any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}, nil))
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
		tail = append(tail, choice(map[string]any{}, a.finish()))
	}
	if o := a.request.Options; o != nil && o.Usage {
		tail = append(tail, encode(a.event([]any{}, a.usage())))
	}
	if !a.NoDone {
		tail = append(tail, "[DONE]")
	}
	return body, tail
}

func (a answer) event(choices []any, usage map[string]any) map[string]any {
	return map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": time.Now().Unix(), "model": a.request.Model,
		"choices": choices, "usage": usage}
}

// encode writes characters as they are, so that packets can split them.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err.Error() // all that is handed in here can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// packets writes b in the wanted pieces, each flushed.
func packets(out *http.ResponseController, w http.ResponseWriter, b []byte, a answer) error {
	if a.BadUTF8 {
		b = bytes.ReplaceAll(b, []byte("\uFFFD"), []byte{0xff})
	}
	n := a.Bytes
	if n <= 0 {
		n = len(b)
	}
	for len(b) > 0 {
		n = min(n, len(b))
		if _, err := w.Write(b[:n]); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// reset drops the connection without a goodbye.
func reset(out *http.ResponseController) {
	conn, _, err := out.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // net/http's own way to break an answer off
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
