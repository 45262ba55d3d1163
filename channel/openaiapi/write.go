package openaiapi

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/channel"
)

const (
	model       = "evercart" // the one in the list of models; any name is answered
	eventStream = "text/event-stream"
)

// The objects of an answer. A chunk and a whole answer differ in which of delta and message they have.
type (
	completion struct {
		ID      string   `json:"id"`
		Object  string   `json:"object"`
		Created int64    `json:"created"`
		Model   string   `json:"model"`
		Choices []choice `json:"choices"`
		Usage   *usage   `json:"usage,omitempty"`
	}
	choice struct {
		Index   int     `json:"index"`
		Delta   *words  `json:"delta,omitempty"`
		Message *words  `json:"message,omitempty"`
		Logs    *string `json:"logprobs"`
		Finish  *string `json:"finish_reason"`
	}
	words struct {
		Role    string     `json:"role,omitempty"`
		Content *string    `json:"content,omitempty"`
		Calls   []toolCall `json:"tool_calls,omitempty"`
	}
	toolCall struct {
		Index    *int     `json:"index,omitempty"` // of a chunk
		ID       string   `json:"id,omitempty"`
		Type     string   `json:"type,omitempty"`
		Function function `json:"function"`
	}
	function struct {
		Name      string `json:"name,omitempty"`
		Arguments string `json:"arguments"`
	}
	usage struct {
		Prompt     int64 `json:"prompt_tokens"`
		Completion int64 `json:"completion_tokens"`
		Total      int64 `json:"total_tokens"`
		Details    struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	}
)

func usageOf(u evercart.Usage) *usage {
	out := &usage{Prompt: u.In, Completion: u.Out, Total: u.In + u.Out}
	out.Details.Cached = u.Cached
	return out
}

// answer is what is sent back: at once, or in chunks as it is made.
type answer struct {
	w      http.ResponseWriter
	rc     *http.ResponseController
	wait   time.Duration // for one chunk
	stream bool
	usage  bool // a stream tells it
	of     completion
	text   string
	aside  string // the last piece of a whole answer, where it is no part of the reply
	calls  []toolCall
	gone   bool // the other side does not read any more
}

func (c *Channel) answer(w http.ResponseWriter, q request) *answer {
	a := &answer{w: w, rc: http.NewResponseController(w), wait: c.Limits.Write, stream: q.Stream, usage: q.Options.Usage,
		of: completion{ID: "chatcmpl-" + rand.Text(), Created: c.desk.Clock.Now().Unix(), Model: q.Model, Object: "chat.completion.chunk"}}
	if a.stream {
		h := w.Header()
		h.Set("Content-Type", eventStream)
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Accel-Buffering", "no")
		none := ""
		a.chunk(words{Role: "assistant", Content: &none}, nil)
	}
	return a
}

// say adds words to the answer.
func (a *answer) say(text string) {
	if a.text != "" {
		text = " " + text
	}
	a.text += text
	if a.stream {
		a.chunk(words{Content: &text}, nil)
	}
}

// piece adds a piece of an answer. Nobody hears a whole answer before its end, so that what asks for patience is no part of it; what is no
// part of the reply, and comes last, is an apology.
func (a *answer) piece(p channel.Piece) {
	if !a.stream && p.Hold {
		a.aside = p.Text
		return
	}
	a.aside = ""
	a.say(p.Text)
}

// call adds a call of one of the platform's tools.
func (a *answer) call(name, arguments string) {
	i := len(a.calls)
	t := toolCall{ID: "call_" + rand.Text(), Type: "function", Function: function{name, arguments}}
	a.calls = append(a.calls, t)
	if a.stream {
		t.Index, t.Function.Arguments = &i, ""
		a.chunk(words{Calls: []toolCall{t}}, nil)
		a.chunk(words{Calls: []toolCall{{Index: &i, Function: function{Arguments: arguments}}}}, nil)
	}
}

// beat shows that the stream is alive, by a comment.
func (a *answer) beat() {
	if a.stream {
		a.send([]byte(": \n\n"))
	}
}

// end closes the answer.
func (a *answer) end(u evercart.Usage) {
	if a.aside != "" {
		a.say(a.aside)
	}
	finish := "stop"
	if len(a.calls) > 0 {
		finish = "tool_calls"
	}
	if !a.stream {
		a.of.Object, a.of.Usage = "chat.completion", usageOf(u)
		a.of.Choices = []choice{{Message: &words{Role: "assistant", Content: &a.text, Calls: a.calls}, Finish: &finish}}
		writeJSON(a.w, http.StatusOK, a.of)
		return
	}
	a.chunk(words{}, &finish)
	if a.usage {
		last := a.of
		last.Choices, last.Usage = []choice{}, usageOf(u)
		a.event(last)
	}
	a.send([]byte("data: [DONE]\n\n"))
	_ = a.rc.SetWriteDeadline(time.Time{}) // the connection serves further requests
}

func (a *answer) chunk(d words, finish *string) {
	c := a.of
	c.Choices = []choice{{Delta: &d, Finish: finish}}
	a.event(c)
}

func (a *answer) event(c completion) {
	b, err := json.Marshal(c)
	if err != nil { // strings and numbers: cannot fail
		return
	}
	a.send(append(append([]byte("data: "), b...), "\n\n"...))
}

func (a *answer) send(b []byte) {
	if a.gone {
		return
	}
	_ = a.rc.SetWriteDeadline(time.Now().Add(a.wait))
	_, err := a.w.Write(b)
	if err == nil {
		err = a.rc.Flush()
	}
	a.gone = err != nil
}

// fail answers in OpenAI's form, before anything was sent.
func (c *Channel) fail(w http.ResponseWriter, err error) {
	e := evercart.AsError(err)
	status, kind, code := http.StatusInternalServerError, "server_error", "server_error"
	message := "something went wrong inside"
	switch e.Code {
	case evercart.Invalid:
		status, kind, code, message = http.StatusBadRequest, "invalid_request_error", "invalid_request", e.Message
	case evercart.TooLarge:
		status, kind, code, message = http.StatusRequestEntityTooLarge, "invalid_request_error", "request_too_large", e.Message
	case evercart.Unauthorized:
		status, kind, code, message = http.StatusUnauthorized, "invalid_request_error", "invalid_api_key", e.Message
	case evercart.Busy, evercart.Unavailable:
		status, message = http.StatusServiceUnavailable, e.Message
		w.Header().Set("Retry-After", strconv.Itoa(max(1, int(e.RetryAfter/time.Second))))
	default:
		c.log.Error("openai: failed", "code", e.Code, "error", e.Error())
	}
	type body struct {
		Message string  `json:"message"`
		Type    string  `json:"type"`
		Param   *string `json:"param"`
		Code    string  `json:"code"`
	}
	writeJSON(w, status, map[string]body{"error": {message, kind, nil, code}})
}

// models answers GET /v1/models.
func (c *Channel) models(w http.ResponseWriter, r *http.Request) error {
	if err := c.enter(r); err != nil {
		c.fail(w, err)
		return nil
	}
	defer c.exit()
	type entry struct {
		ID      string `json:"id"`
		Object  string `json:"object"`
		Created int64  `json:"created"`
		Owner   string `json:"owned_by"`
	}
	writeJSON(w, http.StatusOK, map[string]any{"object": "list", "data": []entry{{model, "model", 0, "evercart"}}})
	return nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil { // strings and numbers: cannot fail
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) // the other side may have left: nothing to be done
}
