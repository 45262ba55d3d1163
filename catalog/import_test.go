package catalog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

var update = flag.Bool("update", false, "write the golden files anew")

// outcome is what a golden file holds.
type outcome struct {
	Report   *catalog.Report    `json:"report"`
	Error    evercart.Code      `json:"error,omitempty"`
	Products []evercart.Product `json:"products"`
}

// day is a clock that stands in the middle of 2026.
type day struct{ evercart.SystemClock }

func (day) Now() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) }

func read(t testing.TB, feed []byte, options catalog.Options) outcome {
	t.Helper()
	if options.Clock == nil {
		options.Clock = day{}
	}
	seq, report, err := catalog.Import(context.Background(), bytes.NewReader(feed), options)
	if err != nil {
		return outcome{Error: evercart.CodeOf(err)}
	}
	out := outcome{Report: report}
	for p, err := range seq {
		if err != nil {
			out.Error = evercart.CodeOf(err)
			break
		}
		out.Products = append(out.Products, p)
	}
	return out
}

// TestFeeds reads a small feed for every oddity; the golden files say what must come of it.
func TestFeeds(t *testing.T) {
	t.Parallel()
	feeds, err := filepath.Glob("testdata/feeds/*")
	if err != nil || len(feeds) == 0 {
		t.Fatalf("no feeds: %v", err)
	}
	for _, name := range feeds {
		if strings.HasSuffix(name, ".golden") {
			continue
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			feed, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.MarshalIndent(read(t, feed, catalog.Options{}), "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, '\n')
			if *update {
				if err := os.WriteFile(name+".golden", got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
