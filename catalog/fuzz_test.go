package catalog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

// seed adds the feeds of testdata whose name begins so.
func seed(f *testing.F, prefixes ...string) {
	f.Helper()
	for _, prefix := range prefixes {
		names, err := filepath.Glob("testdata/feeds/" + prefix + "*")
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, ".golden") {
				continue
			}
			feed, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(feed)
		}
	}
}

func FuzzShopify(f *testing.F) {
	seed(f, "shopify")
	f.Fuzz(func(t *testing.T, feed []byte) { hold(t, feed) })
}

func FuzzGoogleXML(f *testing.F) {
	seed(f, "google-rss", "google-atom")
	f.Fuzz(func(t *testing.T, feed []byte) { hold(t, feed) })
}

func FuzzGoogleTable(f *testing.F) {
	seed(f, "google.tsv")
	f.Fuzz(func(t *testing.T, feed []byte) { hold(t, feed) })
}

func FuzzPlain(f *testing.F) {
	seed(f, "plain")
	f.Fuzz(func(t *testing.T, feed []byte) { hold(t, feed) })
}

func FuzzJSON(f *testing.F) {
	seed(f, "products")
	f.Fuzz(func(t *testing.T, feed []byte) { hold(t, feed) })
}

// hold reads anything and holds what comes of it to what everybody behind the import relies on.
func hold(t *testing.T, feed []byte) {
	t.Helper()
	got := read(t, feed, catalog.Options{})
	skus, ids := map[evercart.SKU]bool{}, map[string]bool{}
	for _, p := range got.Products {
		if p.ID == "" || p.Title == "" || len(p.Variants) == 0 || ids[strings.ToLower(p.ID)] {
			t.Errorf("product without id, title or variants, or twice: %+v", p)
		}
		ids[strings.ToLower(p.ID)] = true
		wellFormed(t, append([]string{p.ID, p.Title, p.Type, p.Vendor, p.Image}, p.Tags...)...)
		wellFormed(t, strings.Split(p.Text, "\n")...)
		for _, v := range p.Variants {
			if v.SKU == "" || skus[v.SKU.Fold()] || v.Price < 0 || v.Stock < evercart.Uncounted || v.Was != 0 && v.Was <= v.Price {
				t.Errorf("variant that cannot be: %+v", v)
			}
			skus[v.SKU.Fold()] = true
			if _, err := evercart.ParseCurrency(string(v.Currency)); err != nil {
				t.Errorf("variant without currency: %+v", v)
			}
			for _, o := range v.Options {
				wellFormed(t, o.Name, o.Value)
			}
		}
	}
	if r := got.Report; r != nil && (r.Products != len(got.Products) || r.Variants != len(skus)) {
		t.Errorf("the report counts %d products and %d variants, there are %d and %d", r.Products, r.Variants, len(got.Products), len(skus))
	}
}

func wellFormed(t *testing.T, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) || s != strings.TrimSpace(s) {
			t.Errorf("text that is not tidy: %q", s)
		}
	}
}
