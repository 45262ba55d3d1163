package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/app"
)

// A disk that is nearly full, and a file that was deleted or replaced beneath the server, are no place for what is acknowledged.
func TestDisk(t *testing.T) {
	t.Parallel()
	how := func(err error) string {
		if err == nil {
			return ""
		}
		return evercart.AsError(err).Arg("how").String()
	}
	dir := t.TempDir()
	data := filepath.Join(dir, "data.db")
	if err := os.WriteFile(data, []byte("rows"), 0o600); err != nil {
		t.Fatal(err)
	}
	roomy := app.DiskCheck(dir, 1<<30)
	if got := how(roomy()); got != "" {
		t.Errorf("a good disk: %s", got)
	}
	if got := how(app.DiskCheck(dir, 1<<20)()); got != "full" {
		t.Errorf("a full disk: %q", got)
	}
	if err := os.Rename(data, data+".away"); err != nil {
		t.Fatal(err)
	}
	if got := how(roomy()); got != "gone" {
		t.Errorf("without the file: %q", got)
	}
	if err := os.WriteFile(data, []byte("rows"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := how(roomy()); got != "gone" {
		t.Errorf("with another file in its place: %q", got)
	}
	if err := os.Rename(data+".away", data); err != nil {
		t.Fatal(err)
	}
	if got := how(roomy()); got != "" {
		t.Errorf("with the file back: %s", got)
	}
}
