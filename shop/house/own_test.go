package house_test

import (
	"os"
	"testing"

	"github.com/evercart/evercart/internal/testdata"
	"github.com/evercart/evercart/shop/house"
)

func TestOwnQuestions(t *testing.T) {
	t.Parallel()
	answers, err := house.LoadAnswers(os.DirFS(testdata.Path(t, "shop")))
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range map[string]int{"questions.txt": 0, "unseen.txt": 2} {
		n := score(t, answers, readAsked(t, "testdata/"+name))
		t.Logf("%s: %+v", name, n)
		if n.right*100 < n.facts*85 || n.invented > most {
			t.Errorf("%s: %+v: at least 85 of 100 facts, and at most %d invented", name, n, most)
		}
	}
}

// Sets by people who have seen neither code nor results; what they were at first sight stands in docs/shop.md.
func TestBlindQuestions(t *testing.T) {
	t.Parallel()
	front, err := house.LoadFront(os.DirFS(testdata.Path(t, "shop")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"blind-1.jsonl", "blind-2.jsonl", "blind-3.jsonl", "blind-4.jsonl", "blind-5.jsonl", "strangers-a.jsonl", "strangers-c.jsonl"} {
		n := score(t, front, readAsked(t, "testdata/"+name))
		t.Logf("%s: %+v", name, n)
		if n.right*100 < n.facts*90 || n.invented > 0 {
			t.Errorf("%s: %+v: at least 90 of 100 facts, and nothing invented", name, n)
		}
	}
}
