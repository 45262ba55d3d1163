package say_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/evercart/evercart/rules/say"
	"github.com/evercart/evercart/speak"
)

// TestSaidInAll: what is said in one language is said in the others, of as much. English asks for an option by the catalogue's names.
func TestSaidInAll(t *testing.T) {
	t.Parallel()
	mark := regexp.MustCompile(`\{\d`)
	marks := func(s string) []string {
		out := mark.FindAllString(s, -1)
		slices.Sort(out)
		return slices.Compact(out)
	}
	for _, a := range say.Tags() {
		for _, b := range say.Tags() {
			others := say.In(b).Sentences()
			for key, s := range say.In(a).Sentences() {
				other, ok := others[key]
				if key == "which.option" && !ok && b == "en" {
					continue
				}
				if !ok || !slices.Equal(marks(s), marks(other)) {
					t.Errorf("%s is %q in %s and %q in %s", key, s, a, other, b)
				}
			}
		}
	}
}

// TestSay: names and numbers stand in a sentence as a voice says them, with the verb that goes with them, and it begins with a capital.
func TestSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag, key string
		args     []any
		want     string
	}{
		{"en", "costs", []any{say.Thing{Said: "the loafers", Many: true}, "sixty dollars"}, "The loafers cost sixty dollars."},
		{"en", "costs", []any{say.Thing{Said: "the mug"}, "sixteen dollars"}, "The mug costs sixteen dollars."},
		{"en", "no.line", []any{2, 2}, "Sorry, there are only two things in your cart."},
		{"de", "few", []any{1, "elf Dollar"}, "Ja, davon ist noch eins da: elf Dollar."},
		{"fr", "empty", nil, "Sorry, your cart is empty."},
		{"en", "no such sentence", nil, ""},
	} {
		if got := say.In(c.tag).Say(c.key, speak.For(c.tag), c.args...); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.key, c.tag, got, c.want)
		}
	}
}
