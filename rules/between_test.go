package rules_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/rules"
	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
	"github.com/evercart/evercart/trial/eval"
)

var makeBetween = flag.Bool("between", false, "write between.txt and readings.txt anew: odds of the ways to read a turn")

// folds are sets that are left out together.
var folds = [][]string{
	{"train-a", "train-d", "unseen-a", "unseen-d", "unseen-g", "unseen-blind-1", "unseen-blind-4", "heard"},
	{"train-b", "train-e", "talks", "unseen-b", "unseen-e", "unseen-h", "unseen-blind-2", "unseen-blind-5", "heard2", "heard3"},
	{"train-g"},
	{"train-c", "train-f", "unseen-c", "unseen-f", "unseen-blind-3", "unseen-blind-6", "heard4", "heard5", "open"},
}

// rowOf is a case with the ways to take its last turn, and what comes of each.
type rowOf struct {
	Set  string  `json:"set"`
	ID   string  `json:"id"`
	Ways []wayOf `json:"ways"`
}

type wayOf struct {
	Verdict rules.Verdict `json:"v"`
	Names   []string      `json:"n,omitempty"`
	Right   bool          `json:"r,omitempty"`
	Harms   bool          `json:"h,omitempty"`
}

// sample are sets over the sample shop, of which the models that give roles learn nothing.
var sample = []string{"testdata/sample.txt", "testdata/sample-plain.txt", "testdata/sample-turns.txt"}

// TestBetween makes the weights anew by which readings are chosen, with -between: each case is played in every way that there is to read
// it, by models that have learnt nothing of its fold.
func TestBetween(t *testing.T) {
	if !*makeBetween {
		t.Skip("asked for by -between")
	}
	examples, _, err := roles.ReadExamples("testdata/roles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var ways []rowOf
	c := open(t, "understanding", "catalog.csv")
	own := c.brain.(*rules.Brain)
	for _, fold := range folds {
		var rest []roles.Example
		for _, e := range examples {
			if set, _, _ := strings.Cut(e.ID, "/"); !slices.Contains(fold, set) {
				rest = append(rest, e)
			}
		}
		read := rules.Asking(rules.Labelled(own, rules.Labeller(roles.Fit(rest, roles.Usual))), odds.Fit(roles.AskedRows(rest), roles.UsualAsked))
		for _, file := range taught(t) {
			if slices.Contains(fold, setOf(file)) {
				ways = append(ways, rowsOf(t, c, read, file)...)
			}
		}
	}
	c = counterOf(t, catalog.Sample())
	own = c.brain.(*rules.Brain)
	for _, file := range sample {
		ways = append(ways, rowsOf(t, c, own, file)...)
	}
	between, readings := oddsOf(ways)
	for path, rows := range map[string][]odds.Row{"between.txt": between, "readings.txt": readings} {
		if err := os.WriteFile(path, []byte(odds.Fit(rows, usualBetween).String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var usualBetween = odds.Training{Rounds: 10, Rate: 0.03, Decay: 1e-3, Least: 10}

// oddsOf makes of cases what the odds of grammar and of readings by roles are learnt from.
func oddsOf(rows []rowOf) (between, readings []odds.Row) {
	for _, r := range rows {
		if len(r.Ways) < 2 {
			continue
		}
		first := odds.Row{Names: r.Ways[0].Names, Is: []bool{r.Ways[0].Right, r.Ways[0].Harms, false, false}}
		for _, w := range r.Ways {
			switch w.Verdict {
			case rules.TakeQuestion:
				first.Is[2] = w.Right
			case rules.TakeNeither:
				first.Is[3] = w.Right
			case rules.TakeLabels, rules.TakeIdle:
				readings = append(readings, odds.Row{Names: w.Names, Is: []bool{w.Right, w.Harms}})
			}
		}
		between = append(between, first)
	}
	return between, readings
}

// waysOf plays a case once for each way to take its last turn.
func waysOf(c *counter, read *rules.Brain, weigh func([]rules.Option) int, k eval.Case) (out []wayOf) {
	for i := 0; i == 0 || i < len(out); i++ {
		c.turn = 0
		c.brain = rules.Weighed(read, func(options []rules.Option) int {
			if c.turn < len(k.Said) {
				return weigh(options)
			}
			if out == nil {
				for _, o := range options {
					out = append(out, wayOf{Verdict: o.Verdict(), Names: o.Names()})
				}
			}
			return min(i, len(options)-1)
		})
		result, changed, _ := c.judge(k)
		if out == nil {
			out = []wayOf{{}}
		}
		out[i].Right, out[i].Harms = result == eval.Right, changed
	}
	return out
}

// rowsOf plays a file of cases.
func rowsOf(t *testing.T, c *counter, read *rules.Brain, file string) (out []rowOf) {
	t.Helper()
	for _, k := range casesOf(t, file) {
		out = append(out, rowOf{setOf(file), k.ID, waysOf(c, read, rules.OwnWeigher(), k)})
	}
	t.Log(file, len(out))
	return out
}
