package house_test

import (
	"os"
	"slices"
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

// without loads a shop's answers with a memory that these questions are no part of, nor what is learned of it.
func without(t *testing.T, shop string, list []asked.Question) *house.Answers {
	t.Helper()
	f, err := os.Open("asked.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read only
	past, err := house.ReadPast(f)
	if err != nil || len(past) < 1000 {
		t.Fatal(len(past), err)
	}
	in := map[string]bool{}
	for _, q := range list {
		in[q.Q] = true
	}
	past = slices.DeleteFunc(past, func(p house.Past) bool { return in[p.Question] })
	answers, err := house.LoadAnswersBy(os.DirFS(shop), house.AllWords, house.NewMemory(past, house.LearnGuess(past)))
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// Questions by people who had not seen the program, with a memory that has not seen them. The weights have: what weights of other
// sets make of them is in docs/shop.md.
func TestStrangersQuestions(t *testing.T) {
	t.Parallel()
	for _, set := range []string{"testdata/blind-3.jsonl", "testdata/strangers-a.jsonl", "testdata/strangers-b.jsonl"} {
		list := readAsked(t, set)
		n := score(t, without(t, testdata.Path(t, "shop"), list), list)
		t.Logf("%s: %+v", set, n)
		if n.right*100 < n.facts*78 || n.admitted*100 < n.unknowns*85 {
			t.Errorf("%s: %+v: at least 78 of 100 facts, and 85 of 100 gaps admitted", set, n)
		}
	}
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
