package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestSpoken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Add the silk blouse in size M, please": "en", "Quiero la blusa de seda en talla M": "es", "Ich möchte die Seidenbluse in Größe M": "de",
		"Je voudrais ajouter une chemise au panier": "fr", "Vorrei una camicia nel mio carrello": "it", "Eu quero uma camisa no meu carrinho": "pt",
		"Ik wil graag een hemd in mijn winkelwagen": "nl", "Chciałbym dodać koszulę do koszyka, proszę": "pl", "Bir gömlek istiyorum lütfen": "tr",
		"two crème brûlée dishes": "en", "the café noir candle": "en", "": "en", "M": "en", "no": "en", "la": "en",
		"ciao": "en", "the El Paso hat and the Los Angeles mug": "en",
	} {
		if got := hear.Spoken(text, "en"); got != want {
			t.Errorf("Spoken(%q) = %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"no": "es", "la roja": "es", "show me the shoes please": "en", "M": "es"} {
		if got := hear.Spoken(text, "es"); got != want {
			t.Errorf("Spoken(%q, es) = %s, want %s", text, got, want)
		}
	}
}
