package speak_test

import (
	"log/slog"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

func TestNamesWithHyphens(t *testing.T) {
	t.Parallel()
	v := speak.For("en")
	for title, want := range map[string]string{
		"Cotton T-Shirt":        "three cotton T-shirts",
		"Wide-Leg Trousers":     "three pairs of wide-leg trousers",
		"Cotton Socks, 3-Pack":  "three 3-packs of cotton socks",
		"Wi-Fi Lamp":            "three wi-fi lamps",
		"Stand for your iPhone": "three stands for your iPhone",
	} {
		if got := v.Thing(title, nil, 3); got != want {
			t.Errorf("three of %q: %q, want %q", title, got, want)
		}
	}
}

func TestMany(t *testing.T) {
	t.Parallel()
	v := speak.For("en")
	for title, want := range map[string]bool{
		"Leather Loafers": true, "Cotton Bed Sheets": true, "Espresso Cups, Set of Four": true, "Sunglasses": true,
		"Cotton Socks, Three-Pack": false, "Wrap Dress": false, "Wool Scarf": false, "Chef's Knife": false, "Canvas": false, "": false,
	} {
		if got := v.Many(title); got != want {
			t.Errorf("Many(%q) = %v", title, got)
		}
	}
	if speak.For("de").Many("Leather Loafers") {
		t.Error("German was not asked how it says this")
	}
}

func TestErrorsNameVariantsAsOneSaysThem(t *testing.T) {
	t.Parallel()
	err := evercart.Errorf(evercart.OutOfStock, "cart", "none").With(slog.String("title", "Espadrilles, sand, 7"), slog.String("name", "Espadrilles"),
		slog.Any("options", []evercart.Option{{Name: "color", Value: "sand"}, {Name: "size", Value: "7"}}), slog.Int("stock", 0))
	if got, want := speak.For("en").Error(err), "Sorry, we are sold out of the espadrilles in sand, size seven."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
