package openai

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

// resultOf finds the result of a step's call, by its id, else by its place.
func resultOf(s evercart.Step, i int) string {
	id := s.Calls[i].ID
	at := slices.IndexFunc(s.Results, func(r evercart.Result) bool { return id != "" && r.Call == id })
	if at < 0 && i < len(s.Results) && (id == "" || s.Results[i].Call == "") {
		at = i
	}
	if at < 0 {
		return notDone
	}
	r := s.Results[at]
	t := told{OK: r.Code == "", Code: r.Code, Say: clean(r.Say.Reveal())}
	if data := bytes.TrimSpace(r.Data); json.Valid(data) && utf8.Valid(data) && !bytes.Equal(data, []byte("null")) {
		t.Data = json.RawMessage(data)
	}
	b, err := encode(t)
	if err != nil {
		return notDone
	}
	return string(b)
}

// shorten cuts a text to at most n bytes, never inside a character, and says so.
func shorten(s string, n int) string {
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

// argsOf is a call's arguments as the text of one JSON object: servers refuse a history that has anything else.
func argsOf(args evercart.PersonalJSON) string {
	b := bytes.TrimSpace(args)
	if len(b) == 0 || b[0] != '{' || !utf8.Valid(b) || !json.Valid(b) {
		return "{}"
	}
	return string(b)
}

// nameOf is a tool's name as servers take it: one that the model made up may have any characters.
func nameOf(tool string) string {
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

// clean is text that every server takes: valid UTF-8, no U+0000, no blanks around it.
func clean(s string) string { return strings.TrimSpace(evercart.Clean(s)) }
