package rules_test

import (
	"slices"
	"testing"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/trial/eval"
)

// TestHeard plays the cases of testdata/heard.txt over the catalogue of the understanding set.
func TestHeard(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	cases := slices.Concat(casesOf(t, "testdata/heard.txt"), casesOf(t, "testdata/heard2.txt"), casesOf(t, "testdata/heard3.txt"), casesOf(t, "testdata/heard4.txt"), casesOf(t, "testdata/heard5.txt"), casesOf(t, "testdata/heard6.txt"), casesOf(t, "testdata/talks.txt"))
	for _, k := range cases {
		if result, _, why := c.judge(k); result != eval.Right {
			t.Errorf("%s: %s %s", k.ID, result, why)
		}
	}
}

// TestSampleShop plays dialogues over the shop that runs when nothing is configured.
func TestSampleShop(t *testing.T) {
	t.Parallel()
	c := counterOf(t, catalog.Sample())
	for _, set := range []struct {
		file         string
		wrong, harms int // at most
	}{{"sample.txt", 0, 0}, {"sample-turns.txt", 1, 0}, {"sample-plain.txt", 13, 7}} {
		n, right, changed := c.unseen(t, "testdata/"+set.file)
		if n-right > set.wrong || changed > set.harms {
			t.Errorf("%s: %d of %d right, %d carts changed wrongly", set.file, right, n, changed)
		}
	}
}
