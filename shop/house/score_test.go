package house_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
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

// elsewhere is a memory, and what is learned of it, without the questions of one stranger and of all other shops.
var elsewhere = sync.OnceValues(func() (*house.Memory, error) {
	in := map[string]bool{}
	files, err := filepath.Glob("testdata/shops/*/questions.jsonl")
	if err != nil {
		return nil, err
	}
	for _, name := range append(files, "testdata/strangers-b.jsonl") {
		f, err := os.Open(name) //nolint:gosec // our own
		if err != nil {
			return nil, err
		}
		list, err := asked.Read(f)
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		for _, q := range list {
			in[q.Q] = true
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
	f, err := os.Open("asked.txt")
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	past, err := house.ReadPast(f)
	past = slices.DeleteFunc(past, func(p house.Past) bool { return in[p.Question] })
	return house.NewMemory(past, house.LearnGuess(past)), err
})

// without loads a shop's answers with the memory of elsewhere.
func without(t *testing.T, shop string) *house.Answers {
	t.Helper()
	memory, err := elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	answers, err := house.LoadAnswersBy(os.DirFS(shop), house.AllWords, memory)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// Questions by somebody who had not seen the program, with a memory that has not seen them. The weights have: what weights of other
// sets make of them is in docs/shop.md.
func TestStrangersQuestions(t *testing.T) {
	t.Parallel()
	list := readAsked(t, "testdata/strangers-b.jsonl")
	n := score(t, without(t, testdata.Path(t, "shop")), list)
	t.Logf("%+v", n)
	if n.right*100 < n.facts*82 || n.admitted*100 < n.unknowns*80 {
		t.Errorf("%+v: at least 82 of 100 facts, and 80 of 100 gaps admitted", n)
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
