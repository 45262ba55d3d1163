package evercart_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every link of a page to a file of the repository leads somewhere.
func TestLinksOfThePagesLeadSomewhere(t *testing.T) {
	t.Parallel()
	link := regexp.MustCompile(`\]\(([^)#\s]+)[^)]*\)`)
	pages := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == "testdata"):
			return filepath.SkipDir
		case path.Ext(file) != ".md":
			return nil
		}
		pages++
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], ":") { // an address
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", file, m[1])
			}
		}
		return nil
	})
	if err != nil || pages < 20 {
		t.Fatalf("%d pages: %v", pages, err)
	}
}

// Every decision stands in the index, and the numbers have no gap.
func TestDecisionsStandInTheIndex(t *testing.T) {
	t.Parallel()
	index, err := os.ReadFile("docs/decisions/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("docs/decisions/[0-9]*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	for i, file := range files {
		name := path.Base(filepath.ToSlash(file))
		if want := i + 1; name[:4] != fmt.Sprintf("%04d", want) {
			t.Errorf("%s is no. %d", name, want)
		}
		if !strings.Contains(string(index), "]("+name+")") {
			t.Errorf("%s is not in the index", name)
		}
	}
}
