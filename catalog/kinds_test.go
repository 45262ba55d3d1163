package catalog_test

import (
	"slices"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/catalog"
)

func TestKinds(t *testing.T) {
	t.Parallel()
	x := catalog.NewIndex()
	stock := func(id, kind string, active bool, tags ...string) {
		x.Apply(evercart.Stocked{Product: evercart.Product{ID: id, Title: id, Type: kind, Tags: tags, Variants: []evercart.Variant{{SKU: evercart.SKU(id), Active: active}}}})
	}
	stock("a", "", true, "Gift", "home")
	stock("b", "", true, "home")
	if got := x.Kinds(5); !slices.Equal(got, []string{"home", "gift"}) {
		t.Errorf("without types: %q", got)
	}
	stock("c", "Apparel > Shirts", true)
	stock("d", "Shoes", true)
	stock("e", "shoes", true)
	stock("f", "Hats", false)
	if got := x.Kinds(5); !slices.Equal(got, []string{"shoes", "shirts"}) {
		t.Errorf("with types, the largest first, of what is for sale: %q", got)
	}
	if got := x.Kinds(1); !slices.Equal(got, []string{"shoes"}) {
		t.Errorf("one: %q", got)
	}
}
