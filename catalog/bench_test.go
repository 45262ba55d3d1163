package catalog_test

import (
	"bytes"
	"testing"

	"github.com/evercart/evercart/catalog"
	"github.com/evercart/evercart/internal/bigfeed"
)

// BenchmarkImport reads a Shopify feed of 50,000 variants.
func BenchmarkImport(b *testing.B) {
	feed := new(bytes.Buffer)
	if err := bigfeed.Shopify(feed, 50_000); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(feed.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if got := read(b, feed.Bytes(), catalog.Options{}); got.Report.Variants != 50_000 {
			b.Fatal(got.Report)
		}
	}
}

// BenchmarkSample is what a start without a catalogue pays.
func BenchmarkSample(b *testing.B) {
	for b.Loop() {
		for _, err := range catalog.Sample() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
