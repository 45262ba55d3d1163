package fakemodel

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evercart/evercart/internal/sse"
)

// answer is a rule's answer, filled in for one request.
type answer struct {
	Answer
	dialect dialect
	request request
	pieces  []string
	calls   []toolCall
	size    int // of the request
	came    time.Time
}

// dialect is how a vendor words requests and answers.
type dialect interface {
	// read takes a request apart and refuses what the vendor would refuse.
	read(set Settings, r *http.Request, body []byte) (request, *refusal)
	refuse(w http.ResponseWriter, f *refusal)
	// whole is the answer to a request without streaming.
	whole(a answer) any
	// steps are the events of the message, then of those that end it. What the script counts as one event may be several.
	steps(a answer) (body, tail [][]sse.Event)
	fault(f Fault) sse.Event
}

// complete answers POST requests of a dialect.
func (s *Server) complete(d dialect) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			return
		}
		s.respond(w, r, d, body)
	}
}

func (s *Server) respond(w http.ResponseWriter, r *http.Request, d dialect, body []byte) {
	came := time.Now()
	mark := s.keep(r, body)
	refuse := func(f *refusal) {
		mark(func(k *Kept) { k.Status, k.Why, k.Ended = f.status, f.fault.Message, EndedWhole })
		d.refuse(w, f)
	}
	s.mu.Lock()
	set := s.script.Settings
	s.mu.Unlock()
	if set.Key != "" && keyOf(r) != set.Key {
		refuse(&refusal{status: http.StatusUnauthorized, fault: Fault{Message: "incorrect API key provided", Code: "invalid_api_key"}})
		return
	}
	req, f := d.read(set, r, body)
	if f != nil {
		refuse(f)
		return
	}
	a, rule, f := s.choose(req)
	if f != nil {
		refuse(f)
		return
	}
	a.size, a.dialect, a.came = len(body), d, came
	mark(func(k *Kept) { k.Rule, k.Said = rule, req.turn().said })
	status, ended, sent := s.send(w, r, a)
	mark(func(k *Kept) { k.Status, k.Ended, k.Times = status, ended, sent })
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
		out.calls = append(out.calls, toolCall{ID: cmp.Or(c.ID, r.callID(from.turn.step, i)), Type: "function", Function: toolFunction{Name: c.Tool, Arguments: args}})
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

// send gives the answer, and says how it ended, and when each event had left.
func (s *Server) send(w http.ResponseWriter, r *http.Request, a answer) (status int, ended string, sent []int64) {
	ctx := r.Context()
	if sleep(ctx, a.First) != nil {
		return 0, EndedLeft, nil
	}
	if a.Hold != "" && a.HoldAt == 0 && s.holds.hold(ctx, a.Hold) != nil {
		return 0, EndedLeft, nil
	}
	if a.Status != 0 {
		f := &refusal{status: a.Status, retry: a.RetryAfter, fault: Fault{Message: http.StatusText(a.Status)}}
		if a.Error != nil {
			f.fault = *a.Error
		}
		a.dialect.refuse(w, f)
		return a.Status, EndedWhole, nil
	}
	if !a.request.Stream {
		write(w, http.StatusOK, a.dialect.whole(a))
		return http.StatusOK, EndedWhole, nil
	}
	ended, sent = s.stream(ctx, w, a)
	return http.StatusOK, ended, sent
}

// tokens are what the script says, or a rough count.
func (a answer) tokens() Usage {
	if a.Usage != nil {
		return *a.Usage
	}
	return Usage{Prompt: (a.size + 3) / 4, Completion: len(strings.Join(a.pieces, ""))/4 + 1}
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
