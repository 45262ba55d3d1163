package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestBound(t *testing.T) {
	t.Parallel()
	en := hear.For("en")
	for _, c := range []struct {
		words       string
		under, over int64 // hundredths
		took        int
	}{
		{"under fifty", 5000, 0, 2},
		{"under fifty dollars please", 5000, 0, 3},
		{"less than 49.99", 4999, 0, 3},
		{"less then a hundred bucks", 10000, 0, 5},
		{"no more than one fifty", 15000, 0, 5},
		{"up to nineteen ninety-nine", 1999, 0, 5},
		{"at most $1,250", 125000, 0, 3},
		{"over two hundred and five", 0, 20500, 5},
		{"at least thirty euros", 0, 3000, 4},
		{"between twenty and forty dollars", 4000, 2000, 5},
		{"between one hundred and two hundred", 20000, 10000, 6},
		{"between a hundred and ten and a hundred and fifty", 15000, 11000, 10},
		{"from ten to twenty pounds", 2000, 1000, 5},
		{"from ten to twenty", 0, 0, 0},
		{"about fifty dollars", 6000, 4000, 3},
		{"about fifty", 0, 0, 0},
		{"around fifty", 6000, 4000, 2},
		{"thirty dollars or less", 3000, 0, 4},
		{"thirty or more", 0, 3000, 3},
		{"under eighty centimetres", 0, 0, 0},
		{"under the bed", 0, 0, 0},
		{"between forty and twenty", 0, 0, 0},
		{"fifty", 0, 0, 0},
		{"up to four mugs", 0, 0, 0},
		{"under four euros", 400, 0, 3},
		{"between five and nine", 900, 500, 4},
		{"under", 0, 0, 0},
		{"", 0, 0, 0},
	} {
		b, took := en.Bound(en.Words(c.words), 0)
		if b != (hear.Bound{Under: c.under, Over: c.over}) || took != c.took {
			t.Errorf("%q: %+v of %d words, want under %d, over %d of %d", c.words, b, took, c.under, c.over, c.took)
		}
	}
}

func TestWhatNarrows(t *testing.T) {
	t.Parallel()
	en := hear.For("en")
	for words, want := range map[string][2]bool{"on sale": {true, false}, "in stock": {false, true}, "in the sale": {true, false}, "on, sale": {}, "for sale": {}, "stock": {}} {
		if sale, stock, took := en.Deal(en.Words(words), 0); [2]bool{sale, stock} != want || (took > 0) != (sale || stock) {
			t.Errorf("Deal(%q) = %v, %v, %d", words, sale, stock, took)
		}
	}
	for words, want := range map[string]int{"something cheaper": -1, "that is too expensive": -1, "a more expensive one": 1, "the cheap one": 0, "": 0} {
		if got := en.Cheaper(en.Words(words)); got != want {
			t.Errorf("Cheaper(%q) = %d, want %d", words, got, want)
		}
	}
	for words, want := range map[string]int{"not wool": 1, "anything but wool": 2, "no wool": 1, "wool": 0} {
		if took, weak := en.Without(en.Words(words), 0); took != want || weak != (words == "no wool") {
			t.Errorf("Without(%q) = %d, %v", words, took, weak)
		}
	}
	if these, anybody := en.People("lady"); len(these) == 0 || these[0] != "woman" || len(anybody) == 0 {
		t.Errorf("ladies are %v, and %v", these, anybody)
	}
	if these, _ := en.People("boot"); these != nil {
		t.Errorf("boots are %v", these)
	}
}

func FuzzBound(f *testing.F) {
	en := hear.For("en")
	f.Add("between a hundred and ten and a hundred and fifty dollars or less")
	f.Add("under 99999999999999999999.99.9 from to and")
	f.Fuzz(func(t *testing.T, text string) {
		words := en.Words(text)
		for i := range words {
			b, took := en.Bound(words, i)
			if took < 0 || i+took > len(words) || b.Under < 0 || b.Over < 0 || took == 0 && b != (hear.Bound{}) {
				t.Fatalf("%q at %d: %+v of %d words", text, i, b, took)
			}
		}
	})
}
