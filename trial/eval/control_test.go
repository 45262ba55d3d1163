package eval_test

import (
	"testing"

	"github.com/evercart/evercart/trial/eval"
)

func TestInKind(t *testing.T) {
	t.Parallel()
	const before = "Sorry, I cannot change how fast I speak. I can say it again."
	for _, c := range []struct {
		lang, label, reply string
		want               bool
	}{
		{"", "thank_you", "You are welcome.", true}, {"", "thank_you", "Okay.", false},
		{"", "repeat", before, true}, {"", "repeat", "Hello! What can I find for you?", false},
		{"", "oos", "Sorry, I cannot help with that. I can find things in this shop and keep your cart.", true}, {"", "oos", "Sorry, we do not have moons.", false},
		{"", "no", "Okay, I left everything as it was.", true}, {"", "yes", "I added one dawn mug, for ten dollars.", false},
		{"", "shopping_list", "Your cart is empty.", true}, {"es", "thank_you", "De nada.", true}, {"de", "no", "Okay.", false}, {"fr", "no", "Okay.", false},
		{"", "unheard of", "Okay.", false},
	} {
		if got := eval.InKind(c.lang, c.label, c.reply, before); got != c.want {
			t.Errorf("%s: %q is in kind: %v", c.label, c.reply, got)
		}
	}
}
