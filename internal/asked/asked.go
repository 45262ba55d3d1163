// Package asked reads sets of questions about a shop, and scores answers to them. Tests and house/train share it.
package asked

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Question is a question with what a right answer holds.
type Question struct {
	ID   string `json:"id"`
	Q    string `json:"q"`
	Want Want   `json:"want"`
}

// Want is what a right answer holds.
type Want struct {
	File    string   `json:"file"`
	MustSay []string `json:"must_say"`
	MustNot []string `json:"must_not_say"`
	Unknown bool     `json:"unknown"` // the shop does not say
}

// Read reads a set: lines of JSON, or lines such as "how long may I return it | returns.md | 30 days; unworn", with "-" for what
// the shop does not say, and "#" before remarks.
func Read(from io.Reader) ([]Question, error) {
	var out []Question
	in := bufio.NewScanner(from)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(in.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '{' {
			var q Question
			if err := json.Unmarshal([]byte(line), &q); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			out = append(out, q)
			continue
		}
		parts := strings.Split(line, "|")
		if len(parts) < 2 {
			continue
		}
		q := Question{ID: fmt.Sprint("line ", n), Q: strings.TrimSpace(parts[0])}
		if q.Want.File = strings.TrimSpace(parts[1]); q.Want.File == "-" {
			q.Want = Want{Unknown: true}
		} else if len(parts) > 2 {
			for m := range strings.SplitSeq(parts[2], ";") {
				q.Want.MustSay = append(q.Want.MustSay, strings.TrimSpace(m))
			}
		}
		out = append(out, q)
	}
	return out, in.Err()
}

// Answered says whether a text from a file answers.
func (w Want) Answered(file, text string) bool {
	if w.Unknown || file != w.File {
		return false
	}
	for _, m := range w.MustSay {
		if !holds(text, m) {
			return false
		}
	}
	for _, m := range w.MustNot {
		if holds(text, m) {
			return false
		}
	}
	return true
}

var plural = regexp.MustCompile(`(\pL{3,})s\b`)

// same makes two ways to write one thing equal: case, hyphens, plurals, percent.
func same(s string) string {
	s = strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(s, "-", " "), "%", " percent"))
	return plural.ReplaceAllString(strings.Join(strings.Fields(s), " "), "$1")
}

func holds(text, part string) bool {
	text, part = same(text), same(part)
	for from := 0; ; {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		i += from
		before, after := " ", " "
		if i > 0 {
			before = text[i-1 : i]
		}
		if end := i + len(part); end < len(text) {
			after = text[end:]
		}
		if !wordByte(before[0]) && !wordByte(after[0]) && !(len(after) > 1 && (after[0] == '.' || after[0] == ',') && after[1] >= '0' && after[1] <= '9') {
			return true
		}
		from = i + 1
	}
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '$'
}
