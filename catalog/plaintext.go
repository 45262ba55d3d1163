package catalog

import (
	"html"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/evercart/evercart"
)

// tidy makes a short text of a feed presentable: valid, NFC, one blank between words, nothing invisible, at most most
// characters. The result shares no memory with s, so that a value does not keep its whole row alive.
func tidy(s string, most int) string {
	if s = strings.TrimSpace(s); len(s) <= most && isTidy(s) {
		return strings.Clone(s)
	}
	s = norm.NFC.String(evercart.Clean(s))
	s = strings.Join(strings.FieldsFunc(visibleOnly(s), unicode.IsSpace), " ")
	return strings.Clone(strings.TrimRight(evercart.Clip(s, most), " "))
}

// isTidy is the quick answer for most cells: visible ASCII with single blanks.
func isTidy(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == ' ' && s[i-1] == ' ' { // s begins with no blank
			return false
		}
	}
	return true
}

// tidyText is tidy for descriptions: lines stay lines, empty ones go.
func tidyText(s string, most int) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = tidy(line, most); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimRight(evercart.Clip(strings.Join(lines, "\n"), most), " \n")
}

// visibleOnly drops control and format characters (marks of direction, zero-width blanks, soft hyphens), which could make a
// text look other than it reads; joiners stay, since emoji and several scripts need them.
func visibleOnly(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case r == '\u200d' || r == '\u200c':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
}

// plainText makes text of an HTML body: a block is a line, tags, comments, scripts and styles are gone, entities are
// characters. It is no parser and need not be one: nothing it returns is ever used as markup.
func plainText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return tidyText(s, MaxText)
	}
	s = html.UnescapeString(stripTags(s))
	if looksMarked(s) { // some shops escape their markup once more
		s = html.UnescapeString(stripTags(s))
	}
	return tidyText(s, MaxText)
}

// blocks are the elements that stand on lines of their own.
var blocks = []string{
	"address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption", "figure", "footer", "h1", "h2", "h3",
	"h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "thead", "tr", "ul",
}

// unseen are the elements whose content is not text.
var unseen = []string{"script", "style", "template", "noscript", "iframe", "svg", "head"}

func stripTags(s string) string {
	var out strings.Builder
	out.Grow(len(s))
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 {
			out.WriteString(s)
			return out.String()
		}
		// a line break of the source is a blank of the text
		out.WriteString(strings.ReplaceAll(s[:at], "\n", " "))
		s = s[at:]
		name, length := tag(s)
		if length == 0 { // "a < b"
			out.WriteByte('<')
			s = s[1:]
			continue
		}
		s = s[length:]
		switch {
		case slices.Contains(unseen, name):
			s = afterClosing(s, name)
		case slices.Contains(blocks, strings.TrimPrefix(name, "/")):
			out.WriteByte('\n')
		case name == "td" || name == "th":
			out.WriteByte(' ')
		}
	}
}

// tag reads the tag or comment that s begins with: its name in lower case ("p", "/p", "!") and its length in bytes, 0 when
// the "<" is only a character. One without an end goes to the end.
func tag(s string) (string, int) {
	if strings.HasPrefix(s, "<!--") {
		if end := strings.Index(s, "-->"); end >= 0 {
			return "!", end + 3
		}
		return "!", len(s)
	}
	name, i := tagName(s)
	if i == 0 {
		return "", 0
	}
	quote := byte(0)
	for ; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\'') && s[i-1] == '=':
			quote = c
		case quote == 0 && c == '>':
			return name, i + 1
		}
	}
	return name, len(s)
}

// tagName reads no further than the name: its length with the "<", 0 when s begins with no tag.
func tagName(s string) (string, int) {
	i := 1
	if i < len(s) && s[i] == '/' {
		i++
	}
	if i >= len(s) || !isLetter(s[i]) && s[i] != '!' && s[i] != '?' {
		return "", 0
	}
	from := i
	for i < len(s) && i < from+maxTagName && (isLetter(s[i]) || s[i] >= '0' && s[i] <= '9') {
		i++
	}
	return strings.ToLower(s[1:i]), i
}

// maxTagName bounds what is compared; no element that is known here has a longer name.
const maxTagName = 16

// afterClosing gives what follows the end tag of name, "" without one. It looks at names alone: reading every tag to its end
// would cost the square of a hostile text.
func afterClosing(s, name string) string {
	for {
		at := strings.Index(s, "</")
		if at < 0 {
			return ""
		}
		s = s[at:]
		got, length := tagName(s)
		if got == "/"+name {
			_, length = tag(s)
			return s[length:]
		}
		s = s[max(length, 2):]
	}
}

// inline are elements that tell escaped markup from a text about "a < b".
var inline = []string{"a", "b", "em", "font", "i", "img", "span", "strong", "u"}

func looksMarked(s string) bool {
	for {
		at := strings.IndexByte(s, '<')
		if at < 0 {
			return false
		}
		s = s[at:]
		name, length := tagName(s)
		name = strings.TrimPrefix(name, "/")
		if slices.Contains(blocks, name) || slices.Contains(inline, name) {
			return true
		}
		s = s[max(length, 1):]
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// slug makes the part of an identifier of a text: letters and digits of any script in lower case, one dash between.
func slug(s string) string {
	var out strings.Builder
	gap := false
	for _, r := range strings.ToLower(norm.NFC.String(evercart.Clean(s))) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) {
			gap = true
			continue
		}
		if gap && out.Len() > 0 {
			out.WriteByte('-')
		}
		gap = false
		out.WriteRune(r)
	}
	return out.String()
}
