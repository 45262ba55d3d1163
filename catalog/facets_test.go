package catalog_test

import (
	"slices"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

func find(t *testing.T, x *catalog.Index, q evercart.Query) evercart.Finding {
	t.Helper()
	f, err := x.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestBoundsAreHeardInTheWords(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"shoes under one hundred", []string{"running"}},
		{"shoes for more than a hundred and twenty five dollars", []string{"loafers"}},
		{"shoes between one hundred and one hundred and twenty five", []string{"trail"}},
		{"shoes not leather", []string{"running", "trail"}},
		{"anything under four dollars", []string{"lemonade"}},
		{"candles, no coffee", []string{"fig"}},
		{"candles without fig", []string{"cafe"}},
		{"candles without parabens", []string{"cafe", "fig"}},
		{"silk but not red", []string{"blouse"}},
		{"silk blouse, not the ivory ones", []string{"blouse"}},
		{"shoes for men", []string{"running", "trail", "loafers"}},
		{"shoes under eighty dollars", nil},
		{"shoes from 8 to 9", []string{"running", "trail", "loafers"}},
		{"shoes on sale", nil},
	} {
		f := find(t, x, evercart.Query{Words: c.words})
		got := ids(f)
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) || f.Looked.All != len(c.want) {
			t.Errorf("Find(%q) = %v of %d, want %v", c.words, got, f.Looked.All, c.want)
		}
	}
	f := find(t, x, evercart.Query{Words: "silk blouse, not the ivory ones"})
	if got := skus(f.Hits[0].Variants); !slices.Equal(got, []evercart.SKU{"BL-BLK-S"}) {
		t.Errorf("not ivory: %v", got)
	}
	if f := find(t, x, evercart.Query{Words: "shoes under eighty dollars"}); len(f.Unknown) > 0 {
		t.Errorf("nothing that cheap is no word that nobody knows: %q", f.Unknown)
	}
}

func TestASearchNarrowsTheOneBefore(t *testing.T) {
	t.Parallel()
	x := bigIndex(t)
	steps := []struct {
		words string
		over  evercart.Minor
		check facets
	}{
		{"red wool scarves", 0, facets{Type: []string{"Scarf"}, Stuff: "Wool", Color: "red"}},
		{"in olive then", 0, facets{Type: []string{"Scarf"}, Stuff: "Wool", Color: "olive"}},
		{"in silk", 0, facets{Type: []string{"Scarf"}, Stuff: "Silk", Color: "olive"}},
		{"under three hundred dollars", 0, facets{Type: []string{"Scarf"}, Stuff: "Silk", Color: "olive", Under: 300}},
		{"not silk", 0, facets{Type: []string{"Scarf"}, No: []string{"Silk"}, Color: "olive", Under: 300}},
		{"for women", 0, facets{Type: []string{"Scarf"}, No: []string{"Silk"}, Color: "olive", Under: 300, Who: []string{"women", "unisex"}}},
		{"for men", 0, facets{Type: []string{"Scarf"}, No: []string{"Silk"}, Color: "olive", Under: 300, Who: []string{"men", "unisex"}}},
		{"in large", 0, facets{Type: []string{"Scarf"}, No: []string{"Silk"}, Color: "olive", Size: "L", Under: 300, Who: []string{"men", "unisex"}}},
		{"in stock", 0, facets{Type: []string{"Scarf"}, No: []string{"Silk"}, Color: "olive", Size: "L", Under: 300, Who: []string{"men", "unisex"}, Stock: true}},
		{"black boots", 0, facets{Type: []string{"Boots"}, Color: "black"}}, // another kind begins anew
		{"", 30000, facets{Type: []string{"Boots"}, Color: "black", Over: 300}},
	}
	var last *evercart.Looked
	for _, s := range steps {
		f := find(t, x, evercart.Query{Words: s.words, Over: s.over, After: last, Limit: 50})
		if len(f.Hits) == 0 || len(f.Unknown) > 0 {
			t.Fatalf("%q finds nothing after %+v, unknown %q", s.words, last, f.Unknown)
		}
		for _, h := range f.Hits {
			if !s.check.fits(h) {
				t.Errorf("%q after %+v: %s %v", s.words, last, h.Product.Title, h.Variants[0])
			}
		}
		last = &f.Looked
	}
	if last.Under != 0 || len(last.Without) != 0 {
		t.Errorf("boots keep what was said of scarves: %+v", last)
	}
}

func TestTheRestIsToldInOrder(t *testing.T) {
	t.Parallel()
	x := bigIndex(t)
	all := find(t, x, evercart.Query{Words: "red boots", Limit: 50})
	if all.Looked.All != len(all.Hits) || len(all.Hits) < 20 {
		t.Fatalf("%d hits of %d", len(all.Hits), all.Looked.All)
	}
	var told []string
	for looked := &all.Looked; len(told) < looked.All; {
		page := find(t, x, evercart.Query{After: looked, Skip: len(told), Limit: 3})
		if len(page.Hits) == 0 || page.Looked.All != looked.All {
			t.Fatalf("after %d of %d: %d hits of %d", len(told), looked.All, len(page.Hits), page.Looked.All)
		}
		told = append(told, ids(page)...)
	}
	if !slices.Equal(told, ids(all)) {
		t.Errorf("in pages %v, at once %v", told, ids(all))
	}
	if f := find(t, x, evercart.Query{Words: "red boots", Skip: 1000}); len(f.Hits) != 0 {
		t.Errorf("beyond the end: %v", ids(f))
	}
}

func TestSynonymsOfTheShop(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	if f := find(t, x, evercart.Query{Words: "penny slippers"}); len(f.Unknown) == 0 {
		t.Fatalf("%v is known as it is", ids(f))
	}
	x.SetSynonyms(map[string]string{"penny slippers": "leather loafers", "holdall": "weekend bag"})
	if f := find(t, x, evercart.Query{Words: "a pair of Penny Slippers please"}); !slices.Equal(ids(f), []string{"loafers"}) || !f.Sure || len(f.Unknown) > 0 {
		t.Errorf("%v sure=%v %q", ids(f), f.Sure, f.Unknown)
	}
	if f := find(t, x, evercart.Query{Words: "holdall"}); !slices.Equal(ids(f), []string{"bag"}) {
		t.Errorf("%v", ids(f))
	}
	x.SetSynonyms(nil)
	if f := find(t, x, evercart.Query{Words: "holdall"}); slices.Equal(ids(f), []string{"bag"}) && f.Sure {
		t.Errorf("%v is still known", ids(f))
	}
}

func TestNearestProductOfAnInventedSKU(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	x.Apply(wardrobe()...)
	for sku, want := range map[evercart.SKU]string{
		"BL-IVR-XXL": "blouse", "bl-ivr-m": "blouse", "RUN-47": "running", "TLR-9": "trail", "SC-RDE": "scarf", "QQ-1": "", "SK": "", "": "", "SKIRT-2": "",
	} {
		p, ok := x.Near(sku)
		if ok != (want != "") || p.ID != want {
			t.Errorf("Near(%q) = %q, %v, want %q", sku, p.ID, ok, want)
		}
	}
	if p, ok := bigIndex(t).Near("BIG-9999999"); ok {
		t.Errorf("any product may be meant, but %s is", p.Title)
	}
}
