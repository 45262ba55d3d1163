package rules_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"hash/fnv"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/rules"
	"github.com/evercart/evercart/rules/odds"
	"github.com/evercart/evercart/rules/roles"
	"github.com/evercart/evercart/trial/eval"
)

var makeWeights = flag.Bool("weights", false, "write all weights anew from the cases: roles/weights.bin, odds/*.txt, and testdata/roles.jsonl that the first two come from")

// folds are sets that are left out together.
var folds = [][]string{
	{"train-a", "train-d", "train-i", "unseen-a", "unseen-d", "unseen-g", "unseen-blind-1", "unseen-blind-4", "heard"},
	{"train-b", "train-e", "talks", "unseen-b", "unseen-e", "unseen-h", "unseen-blind-2", "unseen-blind-5", "heard2", "heard3"},
	{"train-g", "train-h"},
	{"train-c", "train-f", "train-j", "unseen-c", "unseen-f", "unseen-blind-3", "unseen-blind-6", "heard4", "heard5", "open"},
}

// sample are sets over the sample shop, of which the models that give roles learn nothing.
var sample = []string{"testdata/sample.txt", "testdata/sample-plain.txt", "testdata/sample-turns.txt"}

// inTongues are sets in other languages: what is made of their words in English has roles too. What is asked, and which reading counts,
// is learned from English alone.
var inTongues = []string{"testdata/train-de-2.jsonl", "testdata/train-de.jsonl", "testdata/train-es-2.jsonl", "testdata/train-es.jsonl"}

// TestWeights makes all weights anew, with -weights. Nothing that it makes depends on weights that are there: the same cases and the
// same program give the same bytes.
func TestWeights(t *testing.T) {
	if !*makeWeights {
		t.Skip("asked for by -weights")
	}
	files := taught(t)
	models := bootstrapped(t, files)
	examples, tongues := labelledBy(t, files, models), labelledBy(t, inTongues, models)
	all := slices.Concat(examples, tongues)
	packed := roles.Fit(all, roles.Usual).Pack(writeRoles(t, "testdata/roles.jsonl", all))
	write(t, "roles/weights.bin", packed)
	asked := odds.Fit(roles.AskedRows(examples), roles.UsualAsked)
	write(t, "odds/asked.txt", []byte(asked.String()))

	readers := make([]reader, len(folds))
	parallel(len(folds), func(i int) { readers[i] = without(examples, folds[i]) })
	readers = append(readers, reader{sample, roles.Unpack(packed), odds.Read(asked.String())})
	files = append(files, sample...)
	single := rowsOf(t, files, readers, nil, func(k eval.Case) bool { return len(k.Said) == 1 })
	first := weigherOf(oddsOf(single)) // what is said before is read by it
	rows := append(single, rowsOf(t, files, readers, first, func(k eval.Case) bool { return len(k.Said) > 1 })...)
	between, readings := oddsOf(rows)
	write(t, "odds/between.txt", []byte(odds.Fit(between, usualBetween).String()))
	write(t, "odds/readings.txt", []byte(odds.Fit(readings, usualBetween).String()))
}

func write(t *testing.T, path string, raw []byte) {
	t.Helper()
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
}

// parallel runs as many at once as there are processors.
func parallel(n int, do func(int)) {
	var all sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		places <- struct{}{}
		all.Go(func() { do(i); <-places })
	}
	all.Wait()
}

// bootstrapped are the models that the readings to try come from: one that knows letters alone, and one that learned from what that one
// finds in the smaller sets.
func bootstrapped(t *testing.T, files []string) []*roles.Model {
	t.Helper()
	few := slices.DeleteFunc(slices.Clone(files), func(f string) bool { return !strings.HasPrefix(setOf(f), "unseen-") })
	return []*roles.Model{roles.Fit(labelledBy(t, few, []*roles.Model{roles.Prior()}), roles.Usual), roles.Prior()}
}

// labelledBy plays the cases of files with the likeliest roles of their things, and keeps those that lead where the cases want.
func labelledBy(t *testing.T, files []string, models []*roles.Model) []roles.Example {
	t.Helper()
	parts := make([][]roles.Example, len(files))
	parallel(len(files), func(i int) {
		c := open(t, "understanding", "catalog.csv")
		l := labels{counter: c, set: setOf(files[i]), plain: rules.Labelled(c.brain.(*rules.Brain), nil), models: models}
		for _, k := range casesOf(t, files[i]) {
			parts[i] = append(parts[i], l.of(k)...)
		}
		t.Logf("%s: %d of %d changes can be read", l.set, l.found, l.changes)
	})
	return slices.Concat(parts...)
}

// writeRoles writes examples a line each, and gives the sum of its bytes.
func writeRoles(t *testing.T, path string, examples []roles.Example) uint64 {
	t.Helper()
	var out bytes.Buffer
	for _, e := range examples {
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(raw)
		out.WriteByte('\n')
	}
	write(t, path, out.Bytes())
	sum := fnv.New64a()
	sum.Write(out.Bytes())
	return sum.Sum64()
}

// reader reads the cases of some sets by what was learned without them.
type reader struct {
	sets  []string
	roles *roles.Model
	asked *odds.Model
}

// without learns without some sets.
func without(examples []roles.Example, sets []string) reader {
	var rest []roles.Example
	for _, e := range examples {
		if set, _, _ := strings.Cut(e.ID, "/"); !slices.Contains(sets, set) {
			rest = append(rest, e)
		}
	}
	return reader{sets, roles.Fit(rest, roles.Usual), odds.Fit(roles.AskedRows(rest), roles.UsualAsked)}
}

// brain gives a brain the models of a reader.
func (r reader) brain(b *rules.Brain) *rules.Brain {
	return rules.Asking(rules.Labelled(b, rules.Labeller(r.roles)), r.asked)
}

// rowOf is a case with the ways to take its last turn, and what comes of each.
type rowOf struct {
	Set  string
	ID   string
	Ways []wayOf
}

type wayOf struct {
	Verdict rules.Verdict
	Names   []string
	Right   bool
	Harms   bool
}

// rowsOf plays those cases of files that are wanted in every way that there is to read their last turn, each by the reader of its set;
// earlier turns are weighed by weigh.
func rowsOf(t *testing.T, files []string, readers []reader, weigh func([]rules.Option) int, wanted func(eval.Case) bool) []rowOf {
	t.Helper()
	parts := make([][]rowOf, len(files))
	parallel(len(files), func(i int) {
		set := setOf(files[i])
		if slices.Contains(sample, files[i]) {
			set = files[i]
		}
		at := slices.IndexFunc(readers, func(r reader) bool { return slices.Contains(r.sets, set) })
		if at < 0 {
			t.Error(set, "is in no fold")
			return
		}
		c := counterOf(t, catalog.Sample())
		if set != files[i] {
			c = open(t, "understanding", "catalog.csv")
		}
		read := readers[at].brain(c.brain.(*rules.Brain))
		for _, k := range casesOf(t, files[i]) {
			if wanted(k) {
				parts[i] = append(parts[i], rowOf{setOf(files[i]), k.ID, waysOf(c, read, weigh, k)})
			}
		}
	})
	return slices.Concat(parts...)
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

var usualBetween = odds.Training{Rounds: 10, Rate: 0.03, Decay: 1e-3, Least: 10}

// weigherOf decides as odds that are learned from rows tell.
func weigherOf(between, readings []odds.Row) func([]rules.Option) int {
	return rules.Weigher(odds.Fit(between, usualBetween), odds.Fit(readings, usualBetween))
}

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
