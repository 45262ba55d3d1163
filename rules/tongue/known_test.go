package tongue_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evercart/evercart/internal/sifttest"
	"github.com/evercart/evercart/rules/tongue"
)

var update = flag.Bool("update", false, "write the tables of what is known of expressions anew")

// What the tables tell of turns of phrase is what would be found out.
func TestKnown(t *testing.T) {
	t.Parallel()
	for _, tag := range tongue.Tags() {
		l, _ := tongue.Of(tag)
		sifttest.Known(t, filepath.Join("known", tag+".bin"), l.Turns(), lines(t, tag), *update)
	}
}

// Expressions that stand alone find what they would find without a sieve.
func TestPatterns(t *testing.T) {
	t.Parallel()
	texts := lines(t, "de")
	sifttest.Patterns(t, texts[:min(len(texts), 400)], 4)
}

// lines are texts in a language, in the cases of the rules.
func lines(t *testing.T, tag string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "train-"+tag+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.ToLower(string(text)), "\"")
}
