package rules_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/sift"
	"github.com/evercart/evercart/rules"
)

var update = flag.Bool("update", false, "write the tables of what is known of expressions anew")

// What the tables tell of expressions is what would be found out, and they tell of most, so that a start need not find it out. Every
// expression can be compiled, though a start compiles none.
func TestKnown(t *testing.T) {
	t.Parallel()
	for name, set := range rules.Sets() {
		exprs := make([]string, set.Len())
		for i := range exprs {
			exprs[i] = set.At(i).String()
		}
		file := filepath.Join("known", name+".bin")
		if *update {
			table, err := sift.Make(exprs...)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		table, news := sift.Table(text), 0
		for _, expr := range exprs {
			if !table.Knows(expr) {
				news++
			}
		}
		if 8*news > len(exprs) {
			t.Errorf("%s does not know %d of %d expressions: go test ./rules -run Known -update", file, news, len(exprs))
		}
		alike(t, file, table.Compile(exprs...), sift.Compile(exprs...), lines(t, name))
	}
}

// alike holds what a table makes of texts against what is found out.
func alike(t *testing.T, file string, known, fresh *sift.Set, texts []string) {
	t.Helper()
	for _, text := range texts {
		a, b := known.In(text), fresh.In(text)
		for i := range fresh.Len() {
			if a.May(i) != b.May(i) {
				t.Fatalf("%s: %q may match %.80s: %t: go test ./rules -run Known -update", file, text, fresh.At(i), a.May(i))
			}
		}
	}
}

// lines are texts in the language of a set.
func lines(t *testing.T, name string) []string {
	t.Helper()
	file := map[string]string{"de": "train-de.jsonl", "es": "train-es.jsonl"}[name]
	if file == "" {
		file = "talks-a.jsonl"
	}
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ToLower(string(text)), "\"")
}
