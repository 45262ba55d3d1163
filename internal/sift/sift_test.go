package sift_test

import (
	"regexp/syntax"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/evercart/evercart/internal/sift"
)

// What is turned away has no match, whatever the expression; and words that an expression needs are seen to be missing.
func TestMay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expr, text string
		may        bool
	}{
		{`^(?:add|put) (?:the )?(.+?)$`, "remove the socks", false},
		{`^(?:add|put) (?:the )?(.+?)$`, "add the socks", true},
		{`\b(?:later|aside|next (?:week|month))\b`, "keep it for next year", false},
		{`\b(?:later|aside|next (?:week|month))\b`, "keep it for next month", true},
		{`(?i)card`, "MY CARD", true},
		{`a?b*`, "", true},
		{`colou?rs`, "which colors", true},
		{`colou?rs`, "which sizes", false},
		{`^(?:no|nope|not (?:at all|now))$`, "another note", false},
		{`^(?:no|nope|not (?:at all|now))$`, "not now", true},
		{`^(?:put|leave) .+ (?:out|away)$`, "put the socks out of the cart", false},
		{`^(?:put|leave) .+ (?:out|away)$`, "leave the socks out", true},
		{`$^`, "", true},
		{`^(?:put (.+) aside|hold (.+) for (?:me|us))$`, "put that for me", false},
		{`^(?:put (.+) aside|hold (.+) for (?:me|us))$`, "hold that for me", true},
		{`^^a$$|^$`, "a", true},
	} {
		if got := sift.MustCompile(c.expr).In(c.text).May(0); got != c.may {
			t.Errorf("%s may match %q: %t", c.expr, c.text, got)
		}
	}
}

// An expression never matches what it was said not to match.
func TestNeverWrong(t *testing.T) {
	t.Parallel()
	atom := rapid.SampledFrom([]string{"a", "b", "ab", "[ab]", "a?", "(?:a|bc)", "(?:a|b|)", "b*", "c+", `\b`, "^", "$", ".", "(ab)?", "(?i)a", "a{2,3}", "[^a]", " ", "(?:ca|cb|)+"})
	word := rapid.SampledFrom([]string{"a", "b", "c", "ab", "bc", " ", "A", "ca"})
	rapid.Check(t, func(t *rapid.T) {
		expr := strings.Join(rapid.SliceOfN(atom, 1, 6).Draw(t, "expr"), "")
		if rapid.Bool().Draw(t, "alternate") {
			expr = "(?:" + expr + ")|" + strings.Join(rapid.SliceOfN(atom, 0, 3).Draw(t, "other"), "")
		}
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			t.Skip()
		}
		set := sift.MustCompile("q", expr)
		text := strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "text"), "")
		if !set.In(text).May(1) && set.All[1].MatchString(text) {
			t.Fatalf("%s matches %q", expr, text)
		}
	})
}
