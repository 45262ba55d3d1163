package catalog_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/evercart/evercart/catalog"
)

// TestDocumentedFeeds imports what docs/catalogue.md shows.
func TestDocumentedFeeds(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/catalogue.md")
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	for _, block := range regexp.MustCompile("(?s)```(csv|xml|json)\n(.*?)```").FindAllSubmatch(page, -1) {
		got := read(t, block[2], catalog.Options{Strict: true})
		if got.Error != "" || len(got.Products) == 0 || got.Report.WarnedCount > 0 {
			t.Errorf("%q with %+v from %s", got.Error, got.Report, block[2])
			continue
		}
		formats = append(formats, got.Report.Format)
	}
	want := []string{catalog.FormatShopify, catalog.FormatGoogleXML, catalog.FormatPlain, catalog.FormatJSON}
	if len(formats) != len(want) {
		t.Fatalf("shown are %v", formats)
	}
	for i := range want {
		if formats[i] != want[i] {
			t.Errorf("block %d is %s, not %s", i+1, formats[i], want[i])
		}
	}
}
