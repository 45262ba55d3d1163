package rules_test

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

// TestHeard plays the cases of testdata/heard.txt over the catalogue of the understanding set.
func TestHeard(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	sum := tally{}
	cases := slices.Concat(readCases(t, "testdata/heard.txt"), readCases(t, "testdata/heard2.txt"), readCases(t, "testdata/heard3.txt"), readCases(t, "testdata/heard4.txt"), readCases(t, "testdata/heard5.txt"), readCases(t, "testdata/talks.txt"))
	for _, k := range cases {
		verdict, why := c.judge(k)
		sum.count(verdict)
		if verdict != "right" {
			t.Errorf("%s: %s %s", k.ID, verdict, why)
		}
	}
	t.Logf("%+v", sum)
}

// TestSampleShop plays dialogues over the shop that runs when nothing is configured.
func TestSampleShop(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	for _, k := range readCases(t, "testdata/sample.txt") {
		if verdict, why := c.judge(k); verdict != "right" {
			t.Errorf("%s: %s %s", k.ID, verdict, why)
		}
	}
}

// readCases reads the short form of cases.
func readCases(t *testing.T, path string) []trialCase {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []trialCase
	cur, n := trialCase{}, 0
	flush := func() {
		if len(cur.WantAny) > 0 {
			out = append(out, cur)
		}
		cur = trialCase{}
	}
	for s := bufio.NewScanner(f); s.Scan(); {
		text := strings.TrimSpace(s.Text())
		n++
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case strings.HasPrefix(text, ">"):
			if len(cur.WantAny) > 0 {
				flush()
			}
			cur.ID = path + ":" + strconv.Itoa(n)
			cur.Said = append(cur.Said, strings.TrimSpace(text[1:]))
		case strings.HasPrefix(text, "=|"), strings.HasPrefix(text, "="):
			cur.WantAny = append(cur.WantAny, outcomeOf(strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "="), "|"))))
		default:
			flush()
			o := outcomeOf(text)
			cur.Cart, cur.Focus = o.Cart, o.focus
			if o.Saved != nil {
				cur.Saved = *o.Saved
			}
		}
	}
	flush()
	return out
}

func outcomeOf(text string) outcome {
	o := outcome{}
	for _, word := range []string{"ask", "refuse"} {
		if text == word || strings.HasSuffix(text, " "+word) {
			text = strings.TrimSuffix(text, word)
			o.Ask, o.Refuse = word == "ask", word == "refuse"
		}
	}
	text, show, shows := strings.Cut(text, "show:")
	text, focus, _ := strings.Cut(text, "focus:")
	text, saved, saves := strings.Cut(text, "saved:")
	o.Cart = listOf(text)
	if saves {
		l := listOf(saved)
		o.Saved = &l
	}
	for f := range strings.SplitSeq(focus, ",") {
		if f = strings.TrimSpace(f); f != "" {
			o.focus = append(o.focus, f)
		}
	}
	if shows {
		o.About = "browse"
		for f := range strings.SplitSeq(show, ",") {
			o.Show = append(o.Show, strings.TrimSpace(f))
		}
	}
	return o
}

func listOf(text string) []line {
	out := []line{}
	for part := range strings.SplitSeq(text, ",") {
		fields := strings.Fields(part)
		switch len(fields) {
		case 1:
			out = append(out, line{evercart.SKU(fields[0]), 1})
		case 2:
			n, _ := strconv.Atoi(fields[0])
			out = append(out, line{evercart.SKU(fields[1]), n})
		}
	}
	return out
}
