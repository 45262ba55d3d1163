// Package testdata finds the test data that does not live in the repository. For tests only.
package testdata

import (
	"os"
	"path/filepath"
	"testing"
)

const (
	folder  = "EVERCART_TESTDATA"     // where the data is; default ../shared/data beside the repository
	require = "EVERCART_TEST_REQUIRE" // "1": absent data fails a test instead of skipping it
)

// Path joins the parts below the data folder. What is not there skips the test, or fails it where it is required.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	dir := os.Getenv(folder)
	if dir == "" {
		dir = filepath.Join(root(t), "..", "shared", "data")
	}
	path := filepath.Join(append([]string{dir}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv(require) == "1" {
			t.Fatalf("test data is required and not there (set %s): %v", folder, err)
		}
		t.Skipf("test data is not there (set %s): %v", folder, err)
	}
	return path
}

// root is the folder of go.mod at or above the test's own.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			t.Fatalf("no go.mod at or above %s", dir)
		}
	}
}
