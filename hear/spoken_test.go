package hear_test

import (
	"testing"

	"github.com/evercart/evercart/hear"
)

func TestSpoken(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, given string
		before      []string
		want        string
	}{
		{said: "two mugs please", given: "en-US", want: "en-US"},
		{said: "a cafe noir candle por favor", given: "en-US", want: "en-US"},
		{said: "gracias", given: "en-US", want: "en-US"},
		{said: "danke", given: "en-GB", want: "en-GB"},
		{said: "the schal, please", given: "en-US", want: "en-US"},
		{said: "deux cafe noir candles", given: "en-US", want: "en-US"},
		{said: "zwei Tassen bitte", given: "en-US", want: "de"},
		{said: "Ich hätte gern einen Schal", given: "en-US", want: "de"},
		{said: "zwei Tassen bitte", given: "de-AT", want: "de-AT"},
		{said: "¿Tienen velas?", given: "en-US", want: "es"},
		{said: "quiero dos tazas", given: "", want: "es"},
		{said: "i would like two mugs", given: "de-DE", want: "en"},
		{said: "dos", given: "en-US", before: []string{"quiero tazas"}, want: "es"},
		{said: "zwei", given: "en-US", before: []string{"okay", "haben Sie Tassen"}, want: "de"},
		{said: "ja", given: "en-US", before: []string{"show me the mugs", "haben Sie Tassen"}, want: "en-US"},
		{said: "je voudrais deux tasses s'il vous plaît", given: "en-US", want: "fr"},
		{said: "vorrei due tazze per favore", given: "en-US", want: "it"},
		{said: "eu quero duas canecas por favor", given: "en-US", want: "pt"},
		{said: "ik wil graag twee mokken alstublieft", given: "en-US", want: "nl"},
		{said: "poproszę dwa kubki, chciałbym też szalik", given: "en-US", want: "pl"},
		{said: "iki bardak istiyorum lütfen", given: "en-US", want: "tr"},
		{said: "the El Paso hat and the Los Angeles mug", given: "en", want: "en"},
		{said: "two crème brûlée dishes", given: "en", want: "en"},
		{said: "la roja", given: "es", want: "es"},
		{said: "ciao", given: "en", want: "en"},
		{said: "show me the shoes please", given: "es", want: "en"},
		{said: "mugs", given: "fr-FR", want: "fr-FR"},
		{said: "Ponme el weekend bag", given: "en-US", want: "es"},
		{said: "siebzehn Dawn-Becher", given: "en-US", want: "de"},
		{said: "el del medio", given: "en-US", want: "es"},
		{said: "bufanda", given: "en-US", want: "es"},
		{said: "bufanda", given: "en-US", before: []string{"show me the scarves"}, want: "en-US"},
		{said: "weekend bag, danke", given: "en-US", want: "en-US"},
		{said: "bin everything", given: "en-US", want: "en-US"},
		{said: "total?", given: "en-US", want: "en-US"},
	} {
		if got := hear.SpokenOver(c.said, c.given, c.before...); got != c.want {
			t.Errorf("%q after %q, given %q: %q, want %q", c.said, c.before, c.given, got, c.want)
		}
	}
}

func TestNotSpoken(t *testing.T) {
	t.Parallel()
	for locale, spoken := range map[string]bool{"": true, "en-US": true, "de": true, "es-MX": true, "ja": true, "fr-CA": false, "it_IT": false, "TR": false, "pl": false, "nl": false, "pt-BR": false} {
		if got := hear.NotSpoken(locale) == ""; got != spoken {
			t.Errorf("%s: spoken %v", locale, got)
		}
	}
}

func TestTongues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tag, said, folded, english string }{
		{"de", "Fünfundzwanzig Seidenblusen!", " 25 seidenblusen . ", "25 silk blouses."},
		{"de", "hundertzwei", " 102 ", "102"},
		{"de", "neuneinhalb, dreihundertelf", " 9_5 , 311 ", "9.5, 311"},
		{"de", "eintausendzweihundert", " 1200 ", "1200"},
		{"de", "ein Paar Schuhe", " ein einpaar schuhe ", "a pair of shoes"},
		{"de", "ein paar Schuhe", " ein paar schuhe ", "a few shoes"},
		{"de", "in Groesse 8,5", " in groesse 8_5 ", "in size 8.5"},
		{"de", "Regenjacke aus Wildleder", " regenjacke aus wildleder ", "rain jacket of suede"},
		{"de", "nehme das.", " nehme das . ", "take it."},
		{"es", "treinta y dos blusas rojas", " 32 blusas rojas ", "32 blouses red"},
		{"es", "ciento veinte", " 120 ", "120"},
		{"es", "nueve y medio", " 9_5 ", "9.5"},
		{"es", "treintaidós", " 32 ", "32"},
		{"es", "talla treinta cuatro.", " talla 34 . ", "size 34."},
		{"es", "treinta, cuatro velas", " 30 , 4 velas ", "30, four candles"},
		{"de", "ein Siebener", " ein 7 ", "a seven"},
		{"es", "¿Zapatillas de correr?", " zapatillas de correr ? ", "running shoes?"},
	} {
		l, ok := hear.TongueOf(c.tag)
		if !ok {
			t.Fatal(c.tag)
		}
		if got := l.Folded(c.said); got != c.folded {
			t.Errorf("%q: folded %q, want %q", c.said, got, c.folded)
		}
		if got := l.English(c.folded, nil); got != c.english {
			t.Errorf("%q: %q, want %q", c.said, got, c.english)
		}
	}
	l, _ := hear.TongueOf("de")
	if got := l.English(" eine rote tasse ", func(w string) bool { return w == "tasse" }); got != "a red tasse" {
		t.Errorf("what the shop calls a tasse is one: %q", got)
	}
	if _, ok := hear.TongueOf("fr"); ok {
		t.Error("French is not understood")
	}
}
