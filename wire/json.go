package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/evercart/evercart"
)

// Marshal writes v as JSON on one line, without the escapes that only HTML needs.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, evercart.Wrap(err, evercart.Internal, "wire.Marshal")
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

func (f fields) has(key string) bool {
	raw, ok := f[key]
	return ok && string(raw) != "null"
}

// text gives a string; ok is false where it is absent.
func (f fields) text(key string) (s string, ok bool, err error) {
	if !f.has(key) {
		return "", false, nil
	}
	if f[key][0] != '"' || json.Unmarshal(f[key], &s) != nil {
		return "", false, evercart.Errorf(evercart.Invalid, "wire", "%s must be a string", key)
	}
	return s, true, nil
}

// number gives a whole number; 0 and false where it is absent.
func (f fields) number(key string) (n int64, ok bool, err error) {
	if !f.has(key) {
		return 0, false, nil
	}
	if json.Unmarshal(f[key], &n) != nil {
		return 0, false, evercart.Errorf(evercart.Invalid, "wire", "%s must be a whole number", key)
	}
	return n, true, nil
}

// boolean gives true or false; false and false where it is absent.
func (f fields) boolean(key string) (v, ok bool, err error) {
	if !f.has(key) {
		return false, false, nil
	}
	if json.Unmarshal(f[key], &v) != nil {
		return false, false, evercart.Errorf(evercart.Invalid, "wire", "%s must be true or false", key)
	}
	return v, true, nil
}

// list gives the elements of an array; nil where it is absent.
func (f fields) list(key string, most int) ([]json.RawMessage, error) {
	if !f.has(key) {
		return nil, nil
	}
	var out []json.RawMessage
	if json.Unmarshal(f[key], &out) != nil {
		return nil, evercart.Errorf(evercart.Invalid, "wire", "%s must be a list", key)
	}
	if len(out) > most {
		return nil, evercart.Errorf(evercart.TooLarge, "wire", "%s has more than %d entries", key, most)
	}
	return out, nil
}

// user gives a user id; an empty one counts as absent. It is without U+0000, control characters, and without U+FFFD, which would make two broken ids equal.
func (f fields) user() (evercart.Personal, error) {
	s, _, err := f.text("user_id")
	if err != nil || s == "" {
		return "", err
	}
	if strings.ContainsRune(s, utf8.RuneError) {
		return "", evercart.Errorf(evercart.Invalid, "wire", "user_id holds a broken character")
	}
	return evercart.ParseUserID(s)
}

// turn gives a turn id; an empty one counts as absent.
func (f fields) turn(key string) (evercart.TurnID, error) {
	s, _, err := f.text(key)
	if err != nil || s == "" {
		return "", err
	}
	return evercart.ParseTurnID(s)
}

// locale gives a language tag by its form alone: letters, digits and dashes, at most 35.
func (f fields) locale() (string, error) {
	s, ok, err := f.text("locale")
	if err != nil || !ok || s == "" {
		return "", err
	}
	return ParseLocale(s)
}

// ParseLocale accepts what has the form of a BCP 47 tag. Invalid.
func ParseLocale(s string) (string, error) {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	if len(s) > 35 || strings.Trim(s, letters) != "" {
		return "", evercart.Errorf(evercart.Invalid, "wire", "locale is a language tag, such as en-US")
	}
	return s, nil
}
