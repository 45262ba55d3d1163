package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestMeasuresAreOneHoweverTheyAreSaid(t *testing.T) {
	t.Parallel()
	en := hear.For("en")
	for value, ways := range map[string][]string{
		"8 mm":      {"8mm", "8 mm", "eight millimetre", "eight millimeters", "8-mm", "0.8 cm"},
		"4 x 40 mm": {"4x40mm", "4 x 40mm", "4 × 40 mm", "four by forty millimetres", "4 times 40 mm"},
		"5 m":       {"5m", "five metres", "five-metre", "500 cm"},
		"500 g":     {"five hundred grams", "half a kilo", "0.5 kg"},
		"0.5 l":     {"half a litre", "half litre", "500 ml", "50 cl"},
		"2.5 l":     {"two and a half litres", "2.5 liters"},
		"1/2\"":     {"half inch", "half an inch", "0.5 inch", "½\"", "1/2 in"},
		"3/4 in":    {"three quarter inch", "three quarters of an inch", "3/4″"},
		"120 grit":  {"one twenty grit", "a hundred twenty grit", "grit 120"},
		"850 W":     {"850 watt", "850watts", "0.85 kW"},
		"5 steps":   {"five step"},
		"50 ft":     {"fifty feet", "fifty foot", "50'"},
		"E27":       {"e27", "E twenty-seven", "e 27"},
	} {
		want := en.Value(value)
		if want == "" || hear.Tokens(want)[0].Text != want {
			t.Errorf("Value(%q) = %q, which is not one word", value, want)
		}
		for _, said := range ways {
			heard := false
			for i, words := 0, en.Words(hear.Written(said)); i < len(words) && !heard; i++ {
				for _, m := range en.Measures(words, i) {
					heard = heard || en.Stem(m.Word) == want && i+m.Took == len(words)
				}
				heard = heard || en.Stem(words[i].Text) == want
			}
			if !heard {
				t.Errorf("%q is not heard as %q", said, value)
			}
		}
	}
}

func TestWhatIsNoMeasure(t *testing.T) {
	t.Parallel()
	en := hear.For("en")
	for _, said := range []string{"two mugs", "nine in black", "two of them", "a size nine", "one a day", "24/7", "size m", "a small one", "2xl"} {
		words := en.Words(hear.Written(said))
		for i := range words {
			if all := en.Measures(words, i); len(all) > 0 {
				t.Errorf("%q holds the measure %q", said, all[0].Word)
			}
		}
	}
	for value, want := range map[string]string{"8 mm": "8", "4 x 40 mm": "4x40", "M": "", "off white": "", "750 ml": "750", "9.5": ""} {
		if got := en.Numeral(value); got != want {
			t.Errorf("Numeral(%q) = %q, want %q", value, got, want)
		}
	}
}
