package evercart_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/evercart/evercart"
)

func TestClean(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                  "",
		"plain":             "plain",
		"a\x00b":            "ab",
		"\x00":              "",
		"a\xffb":            "a\uFFFDb",
		"lone \xed\xa0\x80": "lone \uFFFD",
		"\xf0\x9f\x91":      "\uFFFD",
		"👩‍👩‍👧 é":           "👩‍👩‍👧 é",
		`\u0000`:            `\u0000`,
	} {
		if got := evercart.Clean(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
		if got := evercart.Private(in).Reveal(); got != want {
			t.Errorf("Private %q: got %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"))
		c := evercart.Clean(s)
		if !utf8.ValidString(c) || strings.ContainsRune(c, 0) || evercart.Clean(c) != c {
			t.Fatalf("%q is not clean", c)
		}
	})
}

func TestClip(t *testing.T) {
	t.Parallel()
	const family, flags = "👩‍👩‍👧", "🇩🇪🇫🇷" // five runes that are one character; four that are two
	const scotland = "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 5, "abc"}, {"abc", 3, "abc"}, {"abc", 2, "ab"}, {"abc", 0, ""}, {"abc", -1, ""}, {"", 3, ""},
		{"e\u0301a", 1, ""}, {"ae\u0301", 2, "a"}, {"e\u0301a", 2, "e\u0301"},
		{family, 1, ""}, {family, 4, ""}, {family, 5, family}, {"x" + family, 3, "x"}, {family + "x", 5, family},
		{flags, 1, ""}, {flags, 2, "🇩🇪"}, {flags, 3, "🇩🇪"}, {flags, 4, flags}, {"a" + flags, 4, "a🇩🇪"},
		{"👍🏽x", 1, ""}, {"👍🏽x", 2, "👍🏽"}, {"❤️x", 1, ""}, {"❤️x", 2, "❤️"},
		{scotland + "x", 3, ""}, {scotland + "x", 7, scotland},
		{"\u1112\u1161\u11ab\u1100", 2, ""}, {"\u1112\u1161\u11ab\u1100", 3, "\u1112\u1161\u11ab"},
	} {
		if got := evercart.Clip(c.in, c.n); got != c.want {
			t.Errorf("%q to %d: got %q, want %q", c.in, c.n, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		n := rapid.IntRange(0, 20).Draw(t, "n")
		got := evercart.Clip(s, n)
		if !strings.HasPrefix(s, got) || utf8.RuneCountInString(got) > n {
			t.Fatalf("%q to %d: %q", s, n, got)
		}
		if evercart.Clip(got, n) != got {
			t.Fatalf("%q is clipped again", got)
		}
	})
}

func TestPersonalJSON(t *testing.T) {
	t.Parallel()
	var v struct{ A, B evercart.PersonalJSON }
	if err := json.Unmarshal([]byte(`{"A":{"x": 1},"B":null}`), &v); err != nil {
		t.Fatal(err)
	}
	if string(v.A.Reveal()) != `{"x": 1}` || v.B != nil {
		t.Fatalf("%s, %v", v.A.Reveal(), v.B.Reveal())
	}
	got, err := evercart.RevealJSON(struct{ A, B, C evercart.PersonalJSON }{
		A: evercart.PersonalJSON(`{"n": 12345678901234567890, "s": "a\u0000b\ud800"}`), B: evercart.PersonalJSON(`{"broken":`),
	})
	if want := `{"A":{"n":12345678901234567890,"s":"ab` + "\uFFFD" + `"},"B":null,"C":null}`; err != nil || string(got) != want {
		t.Fatalf("got %s, %v; want %s", got, err, want)
	}
}
