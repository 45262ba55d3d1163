package rules_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

// Expressions that stand alone are compiled when a text comes that they may match: that they can be is tested here. What is turned away
// has no match.
func TestPatterns(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts, n := lines(t, ""), 0
	texts = texts[:min(len(texts), 400)]
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(at ast.Node) bool {
			expr, ok := patternIn(at)
			if !ok {
				return true
			}
			n++
			p, re := sift.Of(expr), regexp.MustCompile(expr)
			for _, text := range texts {
				if got, want := p.MatchString(text), re.MatchString(text); got != want {
					t.Errorf("%s: %.80s matches %q: %t", file, expr, text, got)
				}
			}
			return true
		})
	}
	if n < 100 {
		t.Errorf("%d expressions were found", n)
	}
}

// patternIn gives the expression of a call to sift.Of, where it is written there.
func patternIn(at ast.Node) (string, bool) {
	call, ok := at.(*ast.CallExpr)
	if !ok {
		return "", false
	}
	if of, ok := call.Fun.(*ast.SelectorExpr); !ok || of.Sel.Name != "Of" {
		return "", false
	}
	return written(call.Args[0])
}

// written is a string as it is written, in one piece or several.
func written(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		a, okA := written(e.X)
		b, okB := written(e.Y)
		return a + b, okA && okB
	}
	return "", false
}

// alike holds what a table makes of texts against what is found out.
func alike(t *testing.T, file string, known, fresh *sift.Set, texts []string) {
	t.Helper()
	for _, text := range texts {
		a, b := known.In(text), fresh.In(text)
		for i := range fresh.Len() {
			if a.May(i) != b.May(i) || b.May(i) != (b.Next(i) == i) {
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
