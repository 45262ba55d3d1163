// Package sifttest holds what is known of expressions against the expressions. For tests only.
package sifttest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/evercart/evercart/internal/sift"
)

// Known holds a table against a set: what it tells of expressions is what would be found out, and it tells of most, so that a start need
// not find it out. Every expression can be compiled, though a start compiles none. The file is written anew first where update says so.
func Known(t *testing.T, file string, set *sift.Set, texts []string, update bool) {
	t.Helper()
	exprs := make([]string, set.Len())
	for i := range exprs {
		exprs[i] = set.At(i).String()
	}
	if update {
		table, err := sift.Make(exprs...)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Clean(file))
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
		t.Errorf("%s does not know %d of %d expressions: run this test with -update", file, news, len(exprs))
	}
	alike(t, file, table.Compile(exprs...), sift.Compile(exprs...), texts)
}

// alike holds what a table makes of texts against what is found out.
func alike(t *testing.T, file string, known, fresh *sift.Set, texts []string) {
	t.Helper()
	for _, text := range texts {
		a, b := known.In(text), fresh.In(text)
		for i := range fresh.Len() {
			if a.May(i) != b.May(i) || b.May(i) != (b.Next(i) == i) {
				t.Fatalf("%s: %q may match %.80s: %t: run this test with -update", file, text, fresh.At(i), a.May(i))
			}
		}
	}
}

// Patterns holds the expressions that stand alone in the files of the folder that a test runs in, sift.Of of what is written there, against
// what they would be without a sieve: they are compiled when a text comes that they may match, so that they can be is tested here, and what
// is turned away has no match. Fewer than least are an error.
func Patterns(t *testing.T, texts []string, least int) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
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
	if n < least {
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
