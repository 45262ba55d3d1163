package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b     string
		from, to int
	}{
		{"weak end", "weekend", 0, 0},
		{"card again", "cardigan", 0, 6},
		{"emma rald", "emerald", 0, 6},
		{"tea shirt", "t-shirt", 0, 0},
		{"sev in", "seven", 0, 6},
		{"car key", "khaki", 0, 8},
		{"genes", "jeans", 0, 6},
		{"hallo peenyo", "jalapeno", 0, 16},
		{"bell", "belt", 5, 15},
		{"had", "hat", 5, 15},
		{"dust", "dusk", 10, 20},
		{"skis", "socks", 21, 100},
		{"dark", "dusk", 21, 100},
		{"skirt", "scarf", 25, 100},
		{"sofa", "loafers", 100, 100},
		{"", "mug", 100, 100},
	} {
		a, b := hear.PhonesOf(c.a), hear.PhonesOf(c.b)
		if d := hear.Apart(a, b, 60); d < c.from || d > c.to || d != hear.Apart(b, a, 60) {
			t.Errorf("%q (%s) and %q (%s): %d, not %d to %d; the other way %d", c.a, a, c.b, b, d, c.from, c.to, hear.Apart(b, a, 60))
		}
	}
}

func TestSpokenValue(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{"s": "small", "xl": "extra large", "7": "seven", "30": "thirty", "34": "thirty four", "6.5": "6.5", "500": "500", "navy": "navy"} {
		if got := hear.SpokenValue(key); got != want {
			t.Errorf("%q is said as %q", key, got)
		}
	}
}
