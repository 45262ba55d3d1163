package fakemodel

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// answer is a rule's answer, filled in for one request.
type answer struct {
	Answer
	request request
	pieces  []string
	calls   []toolCall
	size    int // of the request
}

// complete is POST /v1/chat/completions.
func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return
	}
	mark := s.keep(r, body)
	refuse := func(f *refusal) {
		mark(func(k *Kept) { k.Status, k.Why, k.Ended = f.status, f.fault.Message, EndedWhole })
		f.write(w)
	}
	s.mu.Lock()
	set := s.script.Settings
	s.mu.Unlock()
	if set.Key != "" && r.Header.Get("Authorization") != "Bearer "+set.Key {
		refuse(&refusal{status: http.StatusUnauthorized, fault: Fault{Message: "incorrect API key provided", Type: "invalid_request_error", Code: "invalid_api_key"}})
		return
	}
	req, f := set.read(body)
	if f != nil {
		refuse(f)
		return
	}
	a, rule, f := s.choose(req)
	if f != nil {
		refuse(f)
		return
	}
	a.size = len(body)
	mark(func(k *Kept) { k.Rule = rule })
	status, ended := s.send(w, r, a)
	mark(func(k *Kept) { k.Status, k.Ended = status, ended })
}

// choose finds the rule that answers, and fills its answer in.
func (s *Server) choose(r request) (a answer, name string, f *refusal) {
	t := r.turn()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, rule := range s.script.Rules {
		if rule.Times > 0 && s.used[i] >= rule.Times {
			continue
		}
		groups, ok := rule.When.fits(r, t)
		if !ok {
			continue
		}
		s.used[i]++
		a, err := rule.Answer.fill(r, source{groups: groups, turn: t, raw: r.raw})
		if err != nil {
			return a, "", bad("script", "%v", err)
		}
		return a, cmp.Or(rule.Name, strconv.Itoa(i+1)), nil
	}
	return a, "", bad("script", "no rule of the script fits this request")
}

func (a Answer) fill(r request, from source) (answer, error) {
	out := answer{Answer: a, request: r}
	for _, p := range append([]string{a.Text}, a.Pieces...) {
		p, err := from.text(p)
		if err != nil {
			return out, err
		}
		out.pieces = append(out.pieces, p)
	}
	if len(a.Pieces) == 0 {
		out.pieces = chop(out.pieces[0], a.Chunk)
	} else {
		out.pieces = out.pieces[1:]
	}
	for i, c := range a.Calls {
		args, err := c.arguments(from)
		if err != nil {
			return out, err
		}
		id := cmp.Or(c.ID, fmt.Sprintf("call_%d_%d", from.turn.step, i))
		out.calls = append(out.calls, toolCall{ID: id, Type: "function", Function: toolFunction{Name: c.Tool, Arguments: args}})
	}
	return out, nil
}

func (c Call) arguments(from source) (string, error) {
	if c.Raw != nil {
		return *c.Raw, nil
	}
	args, err := from.args(c.Args)
	if err != nil || c.Pad == 0 {
		return string(args), err
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(args, &m); err != nil {
		return "", err
	}
	m["pad"], _ = json.Marshal(strings.Repeat("x", c.Pad))
	b, err := json.Marshal(m)
	return string(b), err
}

// chop cuts text into pieces of n characters; 0 = 8, negative = one piece.
func chop(s string, n int) []string {
	r := []rune(s)
	if n < 0 {
		n = max(1, len(r))
	}
	var out []string
	for part := range slices.Chunk(r, cmp.Or(n, 8)) {
		out = append(out, string(part))
	}
	return out
}

// send gives the answer, and says how it ended.
func (s *Server) send(w http.ResponseWriter, r *http.Request, a answer) (status int, ended string) {
	ctx := r.Context()
	if sleep(ctx, a.First) != nil {
		return 0, EndedLeft
	}
	if a.Hold != "" && a.HoldAt == 0 && s.holds.hold(ctx, a.Hold) != nil {
		return 0, EndedLeft
	}
	if a.Status != 0 {
		f := &refusal{status: a.Status, retry: a.RetryAfter, fault: Fault{Message: http.StatusText(a.Status), Type: "server_error"}}
		if a.Error != nil {
			f.fault = *a.Error
		}
		f.write(w)
		return a.Status, EndedWhole
	}
	if !a.request.Stream {
		write(w, http.StatusOK, a.whole())
		return http.StatusOK, EndedWhole
	}
	return http.StatusOK, s.stream(ctx, w, a)
}

func (a answer) finish() string {
	if a.Finish != "" {
		return a.Finish
	}
	if len(a.calls) > 0 {
		return "tool_calls"
	}
	return "stop"
}

func (a answer) usage() map[string]any {
	u := Usage{Prompt: (a.size + 3) / 4, Completion: len(strings.Join(a.pieces, ""))/4 + 1}
	if a.Usage != nil {
		u = *a.Usage
	}
	return map[string]any{"prompt_tokens": u.Prompt, "completion_tokens": u.Completion, "total_tokens": u.Prompt + u.Completion,
		"prompt_tokens_details": map[string]int{"cached_tokens": u.Cached}}
}

// whole is the answer to a request without streaming.
func (a answer) whole() map[string]any {
	m := map[string]any{"role": "assistant", "content": nil}
	if len(a.pieces) > 0 {
		m["content"] = strings.Join(a.pieces, "")
	}
	if len(a.calls) > 0 {
		m["tool_calls"] = a.calls
	}
	return map[string]any{"id": "chatcmpl-scripted", "object": "chat.completion", "created": time.Now().Unix(), "model": a.request.Model,
		"choices": []any{map[string]any{"index": 0, "message": m, "finish_reason": a.finish()}}, "usage": a.usage()}
}

func sleep(ctx context.Context, d Duration) error {
	if d == 0 {
		return ctx.Err()
	}
	t := time.NewTimer(time.Duration(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
