package evercart

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes text storable everywhere: valid UTF-8 (each broken sequence becomes U+FFFD) without U+0000.
func Clean(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") {
		return s
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// Clip shortens text to at most n characters (runes) without leaving half of what a reader sees as one: no dangling joiner,
// no accent cut from its letter, no half flag, no half of a syllable written in parts.
func Clip(s string, n int) string {
	if n <= 0 {
		return ""
	}
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	for n > 0 && glued(r, n) {
		n--
	}
	return string(r[:n])
}

// glued says that r[at] belongs to the character before it.
func glued(r []rune, at int) bool {
	next, last := r[at], r[at-1]
	const zwj = '\u200d'
	switch {
	case next == zwj || last == zwj, unicode.Is(unicode.M, next), next >= 0x1f3fb && next <= 0x1f3ff, next >= 0xfe00 && next <= 0xfe0f:
		return true
	case next >= 0xe0020 && next <= 0xe007f, next >= 0x1160 && next <= 0x11ff: // tags of a flag, vowels and finals of a Korean syllable
		return true
	case isFlag(next) && isFlag(last):
		run := 0
		for i := at - 1; i >= 0 && isFlag(r[i]); i-- {
			run++
		}
		return run%2 == 1
	}
	return false
}

func isFlag(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

const hidden = "[personal]"

// Personal is text about a person; PersonalJSON is JSON that may hold some. Either stands only in parts that are stored
// sealed, and prints, logs and marshals as "[personal]". Reveal is the one way out: a grep for it is the privacy review.
type (
	Personal     string
	PersonalJSON []byte
)

// Private makes Personal of text from outside: cleaned before a change can hold it.
func Private(s string) Personal { return Personal(Clean(s)) }

// String hides the text.
func (Personal) String() string { return hidden }

// Format hides the text from every verb of fmt.
func (Personal) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue hides the text from slog.
func (Personal) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON hides the text from encoding/json; sealing goes another way (record.go).
func (Personal) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// Reveal gives the text itself.
func (p Personal) Reveal() string { return string(p) }

// String hides the JSON.
func (PersonalJSON) String() string { return hidden }

// Format hides the JSON from every verb of fmt.
func (PersonalJSON) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue hides the JSON from slog.
func (PersonalJSON) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON hides the JSON from encoding/json.
func (PersonalJSON) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }

// UnmarshalJSON keeps the raw JSON; null is none.
func (p *PersonalJSON) UnmarshalJSON(b []byte) error {
	if *p = slices.Clone(b); string(b) == "null" {
		*p = nil
	}
	return nil
}

// Reveal gives the JSON itself.
func (p PersonalJSON) Reveal() json.RawMessage { return json.RawMessage(p) }
