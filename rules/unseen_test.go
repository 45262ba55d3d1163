package rules_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/evercart/evercart/trial/eval"
)

// Cases that were written without knowing what the rules would make of them (docs/understanding.md tells how they came out at a
// first look): right are at least what a later change must not lose again, and carts changed wrongly at most one of a hundred.
func TestUnseen(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	for _, set := range []struct {
		files string
		right int // of a hundred
	}{{"testdata/unseen-[a-z].jsonl", 95}, {"testdata/unseen-blind-*.jsonl", 88}} {
		files, err := filepath.Glob(set.files)
		if err != nil || len(files) == 0 {
			t.Fatal(err, files)
		}
		slices.Sort(files)
		all, right, changed := 0, 0, 0
		for _, file := range files {
			n, good, bad := c.unseen(t, file)
			t.Logf("%s: %d of %d right, %d carts changed wrongly", file, good, n, bad)
			all, right, changed = all+n, right+good, changed+bad
		}
		if right*100 < all*set.right {
			t.Errorf("%s: %d of %d right", set.files, right, all)
		}
		if changed*100 > all {
			t.Errorf("%s: %d of %d carts changed wrongly", set.files, changed, all)
		}
	}
}

// unseen scores a file: its cases, those that are right, and the carts that were changed wrongly.
func (c *counter) unseen(t *testing.T, file string) (n, right, changed int) {
	t.Helper()
	for _, k := range casesOf(t, file) {
		result, wrongly, why := c.judge(k)
		n++
		if wrongly {
			changed++
		}
		if result == eval.Right {
			right++
			continue
		}
		t.Logf("%-10s %s changed %v %s", result, k.ID, wrongly, why)
	}
	return n, right, changed
}
