package speak_test

import (
	"math"
	"testing"

	"github.com/evercart/evercart"
	"github.com/evercart/evercart/speak"
)

func TestMoney(t *testing.T) {
	t.Parallel()
	v := speak.For("en-GB")
	tests := []struct {
		m    evercart.Minor
		c    evercart.Currency
		want string
	}{
		{129999, "USD", "one thousand two hundred ninety-nine dollars and ninety-nine cents"},
		{99, "USD", "ninety-nine cents"},
		{500, "USD", "five dollars"},
		{101, "USD", "one dollar and one cent"},
		{0, "USD", "zero dollars"},
		{-250, "EUR", "minus two euros and fifty cents"},
		{401, "GBP", "four pounds and one penny"},
		{1200, "JPY", "one thousand two hundred yen"},
		{1250, "KWD", "one dinar and two hundred fifty fils"},
		{12500, "CLF", "one point two five unidades de fomento"},
		{10000, "CLF", "one unidad de fomento"},
		{5, "CLF", "zero point zero zero zero five unidades de fomento"},
		{1250, "ZZZ", "twelve point five Z Z Z"},
		{12869901, "USD", "one hundred twenty-eight thousand six hundred ninety-nine dollars and one cent"},
		{math.MinInt64, "JPY", "minus nine quintillion two hundred twenty-three quadrillion three hundred seventy-two trillion thirty-six billion eight hundred fifty-four million seven hundred seventy-five thousand eight hundred eight yen"},
	}
	for _, test := range tests {
		if got := v.Money(test.m, test.c); got != test.want {
			t.Errorf("%d %s: got %q, want %q", test.m, test.c, got, test.want)
		}
	}
}

func TestMoneyOtherLanguages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		tag  string
		m    evercart.Minor
		c    evercart.Currency
		want string
	}{
		{"es-MX", 129999, "USD", "mil doscientos noventa y nueve dólares con noventa y nueve centavos"},
		{"es", 101, "EUR", "un euro con un céntimo"},
		{"es", 2100, "EUR", "veintiún euros"},
		{"es", 20100, "GBP", "doscientas una libras"},
		{"es", 100000000, "EUR", "un millón de euros"},
		{"es", 100000, "USD", "mil dólares"},
		{"es", 3100000, "USD", "treinta y un mil dólares"},
		{"es", 1200, "JPY", "mil doscientos yenes"},
		{"de-CH", 129999, "USD", "eintausendzweihundertneunundneunzig Dollar und neunundneunzig Cent"},
		{"de", 101, "EUR", "ein Euro und ein Cent"},
		{"de", 100, "SEK", "eine Krone"},
		{"de", 2100, "EUR", "einundzwanzig Euro"},
		{"de", 200000000, "EUR", "zwei Millionen Euro"},
		{"de", 1250, "KWD", "ein Dinar und zweihundertfünfzig Fils"},
		{"de", -99, "EUR", "minus neunundneunzig Cent"},
		{"de", 12500, "CLF", "eins Komma zwei fünf Unidades de Fomento"},
	}
	for _, test := range tests {
		if got := speak.For(test.tag).Money(test.m, test.c); got != test.want {
			t.Errorf("%s %d %s: got %q, want %q", test.tag, test.m, test.c, got, test.want)
		}
	}
	for want, got := range map[string]string{
		"eins": speak.For("de").Number(1), "einhunderteins": speak.For("de").Number(101), "uno": speak.For("es").Number(1), "ciento uno": speak.For("es").Number(101),
		"dritte": speak.For("de").Ordinal(3), "zwanzigste": speak.For("de").Ordinal(20), "tercero": speak.For("es").Ordinal(3),
		"Nur noch zwei sind da.": speak.For("de").Say("few.left", 2), "Solo queda uno.": speak.For("es").Say("few.left", 1),
		"Es kostet zwölf Euro und neunundneunzig Cent.":        speak.For("de").Spoken("Es kostet **12,99 €**.", "EUR"),
		"Son mil doscientos noventa y nueve euros, número uno": speak.For("es").Spoken("Son 1.299,00 €, #1", "EUR"),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	v := speak.For("xx")
	for n, want := range map[int]string{0: "zero", 12: "twelve", 21: "twenty-one", 100: "one hundred", 1001: "one thousand one", -3: "minus three"} {
		if got := v.Number(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
	for n, want := range map[int]string{1: "first", 2: "second", 3: "third", 5: "fifth", 12: "twelfth", 20: "twentieth", 22: "twenty-second", 100: "one hundredth"} {
		if got := v.Ordinal(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
	if got := v.List([]string{"a", "b", "c"}); got != "a, b and c" {
		t.Error(got)
	}
	if got := v.Or([]string{"a", "b"}); got != "a or b" {
		t.Error(got)
	}
}

func TestThing(t *testing.T) {
	t.Parallel()
	v := speak.For("en")
	opts := func(kv ...string) (o []evercart.Option) {
		for i := 0; i < len(kv); i += 2 {
			o = append(o, evercart.Option{Name: kv[i], Value: kv[i+1]})
		}
		return o
	}
	tests := []struct {
		title string
		opts  []evercart.Option
		n     int
		want  string
	}{
		{"Silk Blouse", opts("color", "ivory", "size", "M"), 2, "two silk blouses in ivory, size M"},
		{"Silk Blouse", opts("Size", "M", "Color", "ivory"), 1, "one silk blouse, size M, in ivory"},
		{"Leather Loafers", opts("color", "brown", "size", "9.5"), 1, "one pair of leather loafers in brown, size nine and a half"},
		{"Leather Loafers", nil, 2, "two pairs of leather loafers"},
		{"Wool Scarf", opts("color", "red", "size", "one size"), 2, "two wool scarves in red"},
		{"Cotton Socks, three-pack", nil, 50, "fifty three-packs of cotton socks"},
		{"Cotton Socks 3-Pack", nil, 1, "one 3-pack of cotton socks"},
		{`Salt & Stone "Dawn" Mug <large>`, nil, 1, "one salt and stone dawn mug large"},
		{"Weekend Bag, limited", nil, 2, "two weekend bags, limited"},
		{"Bouquet of Red Roses", nil, 3, "three bouquets of red roses"},
		{"Café Noir Candle", opts("Title", "Default Title"), 0, "café noir candle"},
		{"Linen Dress", nil, 2, "two linen dresses"},
		{"Tea Towels", nil, 2, "two of the tea towels"},
		{"iPhone 17", nil, 2, "two of iPhone 17"},
		{"", nil, 2, "two things"},
	}
	for _, test := range tests {
		if got := v.Thing(test.title, test.opts, test.n); got != test.want {
			t.Errorf("%s: got %q, want %q", test.title, got, test.want)
		}
	}
}
