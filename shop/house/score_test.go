package house_test

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

// asked is a question with what a right answer holds.
type asked struct {
	ID   string `json:"id"`
	Q    string `json:"q"`
	Want struct {
		File    string   `json:"file"`
		MustSay []string `json:"must_say"`
		MustNot []string `json:"must_not_say"`
		Unknown bool     `json:"unknown"`
	} `json:"want"`
}

func readAsked(t *testing.T, path string) []asked {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	var out []asked
	for in := bufio.NewScanner(f); in.Scan(); {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		var a asked
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			t.Fatalf("%s: %v", in.Text(), err)
		}
		out = append(out, a)
	}
	return out
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

type tally struct{ facts, right, unknowns, admitted, invented int }

func score(t *testing.T, answers interface{ Ask(string) house.Found }, list []asked) tally {
	t.Helper()
	var n tally
	for _, a := range list {
		got := answers.Ask(a.Q)
		if a.Want.Unknown {
			n.unknowns++
			if got.Text == "" {
				n.admitted++
			} else {
				n.invented++
				t.Logf("INVENTED %s %q (%.2f)\n   %s: %s", a.ID, a.Q, got.Sure, got.File, got.Text)
			}
			continue
		}
		n.facts++
		ok := got.File == a.Want.File
		for _, m := range a.Want.MustSay {
			ok = ok && holds(got.Text, m)
		}
		for _, m := range a.Want.MustNot {
			ok = ok && !holds(got.Text, m)
		}
		if ok {
			n.right++
		} else {
			t.Logf("MISSED %s %q wants %s %v (%.2f)\n   %s: %s", a.ID, a.Q, a.Want.File, a.Want.MustSay, got.Sure, got.File, got.Text)
		}
	}
	return n
}

func TestSharedQuestions(t *testing.T) {
	t.Parallel()
	answers, err := house.LoadAnswers(os.DirFS(testdata.Path(t, "shop")))
	if err != nil {
		t.Fatal(err)
	}
	n := score(t, answers, readAsked(t, testdata.Path(t, "shop", "questions.jsonl")))
	t.Logf("%+v", n)
	if n.right*100 < n.facts*90 || n.invented > 0 {
		t.Errorf("%+v: at least 90 of 100 facts, and nothing invented", n)
	}
}
