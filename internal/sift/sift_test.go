package sift_test

import (
	"regexp"
	"regexp/syntax"
	"slices"
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
		if got := sift.Compile(c.expr).In(c.text).May(0); got != c.may {
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
		set := sift.Compile("q", expr)
		text := strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "text"), "")
		if got, want := sift.Of(expr).MatchString(text), set.At(1).MatchString(text); got != want {
			t.Fatalf("%s alone matches %q: %t", expr, text, got)
		}
		in := set.In(text)
		if !in.May(1) && set.At(1).MatchString(text) {
			t.Fatalf("%s matches %q", expr, text)
		}
		for i, next := 0, in.Next(0); i < set.Len(); i++ {
			if in.May(i) != (next == i) {
				t.Fatalf("%s: %q may match %d: %t, the next one is %d", expr, text, i, in.May(i), next)
			}
			if next == i {
				next = in.Next(i + 1)
			}
		}
	})
}

// A pattern does what its expression does, whatever the text.
func TestPattern(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("and the socks ", 80) + "out"
	for _, expr := range []string{`^(?:add|put) (?:the )?(.+?)$`, `\b(?:later|aside)\b`, `(?i)card`, `a?b*`, `^(?:no|nope|not (?:at all|now))$`, ` +`, `\d`, `(?:socks|[a-z]+) out$`, `\b(?:so|the sock)|^(?:add|a)\b`, `\btoo$|\bof \d`, `\b(?:is|it) for|later`} {
		p, re := sift.Of(expr), regexp.MustCompile(expr)
		for _, text := range []string{"", "add the socks", "remove the socks", "keep it for later", "MY CARD", "abb", "not now", "a  b", "4 of 22", long, strings.ToUpper(long)} {
			if got, want := p.MatchString(text), re.MatchString(text); got != want {
				t.Errorf("%s matches %.40q: %t, not %t", expr, text, got, want)
			}
			if got, want := p.FindString(text), re.FindString(text); got != want {
				t.Errorf("%s finds %.40q in %.40q, not %.40q", expr, got, text, want)
			}
			if got, want := p.FindAllString(text, -1), re.FindAllString(text, -1); !slices.Equal(got, want) {
				t.Errorf("%s finds %d in %.40q, not %d", expr, len(got), text, len(want))
			}
			if got, want := p.FindStringIndex(text), re.FindStringIndex(text); !slices.Equal(got, want) {
				t.Errorf("%s finds %v in %.40q, not %v", expr, got, text, want)
			}
			if got, want := p.FindStringSubmatch(text), re.FindStringSubmatch(text); !slices.Equal(got, want) {
				t.Errorf("%s finds %.80q in %.40q, not %.80q", expr, got, text, want)
			}
			if got, want := p.FindStringSubmatchIndex(text), re.FindStringSubmatchIndex(text); !slices.Equal(got, want) {
				t.Errorf("%s finds %v in %.40q, not %v", expr, got, text, want)
			}
			if got, want := p.ReplaceAllString(text, "<$1>"), re.ReplaceAllString(text, "<$1>"); got != want {
				t.Errorf("%s makes %.40q of %.40q, not %.40q", expr, got, text, want)
			}
		}
	}
}

// With a table that tells of all expressions, of some or of others, a set is what it is without one.
func TestTable(t *testing.T) {
	t.Parallel()
	exprs := []string{`^(?:add|put) (?:the )?(.+?)$`, `\b(?:later|aside|next (?:week|month))\b`, `colou?rs`, `$^`, `^(?:no|nope|not (?:at all|now))$`, `^(?:put (.+) aside|hold (.+) for (?:me|us))$`, `ab`, `a`}
	texts := []string{"", "a", "put the blouse aside", "which colors", "not now", "hold that for us", "add it next week", "which colour", "no", "ab"}
	fresh := sift.Compile(exprs...)
	for _, told := range [][]string{nil, exprs, exprs[:3], exprs[3:], {"else", `(?:add|put)x`, `colou?rs`}} {
		table, err := sift.Make(told...)
		if err != nil {
			t.Fatal(err)
		}
		for i, expr := range exprs {
			if got, want := table.Knows(expr), slices.Contains(told, expr); got != want {
				t.Errorf("%s, of a table of %d: known %t", expr, len(told), got)
			}
			for _, text := range texts {
				in, want := table.Compile(exprs...).In(text), fresh.In(text).May(i)
				if got := in.May(i); got != want {
					t.Errorf("%s may match %q by a table of %d: %t", expr, text, len(told), got)
				}
				if got := in.Next(i) == i; got != want {
					t.Errorf("%s is the next to match %q by a table of %d: %t", expr, text, len(told), got)
				}
			}
		}
	}
	if sift.Table("").Knows("a") || sift.Table("tables of another kind are none").Knows("a") {
		t.Error("what is no table knows something")
	}
}
