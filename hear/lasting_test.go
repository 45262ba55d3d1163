package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

// What holds beyond its turn is told from what is done with.
func TestLasting(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"My shoe size is nine.", "I'm allergic to wool.", "it's a gift for Noor", "It must arrive before the 14th.", "The budget is 200 dollars.", "I never wear heels.", "my daughter turns six",
		"Ich habe Schuhgröße 42.", "Ich bin allergisch gegen Wolle.", "Es ist ein Geschenk für meine Mutter.", "Höchstens hundert Euro.",
		"Soy alérgica a la lana.", "Es un regalo para mi hermana.", "Mi presupuesto es de cien dólares.",
	} {
		if told, weight := hear.Lasting(s); len(told) != 1 || told[0] != s || weight[0] < 1 {
			t.Errorf("%q does not last: %q", s, told)
		}
	}
	for _, s := range []string{"add the silk blouse in size M", "When do you open?", "show me gifts", "yes", "what is my size?", "Und wann habt ihr offen?", "quita la vela", "the second one", ""} {
		if told, _ := hear.Lasting(s); len(told) != 0 {
			t.Errorf("%q lasts", s)
		}
	}
	told, _ := hear.Lasting("Hello. I wear size 9.5 shoes. Show me some! My budget is $89.50, no more.")
	if len(told) != 2 || told[0] != "I wear size 9.5 shoes." || told[1] != "My budget is $89.50, no more." {
		t.Errorf("%q", told)
	}
}
