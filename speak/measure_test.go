package speak_test

import (
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

func TestMeasuresAreSaidInWords(t *testing.T) {
	t.Parallel()
	for locale, values := range map[string]map[string]string{
		"en": {"8 mm": "eight millimeters", "4 x 40 mm": "four by forty millimeters", "1 l": "one liter", "0.5 l": "half a liter", "2.5 litres": "two and a half liters",
			"3/4\"": "three quarter inch", "80 grit": "eighty grit", "850 W": "eight hundred fifty watts", "E27": "E27", "M": "M", "9.5": "nine and a half", "sage green": "sage green"},
		"de": {"8 mm": "acht Millimeter", "4x40mm": "vier mal vierzig Millimeter", "1 m": "ein Meter"},
		"es": {"8 mm": "ocho milímetros", "4 × 40 mm": "cuatro por cuarenta milímetros", "0,5 l": "medio litro"},
	} {
		for value, want := range values {
			if got := speak.For(locale).Size(value); got != want {
				t.Errorf("%s: Size(%q) = %q, want %q", locale, value, got, want)
			}
		}
	}
	for value, want := range map[string]string{"8 mm": "two anchors, size eight millimeters", "850 W": "two anchors, eight hundred fifty watts", "M": "two anchors, size M", "3/4\"": "two anchors, size three quarter inch"} {
		if got := speak.For("en").Thing("Anchor", []evercart.Option{{Name: "size", Value: value}}, 2); got != want {
			t.Errorf("Thing in %q = %q, want %q", value, got, want)
		}
	}
}
