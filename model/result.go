package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// told is a result as the model reads it.
type told struct {
	OK   bool            `json:"ok"`
	Code evercart.Code   `json:"code,omitempty"`
	Say  string          `json:"say,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// notDone answers a call that has no result.
const notDone = `{"ok":false,"code":"canceled","say":"This was not done."}`

// Result is the result of a step's i-th call as a model reads it, found by the call's id, else by its place: one JSON object of at
// most max bytes, and whether the call failed. A call without a result was not done.
func Result(s evercart.Step, i, max int) (text string, failed bool) {
	text, failed = resultOf(s, i)
	return Shorten(text, max), failed
}

func resultOf(s evercart.Step, i int) (string, bool) {
	id := s.Calls[i].ID
	at := slices.IndexFunc(s.Results, func(r evercart.Result) bool { return id != "" && r.Call == id })
	if at < 0 && i < len(s.Results) && (id == "" || s.Results[i].Call == "") {
		at = i
	}
	if at < 0 {
		return notDone, true
	}
	r := s.Results[at]
	t := told{OK: r.Code == "", Code: r.Code, Say: Clean(r.Say.Reveal())}
	if data := bytes.TrimSpace(r.Data); json.Valid(data) && utf8.Valid(data) && !bytes.Equal(data, []byte("null")) {
		t.Data = json.RawMessage(data)
	}
	b, err := Encode(t)
	if err != nil {
		return notDone, true
	}
	return string(b), !t.OK
}

// Shorten cuts a text to at most n bytes, never inside a character, and says so.
func Shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	note := fmt.Sprintf(" … [shortened: this was %d bytes long]", len(s))
	most := max(0, n-len(note))
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	// Clip keeps what a reader sees as one character whole; it must see what comes next to know.
	next := most
	for range 8 {
		_, size := utf8.DecodeRuneInString(s[next:])
		next += size
	}
	return evercart.Clip(s[:next], utf8.RuneCountInString(s[:most])) + note
}

// Args is a call's arguments as the text of one JSON object: servers refuse a history that has anything else.
func Args(args evercart.PersonalJSON) string {
	b := bytes.TrimSpace(args)
	if len(b) == 0 || b[0] != '{' || !utf8.Valid(b) || !json.Valid(b) {
		return "{}"
	}
	return string(b)
}

// MaxArgs is how many bytes a call's arguments may have.
const MaxArgs = 64 << 10

// Called are the arguments that came with a call if they are one JSON object, else null, so that it can be answered as one that
// failed. None at all is the empty object: servers send that for tools that take nothing, and a tool that needs something refuses
// it. long = they were over MaxArgs.
func Called(args []byte, long bool) evercart.PersonalJSON {
	args = bytes.TrimSpace(args)
	switch {
	case long:
		return evercart.PersonalJSON("null")
	case len(args) == 0:
		return evercart.PersonalJSON("{}")
	case args[0] != '{' || !utf8.Valid(args) || !json.Valid(args):
		return evercart.PersonalJSON("null")
	}
	return args
}

// Name is a tool's name as servers take it: one that the model made up may have any characters.
func Name(tool string) string {
	name := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return '_'
	}, tool)
	if name == "" {
		return "unknown"
	}
	return name[:min(len(name), 64)]
}

// Clean is text that every server takes: valid UTF-8, no U+0000, no blanks around it.
func Clean(s string) string { return strings.TrimSpace(evercart.Clean(s)) }

// Encode writes JSON without the escapes that a web page would need: they cost tokens.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
