package dialogue_test

import (
	"bytes"
	"encoding/xml"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evercart/evercart/app"
	"github.com/evercart/evercart/trial"
	"github.com/evercart/evercart/trial/dialogue"
)

// stages starts private servers with the offline brain and the sample shop.
func stages(t testing.TB) trial.Open {
	t.Helper()
	c, err := app.Load(map[string][]string{"brain": {"rules"}}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return app.Stages(c, slog.New(slog.DiscardHandler))
}

func play(t *testing.T, c dialogue.Config, text string) []dialogue.Outcome {
	t.Helper()
	list, err := dialogue.Parse("shop.talk", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c.Open = stages(t)
	out, err := dialogue.Run(t.Context(), c, list)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) != len(list) {
		t.Fatalf("%d outcomes of %d dialogues", len(out), len(list))
	}
	return out
}

// What is not so fails, each with its own line and what was instead; what is so does not.
func TestFailures(t *testing.T) {
	t.Parallel()
	const begin = "dialogue D\nsaved MUG-SS\nsay add two wool scarves\n"
	for expect, got := range map[string]string{
		`cart SCF-RED 3`:                         "the cart is: SCF-RED 2",
		`not cart SCF-RED 2`:                     "the cart is: SCF-RED 2",
		`cart empty`:                             "the cart is: SCF-RED 2",
		`saved nothing`:                          "kept for later: MUG-SS 1",
		`kept SCF-RED 2`:                         "kept in the cart: empty",
		`total 66.67`:                            "the total is 66.66",
		`said "three"`:                           "the shop said: \"I added two wool scarves",
		`not said "two wool  SCARVES"`:           "the shop said: \"I added two wool scarves",
		`asks`:                                   "no question is open",
		`refuses`:                                "the shop said: ",
		`heard "I added"`:                        "heard was: \"I added two",
		`event cart.changed command.verb=remove`: "the events were: turn.opened",
		`no event cart.changed command.quantity=2`: "is cart.changed",
		`shows hiking-boots`:                       "shown were: SCF-RED",
	} {
		out := play(t, dialogue.Config{}, begin+"expect cart SCF-RED 2\nexpect "+expect+"\n")[0]
		if out.Passed != 0 || len(out.Failures) != 1 {
			t.Errorf("%s: %+v", expect, out)
			continue
		}
		f := out.Failures[0]
		if f.Line != 5 || f.File != "shop.talk" || f.Wanted != "expect "+expect || !strings.Contains(f.Got, got) {
			t.Errorf("%s: %+v, not %q", expect, f, got)
		}
	}
	opposite := begin + `expect not cart SCF-RED 3
expect saved mug-ss
expect not kept SCF-RED 2
expect total 66.66
expect said "three" or "two"
expect no question
expect not refuses
expect event cart.changed command.quantity=2
expect not shows hiking-boots
expect shows wool-scarf
`
	if out := play(t, dialogue.Config{}, opposite)[0]; out.Passed != 1 {
		t.Errorf("%+v", out.Failures)
	}
}

// A dialogue that failed ends before it says more; one whose words cannot be said tells why.
func TestEndsAtFailure(t *testing.T) {
	t.Parallel()
	out := play(t, dialogue.Config{}, `
dialogue Ends
say add two wool scarves
expect total 1.00
expect cart empty
say and a third one
expect cart empty

dialogue No such goods
cart NO-SUCH-SKU 2
say hello
expect cart empty

dialogue Nobody could interrupt
say add two wool scarves
interrupt after "I removed"
expect heard "I removed"

dialogue No such change
say hello
catalogue NO-SUCH-SKU gone
expect cart empty
`)
	for i, lines := range [][]int{{4, 5}, {11}, {15}, {21}} {
		var got []int
		for _, f := range out[i].Failures {
			got = append(got, f.Line)
		}
		if len(got) != len(lines) || got[0] != lines[0] || got[len(got)-1] != lines[len(lines)-1] {
			t.Errorf("%s failed in lines %v, not %v: %+v", out[i].Name, got, lines, out[i].Failures)
		}
	}
}

func TestHoursChangesRestarts(t *testing.T) {
	t.Parallel()
	out := play(t, dialogue.Config{Repeat: 2, Parallel: 3}, `
dialogue Time, price, restart
catalogue SCF-RED price 30
say add the wool scarf
expect total 30.00
catalogue SCF-RED price 35.00
after 2h
restart
greet
expect said "Welcome back"
expect total 35.00
catalogue SCF-RED gone
expect total 0.00
catalogue SCF-RED back
catalogue MUG-SS stock 2
say add three dawn mugs
expect refuses
expect cart SCF-RED

dialogue Broken off
say add two wool scarves
interrupt after "i added"
expect heard "I added"
expect cart SCF-RED 2

dialogue Others see the shop's own price
say add the wool scarf
expect total 33.33
`)
	for _, o := range out {
		if o.Passed != 2 || o.Of != 2 {
			t.Errorf("%s: %d of %d: %+v", o.Name, o.Passed, o.Of, o.Failures)
		}
	}
}

// A running server is spoken to as it is: nothing there is moved, restarted or changed.
func TestRunningServer(t *testing.T) {
	t.Parallel()
	s, err := stages(t)(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close(t.Context()) }()
	out := play(t, dialogue.Config{Server: s.Client()}, "dialogue A\nsay add a wool scarf\nexpect cart SCF-RED\n"+
		"dialogue B\ncatalogue SCF-RED gone\nsay add a wool scarf\nexpect refuses\n")
	if out[0].Passed != 1 || out[1].Of != 0 || out[1].Skipped == "" {
		t.Errorf("%+v", out)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	r := dialogue.Sum([]dialogue.Outcome{
		{File: "a.talk", Line: 1, Name: "Good", Passed: 4, Of: 4, Took: time.Second},
		{File: "a.talk", Line: 7, Name: "Mostly <good>", Passed: 3, Of: 4, Took: time.Second, Failures: []dialogue.Failure{{File: "a.talk", Line: 9, Wanted: `expect said "x"`, Got: `the shop said: "y & z"`}}},
		{File: "b.talk", Line: 1, Name: "Not here", Skipped: "needs a server of its own"},
	}, 3*time.Second)
	if r.Passed != 1 || r.Failed != 1 || r.Skipped != 1 || r.Pass1 != 0.875 || r.PassN != 0.5 || r.Repeat != 4 {
		t.Errorf("%+v", r)
	}
	var text, file bytes.Buffer
	if err := r.Print(&text); err != nil || !strings.Contains(text.String(), "a.talk:9: expect said \"x\"\n        but the shop said: \"y & z\"") || !strings.Contains(text.String(), "pass^4 50.0 %") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if err := r.JUnit(&file); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Time  string `xml:"time,attr"`
			Cases []struct {
				Name    string `xml:"name,attr"`
				Line    int    `xml:"line,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
				Skipped *struct{} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(file.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 3 || got.Failures != 1 || got.Skipped != 1 || len(got.Suites) != 2 || got.Suites[0].Time != "2.000" || len(got.Suites[0].Cases) != 2 {
		t.Fatalf("%+v", got)
	}
	bad := got.Suites[0].Cases[1]
	if bad.Name != "Mostly <good>" || bad.Failure == nil || bad.Failure.Message != `a.talk:9: expect said "x"` || !strings.Contains(bad.Failure.Text, "y & z") || got.Suites[1].Cases[0].Skipped == nil {
		t.Errorf("%+v", got)
	}
}

// The project's own dialogues hold with the offline brain.
func TestExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "tests", "*.talk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	var all []dialogue.Dialogue
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := dialogue.Parse(file, bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	if len(all) < 60 {
		t.Errorf("only %d dialogues", len(all))
	}
	out, err := dialogue.Run(t.Context(), dialogue.Config{Open: stages(t)}, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out {
		for _, f := range o.Failures {
			t.Errorf("%s:%d: %s\n  but %s", f.File, f.Line, f.Wanted, f.Got)
		}
	}
}
