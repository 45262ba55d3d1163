package testdata_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/evercart/evercart/internal/testdata"
)

func TestPath(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "there.csv"), []byte("id\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("EVERCART_TESTDATA", dir)
	if got, want := testdata.Path(t, "there.csv"), filepath.Join(dir, "there.csv"); got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	t.Run("absent skips", func(t *testing.T) {
		t.Setenv("EVERCART_TEST_REQUIRE", "")
		ok := t.Run("inner", func(t *testing.T) {
			defer func() {
				if !t.Skipped() {
					t.Error("absent data did not skip")
				}
			}()
			testdata.Path(t, "absent.csv")
		})
		if !ok {
			t.Error("absent data failed")
		}
	})
	t.Run("absent and required fails", func(t *testing.T) {
		t.Setenv("EVERCART_TEST_REQUIRE", "1")
		r := &recorder{TB: t}
		func() {
			defer func() { _ = recover() }()
			testdata.Path(r, "absent.csv")
		}()
		if !r.failed {
			t.Error("required data did not fail")
		}
	})
}

// recorder stands in for a test that fails: Fatalf ends it by a panic.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Helper() {}
func (r *recorder) Fatalf(string, ...any) {
	r.failed = true
	panic("failed")
}
