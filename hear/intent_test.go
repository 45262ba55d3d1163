package hear_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/internal/testdata"
)

// split is the part of CLINC150's control words that is scored. "test" is for a report: nothing is tuned on it.
var split = flag.String("split", "val", "part of the control words: val or test")

// asked are the labels that a shop must tell apart.
var asked = []hear.Intent{hear.IntentYes, hear.IntentNo, hear.IntentMaybe, hear.IntentRepeat, hear.IntentCancel, hear.IntentThanks, hear.IntentGoodbye,
	hear.IntentGreeting, hear.IntentHelp, hear.IntentBot, hear.IntentOrderStatus, hear.IntentList, hear.IntentListUpdate}

// TestControlWords scores the control words of CLINC150, and holds the level reached on the part that was tuned on.
func TestControlWords(t *testing.T) {
	t.Parallel()
	right, all, away, outside := 0, 0, 0, 0
	per := map[string][2]int{}
	for _, l := range jsonLines(t, "utterances", "clinc150_control.jsonl") {
		var c struct{ Text, Label, Split string }
		if err := json.Unmarshal(l, &c); err != nil {
			t.Fatal(err)
		}
		if c.Split != *split {
			continue
		}
		g := en.Intent(c.Text)
		n := per[c.Label]
		n[1]++
		switch {
		case c.Label == "oos":
			outside++
			if g.Intent == hear.IntentElsewhere {
				away++
				n[0]++
			}
		case slices.Contains(asked, hear.Intent(c.Label)):
			all++
			if string(g.Intent) == c.Label {
				right++
				n[0]++
			} else if *split == "val" {
				t.Logf("%s: %v for %q", c.Label, g, c.Text)
			}
		}
		per[c.Label] = n
	}
	for _, i := range asked {
		t.Logf("%-22s %d of %d", i, per[string(i)][0], per[string(i)][1])
	}
	t.Logf("%s: %d of %d control words right; %d of %d turned away", *split, right, all, away, outside)
	if *split == "val" && (all != 260 || right < 259) {
		t.Errorf("%d of %d right, want 259 of 260", right, all)
	}
}

// TestElsewhereIsNotTheShop holds both directions: what no shop can help with, and a shop's own business.
func TestElsewhereIsNotTheShop(t *testing.T) {
	t.Parallel()
	away := share(t, textLines(t, "testdata/elsewhere.txt"), true)
	refused := share(t, textLines(t, "testdata/trade.txt"), false)
	var questions, said []string
	for _, l := range jsonLines(t, "shop", "questions.jsonl") {
		var c struct{ Q string }
		if err := json.Unmarshal(l, &c); err != nil {
			t.Fatal(err)
		}
		questions = append(questions, c.Q)
	}
	for _, l := range jsonLines(t, "understanding", "open.jsonl") {
		var c struct {
			Said []string
			Kind string
		}
		if err := json.Unmarshal(l, &c); err != nil {
			t.Fatal(err)
		}
		if c.Kind != "out-of-domain" {
			said = append(said, c.Said...)
		}
	}
	t.Logf("turned away of 40 lines that are none of a shop's business: %.3f; of 40 that are: %.3f", away, refused)
	if away < 0.9 || refused > 0.1 {
		t.Errorf("own lines: %.3f turned away, %.3f refused", away, refused)
	}
	for name, lines := range map[string][]string{"questions": questions, "understanding": said} {
		got := share(t, lines, false)
		t.Logf("%s: %.3f of %d wrongly refused", name, got, len(lines))
		if got > 0.034 {
			t.Errorf("%s: %.3f wrongly refused", name, got)
		}
	}
}

// share is how many of lines are taken for none of the shop's business.
func share(t *testing.T, lines []string, should bool) float64 {
	t.Helper()
	n := 0
	for _, s := range lines {
		is := en.Intent(s).Intent == hear.IntentElsewhere
		if is {
			n++
		}
		if is != should {
			t.Logf("%v for %q", en.Intent(s), s)
		}
	}
	return float64(n) / float64(len(lines))
}

func TestIntentOfNothing(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", " … ", "?!"} {
		if g := en.Intent(s); g != (hear.Guess{}) {
			t.Errorf("%q = %v", s, g)
		}
	}
	if g := en.Intent(strings.Repeat("where is my order ", 2000)); g.Intent != hear.IntentOrderStatus {
		t.Errorf("a long one = %v", g)
	}
}

func FuzzIntent(f *testing.F) {
	f.Add("thank you, that is all")
	f.Fuzz(func(t *testing.T, s string) {
		if g := en.Intent(s); g.Sure < 0 || g.Sure > 1 || g.Intent != "" && !slices.Contains(hear.Intents, g.Intent) {
			t.Errorf("%q = %v", s, g)
		}
	})
}

func BenchmarkIntent(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		en.Intent("can you tell me when the shoes that I ordered last week will get here")
	}
}

func jsonLines(t *testing.T, parts ...string) [][]byte {
	t.Helper()
	raw, err := os.ReadFile(testdata.Path(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	var out [][]byte
	for s := bufio.NewScanner(strings.NewReader(string(raw))); s.Scan(); {
		out = append(out, slices.Clone(s.Bytes()))
	}
	return out
}

func textLines(t *testing.T, path string) []string {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for l := range strings.Lines(string(raw)) {
		if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
			out = append(out, l)
		}
	}
	return out
}

// TestShopIsNoTalk holds in other languages that a shop's business is seldom taken for small talk or a control word.
func TestShopIsNoTalk(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"es-ES", "de"} {
		lines := textLines(t, "testdata/trade_"+locale[:2]+".txt")
		taken := 0
		for _, s := range lines {
			g := hear.IntentIn(locale, s)
			if g.Intent != hear.IntentShop && g.Intent != hear.IntentElsewhere && g.Sure >= 0.7 {
				taken++
				t.Logf("%v for %q", g, s)
			}
		}
		t.Logf("%s: %d of %d taken for talk", locale, taken, len(lines))
		if 10*taken > len(lines) {
			t.Errorf("%s: %d of %d taken for talk", locale, taken, len(lines))
		}
	}
}
