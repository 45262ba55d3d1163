package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCommitted fails while the committed sample shop is not what this program writes: run "go generate ./catalog".
func TestCommitted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := write(dir); err != nil {
		t.Fatal(err)
	}
	same(t, filepath.Join(dir, "products.json"), "../products.json")
	drawn, err := filepath.Glob(filepath.Join(dir, "images", "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob("../images/*")
	if err != nil || len(kept) != len(drawn) || len(kept) < 60 {
		t.Fatalf("%d pictures are committed, %d drawn (%v)", len(kept), len(drawn), err)
	}
	for _, picture := range drawn {
		same(t, picture, filepath.Join("../images", filepath.Base(picture)))
	}
}

func same(t *testing.T, fresh, committed string) {
	t.Helper()
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s is not up to date", committed)
	}
}
