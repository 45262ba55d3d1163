package rules_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/trial"
	"github.com/evercart/evercart/trial/eval"
	"github.com/evercart/evercart/wire"
)

// TestUnderstanding holds the brain at the level that it has reached. It is scored by the same judge as evercart eval.
func TestUnderstanding(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	_, right, changed := c.unseen(t, testdata.Path(t, "understanding", "open.jsonl"))
	if right < 150 {
		t.Errorf("%d right", right)
	}
	if changed > 0 {
		t.Errorf("%d carts changed wrongly", changed)
	}
}

// casesOf reads a set of cases, in either form.
func casesOf(t *testing.T, path string) []eval.Case {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases, err := eval.Read(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), f)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// judge plays a case and says what came of it.
func (c *counter) judge(k eval.Case) (result eval.Result, changed bool, why string) {
	v := c.visit(ours(k.Cart), ours(k.Saved), k.Focus...)
	if k.Lang != "" {
		v.given = k.Lang
	}
	seen := eval.Seen{Before: theirs(v.state.Cart.Lines), SavedBefore: theirs(v.state.Cart.Saved)}
	var last answer
	for _, words := range k.Said {
		c.turn++
		last = v.say(words)
		why += fmt.Sprintf("\n    > %s\n    < %s %v", words, last.text, last.calls)
	}
	seen.After, seen.SavedAfter = theirs(v.state.Cart.Lines), theirs(v.state.Cart.Saved)
	seen.Open, seen.Reply, seen.Refused = v.state.Question != nil, last.text, refuses(last)
	c.last = fmt.Sprint(seen.After, seen.SavedAfter, seen.Open)
	result, changed = eval.Judge(k, seen, eval.GoodsOf(c.products))
	return result, changed, why + fmt.Sprint("\n    = ", seen.After, seen.SavedAfter)
}

// refuses says that a turn said no.
func refuses(a answer) bool {
	return trial.Refuses(a.text, nil) || slices.ContainsFunc(a.codes, func(c evercart.Code) bool { return trial.Refuses("", []wire.Call{{Code: c}}) })
}

func ours(lines []eval.Line) []line {
	var out []line
	for _, l := range lines {
		out = append(out, line(l))
	}
	return out
}

func theirs(lines []evercart.Line) []eval.Line {
	var out []eval.Line
	for _, l := range lines {
		out = append(out, eval.Line{SKU: l.SKU, Quantity: l.Quantity})
	}
	return out
}
