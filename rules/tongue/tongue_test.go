package tongue_test

import (
	"reflect"
	"testing"

	"github.com/evercart/evercart/rules/tongue"
)

// TestEnglish: what is said comes out in the words and the order of the rules, with what is told of it beside.
func TestEnglish(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tag, said string
		want      tongue.English
	}{
		{"de", "Nimm die Tassen bitte wieder raus", tongue.English{Words: "remove the mugs.", Orders: true}},
		{"de", "Ich hätte gern zwei, nein, drei Seidenblusen", tongue.English{Words: "i would like two, no, three silk blouses."}},
		{"de", "nehm ich", tongue.English{Words: "i would like."}},
		{"de", "Alles außer dem Schal raus", tongue.English{Words: "remove everything but the scarf.", Orders: true, AllBut: true}},
		{"de", "Was ist in meinem Warenkorb?", tongue.English{Words: "what is in my cart?", Asks: true, OfCart: true}},
		{"de", "zwei Quarzklumpen", tongue.English{Words: "two quarzklumpen.", Strange: []string{"quarzklumpen"}}},
		{"es", "Quítame las dos tazas, por favor", tongue.English{Words: "remove both mugs.", Orders: true}},
		{"es", "¿me las quitas?", tongue.English{Words: "remove them?", Orders: true}},
		{"es", "Cambia la bufanda roja por una azul", tongue.English{Words: "swap the scarf red for a blue one.", Orders: true}},
		{"es", "¿Cuánto es todo?", tongue.English{Words: "what is my total?", Asks: true, OfCart: true}},
		{"es", "vacía el carrito", tongue.English{Words: "empty the cart.", Orders: true}},
	} {
		l, ok := tongue.Of(c.tag)
		if !ok {
			t.Fatalf("no %s", c.tag)
		}
		got := l.English(c.said, nil)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q comes to %#v", c.tag, c.said, got)
		}
	}
}

// TestNamed: a word by which the shop calls its goods stays as it was said.
func TestNamed(t *testing.T) {
	t.Parallel()
	l, _ := tongue.Of("es")
	for named, want := range map[bool]string{false: "add scarf.", true: "add bufanda."} {
		if got := l.English("añade bufanda", func(word string) bool { return named && word == "bufanda" }).Words; got != want {
			t.Errorf("named %t: %q", named, got)
		}
	}
}

// TestEnglishIsNone: the rules speak it themselves; and a region is no part of a tag.
func TestEnglishIsNone(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"en", "", "fr", "de-AT", "DE"} {
		if _, ok := tongue.Of(tag); ok {
			t.Errorf("%q is a tongue", tag)
		}
	}
}
