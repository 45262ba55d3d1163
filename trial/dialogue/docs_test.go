package dialogue_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What docs/testing.md teaches can be read: the example, and each line of its tables.
func TestDocs(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join("..", "..", "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```\n(# .*?)```").FindAllStringSubmatch(string(b), -1)
	if len(blocks) == 0 {
		t.Error("there is no example")
	}
	for _, block := range blocks {
		if _, err := parse(block[1]); err != nil {
			t.Errorf("%v\n%s", err, block[1])
		}
	}
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(b), -1)
	if len(rows) < 25 {
		t.Errorf("only %d lines are taught", len(rows))
	}
	for _, row := range rows {
		text := "say hello\n" + row[1] + "\nexpect refuses\n"
		if word := strings.Fields(row[1])[0]; strings.Contains("catalog dialogue cart saved focus user language", word) {
			text = row[1] + "\nsay hello\nexpect refuses\n"
		}
		if _, err := parse(text); err != nil {
			t.Errorf("%v\n%s", err, row[1])
		}
	}
}
