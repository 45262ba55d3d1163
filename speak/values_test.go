package speak_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
	"github.com/evercart/evercart/speak"
)

// What is said of a feed in English is said in the shopper's language, in words that the ear of that language takes for the same.
func TestValuesAreSaidAsTheyAreHeard(t *testing.T) {
	t.Parallel()
	for _, locale := range []string{"de", "es"} {
		tongue, ok := hear.TongueOf(locale)
		if !ok {
			t.Fatalf("no tongue for %s", locale)
		}
		v := speak.For(locale)
		for _, value := range []string{"black", "white", "red", "blue", "green", "yellow", "ivory", "brown", "silver", "pink", "purple"} {
			said := v.Size(value)
			if said == value || hear.For("en").Stem(tongue.English(hear.Fold(said), nil)) != value {
				t.Errorf("%s: %s is said as %q and heard as %q", locale, value, said, tongue.English(hear.Fold(said), nil))
			}
		}
		if own := v.Size("Kiefer natur"); own != "Kiefer natur" {
			t.Errorf("%s: a feed's own word is said as %q", locale, own)
		}
	}
}
