// Package fakemodel is a language model that says what a script tells it to, in the chat-completions dialect and in that of
// Anthropic's messages. It streams, stalls, breaks off and errs on demand, keeps every request, and refuses what the vendor
// would refuse.
package fakemodel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
)

const maxScript = 16 << 20

// Script is what the model does.
type Script struct {
	Settings Settings
	Rules    []Rule // the first that fits and is not used up answers
}

// Settings hold for all requests.
type Settings struct {
	Key     string   `json:"key,omitempty"`     // requests must carry it; "" = any
	Models  []string `json:"models,omitempty"`  // others are not found; empty = any
	Context int      `json:"context,omitempty"` // bytes of a request over which it is refused; 0 = any
}

// Rule answers the requests that fit.
type Rule struct {
	Name     string    `json:"name,omitempty"`
	When     When      `json:"when,omitzero"`
	Times    int       `json:"times,omitempty"` // how often it answers before the next rule is asked; 0 = always
	Answer   *Answer   `json:"answer,omitempty"`
	Settings *Settings `json:"settings,omitempty"` // alone in its object: no rule
}

// When holds a request against a rule; what is left out fits always.
type When struct {
	Says    string `json:"says,omitempty"`    // the last user text has it, whatever the case
	Match   string `json:"match,omitempty"`   // regular expression on the last user text; its groups serve the answer
	Context string `json:"context,omitempty"` // regular expression on all messages as sent
	Step    *int   `json:"step,omitempty"`    // so many messages with calls stand after the last user text
	Results *int   `json:"results,omitempty"` // so many tool results stand after the last user text
	Tools   *bool  `json:"tools,omitempty"`   // tools are offered, or not
	Model   string `json:"model,omitempty"`

	match, context *regexp.Regexp
}

// Answer is what is sent. Without Text, Calls and Status it is an empty message.
type Answer struct {
	// What is said.
	Text    string   `json:"text,omitempty"`
	Pieces  []string `json:"pieces,omitempty"` // the text, cut as wanted
	Refusal string   `json:"refusal,omitempty"`
	Thinks  string   `json:"thinks,omitempty"` // before it speaks, with a signature; only where the dialect has that, and not when it is switched off
	Hides   string   `json:"hides,omitempty"`  // the same, as a block that nobody can read
	Calls   []Call   `json:"calls,omitempty"`
	Finish  string   `json:"finish,omitempty"` // finish_reason; "" = "tool_calls" after calls, else "stop"

	// How it is cut.
	Chunk   int  `json:"chunk,omitempty"`    // characters of text and of arguments in an event; 0 = 8, negative = all
	Bytes   int  `json:"bytes,omitempty"`    // bytes in a network packet, whatever they split; 0 = an event each
	BadUTF8 bool `json:"bad_utf8,omitempty"` // each U+FFFD leaves as the byte FF

	// When it comes.
	First   Duration `json:"first,omitempty"`   // before the status line
	Pause   Duration `json:"pause,omitempty"`   // before each event
	Hold    string   `json:"hold,omitempty"`    // waits until that name is released …
	HoldAt  int      `json:"hold_at,omitempty"` // … before the event of this number, from 0 = before the status line
	Comment string   `json:"comment,omitempty"` // a keep-alive comment in each pause

	// How it goes wrong.
	Status     int    `json:"status,omitempty"` // an HTTP error instead of a stream
	RetryAfter string `json:"retry_after,omitempty"`
	Error      *Fault `json:"error,omitempty"`     // with Status its body, else an event after CutAt events (or at the end)
	Cut        string `json:"cut,omitempty"`       // "reset" or "end": the stream stops after CutAt events, with or without a word
	CutAt      int    `json:"cut_at,omitempty"`    // 0 = after all pieces, before finish_reason
	NoFinish   bool   `json:"no_finish,omitempty"` // ends in order, but without finish_reason
	NoDone     bool   `json:"no_done,omitempty"`   // without the closing [DONE]

	Usage *Usage `json:"usage,omitempty"` // nil = counted roughly
}

// Call is a tool call to make.
type Call struct {
	ID   string          `json:"id,omitempty"` // "" = made up
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args,omitempty"` // strings in it may take from the request: see expand
	Raw  *string         `json:"raw,omitempty"`  // the arguments as they are, also broken ones
	Pad  int             `json:"pad,omitempty"`  // so many bytes more, as a member "pad"
}

// Fault is an error as the vendor words it.
type Fault struct {
	Message string `json:"message"`
	Type    string `json:"type,omitempty"`
	Param   string `json:"param,omitempty"`
	Code    string `json:"code,omitempty"`
}

// Usage in tokens.
type Usage struct {
	Prompt     int `json:"prompt"`
	Cached     int `json:"cached,omitempty"`
	Written    int `json:"written,omitempty"` // into the cache
	Completion int `json:"completion"`
}

// Duration reads as "1.5s".
type Duration time.Duration

// UnmarshalText reads Go's notation.
func (d *Duration) UnmarshalText(b []byte) error {
	v, err := time.ParseDuration(string(b))
	if err == nil && v < 0 {
		err = errors.New("a pause is not negative")
	}
	*d = Duration(v)
	return err
}

// MarshalText writes Go's notation.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// Parse reads a script: JSON objects one after the other, over as many lines as they like; a line that begins with # is a
// comment. Unknown keys are errors.
func Parse(r io.Reader) (Script, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxScript+1))
	if err != nil {
		return Script{}, err
	}
	if len(b) > maxScript {
		return Script{}, fmt.Errorf("a script has at most %d bytes", maxScript)
	}
	d := json.NewDecoder(bytes.NewReader(uncomment(b)))
	d.DisallowUnknownFields()
	var s Script
	for n := 1; ; n++ {
		var rule Rule
		if err := d.Decode(&rule); errors.Is(err, io.EOF) {
			return s, nil
		} else if err != nil {
			return Script{}, fmt.Errorf("object %d: %w", n, err)
		}
		if rule.Settings != nil {
			s.Settings = *rule.Settings
			continue
		}
		if err := rule.prepare(); err != nil {
			return Script{}, fmt.Errorf("object %d: %w", n, err)
		}
		s.Rules = append(s.Rules, rule)
	}
}

// uncomment empties comment lines. JSON strings hold no line breaks, so a line that begins with # is never inside one.
func uncomment(b []byte) []byte {
	lines := bytes.Split(b, []byte("\n"))
	for i, l := range lines {
		if bytes.HasPrefix(bytes.TrimSpace(l), []byte("#")) {
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

func (r *Rule) prepare() (err error) {
	if r.Answer == nil {
		return errors.New("a rule has an answer")
	}
	if r.When.Match != "" {
		if r.When.match, err = regexp.Compile(r.When.Match); err != nil {
			return err
		}
	}
	if r.When.Context != "" {
		if r.When.context, err = regexp.Compile(r.When.Context); err != nil {
			return err
		}
	}
	switch a := r.Answer; {
	case a.Cut != "" && a.Cut != "reset" && a.Cut != "end":
		return fmt.Errorf("cut is %q or %q", "reset", "end")
	case a.Status != 0 && (a.Status < 300 || a.Status > 599):
		return errors.New("status is an HTTP error or a redirect")
	case a.Text != "" && len(a.Pieces) > 0:
		return errors.New("text or pieces, not both")
	}
	for _, c := range r.Answer.Calls {
		if c.Raw != nil && (c.Args != nil || c.Pad > 0) {
			return errors.New("a call has args or raw, not both")
		}
	}
	return nil
}
