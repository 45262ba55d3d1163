package rules_test

import (
	"path/filepath"
	"sort"
	"testing"
)

// TestUnseen plays the rounds of sentences that were written before the code that reads them: each stays at the level that it has
// reached. docs/understanding.md has their first results.
func TestUnseen(t *testing.T) {
	c := open(t, "understanding", "catalog.csv")
	files, err := filepath.Glob("testdata/unseen-*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	sort.Strings(files)
	for _, file := range files {
		all, kinds := tally{}, map[string]*tally{}
		for _, k := range casesOf(t, file) {
			if kinds[k.Kind] == nil {
				kinds[k.Kind] = &tally{}
			}
			verdict, why := c.judge(k)
			all.count(verdict)
			kinds[k.Kind].count(verdict)
			if verdict != "right" {
				t.Logf("%-10s %s %s", verdict, k.ID, why)
			}
		}
		t.Logf("%s %+v", file, all)
	}
}
