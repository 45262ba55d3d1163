package house_test

import (
	"os"
	"testing"

	"github.com/evercart/evercart/internal/asked"
	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

func readAsked(t *testing.T, path string) []asked.Question {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	out, err := asked.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

type tally struct{ facts, right, unknowns, admitted, invented int }

func score(t *testing.T, answers interface{ Ask(string) house.Found }, list []asked.Question) tally {
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
		ok := a.Want.Answered(got.File, got.Text)
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
