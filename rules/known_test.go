package rules_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/sifttest"
	"github.com/evercart/evercart/rules"
)

var update = flag.Bool("update", false, "write the tables of what is known of expressions anew")

// What the tables tell of expressions is what would be found out.
func TestKnown(t *testing.T) {
	t.Parallel()
	for name, set := range rules.Sets() {
		sifttest.Known(t, filepath.Join("known", name+".bin"), set, lines(t), *update)
	}
}

// Expressions that stand alone find what they would find without a sieve.
func TestPatterns(t *testing.T) {
	t.Parallel()
	texts := lines(t)
	sifttest.Patterns(t, texts[:min(len(texts), 400)], 100)
}

// lines are texts that shoppers say.
func lines(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "talks-a.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ToLower(string(text)), "\"")
}
