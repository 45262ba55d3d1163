package shop

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// maxArgs bounds the arguments of one call, in bytes.
const maxArgs = 16 << 10

// args are the arguments of one call. Strict: one JSON object, each key once, none unknown, no null. A wrong type is never
// bent into the right one: "2", "two", true, 2.0 and 1e1 are no quantity. Getters keep the first error for done.
type args struct {
	tool   string
	values map[string]json.RawMessage
	err    error
}

// parseArgs reads the outermost object; encoding/json alone would keep the last of two equal keys without a word. Invalid.
func parseArgs(tool string, raw []byte) (*args, error) {
	a := &args{tool: tool, values: map[string]json.RawMessage{}}
	switch {
	case len(raw) > maxArgs:
		return nil, a.wrong("", "the arguments are too long")
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, a.wrong("", "there are no arguments; send an object")
	case !utf8.Valid(raw):
		return nil, a.wrong("", "the arguments are not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, a.wrong("", "the arguments are not a JSON object")
	}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			return nil, a.wrong("", "the arguments are not valid JSON")
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, a.wrong("", "the arguments are not valid JSON")
		}
		if _, twice := a.values[name]; twice {
			return nil, a.wrong(name, "a key stands there twice")
		}
		if string(value) == "null" {
			return nil, a.wrong(name, "null is no value; leave the key out")
		}
		a.values[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, a.wrong("", "the arguments are not valid JSON")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, a.wrong("", "there is something after the arguments")
	}
	return a, nil
}

// done gives the first error, or says that a key was never asked for.
func (a *args) done() error {
	if a.err != nil {
		return a.err
	}
	for name := range a.values {
		return a.wrong(name, "there is no such argument")
	}
	return nil
}

// wrong is an Invalid that says which argument and why; what is a quantity gets its own sentence.
func (a *args) wrong(name, why string) error {
	e := evercart.Errorf(evercart.Invalid, "shop."+a.tool, "%s", why)
	if name != "" {
		e = evercart.Errorf(evercart.Invalid, "shop."+a.tool, "%s: %s", evercart.Clip(evercart.Clean(name), 40), why)
	}
	if name == "quantity" {
		return e.With(slog.String("what", "quantity"))
	}
	return e
}

func (a *args) fail(name, why string) {
	if a.err == nil {
		a.err = a.wrong(name, why)
	}
}

// take gives a value once.
func (a *args) take(name string) (json.RawMessage, bool) {
	raw, ok := a.values[name]
	delete(a.values, name)
	return raw, ok
}

// text is a string of 1 to most characters, trimmed; "" when it is not there.
func (a *args) text(name string, most int) string {
	raw, ok := a.take(name)
	if !ok {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		a.fail(name, "it has to be a string")
		return ""
	}
	s = strings.TrimSpace(evercart.Clean(s))
	switch n := utf8.RuneCountInString(s); {
	case n == 0:
		a.fail(name, "it is empty")
	case n > most:
		a.fail(name, "it is too long")
		return ""
	}
	return s
}

// whole is a whole number from 1; 0 when it is not there.
func (a *args) whole(name string) int {
	raw, ok := a.take(name)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(string(raw), 10, 64)
	switch {
	case err != nil:
		a.fail(name, "it has to be a whole number, written as digits alone")
		return 0
	case n < 1:
		a.fail(name, "it has to be 1 or more")
		return 0
	case n != int64(int(n)) || n > 1<<31:
		a.fail(name, "it is too large")
		return 0
	}
	return int(n)
}

// need says that an argument has to be there.
func (a *args) need(name string) {
	if _, ok := a.values[name]; !ok {
		a.fail(name, "it is missing")
	}
}

// flag is true or false; false when it is not there.
func (a *args) flag(name string) bool {
	raw, ok := a.take(name)
	if !ok {
		return false
	}
	switch string(raw) {
	case "true":
		return true
	case "false":
		return false
	}
	a.fail(name, "it has to be true or false")
	return false
}

// amount is a plain decimal number of whole currency units ("49.5"), exact; 0 when it is not there.
func (a *args) amount(name string, c evercart.Currency) evercart.Minor {
	raw, ok := a.take(name)
	if !ok {
		return 0
	}
	m, err := c.ParseMinor(string(raw))
	if err != nil || m < 0 {
		a.fail(name, "it has to be an amount of money as a plain number, such as 49.50")
		return 0
	}
	return m
}

// texts is an object of strings; nil when it is not there.
func (a *args) texts(name string) map[string]string {
	raw, ok := a.take(name)
	if !ok {
		return nil
	}
	inner, err := parseArgs(a.tool, raw)
	if err != nil {
		a.fail(name, "it has to be an object of strings")
		return nil
	}
	out := make(map[string]string, len(inner.values))
	for k, v := range inner.values {
		var s string
		if json.Unmarshal(v, &s) != nil {
			a.fail(name, "it has to be an object of strings")
			return nil
		}
		out[evercart.Clean(k)] = evercart.Clean(s)
	}
	return out
}
