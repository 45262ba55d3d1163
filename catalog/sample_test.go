package catalog_test

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

func TestSample(t *testing.T) {
	t.Parallel()
	byID := map[string]evercart.Product{}
	variants, soldOut, images := 0, 0, map[string]bool{}
	for p, err := range catalog.Sample() {
		if err != nil {
			t.Fatal(err)
		}
		byID[p.ID] = p
		if p.Text == "" || p.Type == "" || p.Vendor == "" || len(p.Tags) == 0 {
			t.Errorf("%s is not described", p.ID)
		}
		images[p.Image] = true
		for _, v := range p.Variants {
			variants++
			if v.Image != "" {
				images[v.Image] = true
			}
			if v.Stock == 0 {
				soldOut++
			}
			if v.Currency != "USD" || v.Price < 500 || !v.Active {
				t.Errorf("%s: %+v", p.ID, v)
			}
		}
	}
	if len(byID) < 60 || variants < 200 || soldOut < 5 {
		t.Errorf("%d products, %d variants, %d sold out", len(byID), variants, soldOut)
	}
	blouse := byID["silk-blouse"]
	colors := map[string]bool{}
	for _, v := range blouse.Variants {
		colors[v.Option("color")] = true
	}
	if len(blouse.Variants) != 4 || len(colors) != 1 || !colors["ivory"] {
		t.Errorf("the silk blouse comes in one color and four sizes, not %+v", blouse.Variants)
	}
	for path := range images {
		checkPicture(t, strings.TrimPrefix(path, "/images/"))
	}
	drawn, err := fs.Glob(catalog.Images(), "*.svg")
	if err != nil || len(drawn) != len(images) {
		t.Errorf("%d pictures are drawn, %d are shown (%v)", len(drawn), len(images), err)
	}
}

// checkPicture wants well-formed SVG without scripts or addresses.
func checkPicture(t *testing.T, name string) {
	t.Helper()
	picture, err := fs.ReadFile(catalog.Images(), name)
	if err != nil {
		t.Error(err)
		return
	}
	d := xml.NewDecoder(strings.NewReader(string(picture)))
	shapes := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		if start, ok := token.(xml.StartElement); ok {
			shapes++
			if start.Name.Local == "script" || start.Name.Local == "image" {
				t.Errorf("%s has a %s", name, start.Name.Local)
			}
		}
	}
	if shapes < 6 || strings.Contains(string(picture), "{") {
		t.Errorf("%s is not drawn: %d elements", name, shapes)
	}
}
